//! Invitations to whoever has the link, and challenges to one player alone.

use jiff::Timestamp;
use merels_rules::{GameId, Side};

use crate::database::{Connection, Row};
use crate::events::{corrupt, side_name, side_named, terms, time};
use crate::game_writes::{has_room, insert_game};
use crate::handles::Meeting;
use crate::write::Write;
use crate::{NewGame, NewSeat, StoreError};
use merels_model::{GameKey, Invitation, InvitationId, PlayerId, Terms};

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
    /// The limit of open invitations.
    pub most_open: u32,
    /// A player has at most so many open challenges by hosts of the same kind: accounts or guests.
    pub most_to_one: u32,
    /// And so many by the same host.
    pub most_by_one: u32,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Invited {
    Done,
    /// The host has too many open ones.
    TooMany,
    /// The one who was challenged has too many open ones.
    TooManyToOne,
}

impl NewInvitation {
    /// Returns `true` if the challenged player has room for one more.
    async fn has_room_at_challenged(&self, db: &mut Connection) -> Result<bool, StoreError> {
        let Some(challenged) = &self.challenged else { return Ok(true) };
        let sql = "SELECT COUNT(*), COUNT(CASE WHEN i.host = $1 THEN 1 END) \
            FROM invitations i JOIN players p ON p.id = i.host \
            WHERE i.invited = $2 AND i.taken IS NULL AND i.expires >= $3 \
            AND (p.email IS NULL) = (SELECT h.email IS NULL FROM players h WHERE h.id = $1)";
        let values = [(&self.host).into(), challenged.into(), self.at.into()];
        let Some(row) = db.row(sql, values).await? else { return Ok(true) };
        Ok(row.get::<i64>(0)? < i64::from(self.most_to_one)
            && row.get::<i64>(1)? < i64::from(self.most_by_one))
    }
}

impl Write for NewInvitation {
    type Answer = Invited;

    async fn write(&mut self, db: &mut Connection) -> Result<Invited, StoreError> {
        let host = self.host.as_str();
        db.lock("SELECT 1 FROM players WHERE id = $1 FOR UPDATE", [host.into()]).await?;
        let sql = "SELECT COUNT(*) FROM invitations WHERE host = $1 AND taken IS NULL \
            AND expires >= $2";
        let row = db.row(sql, [host.into(), self.at.into()]).await?;
        let open: i64 = row.map_or(Ok(0), |row| row.get(0))?;
        if open >= i64::from(self.most_open) {
            return Ok(Invited::TooMany);
        }
        if !self.has_room_at_challenged(db).await? {
            return Ok(Invited::TooManyToOne);
        }
        db.execute(
            "INSERT INTO invitations (id, host, side, game, start, mover, clock, rated, created, \
             expires, invited) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
            [
                self.id.as_str().into(),
                host.into(),
                self.side.map(side_name).into(),
                self.game.id().into(),
                self.start.as_str().into(),
                side_name(self.mover).into(),
                self.terms.time.map(|time| time.to_string()).as_deref().into(),
                self.terms.rated.into(),
                self.at.into(),
                self.expires.into(),
                self.challenged.as_ref().into(),
            ],
        )
        .await?;
        Ok(Invited::Done)
    }
}

/// The columns that [`read_invitation`] wants, followed by the condition.
macro_rules! select_invitations {
    ($condition:literal) => {
        concat!(
            "SELECT i.host, p.name, i.side, i.game, i.start, i.mover, i.expires, i.taken, ",
            "i.clock, i.rated, i.invited, o.name, i.id FROM invitations i ",
            "JOIN players p ON p.id = i.host LEFT JOIN players o ON o.id = i.invited WHERE ",
            $condition
        )
    };
}

const SELECT_BY_ID: &str = select_invitations!("i.id = $1");

fn read_invitation(row: &Row) -> Result<Invitation, StoreError> {
    let game: String = row.get(3)?;
    let side: Option<String> = row.get(2)?;
    Ok(Invitation {
        id: InvitationId::new(row.get::<String>(12)?),
        host: PlayerId::new(row.get::<String>(0)?),
        host_name: row.get(1)?,
        challenged: row.get::<Option<String>>(10)?.map(PlayerId::new).zip(row.get(11)?),
        side: side.as_deref().map(side_named).transpose()?,
        game: game.parse().map_err(|_| corrupt("a game", &game))?,
        start: row.get(4)?,
        mover: side_named(&row.get::<String>(5)?)?,
        expires: time(row.get(6)?)?,
        taken: row.get::<Option<String>>(7)?.map(GameKey::new),
        terms: terms(row, 8)?,
    })
}

/// Somebody who sits down.
#[derive(Clone, Debug)]
pub struct Accept {
    pub id: InvitationId,
    pub player: PlayerId,
    /// Without an account the game is not rated.
    pub has_account: bool,
    /// The key of the game that begins.
    pub key: GameKey,
    /// The host's side if the host has no wish.
    pub lot: Side,
    pub at: Timestamp,
    /// The limit of running games a player may have.
    pub most_running: u32,
}

/// The outcome of sitting down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Accepted {
    /// The game has begun, with this host.
    Begun(PlayerId),
    /// Somebody sat down before: this is the game.
    Taken(GameKey),
    /// It is the player's own invitation.
    Own,
    /// It was withdrawn, or has expired.
    Gone,
    /// The player has too many games that go on.
    TooMany,
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

    async fn write(&mut self, db: &mut Connection) -> Result<Accepted, StoreError> {
        let id = self.id.as_str();
        db.lock("SELECT 1 FROM invitations WHERE id = $1 FOR UPDATE", [id.into()]).await?;
        let Some(row) = db.row(SELECT_BY_ID, [id.into()]).await? else {
            return Ok(Accepted::Gone);
        };
        let invitation = read_invitation(&row)?;
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
        if !has_room(db, &self.player, self.most_running).await? {
            return Ok(Accepted::TooMany);
        }
        insert_game(db, &self.game(&invitation)).await?;
        let values = [self.key.as_str().into(), id.into()];
        db.execute("UPDATE invitations SET taken = $1 WHERE id = $2", values).await?;
        for player in [&self.player, &invitation.host] {
            db.execute("DELETE FROM waiting WHERE player = $1", [player.as_str().into()]).await?;
        }
        Ok(Accepted::Begun(invitation.host))
    }
}

impl Meeting<'_> {
    /// Makes an invitation, unless the host or the one who is challenged has too many open ones.
    pub async fn invite(self, invitation: NewInvitation) -> Result<Invited, StoreError> {
        self.writer.write(invitation).await
    }

    /// An invitation, open or taken.
    pub async fn invitation(
        self,
        id: &InvitationId,
        now: Timestamp,
    ) -> Result<Option<Invitation>, StoreError> {
        let row = self.database.row(SELECT_BY_ID, [id.as_str().into()]).await?;
        let invitation = row.as_ref().map(read_invitation).transpose()?;
        Ok(invitation.filter(|found| found.taken.is_some() || found.expires >= now))
    }

    /// Sits down at an invitation. Whoever is first begins the game; nobody does it twice.
    pub async fn accept(self, accept: Accept) -> Result<Accepted, StoreError> {
        self.writer.write(accept).await
    }

    /// Takes an invitation back; `false` if it is not the host's, or somebody has sat down.
    pub async fn withdraw(self, id: &InvitationId, host: &PlayerId) -> Result<bool, StoreError> {
        let sql = "DELETE FROM invitations WHERE id = $1 AND host = $2 AND taken IS NULL";
        Ok(self.writer.execute_locked(id, sql, [id.into(), host.into()]).await? > 0)
    }

    /// Declines a challenge; `false` if it is not the player's to decline, or not open any more.
    pub async fn decline(self, id: &InvitationId, player: &PlayerId) -> Result<bool, StoreError> {
        let sql = "DELETE FROM invitations WHERE id = $1 AND invited = $2 AND taken IS NULL";
        Ok(self.writer.execute_locked(id, sql, [id.into(), player.into()]).await? > 0)
    }

    /// The open challenges to a player and by a player, the oldest first.
    pub async fn challenges(
        self,
        player: &PlayerId,
        now: Timestamp,
    ) -> Result<Vec<Invitation>, StoreError> {
        let sql = select_invitations!(
            "i.invited IS NOT NULL AND (i.invited = $1 OR i.host = $1) AND i.taken IS NULL \
             AND i.expires >= $2 ORDER BY i.created, i.id"
        );
        let values = [player.as_str().into(), now.into()];
        self.database.rows(sql, values).await?.iter().map(read_invitation).collect()
    }

    /// Forgets invitations that have expired; says how many.
    pub async fn forget_invitations(self, now: Timestamp) -> Result<u64, StoreError> {
        self.writer.execute("DELETE FROM invitations WHERE expires < $1", [now.into()]).await
    }
}
