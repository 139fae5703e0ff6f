# A table on a page.

live-seat = Seat { $n }
live-refused = { $why } ({ $rule })
live-waiting = { $n ->
    [0] Everybody is here. The game begins when all are ready.
    [one] Waiting for one more player.
   *[other] Waiting for { $n } more players.
}
live-ready = I am ready
live-ready-not = Not ready yet
live-again = Play again
live-again-not = No other game yet
live-stood-in-for-you = A bot plays for you.
live-return = Play on myself
live-end = After the game
live-winner = won
live-replay = Replay
live-record = Download the record
live-back = Back to the table
live-rules = Rules of { $game }
live-company = At the table
live-free = free
live-you = you
live-owner = looks after the table
live-stood-in = a bot plays for them
live-away = away
live-is-ready = ready
live-tools = More
live-tools-free = Seat a bot
live-mute = Mute
live-unmute = Hear again
live-remove = Ask to leave
live-pass = Hand the table over
live-make-free = Keep for a friend
live-fill-kitten = Seat a kitten
live-fill-cat = Seat a cat
live-fill-tiger = Seat a tiger
live-bot-kitten = kitten bot
live-bot-cat = cat bot
live-bot-tiger = tiger bot
live-fairness = Fair deals
live-commitment = The deals were settled before the first card. The hash of their seed:
live-seed = The seed, to deal again and compare:
live-points = Points
live-round = { $game ->
    [yorozu] Feast { $n }
   *[other] Round { $n }
}
live-story = What happened
live-chat = Chat
live-chat-empty = Nobody has said anything yet.
live-chat-on = Allow chat
live-chat-off = Stop chat
live-say = Say something
live-send = Send
live-offline = The server cannot be reached. Nothing was sent.
live-lost = The connection is lost. Trying again.
live-name = Your name
live-sit = Sit down
live-watching = You are watching. All seats are taken.
live-watching-free = You are watching. A seat is free.
live-no-watching = Only those who play may see this table.
live-invite = Invite
live-invite-link = Send this link to your friends
live-copy = Copy
live-copy-seat = Copy link
live-copied = Copied
live-leave = Leave the table
live-leave-means = You give up your seat. In a game, a bot or somebody else can take it.
live-leave-now = Leave
live-invite-picture = The link as a picture for phones
live-move = Go on with another device

## Going on with another device

move-title = Go on with another device
move-how = Open this link there within ten minutes. Your seat moves along, and this browser watches.
move-picture = The link as a picture for phones
move-here = This device takes over the seat. The other one will only watch.
move-take = Take the seat here

## Looking back

replay-title = Replay
replay-of = Replay of { $game }
replay-steps = Steps
replay-play = Play
replay-stop = Pause
replay-show = Show
replay-speed = Speed
replay-slow = Slow
replay-usual = Usual speed
replay-fast = Fast
replay-jump = Jump to …
replay-share = Copy the link
replay-first = First
replay-back = Back
replay-on = On
replay-last = Last
replay-step = Step { $step } of { $steps }
replay-begin = Nothing has happened yet.
replay-chairs = From whose chair
replay-open = All hands open
replay-game = Game { $n }
replay-table = Back to the table
live-settings = Settings
live-setting-sound = A soft sound when it is your turn
live-setting-touch = A touch on phones when it is your turn
live-setting-notify = A notification when you are elsewhere
live-setting-motion = Cards that move
live-setting-tips = Tips for a first game
live-setting-confirm = A question before a decision is sent
live-sure-no = Back
live-sure-yes = Do it
live-close = Close
live-chart = Everybody’s points, round by round
