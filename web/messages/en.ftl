# The language itself: its name in that language, and the mark before decimals.
language-name = English
decimal-mark = .

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
seat-counts = In hand { $hand }, taken { $captured }
seat-pawns = Pawns { $pawns }
app-sending = Sending …
app-offline = You are offline. What you do is kept and sent when the connection is back.
app-signed-out = You have been logged out.
app-log-in-again = Log in again
app-turn-board = Turn the board
app-turns = Turn after each move
app-watching = You are watching this game.
app-take-white = You closed a mill: take one of White’s men.
app-take-black = You closed a mill: take one of Black’s men.
app-connection-lost = The connection is lost. Trying again …
app-plays-alone = You are offline: this page plays the computer by itself, and keeps no record of the game.
app-move-waits = Your move is kept and will be sent as soon as the connection is back.
app-your-turn-title = Your turn
app-write-a-move = Please write a move.
app-matched = An opponent was found.
app-matched-go = To the game
app-hear = With sound?
app-quick-words = Quick words
app-clock-days = { $days } d { $hours } h
app-clock-begin = { $time } to begin
lesson-step = Step { $number } of { $total }
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
short-nine = Nine
short-six = Six
short-six-nofly = Six without flying
short-five = Five
short-three = Three
short-lasker = Lasker
short-twelve = Twelve
short-mingmang = Ming Mang
short-mingmang-norepeat = Ming Mang without repeats
short-nimble = Nimble
seat-gone = A former player
name-guest = Guest
seat-computer-short = Computer
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
level-random = random
level-beginner = beginner
level-careful = careful
level-hasty = hasty
level-perfect = perfect
level-hint-numbered = { $number } – { $name }
level-hint-classic = classic – looks one move ahead
level-hint-perfect = perfect – never errs

# Choosing what to play
seat-you = You
seat-opponent = Opponent
seat-other = Somebody beside you
opponent-computer = Computer
opponent-anybody = Online
opponent-friend = Friend
opponent-here = Here
field-opponent = Opponent
field-size = Squares a side
field-norepeat = without repeats
field-squares = Squares
field-pawns = Pawns a square, at most
field-strip = or by hand
chooser-start = Start game
chooser-title = New game
chooser-all = All games and rules
chooser-show = Show this board
first-press-start = Press Start game: your opponent begins, or the lot decides.
first-press-others = Press Start game: somebody else will sit opposite.
first-aim = Three in a line take a man. Leave your opponent two.
first-online = Play online
first-here = { $here ->
    [0] Nobody else is here just now
    [one] One player is here
   *[other] { $here } players are here
}
first-clocks = { $title } with the next who comes, unrated:
clock-short-days = { $days ->
    [one] 1 day
   *[other] { $days } days
}
login-signup = Sign up instead
home-play = Play
home-shared = two at one screen
failure-unknown-opponent = There is no opponent “{ $field }”.
failure-size = Ming Mang is played on 3 to 19 squares a side, not { $field }.
failure-strip = “{ $field }” is no strip. Write the pawns of each square, such as 0,0,1,2,0,2.
failure-strip-measures = A strip has 2 to 64 squares with 1 to 99 pawns each.
failure-strip-decided = On the strip “{ $field }” nobody could move, and the game would be over before it begins. Put a pawn to the right of the first square.

# Every page
skip-to-main = To the main part
nav-label = Site
nav-places = Places
nav-menu = Your menu
nav-play = Play
nav-learn = Learn
nav-watch = Watch
nav-live = Live games
nav-you = You
menu-dark = Dark
menu-sound = Sound
menu-language = Language
nav-rules = Rules
nav-home = Home
nav-login = Log in
nav-logout = Log out
nav-signup = Sign up

# Logging in and signing up
field-email = E-mail
field-password = Password
field-confirm = Password once more
field-name = Name shown to others
field-game = Game
field-level = Level
field-colour = Your colour
colour-random = by lot
colour-white = White (begins)
colour-black = Black
hint-name = May be left empty; you get a neutral one then.
hint-password = At least 8 characters. A few words make a good one.
login-title = Log in
login-button = Log in
login-new = New here?
login-wrong = The e-mail or the password is not right.
login-guest-games = { $games ->
        [one] You play as a guest and have a game in progress. When you log in, nobody can go on with it: finish it first, or sign up instead and keep it.
       *[other] You play as a guest and have { $games } games in progress. When you log in, nobody can go on with them: finish them first, or sign up instead and keep them.
    }
login-done = You are logged in.
logout-done = You are logged out.
signup-title = Sign up
signup-why = Your games, ratings and friends stay, on every device.
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
signup-name-guest = Guests without a name are called like this. Please choose another.
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
home-more = { $games ->
        [one] One more game
       *[other] { $games } more games
    }
home-finished = Lately finished
home-against = against { $name }
home-your-turn = your turn
home-their-turn = their turn
home-guest-hello = Welcome
home-hello = Welcome, { $name }
home-morning = Good morning, { $name }
home-day = Hello, { $name }
home-evening = Good evening, { $name }
home-waiting = { $games ->
    [0] No game waits for your move
    [one] One game waits for your move
   *[other] { $games } games wait for your move
}
home-days = { $days ->
    [0] play, learn or solve a puzzle to begin a row of days
    [one] first day in a row
   *[other] { $days } days in a row
}
home-week-dots = { $days } of the last seven days
home-days-rule = A day counts by a puzzle, a lesson or a game; one missed day a week is forgiven. Days begin at midnight in your browser’s time zone, else in UTC.
home-turn = Your turn
home-left = { $time } left
home-daily-done = You have tried it. The next one comes tomorrow.
home-rating = Rating
home-no-rating = Rated games give you one. Find somebody of your strength.
home-this-week = { $change } this week
home-computer = Against the computer
home-first-level = The gentle level is a good beginning.
home-play-level = Play level { $level }
home-no-arena = No arena runs. Open one and bring your friends.
home-friends = Friends here
home-no-friends = Nobody you follow is here. Send somebody a link.
home-friend-plays = plays { $title }
home-results = Results
home-week-results = This week: { $wins } won, { $losses } lost, { $draws } drawn
home-week-empty = No game ended this week.
arena-live = now
arena-players = { $players ->
    [one] one player
   *[other] { $players } players
}
arena-to = To the arena
arena-be-there = I’ll be there
arena-will-be-there = You’ll be there
delete-summary = Delete account
delete-question = This removes you for good and forfeits your running games.
delete-button = Delete my account
delete-done = Your account is deleted.

# One's own account
account-title = Account
programs-what-short = Bots and other programs come in with tokens of their own.
delete-title = Leaving
proof-title = Show that it is you
proof-why = Show it once, and everything below stays open for five minutes.
proof-code-hint = Only for changes of how you sign in; a passkey serves for both.
proof-button = Unlock
proof-done = That is you. For five minutes you can change what stands below.
proof-stands = You have shown that it is you; a few minutes after that it is asked again.
proof-over = Please show once more that it is you: it holds for five minutes.
account-current-password = Your password
account-new-password = New password
account-wrong-password = This is not your password.
account-password-title = Password
account-password-button = Change the password
account-password-done = Your password is changed. Everywhere else you are signed out.
account-name-title = Name
account-name-button = Change the name
account-name-done = Your name is changed.
account-email-title = E-mail
account-email-button = Change the address
account-email-done = Your address is changed.
account-sessions-title = Where you are signed in
account-session-here = this browser
account-session-used = last used { $when }
account-session-end = Sign out there
account-sessions-end = Sign out everywhere else, programs too
account-sessions-done = You are signed out there.
account-device-unknown = unknown device
account-data-title = What is kept about you
account-data = Your account, where you are signed in, your games with every move, ratings, puzzles, whom you follow or block, and what the security log says. Games stay after you have left, with an empty seat.
account-data-link = Download it as one file
account-no-mail = This site sends no mail: keep your password well.
account-no-mail-passkeys = This site sends no mail: keep your passkeys and recovery codes well.

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
field-counts = Rating
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
invitation-send = Send this link. The first who sits down plays with you; the game begins by itself.
invitation-copy = Copy the link
invitation-share = Share
invitation-qr = The link as a QR code
invitation-holds = { $hours ->
        [one] The link holds for one more hour.
       *[other] The link holds for { $hours } more hours.
    }
invitation-withdraw = Withdraw the invitation
invitation-withdrawn = The invitation is withdrawn.
invitation-gone = This invitation is not open any more: it was declined or withdrawn, or has expired.
invitation-from = { $name } invites you to play
invitation-from-friend = A friend invites you to play
invitation-change = Change
invitation-saved = Saved. Your friend sees it so.
invitation-changed = The offer has changed meanwhile. Look at it once more.
invitation-close = Close
invitation-side = You have { $side }.
invitation-lot = Colours are drawn by lot.
invitation-sit = Sit down and play
invitation-unrated = Without an account you play unrated.

# Ratings
ratings-title = Leaderboards
ratings-least = On it are players with at least { $games } rated games whose rating is certain enough.
ratings-none = Nobody yet. Play rated games with your friends, and be the first.
ratings-place = Place
ratings-name = Name
ratings-points = Rating
ratings-games = Games
ratings-show = Show
ratings-provisional = A question mark stands behind a rating that is not certain yet: a few more games will settle it.
ratings-levels = The computer’s levels
ratings-levels-about = Measured by matches at Nine Men’s Morris against each other and against a beginner, who stands at 1000.
class-live = live clock
class-days = days for each move
class-free = no clock
failure-unknown-mistakes = There are no mistakes of the kind “{ $field }”.
failure-unknown-class = “{ $field }” is no class of clocks: live, days or free.

# Fair play
fairplay-title = Fair play
fairplay-intro = In a rated game two people measure themselves. It is fair when both play it themselves.
fairplay-allowed = What is allowed
fairplay-allowed-rules = Looking up the rules at any time.
fairplay-allowed-books = With days for each move: moving men on a board of your own, and reading.
fairplay-allowed-computer = Any help at all in unrated games when the other player knows of it, and after the game.
fairplay-forbidden = What is not
fairplay-forbidden-help = Moves, hints or values from a computer or from perfect tables while a rated game goes on.
fairplay-forbidden-people = Moves from somebody else, or playing under several names against oneself.
fairplay-forbidden-lose = Losing on purpose.
fairplay-closed = What is closed meanwhile
fairplay-closed-player = While a rated game, or any game with a live clock, goes on between you and another person, you get no values, hints, openings or puzzles of this kind of game, and no computer above level { $level }. Games on the same board are one kind.
fairplay-closed-address = With a live clock, the same goes for visitors without an account who come from the address at which you play.
fairplay-closed-open = Everything else stays open: other kinds of games, and the review of every finished game. An unrated game by days or without a clock closes only itself.
fairplay-closed-device = What runs on somebody’s own device, such as an engine or perfect tables, cannot be closed by this site. Using it during a rated game is unfair all the same.
fairplay-away = When somebody is away
fairplay-away-claim = Within 15 seconds you are told that your opponent is away. When it is the other’s turn, you may claim the win or a draw: with a live clock after { $live ->
        [one] one minute
       *[other] { $live } minutes
    } away, without a clock after { $free } minutes. Before both have moved the game is only broken off.
fairplay-away-days = With days for each move being away is no matter: the clock alone decides.
fairplay-away-idle = Without a clock, a game that nobody touches for three days is forfeited by the side to move.
fairplay-undo = A turn is taken back only in unrated games, when your opponent agrees. The answer to it goes back too; time that was spent is spent.
fairplay-ratings = Ratings follow Glicko-2, for each game and each class of clocks. Only games count that both players, each with an account, have chosen to be rated; those broken off before both have moved do not.

# The game page
panel-label = Game
panel-watching = You are watching this game.
panel-you = you · { $side }
panel-rules = Rules
log-label = What happened
sheet-label = Moves
log-earlier = What happened before
result-again = Play again
result-again-anybody = Play again with anybody
result-rating = Rating { $before } → { $after } ({ $change })
rematch-button = Rematch
rematch-offered = Your opponent would like a rematch.
rematch-asked = Your opponent is asked for a rematch.
rematch-go = To the rematch
phrases-summary = Say something
phrase-hello = Hello.
phrase-good-luck = Good luck.
phrase-well-played = Well played.
phrase-thanks = Thank you.
phrase-oops = Oops.
phrase-good-game = Good game.
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
actions-draw-here = Agree on a draw
actions-proposed = You have proposed a draw.
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
status-theirs = { $name } is to move.
status-computer = The computer is thinking.

# Watching
watch-title = Games to watch
watch-intro = People play these right now. Whoever has the link of a game can watch it.
watch-none = Nobody plays at the moment. Be the first: somebody may join you.
watch-best = Now being played
watch-count = { $count ->
        [one] 1 watches.
       *[other] { $count } watch.
    }

# The log
event-start = { $title }: { $whiteName } has { $white }, { $blackName } has { $black }.
event-start-one = { $title }: { $name } has { $side }.
event-start-guests = { $title } begins.
event-start-here = { $title }: two at one screen.
event-places = { $side } places { $to }.
event-places-mill = { $side } places { $to } and closes { $mills ->
        [one] a mill
       *[other] two mills
    }.
event-places-mill-takes = { $side } places { $to }, closes { $mills ->
        [one] a mill
       *[other] two mills
    } and takes { $taken }.
event-places-line = { $side } places { $to } and completes a line.
event-moves = { $side } moves { $from } to { $to }.
event-moves-mill = { $side } moves { $from } to { $to } and closes { $mills ->
        [one] a mill
       *[other] two mills
    }.
event-moves-mill-takes = { $side } moves { $from } to { $to }, closes { $mills ->
        [one] a mill
       *[other] two mills
    } and takes { $taken }.
event-moves-line = { $side } moves { $from } to { $to } and completes a line.
event-flies = { $side } flies { $from } to { $to }.
event-flies-mill = { $side } flies { $from } to { $to } and closes { $mills ->
        [one] a mill
       *[other] two mills
    }.
event-flies-mill-takes = { $side } flies { $from } to { $to }, closes { $mills ->
        [one] a mill
       *[other] two mills
    } and takes { $taken }.
event-flies-line = { $side } flies { $from } to { $to } and completes a line.
event-moving-began = All men are placed: from now on they move.
event-may-fly = { $side } has { $men ->
        [3] three
        [4] four
       *[other] { $men }
    } men left and flies: any empty point may be reached.
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
draw-declined-not-judged = The computer has not judged this game yet: make a move first.
draw-declined-always-won = Somebody always wins this game.
event-draw-agreed = { $side } accepts the draw.
event-said = { $name }: { $words }
event-time = { $side }’s time is up.
event-aborted = { $side } did not begin, or broke the game off.
event-resigned = { $side } forfeits.
event-away = { $side } was away, and the win was claimed.
event-draw-claimed = { $side } claims a draw: the other player was away.
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
draw-claimed = Draw: a player was away for too long.
win-away = { $winner } wins: { $loser } was away for too long.
draw-repetition = Draw: the position came for the third time.
draw-quiet = Draw: 100 plies without a placement or a capture.
draw-ply-limit = Draw: 1000 plies were played.
draw-full = Draw: the board is full and nothing was taken.

# What decided a game
decided-double-mill = A double mill: one man closed { $mills } mills in a row between { $from } and { $to }.
decided-mills = { $winner } closed { $won ->
        [one] 1 mill
       *[other] { $won } mills
    }, { $loser } { $lost ->
        [0] none
       *[other] { $lost }
    }; the last one took { $taken }.
decided-unstoppable = Nothing could stop the line any more.
decided-overlooked = { $move } would have stopped the line.
decided-shut-in = { $loser } had { $men } men, and after { $to } none of them could move.
decided-captures = { $pawns ->
        [one] The turn { $move } captured a pawn.
       *[other] The turn { $move } alone captured { $pawns } pawns.
    }
decided-slip = Until { $move } it was { $loser } who stood to win.
decided-never-let-go = { $winner } had the right answer to every turn.
decided-standing = { $white } had { $whiteMen ->
        [one] 1 man
       *[other] { $whiteMen } men
    } left, { $black } { $blackMen }.
decided-standing-pawns = { $white } had { $whiteMen ->
        [one] 1 pawn
       *[other] { $whiteMen } pawns
    }, { $black } { $blackMen }.

# Why something was refused
refusal-unknown-game = There is no such game.
refusal-not-yours = Only its two players may do that.
refusal-not-your-turn = It is not your turn.
refusal-stale = The game has gone on: its next ply is { $ply }.
refusal-over = The game is over. { $how }
refusal-nothing-owed = Nothing is to be taken now.
refusal-capture-owed = You closed a mill and owe a capture. Take a man (/capture), or take the turn back first (/takeback).
refusal-not-waiting = You are not waiting any more.
refusal-only-people = Nobody is there to hear it.
refusal-said-enough = That was enough for now. Make a move first.
refusal-no-rematch = A rematch is for two players whose game is over.
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
unreadable-morris = That is no move here. Moves are written d6, d6-d5, d6xa1 or d6-d5xa1.
unreadable-mingmang = That is no move here. Moves are written as in a4-f4.
unreadable-nimble = That is no move here. A move is two squares, as in 4-2.

# Programs
programs-title = Programs and bots
programs-link = Tokens for programs that play or look on in your name
programs-what = A program comes in with a token, never with your password. Whoever has the token may do what it is good for: keep it like a password, and revoke it when you need it no more. All tokens end when you change your password or sign out everywhere else.
programs-try = What programs can ask for
tokens-title = Your tokens
tokens-none = You have none.
token-created = made { $when }
token-used = last used { $when }
token-unused = never used
token-revoke = Revoke
token-revoked = The token holds no more.
token-new-title = A new token
token-label = What it is for
token-label-odd = Say in a few words what the token is for.
token-scope = What it may do
token-new-button = Make a token
token-made-title = Your new token
token-made = Copy it now: it is shown this once and not kept here.
token-too-many = You have as many tokens as there may be. Revoke one first.
scope-read = read: see what you see
scope-play = play: also play in your name
bot-title = A bot's account
bot-what = If a program is to play under this account, make it a bot's: "(bot)" then stands behind its name wherever others see it, its games are not rated, and it plays challenges with a token instead of on the pages. This is for good, and only for an account that has played no game.
bot-button = Make this a bot's account
bot-done = This is a bot's account now.
bot-is-one = This is a bot's account. It plays with a token of the scope play.
bot-has-played = Games were played with this account. Make another one for the bot.
api-title = For programs
api-what = Bots and other programs use this interface. Questions that change nothing work without a token where everybody may see the answer; everything else takes one, sent as “Authorization: Bearer …”. Calls are counted; the headers RateLimit-Limit, -Remaining and -Reset say what is left.
api-description = The whole description (OpenAPI)
api-token = Token to try with
api-scope = Takes a token with the scope { $scope }.
api-body = What is sent
api-try = Try it
api-answer = Answer
api-tag-account = Account
api-tag-games = Games
api-tag-challenges = Challenges
api-tag-knowledge = Knowledge
api-tag-puzzles = Puzzles
api-op-account = whose token this is
api-op-accountEvents = your challenges and running games, as they come and go
api-op-description = this description
api-op-games = games of a player
api-op-game = how a game stands
api-op-gameEvents = what happens in a game, line by line
api-op-record = a game as a record
api-op-move = play a move
api-op-resign = give a game up
api-op-draw = propose a draw, or answer a proposal
api-op-abort = break a game off before both have moved
api-op-claim = claim the win or a draw, because the other is away
api-op-challenges = open challenges to you and by you
api-op-challenge = offer a game
api-op-oneChallenge = a challenge
api-op-accept = take a challenge
api-op-decline = decline a challenge
api-op-withdraw = take your challenge back
api-op-probe = what a position and its moves are worth
api-op-leaderboard = the best players of a game
api-op-dailyPuzzle = the puzzle of the day
api-op-nextPuzzle = a puzzle at your strength
api-op-puzzle = a puzzle by its number
api-op-tryPuzzle = try a move in a puzzle
failure-bad-token = This token does not hold. It may have been revoked.
failure-needs-scope = This takes a token with the scope { $scope }.
failure-bots-use-tokens = A bot plays with its token, not on the pages.
failure-bots-are-unrated = Games with bots are not rated. Play unrated.
failure-no-tables = This site has no tables of this game.
failure-not-in-tables = What this position is worth is not known exactly.
failure-unknown-status = There is no "{ $field }": running, won, lost or drawn.
failure-unknown-scope = There is no scope "{ $field }": read or play.

# What went wrong
failure-title = That did not work
failure-title-nowhere = Nothing here
failure-title-late = Too late
failure-back = To the beginning
failure-signed-out = Please log in.
failure-cross-site = This came from another site and was not done.
failure-guest = Rated games are for players with an account. Sign up, or play unrated.
failure-too-many = Too often in a short time. Please wait a minute.
failure-too-many-questions = Many questions to the engine are waiting from your network. Please try again in { $seconds ->
    [one] a second
   *[other] { $seconds } seconds
}.
failure-too-long = The request is too long.
failure-too-slow = The request came too slowly. Please try again.
failure-busy = There is too much to do just now. Nothing was changed; please try again in a moment.
failure-away = The site cannot reach its memory just now. Nothing was changed; please try again in a moment.
failure-uncertain = It is not certain whether this was carried out. Please load the page again to see how things stand before you try once more.
failure-secret-in-address = A { $field } does not belong in an address, where others may read it. Please send it in the body of the request.
failure-wrong-method = This page cannot be asked for in this way.
failure-too-many-games = You have many games in progress already. Please finish one first.
failure-too-many-seats = Many from your network wait for an opponent already. Sit down with one of them, or come again when some have found one.
failure-no-page = There is no such page.
failure-no-game = You have no such game in progress.
failure-missing = The field { $field } is missing.
failure-not-a-letter = { $field } is not a letter.
failure-not-a-number = { $field } is not a number.
failure-not-simple = { $field } must be a text or a number.
failure-unknown-game = There is no game “{ $field }”.
failure-unknown-level = There is no level “{ $field }” for this game.
failure-unknown-phrase = “{ $field }” is none of the quick words.
failure-unknown-clock = “{ $field }” is no clock: minutes and seconds such as 5+5, days such as 3d, or none.
failure-unknown-colour = “{ $field }” is no colour: white, black or random.
failure-unknown-response = “{ $field }” is no answer: accept or decline.
failure-unknown-language = “{ $field }” is not spoken here.
failure-not-asked = There is no field { $field } here.
failure-field-value = The field { $field } is not understood.
failure-json = The request is no valid JSON: something is wrong at { $field } (line and column).
failure-json-value = The request has a value of the wrong kind at { $field } (line and column).
failure-not-json = This takes JSON: say so with the header Content-Type: application/json.
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
learn-intro = Every game has a short lesson that is played, and its rules with pictures.
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
replay-mistake-back = Back to the mistake before
replay-mistake-on = On to the next mistake
replay-slider = Turn
replay-game = To the game
result-replay = Replay
share-link = Share
share-picture = Picture

# Help while learning, and how one does
panel-assisted = With help: this game counts as practice.
actions-undo = Take back
actions-hint = Hint
event-undo = { $side } takes a turn back.
event-undo-asked = { $side } would like to take a turn back.
event-undo-declined = { $side } does not let the turn be taken back.
event-hint = { $side } asks for a hint.
refusal-only-computer = Only a game against the computer has that.
refusal-no-turn = There is no turn to take back.
refusal-enough-taken-back = A hundred turns were taken back in this game, which is as many as it remembers. Play on, or begin a new one.
refusal-rated = In a rated game no turn is taken back.
refusal-asked-already = You asked already. Make a move first.
refusal-too-early = The other player is here, or not away for long enough yet.
failure-unknown-claim = “{ $field }” is no claim: win or draw.
undo-offered = Your opponent would like to take a turn back.
undo-asked = Your opponent is asked whether you may take it back.
away-is = { $name } is away.
away-claim-in = You may claim the win or a draw in
away-claim-win = Claim the win
away-claim-draw = Claim a draw
away-why = Why?
result-level = Level { $level }
result-record = Level { $level }: { $wins } won, { $losses } lost, { $draws } drawn.
result-against = Against { $name }: { $wins } won, { $losses } lost, { $draws } drawn.
result-practice = A game with help is practice and is not counted.
result-streak = { $games } wins in a row.
home-record = Against the computer
hint-move = Try { $move }.
# Claims: what is true of a move. Each is a clause without its full stop, because it also stands within
# another one; $who is "It", the move itself, or a side.
claim-sentence = { $claim }.
claim-it = It
claim-list = { $first } and { $last }
claim-mills = { $count ->
        [one] the mill { $lines }
       *[other] the mills { $lines }
    }
claim-lines = { $count ->
        [one] the line { $lines }
       *[other] the lines { $lines }
    }
claim-closes = { $who } closes { $lines }
claim-completes = { $who } completes { $lines }
claim-blocks = { $who } prevents { $lines }
claim-leaves-open = { $count ->
        [one] { $who } leaves { $lines } open, and { $enemy } can close it
       *[other] { $who } leaves { $lines } open, and { $enemy } can close any of them
    }
claim-threatens = { $who } threatens { $lines }
claim-double-mill = { $who } opens a double mill: one man closes a mill with every step between { $from } and { $to }
claim-double-mill-lasting = { $who } opens a double mill that no answer breaks: one man closes a mill with every step between { $from } and { $to }
claim-attacks-two = { $who } threatens mills on { $points } at once, and no answer stops { $count ->
        [2] both
       *[other] all
    }
claim-attacks-two-lines = { $who } threatens lines on { $points } at once, and no answer stops { $count ->
        [2] both
       *[other] all
    }
claim-locks-in = { $count ->
        [one] { $who } locks in { $of }’s man on { $points }
       *[other] { $who } locks in { $of }’s men on { $points }
    }
claim-frees = { $count ->
        [one] { $who } frees { $of }’s man on { $points }
       *[other] { $who } frees { $of }’s men on { $points }
    }
claim-takes-last-free = { $who } takes { $enemy }’s last man outside a mill
claim-brings-down = { $who } leaves { $enemy } with { $men } men
claim-brings-down-to-fly = { $who } leaves { $enemy } with { $men } men, which fly from now on
claim-crossing = From there { $number } ways lead on
claim-surrounds = { $count ->
        [one] { $who } turns a pawn
       *[other] { $who } turns { $count } pawns
    }
claim-is-surrounded = { $count ->
        [one] { $enemy } can answer { $move } and turn a pawn
       *[other] { $enemy } can answer { $move } and turn { $count } pawns
    }
claim-balances = Whoever moves next loses against good play
claim-unbalanced = The nim-sum was { $before } and is { $after } now, so whoever moves next can win
claim-only-win = Only { $move } wins
claim-only-draw = Only { $move } holds the draw
claim-others-lose = Every other move loses to { $reply }
claim-wins = { $who } { $wins }
claim-wins-unless-quiet = { $who } { $wins }, unless the draw after { $limit } quiet plies comes first
claim-holds-out = { $plies ->
        [one] Every move loses, and none holds out longer than one ply
       *[other] Every move loses, and none holds out longer than { $plies } plies
    }
claim-forced-line = { $side } wins by force: { $line }
claim-allows = { $enemy } can answer: { $claim }; after { $best } no answer could do that
claim-answer = { $enemy } can answer: { $claim }.
claim-misses = { $claim }; this move does not

# The mill family: more rules, and the atlas

title-seven = Seven Men’s Morris
title-ten = Ten Men’s Morris
title-eleven = Eleven Men’s Morris
title-sesotho = Sesotho Morabaraba
title-with-options = { $title }, { $options }
about-seven = Seven men each on two squares with a centre, without flying.
about-ten = Ten men each on three squares, with flying.
about-eleven = Eleven men each on three squares with diagonals, with flying.
about-sesotho = Twelve men each on three squares with a centre, with flying.
about-variant = { $board } by other rules: { $options }.
option-nofly = no flying
option-fly3 = flying with three men
option-fly4 = flying with four men
option-flyalways = flying always
option-lasker = placing or moving
option-strict = mills always safe
option-lenient = mills never safe
option-misere = misère
rules-flying-four = A player with three or four men, on the board and in hand together, flies: a man may go to any empty point.
rules-flying-always = Everybody flies: a man may go to any empty point.
rules-always-protected = A man in a mill is never taken. When every enemy man stands in a mill, nothing is taken.
rules-never-protected = Any enemy man may be taken, whether it stands in a mill or not.
rules-misere = Misère: what would win loses, and what would lose wins.
rules-first-line-misere = Whoever completes a line of three has lost at once.
rules-reduced-misere = Whoever has fewer than three men, on the board and in hand together, has won.
rules-blocked-misere = Whoever is to move and cannot has won.
variants-title = More rules
variants-intro = Every board of the mill family can be played by every combination of these rules.
variants-show = Show this game
variants-rules = All its rules
field-board = Board
field-flying = Flying
field-removal = What a mill takes
choose-nofly = nobody
choose-fly3 = with three men
choose-fly4 = with three or four men
choose-flyalways = everybody, always
choose-usual = a man outside mills, if there is one
choose-strict = only a man outside mills
choose-lenient = any man
choose-lasker = place or move from the first turn on
choose-misere = misère: whoever would win loses
atlas-title = Atlas of the mill family
atlas-intro = What best play makes of { $known } of the { $all } games of the family: each was solved from its last position to its first.
atlas-how = A ply is one turn of one player. A plus sign means that many plies or more. Positions are counted up to the symmetries of the board, for the side to move. Of every game 100,000 random positions were checked by their moves.
atlas-column-rules = Rules
atlas-column-start = Best play
atlas-column-moves = Best first moves
atlas-column-drawn = Drawn positions
atlas-column-longest = Longest win in plies
atlas-usual = the usual ones
atlas-win = White wins in { $plies } plies
atlas-loss = Black wins in { $plies } plies
atlas-draw = Draw
atlas-by = Best first moves: { $moves }.
atlas-percent = { $number } %
atlas-left = { $count ->
    [one] One combination of rules is not yet computed.
   *[other] { $count } combinations of rules are not yet computed.
}
atlas-unknown = What best play makes of this game is not yet computed.

# What positions are worth
value-win = wins
value-draw = draws
value-draw-presses = draws; { $side } presses
value-draw-level = draws; level
value-draw-rank = { $draw } ({ $payoff })
value-draw-rank-exit = { $plies ->
    [one] { $draw } ({ $payoff }, exit with the next turn)
   *[other] { $draw } ({ $payoff }, exit in { $plies } plies)
}
value-loss = loses
value-win-in = { $plies ->
    [one] wins at once
   *[other] wins in { $plies } plies
}
value-loss-in = { $plies ->
    [one] loses in one ply
   *[other] loses in { $plies } plies
}
value-win-in-at-least = wins in at least { $plies } plies
value-loss-in-at-least = loses in at least { $plies } plies
value-win-within = { $plies ->
    [one] wins at once
   *[other] wins in at most { $plies } plies
}
value-loss-within = { $plies ->
    [one] loses in one ply
   *[other] loses in at most { $plies } plies
}
# An opinion: men ahead (or behind) as the side that moves sees it. The second one is what a move does, as
# "wins" is.
value-score = { $score } men
value-score-move = is worth { $score } men
position-draw = Nobody can force a win: a draw.
position-draw-presses = Nobody can force a win: a draw; { $side } presses.
position-win = { $side } wins.
position-win-in = { $plies ->
    [one] { $side } wins with the next turn.
   *[other] { $side } wins in { $plies } plies.
}
position-win-in-at-least = { $side } wins in at least { $plies } plies.
position-win-within = { $plies ->
    [one] { $side } wins with the next turn.
   *[other] { $side } wins in at most { $plies } plies.
}
position-win-in-at-least-unless-quiet = { $side } wins in at least { $plies } plies, unless the draw after { $limit } quiet plies comes first.
position-win-in-unless-quiet = { $side } wins in { $plies } plies, unless the draw after { $limit } quiet plies comes first.
position-ahead = The engine sees { $side } { $men } men ahead.
position-behind = The engine sees { $side } { $men } men behind.
position-even = The engine sees both sides even.
source-tables = Exact, from the perfect tables.
source-openings = Exact, from the openings known by heart: who wins, not how fast.
source-theory = Exact, by the theory of the game.
source-tables-but-quiet = Exact, from the perfect tables, but for one rule that they do not know: { $limit } plies in a row without a placement or a capture are a draw. { $quiet ->
    [0] None was played yet.
    [one] One was played.
   *[other] { $quiet } were played.
}
source-engine = The engine’s opinion, in men ahead for the side that moves: there are no tables for this here.
why-all-keep = Every move keeps that.
why-keep = { $kept ->
    [one] Only one move of { $all } keeps that.
   *[other] { $kept } moves of { $all } keep that.
}
why-nearest-loss = The nearest loss is { $plies } plies away.
why-nearest-loss-at-least = The nearest loss is at least { $plies } plies away.
why-hardest = Hardest to answer: { $moves } – { $held } of { $all } answers hold the draw.

# Reviews
result-review = Review
review-title = Review: { $title }
review-making = The review is being made.
review-graph = How the game stood: { $near } above, { $far } below.
review-turn-win-win = { $turn } keeps the win.
review-turn-draw-draw = { $turn } holds the draw.
review-turn-loss-loss = { $turn } cannot save the game.
review-turn-win-draw = { $turn } lets the win go.
review-turn-win-loss = { $turn } gives a won game away.
review-turn-draw-loss = { $turn } gives the game away.
review-opinion-win-win = { $turn } keeps the better game.
review-opinion-draw-draw = { $turn } keeps the balance.
review-opinion-loss-loss = { $turn } changes little: the other side stands better.
review-opinion-win-draw = { $turn } gives the lead away.
review-opinion-win-loss = { $turn } turns a lead into its opposite.
review-opinion-draw-loss = { $turn } falls behind.
review-instead = { $move } was better.
review-where-win-draw = The game turned on { $turn }: { $side } let a win go.
review-where-win-loss = The game turned on { $turn }: { $side } gave a won game away.
review-where-draw-loss = The game turned on { $turn }: { $side } gave a draw away.
review-where-opinion = The game turned on { $turn }: { $side } stood worse from there on.
review-train-mills = To train: before each turn, look for every line that either side can fill.
review-train-threats = To train: look for moves that threaten two things at once.
review-train-room = To train: see which men can be shut in, yours and theirs.
review-train-captures = To train: count the men that are left, and those that can be taken.
review-train-points = To train: place men where many ways meet.
review-train-surrounding = To train: before each turn, look which pawns can be surrounded.
review-train-nim-sums = To train: make the nim-sum zero with every turn.
review-train-patience = To train: look for the answer to your move before you make it.
review-train-nothing = Nothing to mend: { $side } kept all there was to keep.
review-kept = kept { $number } %
review-you = you
review-won = won
review-mistake = mistake
review-only = the only move
review-to-mistakes = To the first mistake
review-show = Show me
review-numbers = Numbers
review-opinions = The engine’s opinion: there are no tables for this here.
review-back = Back to the review
review-turned = The game turned on move { $number } of { $side }: a move that { $after } where one { $before }.
review-drawn-by-rule = { $end } The tables do not know this rule.
review-never-turned = Nobody gave value away.
review-accuracy = Accuracy
review-formula = Accuracy is what a side kept of all it had at stake: 100 × the sum of (played − worst) divided by the sum of (best − worst) over its moves. A winning move counts 1, a drawing one ½, a losing one 0; an opinion of the engine of s men counts 1 / (1 + 10^(−s/4)).
review-this = This move { $worth }.
review-from-to = This move { $after }; the best { $before }.
review-better = { $kept ->
    [one] Only one move of { $all } would have kept that: { $moves }.
   *[other] { $kept } moves of { $all } would have kept that, such as { $moves }.
}
review-line = It is answered by { $line }
review-again = Try it again

# Puzzles
puzzles-title = Puzzles
puzzles-intro = In each position exactly one move wins, or holds the draw. All of them are exact: they were made with the perfect tables.
puzzles-count = { $count } puzzles, from easy to hard. The next one is as hard as you are strong.
puzzle-title = Puzzle: { $title }
puzzle-of-the-day = Puzzle of the day
puzzle-next = Next puzzle
puzzle-again = Try again
puzzle-ask-win = { $side } to move. One move wins: which?
puzzle-ask-draw = { $side } to move. One move holds the draw: which?
puzzle-right = Right: { $move } { $value }.
puzzle-wrong = No: { $move } { $value }.
puzzle-show-solution = Show the solution
puzzle-solution = The solution: { $move } { $value }.
puzzle-line = It can go on { $line }
puzzle-answer = Your opponent answers { $line }
puzzle-themes = Theme: { $themes }
puzzle-record = Your rating for puzzles: { $rating }. Solved at the first try: { $solved } of { $tried }; in a row: { $streak }, at best { $best }.
puzzles-train = Train
puzzles-by-theme = By theme
puzzle-solve = Solve
puzzle-goal-win = { $side } wins in { $moves }.
puzzle-goal-draw = { $side } holds the draw.
puzzle-goes-on = Your opponent plays { $move }. Go on.
puzzle-done = Solved.
puzzle-slip = That gives it away. The first move was right and counts.
puzzle-elsewhere = Perhaps as good, but the solution goes on another way. Try another move.
puzzle-difficulty = Difficulty: { $rating }.
puzzle-rating = Rating with puzzles
puzzle-no-rating = It begins with your first puzzle.
own-title = From your games
own-due = { $due ->
    [one] One mistake of yours is due as a puzzle.
   *[other] { $due } mistakes of yours are due as puzzles.
}
own-waiting = { $waiting ->
    [one] One puzzle of your own comes again on a later day.
   *[other] { $waiting } puzzles of your own come again on later days.
}
own-none = Open the review of a game: mistakes with one right move come back here as puzzles.
own-train = Train
own-ask = { $side } to move. One move keeps what you had: which?
own-right = Right: { $move } keeps it.
own-wrong = No: { $move } gives it away.
own-solution = The solution: { $move }.
own-in-game = In your game
mistakes-title = Where points go
mistakes-every = Everything
mistakes-most = { $mistakes ->
    [one] { $phase }: the one mistake ({ $count }) in your reviewed games.
   *[other] { $phase }: { $count } of { $mistakes } mistakes in your reviewed games.
}
mistakes-none = Play a game and open its review. From then on you see here where you give something away, and train it.
mistakes-all = { $mistakes ->
    [one] One mistake
   *[other] { $mistakes } mistakes
} in { $games ->
    [one] one reviewed game
   *[other] { $games } reviewed games
}. Each line leads to puzzles that train it.
mistakes-by-phase = By phase
mistakes-phase-placing = Placing
mistakes-phase-moving = Moving
mistakes-phase-flying = Flying
mistakes-by-reason = By reason
mistakes-by-pace = By time for the move
mistakes-pace-quick = Under 5 seconds
mistakes-pace-steady = 5 to 30 seconds
mistakes-pace-slow = Half a minute and longer
reason-allowed = Allowed: { $what }
reason-missed = Missed: { $what }
reason-alone = By { $what }
reason-closes = a mill
reason-blocks = stopping a mill
reason-leaves-open = leaving a mill open
reason-threatens = threatening a mill
reason-double-mill = a double mill
reason-attacks-two = two threats at once
reason-locks-in = shutting men in
reason-frees = freeing men
reason-takes-last-free = taking the last man outside mills
reason-brings-down-to = bringing a side down to few men
reason-crossing = a point with many ways
reason-surrounds = surrounding pawns
reason-is-surrounded = leaving pawns to be surrounded
reason-nim-sum = the nim-sum
reason-only-move = the only move
reason-only-step = the only step
reason-others-lose-to = one answer to all moves
reason-wins = a win
reason-holds-out = the longest defence
reason-forced-line = a forced line
run-title = Against the clock
run-about = Three minutes, three mistakes: how many do you solve?
run-start = Start
run-again = Once more
run-best = Best: { $best }
run-over = { $solved ->
    [one] One puzzle solved.
   *[other] { $solved } puzzles solved.
}
run-right = Right.
run-wrong = That was a mistake.
run-left = Time
run-solved = Solved
run-mistakes-title = Mistakes
run-mistakes = { $mistakes } of { $most } mistakes
theme-double-mill = double mill
theme-zugzwang = zugzwang
theme-blockade = blockade
theme-sacrifice = sacrifice
theme-flying-race = flying race
theme-hold-the-draw = hold the draw
theme-mill = mill
theme-quiet = quiet move
failure-unknown-theme = There is no theme “{ $field }”.

# Openings
openings-link = Openings
openings-title = Openings: { $title }
openings-line = The moves so far
openings-start = Start
openings-move = Move
openings-value = Value
openings-games = Games
openings-score = White · drawn · Black
openings-note = Moves that are the same turned or mirrored stand together. Games are those that were finished on this site; their first { $plies } plies are counted.
failure-opening-over = Openings are shown for { $field } plies. The analysis board goes on from there.

# Analysis
nav-analysis = Analysis
analysis-title = Analysis: { $title }
analysis-moves = Moves
analysis-other-moves = { $count ->
    [one] One more move
   *[other] { $count } more moves
}
analysis-line = Best line
analysis-play-out = Play it out
analysis-tree = Lines tried
analysis-undo = Take back
analysis-remove = Remove this line
analysis-mark = Mark
analysis-mark-how = A point chosen twice gets a ring, two points an arrow; the same once more takes it away.
analysis-unmark = Remove marks
analysis-turn = Turn the board
analysis-set-up = Set up by hand
analysis-record = Save as record
analysis-svg = Save as picture (SVG)
analysis-play-level = Computer
analysis-play = Play on from here
analysis-from-text = From text
analysis-position = Position
analysis-paste = Record of a game
analysis-show = Show
setup-title = Set up: { $title }
setup-how = A tap on a point puts a white man there, another makes it black, a third takes it away.
setup-side = To move
setup-hand = { $side } in hand
setup-go = Analyse
setup-empty = Empty board
setup-start = Start of the game
failure-analysis = This cannot be analysed. { $field }
failure-analysis-over = The game is over in { $field }.
failure-record = This is no record of a game. { $field }
failure-goes-on = This game goes on. What it is worth is told when it is over.
failure-plays-now = You are playing { $game } against a person, rated or with a live clock. Until that game is over there are no values, hints, openings or puzzles for its board, and no computer above level 5, so that it stays fair.
failure-played-here = Somebody at your address is playing { $game } against a person with a live clock. Until that game is over there are no values, hints, openings or puzzles for its board, and no computer above level 5, for visitors without an account. With an account you can log in and go on.
failure-plays-now-way = Finish the game, or break it off: then all of this is open again.

# Lessons
lesson-title = Learn { $title }
lesson-link = Learn it by doing
lesson-invitation = Learn it in a minute
lesson-next = Next step
lesson-back = Back
lesson-play = Play a game
lesson-place = You have nine men. Place one on any empty point.
lesson-place-done = You place in turn until all men are on the board.
lesson-mill = Three men on a line are a mill. Place the third on g7, then take a man.
lesson-mill-done = A man that is taken never comes back.
lesson-mill-else = That closes no mill. Your men on a7 and d7 wait for one on g7.
lesson-take = Close the mill on f6. Men in a mill are protected: take the one outside.
lesson-take-done = Only when all stand in mills may one of them be taken.
lesson-take-else = That closes no mill. Your men on b6 and d6 wait for one on f6.
lesson-move = All men are placed: now they move along the lines. Move d6 up to d7.
lesson-move-done = A mill may be opened and closed as often as you like.
lesson-move-else = That may be played, but it closes no mill. Move d6 to d7.
lesson-double-mill = Move d2 down to d1: one mill opens and another closes.
lesson-double-mill-done = That is a double mill: a mill with every step.
lesson-double-mill-else = That closes no mill. Move d2 to d1.
lesson-fly = With three men left you fly to any empty point. Fly from f4 to g1.
lesson-fly-done = With two men the game is lost.
lesson-fly-else = That closes no mill. Your men on a1 and d1 wait for one on g1.
lesson-block = Whoever cannot move has lost. Black’s last way out is d1: close it with d2.
lesson-block-done = Black is shut in, and you win.
lesson-block-else = Black can still move. Close d1.
lesson-two-squares-mill = Only the sides of the two squares are lines; the short ways between them are not. Close a mill on e5.
lesson-two-squares-mill-done = Whoever closes a mill takes an enemy man. It never comes back.
lesson-two-squares-mill-else = That closes no mill. Your men on a5 and c5 wait for one on e5.
lesson-two-squares-fly = All men are placed, and you have three left: they fly to any empty point. Fly from d4 to e1.
lesson-two-squares-fly-done = With more than three men one moves along the lines. With two the game is lost.
lesson-two-squares-fly-else = That closes no mill. Your men on a1 and c1 wait for one on e1.
lesson-no-flying = All men are placed. Here nobody flies: even three men move along the lines. Move e3 to e1.
lesson-no-flying-done = Black has two men left, and you win.
lesson-no-flying-else = That closes no mill. Move e3 to e1.
lesson-line-placed = The first line of three wins, and the diagonals count. Place your third man on c3.
lesson-line-placed-done = You win. Nothing is ever taken in this game.
lesson-line-placed-else = That is no line of three. Your men on a1 and b2 wait for one on c3.
lesson-line-moved = All three are placed and nobody has won: now the men move along the lines. Move b2 down to b1.
lesson-line-moved-done = You win.
lesson-line-moved-else = That is no line of three. Move b2 to b1.
lesson-place-or-move = With men in hand you may place one, or move one that is on the board. Move d6 up to d7.
lesson-place-or-move-done = Moving closed a mill while seven men still wait in your hand.
lesson-place-or-move-else = You placed a man. Move one this time: d6 to d7.
lesson-diagonal = The corners are joined by diagonals, and these are lines too. Close one on c3.
lesson-diagonal-done = You have twelve men each. A full board from which nothing was taken is a draw.
lesson-diagonal-else = That closes no mill. Your men on a1 and b2 wait for one on c3.
lesson-slide = A pawn slides along its row or column, as far as the way is free. Move any of the white ones.
lesson-slide-done = Pawns do not jump. Those that stand in a corner must wait.
lesson-enclose = Enemy pawns between the pawn you move and another of yours change colour. Move d5 up to d2.
lesson-enclose-done = Both are yours now.
lesson-enclose-else = That encloses nothing. Move d5 to d2.
lesson-enclose-two-ways = It works in all directions at once. Move e3 to c3.
lesson-enclose-two-ways-done = One pawn in the row and one in the column are yours.
lesson-enclose-two-ways-else = That encloses too little. Move e3 to c3.
lesson-into-enclosure = Going in between two enemies is safe. Move b5 up to b3.
lesson-into-enclosure-done = Nothing happens: only whoever moves encloses. Who has no pawn left, or none that can move, loses.
lesson-into-enclosure-else = Go right between the two: b5 to b3.
lesson-no-repeat = You are Black. No arrangement of the board may come again, and so d3 may not go back to e3. Play something else.
lesson-no-repeat-done = Whoever has no other move left loses.
lesson-strip = A turn moves one pawn to the left, as far as you like. Pawns may share a square.
lesson-strip-done = Whoever cannot move any more loses: all pawns stand on square 1 then.
lesson-balance = Two pawns on one square are in balance: what your opponent does with one, you do with the other. Move 5 to 3.
lesson-balance-done = Now you have an answer to every turn.
lesson-balance-else = They are not together. Move 5 to 3.
lesson-last-pawn = One pawn is still on its way. Bring it home to square 1.
lesson-last-pawn-done = Your opponent cannot move, and you win.
lesson-last-pawn-else = Your opponent could move it on. Go all the way to square 1.

# A game to keep, and one from elsewhere
download-as = Keep it as
download-record = record
download-picture = picture (SVG)
download-animated = moving picture (SVG)
import-title = Replay a record
import-intro = A game that was kept as a record, here or by the terminal, can be seen step by step. It is not stored.
import-record = The record
import-file = or from a file
import-show = Show it
import-another = Another record
import-wrong = This record cannot be read: { $reason }.
import-wrong-line = This record cannot be read: line { $line }: { $reason }.

# Profiles and lists of games
profile-yours = Your profile
profile-games = All games
profile-since = Here since { $day }.
profile-nothing = No finished games yet.
profile-streak = { $now } wins in a row against people now; { $most } at most.
profile-rating = { $points } after { $games ->
        [one] 1 game
       *[other] { $games } games
    }, between { $least } and { $most }.
profile-rating-flat = { $points } after { $games ->
    [one] one game
   *[other] { $games } games
}.
profile-plays = Plays { $title }: watch
profile-trouble = Trouble with this player?
profile-by-game = Against people
profile-by-opponent = By opponent
profile-level = level { $level }
profile-openings = Favourite openings
profile-opening = Opening
profile-begins = { $title }: begins with { $turn }
profile-answers = { $title }: answers { $first } with { $turn }
games-title = Games of { $name }
games-none = There are no such games.
games-profile = Profile
games-all = all
games-people = people
games-computer = the computer
games-result = Result
games-won = won
games-lost = lost
games-drawn = drawn
games-running = still running
games-earlier = Newer ones
games-later = Older ones
failure-no-player = There is no player of this name.
failure-unknown-result = “{ $field }” is no result: won, lost, drawn or running.
# Meeting
lobby-title = Lobby
lobby-here = { $here ->
        [one] One player is here
       *[other] { $here } players are here
    }, { $waiting } waiting for an opponent.
lobby-seats = Open seats
lobby-no-seats = Nobody waits at the moment. Be the first.
lobby-take = Play
lobby-take-with = Play { $name }
lobby-needs-account = rated: needs an account
lobby-seat-gone = Nobody waits at this seat any more.
lobby-seek = Find an opponent
lobby-find = Find an opponent
lobby-near = With a clock or rated you meet people near your rating: { $near } points apart at most, { $each } more with every second, and after { $anybody } seconds anybody.
lobby-followed = Here now, of those you follow
wish-size = { $size } squares a side
wish-strip = { $squares } squares with { $pawns } pawns at most
waiting-for-days = You will play { $title } with the next who comes. You need not stay: the game will stand on your Home.
waiting-here = { $here ->
        [one] One player is here now.
       *[other] { $here } players are here now.
    }
challenges-title = Challenges
challenge-title = Waiting for { $name }
challenge-asked = Your challenge is shown there. Keep this page open: the game begins when it is accepted.
challenge-accept = Accept
challenge-decline = Decline
challenge-declined = The challenge is declined.
field-to = Challenge a player by name
hint-to = Leave it empty for a link that anybody may use.
failure-unknown-player = There is no player “{ $field }”.
failure-challenge-self = “{ $field }” is yourself.
failure-too-many-challenges = So many challenges are open there already that there is no room for one more. Please wait until some are answered.
failure-not-challenged = “{ $field }” cannot be challenged.
failure-unknown-relation = “{ $field }” is not understood: follow, block or none.
people-title = People
people-followed = You follow
people-none = Nobody yet. Follow people you like to play: you see when they are here.
people-here = here
people-away = away
people-challenge = Challenge
people-follow = Follow
people-unfollow = Unfollow
people-blocked = Blocked
people-blocked-about = People you block cannot challenge you, are not paired with you, and their quick words do not reach you.
people-block = Block
people-unblock = Unblock
people-name = Name
people-follow-name = Follow { $name }
people-unfollow-name = Unfollow { $name }
people-block-name = Block { $name }
people-unblock-name = Unblock { $name }
refusal-not-heard = Your opponent does not hear quick words.

# Arenas
arenas-title = Arenas
arenas-about = For an hour everybody who has come in plays, is paired again, and plays on. A win brings two points, a draw one.
arenas-none = None at the moment. Open one.
arena-title = Arena: { $title }
arena-rule = You meet somebody who is free and near in points: { $near } apart at most, one more with every second, and after { $anybody } seconds anybody. The same two meet again at once only after { $again } seconds.
arena-open = Open an arena
arena-needs-account = To open one you need an account.
arena-ahead = It begins
arena-ahead-minutes = { $minutes ->
        [0] at once
       *[other] in { $minutes } minutes
    }
arena-begins = { $minutes ->
        [one] It begins in one minute.
       *[other] It begins in { $minutes } minutes.
    }
arena-runs = { $minutes ->
        [one] The last games begin in one minute.
       *[other] It runs for { $minutes } more minutes.
    }
arena-over = It is over.
arena-own-game = To your game
arena-standings = Standings
arena-running = Games going on: { $games }
arena-points = Points
arena-nobody = Nobody has come in yet.
arena-enter = Come in
arena-pause = Pause
arena-pauses = pauses
arena-stay = You are in. Keep this page open: you are taken to the board as soon as somebody is free.
arena-log-in = Log in to play
arena-meanwhile = Play meanwhile
arena-back = Back to the arena
arena-pairings = Last results
arena-no-pairings = Nobody has played yet. Pairings come while the arena runs.
arena-top-game = Top game
arena-told = You are in. Five minutes before it begins you are told, if you want notices of turns.
failure-arena-clock = An arena needs a live clock such as 3+2, not { $field }.
failure-arena-account = To open an arena you need an account.
failure-one-arena = You have an arena that runs or is still to begin. One at a time, so that there is room for everybody’s.
failure-arena-over = This arena is over.

# Offline
offline-words = You are offline. Your games are on the server, as they stand; they will be shown when the line is back.
offline-again = Try again

# Being told elsewhere
push-switch = Tell me when it is my turn
push-on = This browser tells you when it is your turn in a game by days, also when no page of this site is open. Logging out ends it.
push-refused = This browser does not let the site show notices. To allow them, press the sign before the address of this page, choose “Allow” at notifications, and press here once more.
push-unanswered = The browser’s question was left without an answer, so nothing has changed. Press here once more to be asked again.
push-failed = This browser could not reach its own service for notices, so nothing has changed. Please try again later.
push-unsaved = The site could not be told, so nothing has changed. Please try again later.
push-your-turn = { $title } against { $name }
push-arena-begins = It begins in a few minutes.
failure-push-endpoint = This is not the address of a push service: https and a name are needed.
failure-push-keys = These are not the keys of a push subscription.

# Mail and forgotten passwords
login-forgot = Forgotten your password?
forgot-title = Forgotten password
forgot-intro = We send you an e-mail. The link in it leads to a new password.
forgot-button = Send the e-mail
forgot-done = If this address has an account, an e-mail is on its way. Its link holds for 30 minutes.
forgot-no-mail = This site sends no mail. Ask whoever runs it for a link to a new password.
reset-title = A new password
reset-done = Your password is changed. Log in with it now.
confirm-title = Your address
confirm-intro = Confirm that this address is yours, so that you can get back in with it.
confirm-button = Confirm the address
confirm-done = Your address is confirmed.
failure-link-over = This link was used already, is older than 30 minutes, or your account has changed since. Ask for a new one.
account-unconfirmed = Your address is not confirmed yet. The link in our e-mail does it.
account-confirm-again = Send it again
account-mail-done = The e-mail is on its way.
notices-title = When it is your turn
notices = In games with days for a move you can be told that it is your turn while you are not at the board.
guests-title = Guests
guests-welcome = People without an account may challenge you and be paired with you.
guests-refuse-button = Play only people with an account
guests-refused = Only people with an account may challenge you or be paired with you. Links to a game that you hand out work for everybody.
guests-welcome-button = Play guests again
guests-refused-done = From now on you play only people with an account.
guests-welcome-done = Guests may challenge you again.
turn-mails-off = We can write to you.
turn-mails-begin = Write to me
turn-mails-on = We write to you.
turn-mails-end = No such mails any more
turn-mails-done = From now on we write to you.
turn-mails-ended = We do not write to you any more when it is your turn.
mail-reset-subject = A new password for Merels
mail-reset = Somebody asked for a new password for your account at Merels. This link leads to it:
mail-confirm-subject = Your address at Merels
mail-confirm = Somebody gave this address for an account at Merels. This link confirms that it is yours:
mail-link-lasts = The link holds once, for { $minutes } minutes.
mail-not-you = If that was not you, you need not do anything.
mail-password-changed-subject = Your password at Merels was changed
mail-password-changed = The password of your account at Merels was changed just now.
mail-email-changed-subject = Your address at Merels was changed
mail-email-changed = Your account at Merels has another e-mail address from now on. No more mail comes to this one.
mail-token-made-subject = A new token for a program at Merels
mail-token-made = A token was made for your account at Merels just now. With it a program may act in your name, as far as the token allows.
mail-was-not-you = If that was not you, choose a new password at once, or write to whoever runs the site:

# Passkeys, the second factor, recovery codes
sign-in-title = How you sign in
sign-in-intro = A passkey is kept by your device and opened by your finger, your face or a code. It works instead of the password, or after it.
passkey-add-title = Another passkey
passkey-name = What to call it, such as “my phone”
passkey-nameless = a passkey
passkey-add = Add a passkey
passkey-added = The passkey is added.
passkey-removed = The passkey is removed. Remove it from your device too.
passkey-remove = Remove
passkey-since = since { $when }
passkey-instead = With a passkey instead
passkey-use = Use a passkey
passkey-login-title = Log in with a passkey
passkey-use-password = With the password instead
passkey-failed = That did not work with this passkey. Please try again.
passkey-known = This passkey is there already.
passkey-too-many = An account has at most 20 passkeys.
passkey-needs-script = Passkeys need scripts, a browser that knows them, and https.
passkey-no-host = Passkeys need a site with a name: they do not work under a bare number such as 127.0.0.1.
second-factor-title = Second factor
second-factor-is-on = After the password a passkey or a recovery code is asked for.
second-factor-is-off = The password alone is enough to come in.
second-factor-turn-on = Ask for it from now on
second-factor-turn-off = Ask for it no more
second-factor-needs-passkey = Add a passkey first.
second-factor-of-operators = Operators always have a second factor. Add another passkey or make recovery codes first.
factor-needed = Your password alone does not change how you sign in. Use a passkey, or give one of your recovery codes too. An operator without either gets a code from whoever runs the site.
factor-hint = Or use a passkey instead of password and code.
second-factor-asked = One more step: use a passkey, or one of your recovery codes.
second-factor-wrong = This is none of your recovery codes, or it was used already.
second-factor-over = That took too long, or was used already. Please log in again.
no-password-title = Without a password
no-password-what = Your passkeys lead in by themselves: nobody can guess or steal a password that is not there. You can choose a new one at any time.
no-password-button = Do without the password
no-password-needs = For that you need a second passkey, or recovery codes for the day on which this one is lost.
no-password-by-passkey = Show with a passkey that it works.
no-password-is = Your account has no password: a passkey leads in. You can choose a password above.
no-password-done = Your account has no password any more. Everywhere else you are signed out.
passkey-needed = Without a password you need this passkey: add another one before, make recovery codes, or choose a password.
codes-title = Recovery codes
codes-left = { $count ->
    [0] You have none. With one you get back in without your passkey, or set a new password without mail.
    [one] One code is left.
   *[other] { $count } codes are left.
}
codes-make = Make new codes
codes-once = Write these down or print them now: they are shown this once. Each works once. Older codes are worthless from now on.
codes-field = Recovery code
codes-use = Use the code
recover-title = A new password by recovery code
recover-intro = One of the codes that you wrote down sets a new password.
recover-wrong = The address or the code is not right, or the code was used already.
forgot-has-code = I have a recovery code
mail-sign-in-changed-subject = How you sign in to Merels was changed
mail-sign-in-changed = Passkeys, recovery codes, the second factor or the password of your account at Merels were changed just now.
mail-your-turn-subject = It is your turn
mail-your-turn = { $title } against { $name }: it is your turn.
mail-your-turn-no-more = You asked for these mails. Here you can end them:
mail-arena-begins-subject = An arena begins
mail-arena-begins = { $title }: the arena that you want to play in begins in a few minutes.

# The operator's page
report-button = Report this name
report-title = A name
report-done = Thank you. Whoever runs the site will look at it.
operator-title = For operators
operator-reports = Reported names
operator-no-reports = None.
operator-reporters = { $count ->
    [one] reported once
   *[other] reported { $count } times
}
operator-accounts = Accounts
operator-search = Name or address begins with
operator-search-button = Search
operator-sessions = { $count ->
    [one] one session
   *[other] { $count } sessions
}
operator-is-operator = operator
operator-is-closed = closed
operator-its-log = log
operator-change = Change
operator-dismiss = Nothing is wrong
operator-end-sessions = End all sessions
operator-close = Close the account
operator-reopen = Open the account again
operator-log = Security log
operator-when = When
operator-what = What
operator-whom = Whom
operator-from = From
failure-closed = This account was closed by whoever runs the site.
failure-operator = This is an operator’s account: only the command line changes it.

# The terminal: a position in words
phase-placing = placing
phase-placing-or-moving = placing or moving
phase-moving = moving
phase-flying = flying
counts-men = { $side }, { $phase }: { $board } on the board, { $hand } in hand, { $captured } captured
counts-bare-board = { $side }: { $board } on the board
counts-mills = { $count ->
        [one] mill { $mills }
       *[other] mills { $mills }
    }
counts-pawns = { $side }: { $pawns ->
        [one] 1 pawn
       *[other] { $pawns } pawns
    }
counts-strip = { $pawns ->
        [one] 1 pawn can still move
       *[other] { $pawns } pawns can still move
    }
show-bare-board = (a bare board: --side and --hands say the rest)

# Playing in the terminal: questions and answers
answer-yes = yes
answer-no = no
ask-place = { $side }, where do you place a man? ({ $hand } in hand)
ask-place-or-move = { $side }, place a man ({ $hand } in hand) or choose one to move:
ask-man = { $side }, which man do you move?
ask-pawn = { $side }, which pawn do you move?
ask-to = Where to?
ask-row = Row?
ask-column = Column?
ask-accept = { $side }, do you accept? (y/n)
ask-resign = { $side }, do you really resign? (y/n)
ask-leave = Leave? The game is kept for --resume. (y/n)
ask-over = The game is over. You can save FILE, undo, play again or quit:
ask-over-next = The game is over. You can save FILE, undo, play again, next for level { $level } or quit:
play-welcome = Type help for all that can be said.
play-seat = { $side }: { $player }.
play-take = You may take { $spots }.
play-yes-or-no = Please answer yes or no.
play-empty = An answer is wanted; help shows what can be said.
play-lines = Rows and columns have numbers from 1 to { $size }.
play-number = { $number } is the number of no move now.
play-let-go = { $spot } is taken back.
play-undone = { $side } takes back { $move }.
play-moves = The moves of { $side }:
play-exact = Exact: { $value } with { $moves }.
play-exact-more = { $moves } and { $more } more
play-exact-worse = { $others ->
        [one] One other move is worse.
       *[other] { $others } other moves are worse.
    }
play-no-advice = There is no move to advise.
play-thought = { $value }, depth { $depth }: { $line }
play-thinking = Thinking (Enter hurries): { $thought }
play-advising = Looking for a good move: { $thought }
play-analysing = Analysing (any key stops): { $thought }
play-offer-computer = Two people play. Type computer to play against the computer.
play-computer-plays = The computer takes a seat only where two people play.
screen-offer-computer = Two people play. Press c to play against the computer.
play-computers-turn = The computer is thinking. Enter hurries it.
play-level = The computer plays at level { $level } now.
play-no-level = No other level is suggested.
play-not-over = This game is not over yet.
play-saved = Saved to { $file }.
play-not-saved = Not saved: { $reason }.
play-loaded = Loaded { $file }.
play-not-loaded = Not loaded: { $reason }.
play-which-file = Say which file: { $command } game.merels
play-kept = The game is kept: merels play { $game } --resume goes on with it.
play-not-kept = The game could not be kept: { $reason }.
play-interrupted = A game of { $game } was interrupted: merels play { $game } --resume goes on with it.
play-ask-interrupted = A game of { $game } was interrupted. Go on with it? (y/n)
play-input-ended = The input has ended. Good-bye.
play-good-bye = Good-bye.
play-help =
    Answer with a point (d6, or its number), or with a whole move:
      d6        place a man on d6          d6-d5     move or fly from d6 to d5
      d6xa1     place, taking a1           d6-d5xa1  move, taking a1
      a4-f4     in Ming Mang               4-2       in Nimble
    At any time:
      help      these lines                rules     the rules of this game
      board     draw the board again       moves     list the possible moves
      undo      take back                  draw      propose a draw
      hint      ask for a good move        analyse   see how the computer thinks
      save F    write the game to file F   load F    go on with the game in file F
      resign    give up                    quit      leave
      computer  let it play the other side
    After the end:
      again     play once more             next      play at the suggested level
list-none = No unfinished game is kept.
list-ply = ply { $ply }
list-people = two people
list-interrupted = interrupted
list-resume = merels play --resume N goes on with one of them. They are files in { $folder }.

# The full screen: each of the lines of keys has at most 79 characters
screen-too-small = Too small. Please enlarge to 80x24. q leaves.
screen-back = Any key goes back to the board. Up and Down scroll.
screen-typing = Move, point or command: { $text }
screen-men = { $board } on board, { $hand } in hand, { $captured } lost
screen-over = { $end } a again
screen-over-next = { $end } a again, n level { $level }
screen-keys = Enter play  : type  u undo  h hint  i analyse  d draw  r resign  ? help  q quit
screen-help =
    Arrow keys   move the cursor           Enter, Space   choose the point under it
    Mouse        choose a point            Esc            let a chosen man go
    :            type a point (d6), a whole move (d6-d5xa1) or a command (rules)
    u  undo      h  hint       i  analyse           d  propose a draw
    s  save      l  load       m  list the moves    r  resign       q  leave
    c  let the computer play the other side
    At the end:  a  again      n  again at the level that is suggested
screen-marks =
    { $choice } a point that may be chosen      { $man } a man that may be chosen
    { $enemy } a man that may be taken       { $left } where the last man came from
    { $mill } a closed mill

# Puzzles in the terminal
train-title = { $title }: puzzle { $number } of { $total }, rated { $rating }
train-score = Solved { $solved } of { $tried }, { $streak } in a row.
train-refuted = Not this one. Enter tries again, s shows the solution, n goes on.
train-next = Enter goes on to the next puzzle.
train-last = That was the last puzzle. Enter leaves.
train-more = Another hint tells where it begins.
train-first = It begins with { $spot }.
train-not-here = That is for games. ? shows what can be done here.
train-typed = Type a move, ? for the solution, or q.
train-keys = Enter choose  : type  h hint  s solution  n next  u undo  ? help  q quit
train-help =
    One move wins, or holds the draw; every other gives that away. The first try
    counts. A wrong move is answered on the board by the reply that refutes it.

    Arrow keys   move the cursor           Enter, Space   choose the point under it
    Mouse        choose a point            Esc, u         let go, or try again
    :            type a point (d6), a whole move (d6-d5xa1) or a command (rules)
    h  hint: the theme; once more: where it begins, which counts as not solved
    s  solution    n  next puzzle    m  list the moves    q  leave

# Records and reviews in the terminal
replay-number = Game { $number } of { $total }
replay-moves = { $moves ->
        [one] 1 move, legal
       *[other] { $moves } moves, all legal
    }
replay-unfinished = The game is not finished.
review-wins = { $side } wins
review-plies = { $plies } plies
review-accuracy-of = Accuracy of { $side }: { $number } %
review-no-stake = { $side } had nothing at stake.
probe-line = line: { $line }
probe-endless = and so on, without an end
probe-no-distances = and so on: these tables have no distances

# Pages as search engines and previews of links announce them

meta-first = Play Nine Men’s Morris and its relatives at once: against the computer, a friend, or whoever is here. Free, and without an account.
meta-rules = The rules of Nine Men’s Morris and all its relatives, with pictures of their boards.
meta-rules-game = The rules of { $title }, with pictures. { $about }
meta-learn = Learn { $title } in a minute, turn by turn on a board.
meta-puzzle = { $title }. { $question }
meta-lobby = Players who wait for an opponent at Nine Men’s Morris and its relatives: sit down with one of them.
meta-profile = { $name } on Merels: ratings, results and openings.
meta-ratings = The best players of Nine Men’s Morris and its relatives, and the computer’s levels on the same scale.
meta-analysis = An analysis board for Nine Men’s Morris and its relatives, with exact values where perfect tables know them.
meta-openings = The openings of { $title }: what each move is worth, and how it did in games on this site.
meta-api = The interface for bots and other programs: games, challenges, puzzles and exact values.
meta-game = { $white } – { $black }. { $status }
meta-invitation = { $title }, { $clock }. Follow the link and sit down: you need no account.
