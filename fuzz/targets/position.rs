//! Position texts: whatever is read is written so that it reads the same, and can be played on.
#![no_main]

use libfuzzer_sys::fuzz_target;
use merels_rules::{Game, GameId};

fuzz_target!(|text: &str| {
    for id in GameId::ALL {
        if let Ok(position) = id.parse_position(text) {
            let written = position.to_string();
            let again = id.parse_position(&written).expect("canonical text is good");
            assert_eq!(again.to_string(), written);
            let mut game = Game::new(position);
            for mv in game.legal_moves() {
                game.play(mv).expect("listed moves are legal");
                game.undo();
            }
        }
    }
});
