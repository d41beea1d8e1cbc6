/// The theme of a puzzle.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Theme {
    /// A man closes a mill with every step back and forth.
    DoubleMill,
    /// The opponent would hold the position if he did not have to move.
    Zugzwang,
    /// The opponent ends up without a move.
    Blockade,
    /// A man is given up for more.
    Sacrifice,
    /// Both sides fly.
    FlyingRace,
    /// Only this move holds the draw.
    HoldTheDraw,
    /// The solution closes a mill, and the choice of the man it takes matters most.
    Mill,
    /// None of the other themes shows on the board.
    Quiet,
}

impl Theme {
    /// All themes.
    pub const ALL: [Theme; 8] = [
        Theme::DoubleMill,
        Theme::Zugzwang,
        Theme::Blockade,
        Theme::Sacrifice,
        Theme::FlyingRace,
        Theme::HoldTheDraw,
        Theme::Mill,
        Theme::Quiet,
    ];

    /// The name, for files and for programs.
    pub const fn name(self) -> &'static str {
        match self {
            Theme::DoubleMill => "double-mill",
            Theme::Zugzwang => "zugzwang",
            Theme::Blockade => "blockade",
            Theme::Sacrifice => "sacrifice",
            Theme::FlyingRace => "flying-race",
            Theme::HoldTheDraw => "hold-the-draw",
            Theme::Mill => "mill",
            Theme::Quiet => "quiet",
        }
    }

    /// The theme with this name.
    pub fn named(name: &str) -> Option<Theme> {
        Theme::ALL.into_iter().find(|theme| theme.name() == name)
    }
}
