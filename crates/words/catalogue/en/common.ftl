# What every game shares. Refusals are addressed to the player: lower case, no full stop.
#
# Functions: SIGN tells `plus` or `minus` of a number and gives anything else back, EACH spaces out a list and can name
# what is in it and say what stands before the last, SUITS sorts a list of cards by their letters and names these, PRINTED
# gives notation the minus of print, which numbers have anyway, SPACED puts a space between characters.

## Games

game-catbox = Cat in the Box
game-catsle = CATSle
game-yorozu = Yorozu
game-meow = Meow

## Bots

bot-random = does anything that is allowed
bot-greedy = does at once what looks best by rules of thumb
bot-whimsical = does what looks best, but now and then anything that is allowed
bot-ismcts = imagines games and knows nothing but the rules: the yardstick for others
bot-search = imagines games and plays them on with sense: the strong one
bot-kitten = knows what is good, is easily distracted, and is a joy to win against
bot-cat = looks a little ahead and punishes carelessness, but misses what is far away
bot-tiger = thinks for a second about everything it cannot see, and forgives nothing

## Seats and lists

seat = seat { $number }
seats = seats { $numbers }
nobody = nobody
list-more = { $list }, { $next }
list-last = { $list } and { $last }

## Colours

colour-red = red
colour-blue = blue
colour-yellow = yellow
colour-green = green
colour-grey = grey
colour-pink = pink

## Numbers of things

points = { $score ->
    [one] { $score } point
   *[other] { $score } points
}

## Texts that cannot be read

unreadable = found `{ $found }`, wanted { $wanted }
unreadable-nothing = found nothing, wanted { $wanted }
unreadable-more = found more, wanted { $wanted }
wanted-word = { $n ->
    [one] { $words }
   *[other] one of { $words }
}
wanted-number = a number from { $min } to { $max }
wanted-like = something like `{ $example }`
wanted-new-key = a key that was not given before
wanted-new-card = a card that was not dealt before
wanted-fitting = { $allowed }, which goes with { $with }
wanted-only-with = this key only together with { $with }
wanted-table = { $rows ->
    [one] { $values } numbers from { $min } to { $max }, { wanted-once }with commas between them
   *[other] { $rows } rows with slashes between them, each of { $values } numbers from { $min } to { $max }, { wanted-once }with commas between them
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

## Accounts of games

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
example-worth = { $things }; in all { $score ->
    [one] { $score } point
   *[other] { $score } points
}
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
