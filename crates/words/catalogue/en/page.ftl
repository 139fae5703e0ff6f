# The pages of the server. Whole sentences, to people who may never have played.

## Every page

page-house = Nekoza
page-home = Games
page-new = New table
page-rules = Rules
page-skip = Skip to the content
page-navigation = Main
page-about = About Nekoza
page-footer = Nekoza is unofficial. The games are their designers’ and publishers’ work; buy them, they are lovely.

## Home

home-title = Four card games about cats
home-lead = Play against bots at once, or send your friends a link. Nobody has to sign up for anything.
home-players = { $min }–{ $max } players
home-game-catbox = Cats have no colour until you look. Say how many tricks you will win, and never be left with a cat that cannot exist.
home-game-catsle = Take stones from every trick and build four walls, each exactly as high as its plan.
home-game-yorozu = Choose in secret, reveal together. The highest and the lowest bring fish home from the feast.
home-game-meow = Nine small fights for bowls, fish and bones in a kitchen at night. Leave the second vase alone.
home-against = Against
home-level-kitten = kittens (easy)
home-level-cat = cats (fair)
home-level-tiger = tigers (hard)
home-you = Guest
home-play = Play now
home-friends = With friends
home-rules = Rules
home-tables = Open tables
home-no-tables = No table is open to everybody right now. Set one up, and it can stand here.
home-free = { $n ->
    [0] full
    [one] { $n } free seat
   *[other] { $n } free seats
}

## Setting up a table

new-title = New table
new-game = Game
new-players = Players
new-n-players = { $n } players
new-who = Who plays
new-name = Your name
new-value = { $value }: { $told }
new-seat = Seat { $number }
new-level-person = a friend
new-level-none = nobody: the table waits
new-level-kitten = a kitten (easy)
new-level-cat = a cat (fair)
new-level-tiger = a tiger (hard)
new-rules = Variant
new-rules-link = Read the rules
new-time = Time
new-clock = How long may people think?
new-clock-none = As long as they like
new-clock-move = So long for each decision
new-clock-bank = So long for the whole game, and some time back for each decision
new-move-time = For each decision
new-bank-time = For the whole game
new-increment = Back for each decision
new-stand-in = Who plays for people who are away or out of time?
new-grace = How long may people be away?
new-pace = How fast do bots move?
new-pace-of = { $n ->
    [0] at once
    [400] briskly
    [900] like people
    [2000] slowly
   *[other] after { $n } ms
}
new-duration-seconds = { $n ->
    [0] nothing
    [one] { $n } second
   *[other] { $n } seconds
}
new-duration-minutes = { $n ->
    [one] { $n } minute
   *[other] { $n } minutes
}
new-duration-hours = { $n ->
    [one] { $n } hour
   *[other] { $n } hours
}
new-duration-days = { $n ->
    [one] { $n } day
   *[other] { $n } days
}
new-house = Door and manners
new-listed = Who finds the table?
new-listed-link = Only those who have its link
new-listed-home = Everybody, on the home page
new-watching = May people without a seat watch? They see what lies open, and no hand.
new-watching-yes = Yes
new-watching-no = No
new-chat = May people talk?
new-chat-yes = Yes
new-chat-no = No
new-chosen = Where several choose in secret, who learns that somebody has chosen?
new-chosen-shown = Everybody, at once
new-chosen-hidden = Nobody, until all have
new-help = Help
new-hints = May people ask for a hint? A bot tells what it would do, how good that is, and why.
new-hints-alone = Only where all others are bots
new-hints-yes = Yes
new-hints-no = No
new-radar = Show a paradox radar? A line tells how near a paradox is, from what a player can know.
new-radar-yes = Yes
new-radar-no = No
new-deck = Values of your own box
new-deck-why = Where we had only a picture of a rulebook, values are reconstructed. If you own the box, you can play with its values.
new-deck-text = Your deck file
new-deck-standard = These are our values, to be copied and changed:
new-create = Set up the table
new-problems = { $n ->
    [one] One thing does not fit yet
   *[other] { $n } things do not fit yet
}
new-wrong-choice = `{ $found }` is not offered here
new-wrong-number = found `{ $found }`, wanted a number from { $min } to { $max }
new-wrong-line = line { $line }: { $reason }

## Rulebooks

rules-title = Rules
rules-lead = The rules in our own words. Every rule has an id, and whatever the table refuses names the rule.
rules-of = Rules of { $game }
rules-contents = Contents

## What does not work out

error-home = To the games
error-bad-request-title = That made no sense
error-bad-request = The request could not be understood.
error-forbidden-title = Not for you
error-forbidden = You may not do that here.
error-cross-site-title = From somewhere else
error-cross-site = The request came from another site, so nothing was done. Go back to this one and try again.
error-not-found-title = Nothing here
error-not-found = There is no such page, or it is not there any more.
error-method-title = Not like that
error-method = This address cannot be used in that way.
error-conflict-title = Too late
error-conflict = Something else has happened in the meantime. Look again and decide anew.
error-too-large-title = Too much
error-too-large = That was too long. A form may have 8 KiB.
error-too-many-title = One moment
error-too-many = Too many requests came from your address. Try again in { $seconds ->
    [one] { $seconds } second
   *[other] { $seconds } seconds
}.
error-internal-title = Our mistake
error-internal = Something went wrong on our side. Whoever runs this server can find it in the log.
error-unavailable-title = Not now
error-unavailable = The server is stopping or has too much to do. Try again soon.

## The command

serve-open = Nekoza is open at { $url }
serve-port-taken = cannot listen on { $address }: something else does already; choose another port with --listen, or stop the other
serve-listen = cannot listen on { $address }: { $error }
serve-data = cannot write in the folder { $folder }: { $error }; choose another one with --data
serve-in-use = another nekoza uses the folder { $folder }; stop it, or choose another folder with --data
serve-store = cannot keep tables in { $folder }: { $error }
serve-threads = cannot start threads: { $error }
serve-bad-url = found `{ $found }`, wanted something like `https://cats.example`
serve-limits-off = limits can only be left out on an address that nobody else reaches, such as 127.0.0.1:8080, and not on { $address }
serve-bad-log = cannot read `{ $found }`, wanted something like `info` or `warn,server=debug`: { $error }

## About

about-title = About Nekoza
about-what = Nekoza is a house for four card games about cats. Play with friends by a link or against bots at once, in a browser or in a terminal; nobody signs up for anything.
about-fair = Every rule is enforced and every refusal says which rule it is. No page knows more than the player in front of it. Deals are promised before the first card and can be checked after the last.
about-host = Anybody can host it: it is one program with its tables in one folder.
about-games = Whose games these are
about-unofficial = Nekoza is unofficial. Its words, pictures and cats are its own; the games belong to the people who made them. If you like a game here, buy it: the cards are lovelier still.
about-catbox = Designed by Muneyuki Yokouchi, with art by Osamu Inoue.
about-catsle = Designed by Yozaemon Matsumoto and Fukutarou, with illustrations by Satsuki Nakayama, published by Fukuroudou.
about-yorozu = Designed by Fukutarou, with illustrations by Satsuki Nakayama, published by Fukuroudou and, in English, by The Wood Games.
about-meow = Designed by Reiner Knizia, published by Cranio Creations.
