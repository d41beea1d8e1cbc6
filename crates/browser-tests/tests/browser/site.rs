//! A site with players and games on it.

use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use jiff::{SignedDuration, Timestamp};
use merels_engine::Oracle;
use merels_model::{
    Arena, ArenaId, ForfeitCause, GameKey, InvitationId, Player, PlayerId, Terms, TimeControl,
};
use merels_rules::{AnyMove, Game, GameId, GameScore, Position, Side, SplitMix};
use merels_store::{
    Append, Event, NewGame, NewInvitation, NewPlayer, NewSeat, SessionToken, Store, StoredEvent,
};
use merels_test_services::postgres_database;
use merels_web::{Clock, Nats, Server, Settings};
use tempfile::TempDir;

use crate::tables;

/// Without this variable of the environment nothing here is run.
const WANTED: &str = "MERELS_TEST_BROWSER";

/// A running site with a database of its own.
pub(crate) struct Site {
    server: Option<Server>,
    pub(crate) address: SocketAddr,
    database: String,
    /// A second door to the database, to prepare what would take long to play.
    pub(crate) store: Store,
    _folder: Arc<TempDir>,
}

/// Two nodes of one site, and what joins them.
pub(crate) struct Cluster {
    pub(crate) nodes: [Site; 2],
    _nats: merels_test_services::Nats,
}

/// A player with a session.
pub(crate) struct Person {
    pub(crate) id: PlayerId,
    pub(crate) token: SessionToken,
}

/// The player on the other seat.
pub(crate) enum Seat<'a> {
    Person(&'a Person),
    Computer(&'a str),
}

impl From<Seat<'_>> for NewSeat {
    fn from(seat: Seat<'_>) -> NewSeat {
        match seat {
            Seat::Person(person) => NewSeat::Player(person.id.clone()),
            Seat::Computer(level) => NewSeat::Computer(level.to_owned()),
        }
    }
}

/// The hash of everybody's password, `mühle am bach`.
const HASH: &str = "$argon2id$v=19$m=19456,t=2,p=1$s9F7pxFwsvuV9pVNMg\
    YCLg$8sDhdE54tE/bgojKP5pDYjKWOdD8erLgdOylk8G6eo4";

impl Site {
    /// Starts one; `None`, and a word about it, if browser tests are not asked for.
    pub(crate) async fn start() -> Result<Option<Site>> {
        Site::start_at(Clock::of_machine()).await
    }

    /// Starts one that lives by this clock.
    pub(crate) async fn start_at(clock: Clock) -> Result<Option<Site>> {
        if merels_test_services::wanted(WANTED).is_none() {
            return Ok(None);
        }
        let folder = Arc::new(tempfile::tempdir()?);
        let database = format!("sqlite://{}", folder.path().join("merels.db").display());
        let mut settings = Settings::new(([127, 0, 0, 1], 0).into(), &database);
        let pages = folder.path().join("pages");
        std::fs::create_dir(&pages)?;
        std::fs::write(pages.join("imprint.en.md"), "# Imprint\n\n- Ada\n- [Mail](mailto:a@b.c)")?;
        settings.own_pages = Some(pages);
        settings.local_push = true;
        settings.clock = clock;
        Ok(Some(Site::node(settings, folder).await?))
    }

    /// Starts a site of two nodes, which share nothing but the database and the bus.
    pub(crate) async fn start_two() -> Result<Option<[Site; 2]>> {
        if merels_test_services::wanted(WANTED).is_none() {
            return Ok(None);
        }
        let folder = Arc::new(tempfile::tempdir()?);
        let database = format!("sqlite://{}", folder.path().join("merels.db").display());
        let settings = || Settings::new(([127, 0, 0, 1], 0).into(), &database);
        let (one, mut other) = (settings(), settings());
        other.bus = Arc::clone(&one.bus);
        let one = Site::node(one, Arc::clone(&folder)).await?;
        Ok(Some([one, Site::node(other, folder).await?]))
    }

    /// Starts a site as a large one is run: two nodes on PostgreSQL that NATS joins, with the tables of
    /// `three`.
    pub(crate) async fn start_cluster() -> Result<Option<Cluster>> {
        if merels_test_services::wanted(WANTED).is_none() {
            return Ok(None);
        }
        let (database, nats) = match postgres_database().await {
            Some(database) => (database, merels_test_services::Nats::start()),
            None => return Ok(None),
        };
        let Some(nats) = nats else { return Ok(None) };
        let folder = Arc::new(tempfile::tempdir()?);
        let tables = Arc::new(tables::solved(folder.path(), "three")?);
        let bus = format!("nats://{}", nats.address());
        let settings = async || -> Result<Settings> {
            let mut settings = Settings::new(([127, 0, 0, 1], 0).into(), &database);
            settings.bus = Arc::new(Nats::connect(&bus).await?);
            settings.oracles.insert("three".parse()?, Arc::clone(&tables) as Arc<dyn Oracle>);
            Ok(settings)
        };
        let one = Site::node(settings().await?, Arc::clone(&folder)).await?;
        let other = Site::node(settings().await?, folder).await?;
        Ok(Some(Cluster { nodes: [one, other], _nats: nats }))
    }

    async fn node(settings: Settings, folder: Arc<TempDir>) -> Result<Site> {
        let database = settings.database.clone();
        let server = Server::start(settings).await?;
        let address = server.address();
        let store = Store::open(&database).await?;
        Ok(Site { server: Some(server), address, database, store, _folder: folder })
    }

    pub(crate) async fn stop(&mut self) {
        if let Some(server) = self.server.take() {
            server.shut_down().await;
        }
    }

    /// Starts again where it was.
    pub(crate) async fn start_again(&mut self) -> Result<()> {
        self.server = Some(Server::start(Settings::new(self.address, &self.database)).await?);
        Ok(())
    }

    /// An arena that somebody has opened and come into, as the address of its page.
    pub(crate) async fn arena(&self, host: &Person) -> Result<String> {
        let begins = Timestamp::now();
        let arena = Arena {
            id: ArenaId::random(),
            host: Some(host.id.clone()),
            game: GameId::NINE,
            start: GameId::NINE.start().to_string(),
            mover: Side::White,
            clock: TimeControl::Live { minutes: 3, increment: 2 },
            rated: true,
            begins,
            ends: begins + SignedDuration::from_hours(1),
        };
        let id = arena.id.clone();
        self.store.arenas().open_arena(arena, begins).await?;
        self.store.arenas().enter_arena(&id, &host.id, begins).await?;
        Ok(format!("/arena/{id}"))
    }

    /// The path of an invitation to whoever has the link.
    pub(crate) async fn invitation(&self, host: &Person) -> Result<String> {
        let (id, at, start) = (InvitationId::random(), Timestamp::now(), GameId::NINE.start());
        let invitation = NewInvitation {
            id: id.clone(),
            host: host.id.clone(),
            challenged: None,
            side: Some(Side::Black),
            game: GameId::NINE,
            start: start.to_string(),
            mover: start.side(),
            terms: Terms { time: TimeControl::PRESETS.first().copied(), rated: false },
            at,
            expires: at + SignedDuration::from_hours(24),
            most_open: 5,
            most_to_one: 5,
            most_by_one: 5,
        };
        self.store.meeting().invite(invitation).await?;
        Ok(format!("/invite/{id}"))
    }

    pub(crate) async fn person(&self, name: &str) -> Result<Person> {
        let id = PlayerId::random();
        let login = Some((format!("{name}@example.org").to_lowercase(), HASH.to_owned()));
        let player =
            NewPlayer { id: id.clone(), login, name: name.to_owned(), at: Timestamp::now() };
        self.store.accounts().create_player(player).await?.ok().context("the name is taken")?;
        let token = SessionToken::random();
        let expires = Timestamp::now() + SignedDuration::from_hours(1);
        self.store.accounts().start_session(token.id(), id.clone(), expires).await?;
        Ok(Person { id, token })
    }

    /// A person's account on the site.
    pub(crate) async fn player(&self, person: &Person) -> Result<Player> {
        let facts = self.store.accounts().account_facts(&person.id).await?;
        Ok(facts.context("the account is gone")?.player)
    }

    /// Ends a person's session behind the server's back.
    pub(crate) async fn end_session(&self, person: &Person) -> Result<()> {
        Ok(self.store.accounts().end_session(&person.token.id()).await?)
    }

    /// Begins a game; from its usual start if `start` is empty. Gives its address on the site.
    pub(crate) async fn game(
        &self,
        game: &str,
        start: &str,
        white: Seat<'_>,
        black: Seat<'_>,
    ) -> Result<String> {
        let game: GameId = game.parse()?;
        let position = if start.is_empty() { game.start() } else { game.parse_position(start)? };
        let new = NewGame {
            key: GameKey::random(),
            game,
            start: position.to_string(),
            mover: position.side(),
            seats: [white.into(), black.into()],
            terms: Terms::default(),
            at: Timestamp::now(),
        };
        let path = format!("/game/{}", new.key);
        self.store.games().create_game(new).await?;
        Ok(path)
    }

    /// Begins a game of nine with days for each turn.
    pub(crate) async fn game_by_days(&self, [white, black]: [&Person; 2]) -> Result<String> {
        let new = NewGame {
            key: GameKey::random(),
            game: GameId::NINE,
            start: GameId::NINE.start().to_string(),
            mover: Side::White,
            seats: [NewSeat::Player(white.id.clone()), NewSeat::Player(black.id.clone())],
            terms: Terms { time: Some(TimeControl::Days(3)), rated: false },
            at: Timestamp::now(),
        };
        let path = format!("/game/{}", new.key);
        self.store.games().create_game(new).await?;
        Ok(path)
    }

    /// The push endpoints of a person.
    pub(crate) async fn endpoints(&self, person: &Person) -> Result<Vec<String>> {
        let told = self.store.notices().subscriptions_of(&person.id).await?;
        Ok(told.into_iter().map(|subscription| subscription.endpoint).collect())
    }

    /// Plays turns behind the server's back, before anybody looks at the game.
    pub(crate) async fn play(&self, path: &str, turns: &[&str]) -> Result<()> {
        let key = GameKey::new(path.trim_start_matches("/game/"));
        for (ply, text) in (0..).zip(turns) {
            let mover = Side::ALL[(ply as usize + 1) % 2];
            let event = Event::Move { ply, mv: (*text).to_owned() };
            self.append(&key, ply + 2, event, mover, None).await?;
        }
        Ok(())
    }

    /// A game of nine against the computer, from its usual start, that the person wins with the turn
    /// that is given.
    pub(crate) async fn almost_won(&self, you: &Person, level: &str) -> Result<(String, String)> {
        let (turns, last) = almost_won_turns()?;
        let path = self.game("nine", "", Seat::Person(you), Seat::Computer(level)).await?;
        self.play(&path, &turns.iter().map(String::as_str).collect::<Vec<_>>()).await?;
        Ok((path, last))
    }

    /// A rated game that Black gave up.
    pub(crate) async fn rated_game(&self, game: &str, people: [&Person; 2]) -> Result<()> {
        let path = self.rated_running_game(game, people).await?;
        let key = GameKey::new(path.trim_start_matches("/game/"));
        let event = Event::Forfeit { side: Side::Black, cause: ForfeitCause::Resigned };
        let finish = GameScore::Win(Side::White);
        self.append(&key, 2, event, Side::White, Some(finish)).await
    }

    /// A rated game that has begun; gives its address.
    pub(crate) async fn rated_running_game(
        &self,
        game: &str,
        [white, black]: [&Person; 2],
    ) -> Result<String> {
        let game: GameId = game.parse()?;
        let new = NewGame {
            key: GameKey::random(),
            game,
            start: game.start().to_string(),
            mover: Side::White,
            seats: [NewSeat::Player(white.id.clone()), NewSeat::Player(black.id.clone())],
            terms: Terms { rated: true, ..Terms::default() },
            at: Timestamp::now(),
        };
        let path = format!("/game/{}", new.key);
        self.store.games().create_game(new).await?;
        Ok(path)
    }

    async fn append(
        &self,
        game: &GameKey,
        version: u32,
        event: Event,
        mover: Side,
        finish: Option<GameScore>,
    ) -> Result<()> {
        let event = StoredEvent { version, at: Timestamp::now(), event, left: None };
        let append = Append { game: game.clone(), event, mover, finish, draft: None, flag: None };
        anyhow::ensure!(self.store.games().append(append).await?, "the game has gone on");
        Ok(())
    }

    /// Begins a game between two people.
    pub(crate) async fn game_of(
        &self,
        game: &str,
        start: &str,
        [white, black]: [&Person; 2],
    ) -> Result<String> {
        self.game(game, start, Seat::Person(white), Seat::Person(black)).await
    }

    /// A game that White won after both had let something go by; gives its address.
    pub(crate) async fn finished_game(&self, white: &Person, black: &Person) -> Result<String> {
        let start = "WWxxxxxxxxxxxWxxxxBxBxxB w 0 0 0";
        let path = self.game_of("nine", start, [white, black]).await?;
        let key = GameKey::new(path.trim_start_matches("/game/"));
        for (ply, text) in (0..).zip(["f4-e3", "b6-a7", "e3-g1xa7"]) {
            let event = Event::Move { ply, mv: text.to_owned() };
            let stored = StoredEvent { version: ply + 2, at: Timestamp::now(), event, left: None };
            let finish = (ply == 2).then_some(GameScore::Win(Side::White));
            let mover = if ply % 2 == 0 { Side::Black } else { Side::White };
            let game = key.clone();
            let append = Append { game, event: stored, mover, finish, draft: None, flag: None };
            ensure!(self.store.games().append(append).await?, "{text} was stored");
        }
        Ok(path)
    }
}

/// White closes a mill whenever there is one to close and Black never does, until White's next turn
/// wins: the turns so far, and that one.
fn almost_won_turns() -> Result<(Vec<String>, String)> {
    (1..100).find_map(won_by_white).context("Black never loses")
}

/// Such a game by chance; nothing if it ends in another way.
fn won_by_white(seed: u64) -> Option<(Vec<String>, String)> {
    let mut game = Game::new(GameId::NINE.start());
    let mut random = SplitMix::new(seed);
    let mut turns = Vec::new();
    loop {
        let moves = game.legal_moves();
        let takes = |mv: &AnyMove| game.position().move_text(*mv).contains('x');
        let (taking, quiet): (Vec<AnyMove>, Vec<AnyMove>) = moves.into_iter().partition(takes);
        let white = game.side() == Side::White;
        let wanted = if white && !taking.is_empty() { taking } else { quiet };
        let mv = *wanted.get(random.below(wanted.len().max(1)))?;
        let text = game.position().move_text(mv);
        game.play(mv).ok()?;
        if game.outcome().is_some() {
            return (white && text.contains('x')).then_some((turns, text));
        }
        turns.push(text);
    }
}
