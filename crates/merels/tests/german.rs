//! The terminal in German: the same dialogues, in the sentences of the site's catalogue.

mod common;

use common::{merels, run, run_command, run_in, stderr, stdout};

/// A game of six from the first man to the last: mills, a flight, refusals, a hint and a win.
const GAME: &str = "\
help\nrules\na1\na1\nb2\nc1\nd2\ne1\ne5\nb2\nb4\na3\nd4\nq9\na5\nd2\nc2\ne3\nb2\ndraw\nnein\na5-c5\n\
b4-c4\nc5\nc1\ne5\nb2\nc2\na5\nmoves\ne3-d3\nd4-b2\nhint\nd3-e3xa5\nundo\nd3-e3xa5\nresign\nquit\n";

#[test]
fn a_game_of_six_to_its_end() {
    let output = run(&["play", "six", "--quiet", "--language", "de"], GAME);
    assert_eq!(stderr(&output), "");
    // The line and the depth of the hint depend on the time that it takes.
    let without_line = |line: &str| match line.split_once("(gewinnt") {
        Some((hint, _)) => hint.to_owned(),
        None => line.to_owned(),
    };
    let text: Vec<String> = stdout(&output).lines().map(without_line).collect();
    insta::assert_snapshot!(text.join("\n"));
}

#[test]
fn the_computer_gives_its_opinion_and_declines_a_draw() {
    let args = ["play", "nimble", "--white", "computer", "--position", "0,0,1,2 2", "--seed", "1"];
    let text = run(&[&args[..], &["--language", "de"]].concat(), "draw\nhint\n4-3\nsave\n7\n");
    insta::assert_snapshot!(stdout(&text));
}

#[test]
fn the_locale_chooses_the_language_unless_an_argument_does() {
    let state = tempfile::tempdir().unwrap();
    for (locale, args, said) in [
        ("de_AT.UTF-8", &[][..], "Weiß ist am Zug."),
        ("de_AT.UTF-8", &["--language", "en"], "White is to move."),
        ("C", &[], "White is to move."),
        ("fr_FR.UTF-8", &[], "White is to move."),
        ("C", &["--language", "de"], "Weiß ist am Zug."),
        // An empty variable passes the question on.
        ("", &[], "Weiß ist am Zug."),
    ] {
        let args = [&["show", "three", "xxxxxxxxx w 3 3"], args].concat();
        let mut command = merels(state.path(), &args);
        command.env("LC_ALL", locale).env_remove("LC_MESSAGES").env("LANG", "de");
        let text = stdout(&run_command(&mut command, b""));
        assert!(text.contains(said), "{locale} {args:?}: {text}");
    }
    let unknown = run(&["show", "three", "xxxxxxxxx w 3 3", "--language", "xx"], "");
    assert_eq!(unknown.status.code(), Some(2));
    assert!(stderr(&unknown).contains("[possible values: en, de]"), "{}", stderr(&unknown));
}

#[test]
fn kept_games_are_listed_and_records_replayed() {
    let state = tempfile::tempdir().unwrap();
    let german = |args: &[&str], input: &str| {
        stdout(&run_in(state.path(), &[args, &["--language", "de"]].concat(), input))
    };
    let file = state.path().join("partie.merels");
    let file = file.to_str().unwrap();
    let left = german(&["play", "three"], &format!("a1\nsave {file}\nload /no/such/file\n"));
    for said in ["Gespeichert in ", "Nicht geladen.", "--resume geht sie weiter."] {
        assert!(left.contains(said), "{said}: {left}");
    }
    let list = german(&["play", "--list"], "");
    assert!(list.contains("Halbzug 1    zwei Menschen\n"), "{list}");
    let replayed = german(&["replay", file], "");
    for said in ["Dreiermühle: ", "1 Zug, erlaubt", "nicht zu Ende. Schwarz ist am Zug."] {
        assert!(replayed.contains(said), "{said}: {replayed}");
    }
    assert_eq!(german(&["play", "--list", "six"], ""), "Keine unfertige Partie ist aufbewahrt.\n");
}

#[test]
fn a_review_and_probed_values_have_the_words_of_the_site() {
    let tables = tempfile::tempdir().unwrap();
    let folder = tables.path().to_str().unwrap();
    let solved = run(&["solve", "three", "--tables", folder, "--device", "cpu"], "");
    assert!(solved.status.success(), "{}", stderr(&solved));
    let record = "[Game \"three\"]\n\n1. a1 a3 2. b1 c2 3. c1 1-0\n";
    let review = ["review", "-", "--tables", folder, "--language", "de"];
    insta::assert_snapshot!("german_review", stdout(&run(&review, record)));
    let probe = ["probe", "three", "xxxxxxxxx w 3 3", "--line", "--tables", folder];
    let probed = run(&[&probe[..], &["--language", "de"]].concat(), "");
    insta::assert_snapshot!("german_probe", stdout(&probed));
}
