//! The lobby, and those who wait in it for an opponent.

use merels_model::{GameKey, Invitation, OpenSeat, Person, PlayerId, Relation, SeatId, Wish};

use super::Meeting;
use crate::error::{Result, ServiceError};

/// The seats that are shown, besides one's own.
const MOST_SHOWN: u32 = 100;

#[derive(Debug)]
pub struct Lobby {
    /// The number of players here now, on all nodes.
    pub here: u32,
    /// The number of those who wait, more than are shown perhaps.
    pub waiting: u32,
    pub seats: Vec<OpenSeat>,
    /// Open challenges to the player and by the player.
    pub challenges: Vec<Invitation>,
    pub followed: Vec<Person>,
}

/// The state of a player's search for an opponent.
#[derive(Debug)]
pub enum Search {
    Waits(Wish),
    /// The newest running game against a person.
    Found(GameKey),
    Over,
}

impl Meeting {
    pub async fn lobby(&self, player: Option<&PlayerId>) -> Result<Lobby> {
        let now = self.site.clock.now();
        let (challenges, followed) = match player {
            Some(player) => (
                self.challenges(player).await?,
                self.site.store.accounts().people(player, Relation::Follows, now).await?,
            ),
            None => Default::default(),
        };
        Ok(Lobby {
            here: self.players_here().await?,
            waiting: self.site.store.meeting().count_open_seats(now).await?,
            seats: self.seats_for(player).await?,
            challenges,
            followed,
        })
    }

    async fn seats_for(&self, player: Option<&PlayerId>) -> Result<Vec<OpenSeat>> {
        let now = self.site.clock.now();
        let mut seats = self.site.store.meeting().open_seats(now, MOST_SHOWN).await?;
        // Whoever comes without a session would sit down as a guest.
        let nobody = PlayerId::new("");
        let player = player.unwrap_or(&nobody);
        let blocked = self.site.store.accounts().kept_apart(player).await?;
        seats.retain(|seat| !blocked.contains(&seat.player));
        if !seats.iter().any(|seat| seat.player == *player) {
            seats.extend(self.site.store.meeting().seat_of(player, now).await?);
        }
        Ok(seats)
    }

    /// The number of players here now, on all nodes.
    pub async fn players_here(&self) -> Result<u32> {
        Ok(self.site.store.cluster().players_here(self.site.clock.now()).await?)
    }

    /// Checks that somebody still waits at a seat.
    pub async fn check_seat(&self, seat: &SeatId) -> Result<()> {
        let found = self.site.store.meeting().open_seat(seat, self.site.clock.now()).await?;
        found.map(drop).ok_or(ServiceError::SeatGone)
    }

    pub async fn wish_of(&self, player: &PlayerId) -> Result<Option<Wish>> {
        Ok(self.site.store.meeting().waits_for(player, self.site.clock.now()).await?)
    }

    /// The state of a player's search. Asking is a sign of life: the seat is kept.
    pub async fn search_of(&self, player: &PlayerId) -> Result<Search> {
        if self.site.store.meeting().still_waiting(player, self.site.clock.now()).await?
            // Whoever is matched between the two questions waits no more: the game is there.
            && let Some(wish) = self.wish_of(player).await?
        {
            return Ok(Search::Waits(wish));
        }
        let running = self.site.store.games().running_games(player).await?;
        let game = running.into_iter().find(|game| game.is_between_people());
        Ok(game.map_or(Search::Over, |game| Search::Found(game.key)))
    }

    pub async fn stop_waiting(&self, player: &PlayerId) -> Result<()> {
        self.site.store.meeting().stop_waiting(player).await?;
        Ok(())
    }

    /// The page of one who waits has gone: without a further sign of life the wait is over soon.
    pub async fn waiting_page_closed(&self, player: &PlayerId) -> Result<()> {
        Ok(self.site.store.meeting().waiting_page_closed(player, self.site.clock.now()).await?)
    }
}
