# Errors in files. The caller puts the place before the sentence.

## Records

record-empty = there is no record in this file
record-bad-tag = found `{ $found }`, wanted a tag like `[Rules "meow@1 players=4"]`
record-unclosed-quote = the value of this tag has no closing quote on its line
record-bad-escape = found `{ $found }`, wanted \", \\ or \n after the backslash
record-unclosed-comment = this comment is never closed: wanted a closing brace
record-tag-twice = the tag { $tag } appears twice in this header
record-missing-tag = this record has no tag { $tag }
record-no-steps = this record has no steps; an unfinished game needs the tag [Result "*"]
record-unknown-format = found format `{ $found }`, wanted `{ $wanted }`
record-deck-mismatch = the deck is named { $found }, but the values in the rules line are those of { $wanted }
record-no-such-seat = there is no seat { $found } at this table, the last one is { $last }
record-hidden-cards = this is a seat's own record and hides cards: the referee needs a full record

## Deck files

deck-syntax = this is not TOML: { $message }
deck-missing-key = the key `{ $key }` is missing
deck-unknown-key = unknown key `{ $key }`, wanted one of { $keys }
deck-not-text = `{ $key }` is { $found }, wanted text in quotes
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
referee-cut-off = the record ends after step { $step }, before `{ $action }` by { $seats }
referee-cut-off-chance = the record ends after step { $step }, before a deal or draw
referee-wrong-result = the result tag says { $found }, but the scores are { $wanted }

## The terms of a table

terms-rules = `{ $found }` is not a known rules line
terms-seats = there are { $found } seats for { $wanted } players
terms-range = `{ $key }` is { $found }, wanted a number from { $min } to { $max }
terms-clock-needs-stand-in = a table with a clock needs a stand-in to move when time is up
terms-unreadable = `{ $found }` has no value for `{ $key }`

## Refusals of a table

table-no-not-seated = you have no seat at this table
table-no-already-seated = you already sit at this table: you are { $seat }
table-no-not-host = only the host can do that: { $seat }
table-no-no-host-yet = only the host can do that, and this table has no host yet
table-no-not-house = only the table itself can do that
table-no-no-such-seat = there is no such seat at this table, the last one is { $last }
table-no-seat-taken = that seat is taken: { $seat }
table-no-seat-empty = that does not apply to this seat: { $seat }
table-no-seat-kept = that seat is kept for { $name } until this game is over
table-no-saw-other-hand = you have seen another hand of this game: { $seat }
table-no-address-saw-other-hand = a player with your internet address has seen another hand of this game: { $seat }. You can sit down when the game is over
table-no-removed-for-good = the host removed you, or a player with your address, from this table for good
table-no-full = all seats are taken
table-no-sat-too-often = you have sat down { $max } times: wait until a game begins or ends
table-no-too-many-changes = this game has had { $max } changes of seats and settings: only moves are possible until the next game
table-no-log-full = the log of this table is full: create a new table
table-no-closed = the operator of this server has closed this table
table-no-bad-name = { $found ->
    [0] a name has 1 to { $max } characters, not 0
   *[other] a name has 1 to { $max } characters, and one of them is a letter, a digit or an emoji; this one has { $found } characters
}
table-no-no-such-coat = there is no such cat: choose one of those that are shown
table-no-name-taken = that name is taken at this table: { $name }
table-no-not-playing = no game is running
table-no-playing = not during a game
table-no-stale = too late: that is already decided
table-no-interlude = the next round has not begun: the table shows the last one
table-no-changed-too-often = a choice can be changed { $max } times
table-no-chat-off = chat is off at this table
table-no-bad-text = a message has 1 to { $max } characters, not { $found }
table-no-no-stand-in = this table has no stand-in
table-no-time-left = there is still time left
table-no-hints-off = hints are off at this table
table-no-not-asked = the game is not waiting for you

## Events at a table

table-told-sat = { $name } sits down
table-told-rose = { $name } leaves
table-told-removed = { $name } was removed by the host
table-told-returned = { $name } returns
table-told-renamed = { $name } is now called { $new }
table-told-filled = a bot takes a seat: { $seat }
table-told-freed = a bot leaves its seat
table-told-passed = { $seat } is now the host
table-told-ready = { $seat } is ready
table-told-not-ready = { $seat } is not ready yet
table-told-began = a new game begins
table-told-stood-in = a bot plays for { $seat }
table-told-back = { $seat } plays again
table-told-chat-on = chat is on
table-told-chat-off = chat is off
table-told-closed = the operator has closed this table

## Verifying

verify-verified = the seed matches its commitment and deals the same cards: { $n ->
    [one] one draw
   *[other] { $n } draws
} compared
verify-no-tag = this record has no tag { $tag }: the table did not commit to its deals, or the game did not end
verify-bad-seed = the seed is `{ $found }`, wanted 64 hexadecimal digits
verify-other-seed = the seed's hash is { $found }, but the table committed to { $wanted }
verify-other-deal = step { $step } says `{ $found }`, but the seed deals `{ $wanted }`

## Import

import-done = table { $id } is imported
log-unknown-game = this program knows no game named `{ $game }`
log-unreadable = this line is not an event of { $game }
log-terms = the log does not begin with the settings of a table of { $game }
log-impossible = this cannot have happened here: the rules of { $game } do not allow it, or the seat does not exist
log-other-seed = the game that begins here was not dealt from the seed of this table
log-other-deal = the seed of this table deals something else here
log-other-reveal = this is not the seed of the game that ends here
log-too-long = a table with { $max } events accepts only moves, and this event is not a move
log-other-head = `{ $key }` is `{ $found }`, but the events say `{ $wanted }`

## Tables, for operators

tables-count = { $n ->
    [0] no tables
    [one] one table
   *[other] { $n } tables
}
tables-show-id = table: { $id }
tables-show-game = game: { $game }
tables-show-stage = stage: { $stage }
tables-show-played = played by a person: { $played }
tables-show-listed = on the public list: { $listed }
tables-show-names = players: { $names }
tables-show-free = free seats: { $free }
tables-show-updated = last change: { $date } UTC
tables-show-events = events: { $events }
tables-show-closed = closed: { $closed }
tables-show-log = log: { $log }
tables-log-complete = complete, and every event follows the rules
tables-unlisted = { $n ->
    [one] one table is off the public list
   *[other] { $n } tables are off the public list
}
tables-closed = { $n ->
    [0] every table was closed before
    [one] one table is closed
   *[other] { $n } tables are closed
}
tables-deleted = { $n ->
    [one] one table is deleted
   *[other] { $n } tables are deleted
}
tables-pruned = { $n ->
    [0] nothing to delete
    [one] one table is deleted; { $played } of them with a game
   *[other] { $n } tables are deleted; { $played } of them with a game
}
tables-dry-run = nothing was changed
tables-in-use = a server is using the folder { $folder }; stop it first
erase-done = { $n ->
    [0] nobody with that name or browser was found
    [one] name and chat are erased from one table
   *[other] name and chat are erased from { $n } tables
}
erase-bad-holder = found `{ $found }`, wanted 32 hexadecimal digits
