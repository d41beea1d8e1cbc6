//! A game offered to whoever has the link, or to one player by name: making, taking, declining and
//! withdrawing it, whichever way that is asked for.

use jiff::{SignedDuration, Timestamp};
use merels_live::PlayerMessage;
use merels_rules::Position;
use merels_store::{
    Accept, Accepted, GameKey, Invitation, InvitationId, Invited, NewInvitation, Player, PlayerId,
    Terms, TimeControl,
};

use crate::app::App;
use crate::choice::{Choice, ColourWish, random_side};
use crate::error::Failure;
use crate::meeting::matches::{MOST_RUNNING, announce};
use crate::names;

/// How long an offer holds: both have to be there at the same time, or have days for each turn.
const LASTS: SignedDuration = SignedDuration::from_hours(24);
const LASTS_FOR_DAYS: SignedDuration = SignedDuration::from_hours(7 * 24);

/// An open or taken offer.
///
/// # Errors
///
/// If there is none such any more.
pub(crate) async fn find(app: &App, id: &InvitationId) -> Result<Invitation, Failure> {
    app.store.invitation(id, app.clock.now()).await?.ok_or(Failure::NoInvitation)
}

/// A player has at most so many open challenges by accounts, as many by guests, and so many by one host.
const MOST_TO_ONE: u32 = 20;
const MOST_BY_ONE: u32 = 3;

/// The player of a name, whom a host may challenge. Without a host it is a guest to be.
///
/// # Errors
///
/// If there is no such player, or the two do not play each other.
pub(crate) async fn challenged(
    app: &App,
    host: Option<&Player>,
    name: &str,
) -> Result<Player, Failure> {
    let name = names::tidy(name);
    let found = app.store.player_named(&name).await?;
    let found = found.ok_or_else(|| Failure::Field("failure-unknown-player", name.clone()))?;
    if let Some(host) = host {
        if host.id == found.id {
            return Err(Failure::Field("failure-challenge-self", name));
        }
        if app.store.are_apart(&host.id, &found.id).await? {
            return Err(Failure::Field("failure-not-challenged", name));
        }
    } else if app.store.refuses_guests(&found.id).await? {
        return Err(Failure::Field("failure-not-challenged", name));
    }
    Ok(found)
}

/// Offers a game.
///
/// # Errors
///
/// If the host or the one who is challenged has too many open offers, or a bot would play rated.
pub(crate) async fn offer(
    app: &App,
    host: &PlayerId,
    invited: Option<&Player>,
    choice: &Choice,
    terms: Terms,
) -> Result<InvitationId, Failure> {
    if terms.rated && invited.is_some_and(|invited| invited.is_bot) {
        return Err(Failure::BotsAreUnrated);
    }
    let (id, at) = (InvitationId::random(), app.clock.now());
    let lasts = match terms.time {
        Some(TimeControl::Days(_)) => LASTS_FOR_DAYS,
        _ => LASTS,
    };
    let invitation = NewInvitation {
        id: id.clone(),
        host: host.clone(),
        invited: invited.map(|invited| invited.id.clone()),
        side: match choice.colour {
            ColourWish::Random => None,
            wish => Some(wish.side()),
        },
        game: choice.game,
        start: choice.start.to_string(),
        mover: choice.start.side(),
        terms,
        at,
        expires: at + lasts,
        most_open: MOST_RUNNING,
        most_to_one: MOST_TO_ONE,
        most_by_one: MOST_BY_ONE,
    };
    match app.store.invite(invitation).await? {
        Invited::Done => {}
        Invited::TooMany => return Err(Failure::TooManyGames),
        Invited::TooManyToOne => return Err(Failure::TooManyChallenges),
    }
    if let Some(invited) = invited {
        app.live.notify(&invited.id, PlayerMessage::LookAgain);
    }
    // Who asks a friend does not wait for anybody else.
    app.store.stop_waiting(host).await?;
    Ok(id)
}

/// What came of sitting down.
pub(crate) enum Seated {
    /// The game has begun.
    Begun(GameKey),
    /// Somebody was quicker: this is their game.
    Taken(GameKey),
    /// It is the player's own offer.
    Own,
}

/// Sits down. Only those who may play rated make a rated game of it.
///
/// # Errors
///
/// If the offer is gone, or the player has too many games.
pub(crate) async fn accept(
    app: &App,
    id: &InvitationId,
    player: &PlayerId,
    may_be_rated: bool,
) -> Result<Seated, Failure> {
    let key = GameKey::random();
    let accept = Accept {
        id: id.clone(),
        player: player.clone(),
        has_account: may_be_rated,
        key: key.clone(),
        lot: random_side(),
        at: app.clock.now(),
        most_running: MOST_RUNNING,
    };
    match app.store.accept(accept).await? {
        Accepted::Begun(host) => {
            announce(app, &key, [&host, player]);
            Ok(Seated::Begun(key))
        }
        Accepted::Taken(game) => Ok(Seated::Taken(game)),
        Accepted::Own => Ok(Seated::Own),
        Accepted::Gone => Err(Failure::NoInvitation),
        Accepted::TooMany => Err(Failure::TooManyGames),
    }
}

/// Declines a challenge.
///
/// # Errors
///
/// If it is gone, or was not the player's to decline.
pub(crate) async fn decline(
    app: &App,
    id: &InvitationId,
    player: &PlayerId,
) -> Result<(), Failure> {
    let challenge = find(app, id).await?;
    if !app.store.decline(id, player).await? {
        return Err(Failure::NoInvitation);
    }
    app.live.notify(&challenge.host, PlayerMessage::LookAgain);
    Ok(())
}

/// Takes an offer back.
///
/// # Errors
///
/// If it is gone, taken, or not the player's.
pub(crate) async fn withdraw(
    app: &App,
    id: &InvitationId,
    player: &PlayerId,
) -> Result<(), Failure> {
    let now: Timestamp = app.clock.now();
    let found = app.store.invitation(id, now).await?;
    let invited = found.and_then(|found| found.invited).map(|(invited, _)| invited);
    if !app.store.withdraw(id, player).await? {
        return Err(Failure::NoInvitation);
    }
    for player in [Some(player), invited.as_ref()].into_iter().flatten() {
        app.live.notify(player, PlayerMessage::LookAgain);
    }
    Ok(())
}
