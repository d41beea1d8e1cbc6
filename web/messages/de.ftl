# Das Brett: was ein Vorleseprogramm sagt und was darauf steht.
board-label = Spielbrett. Pfeiltasten gehen von Punkt zu Punkt, Eingabe wählt, Escape nimmt zurück.
board-empty = leer
board-white = Weiß
board-black = Schwarz
board-square = Feld { $spot }
board-one-pawn = 1 Stein
board-pawns = { $count } Steine
board-in-mill = in einer Mühle
board-chosen = gewählt
board-possible = möglich
board-may-move = kann ziehen
board-may-be-taken = kann genommen werden
board-last-move = letzter Zug
board-say-chosen = { $spot } gewählt. Möglich: { $spots }.
board-say-mill = Du hast eine Mühle geschlossen. Du kannst nehmen: { $spots }.
board-say-back = Zurückgenommen.

# Die Seiten: was die Skripte hineinschreiben.
app-counts = Hand { $hand }, geschlagen { $captured }
app-take-white = Du hast eine Mühle geschlossen: Nimm einen weißen Stein.
app-take-black = Du hast eine Mühle geschlossen: Nimm einen schwarzen Stein.
app-you-win = Gewonnen
app-you-lose = Verloren
app-draw = Unentschieden
app-over = Das Spiel ist zu Ende
app-connection-lost = Die Verbindung ist unterbrochen. Neuer Versuch …
app-move-waits = Dein Zug ist aufgehoben und wird gesendet, sobald die Verbindung wieder da ist.
app-your-turn-title = Du bist am Zug
app-sound-on = Ton: an
app-sound-off = Ton: aus
app-write-a-move = Bitte schreibe einen Zug.
