//! The computer player as other programs meet it: protocol transcripts, matches, single moves.

mod common;

use std::fs;

use common::{run, stderr, stdout};

/// A transcript: what is said to the engine, and what it answers, speed and time left out.
fn transcript(input: &str) -> String {
    let output = run(&["engine", "--hash", "1"], input);
    assert!(output.status.success(), "{}", stderr(&output));
    let mut hide = false;
    let mut answer = String::new();
    for word in stdout(&output).split_inclusive([' ', '\n']) {
        answer += if hide { "- " } else { word };
        hide = matches!(word, "nps " | "time ");
    }
    format!("{input}---\n{answer}")
}

#[test]
fn handshake() {
    insta::assert_snapshot!(transcript("uci\nisready\nquit\nisready\n"));
}

#[test]
fn a_search_by_depth() {
    insta::assert_snapshot!(transcript("position startpos moves d2 d6\ngo depth 4\n"));
}

#[test]
fn a_win_in_three() {
    let position = "position fen xWxxxWxxxxxxxxxBBBxxxxWx w 0 0";
    insta::assert_snapshot!(transcript(&format!("{position}\ngo depth 6\n")));
}

#[test]
fn options_and_every_game() {
    insta::assert_snapshot!(transcript(
        "setoption name Game value nimble
position fen 0,0,1,2,0,2 1 moves 4-2
go nodes 100
"
    ));
    insta::assert_snapshot!(transcript(
        "setoption name game value mingmang
setoption name Seed value 5
setoption name Level value classic
go depth 1
"
    ));
}

#[test]
fn mistakes_change_nothing() {
    insta::assert_snapshot!(transcript(
        "fly me
position startpos moves d6 d6
position fen xyz w 9 9
position
setoption name Hash value none
setoption name Level value 11
setoption name Game value chess
setoption name TablePath value /no/such/folder
go depth
go until dawn
\u{fffd}
position fen WWWBBxxxxxxxxxxxxxxxxxxx w 0 0
go depth 3
"
    ));
}

/// Runs the engine with so little address space that what is large cannot be had.
#[cfg(target_os = "linux")]
fn transcript_with_little_memory(input: &str) -> String {
    let script = "ulimit -v 1500000; exec \"$0\" engine --hash 1";
    let mut shell = std::process::Command::new("sh");
    let command = shell.args(["-c", script, env!("CARGO_BIN_EXE_merels")]);
    let output = common::run_command(command, input.as_bytes());
    assert!(output.status.success(), "{}", stderr(&output));
    stdout(&output)
}

#[cfg(target_os = "linux")]
#[test]
fn a_hash_that_cannot_be_allocated_is_refused_and_the_old_table_stays() {
    let said = transcript_with_little_memory(
        "setoption name Hash value 4096\ngo depth 3\nsetoption name Hash value 8\ngo depth 3\n",
    );
    let refusal = "error: there is no memory for a transposition table of 4096 MiB";
    assert_eq!(said.matches("info string error").count(), 1, "{said}");
    assert!(said.contains(refusal) || said.contains("three quarters of the memory"), "{said}");
    assert_eq!(said.matches("bestmove ").count(), 2, "{said}");
}

#[cfg(target_os = "linux")]
#[test]
fn threads_that_cannot_be_started_are_refused() {
    let said = transcript_with_little_memory(
        "setoption name Threads value 512\ngo depth 3\nsetoption name Threads value 2\ngo depth 3\n",
    );
    assert!(said.contains("error: 512 threads cannot be started"), "{said}");
    assert_eq!(said.matches("info string error").count(), 1, "{said}");
    assert_eq!(said.matches("bestmove ").count(), 2, "{said}");
}

#[test]
fn more_hash_than_the_machine_has_is_refused_at_the_start_too() {
    let said = transcript("setoption name Hash value 65536\nisready\n");
    if said.contains("error") {
        let output = run(&["engine", "--hash", "65536"], "quit\n");
        assert_eq!(output.status.code(), Some(1));
        assert!(stderr(&output).contains("65536"), "{}", stderr(&output));
    }
    assert!(said.contains("readyok"), "{said}");
}

#[test]
fn commands_after_a_limited_search_wait_for_its_answer() {
    let said = transcript(
        "go depth 4
position startpos moves d6
setoption name Hash value 2
go depth 3
position startpos moves d6 d6
isready
",
    );
    let lines: Vec<&str> = said.lines().collect();
    let at = |wanted: &str| lines.iter().position(|line| line.contains(wanted)).expect(wanted);
    assert_eq!(said.matches("bestmove ").count(), 2, "{said}");
    assert_eq!(said.matches("error").count(), 1, "{said}");
    assert!(at("bestmove") < at("error: move 2 (d6)") && at("error") < at("readyok"), "{said}");
}

#[test]
fn stop_ends_all_searches_asked_before_it() {
    let said =
        transcript("go nodes 9000000000000000\nposition startpos moves d6\ngo infinite\nstop\n");
    assert_eq!(said.matches("bestmove ").count(), 2, "{said}");
    assert_eq!(said.matches("error").count(), 0, "{said}");
}

/// A search of so many nodes would last for ages.
#[test]
fn quit_does_not_wait_for_a_limited_search() {
    let said = transcript("go nodes 9000000000000000\nposition startpos\nquit\n");
    assert_eq!(said.matches("error").count(), 0, "{said}");
}

#[test]
fn stop_ends_an_infinite_search() {
    let said =
        transcript("go infinite\nposition startpos\nstop\nposition startpos\ngo depth 1\nquit\n");
    assert_eq!(said.matches("bestmove ").count(), 2, "{said}");
    assert_eq!(said.matches("error: a search is running; stop it first").count(), 1, "{said}");
}

#[test]
fn the_end_of_input_waits_for_a_limited_search_only() {
    assert_eq!(transcript("go movetime 20\n").matches("bestmove ").count(), 1);
    assert_eq!(transcript("go\n").matches("bestmove ").count(), 1);
}

#[test]
fn engines_play_a_match() {
    let engine = |rest: &str| format!("'{}' engine --hash 1 {rest}", env!("CARGO_BIN_EXE_merels"));
    let folder = tempfile::tempdir().unwrap();
    let records = folder.path().join("games.merels");
    let output = run(
        &[
            "match",
            "--engine1",
            &engine("--level 5"),
            "--engine2",
            &engine("--level 1 --seed 1"),
            "--games",
            "4",
            "--nodes",
            "2000",
            "--records",
            records.to_str().unwrap(),
        ],
        "",
    );
    let said = stdout(&output);
    assert!(said.contains("of 4 games), Elo"), "{said}{}", stderr(&output));
    assert!(said.contains("engine2: 0 crashes, 0 time losses, 0 illegal moves"), "{said}");
    assert_eq!(fs::read_to_string(&records).unwrap().matches("[Game \"nine\"]").count(), 4);
    let file = records.to_str().unwrap();
    let replayed = run(&["replay", file], "");
    for number in 1..=4 {
        let heading = format!("Game {number} of 4\nNine Men’s Morris: ");
        assert!(stdout(&replayed).contains(&heading), "{}", stderr(&replayed));
    }
    let second = stdout(&run(&["replay", file, "--game", "2"], ""));
    assert!(second.starts_with("Nine Men’s Morris: "), "{second}");
    assert!(stdout(&replayed).contains(&second));
    let fifth = run(&["replay", file, "--game", "5"], "");
    assert!(stderr(&fifth).contains("there is no game 5 in "), "{}", stderr(&fifth));
    assert_eq!(fifth.status.code(), Some(1));
}

#[test]
fn a_match_of_no_games_is_refused() {
    let output = run(&["match", "--engine1", "x", "--engine2", "y", "--games", "0"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("0 is not in 1.."), "{}", stderr(&output));
}

/// The command and the answer in docs/engine-protocol.md, but for the speed of the machine.
#[test]
fn the_example_of_the_engine_protocol_is_true() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/engine-protocol.md");
    let page = fs::read_to_string(page).unwrap();
    let mut lines = page.lines().skip_while(|line| !line.starts_with("    $ printf "));
    let command = lines.next().unwrap().trim_start_matches("    $ ");
    let (input, program) = command.split_once(" | ").unwrap();
    assert_eq!(program, "merels engine");
    let input = input.trim_start_matches("printf '").trim_end_matches('\'').replace("\\n", "\n");
    let shown: Vec<&str> = lines.map_while(|line| line.strip_prefix("    ")).collect();
    let answer = stdout(&run(&["engine"], &input));
    assert_eq!(without_speed(&shown.join("\n")), without_speed(answer.trim_end()));
}

/// A transcript without the two fields that differ from run to run.
fn without_speed(text: &str) -> String {
    let mut words: Vec<&str> = text.split(' ').collect();
    for field in ["nps", "time"] {
        for i in 1..words.len() {
            if words[i - 1] == field {
                words[i] = "…";
            }
        }
    }
    words.join(" ")
}

#[test]
fn a_match_survives_a_crash_and_counts_it() {
    let engine = format!("'{}' engine --hash 1 --level 1", env!("CARGO_BIN_EXE_merels"));
    // Answers the handshake and goes away.
    let broken = "sh -c 'echo uciok; echo readyok; sleep 0.2'";
    let args = ["match", "--engine1", &engine, "--engine2", broken, "--games", "2", "--nodes", "9"];
    let output = run(&args, "");
    assert!(stdout(&output).contains("engine2: 2 crashes"), "{}", stdout(&output));
    let missing = ["match", "--engine1", "/no/such/engine", "--engine2", broken];
    let output = run(&missing, "");
    assert!(stderr(&output).contains("cannot start /no/such/engine"), "{}", stderr(&output));
}

#[test]
fn a_move_from_file_to_file() {
    let folder = tempfile::tempdir().unwrap();
    let [input, output] = ["in", "out"].map(|name| folder.path().join(name));
    let run_on = |text: &str, rest: &[&str]| {
        fs::write(&input, text).unwrap();
        fs::write(&output, "untouched").unwrap();
        let files = ["move", "--in", input.to_str().unwrap(), "--out", output.to_str().unwrap()];
        let done = run(&[&files, rest].concat(), "");
        (stdout(&done), stderr(&done), fs::read_to_string(&output).unwrap())
    };
    let classic = ["--eval", "classic"];

    let (said, _, written) = run_on("WWxBBxxxxxxxxxxxxxxxxxxx\n", &classic);
    assert_eq!(said, "move: g1xb2\npositions evaluated: 21\nscore: 2000\n");
    assert_eq!(written, "WWWxBxxxxxxxxxxxxxxxxxxx\n");

    let (said, _, written) = run_on("WWxBBxxxxxxxxxxxxxxxxxxx w 7 7", &["--depth", "3"]);
    assert!(said.starts_with("move: g1x"), "{said}");
    assert!(written.ends_with(" b 6 7 0\n"), "{written}");

    let moving = [&classic[..], &["--side", "black", "--phase", "moving"]].concat();
    let (said, _, written) = run_on("WWWxxxxxxxxxxxxxxxxxBBBB", &moving);
    assert_eq!(said, "move: f6-f4\npositions evaluated: 5\nscore: 949\n");
    assert_eq!(written, "WWWxxxxxxxxxxBxxxxxxxBBB\n");

    // Black's fourth man is taken: three fly, and a win is said in words.
    let (said, _, _) = run_on("WWxWxxxxxBBBxxxxxxxxxxxx w 0 0", &classic);
    assert!(said.contains("score: 10000\nresult: the game is over: White wins"), "{said}");

    for (text, reason) in [
        ("WWx", "the board has 3 letters; 24 are wanted"),
        ("WWxBBxxxxxxxxxxxxxxxxxQx", "'Q' is no man"),
        ("WWWWWWWWWWxxxxxxxxxxxxxx", "White has 11 men (10 on the board, 1 in hand)"),
        ("WWxBBxxxxxxxxxxxxxxxxxxx w 9 7", "White has 11 men (2 on the board, 9 in hand)"),
    ] {
        let (_, complaint, written) = run_on(text, &[]);
        assert!(complaint.contains(reason), "{complaint}");
        assert_eq!(written, "untouched");
    }
    let nowhere = ["move", "--in", "/no/such/file", "--out", output.to_str().unwrap()];
    assert!(stderr(&run(&nowhere, "")).contains("cannot read /no/such/file"));
}

#[test]
fn classic_looks_as_far_ahead_as_it_is_told_and_counts_positions() {
    let folder = tempfile::tempdir().unwrap();
    let [input, output] = ["in", "out"].map(|name| folder.path().join(name));
    fs::write(&input, "WxxBBxxxxxxxxxxxxxxxxxxx w 8 7").unwrap();
    let look = |rest: &[&str]| {
        let files = ["move", "--in", input.to_str().unwrap(), "--out", output.to_str().unwrap()];
        stdout(&run(&[&files[..], &["--eval", "classic"], rest].concat(), ""))
    };
    assert_eq!(look(&[]), "move: d1\npositions evaluated: 21\nscore: 0\n");
    assert_eq!(look(&["--depth", "1"]), look(&[]));
    let minimax = look(&["--depth", "2", "--search", "minimax"]);
    // 21 placements, 20 answers to each; to all but f2 one of them closes a mill and takes either
    // of two men.
    assert_eq!(minimax, "move: f2\npositions evaluated: 440\nscore: -1000\n");
    let alphabeta = look(&["--depth", "2", "--search", "alphabeta"]);
    assert!(alphabeta.starts_with("move: f2\n") && alphabeta.ends_with("score: -1000\n"));
    let evaluated = |said: &str| -> u32 {
        said.lines().nth(1).unwrap().rsplit(' ').next().unwrap().parse().unwrap()
    };
    assert!(evaluated(&alphabeta) < 440, "{alphabeta}");
    let refused = run(
        &[
            "move",
            "--in",
            input.to_str().unwrap(),
            "--out",
            output.to_str().unwrap(),
            "--search",
            "minimax",
        ],
        "",
    );
    assert!(stderr(&refused).contains("--search is for --eval classic"), "{}", stderr(&refused));
}

#[test]
fn with_no_time_there_is_still_a_move_and_an_honest_score() {
    for go in ["go movetime 0", "go nodes 0", "go nodes 1"] {
        let said = transcript(&format!("position startpos moves d2 d6\n{go}\n"));
        assert!(said.contains("info depth 1 "), "{said}");
        assert!(said.contains("bestmove ") && !said.contains("score loss"), "{said}");
    }
    let players = ["--white", "computer", "--black", "computer", "--movetime", "0"];
    let play = run(&[&["play", "three", "--level", "10"][..], &players].concat(), "");
    assert!(!stdout(&play).contains("4294967295"), "{}", stdout(&play));
}

/// Changes only when the search does: then look whether it was meant to, and accept the new one.
#[test]
fn signature() {
    insta::assert_snapshot!(stdout(&run(&["bench", "engine", "--signature"], "")));
}

#[test]
fn openings_come_from_a_file() {
    let engine = format!("'{}' engine --hash 1 --level 1", env!("CARGO_BIN_EXE_merels"));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("openings");
    let args = [
        "match",
        "--engine1",
        &engine,
        "--engine2",
        &engine,
        "--game",
        "three",
        "--games",
        "4",
        "--openings",
        file.to_str().unwrap(),
    ];
    fs::write(&file, "# two openings\n\na1 b2\nfen WBxxxxxxx w 2 2 moves c3\n").unwrap();
    assert!(stdout(&run(&args, "")).contains("of 4 games"));
    fs::write(&file, "a1 b2\na1 a1\n").unwrap();
    let complaint = stderr(&run(&args, ""));
    assert!(complaint.contains("line 2: move a1: a1 is occupied"), "{complaint}");
    fs::write(&file, "# nothing\n").unwrap();
    assert!(stderr(&run(&args, "")).contains("holds no opening"));
}

#[test]
fn networks_and_openings_that_do_not_fit_are_refused_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let damaged = folder.path().join("damaged");
    fs::write(&damaged, b"merelsnn and then something else").unwrap();
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../engine");
    let answer = transcript(&format!(
        "setoption name EvalFile value {folder}/none
setoption name EvalFile value {folder}/damaged
setoption name OpeningsFile value {folder}/damaged
setoption name OpeningsFile value {shipped}/openings/six.openings
setoption name EvalFile value {shipped}/networks/nine.network
setoption name Game value six
setoption name EvalFile value {shipped}/networks/nine.network
",
        folder = folder.path().display()
    ));
    let errors: Vec<&str> =
        answer.lines().filter_map(|line| line.strip_prefix("info string error: ")).collect();
    let reasons = [
        "cannot read",
        "the file holds no network of a version that is known here",
        "no openings of a version that is known here",
        "are for six, not for nine",
        "is for nine, not for six",
    ];
    assert_eq!(errors.len(), reasons.len(), "{answer}");
    for (error, reason) in errors.iter().zip(reasons) {
        assert!(error.contains(reason), "{error}");
    }
}
