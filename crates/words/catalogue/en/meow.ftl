# Meow.

## Tokens

meow-token = { SIGN($token) ->
    [F] a fish
    [V] a vase
    [minus] a fishbone of { PRINTED($token) }
   *[plus] a bowl of { $token }
}

## Why something may not be done

meow-refuse-over = the game is over
meow-refuse-chance-first = not yet: first { $asked }
meow-refuse-not-your-turn = it is not your turn: { $seats } must { $asked }
meow-refuse-other-asked = that is not what is asked: you must { $asked }
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
meow-refuse-missing = { $colour } { $value } is nowhere in the deal

meow-asked-start = the starting player must be drawn
meow-asked-tokens = the tokens must be stacked
meow-asked-deal = the cards must be dealt
meow-asked-play = play a card
meow-asked-drop = discard a fishbone
meow-asked-nothing = do nothing more

## What is seen
# In an account, `short` stands within a line, `label` before a line of several, `heading` above a round.

meow-seen-started = { $seat } is drawn as the first starting player
meow-seen-stacked = the tokens are shuffled into three stacks
meow-seen-dealt = round { $round } is dealt, { $seat } starts, and the row of tokens is { PRINTED(EACH($row, F: "fish", V: "vase")) }
    .heading = Round { $round }
    .short = { $seat } starts, and the row of tokens is { PRINTED(EACH($row, F: "fish", V: "vase")) }
meow-seen-your-hand = { $seat } holds { SUITS($hand, g: "green", b: "blue", p: "pink") }
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

## Hints: why one would do something
# Whole sentences to the player. `later` is how many who are yet to play can change it.

meow-better = { $better ->
    [F] a fish
   *[other] a bowl of { $better }
}

meow-hint-wins = { $later ->
    [0] Wins { meow-token }.
   *[other] Wins { meow-token } so far, with { $later } yet to play.
}
meow-hint-wins-fish = { $later ->
    [0] Wins a fish, which takes your fishbone of { $worth } away.
   *[other] Wins a fish so far, which would take your fishbone of { $worth } away.
}
meow-hint-leads-for = { $n ->
    [0] Leads for { meow-token }: no unseen { $colour } beats it.
    [one] Leads for { meow-token }: { $n } unseen { $colour } card beats it.
   *[other] Leads for { meow-token }: { $n } unseen { $colour } cards beat it.
}
meow-hint-leads-away = { $n ->
    [0] Leads, though no unseen { $colour } card can take { meow-token } off you.
    [one] Leads, and { $n } unseen { $colour } card can take { meow-token } off you.
   *[other] Leads, and { $n } unseen { $colour } cards can take { meow-token } off you.
}
meow-hint-saves = Lets { $seat } go ahead for { meow-token } and saves your strong cards for { meow-better }.
meow-hint-lets = Lets { $seat } go ahead for { meow-token }.
meow-hint-cannot-win = Nothing that you may play beats { $seat }, who is ahead for { meow-token }.
meow-hint-ducks = { $later ->
    [0] Leaves { meow-token } to { $seat }.
   *[other] Keeps out of the way: { $seat } is ahead for { meow-token }.
}
meow-hint-ducks-high = { $later ->
    [0] Leaves { meow-token } to { $seat }, and gets rid of the highest card that does.
   *[other] Gets rid of a high card while { $seat } is ahead for { meow-token }.
}
meow-hint-ducks-twin = { $later ->
    [0] Leaves a vase to { $seat }: one more would cost you { $points } points.
   *[other] Keeps out of the way of a vase, which would cost you { $points } points: { $seat } is ahead.
}
meow-hint-takes = { $later ->
    [0] Takes { meow-token }.
   *[other] Wins { meow-token } so far, unless one of { $later } yet to play beats it.
}
meow-hint-must-take = { $later ->
    [0] Takes { meow-token }, as any card would.
   *[other] Wins { meow-token } so far, as any card would.
}
meow-hint-harmless = One more vase costs you nothing.
meow-hint-drops-worst = Discards your worst fishbone, { $worth }.
meow-hint-drops = Discards a fishbone of { $worth } and keeps one of { $worst }.

## Tips for the first time

meow-tip-token = The best card takes the token, wanted or not, and leads next. Look at the row: it can be good to lose now.
meow-tip-vase = One vase costs nothing, a second one 20 points. Mind who has one already.
meow-tip-one = If the 1 and the 18 of a colour meet in the same turn, the 1 is the better card.

## Choices of a rules line

meow-option-players = how many play: 2 to 6
meow-option-deck = which cards are shuffled
meow-option-deck-basic = all 54, so that some are not dealt
meow-option-deck-expert = only as many as are dealt
meow-option-vases = what three and four broken vases cost
meow-option-vases-pairs = 20 points for each pair
meow-option-vases-flat = 20 points for two or more
meow-option-fish = who chooses the fishbones that fish remove
meow-option-fish-auto = the worst ones go by themselves
meow-option-fish-by-hand = each owner chooses
meow-option-bowls = the worths of the 11 bowls, in place of our reconstruction
meow-option-fishbones = the worths of the 8 fishbones, in place of our reconstruction

## Statistics

meow-fact-turn-won-by-trump = turns won by trump where another colour was led
meow-fact-turn-won-by-1 = turns won by a 1
