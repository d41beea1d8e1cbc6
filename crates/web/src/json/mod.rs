//! The JSON of the site's games, for the API and what is derived from it. These names do not change
//! within `v1`.

mod game;
pub(crate) mod names;

pub(crate) use game::{
    Clock, Event, Game, GameResult, GameSummary, Player, PlayerKind, claim_from,
};
