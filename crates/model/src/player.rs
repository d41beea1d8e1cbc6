//! Players, and what they are to each other.

use jiff::Timestamp;

use crate::{GameKey, PlayerId};

/// A player as the site shows one to himself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    pub id: PlayerId,
    /// The e-mail address, shown to nobody else; guests have none.
    pub email: Option<String>,
    pub name: String,
    pub created: Timestamp,
    /// The account of a program.
    pub is_bot: bool,
}

impl Player {
    /// Returns `true` for a player without an account.
    pub fn is_guest(&self) -> bool {
        self.email.is_none()
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr)]
#[strum(const_into_str)]
pub enum Relation {
    /// One likes to see whether the other is here.
    #[strum(serialize = "follow")]
    Follows,
    /// No challenges, no pairing, no quick words.
    #[strum(serialize = "block")]
    Blocks,
}

impl Relation {
    pub const fn name(self) -> &'static str {
        self.into_str()
    }
}

/// Somebody in one's list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    pub player: PlayerId,
    pub name: String,
    /// The player is here now, on whichever node.
    pub is_here: bool,
}

/// A player's place: a seat of a game, or any other page.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Whereabouts {
    pub player: PlayerId,
    pub game: Option<GameKey>,
}
