# CATSle.

## Places of a board

catsle-place-1 = column 1
catsle-place-2 = column 2
catsle-place-3 = column 3
catsle-place-4 = column 4
catsle-place-s = the scrap area

## Refusals

catsle-refuse-over = the game is over
catsle-refuse-chance-first = not yet: first { $asked }
catsle-refuse-not-your-turn = it is not your turn: { $seats } must { $asked }
catsle-refuse-other-asked = not now: you must { $asked }
catsle-refuse-not-in-hand = you do not hold { $suit } { $rank }
catsle-refuse-must-follow = you must follow { $suit }: you hold { $suit } { $rank }
catsle-refuse-not-in-trick = { $suit } { $rank } is not in this trick
catsle-refuse-already-taken = { $suit } { $rank } is gone: { $seat } took it
catsle-refuse-no-scrap-area = boards for 3 players have no scrap area
catsle-refuse-suit-elsewhere = { $suit } must go to { $place }, where your other { $suit } cards lie
catsle-refuse-place-occupied = { $place } already holds { $suit }, and no place takes two suits
catsle-refuse-seats-first = nothing to draw or deal: { $seats } must { $asked }
catsle-refuse-other-chance = something else comes first: { $asked }
catsle-refuse-no-such-seat = there is no { $seat } at this table
catsle-refuse-other-suit-out = { $found } cannot be left out: these rules leave out { $wanted }
catsle-refuse-hand-size = { $seat } is dealt { $found ->
    [one] { $found } card
   *[other] { $found } cards
}, not { $wanted }
catsle-refuse-extra-size = the extra deck has { $found ->
    [one] { $found } card
   *[other] { $found } cards
}, not { $wanted }
catsle-refuse-not-in-deck = { $suit } { $rank } is not in the deck, or was dealt before
catsle-refuse-missing = { $suit } { $rank } is missing from the deal

catsle-asked-start = the start player must be drawn
catsle-asked-out = the suit to leave out must be drawn
catsle-asked-deal = the cards must be dealt
catsle-asked-play = play a card
catsle-asked-take = take a card
catsle-asked-nothing = do nothing more

## Events
# In the story of a game, `short` is part of a line, `label` starts a line of several events, and `heading` stands above a round.

catsle-seen-started = { $seat } is drawn as the first start player
catsle-seen-left-out = { $suit } is left out of this game
catsle-seen-dealt = round { $round } is dealt, and { $seat } is the start player
    .heading = Round { $round }
    .short = { $seat } is the start player
catsle-seen-your-hand = { $seat } holds { $hand }
catsle-seen-extra-card = the extra card of trick { $trick } is { $suit } { $rank }
catsle-seen-led = { $seat } leads { $suit } { $rank }
    .short = Trick { $trick }: { $seat } leads { $suit } { $rank }
catsle-seen-followed = { $seat } plays { $suit } { $rank }
catsle-seen-taken = { $seat } takes { $suit } { $rank } to { $place }
catsle-seen-left-over = { $suit } { $rank } is left over
catsle-sum = { $columns } for columns{ $scrap ->
    [0] { "" }
   *[other] , { $scrap } for scrap
}, { $perfect ->
    [0] no perfect column
    [one] { $perfect } perfect column
   *[other] { $perfect } perfect columns
}{ $bonus ->
    [0] { "" }
   *[other] {" "}for a bonus of { $bonus }
}
catsle-seen-scored = { $seat } scores { $points }{ SIGN($sum) ->
    [minus] , because { $sum } is below zero
   *[plus] { "" }
}: { catsle-sum }; { $total } in all
    .label = Scores
    .short = { $seat } gets { $points }{ SIGN($sum) ->
        [minus] {" "}for { $sum }
       *[plus] { "" }
    } ({ catsle-sum }; { $total } in all)
catsle-seen-won = { $n ->
    [one] { $seats } wins the game with { points }
   *[other] { $seats } share the victory with { points }
}
catsle-seen-won-on-tie-break = { $n ->
    [one] { $tied } have { points }, and { $seats } wins on the perfect columns of the last round
   *[other] { $tied } have { points }, and { $seats } share the victory on the perfect columns of the last round
}

## Score sheets
# The value stands below the points of a term, `told` before them in a line of text. A column has a `short` title where room is scarce.

catsle-sheet-title-column-1 = Column 1
    .short = 1
catsle-sheet-title-column-2 = Column 2
    .short = 2
catsle-sheet-title-column-3 = Column 3
    .short = 3
catsle-sheet-title-column-4 = Column 4
    .short = 4
catsle-sheet-title-scrap = Scrap
catsle-sheet-title-perfect = Perfect
catsle-sheet-title-below-zero = Below 0
catsle-sheet-column = { $n } of { $limit }
    .told = { $place } has { $n } of { $limit }
catsle-sheet-column-empty = 0 of { $limit }
    .told = { $place } is empty
catsle-sheet-column-perfect = { $n } of { $limit }
    .told = { $place } is perfect with { $n }
catsle-sheet-column-over = { $n } of { $limit }
    .told = { $place } has { $n }, over its limit of { $limit }
catsle-sheet-scrap = { $n } scrap
    .told = { $n ->
        [0] no scrap
        [one] { $n } card of scrap
       *[other] { $n } cards of scrap
    }
catsle-sheet-perfect = { $n } perfect
    .told = { $n ->
        [0] no perfect column
        [one] { $n } perfect column
       *[other] { $n } perfect columns
    }
catsle-sheet-below-zero = { $sum } is 0
    .told = { $sum } counts zero
catsle-sheet-not-below-zero = –
    .told = { "" }
catsle-sheet-ended = All { $tricks } tricks were shared out.
catsle-sheet-legend = A column scores a point a card. Over its limit its cards give nothing, and each card above costs a point. 2, 3 or 4 perfect columns bring 1, 2 or 4 points more.

## Hints: reasons for a move
# Whole sentences to the player. `later` counts the players still to play.

catsle-ordinal = { $rank ->
    [1] first
    [2] second
    [3] third
    [4] fourth
   *[other] fifth
}

catsle-hint-first-for = { $later ->
    [0] Ranks first: you can take { $suit } { $rank }, which makes your column of { $limit } perfect.
   *[other] Ranks first so far, for { $suit } { $rank }, which makes your column of { $limit } perfect.
}
catsle-hint-first = { $later ->
    [0] Ranks first: you take before everyone else.
   *[other] Ranks first so far, and that rank takes before everyone else.
}
catsle-hint-two = { $later ->
    [0] Ranks { catsle-ordinal }: you take two cards.
   *[other] Ranks { catsle-ordinal } so far, and that rank takes two cards.
}
catsle-hint-one = { $later ->
    [0] Ranks { catsle-ordinal }: you take one card.
   *[other] Ranks { catsle-ordinal } so far, and that rank takes one card.
}
catsle-hint-ducks = { $later ->
    [0] Ranks { catsle-ordinal }: you take nothing, and every card here would cost you points.
   *[other] Ranks { catsle-ordinal } so far and takes nothing: every card here would cost you points.
}
catsle-hint-nothing = { $later ->
    [0] Ranks { catsle-ordinal }: you take nothing.
   *[other] Ranks { catsle-ordinal } so far, and that rank takes nothing.
}
catsle-hint-leads = { $higher ->
    [one] Leads { $suit }: { $higher } higher card is unseen.
   *[other] Leads { $suit }: { $higher } higher cards are unseen.
}
catsle-hint-perfect = { $perfect ->
    [one] Makes your column of { $limit } perfect.
   *[other] Makes your column of { $limit } perfect: you then have { $perfect } perfect columns.
}
catsle-hint-starts = { $left ->
    [0] Starts { $suit } in your column of { $limit }, with no more { $suit } to come.
    [one] Starts { $suit } in your column of { $limit }. { $left } more card may come.
   *[other] Starts { $suit } in your column of { $limit }. { $left } more cards may come.
}
catsle-hint-fills = Fills your column of { $limit }: { $n } of { $limit }.
catsle-hint-least-loss = { $points ->
    [one] Costs you { $points } point, and nothing else costs less.
   *[other] Costs you { $points } points, and nothing else costs less.
}
catsle-hint-breaks = Breaks your column of { $limit }: it then has { $n } cards.
catsle-hint-overflows = Adds to your column of { $limit }, which is already over its limit: { $n } cards.
catsle-hint-scraps = { $n ->
    [one] Goes to the scrap area, where it costs a point.
   *[other] Goes to the scrap area, where each of { $n } cards costs a point.
}

## Tips for a first game

catsle-tip-rank = The highest card of the suit led ranks first and takes first, but another rank takes two cards. Sometimes it is best to take nothing.
catsle-tip-column = A new suit may start any empty column. All your later cards of that suit must go to the same place, so count how many may come.
catsle-tip-limit = You can break a column. Over its limit its cards give nothing, and each one above costs a point.

## Options of a rules line

catsle-option-players = number of players: 3 to 5
catsle-option-lead = leader of the next trick
catsle-option-lead-two-cards = the player who took two cards
catsle-option-lead-winner = the player who ranked first
catsle-option-out = suit that is left out, with 3 players only
catsle-option-out-random = one drawn at random
catsle-option-out-r = { colour-red }
catsle-option-out-b = { colour-blue }
catsle-option-out-g = { colour-green }
catsle-option-out-k = { colour-grey }
catsle-option-out-y = { colour-yellow }
catsle-option-limits3 = limits of the four columns with 3 players, instead of our reconstruction

## Statistics

catsle-fact-column-perfect = columns exactly at their limit
catsle-fact-column-over-limit = columns over their limit
catsle-fact-board-perfect = boards with four perfect columns
catsle-fact-board-with-scrap = boards with cards in the scrap area
catsle-fact-board-below-zero = boards that scored less than zero
catsle-fact-trick-leader-first = tricks in which the leader ranked first
catsle-fact-two-taken-off-suit = tricks in which an off-suit card earned two cards
