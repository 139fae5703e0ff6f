# Texts that all games share. Refusals address the player: lower case, no full stop.
#
# The function SIGN returns `plus` or `minus` for a number, and any other value unchanged.

## Games

game-catbox = Cat in the Box
game-catsle = CATSle
game-yorozu = Yorozu
game-meow = Meow

## Bots

bot-random = plays legal moves at random
bot-greedy = plays the move that looks best by rules of thumb, without thinking ahead
bot-whimsical = plays the move that looks best, and now and then a random one
bot-ismcts = thinks ahead by playing random games and knows only the rules: the baseline for other bots
bot-search = thinks ahead by playing sensible games: the strong bot
bot-kitten = knows good moves but is easily distracted: fun to beat
bot-cat = thinks a little ahead and punishes mistakes, but misses long plans
bot-tiger = thinks for a second about all hidden cards and forgives no mistake

## Seats and lists

seat = seat { $number }
seats = seats { $numbers }
nobody = nobody
list-more = { $list }, { $next }
list-last = { $list } and { $next }
list-or = { $list } or { $next }
cards-of-suit = { $suit } { $values }

## Colours

colour-red = red
colour-blue = blue
colour-yellow = yellow
colour-green = green
colour-grey = grey
colour-pink = pink

## Counts

points = { $score ->
    [one] { $score } point
   *[other] { $score } points
}

## Unreadable texts

unreadable = found `{ $found }`, wanted { $wanted }
unreadable-nothing = found nothing, wanted { $wanted }
unreadable-more = found more, wanted { $wanted }
wanted-word = { $n ->
    [one] { $words }
   *[other] one of { $words }
}
wanted-number = a number from { $min } to { $max }
wanted-like = something like `{ $example }`
wanted-new-key = a key not given before
wanted-new-card = a card not dealt before
wanted-fitting = { $allowed } with { $with }
wanted-only-with = this key only with { $with }
wanted-table = { $rows ->
    [one] { $values } numbers from { $min } to { $max }, { wanted-once }separated by commas
   *[other] { $rows } rows separated by slashes, each with { $values } numbers from { $min } to { $max }, { wanted-once }separated by commas
}
wanted-once = { $once ->
    [1] each once,{" "}
   *[other] {""}
}
wanted-version = { $n ->
    [one] version { $versions } of these rules
   *[other] one of the versions { $versions } of these rules
}
wanted-end = nothing more

## Rulebooks

table-reconstructed = (reconstructed)
table-from-deck-file = (from your deck file)

## Stories of games

account-unfinished = The game has not ended yet: { $scores }
account-score = { $seat } has { $score }

## Examples in rulebooks

example = Example: { $caption }
example-name-0 = Mia
example-name-1 = Ken
example-name-2 = Ada
example-name-3 = Leo
example-name-4 = Sora
example-play = { $seat }: { $card }
example-may = may
example-may-not = may not
example-follow = { $led } is led: { $may } may be played, { $not } may not
example-worth = { $things }; { $score ->
    [one] { $score } point
   *[other] { $score } points
} in all
example-outcome = { $things }; { $outcome }
example-tokens = { $seat } on { $cells }
example-named = { $value } becomes { $card }
example-gives-up = gives up { $colour }
example-hand = { $hand } in hand, { $colours } given up; tokens: { $tokens }. The hand can go { $n ->
    [0] nowhere
   *[other] to { $cells }
}
example-place = { $things }; { $card } may go to { $places }
example-up = { $cards } are face up: { $seasons } are open
example-round = { $cards } are face up. { $plays }
example-swaps = swaps it for { $card }
example-swaps-for = swaps for
example-takes = takes { $card }
example-takes-it = takes
