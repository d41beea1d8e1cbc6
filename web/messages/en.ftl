# The board: what a screen reader hears, and what is written on it.
board-label = Board. Arrow keys go from point to point, Enter chooses, Escape takes back.
board-empty = empty
board-white = White
board-black = Black
board-square = square { $spot }
board-one-pawn = 1 pawn
board-pawns = { $count } pawns
board-in-mill = in a mill
board-chosen = chosen
board-possible = possible
board-may-move = may move
board-may-be-taken = may be taken
board-last-move = last move
board-say-chosen = { $spot } chosen. Possible: { $spots }.
board-say-mill = You closed a mill. You may take: { $spots }.
board-say-back = Taken back.

# The pages: what the scripts write into them.
app-counts = In hand { $hand }, taken { $captured }
app-pawns = Pawns { $pawns }
app-sending = Sending …
app-offline = You are offline. What you do is kept and sent when the connection is back.
app-signed-out = You have been logged out.
app-log-in-again = Log in again
app-sound = Sound
app-turn-board = Turn the board
app-watching = You are watching this game.
app-take-white = You closed a mill: take one of White’s men.
app-take-black = You closed a mill: take one of Black’s men.
app-you-win = You win
app-you-lose = You lose
app-draw = Draw
app-over = The game is over
app-connection-lost = The connection is lost. Trying again …
app-move-waits = Your move is kept and will be sent as soon as the connection is back.
app-your-turn-title = Your turn
app-write-a-move = Please write a move.
app-matched = An opponent was found.
app-matched-go = To the game
app-clock-days = { $days } d { $hours } h
app-clock-begin = { $time } to begin
app-aborted = Broken off
app-invite-copied = Copied: { $address }
app-invite-address = Send this address: { $address }

# Names
side-white = White
side-black = Black
side-first = Player 1
side-second = Player 2
title-nine = Nine Men’s Morris
title-six = Six Men’s Morris
title-six-nofly = Six Men’s Morris without flying
title-five = Five Men’s Morris
title-three = Three Men’s Morris
title-lasker = Lasker Morris
title-twelve = Twelve Men’s Morris
title-mingmang = Ming Mang
title-mingmang-norepeat = Ming Mang without repeats
title-nimble = Nimble
seat-gone = A former player
name-guest = Guest
seat-computer-named = Computer, { $level }
seat-computer = Computer, level { $level }
level-newcomer = newcomer
level-learner = learner
level-casual = casual
level-regular = regular
level-skilled = skilled
level-seasoned = seasoned
level-strong = strong
level-expert = expert
level-champion = champion
level-master = master
level-classic = classic
level-perfect = perfect
level-hint-numbered = { $number } – { $name }
level-hint-classic = classic – looks one move ahead
level-hint-perfect = perfect – never errs

# Choosing what to play
seat-you = You
seat-other = Somebody beside you
opponent-computer = the computer
opponent-anybody = somebody online
opponent-friend = a friend, by a link
opponent-here = somebody at this screen
field-opponent = Opponent
field-size = Squares a side
field-norepeat = without repeats
field-squares = Squares
field-pawns = Pawns a square, at most
field-strip = or by hand
chooser-start = Start game
chooser-show = Show this board
first-press-start = Press Start game: your opponent begins, or the lot decides.
first-press-others = Press Start game: somebody else will sit opposite.
login-signup = Sign up instead
home-play = Play
home-shared = two at one screen
footer-dark = Dark
failure-unknown-opponent = There is no opponent “{ $field }”.
failure-size = Ming Mang is played on 3 to 19 squares a side, not { $field }.
failure-strip = “{ $field }” is no strip. Write the pawns of each square, such as 0,0,1,2,0,2.
failure-strip-measures = A strip has 1 to 64 squares with at most 99 pawns each.

# Every page
skip-to-main = To the main part
nav-label = Site
nav-rules = Rules
nav-home = Home
nav-login = Log in
nav-logout = Log out
nav-signup = Sign up
footer-language = Language

# Logging in and signing up
field-email = E-mail
field-password = Password
field-confirm = Password once more
field-name = Name shown to others
field-game = Game
field-level = Level
field-colour = Your colour
colour-random = by lot
colour-white = White, who begins
colour-black = Black
hint-name = May be left empty; you get a neutral one then.
hint-password = At least 8 characters. A few words make a good one.
login-title = Log in
login-button = Log in
login-new = New here?
login-wrong = The e-mail or the password is not right.
login-done = You are logged in.
logout-done = You are logged out.
login-tagline = Nine Men’s Morris and other old board games
signup-title = Sign up
signup-button = Create the account
signup-known = Have an account?
signup-done = Account successfully created
signup-refused = Something is not right yet.
signup-email-missing = Please give an e-mail address.
signup-email-odd = This does not look like an e-mail address.
signup-email-taken = This e-mail address has an account already.
signup-name-long = A name has at most 30 characters.
signup-name-odd = A name has at least one letter, and only characters that can be seen.
signup-name-reserved = This name could be taken for the site itself. Please choose another.
signup-name-taken = Somebody else has this name.
signup-password-missing = Please choose a password.
signup-password-short = A password has at least 8 characters.
signup-password-long = A password has at most 128 characters.
signup-password-common = Too many people would guess this one. Please choose another.
signup-confirm-missing = Please write the password once more.
signup-confirm-differs = The two passwords are not the same.

# Home
home-guest = You play as a guest. With an account your games are kept, and can be rated.
home-wins = Wins
home-losses = Losses
home-draws = Draws
home-running = Games in progress
home-none-running = None at the moment. Start one above: the board is ready.
home-finished = Lately finished
home-against = against { $name }
home-your-turn = your turn
home-their-turn = their turn
delete-summary = Delete account
delete-question = This removes you for good and forfeits your running games.
delete-button = Delete my account
delete-done = Your account is deleted.

# Waiting
waiting-title = Finding a match… please wait
waiting-for = You will play { $title } with the next who comes. Keep this page open.
waiting-cancel = Cancel
waiting-cancelled = You are no longer waiting.
waiting-matched = An opponent was found.
waiting-meanwhile = Nobody there yet? Play the computer meanwhile, or invite somebody.
waiting-computer = Play the computer
waiting-invite = Invite somebody by a link

# Playing a friend
friend-title = Play a friend
friend-intro = Choose what to play. You get a link, and whoever you send it to can sit down, with an account or without.
friend-make = Make the link
field-clock = Clock
field-rated = rated
field-guest-name = Your name
hint-guest-name = As the others will see it. May be left empty.
clock-none = no clock
clock-live = { $minutes } min + { $seconds } s a move
clock-days = { $days ->
        [one] 1 day a move
       *[other] { $days } days a move
    }
rated-yes = rated
rated-no = unrated
invitation-title = Waiting for your friend
invitation-send = Send this link. The first who sits down plays with you; keep this page open.
invitation-copy = Copy the link
invitation-share = Share
invitation-qr = The link as a QR code
invitation-holds = { $hours ->
        [one] The link holds for one more hour.
       *[other] The link holds for { $hours } more hours.
    }
invitation-withdraw = Withdraw the invitation
invitation-withdrawn = The invitation is withdrawn.
invitation-gone = This invitation is not open any more: it was withdrawn or has expired.
invitation-from = { $name } invites you to play
invitation-side = You have { $side }.
invitation-lot = Colours are drawn by lot.
invitation-sit = Sit down and play
invitation-unrated = Without an account you play unrated.

# The game page
panel-label = Game
panel-watching = You are watching this game.
panel-you = (you, { $side })
panel-rules = Rules of { $title }
log-label = What happened
result-again = Play again
selectors-summary = Type a move
selectors-point = Point
selectors-from = From
selectors-to = to
selectors-move = Move
selectors-place = Place
selectors-go = Move
selectors-capture = Take
selectors-play = Play
actions-draw = Propose draw
actions-offered = Your opponent proposes a draw.
actions-yes = Yes
actions-no = No
actions-abort = Break off
actions-forfeit = Forfeit
actions-forfeit-question = Give this game up?
actions-forfeit-yes = Yes, forfeit
answer-done = Done.
answer-capture = A mill: now capture one of the opponent’s men.

# What to do now
status-place = Your turn: place a man.
status-place-or-move = Your turn: place a man or move one.
status-move = Your turn: move a man.
status-fly = Your turn: you fly. Move a man to any empty point.
status-slide = Your turn: move a pawn along its row or column.
status-nimble = Your turn: move a pawn to the left.
status-capture = You closed a mill: take one of { $enemy }’s men.
status-theirs = { $side } is to move.
status-watching = { $side } is to move.

# The log
event-start = { $title }: { $whiteName } has { $white }, { $blackName } has { $black }.
event-places = { $side } places { $to }.
event-places-mill = { $side } places { $to } and closes a mill.
event-places-mill-takes = { $side } places { $to }, closes a mill and takes { $taken }.
event-places-line = { $side } places { $to } and completes a line.
event-moves = { $side } moves { $from } to { $to }.
event-moves-mill = { $side } moves { $from } to { $to } and closes a mill.
event-moves-mill-takes = { $side } moves { $from } to { $to }, closes a mill and takes { $taken }.
event-moves-line = { $side } moves { $from } to { $to } and completes a line.
event-flies = { $side } flies { $from } to { $to }.
event-flies-mill = { $side } flies { $from } to { $to } and closes a mill.
event-flies-mill-takes = { $side } flies { $from } to { $to }, closes a mill and takes { $taken }.
event-flies-line = { $side } flies { $from } to { $to } and completes a line.
event-moving-began = All men are placed: from now on they move.
event-may-fly = { $side } has three men left and flies: any empty point may be reached.
event-slides = { $won ->
        [0] { $side } plays { $from }-{ $to }.
        [one] { $side } plays { $from }-{ $to } and takes 1 pawn.
       *[other] { $side } plays { $from }-{ $to } and takes { $won } pawns.
    }
event-plays = { $side } plays { $from }-{ $to }.
event-draw-offered = { $side } proposes a draw.
event-draw-declined = { $side } declines the draw.
draw-declined-early = The computer finds it too early: it agrees only after { $plies } plies in a row without a placement or a capture.
draw-declined-better = The computer thinks that it stands better.
draw-declined-always-won = Somebody always wins this game.
event-draw-agreed = { $side } accepts the draw.
event-time = { $side }’s time is up.
event-aborted = { $side } did not begin, or broke the game off.
event-resigned = { $side } forfeits.
event-idle = { $side } has not moved for three days and forfeits.
event-left = { $side } has deleted the account and forfeits.

# How games end
end-win = You win
end-loss = You lose
end-draw = Draw
end-over = The game is over
end-aborted = Broken off
aborted = The game was broken off before both had moved. It counts for nobody.
win-time = { $winner } wins: { $loser }’s time is up.
win-reduced = { $winner } wins: { $loser } has fewer than three men.
win-blocked = { $winner } wins: { $loser } cannot move.
win-line = { $winner } wins with a line of three.
win-misere-reduced = { $winner } wins, having fewer than three men.
win-misere-blocked = { $winner } wins and cannot move.
win-misere-line = { $winner } wins: { $loser } has completed a line of three.
win-no-pawns = { $winner } wins: { $loser } has no pawn left.
win-resigned = { $winner } wins: { $loser } gave up.
draw-agreed = Draw by agreement.
draw-repetition = Draw: the position came for the third time.
draw-quiet = Draw: 100 plies without a placement or a capture.
draw-ply-limit = Draw: 1000 plies were played.
draw-full = Draw: the board is full and nothing was taken.

# Why something was refused
refusal-unknown-game = There is no such game.
refusal-not-yours = Only its two players may do that.
refusal-not-your-turn = It is not your turn.
refusal-stale = The game has gone on: its next ply is { $ply }.
refusal-unreadable = That is not understood.
refusal-malformed = That is not understood: { $reason }.
refusal-over = The game is over. { $how }
refusal-nothing-owed = Nothing is to be taken now.
refusal-not-waiting = You are not waiting any more.
refusal-too-late-to-abort = Both have moved: the game cannot be broken off any more.
refusal-no-offer = There is no proposal to answer.
refusal-offered-already = You proposed a draw already. Make a move first.
illegal-other-game = That is no move of this game.
illegal-off-board = { $point } is not on this board.
illegal-empty-hand = No man is left in your hand.
illegal-must-place = Place the men in your hand first: { $men } are left.
illegal-nothing-there = There is nothing on { $point }.
illegal-not-yours = { $point } is not yours.
illegal-cannot-move = { $point } cannot move.
illegal-occupied = { $point } is occupied.
illegal-not-adjacent = { $to } is no neighbour of { $from }.
illegal-removal-owed = { $point } closes a mill: choose a man to take.
illegal-no-mill = No mill is closed, so no man is taken.
illegal-protected = { $point } stands in a mill and others do not, so it may not be taken.
illegal-all-protected = Every enemy man stands in a mill, and so none is taken.
illegal-not-enemy = There is no man to take on { $point }.
illegal-not-straight = A pawn slides along its row or its column.
illegal-in-the-way = { $point } is in the way.
illegal-repeats = The board would look as it did before, which this game forbids.
illegal-not-left = A pawn moves to the left.

# What went wrong
failure-title = That did not work
failure-back = To the beginning
failure-signed-out = Please log in.
failure-cross-site = This came from another site and was not done.
failure-guest = Rated games are for players with an account. Sign up, or play unrated.
failure-too-many = Too often in a short time. Please wait a minute.
failure-too-long = The request is too long.
failure-too-slow = The request came too slowly. Please try again.
failure-busy = There is too much to do just now. Nothing was changed; please try again in a moment.
failure-uncertain = It is not certain whether this was carried out. Please load the page again to see how things stand before you try once more.
failure-secret-in-address = A { $field } does not belong in an address, where others may read it. Please send it in the body of the request.
failure-wrong-method = This page cannot be asked for in this way.
failure-too-many-games = You have many games in progress already. Please finish one first.
failure-no-page = There is no such page.
failure-no-game = You have no such game in progress.
failure-missing = The field { $field } is missing.
failure-not-a-letter = { $field } is not a letter.
failure-not-a-number = { $field } is not a number.
failure-not-simple = { $field } must be a text or a number.
failure-unknown-game = There is no game “{ $field }”.
failure-unknown-level = There is no level “{ $field }” for this game.
failure-unknown-clock = “{ $field }” is no clock: minutes and seconds such as 5+5, days such as 3d, or none.
failure-unknown-colour = “{ $field }” is no colour: white, black or random.
failure-unknown-response = “{ $field }” is no answer: accept or decline.
failure-unknown-language = “{ $field }” is not spoken here.
failure-bad-request = The request is not understood: { $reason }.
failure-trouble = Something went wrong here, not with you. Please try again.

# Rules
about-nine = The main game: nine men each on three squares, with flying.
about-six = Six men each on two squares; only the sides of the squares are lines.
about-six-nofly = Six men each on two squares, without flying.
about-five = Five men each on two squares, without flying.
about-three = Three men each on a small grid: the first line of three wins.
about-lasker = Ten men each on three squares; while you have men in hand you may place or move.
about-twelve = Twelve men each on three squares with diagonals, also known as Morabaraba.
about-mingmang = Two armies of pawns that slide and enclose one another.
about-mingmang-norepeat = Ming Mang in which no arrangement of the board may come again.
about-nimble = A strip of squares, some pawns, and always to the left.
rules-others = The other games
rules-play = Play this
rules-board = The board at the start.
rules-turns = Taking turns
rules-placing = White begins. In turn, each player places one of { $men } men on an empty point until all are placed.
rules-place-or-move = With men in hand, a turn may also move a man that is on the board.
rules-moving = Then each turn moves one man along a line to a neighbouring empty point.
rules-flying = A player with exactly three men, on the board and in hand together, flies: a man may go to any empty point.
rules-no-flying = There is no flying: even the last three men go along the lines.
rules-no-captures = Nothing is taken, and nobody flies.
rules-mills = Mills
rules-mill = Three men of one colour on a line are a mill. Whoever closes one takes an enemy man in the same turn.
rules-protected = A man in a mill may be taken only when every enemy man stands in a mill.
rules-two-mills = Even when two mills close at once, only one man is taken. Men taken never return.
rules-reopen = A mill may be opened and closed again as often as you like.
rules-mill-picture = White’s three stand in a mill, and so do Black’s at the top. Black’s single man may be taken.
rules-winning = Winning
rules-first-line = Whoever completes a line of three wins at once.
rules-reduced = Whoever has fewer than three men, on the board and in hand together, has lost.
rules-blocked = Whoever is to move and cannot has lost.
rules-drawing = Draws
rules-agreement = When both agree.
rules-repetition = When a position comes for the third time with the same side to move.
rules-quiet = After 100 plies in a row without a placement or a capture.
rules-full-board = When the board is full and nothing was taken.
rules-forfeit = A game that nobody touches for three days is forfeited by the side to move.
rules-ming-board = The start: White at the left and below, Black at the right and above.
rules-ming-slide = White begins. A pawn slides any distance along its row or column over empty squares.
rules-ming-enclose = Every unbroken run of enemy pawns between the pawn that moved and another of its side changes colour, in all directions.
rules-ming-into = Moving into an enclosure takes nothing, and a pawn that changed colour does not take in turn.
rules-ming-end = Whoever has no pawn left, or none that can move, loses.
rules-ming-draws = The game is drawn by agreement, when a position comes for the third time with the same side to move, and after 100 plies without a capture.
rules-ming-no-repeat = A move that would bring back an earlier arrangement of the board is not allowed; whoever has no other move loses. After 1000 plies the game is drawn.
rules-ming-picture = The two black pawns between the white ones are about to change colour.
rules-nimble-picture = Six squares with five pawns.
rules-nimble-move = A turn moves one pawn any number of squares to the left.
rules-nimble-end = Whoever cannot move, because all pawns stand on square 1, loses.

# Once more, and for others
replay-title = { $title }, once more
replay-steps = Steps
replay-first = To the beginning
replay-back = One turn back
replay-forward = One turn on
replay-last = To the end
replay-slider = Turn
replay-game = To the game
result-replay = Replay
share-link = Share the link
share-picture = Picture

# Help while learning, and how one does
panel-assisted = With help: this game counts as practice.
actions-undo = Take back
actions-hint = Hint
event-undo = { $side } takes a turn back.
event-hint = { $side } asks for a hint.
refusal-only-computer = Only a game against the computer has that.
refusal-no-turn = There is no turn to take back.
result-level = Level { $level }
result-record = Level { $level }: { $wins } won, { $losses } lost, { $draws } drawn.
result-streak = { $games } wins in a row.
home-record = Against the computer
hint-move = Try { $move }.
hint-ends-game = It wins at once.
hint-wins-in = It wins in { $number } plies.
hint-holds-out = Nothing holds out longer: { $number } plies.
hint-closes-mill = It closes a mill.
hint-captures-pawns = It turns { $number } pawns.
hint-blocks-mill = It blocks a mill.
hint-opens-double-mill = It opens a double mill: one man closes a mill with every step.
hint-threatens-two-mills = It threatens two mills at once.
hint-threatens-mill = It threatens a mill.
hint-shuts-in = It shuts in { $number } of your opponent’s men.
hint-takes-crossing = From there { $number } ways lead on.
hint-balances-strip = Whoever moves next loses against good play.
