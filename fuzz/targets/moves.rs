//! Move texts: whatever is read is written so that it reads the same, and is checked, not trusted.
#![no_main]

use libfuzzer_sys::fuzz_target;
use merels_rules::{Coordinates, Game, GameId, Position};

fuzz_target!(|text: &str| {
    for id in GameId::ALL {
        let mut game = Game::new(id.start());
        for word in text.split(' ') {
            let position = game.position();
            let _ = position.parse_spot(word);
            if let Ok(mv) = position.parse_move_as(word, Coordinates::NamesOrNumbers) {
                assert_eq!(position.parse_move(&position.move_text(mv)), Ok(mv));
                let legal = game.legal_moves().contains(&mv);
                assert_eq!(game.play(mv).is_ok(), legal);
            }
        }
    }
});
