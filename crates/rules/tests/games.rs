//! Whole games, recorded: each file must replay to the end it states and be written as it stands.

mod common;

use std::fs;

use merels_rules::Record;

#[test]
fn recorded_games_replay_and_are_written_as_they_stand() {
    let mut terminations = Vec::new();
    for entry in fs::read_dir(common::data_path("games")).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let record =
            Record::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert_eq!(record.to_string(), text, "{}", path.display());
        terminations.push(record.game.outcome().map_or("none", |outcome| outcome.termination()));
    }
    for wanted in [
        "reduced",
        "blocked",
        "first line",
        "no pawns",
        "resignation",
        "agreement",
        "repetition",
        "quiet plies",
        "full board",
        "none",
    ] {
        assert!(terminations.contains(&wanted), "no recorded game ends by {wanted}");
    }
}
