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
tui-told-trick = Trick: { $plays }
tui-told-last-trick = Last trick: { $plays }
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
