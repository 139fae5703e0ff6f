# What is wrong with files. The place stands before the sentence.

## Records

record-empty = there is no record in this file
record-bad-tag = found `{ $found }`, wanted a tag like `[Rules "meow@1 players=4"]`
record-unclosed-quote = the value of this tag has no closing quote in its line
record-bad-escape = found `{ $found }`, wanted \", \\ or \n behind the backslash
record-unclosed-comment = this comment is never closed: wanted a closing brace
record-tag-twice = the tag { $tag } stands twice in this header
record-missing-tag = this record has no tag { $tag }
record-no-steps = this record has no steps; an unfinished game needs the tag [Result "*"]
record-unknown-format = found format `{ $found }`, wanted `{ $wanted }`
record-deck-mismatch = the deck is named { $found }, but the values in the rules line are those of { $wanted }
record-no-such-seat = there is no seat { $found } at this table, the last one is { $last }
record-hidden-cards = this is a seat's own record and hides cards: only a full record can be refereed

## Deck files

deck-syntax = this is not TOML: { $message }
deck-missing-key = the key `{ $key }` is missing
deck-unknown-key = the key `{ $key }` is not known, wanted one of { $keys }
deck-not-text = `{ $key }` is { $found }, wanted a text in quotes
deck-unknown-game = `{ $key }` is { $found }, wanted one of { $games }
deck-not-rows = `{ $key }` is { $found }, wanted a table with the rows { $rows }
deck-not-list = `{ $key }` is { $found }, wanted a list of { $wanted } numbers
deck-not-number = value { $place } of `{ $key }` is { $found }, wanted a number from { $min } to { $max }
deck-count = `{ $key }` has { $number } values, wanted { $wanted }
deck-range = value { $place } of `{ $key }` is { $found }, wanted a number from { $min } to { $max }
deck-twice = value { $place } of `{ $key }` is { $found } again, wanted each number from { $min } to { $max } once
deck-other-game = this deck is for { $found }, wanted one for { $wanted }

## The referee

referee-illegal-step = step { $step }, `{ $text }`, is refused
referee-illegal-act = step { $step }, `{ $text }` by { $seat }, is refused
referee-cut-off = the record ends after step { $step }, where `{ $action }` is still owed by { $seats }
referee-cut-off-chance = the record ends after step { $step }, where something has to be dealt or drawn
referee-wrong-result = the result is given as { $found }, but the scores are { $wanted }

## The terms of a table

terms-rules = `{ $found }` is not a rules line that we know
terms-seats = { $found } seats are planned, but { $wanted } play
terms-range = `{ $key }` is { $found }, wanted a number from { $min } to { $max }
terms-clock-needs-stand-in = a table with a clock needs a stand-in, who moves when time is up
terms-unreadable = `{ $found }` says nothing about `{ $key }`

## Why a table says no

table-no-not-seated = you have no seat at this table
table-no-already-seated = you sit at this table already: you are { $seat }
table-no-not-owner = only { $seat } can do that, who looks after the table
table-no-not-owner-yet = only who looks after the table can do that, and nobody does yet
table-no-not-house = only the table itself can do that
table-no-no-such-seat = there is no such seat at this table, the last one is { $last }
table-no-seat-taken = somebody sits there: { $seat }
table-no-seat-empty = nobody whom that could mean sits there: { $seat }
table-no-full = all seats are taken
table-no-bad-name = a name has 1 to { $max } letters, not { $found }
table-no-name-taken = somebody at this table is called { $name } already
table-no-not-playing = no game is going on
table-no-playing = not while a game is going on
table-no-stale = too late: that has been decided
table-no-chat-off = nobody can talk at this table
table-no-bad-text = one can say 1 to { $max } letters at once, not { $found }
table-no-no-stand-in = nobody stands in at this table
table-no-time-left = there is time left
table-no-hints-off = nobody is given hints at this table
table-no-not-asked = the game asks nothing of you now

## What is told of the company

table-told-sat = { $name } sits down
table-told-rose = { $name } leaves
table-told-filled = a bot takes a seat: { $seat }
table-told-freed = a bot leaves its seat
table-told-passed = { $seat } looks after the table
table-told-ready = { $seat } is ready
table-told-not-ready = { $seat } is not ready yet
table-told-began = a new game begins
table-told-stood-in = a bot plays for { $seat }
table-told-back = { $seat } plays again
table-told-chat-on = people can talk
table-told-chat-off = nobody can talk any more

## Verifying

verify-verified = the seed is the one that was committed to, and deals the same: { $n ->
    [one] one draw
   *[other] { $n } draws
} compared
verify-no-tag = this record has no tag { $tag }: its deals were not committed to, or the game was not played to its end
verify-bad-seed = the seed is `{ $found }`, wanted 64 hexadecimal digits
verify-other-seed = the seed's hash is { $found }, but the table committed to { $wanted }
verify-other-deal = step { $step } tells `{ $found }`, but the seed deals `{ $wanted }`

## Tables of a server, without it

import-done = table { $id } is kept
