# Pages of the games. Questions are whole sentences; what stands on a chip or below a card is short.

## Every game

face-players = Players
face-yours = Your cards
face-now = Now
face-you = you
face-to-decide = to decide
face-done = done
face-sentence = { $words }.
face-waiting = Waiting for { $seats }.
face-chance = The table draws or deals.
face-over = The game is over.
face-why-not = Why not?
face-round = Round { $round } of { $rounds }
face-trick-of = trick { $trick } of { $tricks }
face-starts = { $seat } starts
face-this-round = { SIGN($points) ->
    [minus] { $points } this round
   *[plus] +{ $points } this round
}
face-card = { $suit } { $value }
face-trick = Trick
face-last-trick = Last trick
face-ahead = ahead
face-won = won
face-led = led
face-trump = trump

## What helps to decide

help-hint = Hint
help-about = A bot’s view, with your chance to win the game
help-odds = { $percent } % ± { $error }
help-tip = Tip
help-got-it = Got it
help-no-more = No more tips

## Cat in the Box

catbox-face-aside = setting aside
catbox-face-bids = bids
catbox-face-ask-aside = Set one card aside, face down.
catbox-face-ask-bid = How many tricks will you win?
catbox-face-ask-lead = Lead a card and name its colour.
catbox-face-ask-follow = Play a card and name its colour. Any but { $colour } gives { $colour } up.
catbox-face-ask-any = Play a card and name its colour. You have given { $colour } up.
catbox-face-bids-so-many = bids { $bid }
catbox-face-bid = won { $won } of { $bid }
catbox-face-won = won { $won }
catbox-face-group = group { $n }
catbox-face-all-colours = has all four colours
catbox-face-gave-up = gave up { $colours }
catbox-face-sheet = Research sheet
catbox-face-can = your hand can go here
catbox-face-my-group = your largest group
catbox-face-neutral = neutral
catbox-face-pick = Pick a card, then its colour.
catbox-face-card = { $value }
catbox-face-copies = { $n ->
    [one] { $value }
   *[other] { $value }, { $n } cards
}
catbox-face-to-bid = { $bid ->
    [one] { $bid } trick
   *[other] { $bid } tricks
}
catbox-face-set-aside = You set { $value } aside.
catbox-radar-none = Radar: whatever the others do, your next card has a cell.
catbox-radar-possible = Radar: a paradox is possible. { $cells ->
    [one] One cell is
   *[other] { $cells } cells are
} open to your cards, and { $before ->
    [one] one card comes
   *[other] { $before } cards can come
} before your next one.
catbox-radar-choices = { $bad ->
    [0] Radar: none of your choices makes a paradox certain.
    [one] Radar: { $bad } of your { $choices } choices makes a paradox certain.
   *[other] Radar: { $bad } of your { $choices } choices make a paradox certain.
}
catbox-radar-certain = Radar: your cards do not fit on the sheet any more. The round will end in a paradox, yours unless somebody’s comes before.
catbox-radar-others = Whatever they hold, the round will end in a paradox, if no other comes before, of { $seats }.

## CATSle

catsle-face-ask-lead = Lead any card.
catsle-face-ask-follow = Follow { $suit }.
catsle-face-ask-any = You have no { $suit }: play any card.
catsle-face-ask-take = Take a card and place it.
catsle-face-ask-take-first = Take two cards and place them: the first.
catsle-face-ask-take-second = Take the second card and place it.
catsle-face-castles = Castles
catsle-face-worth = { SIGN($points) ->
    [minus] { $points }
   *[plus] +{ $points }
} so far, { $perfect } perfect
catsle-face-empty = { $place }: empty
catsle-face-empty-column = { $place }: empty, { $limit } at most
catsle-face-scrapped = { $place }: { $n } { $suit }
catsle-face-column = { $place }: { $n } { $suit } of { $limit }
catsle-face-out = left out
catsle-face-taken = to { $seat }
catsle-face-left-over = left over
catsle-face-rank = { $rank ->
    [1] 1st
    [2] 2nd
    [3] 3rd
    [4] 4th
   *[other] 5th
}{ $takes ->
    [0] { "" }
   *[other] , takes { $takes }
}
catsle-face-extra = Extra card
catsle-face-pick = Pick a card, then a place for it.
catsle-face-put = { $suit } { $value } to { $place }

## Yorozu

yorozu-face-feast = Feast { $feast }
yorozu-face-round = round { $round } of { $rounds }
yorozu-face-target = played to { $target } points
yorozu-face-ask-redeal = Do you want a new deal?
yorozu-face-ask-play = Choose a card in secret.
yorozu-face-ask-swap = With which Yorozu does your crow swap?
yorozu-face-ask-first = Who starts?
yorozu-face-ask-use = Choose a multiplier card for this feast.
yorozu-face-ask-first-token = Take season token { $n } of 3.
yorozu-face-ask-bonus = Take a season token for your Yorozu.
yorozu-face-ask-token = Take one more season token.
yorozu-face-chosen = You have chosen. { $waiting }
yorozu-face-this-feast = { SIGN($points) ->
    [minus] { $points } this feast
   *[plus] +{ $points } this feast
}
yorozu-face-lowest = Lowest takes
yorozu-face-highest = Highest takes
yorozu-face-dummy = The dummy plays
yorozu-face-fish = { $n } fish
yorozu-face-booze = { $n } booze
yorozu-face-crows = { $n ->
    [one] { $n } crow
   *[other] { $n } crows
}
yorozu-face-none-of = holds no
yorozu-face-open = Open
yorozu-face-closed = Closed
yorozu-face-taken = Taken in this feast
yorozu-face-who = Who
yorozu-face-played = Played last
yorozu-face-has-taken = Has taken
yorozu-face-keep = Keep my hand
yorozu-face-redeal = Deal anew
yorozu-face-kept = You keep your hand.
yorozu-face-wished = You ask for a new deal.
yorozu-face-your-choice = chosen
yorozu-face-your-multipliers = Your multiplier cards:
yorozu-face-times = { $season } ×{ $times }
yorozu-face-multiplier = { $card }: { $says }
yorozu-face-token = { $season }: { $left } left, you have { $own }

## Meow

meow-face-turn = turn { $turn } of { $turns }
meow-face-ask-lead = Lead any card for { meow-token }.
meow-face-ask-follow = Follow { $colour } for { meow-token }.
meow-face-ask-any = You have no { $colour }: play any card for { meow-token }.
meow-face-ask-drop = Discard a fishbone for your fish.
meow-face-eaten = { meow-token }, which a fish takes away
meow-face-row = Tokens of this round
meow-face-now = now
