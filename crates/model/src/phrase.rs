//! Quick words instead of a chat.

use strum::VariantArray;

/// A friendly phrase that players can say to each other.
#[derive(
    Copy, Clone, Debug, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr, VariantArray,
)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum Phrase {
    Hello,
    /// Before the game.
    GoodLuck,
    /// Of a turn.
    WellPlayed,
    /// For a kindness.
    Thanks,
    /// Of one's own turn.
    Oops,
    /// After the game.
    GoodGame,
}

impl Phrase {
    pub const ALL: [Phrase; Phrase::VARIANTS.len()] = *Phrase::VARIANTS.as_array().unwrap();

    /// Its name in the database and for programs.
    pub const fn name(self) -> &'static str {
        self.into_str()
    }
}
