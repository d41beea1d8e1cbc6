//! Icons of the shell: outlines in a square of 24 units, in the colour of the words beside them.

use maud::{Markup, html};

/// The outlines of an icon.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Icon(&'static str);

impl Icon {
    pub(crate) const PLAY: Icon = Icon("M12 3v18M3 12h18M3 3h18v18H3z");
    pub(crate) const LEARN: Icon =
        Icon("M12 6C9 4 6 4 3 5v14c3-1 6-1 9 1 3-2 6-2 9-1V5c-3-1-6-1-9 1v14");
    pub(crate) const PUZZLES: Icon = Icon("M9 18h6M10 21h4M8.5 14.5a6 6 0 1 1 7 0V16h-7z");
    pub(crate) const WATCH: Icon = Icon(
        "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5",
    );
    pub(crate) const YOU: Icon = Icon("M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M4.5 20.5c1-6 14-6 15 0");
    pub(crate) const SETTINGS: Icon = Icon("M4 7h9M19 7h1M4 17h1M11 17h9M16 4.5v5M8 14.5v5");

    pub(crate) fn draw(self) -> Markup {
        html! { svg viewBox="0 0 24 24" aria-hidden="true" { path d=(self.0) {} } }
    }
}
