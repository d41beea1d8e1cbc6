use std::ops::Deref;

use futures_util::FutureExt;
use merels_live::{Actor, Clock, Command, GateLimits, InProcess, Oracles, PlayerMessage};
use merels_model::{GameKey, PlayerId, Terms};
use merels_rules::{GameId, GameScore, Position};
use merels_store::{Event, NewGame, NewPlayer, NewSeat, SessionToken, Store};
use tempfile::TempDir;

use super::*;
use crate::{ClientLimits, Services, SiteSetup};

/// The services of a node without a server.
struct House {
    services: Services,
    database: String,
    _folder: TempDir,
}

impl Deref for House {
    type Target = Services;

    fn deref(&self) -> &Services {
        &self.services
    }
}

async fn house() -> House {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite://{}", folder.path().join("merels.db").display());
    let setup = SiteSetup {
        database: database.clone(),
        bus: Arc::new(InProcess::default()),
        clock: Clock::of_machine(),
        limits: ClientLimits::default(),
        gate: GateLimits { threads: 1, waiting_per_network: 1, waiting: 1 },
        oracles: Oracles::default(),
        local_push: true,
        mailer: None,
        public_url: None,
    };
    House { services: Services::open(setup).await.unwrap(), database, _folder: folder }
}

impl House {
    async fn player(&self, name: &str) -> PlayerId {
        let login = Some((format!("{name}@example.org"), "no hash".to_owned()));
        self.newcomer(name, login).await
    }

    async fn newcomer(&self, name: &str, login: Option<(String, String)>) -> PlayerId {
        let id = PlayerId::random();
        let at = Timestamp::now();
        let player = NewPlayer { id: id.clone(), login, name: name.to_owned(), at };
        self.store.accounts().create_player(player).await.unwrap().unwrap();
        id
    }

    async fn game(&self, white: NewSeat, black: NewSeat) -> GameKey {
        let start = GameId::NINE.start();
        let new = NewGame {
            key: GameKey::random(),
            game: GameId::NINE,
            start: start.to_string(),
            mover: start.side(),
            seats: [white, black],
            terms: Terms::default(),
            at: Timestamp::now(),
        };
        let key = new.key.clone();
        self.store.games().create_game(new).await.unwrap();
        key
    }

    async fn between(&self, white: &PlayerId, black: &PlayerId) -> GameKey {
        self.game(NewSeat::Player(white.clone()), NewSeat::Player(black.clone())).await
    }

    async fn play(&self, key: &GameKey, player: &PlayerId, text: &str) {
        let game = self.live.open(key).await.unwrap().unwrap();
        let mv = game.snapshot().parse_move(text).unwrap();
        let (actor, command) = (Actor::Player(player.clone()), Command::Play { ply: None, mv });
        self.live.act(&game, &actor, &command).await.unwrap();
    }

    async fn round_in(&self, hours: i64) {
        let now = Timestamp::now() + SignedDuration::from_hours(hours);
        self.jobs.wake_computer(now).await.unwrap();
        self.jobs.sweep(now).await.unwrap();
    }

    async fn last(&self, key: &GameKey) -> Event {
        self.store.games().events(key).await.unwrap().pop().unwrap().event
    }
}

fn computer() -> NewSeat {
    NewSeat::Computer("3".to_owned())
}

#[tokio::test]
async fn whoever_does_not_move_for_three_days_forfeits() {
    let house = house().await;
    let (ada, bo) = (house.player("Ada").await, house.player("Bo").await);
    let (untouched, moved) = (house.between(&ada, &bo).await, house.between(&ada, &bo).await);
    house.play(&moved, &ada, "a1").await;
    house.round_in(71).await;
    assert_eq!(house.last(&untouched).await, Event::Start);
    house.round_in(73).await;
    let idle = |side| Event::Forfeit { side, cause: ForfeitCause::Idle };
    assert_eq!(house.last(&untouched).await, idle(Side::White));
    assert_eq!(house.last(&moved).await, idle(Side::Black));
    let tally = house.store.games().tally(&ada).await.unwrap();
    assert_eq!((tally.wins, tally.losses, tally.draws), (1, 1, 0));
    // Once is enough.
    house.round_in(200).await;
    assert_eq!(house.store.games().events(&untouched).await.unwrap().len(), 2);
}

#[tokio::test]
async fn the_computer_is_woken_and_does_not_forfeit() {
    let house = house().await;
    let ada = house.player("Ada").await;
    let its_turn = house.game(computer(), NewSeat::Player(ada.clone())).await;
    let my_turn = house.game(NewSeat::Player(ada.clone()), computer()).await;
    house.round_in(73).await;
    let woken = house.computer.next().now_or_never().flatten().unwrap();
    assert_eq!(woken.key, its_turn);
    assert!(house.computer.next().now_or_never().is_none());
    assert_eq!(house.last(&its_turn).await, Event::Start);
    let idle = Event::Forfeit { side: Side::White, cause: ForfeitCause::Idle };
    assert_eq!(house.last(&my_turn).await, idle);
}

#[tokio::test]
async fn a_game_that_began_decided_ends_at_the_next_round() {
    let house = house().await;
    let (ada, bo) = (house.player("Ada").await, house.player("Bo").await);
    let (key, start) = (GameKey::random(), "5,0 1");
    let new = NewGame {
        key: key.clone(),
        game: GameId::Nimble,
        start: start.to_owned(),
        mover: Side::White,
        seats: [&ada, &bo].map(|player| NewSeat::Player(player.clone())),
        terms: Terms { rated: true, ..Terms::default() },
        at: Timestamp::now(),
    };
    let playable = NewGame { key: GameKey::random(), start: "5,1 1".to_owned(), ..new.clone() };
    for game in [new, playable.clone()] {
        house.store.games().create_game(game).await.unwrap();
    }
    house.round_in(0).await;
    let ended = house.store.games().game(&key).await.unwrap().unwrap();
    assert_eq!(ended.score.map(GameScore::text), Some("0-1"));
    let running = house.store.games().running_games(&ada).await.unwrap();
    assert_eq!(running.iter().map(|game| &game.key).collect::<Vec<_>>(), [&playable.key]);
    let rated = house.store.games().seat_ratings(&ended).await.unwrap();
    assert!(rated.iter().flatten().all(|rating| rating.games == 0), "nobody played it");
}

#[tokio::test]
async fn a_seat_that_was_left_is_forfeited_at_the_next_round() {
    let house = house().await;
    let (ada, bo) = (house.player("Ada").await, house.player("Bo").await);
    let cy = house.player("Cy").await;
    let games = [
        (house.between(&ada, &bo).await, Side::Black),
        (house.between(&bo, &ada).await, Side::White),
        (house.between(&bo, &cy).await, Side::White),
        (house.game(computer(), NewSeat::Player(bo.clone())).await, Side::Black),
    ];
    // As if the server had died between this and the forfeits.
    house.store.accounts().delete_player(&bo).await.unwrap();
    house.store.accounts().delete_player(&cy).await.unwrap();
    house.round_in(0).await;
    for (key, side) in &games {
        let left = Event::Forfeit { side: *side, cause: ForfeitCause::Left };
        assert_eq!(house.last(key).await, left);
    }
}

#[tokio::test]
async fn a_guest_who_has_only_just_come_in_is_not_swept_out() {
    let house = house().await;
    let guest = house.newcomer("Guest", None).await;
    house.round_in(0).await;
    let token = SessionToken::random();
    let expires = Timestamp::now() + SignedDuration::from_hours(30);
    house.store.accounts().start_session(token.id(), guest.clone(), expires).await.unwrap();
    house.round_in(20).await;
    let session = house.store.accounts().session(&token.id(), Timestamp::now()).await.unwrap();
    assert_eq!(session.unwrap().player.id, guest);
    house.round_in(31).await;
    assert!(!house.store.accounts().delete_player(&guest).await.unwrap(), "gone with the session");
}

#[tokio::test]
async fn one_broken_game_does_not_keep_the_others_waiting() {
    let house = house().await;
    let (ada, bo) = (house.player("Ada").await, house.player("Bo").await);
    let start = "no position at all".to_owned();
    let key = GameKey::random();
    let broken = NewGame {
        key: key.clone(),
        game: GameId::NINE,
        start,
        mover: Side::White,
        seats: [NewSeat::Player(ada.clone()), NewSeat::Player(bo.clone())],
        // The longest idle one, so the first that is looked at.
        terms: Terms::default(),
        at: Timestamp::now() - SignedDuration::from_hours(1),
    };
    house.store.games().create_game(broken).await.unwrap();
    let whole = house.between(&ada, &bo).await;
    house.round_in(73).await;
    let idle = Event::Forfeit { side: Side::White, cause: ForfeitCause::Idle };
    assert_eq!(house.last(&whole).await, idle);
    assert_eq!(house.last(&key).await, Event::Start);
}

#[tokio::test]
async fn whoever_moves_at_the_last_moment_does_not_forfeit() {
    let house = house().await;
    let (ada, bo) = (house.player("Ada").await, house.player("Bo").await);
    let key = house.between(&ada, &bo).await;
    let seen = house.store.games().game(&key).await.unwrap().unwrap().version;
    house.play(&key, &ada, "a1").await;
    let late = house.live.forfeit(&key, Side::White, ForfeitCause::Idle, Some(seen));
    late.await.unwrap();
    assert!(matches!(house.last(&key).await, Event::Move { ply: 0, .. }));
}

/// White and Black have moved once, so that the clock runs, and White is to move.
async fn timed_game(house: &House, white: &PlayerId, black: &PlayerId) -> GameKey {
    let terms = Terms { time: Some("5+5".parse().unwrap()), rated: false };
    let start = GameId::NINE.start();
    let new = NewGame {
        key: GameKey::random(),
        game: GameId::NINE,
        start: start.to_string(),
        mover: start.side(),
        seats: [white, black].map(|player| NewSeat::Player(player.clone())),
        terms,
        at: house.clock.now(),
    };
    let key = new.key.clone();
    house.store.games().create_game(new).await.unwrap();
    house.play(&key, white, "a1").await;
    house.play(&key, black, "d1").await;
    key
}

#[tokio::test]
async fn time_in_which_no_server_was_there_is_on_nobodys_clock() {
    let house = house().await;
    let (ada, bo) = (house.player("Ada").await, house.player("Bo").await);
    house.heartbeats.beat().await.unwrap();
    let key = timed_game(&house, &ada, &bo).await;
    let held = house.live.open(&key).await.unwrap().unwrap();
    let hour = SignedDuration::from_hours(1);
    // As if the machine had slept: those who hold the game in memory know it too.
    house.clock.set_machine(hour);
    house.heartbeats.beat().await.unwrap();
    house.jobs.let_flags_fall().await.unwrap();
    let clock = held.snapshot().clock.clone().unwrap();
    assert!(house.clock.now().duration_since(clock.since) < SignedDuration::from_mins(1));
    house.play(&key, &ada, "g1").await;
    let left = house.store.games().events(&key).await.unwrap().pop().unwrap().left.unwrap();
    assert!(left[0] > 300_000, "the turn took no time: {left:?}");
    // And time that did go by is counted.
    house.clock.pass(SignedDuration::from_secs(301));
    house.jobs.let_flags_fall().await.unwrap();
    let time = Event::Forfeit { side: Side::Black, cause: ForfeitCause::Time };
    assert_eq!(house.last(&key).await, time);
}

#[tokio::test]
async fn a_clock_goes_on_when_its_game_is_read_from_the_store_again() {
    let house = house().await;
    let (ada, bo) = (house.player("Ada").await, house.player("Bo").await);
    let key = timed_game(&house, &ada, &bo).await;
    house.clock.pass(SignedDuration::from_secs(100));
    house.play(&key, &ada, "g1").await;
    // Nobody holds it any more.
    house.live.tidy();
    house.clock.pass(SignedDuration::from_secs(50));
    house.play(&key, &bo, "a4").await;
    let left = house.store.games().events(&key).await.unwrap().pop().unwrap().left.unwrap();
    assert!((204_000..=205_000).contains(&left[0]), "{left:?}");
    assert!((254_000..=255_000).contains(&left[1]), "{left:?}");
}

#[tokio::test(start_paused = true)]
async fn work_that_fails_or_breaks_off_is_begun_again() {
    let (begun, mut seen) = tokio::sync::mpsc::unbounded_channel();
    let work = move |count| {
        begun.send(count).unwrap();
        async move {
            match count {
                0 => Err(merels_store::StoreError::Closed),
                1 => panic!("a defect"),
                _ => Ok(()),
            }
        }
    };
    let worker = tokio::spawn(again_and_again("a test", TICK, work));
    for count in 0..4 {
        assert_eq!(seen.recv().await, Some(count));
    }
    worker.abort();
}

#[tokio::test]
async fn who_is_signed_out_by_the_command_line_is_told_with_the_next_heartbeat() {
    let house = house().await;
    let (ada, bo) = (house.player("Ada").await, house.player("Bo").await);
    let expires = house.clock.now() + SignedDuration::from_hours(1);
    let mut told = Vec::new();
    for player in [&ada, &bo] {
        let id = SessionToken::random().id();
        house.store.accounts().start_session(id.clone(), player.clone(), expires).await.unwrap();
        told.push(house.live.session_messages(player, &id));
    }
    house.heartbeats.beat().await.unwrap();
    // Another program on the same database.
    let command_line = Store::open(&house.database).await.unwrap();
    command_line.accounts().end_other_sessions(&ada, None).await.unwrap();
    house.heartbeats.beat().await.unwrap();
    assert!(matches!(told[0].try_recv(), Ok(PlayerMessage::SignedOut(Some(_)))));
    assert!(told[1].try_recv().is_err(), "nobody else");
    command_line.accounts().close_account(&bo, house.clock.now()).await.unwrap();
    house.heartbeats.beat().await.unwrap();
    assert!(matches!(told[1].try_recv(), Ok(PlayerMessage::SignedOut(Some(_)))));
    house.heartbeats.beat().await.unwrap();
    assert!(told[1].try_recv().is_err(), "nothing new, nothing to be told");
}
