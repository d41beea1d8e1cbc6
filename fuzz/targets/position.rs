//! Position texts: whatever is read is written so that it reads the same, and can be played on.
#![no_main]

use libfuzzer_sys::fuzz_target;
use merels_rules::{Game, GameId};

fuzz_target!(|text: &str| {
    // A game may be named before the position, with options that no list has.
    let named = text.split_once(';').and_then(|(id, _)| id.parse::<GameId>().ok());
    if let Some(id) = named {
        assert_eq!(id.to_string().parse(), Ok(id));
    }
    let text = text.split_once(';').map_or(text, |(_, position)| position);
    for id in GameId::ALL.into_iter().chain(named) {
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
