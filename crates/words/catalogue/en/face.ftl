# Tables of the games. Questions are whole sentences. Texts on chips and below cards are short.

## Every game

face-players = Players
face-yours = Your cards
face-now = Now
face-you = you
face-to-decide = to move
face-done = done
face-chosen = chosen
face-held = { $n ->
    [one] { $n } card in hand
   *[other] { $n } cards in hand
}
face-no-last-trick = Nothing has been taken yet.
face-sentence = { $words }.
face-waiting = Waiting for { $seats }.
face-can-change = { $question } You can change your choice until all have chosen.
face-chance = The table deals or draws.
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
face-play = Play { $card }
# A card, and what it would do: "blue 7, ahead"
face-card-would = { $card }, { $does }

face-round-over = Round { $round } of { $rounds } over

## Score sheets

sheet-title = Score sheet
sheet-gains = { $seat } gains { $points } and leads.
sheet-gains-of = { $seat } gains { $points } and leads with { $total } of { $goal }.
sheet-leads = { $seat } leads with { points }.
sheet-lead = { $seats } lead with { points }.
sheet-player = Player
sheet-gained = { $game ->
    [yorozu] Feast
   *[other] Round
}
sheet-total = Total
sheet-leading = leads
sheet-change = from { $before } to { $total }
sheet-told-term = { $term }: { $points }
sheet-told-row = { $seat }: { $terms }. { $gained } for the { $game ->
    [yorozu] feast
   *[other] round
}, from { $before } to { $total }.
sheet-told-sum = { $seat }: { $terms }. That makes { $total }, and { $gained } for the round, from { $before }.

## Hints and tips

help-hint = Hint
help-about = A bot’s opinion
help-about-chance = A bot’s opinion, with your chance of winning the game
help-about-points = { $game ->
    [yorozu] A bot’s opinion: your points by the end of the feast, as your chances of winning are alike
   *[other] A bot’s opinion: your points by the end of the round, as your chances of winning are alike
}
help-chance = { $percent } % ± { $error }
help-points = { SIGN($points) ->
    [minus] { $points } points (±{ $error })
   *[plus] +{ $points } points (±{ $error })
}
help-tip = Tip
help-got-it = Got it
help-no-more = Turn off tips

## Cat in the Box

catbox-face-aside = setting aside
catbox-face-bids = bids
catbox-face-ask-aside = Set one card aside, face down.
catbox-face-ask-bid = How many tricks will you win?
catbox-face-ask-lead = Lead a card and name its colour.
catbox-face-ask-follow = Play a card and name its colour. Naming another colour gives up { $colour }.
catbox-face-ask-any = Play a card and name its colour. You gave up { $colour }.
catbox-face-bids-so-many = bids { $bid }
catbox-face-bid = won { $won } of { $bid }
catbox-face-won = won { $won }
catbox-face-group = group { $n }
catbox-face-exact = An exact bid earns a bonus, the size of your largest group: tokens side by side.
catbox-face-group-means = The bonus for an exact bid is the size of the largest group: tokens side by side, not at corners.
catbox-face-group-counts = The bonus for four tricks or fewer is the size of the largest group: tokens side by side, not at corners.
catbox-face-all-colours = has all four colours
catbox-face-gave-up = gave up { $colours }
catbox-face-sheet = Research sheet
catbox-face-can = open to your cards
catbox-face-my-group = your largest group
catbox-face-paid = group that scored
catbox-face-unfinished = unfinished trick
catbox-face-neutral = neutral
catbox-face-pick = Pick a card, then its colour.
catbox-does-bid = exact: bonus
catbox-does-lead = leads
catbox-does-win = follows and wins
catbox-does-follow = follows, does not win
catbox-does-win-giving = wins, gives up { $colour }
catbox-does-give = gives up { $colour }
catbox-does-covered = covered by { $seat }
catbox-does-neutral = covered
catbox-does-given-up = given up
catbox-does-not-yet = not yet
catbox-face-card = { $value }
catbox-face-copies = { $n ->
    [one] { $value }
   *[other] { $value }, { $n } cards
}
catbox-face-to-bid = { $bid ->
    [one] { $bid } trick
   *[other] { $bid } tricks
}
catbox-face-to-set-aside = Set { $card } aside
catbox-face-set-aside = You set { $value } aside.
catbox-radar-none = Radar: your next card has a cell, whatever the others do.
catbox-radar-possible = Radar: a paradox is possible. { $cells ->
    [one] One cell is
   *[other] { $cells } cells are
} open to your cards, and { $before ->
    [one] one card comes
   *[other] up to { $before } cards come
} before your next one.
catbox-radar-choices = { $bad ->
    [0] Radar: none of your choices makes a paradox certain.
    [one] Radar: { $bad } of your { $choices } choices makes a paradox certain.
   *[other] Radar: { $bad } of your { $choices } choices make a paradox certain.
}
catbox-radar-certain = Radar: your cards no longer fit on the sheet. The round will end in a paradox: yours, unless another player’s comes first.
catbox-radar-others = The round will end in a paradox of { $seats }, with any cards that they can hold, unless another paradox comes first.

## CATSle

catsle-face-ask-lead = Lead any card.
catsle-face-ask-follow = Follow { $suit }.
catsle-face-ask-any = You have no { $suit }: play any card.
catsle-face-ask-take = Take a card and place it.
catsle-face-ask-take-first = Take the first of two cards and place it.
catsle-face-ask-take-second = Take the second card and place it.
catsle-face-ranks-first = { $seat } ranks first with { $card }.
catsle-face-castle = Castle
catsle-face-your-castle = Your castle
catsle-face-scrap = scrap
catsle-face-points = { $points ->
    [one] { $points } point
   *[other] { $points } points
}
catsle-face-perfect = { $perfect ->
    [0] no perfect columns
    [one] { $perfect } perfect column
   *[other] { $perfect } perfect columns
}
catsle-face-worth = { catsle-face-points }, { catsle-face-perfect }
catsle-face-empty = { $place }: empty
catsle-face-empty-column = { $place }: empty, limit { $limit }
catsle-face-scrapped = { $place }: { $n } { $suit }
catsle-face-column = { $place }: { $n } { $suit }, limit { $limit }
catsle-face-out = left out
catsle-face-taken = to { $seat }
catsle-face-left-over = left over
catsle-face-ordinal = { $rank ->
    [1] 1st
    [2] 2nd
    [3] 3rd
    [4] 4th
   *[other] 5th
}
catsle-face-takes = takes { $takes }
catsle-face-rank = { catsle-face-ordinal }{ $takes ->
    [0] { "" }
   *[other] , { catsle-face-takes }
}
catsle-face-extra = Extra card
catsle-face-pick = Pick a card, then a place for it.
catsle-face-put = { $suit } { $value } to { $place }
# On a card of the hand: its rank so far, or what it takes for certain.
catsle-does-rank = now { catsle-face-ordinal }
catsle-does-take = takes { $takes ->
    [0] none
   *[other] { $takes }
}
# A card on a place of a castle.
catsle-does-column = { $n } of { $limit }
catsle-does-perfect = perfect, { $n } of { $limit }
catsle-does-over = over the limit, { $points ->
    [-1] { $points } point
   *[other] { $points } points
}
catsle-does-scrap = scrap, { $points ->
    [-1] { $points } point
   *[other] { $points } points
}

## Yorozu

yorozu-face-feast = Feast { $feast }
yorozu-face-feast-over = Feast { $feast } over
yorozu-face-round = round { $round } of { $rounds }
yorozu-face-target = played to { $target } points
yorozu-face-ask-redeal = Do you want a new deal?
yorozu-face-may-speak = You hold three crows and may ask for a new deal. To keep your cards, do nothing.
yorozu-face-silence = Look at your cards. A player with three crows may ask for a new deal.
yorozu-face-ask-play = Choose a card in secret.
yorozu-face-ask-swap = Which Yorozu does your crow swap with?
yorozu-face-ask-first = Who starts?
yorozu-face-ask-use = Choose a multiplier card for this feast.
yorozu-face-ask-first-token = Take season token { $n } of 3.
yorozu-face-ask-bonus = Take a season token for your Yorozu.
yorozu-face-ask-token = Take one more season token.
yorozu-face-allowed = Open: { $seasons }.{ $yorozu ->
    [0] {""}
   *[other] {" "}A Yorozu is always allowed.
}
yorozu-face-all-allowed = You hold no card of an open season, so every card is allowed.
yorozu-face-swap-detail = You get the Yorozu, and its player gets your crow. 0 is the lowest card, 13 the highest.
yorozu-face-first-detail = This player chooses a multiplier card first.
yorozu-face-use-detail = It multiplies your fish of this feast, and is then used up.
yorozu-face-token-detail = Your fish of a season count once for each of its tokens.
yorozu-face-chosen = You have chosen. { $waiting }
yorozu-face-revealed = All cards are turned over.
yorozu-face-this-feast = { SIGN($points) ->
    [minus] { $points } this feast
   *[plus] +{ $points } this feast
}
yorozu-face-lowest = Lowest takes
yorozu-face-highest = Highest takes
yorozu-face-dummy = The dummy plays
yorozu-face-who-takes = { $seat } takes
yorozu-face-is-lowest = lowest
yorozu-face-is-highest = highest
yorozu-face-keeps = keeps it
yorozu-face-last-lowest = Last lowest
yorozu-face-last-highest = Last highest
yorozu-face-fish = { $n } fish
yorozu-face-booze = { $n } booze
yorozu-face-crows = { $n ->
    [one] { $n } crow
   *[other] { $n } crows
}
yorozu-face-none-of = holds no
yorozu-face-open = Open
yorozu-face-closed = Closed
yorozu-face-is-open = open
yorozu-face-is-closed = closed
yorozu-face-middle = All others
yorozu-face-between = In between, you keep your own card.
yorozu-face-choosing = choosing
yorozu-face-sealed = A chosen card, face down
yorozu-face-last-round = Last round
yorozu-face-taken = Taken in this feast
yorozu-face-you-took = You have taken
yorozu-face-played = Last card
yorozu-face-keep = Keep my hand
yorozu-face-redeal = Ask for a new deal
yorozu-face-kept = You keep your hand.
yorozu-face-wished = You ask for a new deal.
yorozu-face-your-choice = chosen
yorozu-face-your-multipliers = Your multiplier cards:
yorozu-face-times = { $season } ×{ $times }
yorozu-face-multiplier = { $card }: { $says }
# On a card of the hand.
yorozu-does-swap = may swap
yorozu-does-take = takes { yorozu-prize }
yorozu-face-token = { $season }: { $left } left, you have { $own }

## Meow

meow-face-turn = turn { $turn } of { $turns }
meow-face-ask-lead = Lead any card for { meow-token }.
meow-face-ask-follow = Follow { $colour } for { meow-token }.
meow-face-ask-any = You have no { $colour }: play any card for { meow-token }.
meow-face-ask-drop = Discard a fishbone for your fish.
meow-face-lead-detail = The highest card of the colour you lead takes it, unless someone plays green.
meow-face-ahead = { $seat } is ahead with { $colour } { $value }.
meow-face-beats = { $ahead } { $n ->
    [0] No card that you may play beats it.
    [1] Your { $cards } beats it.
    [2] Your { $cards } beat it.
    [3] Your { $cards } beat it.
   *[other] { $n } of your cards beat it.
}
meow-face-has-vases = { $detail } You already have { $n ->
    [one] a vase
   *[other] { $n } vases
}.
meow-face-behind = behind
meow-face-eaten = { meow-token }, removed by a fish
meow-face-row = Tokens of this round
meow-face-now = now
meow-face-fish = fish
meow-face-vase = vase
meow-face-your-card = your card
meow-face-to-win = to win now
meow-face-nothing-won = nothing yet
meow-face-lacks = no { $colour }
