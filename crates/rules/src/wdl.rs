/// A win, a draw or a loss for one side: a value without its distance, or the result of a game.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Wdl {
    /// The side loses.
    Loss,
    /// Neither side wins.
    Draw,
    /// The side wins.
    Win,
}

impl Wdl {
    /// All of them, the best first.
    pub const ALL: [Wdl; 3] = [Wdl::Win, Wdl::Draw, Wdl::Loss];

    /// The same result from the other side's point of view.
    #[must_use]
    pub const fn flipped(self) -> Wdl {
        match self {
            Wdl::Loss => Wdl::Win,
            Wdl::Draw => Wdl::Draw,
            Wdl::Win => Wdl::Loss,
        }
    }

    /// `win`, `draw` or `loss`.
    pub const fn word(self) -> &'static str {
        match self {
            Wdl::Win => "win",
            Wdl::Draw => "draw",
            Wdl::Loss => "loss",
        }
    }
}
