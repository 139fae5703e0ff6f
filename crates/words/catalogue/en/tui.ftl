# Tables in a terminal.

## Who sits there

tui-person = Human
tui-person-of-several = Human { $n }

## Start and end

tui-unwritable = cannot write { $path }: { $why }
tui-unreadable = cannot read { $path }: { $why }
tui-not-text = byte { $byte } is not UTF-8 text
tui-at = line { $line }, column { $column }: { $why }
tui-bad-tag = the tag { $tag } says `{ $found }`, which does not fit this table
tui-damaged = cannot continue { $path }: { $why }. The file is unchanged: repair it, or move it away to continue the game before it
tui-no-terminal = this terminal cannot show a table: add --plain to play line by line
tui-no-save = there is no unfinished game in { $folder }
tui-bad-name = a name cannot have commas or control characters: found `{ $name }`
tui-lost = { $why }
    This is the game. Save it in a file, and nothing is lost:

    { $record }

## Tables as text

tui-told-play = { $seat } { $card }
tui-told-play-noted = { $seat } { $card } ({ $note })
tui-last = { $game ->
    [yorozu] Last round
   *[other] Last trick
}
tui-told-cards = { $what }: { $cards }
tui-told-seat = { $n ->
    [0] { $seat }: { $score }
   *[other] { $seat }: { $score }, { $chip }
}
catbox-told-cell = { $value } { $by }
catbox-told-row = { $n ->
    [0] Sheet, { $colour }: nothing covered
   *[other] Sheet, { $colour }: { $cells }
}
meow-told-row = Row: { $tokens }
meow-told-won = { $token } (to { $seat })
meow-told-now = { $token } (now)
yorozu-told-tokens = { $n ->
    [one] { $n } { $season } token
   *[other] { $n } { $season } tokens
}
yorozu-told-legend = • a fish, b booze, c a crow, ✓ chosen
yorozu-told-taken = has taken { $cards }
tui-no-last = Nothing is finished in this round yet.
tui-no-rule = There is no rule { $rule } in this rulebook.
tui-standing = Points: { $scores }
tui-allowed = That is allowed.
tui-all-allowed = Everything here is allowed.
tui-hint = { $action }: { $why }
tui-hint-chance = { $action }, wins about { $percent } of 100 games: { $why }
tui-hint-points = { SIGN($points) ->
    [minus] { $action }, about { $points } points (±{ $error }): { $why }
   *[plus] { $action }, about +{ $points } points (±{ $error }): { $why }
}
tui-curtain = Pass the terminal to { $seat }. Press Enter when only { $seat } can see it.

## Line by line

tui-plain-which = name the game to play, one of { $names }
tui-plain-hello = Type the number of an answer, or ? for help.
tui-plain-continued = Continuing { $path }.
tui-plain-choice = { $n } { $label }
tui-plain-question = { $question } { $choices }
tui-plain-why = { $label }: { $why }
tui-plain-number = found { $found }, wanted a number from 1 to { $max }
tui-plain-not-text = That line was ignored: byte { $byte } is not UTF-8 text.
tui-plain-help =
    Answer with a number from the list, or in notation, such as play g5.
    After each round, Enter goes on.
    h: hint. l: last trick. s: scores. t: whole table. w: why some answers are not allowed. w 6b: why that answer is not.
    r: rule for this decision. r BOX-22: that rule. r all: all rules. q: leave; the game is saved.
tui-plain-next = Press Enter to go on.
tui-plain-left = The game is saved in { $path }. To continue: nekoza play --continue --data { $folder }
tui-plain-over = The record of the game is in { $path }.

## On the screen

tui-key-help = help
tui-key-hint = hint
tui-key-why = why
tui-key-back = back
tui-key-last = last
tui-key-scores = scores
tui-key-rules = rules
tui-key-story = log
tui-key-quit = leave
tui-close = Esc closes, arrows scroll
tui-close-round = Enter: go on, Esc: look at the table, q: leave
tui-next-round = Enter: go on, s: score sheet
tui-close-over = Esc: look at the table, q: leave
tui-send = Enter: { $label }
tui-pick = Enter: { $label } …
tui-not-allowed = { $label } is not allowed now; w says why
tui-no-hint = Hints work only when it is your turn.
tui-thinking = A bot is looking at your cards …
tui-too-small = This window is { $columns } × { $rows }. A table needs 80 × 24: make the window larger.
tui-too-small-quit = q: leave; the game is saved
tui-help-title = Keys
tui-help =
    ← → Tab       choose a card; a digit goes straight to it
    Shift+letter  next card of that suit: R B Y G …
    Enter         pick the card; the last pick plays it
    ↓ ↑           go to its colour or place, and back
    u Esc         undo a pick before it is played
    h             hint, with the reason
    w             why the chosen card is not allowed
    l             last trick
    s             scores by round
    t             game log
    r             rulebook, at the rule for this decision
    q Ctrl-C      leave; the game is saved after every step
    A click chooses a card, a second click picks it.

## The menu

tui-menu-title = Nekoza
tui-menu-continue = Continue last game
tui-menu-game = Game
tui-menu-players = Players
tui-menu-people = People here
tui-menu-bots = Bots
tui-menu-play = Play
tui-menu-keys = ↑ ↓ choose a line, ← → change it, Enter plays, q leaves

## Replay

tui-key-view = other seat
tui-replay-seat = as { $seat } saw it
tui-replay-rail = as spectators saw it
tui-replay-jump = Enter: go to step { $step }
tui-replay-help =
    → Space       next step
    ←             previous step
    ↓ ↑           ten steps forward or back
    Home End      first step, last step
    12 Enter      go to step 12
    v Tab         see it from another seat
    n p           next game in the file, previous game
    l s r t       last trick, scores, rules, game log
    q             leave
