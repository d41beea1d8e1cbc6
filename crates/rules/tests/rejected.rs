//! Inputs that must be refused, each with its expected reason.

mod common;

use common::{data_lines, game};
use merels_rules::{Game, Position, Record};

#[test]
fn bad_positions_and_moves_are_refused_with_their_reasons() {
    for line in data_lines("rejected.txt") {
        let parts: Vec<&str> = line.split(" => ").collect();
        let [input, reason] = parts[..] else { panic!("{line}") };
        let mut fields = input.split(';').map(str::trim);
        let game = game(fields.next().unwrap());
        let position = match game.parse_position(fields.next().unwrap()) {
            Ok(position) => position,
            Err(error) => {
                assert_eq!(error.to_string(), reason, "{line}");
                continue;
            }
        };
        let text = fields.next().unwrap_or_else(|| panic!("a good position: {line}"));
        match position.parse_move(text) {
            Err(error) => assert_eq!(error.to_string(), reason, "{line}"),
            Ok(mv) => {
                let mut game = Game::new(position.clone());
                let illegal = game.play(mv).expect_err(&line);
                assert_eq!(illegal.to_string(), reason, "{line}");
                assert_eq!(game, Game::new(position), "{line}");
            }
        }
    }
}

#[test]
fn bad_records_are_refused_with_their_reasons() {
    let text = std::fs::read_to_string(common::data_path("rejected-records.txt")).unwrap();
    let cases: Vec<&str> = text.split("=== ").skip(1).collect();
    assert!(cases.len() > 10);
    for case in cases {
        let (reason, record) = case.split_once('\n').unwrap();
        let error = Record::parse(record).expect_err(case);
        assert_eq!(error.to_string(), reason, "{record}");
    }
}
