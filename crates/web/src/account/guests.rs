//! Players without an account, under a neutral name.

use merels_model::PlayerId;
use merels_services::ServiceError;
use merels_store::{NewPlayer, Taken};

use crate::app::App;
use crate::edge::visitor::{Visitor, start_session};
use crate::error::Failure;

/// So many made-up names are tried before giving up.
pub(crate) const NAME_ATTEMPTS: usize = 20;

pub(crate) fn made_up_name(word: &str) -> String {
    format!("{word} {}", getrandom::u32().unwrap_or_default() % 9_000_000 + 1_000_000)
}

/// Creates a player under a neutral name with a number.
pub(crate) async fn create_nameless(
    app: &App,
    login: Option<(String, String)>,
    word: &str,
) -> Result<Result<PlayerId, Taken>, Failure> {
    for _ in 0..NAME_ATTEMPTS {
        let id = PlayerId::random();
        let player = NewPlayer {
            id: id.clone(),
            login: login.clone(),
            name: made_up_name(word),
            at: app.clock.now(),
        };
        match app.store.accounts().create_player(player).await? {
            Ok(()) => return Ok(Ok(id)),
            Err(Taken::Email) => return Ok(Err(Taken::Email)),
            Err(Taken::Name) => {}
        }
    }
    Ok(Err(Taken::Name))
}

/// Lets somebody without an account in, under a name of choice; gives the cookie to set.
pub(crate) async fn welcome_guest_as(
    app: &App,
    visitor: &Visitor,
    name: &str,
) -> Result<(PlayerId, String), Failure> {
    let (id, cookie) = welcome_guest(app, visitor).await?;
    app.store.accounts().rename_guest(&id, name).await?;
    Ok((id, cookie))
}

/// Lets somebody without an account in; gives the cookie to set.
pub(crate) async fn welcome_guest(
    app: &App,
    visitor: &Visitor,
) -> Result<(PlayerId, String), Failure> {
    if !app.limits.allows_signup(visitor.client).await? {
        return Err(ServiceError::TooMany.into());
    }
    // Kept in one language, shown in that of whoever reads it.
    let created = create_nameless(app, None, "Guest").await?;
    let id = created.map_err(|_| ServiceError::TooMany)?;
    let cookie = start_session(app, &id, false).await?;
    Ok((id, cookie))
}

/// Who plays; somebody without a session becomes a guest, and gets a cookie.
pub(crate) async fn player_of(
    app: &App,
    visitor: &Visitor,
) -> Result<(PlayerId, Option<String>), Failure> {
    match visitor.player() {
        Some(player) => Ok((player.id.clone(), None)),
        None => {
            let (player, cookie) = welcome_guest(app, visitor).await?;
            Ok((player, Some(cookie)))
        }
    }
}
