# The pages of the server. Whole sentences, to people who may never have played.

## Every page

page-name = Nekoza
page-home = Games
page-new = New table
page-rules = Rules
page-skip = Skip to content
page-navigation = Main
page-about = About Nekoza
page-footer = Nekoza is unofficial. The games belong to their designers and publishers: buy them, they are lovely.

## Home

home-title = Four card games about cats
home-lead = Play against bots right away, or send your friends a link. No sign-up.
home-players = { $min }–{ $max } players
home-game-catbox = Cats have no colour until you look. Say how many tricks you will win, and never be left with a cat that cannot exist.
home-game-catsle = Take stones from every trick and build four towers, each exactly as high as its plan.
home-game-yorozu = Choose in secret, reveal together. The lowest and the highest card bring fish home from the feast. Mind the crow.
home-game-meow = Nine turns, nine tokens in a kitchen at night. Win the bowls, dodge the bones, and never break a second vase.
home-against = Against
home-level-kitten = Kittens
home-level-kitten-how = easy
home-level-cat = Cats
home-level-cat-how = medium
home-level-tiger = Tigers
home-level-tiger-how = hard
home-name = Your name
home-you = Guest
home-play = Play now
home-friends = Friends
home-play-friends = Play with friends
home-learn = Learn
home-learn-rules = Learn the rules
home-rules = How to play
home-mine = My tables
home-mine-more = { $n ->
    [one] { $n } more table
   *[other] { $n } more tables
}
home-turns = Tables that wait for you
home-turn = Your turn
home-go-on = Continue
home-with = with { $names }
home-with-bots = with bots
home-invited = invitation
home-nobody-yet = nobody else yet
home-stage-playing = in play
home-stage-over = finished
home-tables = Open tables
home-no-tables = No open tables right now.
home-new = Create a table and list it here
home-free = { $n ->
    [0] all seats taken
    [one] { $n } free seat
   *[other] { $n } free seats
}

## Setting up a table

new-title = New table
new-game = Game
new-players = Players
new-n-players = { $n } players
new-who = Seats
new-name = Your name
new-value = { $value }: { $told }
new-seat = Seat { $number }
new-level-person = a friend
new-level-none = no stand-in: the table waits
new-level-kitten = a kitten (easy)
new-level-cat = a cat (medium)
new-level-tiger = a tiger (hard)
new-rules = Variant
new-rules-link = Read the rules
new-time = Time
new-clock = Time limit
new-clock-none = No limit
new-clock-move = Time per move
new-clock-bank = Time per game, plus an increment per move
new-move-time = Time per move
new-bank-time = Time per game
new-increment = Increment per move
new-stand-in = Stand-in for players who are away or out of time
new-grace = Time away before the stand-in plays
new-pace = Speed of bots
new-pace-of = { $n ->
    [0] instant
    [400] fast
    [900] like people
    [2000] slow
   *[other] after { $n } ms
}
new-duration-seconds = { $n ->
    [0] none
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
new-interlude = Pause after each round, to look at the board and the scores
new-interlude-timed = Until all players are ready, among people at most for the time below
new-interlude-open = Until all players are ready, without a limit
new-interlude-none = No pause
new-interlude-time = Longest pause
new-privacy = Privacy and chat
new-listed = Who can find the table?
new-listed-link = Only people with the link
new-listed-home = Everyone, on the home page
new-watching = Allow spectators? They see open cards, but no hands.
new-watching-yes = Yes
new-watching-no = No
new-newcomers = When a player leaves during a game, may another player take the seat and see the hand? Otherwise the seat is kept.
new-newcomers-no = No
new-newcomers-yes = Yes
new-chat = Allow chat?
new-chat-yes = Yes
new-chat-no = No
new-chosen = When players choose in secret, who sees that a player has chosen?
new-chosen-shown = Everyone, right away
new-chosen-hidden = Nobody, until all have chosen
new-changes = May a secret choice be changed until all have chosen? Nobody else can tell.
new-changes-yes = Yes
new-changes-no = No
new-help = Help
new-hints = Allow hints? A bot says what it would play, how good that is, and why.
new-hints-alone = Only if all others are bots
new-hints-yes = Yes
new-hints-no = No
new-radar = Show a paradox radar? It says how near a paradox is, from what the player can know.
new-radar-yes = Yes
new-radar-no = No
new-deck = Custom deck values
new-deck-why = We reconstructed some values from pictures of rulebooks. If you own the game, you can play with the values in your box.
new-deck-text = Your deck file
new-deck-standard = Our values, to copy and change:
new-create = Create table
new-problems = { $n ->
    [one] One setting does not fit yet
   *[other] { $n } settings do not fit yet
}
new-wrong-choice = `{ $found }` is not an option here
new-wrong-number = found `{ $found }`, wanted a number from { $min } to { $max }
new-wrong-line = line { $line }: { $reason }

## Rulebooks

rules-title = Rules
rules-lead = The rules in our own words. Every rule has an id, and every refusal at a table cites one.
rules-of = Rules of { $game }
rules-contents = Contents

## Errors

error-home = Back to the games
error-bad-request-title = Bad request
error-bad-request = The server could not understand the request.
error-forbidden-title = Not allowed
error-forbidden = You may not do that here.
error-banned-title = Not allowed
error-banned = The operator of this server has banned your address.
error-cross-site-title = Request from another site
error-cross-site = The request came from another site, so the server ignored it. Go back to this site and try again.
error-not-found-title = Page not found
error-not-found = This page does not exist, or no longer exists.
error-method-title = Method not allowed
error-method = This address does not accept that kind of request.
error-conflict-title = Too late
error-conflict = Something changed in the meantime. Look again, then decide again.
error-too-large-title = Too large
error-too-large = That was too long. A form can have at most 8 KiB.
error-too-many-title = Too many requests
error-too-many = Too many requests came from your address. Try again in { $seconds ->
    [one] { $seconds } second
   *[other] { $seconds } seconds
}.
error-crowded-title = Too many connections
error-crowded = Too many pages are open from your address. Close some of them, then try again.
error-long-log-title = Too long to replay
error-long-log = So much has happened at this table that the server does not replay it. The operator can export the table.
error-internal-title = Server error
error-internal = Something went wrong on our side. The operator can find details in the log.
error-store-failed-title = Nothing can be stored
error-store-failed = The server cannot store moves now. The operator can find details in the log.
error-unavailable-title = Server busy
error-unavailable = The server is stopping or overloaded. Try again soon.

## The command

serve-open = Nekoza is open at { $url }
serve-port-taken = cannot listen on { $address }: another program does already; choose another port with --listen, or stop that program
serve-listen = cannot listen on { $address }: { $error }
serve-data = cannot write to the folder { $folder }: { $error }; choose another folder with --data
serve-in-use = another nekoza is using the folder { $folder }; stop it, or choose another folder with --data
serve-damaged = { $error }; restore a backup: put it into an empty folder as tables.sqlite
serve-store = cannot store tables in { $folder }: { $error }
serve-threads = cannot start threads: { $error }
serve-unknown-setting = { $source }: there is no setting `{ $key }`; `nekoza config` prints all settings
serve-bad-setting = { $source }: { $key } is `{ $found }`, wanted { $wanted ->
    [number] a whole number from { $least } to { $most }
    [switch] true or false
    [address] an address and a port such as 127.0.0.1:8080
    [url] something like https://cats.example
    [networks] addresses or networks such as 203.0.113.0/24
   *[text] a text, a number, or a list of them
}
serve-bad-config = { $source }: not valid TOML: { $error }
serve-bad-pair = --set { $found }: wanted KEY=VALUE, such as chat_burst=20
serve-limits-off = limits can only be turned off on a loopback address such as 127.0.0.1:8080, not on { $address }
serve-bad-log = cannot read `{ $found }`, wanted something like `info` or `warn,server=debug`: { $error }

## About

about-title = About Nekoza
about-what = Play four cat card games with friends or bots, in a browser or a terminal. Friends join by a link, and nobody has to sign up.
about-fair = Nekoza enforces every rule, and every refusal cites its rule. Each page knows only what its player may know. Deals are fixed before the first card and can be checked after the last.
about-host = Anyone can host Nekoza: it is one program that keeps its tables in one folder.
about-games = Designers and publishers
about-unofficial = Nekoza is unofficial. Its words, pictures and cats are its own. The games belong to the people who made them. If you like a game here, buy it: the real cards are even lovelier.
about-catbox = Designed by Muneyuki Yokouchi, with art by Osamu Inoue.
about-catsle = Designed by Yozaemon Matsumoto and Fukutarou, with illustrations by Satsuki Nakayama, published by Fukuroudou.
about-yorozu = Designed by Fukutarou, with illustrations by Satsuki Nakayama, published by Fukuroudou and, in English, by The Wood Games.
about-meow = Designed by Reiner Knizia, published by Cranio Creations.
