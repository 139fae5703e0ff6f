# Yorozu.

## Things

season-spring = spring
season-summer = summer
season-fall = fall
season-winter = winter
season-yorozu = Yorozu

yorozu-dummy = the dummy

## Refusals

yorozu-refuse-over = the match is over
yorozu-refuse-chance-first = not yet: first { $asked }
yorozu-refuse-not-your-turn = it is not your turn: { $seats } must { $asked }
yorozu-refuse-other-asked = not now: you must { $asked }
yorozu-refuse-few-crows = you hold { $found ->
    [0] no crow
    [one] { $found } crow
   *[other] { $found } crows
}, and a new deal needs { $wanted }
yorozu-refuse-not-in-hand = you do not hold { $season } { $value }
yorozu-refuse-closed = { $closed } is closed, and you hold { $season } { $value } of an open season
yorozu-refuse-not-yorozu = { $season } { $value } is no Yorozu: your crow swaps with Yorozu 0 or Yorozu 13
yorozu-refuse-no-such-seat = there is no { $seat } at this table
yorozu-refuse-not-your-multiplier = you do not hold multiplier card { $card }
yorozu-refuse-none-left = no { $season } token is left
yorozu-refuse-different = you already have a { $season } token, and the first three must be of different seasons
yorozu-refuse-two-already = you already have two { $season } tokens, the maximum
yorozu-refuse-seats-first = nothing to draw or deal: { $seats } must { $asked }
yorozu-refuse-other-chance = something else comes first: { $asked }
yorozu-refuse-not-tied = { $seat } cannot be drawn: the lowest total belongs to { $tied }
yorozu-refuse-not-an-order = the order must name each seat once
yorozu-refuse-multiplier-count = { $seat } is dealt { $found ->
    [one] { $found } multiplier card
   *[other] { $found } multiplier cards
}, not { $wanted }
yorozu-refuse-hand-size = { $seat } is dealt { $found ->
    [one] { $found } card
   *[other] { $found } cards
}, not { $wanted }
yorozu-refuse-booze-cards = { $seat } is dealt { $found ->
    [one] { $found } season card
   *[other] { $found } season cards
} with booze, not { $wanted }
yorozu-refuse-dummy-missing = with 3 players the deal needs a dummy deck
yorozu-refuse-dummy-unwanted = with 4 players there is no dummy deck
yorozu-refuse-up-size = { $found ->
    [one] { $found } card is
   *[other] { $found } cards are
} turned up, not { $wanted }
yorozu-refuse-up-booze = { $season } { $value } shows booze and cannot be turned up

yorozu-asked-start = the start player must be drawn
yorozu-asked-multipliers = the multiplier cards must be dealt
yorozu-asked-deal = the cards must be dealt
yorozu-asked-redeal = decide about a new deal
yorozu-asked-tie = a player with the lowest total must be drawn
yorozu-asked-order = the order for the first tokens must be drawn
yorozu-asked-first = name the start player
yorozu-asked-use = choose a multiplier card
yorozu-asked-token = take a season token
yorozu-asked-play = choose a card
yorozu-asked-swap = choose a Yorozu for the crow
yorozu-asked-nothing = do nothing more

## Events
# In the story of a game, `short` is part of a line, `label` starts a line of several events, and `heading` stands above a feast.

yorozu-seen-started = { $seat } is drawn as the start player of the first feast
yorozu-seen-multipliers = the multiplier cards are dealt
yorozu-seen-your-multipliers = { $seat } has the multiplier cards { $cards }
yorozu-seen-dealt = feast { $round } is dealt, and { $low } and { $high } are face up
    .heading = Feast { $round }
    .short = { $low } and { $high } are face up
yorozu-seen-your-hand = { $seat } holds { $hand }
yorozu-seen-you-keep = { $seat } does not ask for a new deal
yorozu-seen-you-ask = { $seat } asks for a new deal
yorozu-seen-new-deal = a player has three crows, and all cards are dealt again
yorozu-seen-drawn = { $seat } is drawn from the players with the lowest total
yorozu-seen-ordered = tokens are taken in this order: { $order }
yorozu-seen-named = { $seat } names { $start } as the start player
yorozu-seen-used = { $seat } uses multiplier card { $card }
    .label = Multiplier cards
    .short = { $card } by { $seat }
yorozu-seen-token = { $seat } takes a { $season } token
    .label = Tokens
    .short = { $season } for { $seat }
yorozu-seen-dummy-up = the dummy's card is { $season } { $value }
yorozu-seen-chosen = { $seat } has chosen a card
yorozu-seen-you-chose = { $seat } chooses { $season } { $value }
yorozu-seen-revealed = { $seat } reveals { $season } { $value }
    .label = Round { $round }
    .short = { $season } { $value } by { $seat }
yorozu-seen-dummy-revealed = the dummy plays { $season } { $value }
    .short = { $season } { $value } by the dummy
yorozu-seen-declared = { $seat } holds no { $seasons }
yorozu-seen-swapped = { $season } { $value } of { $by } swaps with Yorozu { $yorozu } of { $from }
yorozu-seen-took = { $seat } takes { $season } { $value }
yorozu-seen-dummy-took = the dummy takes { $season } { $value }
yorozu-seen-face-up = { $low } and { $high } are face up now
yorozu-seen-scored = { $seat } scores { $points } for { $fish } fish, { $booze } booze and { $crows ->
    [one] { $crows } crow
   *[other] { $crows } crows
}: { $total } in all
    .label = Scores
    .short = { $seat } gets { $points } ({ $fish } fish, { $booze } booze, { $crows ->
        [one] { $crows } crow
       *[other] { $crows } crows
    }; { $total } in all)
yorozu-seen-one-more = { $seats } are tied, and one more feast decides
yorozu-seen-won = { $n ->
    [one] { $seats } wins the match with { points }
   *[other] { $seats } share the victory with { points }
}

## Score sheets
# The value stands below the points of a term, `told` before them in a line of text. A column has a `short` title where room is scarce.

yorozu-sheet-title-fish = Fish
yorozu-sheet-title-spring = Spring
yorozu-sheet-title-summer = Summer
yorozu-sheet-title-fall = Fall
yorozu-sheet-title-winter = Winter
yorozu-sheet-title-booze = Booze
yorozu-sheet-title-crows = Crows
yorozu-sheet-fish = { $n } fish
yorozu-sheet-season = { $n } × { $times }
    .told = { $season } { $n } fish × { $times }
yorozu-sheet-booze = { $n } booze
yorozu-sheet-booze-halves = { $n } booze halve { $fish } to { $half }
yorozu-sheet-crows = { $n ->
    [one] { $n } crow
   *[other] { $n } crows
}
yorozu-sheet-ended = All { $rounds } rounds were played.
yorozu-sheet-ended-booze = { $seats } took a third booze, which ended the feast after { $rounds ->
    [one] { $rounds } round
   *[other] { $rounds } rounds
}.
yorozu-sheet-one-more = { $seats } are tied: one more feast decides.
yorozu-sheet-legend = { $level ->
    [experienced] Fish count as often as your multiplier card says
    [advanced] Fish count as often as you had tokens of their season
   *[basic] A fish counts 1
}, a booze 2 and a crow −1. Three booze count nothing and halve the fish, rounded up.

## Hints: reasons for a move
# Whole sentences to the player.

yorozu-prize = { $season } { $value }{ $shows ->
    [crow] , a crow
    [booze] , with booze
    [nothing] , without fish
   *[fish] , with { $fish } fish
}

yorozu-hint-new-deal = You hold { $n } crows, and each of them costs a point.
yorozu-hint-keeps-crows = Keeps your hand, with its { $n } crows.
yorozu-hint-keeps-hand = { $n ->
    [0] Keeps your hand: you hold no crow, and a new deal needs 3.
    [one] Keeps your hand: you hold { $n } crow, and a new deal needs 3.
   *[other] Keeps your hand: you hold { $n } crows, and a new deal needs 3.
}
yorozu-hint-highest = { $likely ->
    [0] Perhaps
   *[1] Probably
} the highest: you take { yorozu-prize }.
yorozu-hint-lowest = { $likely ->
    [0] Perhaps
   *[1] Probably
} the lowest: you take { yorozu-prize }.
yorozu-hint-middle = { $likely ->
    [0] Perhaps
   *[1] Probably
} in the middle: you keep { yorozu-prize }.
yorozu-hint-yorozu = Takes { yorozu-prize }, unless a crow comes.
yorozu-hint-crow-to-yorozu = The dummy plays Yorozu { $yorozu }, and your crow can swap with it.
yorozu-hint-third-booze = { $likely ->
    [0] Perhaps
   *[1] Probably
} takes { $season } { $value }, your third booze, which ends the feast and halves your fish.
yorozu-hint-avoids-booze = { $likely ->
    [0] Perhaps
   *[1] Probably
} leaves a third booze, { $booze } { $number }, to others: you take { yorozu-prize }.
yorozu-hint-swaps = With Yorozu { $yorozu } you take { yorozu-prize }.
yorozu-hint-chooses-last = If { $seat } starts, you choose a multiplier card last, after seeing all the others.
yorozu-hint-chooses = { $place ->
    [1] You choose a multiplier card before everyone else.
   *[other] If { $seat } starts, you choose a multiplier card as number { $place }.
}
yorozu-hint-multiplies = A { $season } fish counts { $times }, and you hold { $fish ->
    [0] none
   *[other] { $fish }
}; a { $other } fish counts { $less }, and you hold { $rest ->
    [0] none
   *[other] { $rest }
}.
yorozu-hint-token = A { $season } fish then counts { $n }, and you hold { $fish ->
    [0] none
   *[other] { $fish }
}.
yorozu-hint-token-ahead = Begins the next feast with { $n ->
    [one] { $n } { $season } token
   *[other] { $n } { $season } tokens
}.

## Tips for a first game

yorozu-tip-secret = Everyone reveals at once. The lowest card takes the left face-up card, the highest the right one, and the others keep the card they played.
yorozu-tip-crow = A crow lies face up, and taking it costs a point. A card in the middle avoids it.
yorozu-tip-booze = You have two booze. A third ends the feast at once, makes all three worthless and halves your fish.

## Options of a rules line

yorozu-option-players = number of players: 3 or 4
yorozu-option-level = rules in addition to the basic ones
yorozu-option-level-basic = none
yorozu-option-level-experienced = multiplier cards
yorozu-option-level-advanced = season tokens
yorozu-option-edition = rulebook: rounds in which markers are laid
yorozu-option-edition-wood = English: through round 8
yorozu-option-edition-fukuroudou = Japanese: through round 7
yorozu-option-target = total that ends the match: 10 to 200
yorozu-option-fish = fish on the nine cards of a season, instead of our reconstruction
yorozu-option-booze = two places with booze in a season, instead of our reconstruction
yorozu-option-cats = cats on the cards of spring, summer, fall and winter, instead of our reconstruction
yorozu-option-multipliers = multipliers of the cards A1 to C4, instead of our reconstruction; only with level=experienced

yorozu-row-A1 = A1
yorozu-row-A2 = A2
yorozu-row-A3 = A3
yorozu-row-A4 = A4
yorozu-row-B1 = B1
yorozu-row-B2 = B2
yorozu-row-B3 = B3
yorozu-row-B4 = B4
yorozu-row-C1 = C1
yorozu-row-C2 = C2
yorozu-row-C3 = C3
yorozu-row-C4 = C4

## Statistics

yorozu-fact-booze-end = feasts ended by a third booze
yorozu-fact-rounds-played = rounds played out of nine a feast
yorozu-fact-crow-swap = rounds in which a crow swapped with a Yorozu (two swaps count twice)
yorozu-fact-season-declared = players who showed in a feast that they held no open season
