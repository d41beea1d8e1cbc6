//! The places of the site: the five of the bar, and the pages that belong to each.

use merels_messages::Language;

use super::icon::Icon;

/// A place of the site. The bar has the first five, the bar at the foot of a phone all but analysis.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Play,
    Learn,
    Puzzles,
    Watch,
    Analysis,
    You,
}

impl Place {
    pub(super) const BAR: [Place; 5] =
        [Place::Play, Place::Learn, Place::Puzzles, Place::Watch, Place::Analysis];
    pub(super) const FOOT: [Place; 5] =
        [Place::Play, Place::Learn, Place::Puzzles, Place::Watch, Place::You];

    pub(super) fn name(self, language: Language) -> String {
        language.say(match self {
            Place::Play => "nav-play",
            Place::Learn => "nav-learn",
            Place::Puzzles => "puzzles-title",
            Place::Watch => "nav-watch",
            Place::Analysis => "nav-analysis",
            Place::You => "nav-you",
        })
    }

    /// The address of the place; whoever has an account finds the board beside a home of one's own.
    pub(super) const fn address(self, has_account: bool) -> &'static str {
        match self {
            Place::Play if has_account => "/play",
            Place::Play => "/",
            Place::Learn => "/rules",
            Place::Puzzles => "/puzzles",
            Place::Watch => "/watch",
            Place::Analysis => "/analysis",
            Place::You => "/home",
        }
    }

    pub(super) const fn icon(self) -> Icon {
        match self {
            Place::Play | Place::Analysis => Icon::PLAY,
            Place::Learn => Icon::LEARN,
            Place::Puzzles => Icon::PUZZLES,
            Place::Watch => Icon::WATCH,
            Place::You => Icon::YOU,
        }
    }

    /// The pages of the place besides its first: their addresses and names. Some are for members.
    pub(super) fn tabs(self, has_account: bool) -> &'static [(&'static str, &'static str)] {
        const YOU: [(&str, &str); 3] =
            [("/home", "nav-home"), ("/people", "people-title"), ("/account", "account-title")];
        const PUZZLES: [(&str, &str); 2] =
            [("/puzzles", "puzzles-title"), ("/puzzles/mistakes", "mistakes-title")];
        match self {
            Place::Play => &[
                ("/lobby", "lobby-title"),
                ("/friend", "friend-title"),
                ("/arenas", "arenas-title"),
            ],
            Place::Learn => &[
                ("/rules", "nav-rules"),
                ("/variants", "variants-title"),
                ("/atlas", "atlas-title"),
            ],
            Place::Watch => &[
                ("/watch", "nav-live"),
                ("/ratings", "ratings-title"),
                ("/import", "import-title"),
            ],
            Place::You if has_account => &YOU,
            Place::Puzzles if has_account => &PUZZLES,
            Place::Puzzles | Place::Analysis | Place::You => &[],
        }
    }
}
