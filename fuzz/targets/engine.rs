//! Lines of the engine's protocol: every line is understood or refused with a reason, and what is
//! understood of a position can be replayed or is refused too.
#![no_main]

#[path = "../../crates/merels/src/commands/engine/protocol.rs"]
#[allow(dead_code, reason = "the answers are not written here")]
mod protocol;

use libfuzzer_sys::fuzz_target;
use merels_rules::{GameId, Side};
use protocol::{Command, parse, replay};

fuzz_target!(|text: &str| {
    for line in text.lines() {
        match parse(line) {
            Ok(None) => assert!(line.trim().is_empty()),
            Ok(Some(Command::Position(start, moves))) => {
                for game in GameId::ALL {
                    let _ = replay(game, start.as_deref(), &moves);
                }
            }
            Ok(Some(Command::Go(go))) => {
                let _ = Side::ALL.map(|side| go.limits(side));
            }
            Ok(Some(_)) => {}
            Err(reason) => assert!(!reason.is_empty()),
        }
    }
});
