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
