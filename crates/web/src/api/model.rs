//! Failures and challenges as programs see them. These names do not change within `v1`.

use merels_model::{GameKey, Invitation, PlayerId};
use merels_rules::Side;
use serde::Serialize;
use utoipa::ToSchema;

use crate::json::names::{Colour, GameName};

/// A failure. Every answer that is no success has this shape.
#[derive(Serialize, ToSchema)]
pub(super) struct Error {
    /// A word that stays the same, such as `not-your-turn`.
    error: String,
    /// A sentence for people, in the language of `Accept-Language`.
    message: String,
}

/// A game that was offered.
#[derive(Serialize, ToSchema)]
pub(super) struct Challenge {
    id: String,
    /// The path of its page.
    path: String,
    /// The name of the player who offers the game.
    from: String,
    /// To whom; nobody if whoever has the link may sit down.
    to: Option<String>,
    /// True if it is your own.
    yours: bool,
    /// The game, such as `nine`.
    #[schema(value_type = GameName)]
    game: &'static str,
    /// The position at the start.
    start: String,
    /// The colour of the one who offers; by lot if there is none.
    #[schema(value_type = Option<Colour>)]
    colour: Option<Side>,
    clock: Option<String>,
    rated: bool,
    expires: String,
    /// The game that came of it.
    game_id: Option<String>,
}

impl Challenge {
    pub(super) fn of(invitation: &Invitation, player: &PlayerId) -> Challenge {
        Challenge {
            id: invitation.id.to_string(),
            path: format!("/invite/{}", invitation.id),
            from: invitation.host_name.clone(),
            to: invitation.challenged.as_ref().map(|(_, name)| name.clone()),
            yours: invitation.host == *player,
            game: invitation.game.id(),
            start: invitation.start.clone(),
            colour: invitation.side,
            clock: invitation.terms.time.map(|time| time.to_string()),
            rated: invitation.terms.rated,
            expires: invitation.expires.to_string(),
            game_id: invitation.taken.as_ref().map(GameKey::to_string),
        }
    }
}
