//! Boards as pictures: where everything lies, SVG for pages and for files, PNG.
//!
//! The crate knows the rules' positions and nothing of HTTP, languages or pages: labels are handed in.
//!
//! ```
//! use merels_drawing::still;
//! use merels_rules::{GameId, Side};
//!
//! let svg = still(&GameId::NINE.start(), Side::White);
//! assert!(svg.starts_with("<svg"));
//! ```

mod board;
mod geometry;
mod men;
mod palette;
#[cfg(feature = "png")]
mod png;
mod svg;

pub use board::{
    Mark, emblem, linked_picture, lone_picture, marked_picture, overlay, overlay_of_steps, picture,
};
pub use geometry::{BoardKind, Frame, Label, Layout, Layouts, Shape, SpotPlace};
pub use men::{Man, men};
pub use palette::{BOARD, PALETTE, PAPER, Rgb, Swatch};
#[cfg(feature = "png")]
pub use png::{icon_png, png};
pub use svg::{animated, still};
