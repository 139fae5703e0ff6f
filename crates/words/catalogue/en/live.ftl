# A table on a page.

live-seat = Seat { $n }
live-refused = { $why } ({ $rule })
live-waiting = { $n ->
    [0] Everyone is here. The game starts when all players are ready.
    [one] Waiting for one more player.
   *[other] Waiting for { $n } more players.
}
live-ready = I am ready
live-ready-not = Not ready yet
live-ready-asked = Are you ready?
live-ready-told = You are ready.
live-waiting-host = Send the link, or add bots to the free chairs.
live-again = Play again
live-again-not = Cancel
live-stood-in-for-you = A bot is playing for you.
live-return = Take back my seat
live-end = After the game
live-course = How it went
live-rank = { $n ->
    [1] 1st
    [2] 2nd
    [3] 3rd
   *[other] { $n }th
}
live-winner = won
live-replay = Replay
live-record = Download record
live-back = Back to the table
live-rules = Rules of { $game }
live-company = At the table
live-free = free
live-kept = left, the seat is kept for { $name }
live-kept-removed = removed by the host, the seat is kept for { $name }
live-kept-for-good = removed by the host for good
live-kept-for-you = Your seat and your hand are kept for you until this game is over.
live-take-back = Return to your seat
live-newcomers = If a player leaves during a game, another player may take the seat and its hand.
live-you = you
live-host = host
live-stood-in = played by a bot
live-away = away
live-is-ready = ready
live-tools = More
live-tools-label = Table
live-rules-short = Rules
live-menu = Menu
live-tools-free = Add a bot
live-mute = Mute
live-unmute = Unmute
live-remove = Remove player
live-remove-for-good = Remove player for good
live-pass = Make host
live-make-free = Remove bot
live-fill-kitten = Add a kitten
live-fill-cat = Add a cat
live-fill-tiger = Add a tiger
live-bot-kitten = kitten bot
live-bot-cat = cat bot
live-bot-tiger = tiger bot
live-fairness = Fair deals
live-commitment = All deals were fixed before the first card. Hash of the seed:
live-seed = Seed, to check the deals:
live-points = Points
live-round = { $game ->
    [yorozu] Feast { $n }
   *[other] Round { $n }
}
live-rounds = { $game ->
    [yorozu] Feasts
   *[other] Rounds
}
live-next-round = { $game ->
    [yorozu] Next feast
   *[other] Next round
}
live-next-waiting = Waiting for { $seats }.
live-next-ends = Continues in
live-story = Game log
live-chat = Chat
live-chat-about = Messages and reactions. Everybody at the table sees them.
live-chat-is-off = Messages and reactions are off at this table.
live-react = Reactions
live-react-happy = Happy
live-react-laugh = Laughing
live-react-love = In love
live-react-think = Thinking
live-react-shock = Shocked
live-react-sad = Sad
live-react-sleep = Sleepy
live-react-thumb-up = Thumbs up
live-chat-on = Turn on chat
live-chat-off = Turn off chat
live-unread = Unread messages:
live-say = Your message
live-send = Send
live-offline = The server cannot be reached. Nothing was sent.
live-lost = Connection lost. Reconnecting.
live-name = Your name
live-sit = Sit down
live-watching = You are watching. All seats are taken.
live-watching-free = You are watching. A seat is free.
live-closed = The operator of this server has closed this table. Nobody can play here any more.
live-no-watching = Only players can see this table.
live-invite = Invite
live-invite-link = Send this link to your friends
live-copy = Copy link
live-copy-seat = Copy link
live-copied = Copied
live-leave = Leave table
live-leave-means = You give up your seat. During a game a bot can play for you, and you can return until it is over.
live-leave-now = Leave
live-invite-picture = QR code of the link
live-move = Continue on another device

## Choosing a cat

cats-choose = Your cat
cats-by-name = By name
cats-change = Change cat
live-rename = Change name
cats-ginger = Ginger tabby
cats-calico = Calico
cats-black = Black
cats-white = White
cats-flower = Tuxedo with a flower
cats-cream = Cream
cats-silver = Silver tabby
cats-tuxedo = Grey tuxedo
cats-brown = Brown tabby
cats-patch = White with a patch
cats-blue = Blue-grey
cats-tortie = Tortoiseshell

## Continuing on another device

move-title = Continue on another device
move-how = Open this link on the other device within { $minutes ->
    [one] one minute
   *[other] { $minutes } minutes
}. Your seat moves there, and this browser becomes a spectator.
move-picture = QR code of the link
move-here = This device takes over your seat. The other device becomes a spectator.
move-take = Continue here

## Replay

replay-title = Replay
replay-of = Replay of { $game }
replay-steps = Steps
replay-play = Play
replay-stop = Pause
replay-speed = Speed
replay-slow = Slow
replay-usual = Normal
replay-fast = Fast
replay-jump = Jump to …
replay-share = Copy link
replay-first = First
replay-back = Back
replay-on = Next
replay-last = Last
replay-step = Step { $step } of { $steps }
replay-begin = The game starts here.
replay-chairs = Point of view
replay-open = All hands open
replay-game = Game { $n }
live-settings = Settings
live-paradox = Paradox!
live-setting-sound = Play sounds
live-setting-volume = Volume
live-setting-touch = Vibrate on your turn
live-setting-notify = Notify me when I look at another page
live-setting-motion = Animate cards
live-setting-tips = Show tips
live-setting-confirm = Confirm moves
live-setting-light = Light
live-light-system = As the system
live-light-day = Day
live-light-night = Night
live-setting-pace = Pace
live-invites = { $seat } invites you
live-invites-nobody = A table for you
live-to-game = to a table of { $game }
live-agreed-players = { $n } players
live-agreed-game = Game
live-agreed-rules = Rules
live-agreed-standard = standard
live-agreed-clock = Clock
live-agreed-hints = Hints
live-agreed-watching = Watching
live-agreed-watching-yes = everybody with the link
live-agreed-watching-no = only the players
live-agreed-hints-yes = allowed
live-agreed-hints-no = none
live-agreed-clock-none = none
live-agreed-clock-move = { $move } s for each move
live-agreed-clock-bank = { $bank } min for the game, { $increment } s for each move
live-free-seat = Free chair
live-pace-calm = Calm
live-pace-normal = Normal
live-pace-quick = Quick
live-sure-no = Cancel
live-sure-yes = Confirm
live-close = Close
live-chart = Points of all players by round
