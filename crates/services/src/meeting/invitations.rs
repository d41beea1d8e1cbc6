//! Invitations to whoever has the link, and challenges to one player by name: making, taking, declining and
//! withdrawing them.

use jiff::SignedDuration;
use merels_live::PlayerMessage;
use merels_model::{
    GameKey, Invitation, InvitationId, Offered, Player, PlayerId, Terms, TimeControl,
};
use merels_rules::{AnyPosition, Position, Side};
use merels_store::{Accept, Accepted, Invited, NewInvitation};

use super::{MOST_RUNNING, Meeting, random_side};
use crate::error::{Result, ServiceError};

/// The lifetime of an invitation: both have to be there at the same time, or have days for each turn.
const LASTS: SignedDuration = SignedDuration::from_hours(24);
const LASTS_FOR_DAYS: SignedDuration = SignedDuration::from_hours(7 * 24);

/// The limits of open challenges to a player: by accounts, as many by guests, and by one host.
const MOST_TO_ONE: u32 = 20;
const MOST_BY_ONE: u32 = 3;

#[derive(Debug)]
pub struct Proposal<'a> {
    pub start: &'a AnyPosition,
    /// The host's; by lot if none.
    pub side: Option<Side>,
    pub terms: Terms,
}

#[derive(Debug)]
pub enum Seated {
    Begun(GameKey),
    /// Somebody was quicker: this is their game.
    Taken(GameKey),
    Own,
    /// It is not what the player agreed to: the host has changed it meanwhile.
    Changed,
}

fn lasts(terms: Terms) -> SignedDuration {
    match terms.time {
        Some(TimeControl::Days(_)) => LASTS_FOR_DAYS,
        _ => LASTS,
    }
}

impl Meeting {
    pub async fn invitation(&self, id: &InvitationId) -> Result<Invitation> {
        let found = self.site.store.meeting().invitation(id, self.site.clock.now()).await?;
        found.ok_or(ServiceError::NoInvitation)
    }

    /// The same for a player, or for somebody without a session, who may see it.
    pub async fn invitation_to(
        &self,
        id: &InvitationId,
        player: Option<&PlayerId>,
    ) -> Result<Invitation> {
        let found = self.invitation(id).await?;
        if found.is_open_to(player) { Ok(found) } else { Err(ServiceError::NoInvitation) }
    }

    /// The player of a name, whom a host may challenge. Without a host it is a guest to be.
    pub async fn challenged(&self, host: Option<&Player>, name: String) -> Result<Player> {
        let Some(found) = self.site.store.accounts().player_named(&name).await? else {
            return Err(ServiceError::unknown_player(name));
        };
        if let Some(host) = host {
            if host.id == found.id {
                return Err(ServiceError::Field("failure-challenge-self", name));
            }
            if self.site.store.accounts().are_apart(&host.id, &found.id).await? {
                return Err(ServiceError::Field("failure-not-challenged", name));
            }
        } else if self.site.store.accounts().refuses_guests(&found.id).await? {
            return Err(ServiceError::Field("failure-not-challenged", name));
        }
        Ok(found)
    }

    /// Invites whoever gets the link, or challenges one player.
    pub async fn invite(
        &self,
        host: &PlayerId,
        challenged: Option<&Player>,
        proposal: Proposal<'_>,
    ) -> Result<InvitationId> {
        let Proposal { start, side, terms } = proposal;
        if terms.rated && challenged.is_some_and(|player| player.is_bot) {
            return Err(ServiceError::BotsAreUnrated);
        }
        let (id, at) = (InvitationId::random(), self.site.clock.now());
        let invitation = NewInvitation {
            id: id.clone(),
            host: host.clone(),
            challenged: challenged.map(|player| player.id.clone()),
            side,
            game: start.game(),
            start: start.to_string(),
            mover: start.side(),
            terms,
            at,
            expires: at + lasts(terms),
            most_open: MOST_RUNNING,
            most_to_one: MOST_TO_ONE,
            most_by_one: MOST_BY_ONE,
        };
        match self.site.store.meeting().invite(invitation).await? {
            Invited::Done => {}
            Invited::TooMany => return Err(ServiceError::TooManyGames),
            Invited::TooManyToOne => return Err(ServiceError::TooManyChallenges),
        }
        if let Some(player) = challenged {
            self.site.live.notify(&player.id, PlayerMessage::LookAgain);
        }
        // A host who asks a friend does not wait for anybody else.
        self.site.store.meeting().stop_waiting(host).await?;
        Ok(id)
    }

    /// Changes what an open invitation of the host offers; its link stays the same.
    pub async fn change_offer(
        &self,
        id: &InvitationId,
        host: &PlayerId,
        offered: Offered,
    ) -> Result<()> {
        let now = self.site.clock.now();
        let times = [now, now + lasts(offered.terms)];
        match self.site.store.meeting().change_offer(id, host, offered, times).await? {
            true => Ok(()),
            false => Err(ServiceError::NoInvitation),
        }
    }

    /// Sits down at an invitation. Only those who may play rated make a rated game of it, and it is begun
    /// only if it is what was `seen`.
    pub async fn accept(
        &self,
        id: &InvitationId,
        player: &PlayerId,
        may_be_rated: bool,
        seen: Option<Offered>,
    ) -> Result<Seated> {
        let key = GameKey::random();
        let accept = Accept {
            id: id.clone(),
            player: player.clone(),
            has_account: may_be_rated,
            key: key.clone(),
            lot: random_side(),
            at: self.site.clock.now(),
            most_running: MOST_RUNNING,
            seen,
        };
        match self.site.store.meeting().accept(accept).await? {
            Accepted::Begun(host) => {
                self.announce(&key, [&host, player]);
                Ok(Seated::Begun(key))
            }
            Accepted::Taken(game) => Ok(Seated::Taken(game)),
            Accepted::Own => Ok(Seated::Own),
            Accepted::Changed => Ok(Seated::Changed),
            Accepted::Gone => Err(ServiceError::NoInvitation),
            Accepted::TooMany => Err(ServiceError::TooManyGames),
        }
    }

    /// Open challenges to a player and by a player, the oldest first.
    pub async fn challenges(&self, player: &PlayerId) -> Result<Vec<Invitation>> {
        Ok(self.site.store.meeting().challenges(player, self.site.clock.now()).await?)
    }

    pub async fn decline(&self, id: &InvitationId, player: &PlayerId) -> Result<()> {
        let challenge = self.invitation(id).await?;
        if !self.site.store.meeting().decline(id, player).await? {
            return Err(ServiceError::NoInvitation);
        }
        self.site.live.notify(&challenge.host, PlayerMessage::LookAgain);
        Ok(())
    }

    /// Takes an invitation of one's own back.
    pub async fn withdraw(&self, id: &InvitationId, player: &PlayerId) -> Result<()> {
        let found = self.site.store.meeting().invitation(id, self.site.clock.now()).await?;
        let challenged = found.and_then(|found| found.challenged).map(|(player, _)| player);
        if !self.site.store.meeting().withdraw(id, player).await? {
            return Err(ServiceError::NoInvitation);
        }
        for player in [Some(player), challenged.as_ref()].into_iter().flatten() {
            self.site.live.notify(player, PlayerMessage::LookAgain);
        }
        Ok(())
    }
}
