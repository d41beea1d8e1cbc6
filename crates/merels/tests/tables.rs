//! Perfect tables as a user makes and asks them: solve, verify, probe, tables, tiers.

mod common;

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use common::{merels, run, stderr, stdout};
use merels_rules::morris::{Variant, gamesman, parse_position};

const HEADER: &str =
    "mover,opponent,mover_hand,opponent_hand,win,loss,draw,longest_win,longest_loss";

/// Runs the program with the tables in `folder`.
fn with_tables(folder: &Path, args: &[&str]) -> Output {
    merels(folder, args).env("MERELS_TABLES", folder).output().expect("the program runs")
}

/// The names of the files of a variant, and when they were written.
fn files(folder: &Path, variant: &str) -> Vec<(String, std::time::SystemTime)> {
    let Ok(entries) = fs::read_dir(folder.join(variant)) else { return Vec::new() };
    let mut files: Vec<_> = entries
        .map(|entry| {
            let entry = entry.expect("an entry");
            let time = entry.metadata().and_then(|data| data.modified()).expect("a time");
            (entry.file_name().into_string().expect("text"), time)
        })
        .collect();
    files.sort();
    files
}

#[test]
fn three_solved_verified_listed_and_probed() {
    let folder = tempfile::tempdir().expect("a folder");
    let solved = with_tables(folder.path(), &["solve", "three"]);
    insta::assert_snapshot!("solve_three", stdout(&solved));
    assert!(stderr(&solved).contains("done in "), "{}", stderr(&solved));
    let verified = with_tables(folder.path(), &["verify", "three"]);
    assert_eq!(stdout(&verified), "886 positions agree with their moves\n");
    let probed = with_tables(folder.path(), &["probe", "three", "xxxxxxxxx w 3 3", "--line"]);
    insta::assert_snapshot!("probe_three", stdout(&probed));
    let listed = stdout(&with_tables(folder.path(), &["tables"]));
    assert!(listed.starts_with("three: complete, 7 of 7 sectors (0 by search)"), "{listed}");
}

#[test]
fn draws_are_ranked_verified_listed_and_probed() {
    let folder = tempfile::tempdir().expect("a folder");
    let ranked = with_tables(folder.path(), &["solve", "five", "--ranks"]);
    let text = stdout(&ranked);
    assert!(text.contains("\n5,4,0,0,"), "{text}");
    assert!(text.contains("\nstart: draw, payoff 0."), "{text}{}", stderr(&ranked));
    let verified = stdout(&with_tables(folder.path(), &["verify", "five", "--ranks"]));
    assert!(verified.ends_with("draws agree with their moves\n"), "{verified}");
    let listed = stdout(&with_tables(folder.path(), &["tables"]));
    assert!(listed.contains("; ranks of draws, "), "{listed}");
    let start = ["probe", "five", "xxxxxxxxxxxxxxxx w 5 5"];
    let probed = stdout(&with_tables(folder.path(), &start));
    let [first, moves @ ..] = &probed.lines().collect::<Vec<_>>()[..] else { panic!("{probed}") };
    let words = |line: &str| ["level", "presses"].iter().any(|word| line.contains(word));
    assert!(first.contains(": draws; ") && words(first), "{probed}");
    assert_eq!(moves.len(), 16);
    let json = stdout(&with_tables(folder.path(), &[&start[..], &["--json"]].concat()));
    let answer: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(answer["rank"], answer["moves"][0]["rank"]);
    let refused = with_tables(folder.path(), &["solve", "five", "--ranks", "--values", "wdl"]);
    assert!(stderr(&refused).contains("merels tables shrink five"), "{}", stderr(&refused));
}

#[test]
fn probe_answers_many_lines_as_json() {
    let folder = tempfile::tempdir().expect("a folder");
    with_tables(folder.path(), &["solve", "three"]);
    let mut child = merels(folder.path(), &["probe", "three", "--json"])
        .env("MERELS_TABLES", folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("starts");
    let lines = "WWxBBxxWB b 0 0\nWWWBBxxxx b 0 1\nwhat\nWWxBBxxxx w 0 1\n";
    std::io::Write::write_all(&mut child.stdin.take().expect("a pipe"), lines.as_bytes())
        .expect("written");
    let output = child.wait_with_output().expect("ends");
    insta::assert_snapshot!("probe_three_json", stdout(&output));
    let complaints = stderr(&output);
    assert!(complaints.contains("line 3: not a position of three"), "{complaints}");
    assert!(complaints.contains("line 4: no game can come to these men"), "{complaints}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn probe_goes_on_past_a_line_that_is_no_text() {
    let folder = tempfile::tempdir().expect("a folder");
    with_tables(folder.path(), &["solve", "three"]);
    let mut probe = merels(folder.path(), &["probe", "three"]);
    let probe = probe.env("MERELS_TABLES", folder.path());
    let output = common::run_command(probe, b"\xff\xfe\nWWxBBxxWB b 0 0\n");
    assert!(stdout(&output).starts_with("WWxBBxxWB b 0 0 0: wins at once\n"), "{output:?}");
    assert!(stderr(&output).contains("line 1: not a position of three"), "{output:?}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn verify_of_no_positions_is_refused() {
    let output = run(&["verify", "three", "--sample", "0"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("0 is not in 1.."), "{}", stderr(&output));
}

#[test]
fn killed_at_any_moment_it_goes_on_where_it_was() {
    let (killed, whole) = (tempfile::tempdir().expect("a"), tempfile::tempdir().expect("b"));
    for sectors_before_the_kill in [1, 9, 40] {
        let mut child = merels(killed.path(), &["solve", "six", "--threads", "1"])
            .env("MERELS_TABLES", killed.path())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("starts");
        let lines = BufReader::new(child.stderr.take().expect("a pipe")).lines();
        let finished = lines.map_while(Result::ok).filter(|line| line.contains(" indices, "));
        assert!(finished.take(sectors_before_the_kill).count() > 0);
        child.kill().expect("killed");
        child.wait().expect("ended");
    }
    let before = files(killed.path(), "six");
    let resumed = with_tables(killed.path(), &["solve", "six"]);
    let after = files(killed.path(), "six");
    for file in before.iter().filter(|(name, _)| name.ends_with(".table")) {
        assert!(after.contains(file), "{} was computed twice", file.0);
    }
    assert!(after.iter().all(|(name, _)| name.ends_with(".table")), "unfinished files are gone");
    assert!(stderr(&resumed).contains("indices were solved before"), "{}", stderr(&resumed));
    let uninterrupted = with_tables(whole.path(), &["solve", "six"]);
    assert_eq!(stdout(&resumed), stdout(&uninterrupted));
    assert!(stdout(&resumed).starts_with(HEADER));
    assert!(stdout(&resumed).ends_with("start: draw\n"));
}

/// A limit on the size of files stands in for a full disk: writing fails in the same way.
#[test]
fn a_full_disk_is_said_and_damages_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = "trap '' XFSZ; ulimit -f 8; exec \"$0\" solve six --tables \"$1\"";
    let output = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_merels")])
        .arg(folder.path())
        .output()
        .expect("runs");
    assert_eq!(output.status.code(), Some(1));
    let complaint = stderr(&output);
    assert!(complaint.contains(".table.unfinished: "), "{complaint}");
    assert!(complaint.contains("what is finished stays"), "{complaint}");
    assert!(!complaint.contains("done in"), "{complaint}");
    assert_eq!(stdout(&output), "");
    let left = files(folder.path(), "six");
    assert!(!left.is_empty() && left.iter().all(|(name, _)| name.ends_with(".table")));
    let listed = stdout(&with_tables(folder.path(), &["tables"]));
    assert!(listed.starts_with("six: not complete, "), "{listed}");
    let resumed = with_tables(folder.path(), &["solve", "six"]);
    assert!(stdout(&resumed).ends_with("start: draw\n"), "{}", stderr(&resumed));
}

#[test]
fn six_in_the_words_of_gamesman() {
    let folder = tempfile::tempdir().expect("a folder");
    with_tables(folder.path(), &["solve", "six"]);
    let position = "WWxBBxxxxWxxxBxx w 0 0";
    let probed = with_tables(folder.path(), &["probe", "six", "--gamesman", position]);
    insta::assert_snapshot!("probe_six_gamesman", stdout(&probed));
    let refused = with_tables(folder.path(), &["probe", "five", "--gamesman", position]);
    assert_eq!(stderr(&refused), "merels: --gamesman is for six only\n");
    let number =
        stdout(&probed).lines().find_map(|line| line.strip_prefix("number ")).map(str::to_owned);
    let args = ["probe", "six", "--gamesman", "--number", &number.expect("its number")];
    assert_eq!(stdout(&with_tables(folder.path(), &args)), stdout(&probed));
    let position = stdout(&probed)
        .lines()
        .find_map(|line| line.strip_prefix("position "))
        .unwrap_or_default()
        .to_owned();
    let as_gamesman = ["probe", "six", "--gamesman", &position];
    assert_eq!(stdout(&with_tables(folder.path(), &as_gamesman)), stdout(&probed));
    let json = with_tables(folder.path(), &[&as_gamesman[..], &["--json"]].concat());
    let json: serde_json::Value = serde_json::from_str(&stdout(&json)).unwrap();
    assert_eq!((&json["position"], &json["tier"]), (&position.into(), &33.into()));
    assert_eq!((&json["value"], &json["moves"][0]["value"]), (&"win".into(), &"win".into()));
    let unknown = with_tables(folder.path(), &["probe", "six", "--number", "12000000001"]);
    assert_eq!(stderr(&unknown), "merels: tier 1200 has no position 1\n");
    let five = with_tables(folder.path(), &["probe", "five", "--number", "12000000000"]);
    assert_eq!(stderr(&five), "merels: --number is for six only\n");
}

#[test]
fn probe_reads_the_positions_that_it_writes_for_gamesman() {
    let folder = tempfile::tempdir().expect("a folder");
    with_tables(folder.path(), &["solve", "three"]);
    let own = with_tables(folder.path(), &["probe", "three", "Wxxxxxxxx b 2 3"]);
    let text = gamesman::position_text(&parse_position(Variant::THREE, "Wxxxxxxxx b 2 3").unwrap());
    let read = with_tables(folder.path(), &["probe", "three", &text]);
    assert!(read.status.success(), "{}", stderr(&read));
    assert_eq!(stdout(&read), stdout(&own));
    let wrong = with_tables(folder.path(), &["probe", "three", "1_-----"]);
    let reason = "not a position of three: the position has 7 characters; 13 are wanted for three";
    assert_eq!(stderr(&wrong), format!("merels: {reason}\n"));
}

#[test]
fn tiers_of_six() {
    insta::assert_snapshot!("tiers_six", stdout(&run(&["tiers", "six"], "")));
}

/// A turn may move with men in hand, so hands that placing in turn would not leave are answered.
#[test]
fn lasker_answers_for_any_hands() {
    let folder = tempfile::tempdir().expect("a folder");
    let solved = with_tables(folder.path(), &["solve", "lasker", "--men", "3"]);
    assert!(stdout(&solved).contains("\n0,3,3,0,"), "{}", stdout(&solved));
    let verified = with_tables(folder.path(), &["verify", "lasker", "--sample", "2000"]);
    assert!(stdout(&verified).contains(" positions agree with their moves"), "{verified:?}");
    let answers = [
        ("WWxxWxxxxBBxxxxxxxxxxxxx w 0 1", "w 0 1 0: wins at once\n  a1-d3xa4   wins at once\n"),
        (
            "WWxBxxxxxBxxxxxxxxxxxxBx b 1 0",
            "b 1 0 0: loses in 22 plies\n  b2-g1      loses in 22 plies\n",
        ),
    ];
    for (position, answer) in answers {
        let probed = stdout(&with_tables(folder.path(), &["probe", "lasker", position]));
        assert!(probed.contains(answer), "{probed}");
    }
}

#[test]
fn what_cannot_be_done_is_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let lasker = ["solve", "lasker", "--device", "cpu", "--no-save", "--memory", "20G"];
    let lasker = with_tables(folder.path(), &lasker);
    assert_eq!(lasker.status.code(), Some(1));
    assert!(stderr(&lasker).contains("without files "), "{}", stderr(&lasker));
    let memory = with_tables(folder.path(), &["solve", "nine", "--memory", "1G"]);
    assert!(stderr(&memory).contains("of memory, but only 1024 MiB"), "{}", stderr(&memory));
    let missing = with_tables(folder.path(), &["probe", "six", "xxxxxxxxxxxxxxxx w 6 6"]);
    assert!(stderr(&missing).contains("solve six first"), "{}", stderr(&missing));
    let nothing = with_tables(folder.path(), &["verify", "six"]);
    assert!(stderr(&nothing).contains("there is no table of six"), "{}", stderr(&nothing));
}

#[test]
fn a_damaged_table_is_refused_by_name() {
    let folder = tempfile::tempdir().expect("a folder");
    with_tables(folder.path(), &["solve", "three"]);
    let file = folder.path().join("three/3-3-0-0.table");
    let mut bytes = fs::read(&file).expect("there");
    bytes[50] ^= 1;
    fs::write(&file, bytes).expect("written");
    let probed = with_tables(folder.path(), &["probe", "three", "WWxBBxxWB w 0 0"]);
    let complaint = "three/3-3-0-0.table: damaged: the header does not fit its checksum";
    assert!(stderr(&probed).contains(complaint), "{}", stderr(&probed));
    assert_eq!(stdout(&probed), "");
    let listed = with_tables(folder.path(), &["tables"]);
    assert!(stdout(&listed).contains(complaint), "{}", stdout(&listed));
    assert_eq!(listed.status.code(), Some(1));
}

#[test]
fn a_reason_is_said_once() {
    let output =
        common::run(&["solve", "three", "--device", "cpu", "--tables", "/dev/null/no"], "");
    assert_eq!(output.status.code(), Some(1));
    let message = common::stderr(&output);
    assert_eq!(message.matches("os error").count(), 1, "{message}");
}

#[test]
fn an_atlas_is_written_and_goes_on_where_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("atlas.csv");
    let out = file.to_str().expect("text");
    let atlas = |variants: &[&str]| {
        let args = [&["atlas", "--device", "cpu", "--out", out], variants].concat();
        with_tables(folder.path(), &args)
    };
    assert!(atlas(&["three"]).status.success());
    let first = fs::read_to_string(&file).expect("written");
    assert!(
        first.lines().nth(1).expect("a row").starts_with("three,win,9,b2 win 9; a1"),
        "{first}"
    );
    assert!(atlas(&["three", "three+misere"]).status.success());
    let both = fs::read_to_string(&file).expect("written");
    assert!(both.starts_with(&first) && both.lines().count() == 3, "{both}");
    fs::write(&file, "something else\n").expect("written");
    let refused = atlas(&["three"]);
    assert!(stderr(&refused).contains("is not an atlas"), "{}", stderr(&refused));
}

#[test]
fn reachable_positions_are_counted() {
    let folder = tempfile::tempdir().expect("a folder");
    let missing = with_tables(folder.path(), &["tables", "--reachable", "three"]);
    assert!(stderr(&missing).contains("merels solve three"), "{}", stderr(&missing));
    with_tables(folder.path(), &["solve", "three"]);
    let counted = stdout(&with_tables(folder.path(), &["tables", "--reachable", "three"]));
    assert!(counted.lines().nth(1).expect("a row").starts_with("three,win,"), "{counted}");
}

#[test]
fn tables_are_carried_to_another_host_whole_or_not_at_all() {
    let (here, there) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("one"));
    with_tables(here.path(), &["solve", "three"]);
    let parcel = here.path().join("three.tables");
    let parcel = parcel.to_str().expect("text");
    let packed = with_tables(here.path(), &["tables", "export", "three", "--out", parcel]);
    assert!(stdout(&packed).starts_with("three: 7 sectors, "), "{packed:?}");
    let again = with_tables(here.path(), &["tables", "export", "three", "--out", parcel]);
    assert!(stderr(&again).contains("is there already"), "{again:?}");
    let import = |file: &str| with_tables(there.path(), &["tables", "import", file]);
    // What was cut off, changed, or is something else, is refused; whole files of it stay.
    let bytes = fs::read(parcel).expect("a parcel");
    let odd = |name: &str, bytes: &[u8]| {
        let path = here.path().join(name);
        fs::write(&path, bytes).expect("written");
        let output = import(path.to_str().expect("text"));
        assert_eq!(output.status.code(), Some(1), "{name}: {output:?}");
        stderr(&output)
    };
    assert!(odd("foreign", b"not a parcel\n").contains("its first line is not one of ours"));
    assert!(odd("empty", b"").contains("ends too early"));
    assert!(odd("short", &bytes[..bytes.len() / 2]).contains("ends too early"));
    let mut changed = bytes.clone();
    let at = changed.len() - 200;
    changed[at] ^= 1;
    assert!(odd("changed", &changed).contains("damaged on the way: sector"));
    let unfinished = |(name, _): &(String, _)| name.ends_with(".unfinished");
    assert!(!files(there.path(), "three").iter().any(unfinished));
    // It goes on where it broke off, and is known when it is there.
    let unpacked = stdout(&import(parcel));
    assert!(unpacked.starts_with("three: 7 sectors") && unpacked.contains("were there already"));
    assert!(stdout(&import(parcel)).contains("(7 were there already)"));
    let verified = with_tables(there.path(), &["verify", "three"]);
    assert_eq!(stdout(&verified), "886 positions agree with their moves\n");
    // Another table is not overwritten.
    let (name, _) = files(there.path(), "three").pop().expect("a file");
    let other = there.path().join("three").join(&name);
    fs::write(&other, "mine").expect("written");
    assert!(stderr(&import(parcel)).contains("is another one"));
    assert_eq!(fs::read(&other).expect("kept"), b"mine");
}

#[test]
fn tables_go_through_a_pipe_to_another_host() {
    let (here, there) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("one"));
    with_tables(here.path(), &["solve", "three"]);
    let packed = with_tables(here.path(), &["tables", "export", "three", "--out", "-"]);
    let mut import = merels(there.path(), &["tables", "import", "-"]);
    let import = import.env("MERELS_TABLES", there.path());
    let output = common::run_command(import, &packed.stdout);
    assert!(stdout(&output).starts_with("three: 7 sectors, "), "{output:?}");
    let none = with_tables(there.path(), &["tables", "export", "five", "--out", "-"]);
    assert!(stderr(&none).contains("there is no table of five"), "{none:?}");
}

#[test]
fn probe_asks_the_small_endgames_where_no_tables_are() {
    let folder = tempfile::tempdir().expect("a folder");
    let nowhere = folder.path().join("none");
    let probe = |args: &[&str]| with_tables(&nowhere, &[&["probe"], args].concat());
    let six = stdout(&probe(&["six", "xxxxxxxxxxxxxxxx w 6 6"]));
    assert!(six.starts_with("xxxxxxxxxxxxxxxx w 6 6 0: draws\n  a1         draws\n"), "{six}");
    let nine = stdout(&probe(&["nine", "WWxxxxxxxxxxxWxxxxBxBxxB w 0 0"]));
    assert!(nine.contains(": wins\n  f4-g1xb6   wins at once\n"), "{nine}");
    let start = probe(&["nine", "xxxxxxxxxxxxxxxxxxxxxxxx w 9 9"]);
    assert!(stderr(&start).contains("solve nine first"), "{start:?}");
}

#[test]
fn the_small_endgames_want_all_their_tables() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("small.endgames");
    let made =
        with_tables(folder.path(), &["tables", "endgames", "--out", out.to_str().expect("text")]);
    assert!(stderr(&made).contains("do not hold 0-0-3-3: solve six first"), "{made:?}");
    assert!(!out.exists());
}

#[test]
fn probes_are_timed() {
    let folder = tempfile::tempdir().expect("a folder");
    let bench = ["bench", "tables", "three", "--probes", "5"];
    let missing = with_tables(folder.path(), &bench);
    assert!(stderr(&missing).contains("has no tables of three"), "{missing:?}");
    with_tables(folder.path(), &["solve", "three"]);
    let timed = stdout(&with_tables(folder.path(), &bench));
    for line in ["5 random positions of three", "cold ", "warm ", "asked again "] {
        assert!(timed.contains(line), "{timed}");
    }
}
