//! Positions as pictures of text.

mod canvas;
mod grid;
mod morris;
mod strip;

use clap::ValueEnum;
use merels_rules::AnyPosition;

/// The style of a drawn board.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Style {
    /// Lines and letters that every terminal has
    Ascii,
    /// Box-drawing lines and shaded blocks
    Blocks,
    /// The letters of the position, each at its place
    Letters,
}

/// The labels of the points of a board.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Labels {
    /// Letters and numbers at the edges, as in d6
    Names,
    /// A number at every point
    Numbers,
}

/// The board of a position, its lines ended with line breaks.
pub(crate) fn draw(position: &AnyPosition, style: Style, labels: Labels) -> String {
    match position {
        AnyPosition::Morris(position) => morris::draw(position, style, labels),
        AnyPosition::MingMang(position) => grid::draw(position, style),
        AnyPosition::Nimble(position) => strip::draw(position),
    }
}
