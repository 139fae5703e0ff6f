# The pages of the server. Whole sentences, to people who may never have played.

## Every page

page-house = Nekoza
page-home = Games
page-new = New table
page-rules = Rules
page-skip = Skip to the content
page-navigation = Main
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
home-level-kitten = kittens, who are easily distracted
home-level-cat = cats, who punish carelessness
home-level-tiger = tigers, who forgive nothing
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
serve-threads = cannot start threads: { $error }
serve-bad-url = found `{ $found }`, wanted something like `https://cats.example`
serve-limits-off = limits can only be left out on an address that nobody else reaches, such as 127.0.0.1:8080, and not on { $address }
serve-bad-log = cannot read `{ $found }`, wanted something like `info` or `warn,server=debug`: { $error }
