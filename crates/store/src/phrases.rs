//! Quick words instead of a chat.

/// One of the few friendly things that players can say to each other.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Phrase {
    /// A greeting.
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
    /// All of them.
    pub const ALL: [Phrase; 6] = [
        Phrase::Hello,
        Phrase::GoodLuck,
        Phrase::WellPlayed,
        Phrase::Thanks,
        Phrase::Oops,
        Phrase::GoodGame,
    ];

    /// Its name, for the database and for programs.
    pub const fn name(self) -> &'static str {
        match self {
            Phrase::Hello => "hello",
            Phrase::GoodLuck => "good-luck",
            Phrase::WellPlayed => "well-played",
            Phrase::Thanks => "thanks",
            Phrase::Oops => "oops",
            Phrase::GoodGame => "good-game",
        }
    }

    /// The phrase of a name.
    pub fn named(name: &str) -> Option<Phrase> {
        Phrase::ALL.into_iter().find(|phrase| phrase.name() == name)
    }
}
