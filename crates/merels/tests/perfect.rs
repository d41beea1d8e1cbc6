//! Playing with perfect tables: those of `three`, solved here, are quick to make.

mod common;

use common::{run, stderr, stdout};
use merels_engine::{Judge, Verdict};
use merels_rules::morris::{MorrisPosition, Variant};
use merels_rules::{AnyMove, AnyPosition, Game, SplitMix, Value};
use merels_tables::Tables;

/// The tables of `three` in a folder of their own.
fn tables_of_three() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let output = run(&["solve", "three", "--tables", path, "--device", "cpu"], "");
    assert!(output.status.success(), "{}", stderr(&output));
    folder
}

#[test]
fn the_hint_is_exact_and_the_perfect_player_wins() {
    let folder = tables_of_three();
    let tables = ["--tables", folder.path().to_str().unwrap()];
    let hint = run(&[&["play", "three"][..], &tables].concat(), "hint\n");
    let exact = "Exact: wins in 9 plies with b2. 8 other moves are worse.";
    assert!(stdout(&hint).contains(exact), "{}", stdout(&hint));

    let players = ["--white", "computer", "--black", "computer", "--level", "perfect"];
    let game = run(&[&["play", "three"][..], &players, &tables].concat(), "");
    assert!(stdout(&game).contains("White wins with a line of three."));
    assert_eq!(stdout(&game).matches("White wins in at most ").count(), 8, "{}", stdout(&game));
}

#[test]
fn won_positions_are_won_without_distances() {
    let folder = tempfile::tempdir().unwrap();
    let [with, without] = ["distances", "wdl"].map(|values| {
        let path = folder.path().join(values).to_str().unwrap().to_owned();
        let solve = ["solve", "six", "--tables", &path, "--device", "cpu", "--values", values];
        let output = run(&solve, "");
        assert!(output.status.success(), "{}", stderr(&output));
        path
    });
    let win = ["tables", "win", "six", "--tables", &without, "--against", &with];
    let output = run(
        &[&win[..], &["--positions", "60", "--at-most", "40", "--nodes", "40000"]].concat(),
        "",
    );
    assert!(output.status.success(), "{}{}", stdout(&output), stderr(&output));
    assert!(stdout(&output).starts_with("60 of 60 won"), "{}", stdout(&output));
}

#[test]
fn perfect_play_without_tables_says_what_is_missing() {
    let without = run(&["play", "three", "--level", "perfect"], "");
    assert_eq!(without.status.code(), Some(1));
    assert!(stderr(&without).contains("give --tables DIR"), "{}", stderr(&without));
    let empty = tempfile::tempdir().unwrap();
    let path = empty.path().to_str().unwrap();
    let incomplete = run(&["play", "three", "--level", "perfect", "--tables", path], "");
    assert_eq!(incomplete.status.code(), Some(1));
    assert!(stderr(&incomplete).contains("are not complete"), "{}", stderr(&incomplete));
}

#[test]
fn the_perfect_level_and_its_tables_go_together_on_the_command_line() {
    let folder = tables_of_three();
    let path = folder.path().to_str().unwrap();
    let perfect = ["engine", "--level", "perfect"];
    let three = [&perfect[..], &["--game", "three", "--tables", path]].concat();
    let output = run(&three, "position startpos moves b2\ngo depth 1\n");
    assert!(stdout(&output).contains("score loss 8"), "{}{}", stdout(&output), stderr(&output));

    for (arguments, reason) in [
        (&["--game", "three"][..], "level perfect needs the perfect tables of three"),
        (&["--game", "three", "--tables", "/no/such"], "there is no folder /no/such with tables"),
        (&["--game", "nine", "--tables", path], "the tables of nine in"),
    ] {
        let output = run(&[&perfect, arguments].concat(), "go depth 1\n");
        assert_eq!((output.status.code(), stdout(&output)), (Some(1), String::new()));
        assert!(stderr(&output).contains(reason), "{}", stderr(&output));
    }
}

#[test]
fn tables_that_are_missing_are_mentioned_whatever_the_level() {
    let output = run(&["engine", "--tables", "/no/such"], "go depth 1\n");
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("there is no folder /no/such"), "{}", stderr(&output));
    let empty = tempfile::tempdir().unwrap();
    let output = run(&["engine", "--tables", empty.path().to_str().unwrap()], "go depth 1\n");
    assert!(stdout(&output).contains("bestmove"), "{}", stdout(&output));
    assert!(stderr(&output).contains("going on without tables"), "{}", stderr(&output));
}

#[test]
fn the_tables_of_the_perfect_level_cannot_be_taken_away() {
    let folder = tables_of_three();
    let path = folder.path().to_str().unwrap();
    let commands = "setoption name Game value nine\nsetoption name TablePath value\n\
                    position startpos\ngo depth 1\n";
    let perfect = ["engine", "--level", "perfect", "--game", "three", "--tables", path];
    let output = stdout(&run(&perfect, commands));
    assert!(output.contains("error: the tables of nine"), "{output}");
    assert!(output.contains("error: level perfect needs the perfect tables of three"), "{output}");
    assert!(output.trim_end().ends_with("bestmove b2"), "{output}");
}

#[test]
fn the_protocol_takes_tables() {
    let folder = tables_of_three();
    let path = folder.path().to_str().unwrap();
    let commands = format!(
        "setoption name Game value three\nsetoption name Level value perfect\n\
         setoption name TablePath value /no/such/folder\nsetoption name TablePath value {path}\n\
         setoption name Level value perfect\nposition startpos\ngo depth 1\n"
    );
    let output = stdout(&run(&["engine"], &commands));
    assert!(output.contains("info string error: level perfect needs"), "{output}");
    assert!(output.contains("are not complete"), "{output}");
    assert!(output.trim_end().ends_with("bestmove b2"), "{output}");
}

#[test]
fn a_review_says_where_a_game_turned_and_draws_its_course() {
    let folder = tables_of_three();
    let path = folder.path().to_str().unwrap();
    let record = "[Game \"three\"]\n\n1. a1 a3 2. b1 c2 3. c1 1-0\n";
    let review = stdout(&run(&["review", "-", "--tables", path], record));
    for line in [
        "Exact, from the perfect tables.",
        "  2. Black c2",
        "     This move loses in 2 plies; the best wins in 5 plies.",
        "     Only one move of 6 would have kept that: c1.",
        "The game turned on move 2 of Black: a move that loses in 2 plies where one wins in 5 plies.",
        "Accuracy of Black: 33 %",
    ] {
        assert!(review.lines().any(|said| said == line), "'{line}' is not in {review}");
    }
    assert!(review.contains("White wins ┤●"), "{review}");
    let json = stdout(&run(&["review", "-", "--tables", path, "--json"], record));
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (&json["turned"], &json["moves"][3]["mistake"]["better"][0]),
        (&3.into(), &"c1".into())
    );
    let empty = run(&["review", "-"], "[Game \"three\"]\n\n*\n");
    assert_eq!(stderr(&empty), "merels: no move was played in this game\n");
}

#[test]
fn a_review_says_of_moves_that_it_does_not_list_all() {
    let record = "[Game \"lasker\"]\n\n1. a7 e4 *\n";
    let review = stdout(&run(&["review", "-"], record));
    let kept = review.lines().find(|line| line.contains("would have kept")).expect("a mistake");
    assert_eq!(kept, "     16 moves of 23 would have kept that, such as a1, d1, g1.");
}

#[test]
fn a_match_at_the_perfect_level_asks_the_tables_of_its_game() {
    let folder = tables_of_three();
    let path = folder.path().to_str().unwrap();
    let levels = ["match", "--level1", "2", "--level2", "perfect", "--games", "2", "--depth", "2"];
    let three = [&levels[..], &["--game", "three", "--tables", path]].concat();
    for more in [&["--plies", "0"][..], &["--drawn"]] {
        let output = run(&[&three, more].concat(), "");
        assert!(output.status.success(), "{}", stderr(&output));
        assert!(stdout(&output).contains("engine --game three --level perfect"));
    }
    let six = run(&[&levels[..], &["--game", "six", "--tables", path]].concat(), "");
    assert_eq!(six.status.code(), Some(1));
    assert!(stderr(&six).starts_with("merels: the tables of six in"), "{}", stderr(&six));
}

/// Wins and losses that the engine sees are true, and the winner needs no longer than it says.
#[test]
fn what_the_engine_sees_as_won_is_won_in_at_most_so_many_plies() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    assert!(run(&["solve", "five", "--tables", path, "--device", "cpu"], "").status.success());
    let five: Variant = "five".parse().unwrap();
    let tables = Tables::new(folder.path(), five);
    let mut judge = Judge::new(None).with_nodes(4_000);
    let mut random = SplitMix::new(5);
    let mut decided = 0;
    for _ in 0..40 {
        let mut position = MorrisPosition::start(five);
        for _ in 0..random.below(24) {
            let Some(mv) = position.random_move(&mut random) else { break };
            position.play_unchecked(mv);
        }
        let game = Game::new(AnyPosition::Morris(position));
        for judged in judge.judge(&game).moves {
            let AnyMove::Morris(mv) = judged.mv else { unreachable!("a move of five") };
            let exact = tables.moves(&position).unwrap().unwrap();
            let (_, exact) = exact.into_iter().find(|(known, _)| *known == mv).unwrap();
            let Verdict::Estimate(score) = judged.verdict else { continue };
            let holds = match (score.win(), score.loss(), exact) {
                (Some(most), _, Value::Win(plies)) => u32::from(plies) <= most,
                (_, Some(most), Value::Loss(plies)) => u32::from(plies) <= most,
                (None, None, _) => continue,
                _ => false,
            };
            assert!(holds, "{position}: {mv:?} is {exact}, not {}", judged.verdict);
            decided += 1;
        }
    }
    assert!(decided > 50, "only {decided} were decided");
}

#[test]
fn puzzles_are_trained_with_and_files_are_checked() {
    let wrong = run(&["puzzles", "six", "--play", "--theme", "luck"], "");
    assert_eq!(wrong.status.code(), Some(2));
    let shown = stdout(&run(&["puzzles", "six", "--play"], "?\nq\n"));
    let score = "Solved 0 of 1, 0 in a row.\n";
    assert!(shown.contains("The solution: ") && shown.ends_with(score), "{shown}");
    let none = run(&["puzzles", "three", "--play"], "");
    assert!(stderr(&none).contains("no puzzles of three come with the program"));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    assert!(run(&["solve", "six", "--tables", path, "--device", "cpu"], "").status.success());
    let built_in = concat!(env!("CARGO_MANIFEST_DIR"), "/../engine/puzzles/six.puzzles");
    let checked = run(&["puzzles", "six", "--tables", path, "--check", built_in], "");
    assert_eq!(stdout(&checked), "220 puzzles agree with the tables\n", "{}", stderr(&checked));
}
