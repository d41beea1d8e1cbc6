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
app-take-white = You closed a mill: take one of White’s men.
app-take-black = You closed a mill: take one of Black’s men.
app-you-win = You win
app-you-lose = You lose
app-draw = Draw
app-over = The game is over
app-connection-lost = The connection is lost. Trying again …
app-move-waits = Your move is kept and will be sent as soon as the connection is back.
app-your-turn-title = Your turn
app-sound-on = Sound: on
app-sound-off = Sound: off
app-write-a-move = Please write a move.
