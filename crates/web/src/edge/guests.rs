//! Players without an account.

use merels_model::PlayerId;

use crate::app::App;
use crate::edge::visitor::{Visitor, keep_session};
use crate::error::Result;

/// The player of a request; somebody without a session becomes a guest, and gets a cookie.
pub(crate) async fn player_of(app: &App, visitor: &Visitor) -> Result<(PlayerId, Option<String>)> {
    let (player, token) = app.services.accounts.player(visitor, "").await?;
    Ok((player, token.map(|token| keep_session(&app.settings, &token))))
}
