//! Invitations to whoever has the link, and challenges to one player alone.

use jiff::Timestamp;
use merels_rules::{GameId, Side};

use crate::database::{Columns, Connection, Line, values};
use crate::game_writes::{has_room, insert_game};
use crate::handles::Meeting;
use crate::write::Write;
use crate::{NewGame, NewSeat, Result};
use merels_model::{GameKey, Invitation, InvitationId, Offered, PlayerId, Terms};

#[derive(Clone, Debug)]
pub struct NewInvitation {
    pub id: InvitationId,
    pub host: PlayerId,
    /// The player who is challenged, the only one who may sit down; anybody with the link if there is none.
    pub challenged: Option<PlayerId>,
    /// The host's side; by lot if there is no wish.
    pub side: Option<Side>,
    pub game: GameId,
    /// The position at the start, as text.
    pub start: String,
    pub mover: Side,
    pub terms: Terms,
    pub at: Timestamp,
    /// Until when somebody may sit down.
    pub expires: Timestamp,
    pub most_open: u32,
    /// A player has at most so many open challenges by hosts of the same kind: accounts or guests.
    pub most_to_one: u32,
    /// And so many by the same host.
    pub most_by_one: u32,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Invited {
    Done,
    TooMany,
    /// The one who was challenged has too many open ones.
    TooManyToOne,
}

impl NewInvitation {
    /// Returns `true` if the challenged player has room for one more.
    async fn has_room_at_challenged(&self, db: &mut Connection) -> Result<bool> {
        let Some(challenged) = &self.challenged else { return Ok(true) };
        let sql = "SELECT COUNT(*), COUNT(CASE WHEN i.host = $1 THEN 1 END) \
            FROM invitations i JOIN players p ON p.id = i.host \
            WHERE i.invited = $2 AND i.taken IS NULL AND i.expires >= $3 \
            AND (p.email IS NULL) = (SELECT h.email IS NULL FROM players h WHERE h.id = $1)";
        let values = values![self.host, challenged, self.at];
        let (open, by_one): (u32, u32) = db.first(sql, values).await?.unwrap_or_default();
        Ok(open < self.most_to_one && by_one < self.most_by_one)
    }
}

impl Write for NewInvitation {
    type Answer = Invited;

    async fn write(&mut self, db: &mut Connection) -> Result<Invited> {
        let host = self.host.as_str();
        db.lock("SELECT 1 FROM players WHERE id = $1 FOR UPDATE", values![host]).await?;
        let sql = "SELECT COUNT(*) FROM invitations WHERE host = $1 AND taken IS NULL \
            AND expires >= $2";
        let open: u32 = db.first(sql, values![host, self.at]).await?.unwrap_or(0);
        if open >= self.most_open {
            return Ok(Invited::TooMany);
        }
        if !self.has_room_at_challenged(db).await? {
            return Ok(Invited::TooManyToOne);
        }
        db.execute(
            "INSERT INTO invitations (id, host, side, game, start, mover, clock, rated, created, \
             expires, invited) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
            values![
                self.id,
                host,
                self.side,
                self.game,
                self.start,
                self.mover,
                self.terms.time,
                self.terms.rated,
                self.at,
                self.expires,
                self.challenged
            ],
        )
        .await?;
        Ok(Invited::Done)
    }
}

/// The columns of an [`Invitation`], followed by the condition.
macro_rules! select_invitations {
    ($condition:literal) => {
        concat!(
            "SELECT i.id, i.host, p.name, i.invited, o.name, i.side, i.game, i.start, i.mover, ",
            "i.clock, i.rated, i.expires, i.taken FROM invitations i ",
            "JOIN players p ON p.id = i.host LEFT JOIN players o ON o.id = i.invited WHERE ",
            $condition
        )
    };
}

const SELECT_BY_ID: &str = select_invitations!("i.id = $1");

impl Columns for Invitation {
    fn read(line: &mut Line<'_>) -> Result<Invitation> {
        let (id, host, host_name, challenged, name): (_, _, _, Option<_>, _) = line.take()?;
        let (side, game, start, mover, terms, expires, taken) = line.take()?;
        let challenged = challenged.zip(name);
        Ok(Invitation {
            id,
            host,
            host_name,
            challenged,
            side,
            game,
            start,
            mover,
            terms,
            expires,
            taken,
        })
    }
}

/// Somebody who sits down.
#[derive(Clone, Debug)]
pub struct Accept {
    pub id: InvitationId,
    pub player: PlayerId,
    /// Without an account the game is not rated.
    pub has_account: bool,
    pub key: GameKey,
    /// The host's side if the host has no wish.
    pub lot: Side,
    pub at: Timestamp,
    pub most_running: u32,
    /// The offer that the player agreed to; whatever is offered, if that was not said.
    pub seen: Option<Offered>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Accepted {
    /// The game has begun, with this host.
    Begun(PlayerId),
    /// Somebody sat down before: this is the game.
    Taken(GameKey),
    Own,
    /// It was withdrawn, or has expired.
    Gone,
    TooMany,
    /// The host has changed it meanwhile.
    Changed,
}

impl Accept {
    fn game(&self, invitation: &Invitation) -> NewGame {
        let players = match invitation.side.unwrap_or(self.lot) {
            Side::White => [&invitation.host, &self.player],
            Side::Black => [&self.player, &invitation.host],
        };
        let rated = invitation.terms.rated && self.has_account;
        NewGame {
            key: self.key.clone(),
            game: invitation.game,
            start: invitation.start.clone(),
            mover: invitation.mover,
            seats: players.map(|player| NewSeat::Player(player.clone())),
            terms: Terms { rated, ..invitation.terms },
            at: self.at,
        }
    }
}

impl Write for Accept {
    type Answer = Accepted;

    fn locks(&self) -> &str {
        self.id.as_str()
    }

    async fn write(&mut self, db: &mut Connection) -> Result<Accepted> {
        let id = self.id.as_str();
        db.lock("SELECT 1 FROM invitations WHERE id = $1 FOR UPDATE", values![id]).await?;
        let invitation = db.first::<Invitation>(SELECT_BY_ID, values![id]).await?;
        let Some(invitation) = invitation else { return Ok(Accepted::Gone) };
        if let Some(game) = invitation.taken {
            return Ok(Accepted::Taken(game));
        }
        if invitation.expires < self.at {
            return Ok(Accepted::Gone);
        }
        if invitation.host == self.player {
            return Ok(Accepted::Own);
        }
        if !invitation.is_open_to(Some(&self.player)) {
            return Ok(Accepted::Gone);
        }
        if self.seen.is_some_and(|seen| seen != invitation.offered()) {
            return Ok(Accepted::Changed);
        }
        if !has_room(db, &self.player, self.most_running).await? {
            return Ok(Accepted::TooMany);
        }
        insert_game(db, &self.game(&invitation)).await?;
        let values = values![self.key, id];
        db.execute("UPDATE invitations SET taken = $1 WHERE id = $2", values).await?;
        for player in [&self.player, &invitation.host] {
            db.execute("DELETE FROM waiting WHERE player = $1", values![player]).await?;
        }
        Ok(Accepted::Begun(invitation.host))
    }
}

impl Meeting<'_> {
    /// Makes an invitation, unless the host or the one who is challenged has too many open ones.
    pub async fn invite(self, invitation: NewInvitation) -> Result<Invited> {
        self.writer.write(invitation).await
    }

    /// An invitation, open or taken.
    pub async fn invitation(self, id: &InvitationId, now: Timestamp) -> Result<Option<Invitation>> {
        let invitation = self.database.first::<Invitation>(SELECT_BY_ID, values![id]).await?;
        Ok(invitation.filter(|found| found.taken.is_some() || found.expires >= now))
    }

    /// Sits down at an invitation. Whoever is first begins the game; nobody does it twice.
    pub async fn accept(self, accept: Accept) -> Result<Accepted> {
        self.writer.write(accept).await
    }

    /// Changes what an invitation to whoever has the link offers; `false` if it is not the host's, or not
    /// open any more.
    pub async fn change_offer(
        self,
        id: &InvitationId,
        host: &PlayerId,
        offered: Offered,
        [now, expires]: [Timestamp; 2],
    ) -> Result<bool> {
        let Offered { side, terms } = offered;
        let sql = "UPDATE invitations SET side = $1, clock = $2, rated = $3, expires = $4 \
            WHERE id = $5 AND host = $6 AND invited IS NULL AND taken IS NULL AND expires >= $7";
        let values = values![side, terms.time, terms.rated, expires, id, host, now];
        Ok(self.writer.execute_locked(id, sql, values).await? > 0)
    }

    /// Takes an invitation back; `false` if it is not the host's, or somebody has sat down.
    pub async fn withdraw(self, id: &InvitationId, host: &PlayerId) -> Result<bool> {
        let sql = "DELETE FROM invitations WHERE id = $1 AND host = $2 AND taken IS NULL";
        Ok(self.writer.execute_locked(id, sql, values![id, host]).await? > 0)
    }

    /// Declines a challenge; `false` if it is not the player's to decline, or not open any more.
    pub async fn decline(self, id: &InvitationId, player: &PlayerId) -> Result<bool> {
        let sql = "DELETE FROM invitations WHERE id = $1 AND invited = $2 AND taken IS NULL";
        Ok(self.writer.execute_locked(id, sql, values![id, player]).await? > 0)
    }

    /// The open challenges to a player and by a player, the oldest first.
    pub async fn challenges(self, player: &PlayerId, now: Timestamp) -> Result<Vec<Invitation>> {
        let sql = select_invitations!(
            "i.invited IS NOT NULL AND (i.invited = $1 OR i.host = $1) AND i.taken IS NULL \
             AND i.expires >= $2 ORDER BY i.created, i.id"
        );
        let values = values![player, now];
        self.database.all(sql, values).await
    }

    /// Forgets invitations that have expired; says how many.
    pub async fn forget_invitations(self, now: Timestamp) -> Result<u64> {
        self.writer.execute("DELETE FROM invitations WHERE expires < $1", values![now]).await
    }
}
