//! The full screen in German, in 80 columns and 24 lines.

use crate::pty::Terminal;

/// The text of the screen without the ends of its lines: long prompts take two.
fn flowing(terminal: &Terminal) -> String {
    terminal.text().lines().map(str::trim_end).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_game_is_played_to_its_end() {
    // White has four men, which do not fly yet.
    let position = "WWxxBxWxxWxxxxxxxxxxxBBB w 0 0";
    let mut terminal =
        Terminal::start(&["play", "nine", "--language", "de", "--position", position]);
    terminal.see("Weiß, mit welchem Stein ziehst du?");
    terminal.see("q Ende");
    terminal.see("Weiß, zieht");
    terminal.press(":a4\r");
    terminal.see("Wohin?");
    terminal.press("\x1b");
    terminal.see("ist zurückgenommen.");
    terminal.press("?");
    terminal.see("Jede Taste führt zurück zum Brett.");
    terminal.see("eine geschlossene Mühle");
    terminal.press(" :rules\r");
    terminal.see("Mühlen");
    terminal.press(" r");
    terminal.see("Weiß, gibst du wirklich auf? (j/n)");
    terminal.press("n");
    terminal.see("mit welchem Stein ziehst du?");
    terminal.press("d");
    terminal.see("Weiß bietet Remis an. Schwarz, nimmst du an? (j/n)");
    terminal.press("n");
    terminal.see("Schwarz lehnt das Remis ab.");
    terminal.press("r");
    terminal.see("(j/n)");
    terminal.press("j");
    terminal.see("Schwarz gewinnt: Weiß hat aufgegeben. a nochmal");
    terminal.press("q");
    terminal.ends_well();
}

/// The German sentence is longer than a line of the screen.
#[test]
fn a_long_refusal_is_shown_whole() {
    let position = "WWxxBxxxxWxxxxxxxxxxxBBB w 0 0";
    let mut terminal =
        Terminal::start(&["play", "nine", "--language", "de", "--position", position]);
    terminal.see("Weiß, mit welchem Stein ziehst du?");
    terminal.press(":a4-g1xa7\r");
    terminal.see("genommen werden.");
    let refusal = "Der Stein auf a7 steht in einer Mühle, andere nicht. Deshalb darf er nicht \
                   genommen werden.";
    assert!(flowing(&terminal).contains(refusal), "{}", terminal.text());
    terminal.press("\x03");
    terminal.ends_well();
}

#[test]
fn puzzles_are_trained_with() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("three.puzzles");
    let puzzle = "WWxBBxxxx w 1 1 0\twin in 1\tmill\t1\tc1 win in 1;a3 loss in 2 c2;\
                  b3 loss in 2 c2;c2 draw b3;c3 loss in 2 c2\n";
    std::fs::write(&path, format!("merels puzzles three\n{puzzle}")).unwrap();
    let file = path.to_str().unwrap();
    let args = ["puzzles", "three", "--play", "--file", file, "--language", "de"];
    let mut terminal = Terminal::start(&args);
    terminal.see("Dreiermühle: Aufgabe 1 von 1, Wertung 830");
    terminal.see("Weiß am Zug. Ein Zug gewinnt: welcher?");
    terminal.press("?");
    terminal.see("Der erste Versuch");
    terminal.press(" :c2\r");
    terminal.see("Nein: c2 hält remis.");
    terminal.press("s");
    terminal.see("Die Lösung: c1 gewinnt sofort.");
    terminal.see("Thema: Mühle");
    terminal.press("q");
    let after = terminal.ends_well();
    assert!(after.contains("Gelöst: 0 von 1, 0 in Folge."), "{after}");
}
