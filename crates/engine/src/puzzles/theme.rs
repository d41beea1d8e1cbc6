/// What a puzzle is about.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Theme {
    /// A man closes a mill with every step back and forth.
    DoubleMill,
    /// The opponent would stand if only he need not move.
    Zugzwang,
    /// The opponent ends without a move.
    Blockade,
    /// A man is given for more.
    Sacrifice,
    /// Both sides fly.
    FlyingRace,
    /// Only this holds the draw.
    HoldTheDraw,
    /// Closing a mill, and above all which man it takes, is the point.
    Mill,
    /// Nothing of all that shows on the board.
    Quiet,
}

impl Theme {
    /// All of them.
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

    /// Its name, for files and for programs.
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

    /// The theme of a name.
    pub fn named(name: &str) -> Option<Theme> {
        Theme::ALL.into_iter().find(|theme| theme.name() == name)
    }
}
