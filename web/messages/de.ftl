# The language itself: its name in that language, and the mark before decimals.
language-name = Deutsch
decimal-mark = ,

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
seat-counts = Hand { $hand }, geschlagen { $captured }
seat-pawns = Steine { $pawns }
app-sending = Wird gesendet …
app-offline = Du bist offline. Was du tust, wird aufgehoben und gesendet, sobald die Verbindung wieder da ist.
app-signed-out = Du bist abgemeldet worden.
app-log-in-again = Wieder anmelden
app-turns = Nach jedem Zug drehen
app-turn-board = Brett drehen
app-watching = Du schaust bei diesem Spiel zu.
app-take-white = Du hast eine Mühle geschlossen: Nimm einen weißen Stein.
app-take-black = Du hast eine Mühle geschlossen: Nimm einen schwarzen Stein.
app-connection-lost = Die Verbindung ist unterbrochen. Neuer Versuch …
app-plays-alone = Du bist offline: Diese Seite spielt den Computer selbst und hebt die Partie nicht auf.
app-move-waits = Dein Zug ist aufgehoben und wird gesendet, sobald die Verbindung wieder da ist.
app-your-turn-title = Du bist am Zug
app-write-a-move = Bitte schreibe einen Zug.
app-matched = Ein Gegner wurde gefunden.
app-matched-go = Zum Spiel
app-hear = Mit Ton?
app-quick-words = Kurze Worte
app-clock-days = { $days } T { $hours } Std.
app-clock-begin = { $time } zum Beginnen
lesson-step = Schritt { $number } von { $total }
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
short-nine = Neun
short-six = Sechs
short-six-nofly = Sechs ohne Springen
short-five = Fünf
short-three = Drei
short-lasker = Lasker
short-twelve = Zwölf
short-mingmang = Ming Mang
short-mingmang-norepeat = Ming Mang ohne Wiederholung
short-nimble = Nimble
seat-gone = Früheres Mitglied
name-guest = Gast
seat-computer-short = Computer
seat-computer-named = Computer, { $level }
seat-computer = Computer, Stufe { $level }
level-newcomer = Neuling
level-learner = Lehrling
level-casual = Gelegenheitsspieler
level-regular = Stammgast
level-skilled = geübt
level-seasoned = erfahren
level-strong = stark
level-expert = Könner
level-champion = Champion
level-master = Meister
level-classic = klassisch
level-random = Zufall
level-beginner = Anfänger
level-careful = vorsichtig
level-hasty = voreilig
level-perfect = perfekt
level-hint-numbered = { $number } – { $name }
level-hint-classic = klassisch – denkt einen Zug voraus
level-hint-perfect = perfekt – irrt nie

# Auf jeder Seite
skip-to-main = Zum Hauptinhalt
nav-label = Website
nav-places = Bereiche
nav-menu = Dein Menü
nav-play = Spielen
nav-learn = Lernen
nav-watch = Zuschauen
nav-live = Laufende Spiele
nav-you = Du
menu-dark = Dunkel
menu-sound = Ton
menu-language = Sprache
nav-rules = Regeln
nav-home = Startseite
nav-login = Anmelden
nav-logout = Abmelden
nav-signup = Registrieren

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
login-guest-games = { $games ->
        [one] Du spielst als Gast und hast ein laufendes Spiel. Wenn du dich anmeldest, kann niemand es fortsetzen: Beende es vorher, oder registriere dich stattdessen und behalte es.
       *[other] Du spielst als Gast und hast { $games } laufende Spiele. Wenn du dich anmeldest, kann niemand sie fortsetzen: Beende sie vorher, oder registriere dich stattdessen und behalte sie.
    }
login-done = Du bist angemeldet.
logout-done = Du bist abgemeldet.
signup-title = Registrieren
signup-why = Deine Partien, Wertungen und Freunde bleiben, auf jedem Gerät.
signup-button = Konto anlegen
signup-known = Schon ein Konto?
signup-done = Konto erfolgreich angelegt
signup-refused = Etwas stimmt noch nicht.
signup-email-missing = Bitte gib eine E-Mail-Adresse an.
signup-email-odd = Das sieht nicht wie eine E-Mail-Adresse aus.
signup-email-taken = Zu dieser E-Mail-Adresse gibt es schon ein Konto.
signup-name-long = Ein Name hat höchstens 30 Zeichen.
signup-name-odd = Ein Name hat mindestens einen Buchstaben und nur sichtbare Zeichen.
signup-name-reserved = Mit diesem Namen könnte man dich für die Seite selbst halten. Bitte wähle einen anderen.
signup-name-guest = So heißen Gäste ohne Namen. Bitte wähle einen anderen.
signup-name-taken = Diesen Namen hat schon jemand anderes.
signup-password-missing = Bitte wähle ein Passwort.
signup-password-short = Ein Passwort hat mindestens 8 Zeichen.
signup-password-long = Ein Passwort hat höchstens 128 Zeichen.
signup-password-common = Dieses Passwort würden zu viele erraten. Bitte wähle ein anderes.
signup-confirm-missing = Bitte schreibe das Passwort noch einmal.
signup-confirm-differs = Die beiden Passwörter sind nicht gleich.

# Startseite
home-guest = Du spielst als Gast. Mit einem Konto bleiben deine Partien und können gewertet werden.
home-wins = Siege
home-losses = Niederlagen
home-draws = Remis
home-running = Laufende Spiele
home-none-running = Zurzeit keine. Starte oben eines: Das Brett ist bereit.
home-more = { $games ->
        [one] Noch ein Spiel
       *[other] Noch { $games } Spiele
    }
home-finished = Kürzlich beendet
home-against = gegen { $name }
home-your-turn = du bist am Zug
home-their-turn = Gegner ist am Zug
home-guest-hello = Willkommen
home-hello = Willkommen, { $name }
home-morning = Guten Morgen, { $name }
home-day = Hallo, { $name }
home-evening = Guten Abend, { $name }
home-waiting = { $games ->
    [0] Keine Partie wartet auf deinen Zug
    [one] Eine Partie wartet auf deinen Zug
   *[other] { $games } Partien warten auf deinen Zug
}
home-days = { $days ->
    [0] spiele, lerne oder löse eine Aufgabe: So beginnt eine Reihe von Tagen
    [one] erster Tag in Folge
   *[other] { $days } Tage in Folge
}
home-week-dots = { $days } der letzten sieben Tage
home-days-rule = Ein Tag zählt durch eine Aufgabe, eine Lektion oder eine Partie; ein verpasster Tag in der Woche ist verziehen. Tage beginnen um Mitternacht in der Zeitzone deines Browsers, sonst in UTC.
home-turn = Du bist am Zug
home-left = noch { $time }
home-daily-done = Du hast sie versucht. Die nächste kommt morgen.
home-rating = Wertung
home-no-rating = Gewertete Partien geben dir eine. Finde jemanden in deiner Stärke.
home-this-week = { $change } diese Woche
home-computer = Gegen den Computer
home-first-level = Die sanfte Stufe ist ein guter Anfang.
home-play-level = Stufe { $level } spielen
home-no-arena = Gerade läuft keine Arena. Eröffne eine und bring deine Freunde mit.
home-friends = Freunde hier
home-no-friends = Niemand, dem du folgst, ist da. Schick jemandem einen Link.
home-friend-plays = spielt { $title }
home-results = Ergebnisse
home-week-results = Diese Woche: { $wins } gewonnen, { $losses } verloren, { $draws } remis
home-week-empty = Diese Woche ging keine Partie zu Ende.
arena-live = jetzt
arena-players = { $players ->
    [one] ein Spieler
   *[other] { $players } Spieler
}
arena-to = Zur Arena
arena-be-there = Ich bin dabei
arena-will-be-there = Du bist dabei
delete-summary = Konto löschen
delete-question = Damit wirst du endgültig entfernt und gibst deine laufenden Spiele auf.
delete-button = Mein Konto löschen
delete-done = Dein Konto ist gelöscht.

# Das eigene Konto
account-title = Konto
programs-what-short = Bots und andere Programme kommen mit eigenen Schlüsseln herein.
delete-title = Abschied
proof-title = Zeige, dass du es bist
proof-why = Einmal gezeigt, und alles darunter bleibt fünf Minuten lang offen.
proof-code-hint = Nur um zu ändern, wie du dich anmeldest; ein Passkey genügt für beides.
proof-button = Freischalten
proof-done = Du bist es. Fünf Minuten lang kannst du ändern, was darunter steht.
proof-stands = Du hast gezeigt, dass du es bist; nach einigen Minuten wird wieder gefragt.
proof-over = Bitte zeige noch einmal, dass du es bist: Das gilt für fünf Minuten.
account-current-password = Dein Passwort
account-new-password = Neues Passwort
account-wrong-password = Das ist nicht dein Passwort.
account-password-title = Passwort
account-password-button = Passwort ändern
account-password-done = Dein Passwort ist geändert. Überall sonst bist du abgemeldet.
account-name-title = Name
account-name-button = Namen ändern
account-name-done = Dein Name ist geändert.
account-email-title = E-Mail
account-email-button = Adresse ändern
account-email-done = Deine Adresse ist geändert.
account-sessions-title = Wo du angemeldet bist
account-session-here = dieser Browser
account-session-used = zuletzt benutzt { $when }
account-session-end = Dort abmelden
account-sessions-end = Überall sonst abmelden, auch Programme
account-sessions-done = Du bist dort abgemeldet.
account-device-unknown = unbekanntes Gerät
account-data-title = Was über dich gespeichert ist
account-data = Dein Konto, wo du angemeldet bist, deine Partien mit jedem Zug, Wertungen, Aufgaben, wem du folgst oder wen du sperrst, und was im Sicherheitsprotokoll steht. Partien bleiben, wenn du gehst, mit einem leeren Platz.
account-data-link = Als eine Datei herunterladen
account-no-mail = Diese Website verschickt keine E-Mails: Bewahre dein Passwort gut auf.
account-no-mail-passkeys = Diese Website verschickt keine E-Mails: Bewahre deine Passkeys und Ersatzcodes gut auf.

# Warten
waiting-title = Gegner wird gesucht … bitte warten
waiting-for = Du spielst { $title } gegen die nächste Person, die kommt. Lass diese Seite offen.
waiting-cancel = Abbrechen
waiting-cancelled = Du wartest nicht mehr.
waiting-matched = Ein Gegner wurde gefunden.
waiting-meanwhile = Noch niemand da? Spiele solange gegen den Computer oder lade jemanden ein.
waiting-computer = Gegen den Computer spielen
waiting-invite = Jemanden per Link einladen

# Mit Freunden spielen
friend-title = Mit einem Freund spielen
friend-intro = Wähle, was gespielt wird. Du bekommst einen Link, und wem du ihn schickst, der kann sich dazusetzen, mit Konto oder ohne.
friend-make = Link erstellen
field-clock = Uhr
field-rated = gewertet
field-counts = Wertung
field-guest-name = Dein Name
hint-guest-name = So, wie die anderen ihn sehen. Darf leer bleiben.
clock-none = ohne Uhr
clock-live = { $minutes } Min. + { $seconds } Sek. je Zug
clock-days = { $days ->
        [one] 1 Tag je Zug
       *[other] { $days } Tage je Zug
    }
rated-yes = gewertet
rated-no = nicht gewertet
invitation-title = Warten auf deinen Freund
invitation-send = Verschicke diesen Link. Wer sich zuerst setzt, spielt mit dir; die Partie beginnt von selbst.
invitation-copy = Link kopieren
invitation-share = Teilen
invitation-qr = Der Link als QR-Code
invitation-holds = { $hours ->
        [one] Der Link gilt noch eine Stunde.
       *[other] Der Link gilt noch { $hours } Stunden.
    }
invitation-withdraw = Einladung zurückziehen
invitation-withdrawn = Die Einladung ist zurückgezogen.
invitation-gone = Diese Einladung ist nicht mehr offen: Sie wurde abgelehnt, zurückgezogen oder ist abgelaufen.
invitation-from = { $name } lädt dich zum Spielen ein
invitation-from-friend = Du bist zum Spielen eingeladen
invitation-change = Ändern
invitation-saved = Gespeichert. So sieht man es unter dem Link.
invitation-changed = Das Angebot hat sich inzwischen geändert. Sieh es dir noch einmal an.
invitation-close = Schließen
invitation-side = Du hast { $side }.
invitation-lot = Die Farben werden ausgelost.
invitation-sit = Hinsetzen und spielen
invitation-unrated = Ohne Konto wird nicht gewertet.

# Wertung
ratings-title = Ranglisten
ratings-least = Hier steht, wer mindestens { $games } gewertete Partien und eine hinreichend sichere Wertung hat.
ratings-none = Noch niemand. Spiele gewertete Partien mit Freunden und sei der Erste.
ratings-place = Platz
ratings-name = Name
ratings-points = Wertung
ratings-games = Partien
ratings-show = Zeigen
ratings-provisional = Ein Fragezeichen steht hinter einer Wertung, die noch nicht sicher ist: Ein paar Partien mehr klären das.
ratings-levels = Die Stufen des Computers
ratings-levels-about = Gemessen in Wettkämpfen beim Mühlespiel gegeneinander und gegen einen Anfänger, der bei 1000 steht.
class-live = laufende Uhr
class-days = Tage je Zug
class-free = ohne Uhr
failure-unknown-mistakes = Fehler der Art „{ $field }“ gibt es nicht.
failure-unknown-class = „{ $field }“ ist keine Art von Uhr: live, days oder free.

# Faires Spiel
fairplay-title = Faires Spiel
fairplay-intro = In einer gewerteten Partie messen sich zwei Menschen. Fair ist sie, wenn beide selbst spielen.
fairplay-allowed = Was erlaubt ist
fairplay-allowed-rules = Jederzeit die Regeln nachlesen.
fairplay-allowed-books = Mit Tagen je Zug: Steine auf einem eigenen Brett ziehen und lesen.
fairplay-allowed-computer = Jede Hilfe in nicht gewerteten Partien, wenn das Gegenüber davon weiß, und nach der Partie.
fairplay-forbidden = Was nicht erlaubt ist
fairplay-forbidden-help = Züge, Hinweise oder Werte von einem Computer oder aus perfekten Tabellen, solange eine gewertete Partie läuft.
fairplay-forbidden-people = Züge von jemand anderem oder unter mehreren Namen gegen sich selbst spielen.
fairplay-forbidden-lose = Absichtlich verlieren.
fairplay-closed = Was solange geschlossen ist
fairplay-closed-player = Solange eine gewertete Partie oder irgendeine Partie mit laufender Uhr zwischen dir und einem anderen Menschen läuft, bekommst du für diese Art von Spiel keine Werte, Tipps, Eröffnungen oder Aufgaben und keinen Computer über Stufe { $level }. Spiele auf demselben Brett sind eine Art.
fairplay-closed-address = Mit laufender Uhr gilt dasselbe für alle ohne Konto, die von der Adresse kommen, an der du spielst.
fairplay-closed-open = Alles andere bleibt offen: andere Arten von Spielen und der Rückblick auf jede beendete Partie. Eine nicht gewertete Partie mit Tagen je Zug oder ohne Uhr schließt nur sich selbst.
fairplay-closed-device = Was auf einem eigenen Gerät läuft, etwa ein Programm oder perfekte Tabellen, kann diese Seite nicht schließen. In einer gewerteten Partie ist es trotzdem unfair.
fairplay-away = Wenn jemand weg ist
fairplay-away-claim = Binnen 15 Sekunden erfährst du, dass dein Gegenüber weg ist. Ist es dort am Zug, darfst du Gewinn oder Remis beanspruchen: mit laufender Uhr nach { $live ->
        [one] einer Minute
       *[other] { $live } Minuten
    } Abwesenheit, ohne Uhr nach { $free } Minuten. Bevor beide gezogen haben, wird die Partie nur abgebrochen.
fairplay-away-days = Mit Tagen je Zug ist es gleich, ob jemand da ist: Nur die Uhr entscheidet.
fairplay-away-idle = Ohne Uhr hat nach drei Tagen, in denen niemand die Partie anrührt, die Seite am Zug aufgegeben.
fairplay-undo = Zurückgenommen wird nur in nicht gewerteten Partien und mit Einverständnis. Auch die Antwort wird zurückgenommen; verbrauchte Zeit bleibt verbraucht.
fairplay-ratings = Die Wertung folgt Glicko-2, für jedes Spiel und jede Art von Uhr. Es zählen nur Partien, die beide, jeweils mit Konto, gewertet haben wollten; vor den ersten Zügen abgebrochene zählen nicht.

# Die Spielseite
panel-label = Spiel
panel-watching = Du schaust bei diesem Spiel zu.
panel-you = du · { $side }
panel-rules = Regeln
log-label = Spielverlauf
sheet-label = Züge
log-earlier = Was davor geschah
result-again = Noch einmal
result-again-anybody = Neues Gegenüber
result-rating = Wertung { $before } → { $after } ({ $change })
rematch-button = Revanche
rematch-offered = Dein Gegenüber hätte gern Revanche.
rematch-asked = Dein Gegenüber ist nach einer Revanche gefragt.
rematch-go = Zur Revanche
phrases-summary = Etwas sagen
phrase-hello = Hallo.
phrase-good-luck = Viel Glück.
phrase-well-played = Gut gespielt.
phrase-thanks = Danke.
phrase-oops = Ups.
phrase-good-game = Schöne Partie.
selectors-summary = Zug eintippen
selectors-point = Punkt
selectors-from = Von
selectors-to = nach
selectors-move = Zug
selectors-place = Setzen
selectors-go = Ziehen
selectors-capture = Nehmen
selectors-play = Ausführen
actions-draw = Remis anbieten
actions-draw-here = Remis vereinbaren
actions-proposed = Du hast Remis angeboten.
actions-offered = Dein Gegner bietet Remis an.
actions-yes = Ja
actions-no = Nein
actions-abort = Abbrechen
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
status-theirs = { $name } ist am Zug.
status-computer = Der Computer denkt nach.

# Zuschauen
watch-title = Spiele zum Zuschauen
watch-intro = Diese Spiele werden gerade gespielt. Wer den Link eines Spiels hat, kann zuschauen.
watch-none = Im Augenblick spielt niemand. Fang an: Vielleicht setzt sich jemand dazu.
watch-best = Wird gerade gespielt
watch-count = { $count ->
        [one] 1 schaut zu.
       *[other] { $count } schauen zu.
    }

# Der Spielverlauf
event-start = { $title }. { $white }: { $whiteName }; { $black }: { $blackName }.
event-start-one = { $title }. { $side }: { $name }.
event-start-guests = { $title } beginnt.
event-start-here = { $title }: zu zweit an einem Bildschirm.
event-places = { $side } setzt auf { $to }.
event-places-mill = { $side } setzt auf { $to } und schließt { $mills ->
        [one] eine Mühle
       *[other] zwei Mühlen
    }.
event-places-mill-takes = { $side } setzt auf { $to }, schließt { $mills ->
        [one] eine Mühle
       *[other] zwei Mühlen
    } und nimmt { $taken }.
event-places-line = { $side } setzt auf { $to } und vollendet eine Dreierreihe.
event-moves = { $side } zieht von { $from } nach { $to }.
event-moves-mill = { $side } zieht von { $from } nach { $to } und schließt { $mills ->
        [one] eine Mühle
       *[other] zwei Mühlen
    }.
event-moves-mill-takes = { $side } zieht von { $from } nach { $to }, schließt { $mills ->
        [one] eine Mühle
       *[other] zwei Mühlen
    } und nimmt { $taken }.
event-moves-line = { $side } zieht von { $from } nach { $to } und vollendet eine Dreierreihe.
event-flies = { $side } springt von { $from } nach { $to }.
event-flies-mill = { $side } springt von { $from } nach { $to } und schließt { $mills ->
        [one] eine Mühle
       *[other] zwei Mühlen
    }.
event-flies-mill-takes = { $side } springt von { $from } nach { $to }, schließt { $mills ->
        [one] eine Mühle
       *[other] zwei Mühlen
    } und nimmt { $taken }.
event-flies-line = { $side } springt von { $from } nach { $to } und vollendet eine Dreierreihe.
event-moving-began = Alle Steine sind gesetzt: von nun an wird gezogen.
event-may-fly = { $side } hat noch { $men ->
        [3] drei
        [4] vier
       *[other] { $men }
    } Steine und darf springen: Jeder freie Punkt ist erreichbar.
event-slides = { $won ->
        [0] { $side } spielt { $from }-{ $to }.
        [one] { $side } spielt { $from }-{ $to } und nimmt 1 Stein.
       *[other] { $side } spielt { $from }-{ $to } und nimmt { $won } Steine.
    }
event-plays = { $side } spielt { $from }-{ $to }.
event-draw-offered = { $side } bietet Remis an.
event-draw-declined = { $side } lehnt das Remis ab.
draw-declined-early = Dem Computer ist es zu früh: Er ist erst einverstanden, wenn { $plies } Halbzüge lang kein Stein gesetzt oder genommen wurde.
draw-declined-better = Der Computer meint, dass er besser steht.
draw-declined-not-judged = Der Computer hat diese Partie noch nicht beurteilt: Zieh zuerst.
draw-declined-always-won = Dieses Spiel gewinnt immer jemand.
event-draw-agreed = { $side } nimmt das Remis an.
event-said = { $name }: { $words }
event-time = Die Zeit von { $side } ist abgelaufen.
event-aborted = { $side } hat nicht begonnen oder die Partie abgebrochen.
event-resigned = { $side } gibt auf.
event-away = { $side } war weg, und der Gewinn wurde beansprucht.
event-draw-claimed = { $side } beansprucht Remis: Das Gegenüber war weg.
event-idle = { $side } hat drei Tage lang nicht gezogen und gibt damit auf.
event-left = { $side } hat das Konto gelöscht und gibt damit auf.

# Wie Spiele enden
end-win = Gewonnen
end-loss = Verloren
end-draw = Remis
end-over = Das Spiel ist zu Ende
end-aborted = Abgebrochen
aborted = Die Partie wurde abgebrochen, bevor beide gezogen hatten. Sie zählt für niemanden.
win-time = { $winner } gewinnt: Die Zeit von { $loser } ist abgelaufen.
win-reduced = { $winner } gewinnt: { $loser } hat weniger als drei Steine.
win-blocked = { $winner } gewinnt: { $loser } kann nicht ziehen.
win-line = { $winner } gewinnt mit einer Dreierreihe.
win-misere-reduced = { $winner } gewinnt mit weniger als drei Steinen.
win-misere-blocked = { $winner } gewinnt und kann nicht mehr ziehen.
win-misere-line = { $winner } gewinnt: { $loser } hat eine Dreierreihe geschlossen.
win-no-pawns = { $winner } gewinnt: { $loser } hat keinen Stein mehr.
win-resigned = { $winner } gewinnt: { $loser } hat aufgegeben.
draw-agreed = Remis durch Vereinbarung.
draw-claimed = Remis: Jemand war zu lange weg.
win-away = { $winner } gewinnt: { $loser } war zu lange weg.
draw-repetition = Remis: Die Stellung ist zum dritten Mal entstanden.
draw-quiet = Remis: 100 Halbzüge lang wurde kein Stein gesetzt oder genommen.
draw-ply-limit = Remis: Es wurden 1000 Halbzüge gespielt.
draw-full = Remis: Das Brett ist voll, und nichts wurde genommen.

# Was ein Spiel entschieden hat
decided-double-mill = Eine Zwickmühle: Ein Stein schloss zwischen { $from } und { $to } { $mills } Mühlen nacheinander.
decided-mills = { $winner } schloss { $won ->
        [one] 1 Mühle
       *[other] { $won } Mühlen
    }, { $loser } { $lost ->
        [0] keine
       *[other] { $lost }
    }; die letzte nahm { $taken }.
decided-unstoppable = Die Reihe war nicht mehr aufzuhalten.
decided-overlooked = { $move } hätte die Reihe aufgehalten.
decided-shut-in = { $loser } hatte { $men } Steine, und nach { $to } konnte keiner mehr ziehen.
decided-captures = { $pawns ->
        [one] Der Zug { $move } eroberte einen Stein.
       *[other] Der Zug { $move } allein eroberte { $pawns } Steine.
    }
decided-slip = Bis { $move } stand { $loser } auf Gewinn.
decided-never-let-go = { $winner } hatte auf jeden Zug die richtige Antwort.
decided-standing = { $white } hatte noch { $whiteMen ->
        [one] 1 Stein
       *[other] { $whiteMen } Steine
    }, { $black } { $blackMen }.
decided-standing-pawns = { $white } hatte { $whiteMen ->
        [one] 1 Stein
       *[other] { $whiteMen } Steine
    }, { $black } { $blackMen }.

# Warum etwas abgelehnt wurde
refusal-unknown-game = Dieses Spiel gibt es nicht.
refusal-not-yours = Das dürfen nur die beiden, die hier spielen.
refusal-not-your-turn = Du bist nicht am Zug.
refusal-stale = Das Spiel ist schon weiter: Der nächste Halbzug hat die Nummer { $ply }.
refusal-over = Das Spiel ist zu Ende. { $how }
refusal-nothing-owed = Gerade ist kein Stein zu nehmen.
refusal-capture-owed = Du hast eine Mühle geschlossen und musst noch einen Stein nehmen (/capture). Oder nimm zuerst den Zug zurück (/takeback).
refusal-not-waiting = Du wartest nicht mehr.
refusal-only-people = Es ist niemand da, der es hört.
refusal-said-enough = Das war vorerst genug. Zieh erst einmal.
refusal-no-rematch = Eine Revanche gibt es für zwei, deren Partie zu Ende ist.
refusal-too-late-to-abort = Beide haben gezogen: Die Partie kann nicht mehr abgebrochen werden.
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
illegal-all-protected = Alle gegnerischen Steine stehen in Mühlen, deshalb wird keiner genommen.
illegal-not-enemy = Auf { $point } steht kein Stein, den du nehmen kannst.
illegal-not-straight = Ein Stein zieht entlang seiner Zeile oder seiner Spalte.
illegal-in-the-way = { $point } ist im Weg.
illegal-repeats = Das Brett sähe aus wie schon einmal, und das ist in diesem Spiel verboten.
illegal-not-left = Ein Stein zieht nach links.
unreadable-morris = Das ist hier kein Zug. Züge schreibt man d6, d6-d5, d6xa1 oder d6-d5xa1.
unreadable-mingmang = Das ist hier kein Zug. Züge schreibt man wie a4-f4.
unreadable-nimble = Das ist hier kein Zug. Ein Zug besteht aus zwei Feldern, wie 4-2.

# Programme
programs-title = Programme und Bots
programs-link = Schlüssel für Programme, die in deinem Namen spielen oder zusehen
programs-what = Ein Programm kommt mit einem Schlüssel herein, nie mit deinem Passwort. Wer den Schlüssel hat, darf, wofür er gilt: Bewahre ihn wie ein Passwort auf und widerrufe ihn, wenn du ihn nicht mehr brauchst. Alle Schlüssel enden, wenn du dein Passwort änderst oder dich überall sonst abmeldest.
programs-try = Was Programme fragen können
tokens-title = Deine Schlüssel
tokens-none = Du hast keine.
token-created = gemacht { $when }
token-used = zuletzt benutzt { $when }
token-unused = nie benutzt
token-revoke = Widerrufen
token-revoked = Der Schlüssel gilt nicht mehr.
token-new-title = Ein neuer Schlüssel
token-label = Wofür er ist
token-label-odd = Sag in wenigen Worten, wofür der Schlüssel ist.
token-scope = Was er darf
token-new-button = Schlüssel machen
token-made-title = Dein neuer Schlüssel
token-made = Kopiere ihn jetzt: Er wird nur dieses eine Mal gezeigt und hier nicht aufbewahrt.
token-too-many = Du hast so viele Schlüssel, wie es geben darf. Widerrufe zuerst einen.
scope-read = read: sehen, was du siehst
scope-play = play: auch in deinem Namen spielen
bot-title = Das Konto eines Bots
bot-what = Soll ein Programm unter diesem Konto spielen, mach es zu dem eines Bots: Dann steht überall, wo andere ihn sehen, „(bot)“ hinter dem Namen, seine Partien werden nicht gewertet, und er spielt Herausforderungen mit einem Schlüssel statt auf den Seiten. Das gilt für immer und geht nur mit einem Konto, das noch keine Partie gespielt hat.
bot-button = Zum Konto eines Bots machen
bot-done = Das ist jetzt das Konto eines Bots.
bot-is-one = Das ist das Konto eines Bots. Er spielt mit einem Schlüssel, der für play gilt.
bot-has-played = Mit diesem Konto wurde schon gespielt. Leg für den Bot ein anderes an.
api-title = Für Programme
api-what = Bots und andere Programme benutzen diese Schnittstelle. Fragen, die nichts ändern, gehen ohne Schlüssel, wo alle die Antwort sehen dürfen; alles andere braucht einen, geschickt als „Authorization: Bearer …“. Aufrufe werden gezählt; die Kopfzeilen RateLimit-Limit, -Remaining und -Reset sagen, was übrig ist.
api-description = Die ganze Beschreibung (OpenAPI)
api-token = Schlüssel zum Ausprobieren
api-scope = Braucht einen Schlüssel, der für { $scope } gilt.
api-body = Was geschickt wird
api-try = Ausprobieren
api-answer = Antwort
api-tag-account = Konto
api-tag-games = Partien
api-tag-challenges = Herausforderungen
api-tag-knowledge = Wissen
api-tag-puzzles = Aufgaben
api-op-account = wem der Schlüssel gehört
api-op-accountEvents = deine Herausforderungen und laufenden Partien, wie sie kommen und gehen
api-op-description = diese Beschreibung
api-op-games = Partien eines Spielers
api-op-game = wie eine Partie steht
api-op-gameEvents = was in einer Partie geschieht, Zeile für Zeile
api-op-record = eine Partie als Protokoll
api-op-move = einen Zug machen
api-op-resign = eine Partie aufgeben
api-op-draw = Remis anbieten oder ein Angebot beantworten
api-op-abort = eine Partie abbrechen, bevor beide gezogen haben
api-op-claim = Sieg oder Remis beanspruchen, weil die andere Seite weg ist
api-op-challenges = offene Herausforderungen an dich und von dir
api-op-challenge = eine Partie anbieten
api-op-oneChallenge = eine Herausforderung
api-op-accept = eine Herausforderung annehmen
api-op-decline = eine Herausforderung ablehnen
api-op-withdraw = deine Herausforderung zurückziehen
api-op-probe = was eine Stellung und ihre Züge wert sind
api-op-leaderboard = die besten Spieler eines Spiels
api-op-dailyPuzzle = die Aufgabe des Tages
api-op-nextPuzzle = eine Aufgabe in deiner Stärke
api-op-puzzle = eine Aufgabe nach ihrer Nummer
api-op-tryPuzzle = einen Zug in einer Aufgabe versuchen
failure-bad-token = Dieser Schlüssel gilt nicht. Vielleicht wurde er widerrufen.
failure-needs-scope = Dazu braucht es einen Schlüssel, der für { $scope } gilt.
failure-bots-use-tokens = Ein Bot spielt mit seinem Schlüssel, nicht auf den Seiten.
failure-bots-are-unrated = Partien mit Bots werden nicht gewertet. Spiele ungewertet.
failure-no-tables = Diese Seite hat keine Tabellen dieses Spiels.
failure-not-in-tables = Was diese Stellung wert ist, ist nicht genau bekannt.
failure-unknown-status = „{ $field }“ gibt es nicht: running, won, lost oder drawn.
failure-unknown-scope = „{ $field }“ gibt es nicht: read oder play.

# Was schiefgegangen ist
failure-title = Das hat nicht geklappt
failure-title-nowhere = Hier ist nichts
failure-title-late = Zu spät
failure-back = Zur Startseite
failure-signed-out = Bitte melde dich an.
failure-cross-site = Das kam von einer anderen Website und wurde nicht ausgeführt.
failure-guest = Gewertete Partien gibt es nur mit Konto. Melde dich an oder spiele ungewertet.
failure-too-many = Zu oft in kurzer Zeit. Bitte warte eine Minute.
failure-too-many-questions = Aus deinem Netz warten schon viele Fragen an die Engine. Bitte versuche es in { $seconds ->
    [one] einer Sekunde
   *[other] { $seconds } Sekunden
} noch einmal.
failure-too-long = Die Anfrage ist zu lang.
failure-too-slow = Die Anfrage kam zu langsam. Bitte versuche es noch einmal.
failure-busy = Gerade ist zu viel zu tun. Es wurde nichts geändert; bitte versuche es gleich noch einmal.
failure-away = Die Website erreicht gerade ihre Datenbank nicht. Es wurde nichts geändert; bitte versuche es gleich noch einmal.
failure-uncertain = Es ist nicht sicher, ob das noch ausgeführt wurde. Bitte lade die Seite neu und sieh nach, bevor du es noch einmal versuchst.
failure-secret-in-address = { $field } gehört nicht in eine Adresse, die andere lesen können. Bitte sende es im Inhalt der Anfrage.
failure-wrong-method = Diese Seite kann man so nicht aufrufen.
failure-too-many-games = Du hast schon viele laufende Spiele. Bitte beende zuerst eines.
failure-too-many-seats = Aus deinem Netz warten schon viele auf Mitspieler. Setz dich zu jemandem von ihnen, oder komm wieder, wenn einige jemanden gefunden haben.
failure-no-page = Diese Seite gibt es nicht.
failure-no-game = Dieses Spiel läuft bei dir gerade nicht.
failure-missing = Das Feld { $field } fehlt.
failure-not-a-letter = { $field } ist kein Buchstabe.
failure-not-a-number = { $field } ist keine Zahl.
failure-not-simple = { $field } muss ein Text oder eine Zahl sein.
failure-unknown-game = Es gibt kein Spiel „{ $field }“.
failure-unknown-level = Für dieses Spiel gibt es keine Stufe „{ $field }“.
failure-unknown-phrase = „{ $field }“ gehört nicht zu den kurzen Worten.
failure-unknown-clock = „{ $field }“ ist keine Uhr: Minuten und Sekunden wie 5+5, Tage wie 3d, oder none.
failure-unknown-colour = „{ $field }“ ist keine Farbe. Möglich sind white, black oder random.
failure-unknown-response = „{ $field }“ ist keine Antwort. Möglich sind accept oder decline.
failure-unknown-language = „{ $field }“ wird hier nicht gesprochen.
failure-not-asked = Ein Feld { $field } gibt es hier nicht.
failure-field-value = Das Feld { $field } ist nicht zu verstehen.
failure-json = Die Anfrage ist kein gültiges JSON: An der Stelle { $field } (Zeile und Spalte) stimmt etwas nicht.
failure-json-value = Die Anfrage hat an der Stelle { $field } (Zeile und Spalte) einen Wert der falschen Art.
failure-not-json = Hier wird JSON erwartet, und dass es welches ist, sagt die Kopfzeile Content-Type: application/json.
failure-bad-request = Die Anfrage ist nicht zu verstehen. Der Grund auf Englisch: { $reason }.
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
learn-intro = Jedes Spiel hat eine kurze Lektion zum Mitspielen und seine Regeln mit Bildern.
rules-others = Die anderen Spiele
rules-play = Das spielen
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
rules-ming-no-repeat = Ein Zug, der eine frühere Anordnung auf dem Brett wiederherstellen würde, ist nicht erlaubt; wer keinen anderen Zug hat, verliert. Nach 1000 Halbzügen ist das Spiel remis.
rules-ming-picture = Die beiden schwarzen Steine zwischen den weißen wechseln gleich die Farbe.
rules-nimble-picture = Sechs Felder mit fünf Steinen.
rules-nimble-move = In jedem Zug wird ein Stein beliebig viele Felder nach links gezogen.
rules-nimble-end = Wer nicht ziehen kann, weil alle Steine auf Feld 1 stehen, verliert.

seat-you = Du
seat-opponent = Gegner
seat-other = Jemand neben dir
opponent-computer = Computer
opponent-anybody = Online
opponent-friend = Freund
opponent-here = Hier
field-opponent = Gegner
field-size = Felder je Seite
field-norepeat = ohne Wiederholung
field-squares = Felder
field-pawns = Steine je Feld, höchstens
field-strip = oder von Hand
chooser-start = Spiel beginnen
chooser-title = Neues Spiel
chooser-all = Alle Spiele und Regeln
chooser-show = Dieses Brett zeigen
first-press-start = Drücke auf Spiel beginnen: Der Gegner fängt an, oder das Los entscheidet.
first-press-others = „Spiel beginnen“ drücken: Dann setzt sich jemand gegenüber.
first-aim = Drei in einer Reihe nehmen einen Stein. Lass dem Gegner nur zwei.
first-online = Online spielen
first-here = { $here ->
    [0] Gerade ist sonst niemand da
    [one] Eine Person ist da
   *[other] { $here } Personen sind da
}
first-clocks = { $title } mit der nächsten Person, die kommt, ungewertet:
clock-short-days = { $days ->
    [one] 1 Tag
   *[other] { $days } Tage
}
login-signup = Lieber registrieren
home-play = Spielen
home-shared = zu zweit an einem Bildschirm
failure-unknown-opponent = Den Gegner „{ $field }“ gibt es nicht.
failure-size = Ming Mang spielt man auf 3 bis 19 Feldern je Seite, nicht auf { $field }.
failure-strip = „{ $field }“ ist kein Streifen. Schreibe die Steine jedes Feldes, etwa 0,0,1,2,0,2.
failure-strip-measures = Ein Streifen hat 2 bis 64 Felder mit je 1 bis 99 Steinen.
failure-strip-decided = Auf dem Streifen „{ $field }“ könnte niemand ziehen, und die Partie wäre aus, bevor sie beginnt. Setze einen Stein rechts vom ersten Feld.

# Noch einmal, und für andere
replay-title = { $title } noch einmal
replay-steps = Schritte
replay-first = An den Anfang
replay-back = Einen Zug zurück
replay-forward = Einen Zug weiter
replay-last = Ans Ende
replay-mistake-back = Zurück zum Fehler davor
replay-mistake-on = Weiter zum nächsten Fehler
replay-slider = Zug
replay-game = Zum Spiel
result-replay = Nachspielen
share-link = Teilen
share-picture = Bild

# Hilfe beim Lernen, und wie es geht
panel-assisted = Mit Hilfe: Dieses Spiel zählt als Übung.
actions-undo = Zug zurück
actions-hint = Tipp
event-undo = { $side } nimmt einen Zug zurück.
event-undo-asked = { $side } möchte einen Zug zurücknehmen.
event-undo-declined = { $side } lässt den Zug nicht zurücknehmen.
event-hint = { $side } fragt nach einem Tipp.
refusal-only-computer = Das gibt es nur gegen den Computer.
refusal-no-turn = Es gibt keinen Zug, den man zurücknehmen könnte.
refusal-enough-taken-back = In dieser Partie wurden hundert Züge zurückgenommen, mehr merkt sie sich nicht. Spiel weiter, oder beginne eine neue.
refusal-rated = In einer gewerteten Partie wird nichts zurückgenommen.
refusal-asked-already = Du hast schon gefragt. Ziehe zuerst.
refusal-too-early = Dein Gegenüber ist da oder noch nicht lange genug weg.
failure-unknown-claim = „{ $field }“ lässt sich nicht beanspruchen: win oder draw.
undo-offered = Dein Gegenüber möchte einen Zug zurücknehmen.
undo-asked = Dein Gegenüber wird gefragt, ob du ihn zurücknehmen darfst.
away-is = { $name } ist weg.
away-claim-in = Gewinn oder Remis darfst du beanspruchen in
away-claim-win = Gewinn beanspruchen
away-claim-draw = Remis beanspruchen
away-why = Warum?
result-level = Stufe { $level }
result-record = Stufe { $level }: { $wins } gewonnen, { $losses } verloren, { $draws } remis.
result-against = Gegen { $name }: { $wins } gewonnen, { $losses } verloren, { $draws } remis.
result-practice = Ein Spiel mit Hilfe ist Übung und wird nicht gezählt.
result-streak = { $games } Siege in Folge.
home-record = Gegen den Computer
hint-move = Versuche { $move }.
# Aussagen über einen Zug: Sätze ohne den Punkt, weil sie auch in anderen stehen; $who ist „Das“, der Zug
# selbst oder eine Seite.
claim-sentence = { $claim }.
claim-it = Das
claim-list = { $first } und { $last }
claim-mills = { $count ->
        [one] die Mühle { $lines }
       *[other] die Mühlen { $lines }
    }
claim-lines = { $count ->
        [one] die Reihe { $lines }
       *[other] die Reihen { $lines }
    }
claim-closes = { $who } schließt { $lines }
claim-completes = { $who } vollendet { $lines }
claim-blocks = { $who } verhindert { $lines }
claim-leaves-open = { $count ->
        [one] { $who } lässt { $lines } offen, und { $enemy } kann sie schließen
       *[other] { $who } lässt { $lines } offen, und { $enemy } kann jede davon schließen
    }
claim-threatens = { $who } bereitet { $lines } vor
claim-double-mill = { $who } öffnet eine Zwickmühle: Ein Stein schließt mit jedem Schritt zwischen { $from } und { $to } eine Mühle
claim-double-mill-lasting = { $who } öffnet eine Zwickmühle, die keine Antwort aufhebt: Ein Stein schließt mit jedem Schritt zwischen { $from } und { $to } eine Mühle
claim-attacks-two = { $who } bereitet Mühlen auf { $points } zugleich vor, und keine Antwort verhindert { $count ->
        [2] beide
       *[other] alle
    }
claim-attacks-two-lines = { $who } bereitet Reihen auf { $points } zugleich vor, und keine Antwort verhindert { $count ->
        [2] beide
       *[other] alle
    }
claim-locks-in = { $count ->
        [one] { $who } sperrt den Stein von { $of } auf { $points } ein
       *[other] { $who } sperrt die Steine von { $of } auf { $points } ein
    }
claim-frees = { $count ->
        [one] { $who } befreit den Stein von { $of } auf { $points }
       *[other] { $who } befreit die Steine von { $of } auf { $points }
    }
claim-takes-last-free = { $who } nimmt den letzten Stein von { $enemy } außerhalb einer Mühle
claim-brings-down = { $who } lässt { $enemy } noch { $men } Steine
claim-brings-down-to-fly = { $who } lässt { $enemy } noch { $men } Steine, die von nun an springen
claim-crossing = Von dort führen { $number } Wege weiter
claim-surrounds = { $count ->
        [one] { $who } dreht einen Stein um
       *[other] { $who } dreht { $count } Steine um
    }
claim-is-surrounded = { $count ->
        [one] { $enemy } kann mit { $move } antworten und einen Stein umdrehen
       *[other] { $enemy } kann mit { $move } antworten und { $count } Steine umdrehen
    }
claim-balances = Wer jetzt zieht, verliert gegen gutes Spiel
claim-unbalanced = Die Nim-Summe war { $before } und ist jetzt { $after }, also kann gewinnen, wer jetzt zieht
claim-only-win = Nur { $move } gewinnt
claim-only-draw = Nur { $move } hält das Remis
claim-others-lose = Gegen jeden anderen Zug gewinnt { $reply }
claim-wins = { $who } { $wins }
claim-wins-unless-quiet = { $who } { $wins }, wenn nicht zuvor das Remis nach { $limit } ruhigen Halbzügen kommt
claim-holds-out = { $plies ->
        [one] Jeder Zug verliert, und keiner hält länger als einen Halbzug stand
       *[other] Jeder Zug verliert, und keiner hält länger als { $plies } Halbzüge stand
    }
claim-forced-line = { $side } gewinnt erzwungen: { $line }
claim-allows = { $enemy } kann antworten: { $claim }; nach { $best } könnte das keine Antwort
claim-answer = { $enemy } kann antworten: { $claim }.
claim-misses = { $claim }; dieser Zug tut das nicht

# Die Familie der Mühlespiele: mehr Regeln, und der Atlas

title-seven = Siebenermühle
title-ten = Zehnermühle
title-eleven = Elfermühle
title-sesotho = Sesotho-Morabaraba
title-with-options = { $title }, { $options }
about-seven = Je sieben Steine auf zwei Quadraten mit Mittelpunkt, ohne Springen.
about-ten = Je zehn Steine auf drei Quadraten, mit Springen.
about-eleven = Je elf Steine auf drei Quadraten mit Diagonalen, mit Springen.
about-sesotho = Je zwölf Steine auf drei Quadraten mit Mittelpunkt, mit Springen.
about-variant = { $board } nach anderen Regeln: { $options }.
option-nofly = ohne Springen
option-fly3 = Springen mit drei Steinen
option-fly4 = Springen mit vier Steinen
option-flyalways = Springen immer
option-lasker = Setzen oder Ziehen
option-strict = Mühlen immer sicher
option-lenient = Mühlen nie sicher
option-misere = misère
rules-flying-four = Wer drei oder vier Steine hat, auf dem Brett und in der Hand zusammen, springt: Ein Stein darf auf jeden leeren Punkt.
rules-flying-always = Alle springen: Ein Stein darf auf jeden leeren Punkt.
rules-always-protected = Ein Stein in einer Mühle wird nie genommen. Stehen alle gegnerischen Steine in Mühlen, wird nichts genommen.
rules-never-protected = Jeder gegnerische Stein darf genommen werden, ob er in einer Mühle steht oder nicht.
rules-misere = Misère: Was sonst gewinnt, verliert, und was sonst verliert, gewinnt.
rules-first-line-misere = Wer eine Dreierreihe vollendet, hat sofort verloren.
rules-reduced-misere = Wer weniger als drei Steine hat, auf dem Brett und in der Hand zusammen, hat gewonnen.
rules-blocked-misere = Wer am Zug ist und nicht ziehen kann, hat gewonnen.
variants-title = Mehr Regeln
variants-intro = Jedes Brett der Mühlefamilie kann mit jeder Kombination dieser Regeln gespielt werden.
variants-show = Dieses Spiel zeigen
variants-rules = Alle seine Regeln
field-board = Brett
field-flying = Springen
field-removal = Was eine Mühle nimmt
choose-nofly = niemand
choose-fly3 = mit drei Steinen
choose-fly4 = mit drei oder vier Steinen
choose-flyalways = alle, immer
choose-usual = einen Stein außerhalb von Mühlen, wenn es einen gibt
choose-strict = nur einen Stein außerhalb von Mühlen
choose-lenient = jeden Stein
choose-lasker = vom ersten Zug an setzen oder ziehen
choose-misere = misère: Wer sonst gewinnt, verliert
atlas-title = Atlas der Mühlespiele
atlas-intro = Was bestes Spiel aus { $known } der { $all } Spiele der Familie macht: Jedes wurde von seiner letzten Stellung bis zur ersten gelöst.
atlas-how = Ein Halbzug ist der Zug einer Seite. Ein Plus heißt: so viele Halbzüge oder mehr. Stellungen sind bis auf die Symmetrien des Brettes gezählt, für die Seite am Zug. Von jedem Spiel wurden 100.000 zufällige Stellungen durch ihre Züge geprüft.
atlas-column-rules = Regeln
atlas-column-start = Bestes Spiel
atlas-column-moves = Beste erste Züge
atlas-column-drawn = Remisstellungen
atlas-column-longest = Längster Gewinn in Halbzügen
atlas-usual = die üblichen
atlas-win = Weiß gewinnt in { $plies } Halbzügen
atlas-loss = Schwarz gewinnt in { $plies } Halbzügen
atlas-draw = Remis
atlas-by = Beste erste Züge: { $moves }.
atlas-percent = { $number } %
atlas-left = { $count ->
    [one] Eine Zusammenstellung von Regeln ist noch nicht berechnet.
   *[other] { $count } Zusammenstellungen von Regeln sind noch nicht berechnet.
}
atlas-unknown = Was bestes Spiel aus diesem Spiel macht, ist noch nicht berechnet.

# Was Stellungen wert sind
value-win = gewinnt
value-draw = hält remis
value-draw-presses = hält remis; { $side } drückt
value-draw-level = hält remis; ausgeglichen
value-draw-rank = { $draw } ({ $payoff })
value-draw-rank-exit = { $plies ->
    [one] { $draw } ({ $payoff }, Ausgang im nächsten Zug)
   *[other] { $draw } ({ $payoff }, Ausgang in { $plies } Halbzügen)
}
value-loss = verliert
value-win-in = { $plies ->
    [one] gewinnt sofort
   *[other] gewinnt in { $plies } Halbzügen
}
value-loss-in = { $plies ->
    [one] verliert in einem Halbzug
   *[other] verliert in { $plies } Halbzügen
}
value-win-in-at-least = gewinnt in mindestens { $plies } Halbzügen
value-loss-in-at-least = verliert in mindestens { $plies } Halbzügen
value-win-within = { $plies ->
    [one] gewinnt sofort
   *[other] gewinnt in höchstens { $plies } Halbzügen
}
value-loss-within = { $plies ->
    [one] verliert in einem Halbzug
   *[other] verliert in höchstens { $plies } Halbzügen
}
# Eine Meinung: um wie viele Steine die Seite vorn liegt, die zieht. Die zweite Fassung sagt, was ein Zug
# tut, wie „gewinnt“.
value-score = { $score } Steine
value-score-move = ist { $score } Steine wert
position-draw = Niemand kann den Sieg erzwingen: remis.
position-draw-presses = Niemand kann den Sieg erzwingen: remis; { $side } drückt.
position-win = { $side } gewinnt.
position-win-in = { $plies ->
    [one] { $side } gewinnt mit dem nächsten Zug.
   *[other] { $side } gewinnt in { $plies } Halbzügen.
}
position-win-in-at-least = { $side } gewinnt in mindestens { $plies } Halbzügen.
position-win-within = { $plies ->
    [one] { $side } gewinnt mit dem nächsten Zug.
   *[other] { $side } gewinnt in höchstens { $plies } Halbzügen.
}
position-win-in-at-least-unless-quiet = { $side } gewinnt in mindestens { $plies } Halbzügen, wenn nicht zuvor das Remis nach { $limit } ruhigen Halbzügen kommt.
position-win-in-unless-quiet = { $side } gewinnt in { $plies } Halbzügen, wenn nicht zuvor das Remis nach { $limit } ruhigen Halbzügen kommt.
position-ahead = Der Computer sieht { $side } um { $men } Steine vorn.
position-behind = Der Computer sieht { $side } um { $men } Steine zurück.
position-even = Der Computer sieht beide Seiten gleichauf.
source-tables = Genau, aus den vollständigen Tabellen.
source-openings = Genau, aus den auswendig gewussten Eröffnungen: wer gewinnt, nicht wie schnell.
source-theory = Genau, nach der Theorie des Spiels.
source-tables-but-quiet = Genau, aus den vollständigen Tabellen, bis auf eine Regel, die sie nicht kennen: { $limit } Halbzüge in Folge, in denen kein Stein gesetzt oder genommen wird, sind remis. { $quiet ->
    [0] Noch keiner wurde gespielt.
    [one] Einer wurde gespielt.
   *[other] { $quiet } wurden gespielt.
}
source-engine = Die Meinung des Computers, in Steinen Vorsprung für die Seite, die zieht: Tabellen gibt es hierfür keine.
why-all-keep = Jeder Zug hält das.
why-keep = { $kept ->
    [one] Nur ein Zug von { $all } hält das.
   *[other] { $kept } Züge von { $all } halten das.
}
why-nearest-loss = Der nächste Verlust ist { $plies } Halbzüge entfernt.
why-nearest-loss-at-least = Der nächste Verlust ist mindestens { $plies } Halbzüge entfernt.
why-hardest = Am schwersten zu beantworten: { $moves } – { $held } von { $all } Antworten halten remis.

# Rückblicke
result-review = Rückblick
review-title = Rückblick: { $title }
review-making = Der Rückblick wird gemacht.
review-graph = Wie die Partie stand: { $near } oben, { $far } unten.
review-turn-win-win = { $turn } hält den Gewinn fest.
review-turn-draw-draw = { $turn } hält das Remis.
review-turn-loss-loss = { $turn } kann die Partie nicht retten.
review-turn-win-draw = { $turn } gibt den Gewinn her.
review-turn-win-loss = { $turn } gibt eine gewonnene Partie her.
review-turn-draw-loss = { $turn } gibt die Partie her.
review-opinion-win-win = { $turn } behält das bessere Spiel.
review-opinion-draw-draw = { $turn } hält das Gleichgewicht.
review-opinion-loss-loss = { $turn } ändert wenig: Die andere Seite steht besser.
review-opinion-win-draw = { $turn } gibt den Vorteil her.
review-opinion-win-loss = { $turn } macht aus einem Vorteil einen Nachteil.
review-opinion-draw-loss = { $turn } gerät in Nachteil.
review-instead = { $move } war besser.
review-where-win-draw = Die Partie kippte mit { $turn }: { $side } gab einen Gewinn her.
review-where-win-loss = Die Partie kippte mit { $turn }: { $side } gab eine gewonnene Partie her.
review-where-draw-loss = Die Partie kippte mit { $turn }: { $side } gab ein Remis her.
review-where-opinion = Die Partie kippte mit { $turn }: { $side } stand von da an schlechter.
review-train-mills = Zum Üben: Suche vor jedem Zug alle Reihen, die eine der Seiten füllen kann.
review-train-threats = Zum Üben: Suche Züge, die zweierlei auf einmal drohen.
review-train-room = Zum Üben: Sieh, welche Steine eingesperrt werden können, deine und fremde.
review-train-captures = Zum Üben: Zähle die Steine, die bleiben, und die, die genommen werden können.
review-train-points = Zum Üben: Setze dorthin, wo viele Wege zusammenlaufen.
review-train-surrounding = Zum Üben: Sieh vor jedem Zug, welche Steine eingeschlossen werden können.
review-train-nim-sums = Zum Üben: Mach mit jedem Zug die Nim-Summe null.
review-train-patience = Zum Üben: Suche die Antwort auf deinen Zug, bevor du ihn machst.
review-train-nothing = Nichts zu verbessern: { $side } behielt alles, was zu behalten war.
review-kept = { $number } % behalten
review-you = du
review-won = gewonnen
review-mistake = Fehler
review-only = der einzige Zug
review-to-mistakes = Zum ersten Fehler
review-show = Zeig es mir
review-numbers = Zahlen
review-opinions = Die Meinung des Computers: Dafür gibt es hier keine Tabellen.
review-back = Zurück zum Rückblick
review-turned = Die Partie kippte im { $number }. Zug von { $side }: Dieser Zug { $after }, der beste { $before }.
review-drawn-by-rule = { $end } Die Tabellen kennen diese Regel nicht.
review-never-turned = Niemand hat etwas hergegeben.
review-accuracy = Genauigkeit
review-formula = Genauigkeit ist, was eine Seite von allem behielt, was für sie auf dem Spiel stand: 100 × die Summe von (gespielt − schlechtester) geteilt durch die Summe von (bester − schlechtester) über ihre Züge. Ein Zug, der gewinnt, zählt 1, einer, der remis hält, ½, einer, der verliert, 0; eine Meinung des Computers von s Steinen zählt 1 / (1 + 10^(−s/4)).
review-this = Dieser Zug { $worth }.
review-from-to = Dieser Zug { $after }; der beste { $before }.
review-better = { $kept ->
    [one] Nur ein Zug von { $all } hätte das gehalten: { $moves }.
   *[other] { $kept } Züge von { $all } hätten das gehalten, etwa { $moves }.
}
review-line = Darauf folgt { $line }
review-again = Noch einmal versuchen

# Aufgaben
puzzles-title = Aufgaben
puzzles-intro = In jeder Stellung gewinnt genau ein Zug oder hält remis. Alle sind genau: Sie wurden mit den vollständigen Tabellen gemacht.
puzzles-count = { $count } Aufgaben, von leicht bis schwer. Die nächste ist so schwer, wie du stark bist.
puzzle-title = Aufgabe: { $title }
puzzle-of-the-day = Aufgabe des Tages
puzzle-next = Nächste Aufgabe
puzzle-again = Noch einmal versuchen
puzzle-ask-win = { $side } am Zug. Ein Zug gewinnt: welcher?
puzzle-ask-draw = { $side } am Zug. Ein Zug hält remis: welcher?
puzzle-right = Richtig: { $move } { $value }.
puzzle-wrong = Nein: { $move } { $value }.
puzzle-show-solution = Lösung zeigen
puzzle-solution = Die Lösung: { $move } { $value }.
puzzle-line = Es kann so weitergehen: { $line }
puzzle-answer = Dein Gegenüber antwortet { $line }
puzzle-themes = Thema: { $themes }
puzzle-record = Deine Wertung bei Aufgaben: { $rating }. Beim ersten Versuch gelöst: { $solved } von { $tried }; in Folge: { $streak }, am besten { $best }.
puzzles-train = Üben
puzzles-by-theme = Nach Themen
puzzle-solve = Lösen
puzzle-goal-win = { $side } gewinnt in { $moves }.
puzzle-goal-draw = { $side } hält das Remis.
puzzle-goes-on = Dein Gegner spielt { $move }. Weiter.
puzzle-done = Gelöst.
puzzle-slip = Das gibt es aus der Hand. Der erste Zug war richtig und zählt.
puzzle-elsewhere = Vielleicht genauso gut, aber die Lösung geht anders weiter. Versuche einen anderen Zug.
puzzle-difficulty = Schwierigkeit: { $rating }.
puzzle-rating = Wertung mit Aufgaben
puzzle-no-rating = Sie beginnt mit deiner ersten Aufgabe.
own-title = Aus deinen Partien
own-due = { $due ->
    [one] Ein Fehler von dir ist heute als Aufgabe dran.
   *[other] { $due } Fehler von dir sind heute als Aufgaben dran.
}
own-waiting = { $waiting ->
    [one] Eine eigene Aufgabe kommt an einem späteren Tag wieder.
   *[other] { $waiting } eigene Aufgaben kommen an späteren Tagen wieder.
}
own-none = Öffne den Rückblick auf eine Partie: Fehler mit einem einzigen richtigen Zug kommen hier als Aufgaben wieder.
own-train = Üben
own-ask = { $side } am Zug. Ein Zug bewahrt, was du hattest: welcher?
own-right = Richtig: { $move } bewahrt es.
own-wrong = Nein: { $move } gibt es aus der Hand.
own-solution = Die Lösung: { $move }.
own-in-game = In deiner Partie
mistakes-title = Wo Punkte bleiben
mistakes-every = Alles
mistakes-most = { $mistakes ->
    [one] { $phase }: der eine Fehler ({ $count }) in deinen Rückblicken.
   *[other] { $phase }: { $count } von { $mistakes } Fehlern in deinen Rückblicken.
}
mistakes-none = Spiele eine Partie und öffne ihren Rückblick. Von da an siehst du hier, wo du etwas aus der Hand gibst, und übst es.
mistakes-all = { $mistakes ->
    [one] Ein Fehler
   *[other] { $mistakes } Fehler
} in { $games ->
    [one] einer Partie mit Rückblick
   *[other] { $games } Partien mit Rückblick
}. Jede Zeile führt zu Aufgaben, die genau das üben.
mistakes-by-phase = Nach Phase
mistakes-phase-placing = Setzen
mistakes-phase-moving = Ziehen
mistakes-phase-flying = Springen
mistakes-by-reason = Nach Grund
mistakes-by-pace = Nach Zeit für den Zug
mistakes-pace-quick = Unter 5 Sekunden
mistakes-pace-steady = 5 bis 30 Sekunden
mistakes-pace-slow = Eine halbe Minute und länger
reason-allowed = Zugelassen: { $what }
reason-missed = Übersehen: { $what }
reason-alone = Durch { $what }
reason-closes = eine Mühle
reason-blocks = das Verhindern einer Mühle
reason-leaves-open = das Offenlassen einer Mühle
reason-threatens = eine drohende Mühle
reason-double-mill = eine Zwickmühle
reason-attacks-two = zwei Drohungen zugleich
reason-locks-in = das Einsperren von Steinen
reason-frees = das Befreien von Steinen
reason-takes-last-free = das Schlagen des letzten Steins außerhalb einer Mühle
reason-brings-down-to = das Schlagen bis auf wenige Steine
reason-crossing = ein Punkt mit vielen Wegen
reason-surrounds = das Einschließen von Steinen
reason-is-surrounded = das Preisgeben von Steinen
reason-nim-sum = die Nim-Summe
reason-only-move = der einzige Zug
reason-only-step = der einzige Schritt
reason-others-lose-to = eine Antwort auf alle Züge
reason-wins = ein Gewinn
reason-holds-out = die längste Verteidigung
reason-forced-line = eine erzwungene Zugfolge
run-title = Gegen die Uhr
run-about = Drei Minuten, drei Fehler: Wie viele löst du?
run-start = Start
run-again = Noch einmal
run-best = Bestes: { $best }
run-over = { $solved ->
    [one] Eine Aufgabe gelöst.
   *[other] { $solved } Aufgaben gelöst.
}
run-right = Richtig.
run-wrong = Das war ein Fehler.
run-left = Zeit
run-solved = Gelöst
run-mistakes-title = Fehler
run-mistakes = { $mistakes } von { $most } Fehlern
theme-double-mill = Zwickmühle
theme-zugzwang = Zugzwang
theme-blockade = Blockade
theme-sacrifice = Opfer
theme-flying-race = Wettflug
theme-hold-the-draw = Remis halten
theme-mill = Mühle
theme-quiet = stiller Zug
failure-unknown-theme = Das Thema „{ $field }“ gibt es nicht.

# Eröffnungen
openings-link = Eröffnungen
openings-title = Eröffnungen: { $title }
openings-line = Die Züge bisher
openings-start = Anfang
openings-move = Zug
openings-value = Wert
openings-games = Partien
openings-score = Weiß · remis · Schwarz
openings-note = Züge, die gedreht oder gespiegelt gleich sind, stehen zusammen. Gezählt werden Partien, die hier zu Ende gespielt wurden, mit ihren ersten { $plies } Halbzügen.
failure-opening-over = Eröffnungen werden { $field } Halbzüge weit gezeigt. Von dort geht das Analysebrett weiter.

# Analyse
nav-analysis = Analyse
analysis-title = Analyse: { $title }
analysis-moves = Züge
analysis-other-moves = { $count ->
    [one] Ein weiterer Zug
   *[other] { $count } weitere Züge
}
analysis-line = Beste Zugfolge
analysis-play-out = Vorspielen
analysis-tree = Versuchte Zugfolgen
analysis-undo = Zurücknehmen
analysis-remove = Diese Folge entfernen
analysis-mark = Markieren
analysis-mark-how = Zweimal derselbe Punkt: ein Ring; zwei Punkte: ein Pfeil; noch einmal dasselbe nimmt ihn weg.
analysis-unmark = Markierungen entfernen
analysis-turn = Brett drehen
analysis-set-up = Von Hand aufstellen
analysis-record = Als Aufzeichnung sichern
analysis-svg = Als Bild sichern (SVG)
analysis-play-level = Computer
analysis-play = Von hier weiterspielen
analysis-from-text = Aus Text
analysis-position = Stellung
analysis-paste = Aufzeichnung einer Partie
analysis-show = Zeigen
setup-title = Aufstellen: { $title }
setup-how = Ein Tippen auf einen Punkt setzt einen weißen Stein, ein zweites macht ihn schwarz, ein drittes nimmt ihn weg.
setup-side = Am Zug
setup-hand = { $side } in der Hand
setup-go = Analysieren
setup-empty = Leeres Brett
setup-start = Spielanfang
failure-analysis = Das lässt sich nicht analysieren. { $field }
failure-analysis-over = In { $field } ist das Spiel zu Ende.
failure-record = Das ist keine Aufzeichnung einer Partie. { $field }
failure-goes-on = Diese Partie läuft noch. Was sie wert ist, wird danach gesagt.
failure-plays-now = Du spielst gerade { $game } gegen einen Menschen, gewertet oder mit laufender Uhr. Damit das fair bleibt, gibt es bis zum Ende dieser Partie für ihr Brett keine Werte, Tipps, Eröffnungen oder Aufgaben und keinen Computer über Stufe 5.
failure-played-here = Jemand an deiner Adresse spielt gerade { $game } mit laufender Uhr gegen einen Menschen. Bis zum Ende dieser Partie gibt es ohne Konto für ihr Brett keine Werte, Tipps, Eröffnungen oder Aufgaben und keinen Computer über Stufe 5. Mit einem Konto kannst du dich anmelden und weitermachen.
failure-plays-now-way = Beende das Spiel oder brich es ab: Danach steht das alles wieder offen.

# Lektionen
lesson-title = { $title } lernen
lesson-link = Spielend lernen
lesson-invitation = In einer Minute lernen
lesson-next = Nächster Schritt
lesson-back = Zurück
lesson-play = Ein Spiel beginnen
lesson-place = Du hast neun Steine. Setze einen auf einen beliebigen freien Punkt.
lesson-place-done = Beide setzen abwechselnd, bis alle Steine auf dem Brett sind.
lesson-mill = Drei Steine auf einer Linie sind eine Mühle. Setze den dritten auf g7 und nimm dann einen Stein.
lesson-mill-done = Ein genommener Stein kommt nie zurück.
lesson-mill-else = Das schließt keine Mühle. Deinen Steinen auf a7 und d7 fehlt einer auf g7.
lesson-take = Schließe die Mühle auf f6. Steine in einer Mühle sind geschützt: Nimm den außerhalb.
lesson-take-done = Nur wenn alle in Mühlen stehen, kann einer von ihnen genommen werden.
lesson-take-else = Das schließt keine Mühle. Deinen Steinen auf b6 und d6 fehlt einer auf f6.
lesson-move = Alle Steine sind gesetzt: Nun ziehen sie auf den Linien. Ziehe d6 hinauf nach d7.
lesson-move-done = Eine Mühle kann beliebig oft geöffnet und geschlossen werden.
lesson-move-else = Das ist erlaubt, schließt aber keine Mühle. Ziehe d6 nach d7.
lesson-double-mill = Ziehe d2 hinunter nach d1: Eine Mühle öffnet sich, eine andere schließt sich.
lesson-double-mill-done = Das ist eine Zwickmühle: mit jedem Zug eine Mühle.
lesson-double-mill-else = Das schließt keine Mühle. Ziehe d2 nach d1.
lesson-fly = Mit nur noch drei Steinen springst du auf jeden freien Punkt. Springe von f4 nach g1.
lesson-fly-done = Mit zwei Steinen ist das Spiel verloren.
lesson-fly-else = Das schließt keine Mühle. Deinen Steinen auf a1 und d1 fehlt einer auf g1.
lesson-block = Wer nicht ziehen kann, hat verloren. Der letzte Ausweg von Schwarz ist d1: Schließe ihn mit d2.
lesson-block-done = Schwarz ist eingesperrt, und du gewinnst.
lesson-block-else = Schwarz kann noch ziehen. Schließe d1.
lesson-two-squares-mill = Nur die Seiten der beiden Quadrate sind Reihen, die kurzen Wege dazwischen nicht. Schließe eine Mühle auf e5.
lesson-two-squares-mill-done = Wer eine Mühle schließt, nimmt einen gegnerischen Stein. Er kommt nie zurück.
lesson-two-squares-mill-else = Das schließt keine Mühle. Deinen Steinen auf a5 und c5 fehlt einer auf e5.
lesson-two-squares-fly = Alle Steine sind gesetzt, und du hast noch drei: Sie springen auf jeden freien Punkt. Springe von d4 nach e1.
lesson-two-squares-fly-done = Mit mehr als drei Steinen zieht man auf den Linien. Mit zweien ist das Spiel verloren.
lesson-two-squares-fly-else = Das schließt keine Mühle. Deinen Steinen auf a1 und c1 fehlt einer auf e1.
lesson-no-flying = Alle Steine sind gesetzt. Hier springt niemand: Auch drei Steine ziehen auf den Linien. Ziehe e3 nach e1.
lesson-no-flying-done = Schwarz hat noch zwei Steine, und du gewinnst.
lesson-no-flying-else = Das schließt keine Mühle. Ziehe e3 nach e1.
lesson-line-placed = Die erste Dreierreihe gewinnt, und die Diagonalen zählen. Setze deinen dritten Stein auf c3.
lesson-line-placed-done = Du gewinnst. In diesem Spiel wird nie etwas genommen.
lesson-line-placed-else = Das ist keine Dreierreihe. Deinen Steinen auf a1 und b2 fehlt einer auf c3.
lesson-line-moved = Alle drei sind gesetzt, und niemand hat gewonnen: Nun ziehen die Steine auf den Linien. Ziehe b2 hinunter nach b1.
lesson-line-moved-done = Du gewinnst.
lesson-line-moved-else = Das ist keine Dreierreihe. Ziehe b2 nach b1.
lesson-place-or-move = Solange du Steine in der Hand hast, darfst du einen setzen oder einen auf dem Brett ziehen. Ziehe d6 hinauf nach d7.
lesson-place-or-move-done = Ein Zug schloss die Mühle, während noch sieben Steine in deiner Hand warten.
lesson-place-or-move-else = Du hast gesetzt. Ziehe diesmal: d6 nach d7.
lesson-diagonal = Die Ecken sind durch Diagonalen verbunden, und auch diese sind Reihen. Schließe eine auf c3.
lesson-diagonal-done = Jeder hat zwölf Steine. Ein volles Brett, von dem nichts genommen wurde, ist remis.
lesson-diagonal-else = Das schließt keine Mühle. Deinen Steinen auf a1 und b2 fehlt einer auf c3.
lesson-slide = Ein Stein gleitet auf seiner Zeile oder Spalte, so weit der Weg frei ist. Ziehe einen beliebigen weißen.
lesson-slide-done = Steine springen nicht. Wer in einer Ecke steht, muss warten.
lesson-enclose = Gegnerische Steine zwischen dem, den du ziehst, und einem anderen von dir wechseln die Farbe. Ziehe d5 hinauf nach d2.
lesson-enclose-done = Beide gehören nun dir.
lesson-enclose-else = Das schließt nichts ein. Ziehe d5 nach d2.
lesson-enclose-two-ways = Es wirkt in allen Richtungen zugleich. Ziehe e3 nach c3.
lesson-enclose-two-ways-done = Ein Stein in der Zeile und einer in der Spalte gehören dir.
lesson-enclose-two-ways-else = Das schließt zu wenig ein. Ziehe e3 nach c3.
lesson-into-enclosure = Zwischen zwei Gegner zu ziehen ist ungefährlich. Ziehe b5 hinauf nach b3.
lesson-into-enclosure-done = Nichts geschieht: Nur wer zieht, schließt ein. Wer keinen Stein mehr hat oder keinen ziehen kann, verliert.
lesson-into-enclosure-else = Gehe mitten hinein: b5 nach b3.
lesson-no-repeat = Du hast Schwarz. Keine Anordnung darf noch einmal entstehen, und deshalb darf d3 nicht nach e3 zurück. Ziehe etwas anderes.
lesson-no-repeat-done = Wer keinen anderen Zug mehr hat, verliert.
lesson-strip = Ein Zug rückt einen Stein nach links, so weit du willst. Mehrere dürfen auf einem Feld stehen.
lesson-strip-done = Wer nicht mehr ziehen kann, verliert: Dann stehen alle auf Feld 1.
lesson-balance = Zwei Steine auf einem Feld sind im Gleichgewicht: Was der Gegner mit dem einen tut, tust du mit dem anderen. Ziehe 5 nach 3.
lesson-balance-done = Nun hast du auf jeden Zug eine Antwort.
lesson-balance-else = Sie stehen nicht beisammen. Ziehe 5 nach 3.
lesson-last-pawn = Ein Stein ist noch unterwegs. Bringe ihn heim auf Feld 1.
lesson-last-pawn-done = Dein Gegner kann nicht ziehen, und du gewinnst.
lesson-last-pawn-else = Dein Gegner könnte weiterziehen. Gehe bis auf Feld 1.

# Ein Spiel zum Behalten, und eines von anderswo
download-as = Behalten als
download-record = Aufzeichnung
download-picture = Bild (SVG)
download-animated = bewegtes Bild (SVG)
import-title = Aufzeichnung nachspielen
import-intro = Ein Spiel, das hier oder im Terminal aufgezeichnet wurde, lässt sich Zug für Zug ansehen. Es wird nicht gespeichert.
import-record = Die Aufzeichnung
import-file = oder aus einer Datei
import-show = Ansehen
import-another = Eine andere Aufzeichnung
import-wrong = Diese Aufzeichnung ist nicht lesbar. Der Grund auf Englisch: { $reason }.
import-wrong-line = Diese Aufzeichnung ist nicht lesbar. In Zeile { $line } stimmt etwas nicht, auf Englisch: { $reason }.

# Profile und Spiellisten
profile-yours = Dein Profil
profile-games = Alle Spiele
profile-since = Hier seit { $day }.
profile-nothing = Noch kein beendetes Spiel.
profile-streak = Zurzeit { $now } Siege in Folge gegen Menschen; höchstens { $most }.
profile-rating = { $points } nach { $games ->
        [one] 1 Spiel
       *[other] { $games } Spielen
    }, zwischen { $least } und { $most }.
profile-rating-flat = { $points } nach { $games ->
    [one] 1 Spiel
   *[other] { $games } Spielen
}.
profile-plays = Spielt { $title }: zusehen
profile-trouble = Ärger mit dieser Person?
profile-by-game = Gegen Menschen
profile-by-opponent = Nach Gegnern
profile-level = Stufe { $level }
profile-openings = Liebste Eröffnungen
profile-opening = Eröffnung
profile-begins = { $title }: beginnt mit { $turn }
profile-answers = { $title }: antwortet auf { $first } mit { $turn }
games-title = Spiele von { $name }
games-none = Solche Spiele gibt es nicht.
games-profile = Profil
games-all = alle
games-people = Menschen
games-computer = der Computer
games-result = Ergebnis
games-won = gewonnen
games-lost = verloren
games-drawn = remis
games-running = läuft noch
games-earlier = Neuere
games-later = Ältere
failure-no-player = Es gibt niemanden mit diesem Namen.
failure-unknown-result = „{ $field }“ ist kein Ergebnis: won, lost, drawn oder running.
# Sich treffen
lobby-title = Treffpunkt
lobby-here = { $here ->
        [one] Eine Person ist da
       *[other] { $here } Personen sind da
    }, { $waiting ->
        [0] niemand wartet
        [one] eine wartet
       *[other] { $waiting } warten
    } auf ein Gegenüber.
lobby-seats = Freie Plätze
lobby-no-seats = Im Augenblick wartet niemand. Mach den Anfang.
lobby-take = Spielen
lobby-take-with = Mit { $name } spielen
lobby-needs-account = gewertet: nur mit Konto
lobby-seat-gone = An diesem Platz wartet niemand mehr.
lobby-seek = Ein Gegenüber finden
lobby-find = Gegenüber finden
lobby-near = Mit Uhr oder gewertet triffst du Leute in der Nähe deiner Wertung: höchstens { $near } Punkte Abstand, mit jeder Sekunde { $each } mehr und nach { $anybody } Sekunden alle.
lobby-followed = Gerade da, von denen, denen du folgst
wish-size = { $size } Felder je Seite
wish-strip = { $squares } Felder mit höchstens { $pawns } Steinen
waiting-for-days = Du spielst { $title } mit der nächsten Person, die kommt. Du musst nicht bleiben: Die Partie steht dann auf deiner Startseite.
waiting-here = { $here ->
        [one] Eine Person ist gerade da.
       *[other] { $here } Personen sind gerade da.
    }
challenges-title = Herausforderungen
challenge-title = Warten auf { $name }
challenge-asked = Deine Herausforderung wird dort gezeigt. Lass diese Seite offen: Die Partie beginnt, sobald sie angenommen ist.
challenge-accept = Annehmen
challenge-decline = Ablehnen
challenge-declined = Die Herausforderung ist abgelehnt.
field-to = Jemanden mit Namen herausfordern
hint-to = Leer lassen für einen Link, den alle benutzen dürfen.
failure-unknown-player = Es gibt niemanden namens „{ $field }“.
failure-challenge-self = „{ $field }“ bist du selbst.
failure-too-many-challenges = Dort sind schon so viele Herausforderungen offen, dass keine mehr Platz hat. Bitte warte, bis einige beantwortet sind.
failure-not-challenged = „{ $field }“ kann nicht herausgefordert werden.
failure-unknown-relation = „{ $field }“ wird nicht verstanden: follow, block oder none.
people-title = Leute
people-followed = Du folgst
people-none = Noch niemandem. Folge Leuten, mit denen du gern spielst: Du siehst, wann sie da sind.
people-here = da
people-away = weg
people-challenge = Herausfordern
people-follow = Folgen
people-unfollow = Nicht mehr folgen
people-blocked = Gesperrt
people-blocked-about = Wen du sperrst, kann dich nicht herausfordern, wird dir nicht zugelost, und seine kurzen Worte erreichen dich nicht.
people-block = Sperren
people-unblock = Entsperren
people-name = Name
people-follow-name = { $name } folgen
people-unfollow-name = { $name } nicht mehr folgen
people-block-name = { $name } sperren
people-unblock-name = { $name } entsperren
refusal-not-heard = Dein Gegenüber hört keine kurzen Worte.

# Arenen
arenas-title = Arenen
arenas-about = Eine Stunde lang spielen alle, die hereingekommen sind, werden neu zugelost und spielen weiter. Ein Sieg bringt zwei Punkte, ein Remis einen.
arenas-none = Im Augenblick keine. Eröffne eine.
arena-title = Arena: { $title }
arena-rule = Du triffst jemanden, der frei und nach Punkten nahe ist: höchstens { $near } Abstand, mit jeder Sekunde einer mehr und nach { $anybody } Sekunden alle. Dieselben zwei treffen sich erst nach { $again } Sekunden gleich wieder.
arena-open = Arena eröffnen
arena-needs-account = Um eine zu eröffnen, brauchst du ein Konto.
arena-ahead = Sie beginnt
arena-ahead-minutes = { $minutes ->
        [0] sofort
       *[other] in { $minutes } Minuten
    }
arena-begins = { $minutes ->
        [one] Sie beginnt in einer Minute.
       *[other] Sie beginnt in { $minutes } Minuten.
    }
arena-runs = { $minutes ->
        [one] Die letzten Partien beginnen in einer Minute.
       *[other] Sie läuft noch { $minutes } Minuten.
    }
arena-over = Sie ist vorbei.
arena-own-game = Zu deiner Partie
arena-standings = Stand
arena-running = Laufende Partien: { $games }
arena-points = Punkte
arena-nobody = Noch ist niemand hereingekommen.
arena-enter = Hereinkommen
arena-pause = Pausieren
arena-pauses = pausiert
arena-stay = Du bist dabei. Lass diese Seite offen: Sobald jemand frei ist, kommst du ans Brett.
arena-log-in = Zum Mitspielen anmelden
arena-meanwhile = Inzwischen spielen
arena-back = Zurück zur Arena
arena-pairings = Letzte Ergebnisse
arena-no-pairings = Noch hat niemand gespielt. Paarungen kommen, solange die Arena läuft.
arena-top-game = Spitzenspiel
arena-told = Du bist drin. Fünf Minuten vor dem Beginn wirst du benachrichtigt, wenn du Nachrichten über Züge möchtest.
failure-arena-clock = Eine Arena braucht eine laufende Uhr wie 3+2, nicht { $field }.
failure-arena-account = Um eine Arena zu eröffnen, brauchst du ein Konto.
failure-one-arena = Du hast eine Arena, die läuft oder noch beginnt. Eine auf einmal, damit alle Platz haben.
failure-arena-over = Diese Arena ist vorbei.

# Offline
offline-words = Du bist offline. Deine Spiele liegen auf dem Server, so wie sie stehen; sie werden gezeigt, sobald die Verbindung wieder da ist.
offline-again = Noch einmal versuchen

# Anderswo Bescheid bekommen
push-switch = Sag mir, wenn ich am Zug bin
push-on = Dieser Browser sagt dir, wenn du in einer Partie mit Tagen je Zug an der Reihe bist, auch wenn keine Seite von hier offen ist. Abmelden beendet das.
push-refused = Dieser Browser erlaubt hier keine Benachrichtigungen. Um sie zu erlauben, drücke auf das Zeichen vor der Adresse dieser Seite, wähle bei Benachrichtigungen „Zulassen“ und drücke dann hier noch einmal.
push-unanswered = Die Frage des Browsers blieb ohne Antwort, darum hat sich nichts geändert. Drücke hier noch einmal, um wieder gefragt zu werden.
push-failed = Dieser Browser konnte seinen Dienst für Benachrichtigungen nicht erreichen, darum hat sich nichts geändert. Bitte versuche es später noch einmal.
push-unsaved = Die Seite war nicht zu erreichen, darum hat sich nichts geändert. Bitte versuche es später noch einmal.
push-your-turn = { $title } gegen { $name }
push-arena-begins = Sie beginnt in wenigen Minuten.
failure-push-endpoint = Das ist nicht die Adresse eines Push-Dienstes: Es braucht https und einen Namen.
failure-push-keys = Das sind nicht die Schlüssel eines Push-Abonnements.

# Mail und vergessene Passwörter
login-forgot = Passwort vergessen?
forgot-title = Passwort vergessen
forgot-intro = Wir schicken dir eine E-Mail. Der Link darin führt zu einem neuen Passwort.
forgot-button = E-Mail schicken
forgot-done = Wenn zu dieser Adresse ein Konto gehört, ist eine E-Mail unterwegs. Ihr Link gilt 30 Minuten.
forgot-no-mail = Diese Website verschickt keine E-Mails. Bitte wer sie betreibt um einen Link zu einem neuen Passwort.
reset-title = Ein neues Passwort
reset-done = Dein Passwort ist geändert. Melde dich jetzt damit an.
confirm-title = Deine Adresse
confirm-intro = Bestätige, dass diese Adresse dir gehört, damit du mit ihr wieder hineinkommst.
confirm-button = Adresse bestätigen
confirm-done = Deine Adresse ist bestätigt.
failure-link-over = Dieser Link wurde schon benutzt, ist älter als 30 Minuten, oder dein Konto hat sich seitdem geändert. Fordere einen neuen an.
account-unconfirmed = Deine Adresse ist noch nicht bestätigt. Der Link in unserer E-Mail tut es.
account-confirm-again = Noch einmal schicken
account-mail-done = Die E-Mail ist unterwegs.
notices-title = Wenn du am Zug bist
notices = In Partien mit Tagen je Zug kannst du erfahren, dass du am Zug bist, während du nicht am Brett bist.
guests-title = Gäste
guests-welcome = Auch wer kein Konto hat, kann dich herausfordern und mit dir zusammengebracht werden.
guests-refuse-button = Nur mit Leuten mit Konto spielen
guests-refused = Nur wer ein Konto hat, kann dich herausfordern oder mit dir zusammengebracht werden. Links zu einem Spiel, die du weitergibst, gelten für alle.
guests-welcome-button = Wieder mit Gästen spielen
guests-refused-done = Von jetzt an spielst du nur mit Leuten, die ein Konto haben.
guests-welcome-done = Gäste können dich wieder herausfordern.
turn-mails-off = Wir können dir schreiben.
turn-mails-begin = Schreibt mir
turn-mails-on = Wir schreiben dir.
turn-mails-end = Keine solchen E-Mails mehr
turn-mails-done = Von jetzt an schreiben wir dir.
turn-mails-ended = Wir schreiben dir nicht mehr, wenn du am Zug bist.
mail-reset-subject = Ein neues Passwort für Merels
mail-reset = Jemand hat für dein Konto bei Merels ein neues Passwort angefordert. Dieser Link führt dorthin:
mail-confirm-subject = Deine Adresse bei Merels
mail-confirm = Jemand hat diese Adresse für ein Konto bei Merels angegeben. Dieser Link bestätigt, dass sie dir gehört:
mail-link-lasts = Der Link gilt einmal und { $minutes } Minuten lang.
mail-not-you = Wenn du das nicht warst, brauchst du nichts zu tun.
mail-password-changed-subject = Dein Passwort bei Merels wurde geändert
mail-password-changed = Das Passwort deines Kontos bei Merels wurde gerade geändert.
mail-email-changed-subject = Deine Adresse bei Merels wurde geändert
mail-email-changed = Dein Konto bei Merels hat ab jetzt eine andere E-Mail-Adresse. An diese kommen keine E-Mails mehr.
mail-token-made-subject = Ein neuer Schlüssel für ein Programm bei Merels
mail-token-made = Für dein Konto bei Merels wurde gerade ein Schlüssel gemacht. Mit ihm kann ein Programm in deinem Namen handeln, soweit der Schlüssel es erlaubt.
mail-was-not-you = Wenn du das nicht warst, wähle gleich ein neues Passwort oder schreib an die, die die Seite betreiben:

# Passkeys, der zweite Faktor, Ersatzcodes
sign-in-title = Wie du dich anmeldest
sign-in-intro = Einen Passkey bewahrt dein Gerät auf; Finger, Gesicht oder ein Code öffnet ihn. Er gilt statt des Passworts oder nach ihm.
passkey-add-title = Ein weiterer Passkey
passkey-name = Wie er heißen soll, etwa „mein Telefon“
passkey-nameless = ein Passkey
passkey-add = Passkey hinzufügen
passkey-added = Der Passkey ist hinzugefügt.
passkey-removed = Der Passkey ist entfernt. Entferne ihn auch von deinem Gerät.
passkey-remove = Entfernen
passkey-since = seit { $when }
passkey-instead = Stattdessen mit einem Passkey
passkey-use = Passkey benutzen
passkey-login-title = Mit einem Passkey anmelden
passkey-use-password = Stattdessen mit dem Passwort
passkey-failed = Das ging mit diesem Passkey nicht. Bitte versuch es noch einmal.
passkey-known = Diesen Passkey gibt es schon.
passkey-too-many = Ein Konto hat höchstens 20 Passkeys.
passkey-needs-script = Passkeys brauchen Skripte, einen Browser, der sie kennt, und https.
passkey-no-host = Passkeys brauchen eine Seite mit einem Namen: Unter einer bloßen Nummer wie 127.0.0.1 gibt es sie nicht.
second-factor-title = Zweiter Faktor
second-factor-is-on = Nach dem Passwort wird nach einem Passkey oder einem Ersatzcode gefragt.
second-factor-is-off = Das Passwort allein genügt zum Anmelden.
second-factor-turn-on = Ab jetzt danach fragen
second-factor-turn-off = Nicht mehr danach fragen
second-factor-needs-passkey = Füge zuerst einen Passkey hinzu.
second-factor-of-operators = Wer die Seite betreut, hat immer einen zweiten Faktor. Füge zuerst einen anderen Passkey hinzu oder mach Ersatzcodes.
factor-needed = Dein Passwort allein ändert nicht, wie du dich anmeldest. Benutze einen Passkey oder gib dazu einen deiner Ersatzcodes an. Wer die Seite betreut und keins von beidem hat, bekommt einen Code von denen, die sie betreiben.
factor-hint = Oder benutze statt Passwort und Code einen Passkey.
second-factor-asked = Noch ein Schritt: Benutze einen Passkey oder einen deiner Ersatzcodes.
second-factor-wrong = Das ist keiner deiner Ersatzcodes, oder er wurde schon benutzt.
second-factor-over = Das hat zu lange gedauert oder wurde schon benutzt. Bitte melde dich noch einmal an.
no-password-title = Ohne Passwort
no-password-what = Deine Passkeys genügen allein: Ein Passwort, das es nicht gibt, kann niemand erraten oder stehlen. Du kannst jederzeit wieder eines wählen.
no-password-button = Auf das Passwort verzichten
no-password-needs = Dafür brauchst du einen zweiten Passkey oder Ersatzcodes für den Tag, an dem dieser verloren geht.
no-password-by-passkey = Zeig mit einem Passkey, dass er geht.
no-password-is = Dein Konto hat kein Passwort: Du kommst mit einem Passkey hinein. Oben kannst du ein Passwort wählen.
no-password-done = Dein Konto hat kein Passwort mehr. Überall sonst bist du abgemeldet.
passkey-needed = Ohne Passwort brauchst du diesen Passkey: Füge vorher einen anderen hinzu, mach Ersatzcodes oder wähle ein Passwort.
codes-title = Ersatzcodes
codes-left = { $count ->
    [0] Du hast keine. Mit einem kommst du ohne deinen Passkey wieder hinein oder setzt ohne E-Mail ein neues Passwort.
    [one] Ein Code ist noch da.
   *[other] { $count } Codes sind noch da.
}
codes-make = Neue Codes machen
codes-once = Schreib diese jetzt auf oder druck sie: Sie werden nur dieses eine Mal gezeigt. Jeder gilt einmal. Ältere Codes sind ab jetzt wertlos.
codes-field = Ersatzcode
codes-use = Code benutzen
recover-title = Ein neues Passwort mit einem Ersatzcode
recover-intro = Einer der Codes, die du aufgeschrieben hast, setzt ein neues Passwort.
recover-wrong = Die Adresse oder der Code stimmt nicht, oder der Code wurde schon benutzt.
forgot-has-code = Ich habe einen Ersatzcode
mail-sign-in-changed-subject = Deine Anmeldung bei Merels wurde geändert
mail-sign-in-changed = Passkeys, Ersatzcodes, der zweite Faktor oder das Passwort deines Kontos bei Merels wurden gerade geändert.
mail-your-turn-subject = Du bist am Zug
mail-your-turn = { $title } gegen { $name }: Du bist am Zug.
mail-your-turn-no-more = Du hast um diese E-Mails gebeten. Hier kannst du sie abbestellen:
mail-arena-begins-subject = Eine Arena beginnt
mail-arena-begins = { $title }: Die Arena, in der du spielen willst, beginnt in wenigen Minuten.

# Die Seite für Betreiber
report-button = Diesen Namen melden
report-title = Ein Name
report-done = Danke. Wer die Seite betreibt, sieht es sich an.
operator-title = Für Betreiber
operator-reports = Gemeldete Namen
operator-no-reports = Keine.
operator-reporters = { $count ->
    [one] einmal gemeldet
   *[other] { $count }-mal gemeldet
}
operator-accounts = Konten
operator-search = Name oder Adresse beginnt mit
operator-search-button = Suchen
operator-sessions = { $count ->
    [one] eine Sitzung
   *[other] { $count } Sitzungen
}
operator-is-operator = Betreiber
operator-is-closed = geschlossen
operator-its-log = Protokoll
operator-change = Ändern
operator-dismiss = Daran ist nichts falsch
operator-end-sessions = Alle Sitzungen beenden
operator-close = Konto schließen
operator-reopen = Konto wieder öffnen
operator-log = Sicherheitsprotokoll
operator-when = Wann
operator-what = Was
operator-whom = Wer
operator-from = Von
failure-closed = Dieses Konto wurde von denen geschlossen, die die Seite betreiben.
failure-operator = Das ist das Konto eines Betreibers: Nur die Kommandozeile ändert es.

# Das Terminal: eine Stellung in Worten
phase-placing = setzt
phase-placing-or-moving = setzt oder zieht
phase-moving = zieht
phase-flying = springt
counts-men = { $side } { $phase }: { $board } auf dem Brett, { $hand } in der Hand, { $captured } verloren
counts-bare-board = { $side }: { $board } auf dem Brett
counts-mills = { $count ->
        [one] Mühle { $mills }
       *[other] Mühlen { $mills }
    }
counts-pawns = { $side }: { $pawns ->
        [one] 1 Stein
       *[other] { $pawns } Steine
    }
counts-strip = { $pawns ->
        [one] 1 Stein kann noch ziehen
       *[other] { $pawns } Steine können noch ziehen
    }
show-bare-board = (nur das Brett: --side und --hands sagen den Rest)

# Spielen im Terminal: Fragen und Antworten
answer-yes = ja
answer-no = nein
ask-place = { $side }, wohin setzt du einen Stein? (noch { $hand } in der Hand)
ask-place-or-move = { $side }, setze einen Stein (noch { $hand } in der Hand) oder wähle einen zum Ziehen:
ask-man = { $side }, mit welchem Stein ziehst du?
ask-pawn = { $side }, mit welchem Stein ziehst du?
ask-to = Wohin?
ask-row = Zeile?
ask-column = Spalte?
ask-accept = { $side }, nimmst du an? (j/n)
ask-resign = { $side }, gibst du wirklich auf? (j/n)
ask-leave = Verlassen? Die Partie wird für --resume aufbewahrt. (j/n)
ask-over = Das Spiel ist zu Ende. Möglich sind save DATEI, undo, again oder quit:
ask-over-next = Das Spiel ist zu Ende. Möglich sind save DATEI, undo, again, next für Stufe { $level } oder quit:
play-welcome = Mit help erfährst du alles, was du eingeben kannst.
play-seat = { $side }: { $player }.
play-take = Du kannst { $spots } nehmen.
play-yes-or-no = Bitte antworte mit ja oder nein.
play-empty = Eine Antwort wird erwartet; help zeigt, was du eingeben kannst.
play-lines = Zeilen und Spalten haben Nummern von 1 bis { $size }.
play-number = { $number } ist jetzt die Nummer keines Zuges.
play-let-go = { $spot } ist zurückgenommen.
play-undone = { $side } nimmt { $move } zurück.
play-moves = Die Züge von { $side }:
play-exact = Genau: { $value } mit { $moves }.
play-exact-more = { $moves } und { $more } weiteren
play-exact-worse = { $others ->
        [one] Ein anderer Zug ist schlechter.
       *[other] { $others } andere Züge sind schlechter.
    }
play-no-advice = Es gibt keinen Zug, zu dem man raten könnte.
play-thought = { $value }, Tiefe { $depth }: { $line }
play-thinking = Denkt nach (Enter drängt): { $thought }
play-advising = Sucht einen guten Zug: { $thought }
play-analysing = Analysiert (jede Taste hält an): { $thought }
play-offer-computer = Zwei Menschen spielen. Mit computer spielst du gegen den Computer.
play-computer-plays = Der Computer setzt sich nur dazu, wo zwei Menschen spielen.
screen-offer-computer = Zwei Menschen spielen. Mit c spielst du gegen den Computer.
play-computers-turn = Der Computer denkt nach. Enter drängt ihn.
play-level = Der Computer spielt jetzt auf Stufe { $level }.
play-no-level = Keine andere Stufe wird vorgeschlagen.
play-not-over = Diese Partie ist noch nicht zu Ende.
play-saved = Gespeichert in { $file }.
play-not-saved = Nicht gespeichert. Der Grund auf Englisch: { $reason }.
play-loaded = { $file } ist geladen.
play-not-loaded = Nicht geladen. Der Grund auf Englisch: { $reason }.
play-which-file = Nenne die Datei: { $command } partie.merels
play-kept = Die Partie ist aufbewahrt: Mit merels play { $game } --resume geht sie weiter.
play-not-kept = Die Partie konnte nicht aufbewahrt werden. Der Grund auf Englisch: { $reason }.
play-interrupted = Eine Partie { $game } wurde unterbrochen: Mit merels play { $game } --resume geht sie weiter.
play-ask-interrupted = Eine Partie { $game } wurde unterbrochen. Weiterspielen? (j/n)
play-input-ended = Die Eingabe ist zu Ende. Auf Wiedersehen.
play-good-bye = Auf Wiedersehen.
play-help =
    Antworte mit einem Punkt (d6 oder seine Nummer) oder mit einem ganzen Zug:
      d6        auf d6 setzen              d6-d5     von d6 nach d5 ziehen
      d6xa1     setzen und a1 nehmen       d6-d5xa1  ziehen und a1 nehmen
      a4-f4     bei Ming Mang              4-2       bei Nimble
    Jederzeit:
      help      diese Zeilen               rules     die Regeln dieses Spiels
      board     das Brett noch einmal      moves     alle möglichen Züge
      undo      zurücknehmen               draw      Remis anbieten
      hint      um einen Tipp bitten       analyse   sehen, wie der Computer denkt
      save F    in die Datei F schreiben   load F    die Partie in F fortsetzen
      resign    aufgeben                   quit      verlassen
      computer  ihn die andere Seite spielen lassen
    Nach dem Ende:
      again     noch einmal spielen        next      auf der neuen Stufe spielen
list-none = Keine unfertige Partie ist aufbewahrt.
list-ply = Halbzug { $ply }
list-people = zwei Menschen
list-interrupted = unterbrochen
list-resume = Mit merels play --resume N geht eine davon weiter. Sie sind Dateien in { $folder }.

# Der ganze Bildschirm: Jede Zeile mit Tasten hat höchstens 79 Zeichen
screen-too-small = Zu klein. Bitte auf 80x24 vergrößern. q beendet.
screen-back = Jede Taste führt zurück zum Brett. Auf und Ab blättern.
screen-typing = Zug, Punkt oder Befehl: { $text }
screen-men = Brett { $board }, Hand { $hand }, verloren { $captured }
screen-over = { $end } a nochmal
screen-over-next = { $end } a nochmal, n Stufe { $level }
screen-keys = Enter wählt : tippt u zurück h Tipp i Analyse d Remis r gibt auf ? Hilfe q Ende
screen-help =
    Pfeiltasten  den Zeiger bewegen        Enter, Leertaste   den Punkt dort wählen
    Maus         einen Punkt wählen        Esc                einen Stein loslassen
    :            einen Punkt (d6), ganzen Zug (d6-d5xa1) oder Befehl (rules) tippen
    u  zurück      h  Tipp     i  Analyse      d  Remis anbieten
    s  speichern   l  laden    m  alle Züge    r  aufgeben         q  verlassen
    c  den Computer die andere Seite spielen lassen
    Am Ende:       a  nochmal  n  nochmal auf der vorgeschlagenen Stufe
screen-marks =
    { $choice } ein Punkt zum Wählen      { $man } ein Stein zum Wählen
    { $enemy } ein Stein zum Nehmen     { $left } von hier kam der letzte Stein
    { $mill } eine geschlossene Mühle

# Aufgaben im Terminal
train-title = { $title }: Aufgabe { $number } von { $total }, Wertung { $rating }
train-score = Gelöst: { $solved } von { $tried }, { $streak } in Folge.
train-refuted = Der ist es nicht. Enter versucht es neu, s zeigt die Lösung, n geht weiter.
train-next = Enter führt zur nächsten Aufgabe.
train-last = Das war die letzte Aufgabe. Enter beendet.
train-more = Noch ein Tipp verrät, wo er beginnt.
train-first = Er beginnt mit { $spot }.
train-not-here = Das gibt es nur in Partien. ? zeigt, was hier möglich ist.
train-typed = Gib einen Zug ein, ? für die Lösung oder q.
train-keys = Enter wählt  : tippt  h Tipp  s Lösung  n nächste  u zurück  ? Hilfe  q Ende
train-help =
    Ein Zug gewinnt oder hält remis; jeder andere gibt das her. Der erste Versuch
    zählt. Auf einen falschen Zug folgt auf dem Brett die widerlegende Antwort.

    Pfeiltasten  den Zeiger bewegen        Enter, Leertaste   den Punkt dort wählen
    Maus         einen Punkt wählen        Esc, u             loslassen, von vorn
    :            einen Punkt (d6), ganzen Zug (d6-d5xa1) oder Befehl (rules) tippen
    h  Tipp: das Thema; noch einmal: wo er beginnt, das zählt als nicht gelöst
    s  Lösung      n  nächste Aufgabe      m  alle Züge      q  verlassen

# Aufzeichnungen und Rückblicke im Terminal
replay-number = Partie { $number } von { $total }
replay-moves = { $moves ->
        [one] 1 Zug, erlaubt
       *[other] { $moves } Züge, alle erlaubt
    }
replay-unfinished = Die Partie ist nicht zu Ende.
review-wins = { $side } gewinnt
review-plies = { $plies } Halbzüge
review-accuracy-of = Genauigkeit von { $side }: { $number } %
review-no-stake = Für { $side } stand nichts auf dem Spiel.
probe-line = Linie: { $line }
probe-endless = und so weiter, ohne Ende
probe-no-distances = und so weiter: Diese Tabellen haben keine Entfernungen

# Seiten, wie Suchmaschinen und Vorschauen von Links sie ankündigen

meta-first = Spiele Mühle und ihre Verwandten sofort: gegen den Computer, mit Freunden oder mit wem gerade da ist. Kostenlos und ohne Konto.
meta-rules = Die Regeln von Mühle und allen ihren Verwandten, mit Bildern der Bretter.
meta-rules-game = Die Regeln von { $title }, mit Bildern. { $about }
meta-learn = Lerne { $title } in einer Minute, Zug um Zug auf einem Brett.
meta-puzzle = { $title }. { $question }
meta-lobby = Wer gerade auf Mitspieler für Mühle und ihre Verwandten wartet: Setz dich dazu.
meta-profile = { $name } auf Merels: Wertungen, Ergebnisse und Eröffnungen.
meta-ratings = Die Besten in Mühle und ihren Verwandten, und die Stufen des Computers auf derselben Skala.
meta-analysis = Ein Analysebrett für Mühle und ihre Verwandten, mit genauen Werten, wo perfekte Tabellen sie kennen.
meta-openings = Die Eröffnungen von { $title }: was jeder Zug wert ist und wie er in Spielen auf dieser Seite abschnitt.
meta-api = Die Schnittstelle für Bots und andere Programme: Spiele, Herausforderungen, Aufgaben und genaue Werte.
meta-game = { $white } – { $black }. { $status }
meta-invitation = { $title }, { $clock }. Folge dem Link und setz dich: Du brauchst kein Konto.
