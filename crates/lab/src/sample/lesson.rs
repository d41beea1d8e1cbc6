//! A position with its exact value in twelve bytes, as docs/network.md describes them.

use std::io::{self, Write};

use merels_rules::morris::{MorrisPosition, Variant};
use merels_rules::{Position, Value};

pub fn write(out: &mut impl Write, variant: Variant, lessons: &[Lesson]) -> io::Result<()> {
    writeln!(out, "merels lessons 1 {}", variant.id())?;
    lessons.iter().try_for_each(|lesson| out.write_all(&lesson.to_bytes()))
}

/// A position and its value, both for the side to move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    own: u32,
    enemy: u32,
    own_hand: u8,
    enemy_hand: u8,
    /// 0 a loss, 1 a draw, 2 a win.
    result: u8,
    /// The plies to the end, 0 for a draw.
    plies: u8,
}

impl Lesson {
    pub(super) fn new(position: &MorrisPosition, value: Value) -> Lesson {
        let (us, them) = (position.side(), !position.side());
        Lesson {
            own: position.men(us).bits(),
            enemy: position.men(them).bits(),
            own_hand: position.hand(us) as u8,
            enemy_hand: position.hand(them) as u8,
            result: match value {
                Value::Loss(_) => 0,
                Value::Draw => 1,
                Value::Win(_) => 2,
            },
            plies: value.plies().map_or(0, |plies| plies.min(u16::from(u8::MAX)) as u8),
        }
    }

    fn to_bytes(self) -> [u8; 12] {
        let mut bytes = [0; 12];
        bytes[..4].copy_from_slice(&self.own.to_le_bytes());
        bytes[4..8].copy_from_slice(&self.enemy.to_le_bytes());
        bytes[8..].copy_from_slice(&[self.own_hand, self.enemy_hand, self.result, self.plies]);
        bytes
    }
}
