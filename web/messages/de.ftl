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
app-draw = Remis
app-over = Das Spiel ist zu Ende
app-connection-lost = Die Verbindung ist unterbrochen. Neuer Versuch …
app-move-waits = Dein Zug ist aufgehoben und wird gesendet, sobald die Verbindung wieder da ist.
app-your-turn-title = Du bist am Zug
app-sound-on = Ton: an
app-sound-off = Ton: aus
app-write-a-move = Bitte schreibe einen Zug.
app-matched = Ein Gegner wurde gefunden.
app-matched-go = Zum Spiel
app-invite-copied = Kopiert: { $address }
app-invite-address = Verschicke diese Adresse: { $address }

# Namen
side-white = Weiß
side-black = Schwarz
side-first = Spieler 1
side-second = Spieler 2
title-nine = Mühle
title-six = Sechsermühle
title-six-nofly = Sechsermühle ohne Springen
title-five = Fünfermühle
title-three = Dreiermühle
title-lasker = Laskermühle
title-twelve = Zwölfermühle
title-mingmang = Ming Mang
title-mingmang-norepeat = Ming Mang ohne Wiederholung
title-nimble = Nimble
seat-gone = Früheres Mitglied
seat-computer = Computer, Stufe { $level }
level-classic = klassisch
level-perfect = perfekt
level-hint-1 = 1 – sanft
level-hint-10 = 10 – volle Stärke
level-hint-classic = klassisch – denkt einen Zug voraus
level-hint-perfect = perfekt – irrt sich nie ({ $games })

# Auf jeder Seite
skip-to-main = Zum Hauptinhalt
nav-label = Website
nav-rules = Regeln
nav-home = Startseite
nav-login = Anmelden
nav-logout = Abmelden
nav-signup = Registrieren
footer-language = Sprache

# Anmelden und Registrieren
field-email = E-Mail
field-password = Passwort
field-confirm = Passwort noch einmal
field-name = Name, den andere sehen
field-game = Spiel
field-level = Stufe
field-colour = Deine Farbe
colour-random = per Los
colour-white = Weiß (beginnt)
colour-black = Schwarz
hint-name = Darf leer bleiben; dann bekommst du einen neutralen Namen.
hint-password = Mindestens 8 Zeichen. Ein paar Wörter ergeben ein gutes Passwort.
login-title = Anmelden
login-button = Anmelden
login-new = Neu hier?
login-wrong = Die E-Mail-Adresse oder das Passwort stimmt nicht.
login-done = Du bist angemeldet.
logout-done = Du bist abgemeldet.
door-line = Mühle und andere alte Brettspiele
guest-title = Sofort spielen
guest-text = Gegen den Computer, ohne Konto.
signup-title = Registrieren
signup-button = Konto anlegen
signup-known = Schon ein Konto?
signup-done = Konto erfolgreich angelegt
signup-refused = Etwas stimmt noch nicht.
signup-email-missing = Bitte gib eine E-Mail-Adresse an.
signup-email-odd = Das sieht nicht wie eine E-Mail-Adresse aus.
signup-email-taken = Zu dieser E-Mail-Adresse gibt es schon ein Konto.
signup-name-long = Ein Name hat höchstens 30 Zeichen.
signup-name-odd = Ein Name besteht nur aus sichtbaren Zeichen.
signup-name-taken = Diesen Namen hat schon jemand anderes.
signup-password-missing = Bitte wähle ein Passwort.
signup-password-short = Ein Passwort hat mindestens 8 Zeichen.
signup-password-long = Ein Passwort hat höchstens 128 Zeichen.
signup-password-common = Dieses Passwort würden zu viele erraten. Bitte wähle ein anderes.
signup-confirm-missing = Bitte schreibe das Passwort noch einmal.
signup-confirm-differs = Die beiden Passwörter sind nicht gleich.

# Startseite
home-guest = Du spielst als Gast. Mit einem Konto triffst du auf andere und behältst deine Spiele.
home-wins = Siege
home-losses = Niederlagen
home-draws = Remis
home-meet = Gegen andere spielen
home-start = Spiel starten
home-computer = Gegen den Computer spielen
computer-button = Gegen den Computer spielen
home-running = Laufende Spiele
home-none-running = Zurzeit keine. Starte oben eines: Das Brett ist bereit.
home-finished = Kürzlich beendet
home-against = gegen { $name }
home-your-turn = du bist am Zug
home-their-turn = Gegner ist am Zug
delete-summary = Konto löschen
delete-question = Damit wirst du endgültig entfernt und gibst deine laufenden Spiele auf.
delete-button = Mein Konto löschen
delete-done = Dein Konto ist gelöscht.

# Warten
waiting-title = Gegner wird gesucht … bitte warten
waiting-for = Du spielst { $title } gegen die nächste Person, die kommt. Lass diese Seite offen.
waiting-cancel = Abbrechen
waiting-cancelled = Du wartest nicht mehr.
waiting-matched = Ein Gegner wurde gefunden.
waiting-meanwhile = Noch niemand da? Spiele solange gegen den Computer oder lade jemanden ein.
waiting-computer = Gegen den Computer spielen
waiting-invite = Einladungslink kopieren

# Die Spielseite
panel-label = Spiel
panel-you = (du, { $side })
panel-rules = Regeln: { $title }
log-label = Spielverlauf
result-again = Noch einmal spielen
selectors-point = Punkt
selectors-from = Von
selectors-to = nach
selectors-move = Zug
selectors-place = Setzen
selectors-go = Ziehen
selectors-capture = Nehmen
selectors-play = Ausführen
actions-draw = Remis anbieten
actions-offered = Dein Gegner bietet Remis an.
actions-yes = Ja
actions-no = Nein
actions-forfeit = Aufgeben
actions-forfeit-question = Dieses Spiel aufgeben?
actions-forfeit-yes = Ja, aufgeben
answer-done = Erledigt.
answer-capture = Eine Mühle: Nimm jetzt einen gegnerischen Stein.

# Was jetzt zu tun ist
status-place = Du bist am Zug: Setze einen Stein.
status-place-or-move = Du bist am Zug: Setze einen Stein oder ziehe mit einem.
status-move = Du bist am Zug: Ziehe mit einem Stein.
status-fly = Du bist am Zug: Springe mit einem Stein auf irgendeinen freien Punkt.
status-slide = Du bist am Zug: Ziehe einen Stein in seiner Zeile oder Spalte.
status-nimble = Du bist am Zug: Ziehe mit einem Stein nach links.
status-capture = Du hast eine Mühle geschlossen: Nimm einen Stein von { $enemy }.
status-theirs = { $side } ist am Zug.
status-watching = { $side } ist am Zug.

# Der Spielverlauf
event-start = { $title }. { $white }: { $whiteName }; { $black }: { $blackName }.
event-places = { $side } setzt auf { $to }.
event-places-mill = { $side } setzt auf { $to } und schließt eine Mühle.
event-places-mill-takes = { $side } setzt auf { $to }, schließt eine Mühle und nimmt { $taken }.
event-places-line = { $side } setzt auf { $to } und vollendet eine Dreierreihe.
event-moves = { $side } zieht von { $from } nach { $to }.
event-moves-mill = { $side } zieht von { $from } nach { $to } und schließt eine Mühle.
event-moves-mill-takes = { $side } zieht von { $from } nach { $to }, schließt eine Mühle und nimmt { $taken }.
event-moves-line = { $side } zieht von { $from } nach { $to } und vollendet eine Dreierreihe.
event-flies = { $side } springt von { $from } nach { $to }.
event-flies-mill = { $side } springt von { $from } nach { $to } und schließt eine Mühle.
event-flies-mill-takes = { $side } springt von { $from } nach { $to }, schließt eine Mühle und nimmt { $taken }.
event-flies-line = { $side } springt von { $from } nach { $to } und vollendet eine Dreierreihe.
event-may-fly = { $side } hat noch drei Steine und darf springen: Jeder freie Punkt ist erreichbar.
event-slides = { $won ->
        [0] { $side } spielt { $move }.
        [one] { $side } spielt { $move } und nimmt 1 Stein.
       *[other] { $side } spielt { $move } und nimmt { $won } Steine.
    }
event-plays = { $side } spielt { $move }.
event-draw-offered = { $side } bietet Remis an.
event-draw-declined = { $side } lehnt das Remis ab.
event-draw-agreed = { $side } nimmt das Remis an.
event-resigned = { $side } gibt auf.
event-idle = { $side } hat drei Tage lang nicht gezogen und gibt damit auf.
event-left = { $side } hat das Konto gelöscht und gibt damit auf.

# Wie Spiele enden
end-win = Gewonnen
end-loss = Verloren
end-draw = Remis
end-over = Das Spiel ist zu Ende
win-reduced = { $winner } gewinnt: { $loser } hat weniger als drei Steine.
win-blocked = { $winner } gewinnt: { $loser } kann nicht ziehen.
win-line = { $winner } gewinnt mit einer Dreierreihe.
win-no-pawns = { $winner } gewinnt: { $loser } hat keinen Stein mehr.
win-resigned = { $winner } gewinnt: { $loser } hat aufgegeben.
draw-agreed = Remis durch Vereinbarung.
draw-repetition = Remis: Die Stellung ist zum dritten Mal entstanden.
draw-quiet = Remis: 100 Halbzüge lang wurde kein Stein gesetzt oder genommen.
draw-full = Remis: Das Brett ist voll, und nichts wurde genommen.

# Warum etwas abgelehnt wurde
refusal-unknown-game = Dieses Spiel gibt es nicht.
refusal-not-yours = Das dürfen nur die beiden, die hier spielen.
refusal-not-your-turn = Du bist nicht am Zug.
refusal-stale = Das Spiel ist schon weiter: Der nächste Halbzug hat die Nummer { $ply }.
refusal-malformed = Das ist nicht zu verstehen: { $reason }.
refusal-over = Das Spiel ist zu Ende. { $how }
refusal-nothing-owed = Jetzt ist nichts zu nehmen.
refusal-no-offer = Es gibt kein Angebot, auf das du antworten kannst.
refusal-offered-already = Du hast schon Remis angeboten. Mach zuerst einen Zug.
illegal-other-game = Das ist kein Zug in diesem Spiel.
illegal-off-board = { $point } liegt nicht auf diesem Brett.
illegal-empty-hand = Du hast keinen Stein mehr in der Hand.
illegal-must-place = Setze zuerst die Steine aus deiner Hand: noch { $men }.
illegal-nothing-there = Auf { $point } steht nichts.
illegal-not-yours = Der Stein auf { $point } gehört dir nicht.
illegal-cannot-move = Der Stein auf { $point } kann nicht ziehen.
illegal-occupied = { $point } ist besetzt.
illegal-not-adjacent = { $to } ist kein Nachbarpunkt von { $from }.
illegal-removal-owed = { $point } schließt eine Mühle: Wähle einen Stein, den du nimmst.
illegal-no-mill = Es wird keine Mühle geschlossen, also wird kein Stein genommen.
illegal-protected = Der Stein auf { $point } steht in einer Mühle, andere nicht. Deshalb darf er nicht genommen werden.
illegal-not-enemy = Auf { $point } steht kein Stein, den du nehmen kannst.
illegal-not-straight = Ein Stein zieht entlang seiner Zeile oder seiner Spalte.
illegal-in-the-way = { $point } ist im Weg.
illegal-repeats = Das Brett sähe aus wie schon einmal, und das ist in diesem Spiel verboten.
illegal-not-left = Ein Stein zieht nach links.

# Was schiefgegangen ist
failure-title = Das hat nicht geklappt
failure-back = Zur Startseite
failure-signed-out = Bitte melde dich an.
failure-cross-site = Das kam von einer anderen Website und wurde nicht ausgeführt.
failure-guest = Gäste spielen gegen den Computer. Registriere dich, um gegen andere zu spielen.
failure-too-many = Zu oft in kurzer Zeit. Bitte warte eine Minute.
failure-too-long = Die Anfrage ist zu lang.
failure-wrong-method = Diese Seite kann man so nicht aufrufen.
failure-no-page = Diese Seite gibt es nicht.
failure-no-game = Ein solches Spiel hast du nicht.
failure-missing = Das Feld { $field } fehlt.
failure-not-a-number = { $field } ist keine Zahl.
failure-not-simple = { $field } muss ein Text oder eine Zahl sein.
failure-unknown-game = Es gibt kein Spiel „{ $field }“.
failure-unknown-level = Für dieses Spiel gibt es keine Stufe „{ $field }“.
failure-unknown-colour = „{ $field }“ ist keine Farbe. Möglich sind white, black oder random.
failure-unknown-response = „{ $field }“ ist keine Antwort. Möglich sind accept oder decline.
failure-unknown-language = „{ $field }“ wird hier nicht gesprochen.
failure-bad-request = Die Anfrage ist nicht zu verstehen: { $reason }.
failure-trouble = Hier ist etwas schiefgegangen, und es lag nicht an dir. Bitte versuche es noch einmal.

# Regeln
about-nine = Das Hauptspiel, auch Neunermühle genannt: je neun Steine auf drei Quadraten, mit Springen.
about-six = Je sechs Steine auf zwei Quadraten; nur die Seiten der Quadrate sind Linien.
about-six-nofly = Je sechs Steine auf zwei Quadraten, ohne Springen.
about-five = Je fünf Steine auf zwei Quadraten, ohne Springen.
about-three = Je drei Steine auf einem kleinen Gitter: Die erste Dreierreihe gewinnt.
about-lasker = Je zehn Steine auf drei Quadraten; solange du Steine in der Hand hast, darfst du setzen oder ziehen.
about-twelve = Je zwölf Steine auf drei Quadraten mit Diagonalen, auch als Morabaraba bekannt.
about-mingmang = Zwei Heere von Steinen, die geradeaus ziehen und einander einschließen.
about-mingmang-norepeat = Ming Mang, bei dem keine Anordnung auf dem Brett wiederkehren darf.
about-nimble = Ein Streifen aus Feldern, ein paar Steine, und immer nach links.
rules-others = Die anderen Spiele
rules-board = Das Brett am Anfang.
rules-turns = Abwechselnd am Zug
rules-placing = Weiß beginnt. Abwechselnd setzt jede Seite einen ihrer { $men } Steine auf einen freien Punkt, bis alle gesetzt sind.
rules-place-or-move = Wer noch Steine in der Hand hat, darf stattdessen auch mit einem Stein ziehen, der schon auf dem Brett steht.
rules-moving = Danach wird in jedem Zug ein Stein entlang einer Linie auf einen freien Nachbarpunkt gezogen.
rules-flying = Wer genau drei Steine hat, auf dem Brett und in der Hand zusammen, darf springen: Ein Stein darf dann auf jeden freien Punkt ziehen.
rules-no-flying = Es wird nicht gesprungen: Auch die letzten drei Steine ziehen entlang der Linien.
rules-no-captures = Nichts wird genommen, und niemand springt.
rules-mills = Mühlen
rules-mill = Drei Steine einer Farbe auf einer Linie sind eine Mühle. Wer eine schließt, nimmt im selben Zug einen gegnerischen Stein.
rules-protected = Ein Stein in einer Mühle darf nur genommen werden, wenn alle gegnerischen Steine in Mühlen stehen.
rules-two-mills = Auch wenn sich zwei Mühlen zugleich schließen, wird nur ein Stein genommen. Genommene Steine kommen nie zurück.
rules-reopen = Eine Mühle darf beliebig oft geöffnet und wieder geschlossen werden.
rules-mill-picture = Die drei weißen Steine stehen in einer Mühle, die drei schwarzen oben ebenso. Der einzelne schwarze Stein darf genommen werden.
rules-winning = Gewinnen
rules-first-line = Wer eine Dreierreihe vollendet, gewinnt sofort.
rules-reduced = Wer weniger als drei Steine hat, auf dem Brett und in der Hand zusammen, hat verloren.
rules-blocked = Wer am Zug ist und nicht ziehen kann, hat verloren.
rules-drawing = Remis
rules-agreement = Wenn beide einverstanden sind.
rules-repetition = Wenn eine Stellung zum dritten Mal entsteht und dabei dieselbe Seite am Zug ist.
rules-quiet = Nach 100 Halbzügen in Folge, in denen kein Stein gesetzt oder genommen wurde.
rules-full-board = Wenn das Brett voll ist und nichts genommen wurde.
rules-forfeit = Wenn drei Tage lang niemand ein Spiel anrührt, hat die Seite, die am Zug ist, es aufgegeben.
rules-ming-board = Der Anfang: Weiß links und unten, Schwarz rechts und oben.
rules-ming-slide = Weiß beginnt. Ein Stein zieht beliebig weit entlang seiner Zeile oder Spalte über leere Felder.
rules-ming-enclose = Jede lückenlose Reihe gegnerischer Steine zwischen dem gezogenen Stein und einem anderen Stein seiner Seite wechselt die Farbe, und zwar in allen Richtungen.
rules-ming-into = Wenn ein Stein in eine Einschließung hineinzieht, wird dadurch nichts genommen, und ein Stein, der die Farbe gewechselt hat, nimmt nicht seinerseits.
rules-ming-end = Wer keinen Stein mehr hat oder keinen, der ziehen kann, verliert.
rules-ming-draws = Das Spiel endet remis, wenn beide einverstanden sind, wenn eine Stellung zum dritten Mal entsteht und dabei dieselbe Seite am Zug ist, und nach 100 Halbzügen, in denen nichts genommen wurde.
rules-ming-no-repeat = Ein Zug, der eine frühere Anordnung auf dem Brett wiederherstellen würde, ist nicht erlaubt; wer keinen anderen Zug hat, verliert.
rules-ming-picture = Die beiden schwarzen Steine zwischen den weißen wechseln gleich die Farbe.
rules-nimble-picture = Sechs Felder mit fünf Steinen.
rules-nimble-move = In jedem Zug wird ein Stein beliebig viele Felder nach links gezogen.
rules-nimble-end = Wer nicht ziehen kann, weil alle Steine auf Feld 1 stehen, verliert.
