# Meow.

## Tokens

meow-token = { SIGN($token) ->
    [F] a fish
    [V] a vase
    [minus] a fishbone of { $token }
   *[plus] a bowl of { $token }
}
meow-fish = fish
meow-vase = vase

## Refusals

meow-refuse-over = the game is over
meow-refuse-chance-first = not yet: first { $asked }
meow-refuse-not-your-turn = it is not your turn: { $seats } must { $asked }
meow-refuse-other-asked = not now: you must { $asked }
meow-refuse-not-in-hand = you do not hold { $colour } { $value }
meow-refuse-must-follow = you must follow { $colour }: you hold { $colour } { $value }
meow-refuse-no-such-fishbone = you have no fishbone of { $worth }
meow-refuse-seats-first = nothing to draw or deal: { $seats } must { $asked }
meow-refuse-other-chance = something else comes first: { $asked }
meow-refuse-no-such-seat = there is no { $seat } at this table
meow-refuse-tokens = the stacks have { meow-token } { $found ->
    [one] once
   *[other] { $found } times
}, not { $wanted ->
    [one] once
   *[other] { $wanted } times
}
meow-refuse-hand-size = { $seat } is dealt { $found ->
    [one] { $found } card
   *[other] { $found } cards
}, not { $wanted }
meow-refuse-not-in-deck = { $colour } { $value } is not in the deck, or was dealt before
meow-refuse-missing = { $colour } { $value } is missing from the deal

meow-asked-start = the starting player must be drawn
meow-asked-tokens = the tokens must be stacked
meow-asked-deal = the cards must be dealt
meow-asked-play = play a card
meow-asked-drop = discard a fishbone
meow-asked-nothing = do nothing more

## Events
# In the story of a game, `short` is part of a line, `label` starts a line of several events, and `heading` stands above a round.

meow-seen-started = { $seat } is drawn as the first starting player
meow-seen-stacked = the tokens are shuffled into three stacks
meow-seen-dealt = round { $round } is dealt, { $seat } starts, and the row of tokens is { $row }
    .heading = Round { $round }
    .short = { $seat } starts, and the row of tokens is { $row }
meow-seen-your-hand = { $seat } holds { $hand }
meow-seen-led = { $seat } leads { $colour } { $value } for { meow-token }
    .short = Turn { $turn } for { meow-token }: { $seat } leads { $colour } { $value }
meow-seen-followed = { $seat } plays { $colour } { $value }
meow-seen-turn-won = { $seat } wins { meow-token } with { $colour } { $value }
    .short = { $seat } wins
meow-seen-dropped = { $seat } discards { meow-token }
    .label = Fish
meow-seen-scored = { $seat } has { $total ->
    [one] { $total } point
   *[other] { $total } points
}
    .label = Scores
    .short = { $seat } has { $total }
meow-seen-won = { $n ->
    [one] { $seats } wins the game with { points }
   *[other] { $seats } share the victory with { points }
}

## Score sheets
# The value stands below the points of a term, `told` before them in a line of text. A column has a `short` title where room is scarce.

meow-sheet-title-bowls = Bowls
meow-sheet-title-fishbones = Fishbones
    .short = Bones
meow-sheet-title-fish = Fish
meow-sheet-title-vases = Vases
meow-sheet-bowls = { $n ->
    [one] { $n } bowl
   *[other] { $n } bowls
}
meow-sheet-fishbones = { $n ->
    [one] { $n } fishbone
   *[other] { $n } fishbones
}
meow-sheet-fish = { $n } fish
meow-sheet-vases = { $n ->
    [one] { $n } vase
   *[other] { $n } vases
}
meow-sheet-vases-cost = { $n } vases
meow-sheet-ended = All { $tokens } tokens of the round are won.
meow-sheet-drop = { $seats } still discard fishbones for fish.
meow-sheet-legend = All tokens won so far count. Each fish takes a fishbone away. { $vases ->
    [flat] Two vases or more cost 20.
   *[pairs] Each pair of vases costs 20.
}

## Hints: reasons for a move
# Whole sentences to the player. `later` counts the players still to play who can change it.

meow-better = { $better ->
    [F] a fish
   *[other] a bowl of { $better }
}

meow-hint-wins = { $later ->
    [0] Wins { meow-token }.
    [one] Wins { meow-token } so far, with { $later } player still to play.
   *[other] Wins { meow-token } so far, with { $later } players still to play.
}
meow-hint-wins-fish = { $later ->
    [0] Wins a fish, which removes your fishbone of { $worth }.
   *[other] Wins a fish so far, which would remove your fishbone of { $worth }.
}
meow-hint-leads-for = { $n ->
    [0] Leads for { meow-token }: no unseen { $colour } beats it.
    [one] Leads for { meow-token }: { $n } unseen { $colour } card beats it.
   *[other] Leads for { meow-token }: { $n } unseen { $colour } cards beat it.
}
meow-hint-leads-away = { $n ->
    [0] Leads, though no unseen { $colour } card can take { meow-token } from you.
    [one] Leads, and { $n } unseen { $colour } card can take { meow-token } from you.
   *[other] Leads, and { $n } unseen { $colour } cards can take { meow-token } from you.
}
meow-hint-saves = Leaves { $seat } ahead for { meow-token } and saves your strong cards for { meow-better }.
meow-hint-lets = Leaves { $seat } ahead for { meow-token }.
meow-hint-cannot-win = No card that you may play beats { $seat }, who is ahead for { meow-token }.
meow-hint-ducks = { $later ->
    [0] Leaves { meow-token } to { $seat }.
   *[other] Stays behind: { $seat } is ahead for { meow-token }.
}
meow-hint-ducks-high = { $later ->
    [0] Leaves { meow-token } to { $seat } and gets rid of your highest losing card.
   *[other] Gets rid of a high card while { $seat } is ahead for { meow-token }.
}
meow-hint-ducks-twin = { $later ->
    [0] Leaves a vase to { $seat }: one more would cost you { $points } points.
   *[other] Avoids a vase, which would cost you { $points } points: { $seat } is ahead.
}
meow-hint-takes = { $later ->
    [0] Takes { meow-token }.
    [one] Wins { meow-token } so far, unless { $later } more player beats it.
   *[other] Wins { meow-token } so far, unless one of { $later } more players beats it.
}
meow-hint-must-take = { $later ->
    [0] Takes { meow-token }, as any card would.
   *[other] Wins { meow-token } so far, as any card would.
}
meow-hint-harmless = One more vase costs you nothing.
meow-hint-drops-worst = Discards your worst fishbone, { $worth }.
meow-hint-drops = Discards a fishbone of { $worth } and keeps one of { $worst }.

## Tips for a first game

meow-tip-token = The best card takes the token, good or bad, and leads next. Look at the row: losing now can be better.
meow-tip-vase = One vase costs nothing, a second one 20 points. Watch who has one already.
meow-tip-one = If the 1 and the 18 of a colour meet in the same turn, the 1 is the better card.

## Options of a rules line

meow-option-players = number of players: 2 to 6
meow-option-deck = cards in the deck
meow-option-deck-basic = all 54, so that some are not dealt
meow-option-deck-expert = only as many as are dealt
meow-option-vases = cost of three and four broken vases
meow-option-vases-pairs = 20 points for each pair
meow-option-vases-flat = 20 points for two or more
meow-option-fish = choice of the fishbones that fish remove
meow-option-fish-auto = the worst ones, automatically
meow-option-fish-by-hand = each owner chooses
meow-option-bowls = values of the 11 bowls, instead of our reconstruction
meow-option-fishbones = values of the 8 fishbones, instead of our reconstruction

## Statistics

meow-fact-turn-won-by-trump = turns won by trump where another colour was led
meow-fact-turn-won-by-1 = turns won by a 1
