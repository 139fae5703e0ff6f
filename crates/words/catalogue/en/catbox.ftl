# Cat in the Box.

## Refusals

catbox-refuse-over = the game is over
catbox-refuse-chance-first = not yet: first { $asked }
catbox-refuse-not-your-turn = it is not your turn: { $seats } must { $asked }
catbox-refuse-other-asked = not now: you must { $asked }
catbox-refuse-not-in-hand = you hold no { $value }
catbox-refuse-not-offered = { $bid } is not on your player card: the bids are { $bids }
catbox-refuse-covered = { $colour } { $value } is covered: { $seat } took it in trick { $trick }
catbox-refuse-covered-by-neutral = { $colour } { $value } is covered by a neutral token
catbox-refuse-given-up = you gave up { $colour } in trick { $trick }
catbox-refuse-red-too-early = red cannot be led: no red on the sheet yet, and you can declare { $other } as { $colour }
catbox-refuse-seats-first = nothing to draw or deal: { $seats } must { $asked }
catbox-refuse-other-chance = something else comes first: { $asked }
catbox-refuse-no-such-seat = there is no { $seat } at this table
catbox-refuse-hand-size = { $seat } is dealt { $found ->
    [one] { $found } card
   *[other] { $found } cards
}, not { $wanted }
catbox-refuse-up-size = { $found ->
    [one] { $found } card is
   *[other] { $found } cards are
} turned up, not { $wanted }
catbox-refuse-copies = the deal has { $found } cards of value { $value }, not { $wanted }

catbox-asked-start = the start player must be drawn
catbox-asked-deal = the cards must be dealt
catbox-asked-set-aside = set a card aside
catbox-asked-bid = bid
catbox-asked-play = play a card
catbox-asked-nothing = do nothing more

## Events
# In the story of a game, `short` is part of a line, `label` starts a line of several events, and `heading` stands above a round.

catbox-seen-started = { $seat } is drawn as the first start player
catbox-seen-dealt = round { $round } is dealt, and { $seat } is the start player
    .heading = Round { $round }
    .short = { $seat } is the start player
catbox-seen-turned-up = the cards turned up are { $up }, and neutral tokens cover cells for them
catbox-seen-your-hand = { $seat } holds { $hand }
catbox-seen-set-aside = { $seat } sets a card aside
catbox-seen-you-set-aside = { $seat } sets { $value } aside
    .label = Set aside
    .short = { $value } by { $seat }
catbox-seen-bid = { $seat } bids { $bid }
    .label = Bids
    .short = { $bid } by { $seat }
catbox-seen-led = { $seat } leads { $colour } { $value }
    .short = Trick { $trick }: { $seat } leads { $colour } { $value }
catbox-seen-followed = { $seat } plays { $colour } { $value }
catbox-seen-gave-up = { $seat } gives up { $colour }
    .short = (giving up { $colour })
catbox-seen-trick-won = { $seat } wins the trick with { $colour } { $value }
    .short = { $seat } wins
catbox-seen-paradox = paradox: { $seat } is left with { $hand } and cannot play
catbox-seen-scored = { $seat } wins { $won ->
    [one] { $won } trick
   *[other] { $won } tricks
}{ $bonus ->
    [0] { "" }
   *[other] , earns a bonus of { $bonus }
} and scores { $points }: { $total } in all
    .label = Scores
    .short = { $seat } gets { $points } ({ $won } won{ $bonus ->
        [0] { "" }
       *[other] , bonus { $bonus }
    }; { $total } in all)
catbox-seen-won = { $n ->
    [one] { $seats } wins the game with { points }
   *[other] { $seats } share the victory with { points }
}
catbox-seen-won-on-tie-break = { $n ->
    [one] { $tied } have { points }, and { $seats } wins on the points of the last round
   *[other] { $tied } have { points }, and { $seats } share the victory on the points of the last round
}

## Score sheets
# The value stands below the points of a term, `told` before them in a line of text. A column has a `short` title where room is scarce.

catbox-sheet-title-bid = Bid
catbox-sheet-title-tricks = Tricks
catbox-sheet-title-bonus = Bonus
catbox-sheet-bid-met = exact
    .told = bid { $bid }, won { $won }: exact
catbox-sheet-bid-missed = missed
    .told = bid { $bid }, won { $won }: missed
catbox-sheet-bid-paradox = paradox
    .told = bid { $bid }, won { $won }: paradox
catbox-sheet-no-bid-met = at most 4
    .told = won { $won }, at most 4
catbox-sheet-no-bid-missed = more than 4
    .told = won { $won }, more than 4
catbox-sheet-no-bid-paradox = paradox
    .told = won { $won }: paradox
catbox-sheet-tricks = { $n ->
    [one] trick
   *[other] tricks
}
    .told = { $n } { $n ->
        [one] trick
       *[other] tricks
    }
catbox-sheet-tricks-lost = −1 a trick
    .told = { $n } { $n ->
        [one] trick
       *[other] tricks
    }
catbox-sheet-bonus = largest group
    .told = largest group of { $group }
catbox-sheet-no-bonus = no bonus
    .told = no bonus
catbox-sheet-ended = All { $tricks } tricks were played.
catbox-sheet-ended-stuck = { $seat } could name no colour: the round ended in trick { $trick }, which counts for nobody.
catbox-sheet-ended-stuck-lead = { $seat } could name no colour to lead trick { $trick }, and the round ended.
catbox-sheet-legend = { $players ->
    [2] A player with at most 4 tricks
   *[other] A player whose bid is exact
} gets a point for each token of their largest group: tokens side by side on the sheet, not at corners.

catbox-sheet-stuck = Last cards of { $seat }
catbox-sheet-stuck-legend = Each colour was covered, or given up
catbox-sheet-stuck-card = { $n ->
    [one] { $value }
   *[other] { $value }, { $n } cards
}
catbox-sheet-stuck-told = { $card }: { $why }
catbox-sheet-why-covered = { $colour } covered by { $seat }
catbox-sheet-why-covered-by-neutral = { $colour } covered by a neutral token
catbox-sheet-why-given-up = { $colour } given up in trick { $trick }

## Hints: reasons for a move
# Whole sentences to the player. `later` counts the players still to play.

catbox-hint-alike = You hold { $n } cards of value { $value }, and they compete for the same cells.
catbox-hint-lowest = Your lowest card: it is the least likely to win.
catbox-hint-highest = Your highest card: without it you win fewer tricks.
catbox-hint-only = Your only { $value }: no other card of yours competes for its cells.
catbox-hint-fits = { $about ->
    [one] The bid closest to what your hand is worth: about { $about } trick.
   *[other] The bid closest to what your hand is worth: about { $about } tricks.
}
catbox-hint-bids-more = { $about ->
    [one] More than your hand is worth: about { $about } trick.
   *[other] More than your hand is worth: about { $about } tricks.
}
catbox-hint-bids-less = { $about ->
    [one] Less than your hand is worth: about { $about } trick.
   *[other] Less than your hand is worth: about { $about } tricks.
}
catbox-hint-strands = Leaves { $n } of your cards without a cell, and only one may stay in your hand.
catbox-hint-leads-high = Leads { $colour }, where no higher cell is open.
catbox-hint-leads = { $n ->
    [one] Leads { $colour }, where { $n } higher cell is open.
   *[other] Leads { $colour }, where { $n } higher cells are open.
}
catbox-hint-trumps = { $later ->
    [0] Wins the trick with red, but gives up { $colour }.
   *[other] Is ahead with red, but gives up { $colour }.
}
catbox-hint-meets = { $later ->
    [0] Wins the trick that meets your bid: a bonus of { $group } as it stands.
   *[other] Is ahead in the trick that would meet your bid.
}
catbox-hint-towards = { $later ->
    [0] Wins the trick: your bid needs { $more } more.
   *[other] Is ahead in the trick: your bid would need { $more } more.
}
catbox-hint-wins = { $later ->
    [0] Wins the trick, and { $more } more would not cost your bonus.
   *[other] Is ahead in the trick, and { $more } more would not cost your bonus.
}
catbox-hint-too-many = { $later ->
    [0] Wins one trick too many: no bonus.
   *[other] Is ahead in a trick that would be one too many for your bonus.
}
catbox-hint-point = { $later ->
    [0] Wins the trick: a point, and the bonus is lost anyway.
   *[other] Is ahead in the trick: a point, and the bonus is lost anyway.
}
catbox-hint-gives-up = { $n ->
    [0] Gives up { $colour }, where no other card of yours has an open cell.
    [one] Gives up { $colour }, with { $n } cell that you could have taken.
   *[other] Gives up { $colour }, with { $n } cells that you could have taken.
}
catbox-hint-stays = { $later ->
    [0] Leaves the trick to { $seat }: one more would cost your bonus.
   *[other] Leaves the trick to { $seat } so far: one more would cost your bonus.
}
catbox-hint-grows = Takes a cell next to yours: your largest group becomes { $group }.
catbox-hint-keeps = Follows { $colour } and keeps it.
catbox-hint-nothing-lost = Gives up nothing: you gave up { $colour } before.

## Tips for a first game

catbox-tip-colour = Your cards have no colour until you name one. Each colour and value can be named only once in a round.
catbox-tip-give-up = You cannot follow, so any card gives up the colour that was led. You cannot name that colour again in this round.
catbox-tip-paradox = Count your open cells: they are getting scarce. A player who must play and cannot causes a paradox. They lose the bonus and a point for each trick won.

## Options of a rules line

catbox-option-players = number of players: 2 to 5
catbox-option-edition = edition, which follows from the number of players
catbox-option-edition-original = 3 or 4 players
catbox-option-edition-deluxe = 2 or 5 players
catbox-option-side = side of the sheet, which decides which cells are neighbours
catbox-option-side-black = every row in the same order; always with 2 players
catbox-option-side-purple = rows in different orders; always with 5 players
catbox-option-black = rows of the black side, instead of our reconstruction
catbox-option-purple = rows of the purple side for 3 or 4 players, instead of our reconstruction
catbox-option-purple9 = rows of the purple side for 5 players, instead of our reconstruction

catbox-row-red = { colour-red }
catbox-row-blue = { colour-blue }
catbox-row-yellow = { colour-yellow }
catbox-row-green = { colour-green }

## Statistics

catbox-fact-paradox = rounds ended by a paradox
catbox-fact-bonus-earned = bonuses earned
catbox-fact-bid-met = bids met
catbox-fact-tricks-finished = tricks finished
