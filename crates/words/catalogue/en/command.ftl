# Why commands of nekoza refuse their arguments: lower case, no full stop.

## Files

command-unread = cannot read { $path }: { $error }
command-unwritten = cannot write { $path }: { $error }
command-not-text = cannot read { $path }: byte { $byte } is not UTF-8 text
command-bad-rules = cannot read these rules:
command-report = report: { $path }

## Bots against bots, variants against variants

command-too-many-bots = there are { $bots } bots for { $seats } seats: name fewer bots
command-until-alone = --until compares { $bot } with other bots: name another bot
command-no-variant = no such variant exists:
command-bad-vary = --vary does not work: found `{ $found }`, wanted a key of the rules with its values, such as players=3|4
command-no-rung = the ladder has no rung with `{ $found }`: wanted part of a rung, such as `greedy among random`

## Hints

command-no-game = there is no game { $game } in { $path }: wanted a number from 1 to { $last }
command-no-step = there is no step { $step } in this game: wanted a number from 1 to { $last }
command-no-seat = there is no seat { $seat } at this table, the last one is { $last }
command-chance = no player is to move before step { $step }: it is a deal or a draw
command-over = the game is over and no player is to move: choose one of its { $last } steps with --step
command-not-asked = { $seat } is not to move before step { $step }: the turn belongs to { $seats }
command-nobody-asked = no player is to move before step { $step }
command-hints = { $title }, before step { $step }, for { $seat }{ $by ->
    [chance] , by the chance to win
    [points] , by expected points, as the best chances to win are alike
   *[nothing] {""}
}:
