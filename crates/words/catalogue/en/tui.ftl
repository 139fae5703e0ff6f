# Tables in a terminal.

## Who sits there

tui-person = Human
tui-person-of-several = Human { $n }

## Beginning and ending

tui-unwritable = cannot write { $path }: { $why }
tui-unreadable = cannot read { $path }: { $why }
tui-not-text = byte { $byte } is not UTF-8 text
tui-at = line { $line }, column { $column }: { $why }
tui-bad-tag = the tag { $tag } says `{ $found }`, which does not fit this table
tui-damaged = { $path } cannot be played on: { $why }. It was not touched: repair it, or move it away to go on with the game before it
tui-no-terminal = this is no terminal that can be drawn on: add --plain to play in lines
tui-no-save = there is no unfinished game in { $folder }
tui-bad-name = a name has no commas and no control characters: found `{ $name }`
tui-lost = { $why }
    This is the game. Keep it in a file, and nothing is lost:

    { $record }

## Tables in words

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
tui-no-last = Nothing has been played to its end in this round.
tui-no-rule = There is no rule { $rule } in this rulebook.
tui-standing = Points: { $scores }
tui-allowed = That is allowed.
tui-all-allowed = Everything here is allowed.
tui-hint = { $action }: { $why }
tui-hint-odds = { $action }, wins about { $percent } of 100 games: { $why }
tui-curtain = Pass the terminal to { $seat }. When only { $seat } looks, press Enter.

## Line by line

tui-plain-which = say which game to play: catbox, catsle, yorozu or meow
tui-plain-hello = Type the number of an answer, or ? for help.
tui-plain-continued = Going on with { $path }.
tui-plain-choice = { $n } { $label }
tui-plain-question = { $question } { $choices }
tui-plain-why = { $label }: { $why }
tui-plain-number = found { $found }, wanted a number from 1 to { $max }
tui-plain-not-text = That line was left out: its byte { $byte } is not UTF-8 text.
tui-plain-help =
    Answer with a number from the list, or in notation, such as play g5.
    h: a hint. l: the last trick. s: scores. t: the whole table. w: why some answers are not allowed, w 6b: why that one is not.
    r: the rule for now, r BOX-22: that rule, r all: all rules. q: leave; the game is kept.
tui-plain-left = The game is kept in { $path }. To go on: nekoza play --continue --data { $folder }
tui-plain-over = The record of the game is in { $path }.

## On the screen

tui-key-help = help
tui-key-hint = hint
tui-key-why = why
tui-key-back = back
tui-key-last = last
tui-key-scores = scores
tui-key-rules = rules
tui-key-story = story
tui-key-quit = leave
tui-close = Esc closes, arrows scroll
tui-close-round = Enter: the next round
tui-close-over = Esc: look at the table, q: leave
tui-send = Enter: { $label }
tui-pick = Enter: { $label } …
tui-not-allowed = { $label } is not allowed now; w says why
tui-no-hint = Hints are for when you are asked.
tui-thinking = A bot looks at your cards …
tui-too-small = This window is { $columns } × { $rows }. A table needs 80 × 24: make the window larger.
tui-too-small-quit = q: leave; the game is kept
tui-help-title = Keys
tui-help =
    ← → Tab       choose a card; a digit goes straight to it
    Shift+letter  the next card of that suit: R B Y G …
    Enter         pick it; the last pick plays it
    ↓ ↑           on to its colour or place, and back
    u Esc         take a pick back before it is played
    h             a hint, and the reason for it
    w             why the chosen card is not allowed
    l             the last trick
    s             scores, round by round
    t             everything that happened
    r             the rulebook, at the rule for now
    q Ctrl-C      leave; the game is kept after every step
    A click chooses a card, a second click picks it.

## The menu

tui-menu-title = Nekoza
tui-menu-continue = Go on with the last game
tui-menu-game = Game
tui-menu-players = Players
tui-menu-people = People here
tui-menu-bots = Bots
tui-menu-play = Play
tui-menu-keys = ↑ ↓ choose a line, ← → change it, Enter plays, q leaves

## Looking back

tui-key-view = other seat
tui-replay-seat = as { $seat } saw it
tui-replay-rail = as everybody saw it
tui-replay-jump = Go to step { $step }: Enter
tui-replay-help =
    → Space       the next step
    ←             the step before
    ↓ ↑           ten steps on or back
    Home End      the beginning, the end
    12 Enter      to step 12
    v Tab         see it from another seat
    n p           the next game of the file, the one before
    l s r t       last trick, scores, rules, everything that happened
    q             leave
