//! Games: finding and opening them, and taking them home as records.

use std::sync::Arc;

use merels_live::{ActError, Command, LiveGame, Refusal, Snapshot, seat_of};
use merels_model::{GameKey, PlayerId, Seat, StoredGame};
use merels_rules::{AnyMove, AnyPosition, Game, Illegal, Record, Side, TextError};

use crate::error::{Result, ServiceError};
use crate::fair_play::FairPlay;
use crate::site::Site;
use crate::visitor::{SignedIn, Visitor};

/// A record from elsewhere. Nothing of it is kept.
#[derive(Debug)]
pub struct ImportedGame {
    pub snapshot: Snapshot,
    pub game: Game<AnyPosition>,
}

impl ImportedGame {
    pub fn read(text: &str) -> Result<ImportedGame, TextError> {
        let Record { game, white, black, .. } = Record::parse(text)?;
        let seats = [white, black].map(|name| Seat::Player { id: PlayerId::new(""), name });
        Ok(ImportedGame { snapshot: Snapshot::of_game(&game, seats), game })
    }
}

#[derive(Debug)]
pub struct Games {
    pub(crate) site: Site,
    pub(crate) fair_play: FairPlay,
}

impl Games {
    pub async fn open(&self, key: &GameKey) -> Result<Arc<LiveGame>> {
        self.site.live.open(key).await?.ok_or(ServiceError::UnknownGame)
    }

    /// The running games of a player, the newest first.
    pub async fn running(&self, player: &PlayerId) -> Result<Vec<StoredGame>> {
        Ok(self.site.store.games().running_games(player).await?)
    }

    /// The game in which a player wants to act, else the newest running one.
    pub async fn open_to_act(
        &self,
        key: Option<GameKey>,
        visitor: &SignedIn,
    ) -> Result<Arc<LiveGame>> {
        let key = match key {
            Some(key) => key,
            None => {
                let running = self.running(visitor.id()).await?;
                running.into_iter().next().ok_or(ServiceError::NoGame)?.key
            }
        };
        let game = self.open(&key).await?;
        self.fair_play.note_seat(&game, visitor.id(), visitor.client).await?;
        Ok(game)
    }

    /// Opens a game for a visit without a connection: its player counts as there for a while.
    pub async fn visit(&self, key: &GameKey, visitor: &Visitor) -> Result<Arc<LiveGame>> {
        let game = self.open(key).await?;
        let snapshot = game.snapshot();
        if snapshot.outcome.is_none() && snapshot.is_between_people() {
            let player = visitor.player().map(|player| &player.id);
            if let Some(player) = player.filter(|player| snapshot.side_of(player).is_some()) {
                let place = seat_of(player, key);
                self.site.store.cluster().visits(place, self.site.clock.now()).await?;
                self.fair_play.note_seat(&game, player, visitor.client).await?;
            }
            self.site.live.look_for_players(&game).await?;
        }
        Ok(game)
    }

    /// Carries out a command of a player, `took` milliseconds after seeing the position; gives the version of
    /// the game after it.
    pub async fn act(
        &self,
        visitor: &SignedIn,
        game: &LiveGame,
        command: &Command,
        took: Option<i64>,
    ) -> Result<u32> {
        let snapshot = game.snapshot();
        let seeker = || Visitor::from(visitor.clone()).seeker();
        self.fair_play.check_turn(seeker, &snapshot, command).await?;
        let done = self.site.live.act_after(game, &visitor.actor(), command, took).await;
        done.map_err(|error| ServiceError::of(snapshot.kind, error))
    }

    /// Checks that a turn is whole, for those who send it at once: half a turn is kept only for those who make
    /// it by hand.
    pub async fn check_whole(&self, game: &LiveGame, player: &PlayerId, mv: AnyMove) -> Result<()> {
        let snapshot = game.snapshot();
        let is_own_turn = snapshot.mover().is_some_and(|side| snapshot.seat(side).is(player));
        if is_own_turn && !snapshot.moves.contains(&mv) {
            let played = self.site.live.whole_game(game).await?.play(mv);
            let refused = |illegal: Illegal| ServiceError::Refused(snapshot.kind, illegal.into());
            played.map_err(refused)?;
        }
        Ok(())
    }

    /// The reason why the last of these spots cannot be chosen after the others; nothing if it can.
    pub async fn choice_refusal(
        &self,
        game: &LiveGame,
        player: &PlayerId,
        spots: &[String],
    ) -> Result<Option<Refusal>> {
        let snapshot = game.snapshot();
        let read = spots.iter().map(|spot| snapshot.parse_spot(spot));
        let checked = match read.collect::<Result<Vec<_>, _>>() {
            Ok(spots) => self.site.live.check_choice(game, player, &spots).await,
            Err(refusal) => Err(refusal.into()),
        };
        match checked {
            Ok(()) => Ok(None),
            Err(ActError::Refused(refusal)) => Ok(Some(refusal)),
            Err(ActError::Failed(error)) => Err(error.into()),
        }
    }

    /// The number of those who watch a game, on all nodes.
    pub async fn watchers(&self, key: &GameKey) -> Result<u32> {
        Ok(self.site.store.games().watchers_of(key, self.site.clock.now()).await?)
    }

    /// The record of a game, as `merels replay` and `merels play --load` read it.
    pub async fn record(&self, game: &LiveGame) -> Result<Record> {
        let mut record = Record::new(self.site.live.whole_game(game).await?);
        let snapshot = game.snapshot();
        let [white, black] = Side::ALL.map(|side| name_in_record(snapshot.seat(side)));
        (record.white, record.black, record.date) = (white, black, day_of(&snapshot));
        Ok(record)
    }
}

/// The name of a player; the computer is called as the terminal calls it, which can go on with the game.
fn name_in_record(seat: &Seat) -> String {
    match seat {
        Seat::Player { name, .. } => name.clone(),
        Seat::Computer(level) => format!("Merels {level}"),
        Seat::Gone => "?".to_owned(),
    }
}

fn day_of(snapshot: &Snapshot) -> String {
    let begun = snapshot.history.since(0).first().map(|entry| entry.at);
    begun.map_or("????.??.??".to_owned(), |at| at.strftime("%Y.%m.%d").to_string())
}
