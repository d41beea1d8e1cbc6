use futures_util::FutureExt;
use jiff::Timestamp;
use merels_model::{Phrase, Terms};
use merels_rules::{AnyPosition, Game, GameId, Position, SplitMix};
use merels_store::{NewGame, NewPlayer, NewSeat, Rematched, SessionToken};
use tempfile::TempDir;

use super::opening::{LONG_GAME, replayed};
use super::*;
use crate::bus::InProcess;

struct TestSite {
    store: Arc<Store>,
    live: Arc<Live>,
    key: GameKey,
    players: [PlayerId; 2],
    _folder: TempDir,
}

async fn player(store: &Store, name: &str) -> PlayerId {
    let id = PlayerId::random();
    let login = Some((format!("{name}@example.org"), "no hash".to_owned()));
    let player = NewPlayer { id: id.clone(), login, name: name.to_owned(), at: Timestamp::now() };
    store.accounts().create_player(player).await.unwrap().unwrap();
    id
}

/// A game of nine between two players.
async fn site() -> TestSite {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite://{}", folder.path().join("merels.db").display());
    let store = Arc::new(Store::open(&database).await.unwrap());
    let players = [player(&store, "Ada").await, player(&store, "Bo").await];
    let (key, start) = (GameKey::random(), GameId::NINE.start());
    let new = NewGame {
        key: key.clone(),
        game: GameId::NINE,
        start: start.to_string(),
        mover: start.side(),
        seats: players.clone().map(NewSeat::Player),
        terms: Terms::default(),
        at: Timestamp::now(),
    };
    store.games().create_game(new).await.unwrap();
    let live = node(&store, &InProcess::default());
    TestSite { store, live, key, players, _folder: folder }
}

/// A node of the site, which listens to the others.
fn node(store: &Arc<Store>, bus: &InProcess) -> Arc<Live> {
    let live =
        Live::new(Arc::clone(store), Arc::new(bus.clone()), Arc::default(), Clock::of_machine());
    Arc::new(live)
}

impl TestSite {
    async fn play(&self, live: &Arc<Live>, ply: u32, text: &str) -> Result<u32, ActError> {
        let actor = Actor::Player(self.players[ply as usize % 2].clone());
        let game = live.open(&self.key).await?.unwrap();
        let mv = game.snapshot().parse_move(text)?;
        live.act(&game, &actor, &Command::Play { ply: Some(ply), mv }).await
    }
}

#[tokio::test]
async fn a_game_that_went_on_while_it_was_read_catches_up() {
    let site = site().await;
    let old = site.live.load(&site.key).await.unwrap().unwrap();
    // Somebody opens the game, plays, and lets it go.
    site.play(&site.live, 0, "a1").await.unwrap();
    let (game, is_new) = site.live.enter(&site.key, old);
    assert!(is_new);
    let mut changes = game.watch();
    site.live.look_again(&game).await.unwrap();
    assert_eq!(game.snapshot().version(), 2);
    assert!(changes.has_changed().unwrap(), "whoever watches already is told");
    changes.mark_unchanged();
    site.live.look_again(&game).await.unwrap();
    assert!(!changes.has_changed().unwrap());
}

#[tokio::test]
async fn two_nodes_on_one_database_do_not_play_over_each_other() {
    let site = site().await;
    let other = node(&site.store, &InProcess::default());
    // Both hold the game in memory.
    let here = site.live.open(&site.key).await.unwrap().unwrap();
    let _there = other.open(&site.key).await.unwrap().unwrap();
    assert_eq!(site.play(&other, 0, "a1").await.unwrap(), 2);
    assert_eq!(site.play(&site.live, 0, "a1").await.unwrap(), 2);
    let late = site.play(&site.live, 0, "d1").await;
    assert!(matches!(late, Err(ActError::Refused(Refusal::Stale(1)))), "{late:?}");
    assert_eq!(site.play(&site.live, 1, "d1").await.unwrap(), 3);
    assert_eq!(here.snapshot().version(), 3);
    assert_eq!(site.store.games().events(&site.key).await.unwrap().len(), 3);
}

#[tokio::test]
async fn what_nobody_holds_is_forgotten_and_read_again() {
    let site = site().await;
    site.play(&site.live, 0, "a1").await.unwrap();
    assert!(site.live.in_memory(&site.key).is_none());
    site.live.tidy();
    assert!(site.live.games.lock().unwrap().is_empty());
    let held = site.live.open(&site.key).await.unwrap().unwrap();
    site.live.tidy();
    let again = site.live.open(&site.key).await.unwrap().unwrap();
    assert!(Arc::ptr_eq(&held, &again), "there is only one");
    assert_eq!(held.snapshot().version(), 2);
}

/// Thousands of strangers' moves used to queue for the writer before they were refused.
#[tokio::test]
async fn strangers_are_refused_without_waiting_for_the_writer() {
    let site = site().await;
    let stranger = player(&site.store, "Cy").await;
    let game = site.live.open(&site.key).await.unwrap().unwrap();
    let actor = Actor::Player(stranger.clone());
    let mv = game.snapshot().parse_move("a1").unwrap();
    let held = game.writer.lock().await;
    let refused = |done: Option<Result<u32, ActError>>| {
        let refused = matches!(done, Some(Err(ActError::Refused(Refusal::NotYours))));
        assert!(refused, "{done:?}");
    };
    let commands = [Command::Play { ply: None, mv }, Command::Resign, Command::Hint];
    for command in &commands {
        refused(site.live.act(&game, &actor, command).now_or_never());
    }
    refused(site.live.claim(&game, &stranger, true).now_or_never());
    refused(site.live.say(&game, &stranger, Phrase::ALL[0], None).now_or_never());
    let choice = site.live.check_choice(&game, &stranger, &[]).now_or_never();
    refused(choice.map(|done| done.map(|()| 0)));
    let rematch = site.live.decline_rematch(&game, &stranger).now_or_never();
    refused(rematch.map(|done| done.map(|()| 0)));
    // Who sits there waits for the turn.
    let seated = Actor::Player(site.players[0].clone());
    assert!(site.live.act(&game, &seated, &commands[0]).now_or_never().is_none());
    drop(held);
    site.live.act(&game, &seated, &commands[0]).await.unwrap();
}

#[tokio::test]
async fn a_node_that_is_behind_looks_again_before_it_refuses() {
    let site = site().await;
    let other = node(&site.store, &InProcess::default());
    let here = site.live.open(&site.key).await.unwrap().unwrap();
    site.play(&other, 0, "a1").await.unwrap();
    // Nobody has told this node, and still it is Black's turn here too.
    assert_eq!(here.snapshot().version(), 1);
    assert_eq!(site.play(&site.live, 1, "d1").await.unwrap(), 3);
}

#[tokio::test]
async fn a_bell_brings_moves_and_drafts_of_other_nodes() {
    let bus = InProcess::default();
    let site = site().await;
    let (here, there) = (node(&site.store, &bus), node(&site.store, &bus));
    let listening = [&here, &there].map(|live| tokio::spawn(Arc::clone(live).keep_up()));
    while bus.listeners() < 2 {
        tokio::task::yield_now().await;
    }
    let game = here.open(&site.key).await.unwrap().unwrap();
    let mut seen = game.watch();
    site.play(&there, 0, "a1").await.unwrap();
    seen.wait_for(|snapshot| snapshot.version() == 2).await.unwrap();
    for (ply, text) in [(1, "b2"), (2, "d1"), (3, "b4")] {
        site.play(&there, ply, text).await.unwrap();
    }
    seen.wait_for(|snapshot| snapshot.version() == 5).await.unwrap();
    // The same version, with a turn in the making.
    site.play(&there, 4, "g1").await.unwrap();
    seen.wait_for(|snapshot| snapshot.owes_removal()).await.unwrap();
    let mut told = here.player_messages(&site.players[0]);
    there.notify(&site.players[0], PlayerMessage::SignedOut(None));
    assert!(matches!(told.recv().await, Ok(PlayerMessage::LookAgain)));
    listening.iter().for_each(tokio::task::JoinHandle::abort);
}

#[tokio::test]
async fn lost_bells_are_made_good_by_comparing_versions() {
    let site = site().await;
    let other = node(&site.store, &InProcess::default());
    let here = site.live.open(&site.key).await.unwrap().unwrap();
    let mut seen = here.watch();
    site.play(&other, 0, "a1").await.unwrap();
    assert!(!seen.has_changed().unwrap());
    site.live.compare_versions().await.unwrap();
    assert_eq!(seen.borrow_and_update().version(), 2);
}

/// Versions alone were compared, and a rematch is no event.
#[tokio::test]
async fn rematch_offers_heal_without_the_bus() {
    let site = site().await;
    let other = node(&site.store, &InProcess::default());
    let [white, black] = &site.players;
    let there = other.open(&site.key).await.unwrap().unwrap();
    other.act(&there, &Actor::Player(white.clone()), &Command::Resign).await.unwrap();
    let here = site.live.open(&site.key).await.unwrap().unwrap();
    let shown = async || {
        site.live.compare_versions().await.unwrap();
        here.snapshot().rematch.clone()
    };
    let offer = async |live: &Live, game: &LiveGame, player: &PlayerId| {
        live.offer_rematch(game, player, |_| GameId::NINE.start(), 9).await.unwrap()
    };
    offer(&other, &there, white).await;
    assert_eq!(shown().await.offered_by, Some(Side::White));
    other.decline_rematch(&there, black).await.unwrap();
    assert_eq!(shown().await, Rematch::default());
    offer(&other, &there, white).await;
    assert_eq!(shown().await.offered_by, Some(Side::White));
    let Rematched::Begun(next) = offer(&other, &there, black).await else { panic!("no rematch") };
    assert_eq!(shown().await.next, Some(next));
}

#[tokio::test]
async fn pages_of_a_session_are_shown_out_though_nobody_told_of_its_end() {
    let site = site().await;
    let ada = &site.players[0];
    let [ended, other] = [(); 2].map(|()| SessionToken::random().id());
    for session in [&ended, &other] {
        let expires = Timestamp::now() + SignedDuration::from_hours(1);
        site.store.accounts().start_session(session.clone(), ada.clone(), expires).await.unwrap();
    }
    let mut told = site.live.session_messages(ada, &ended);
    let _other = site.live.session_messages(ada, &other);
    site.live.show_out(Some(0)).await.unwrap();
    site.store.accounts().end_session(&ended).await.unwrap();
    site.live.show_out(Some(0)).await.unwrap();
    assert!(told.try_recv().is_err(), "sessions are not compared all the time");
    let later = async |time| {
        tokio::time::pause();
        tokio::time::advance(time).await;
        tokio::time::resume();
    };
    later(SESSIONS_COMPARED).await;
    // Even while the store takes no writes.
    site.live.show_out(None).await.unwrap();
    let message = told.try_recv().unwrap();
    assert!(matches!(message, PlayerMessage::SignedOut(Some(session)) if session == ended));
    assert!(told.try_recv().is_err(), "the other session holds");
    assert!(site.live.knows_sessions());
    later(SESSIONS_KNOWN).await;
    assert!(!site.live.knows_sessions());
}

/// A player at this node is there, whatever the store knows of the node.
#[tokio::test]
async fn players_of_this_node_are_not_looked_for_in_the_store() {
    let site = site().await;
    let game = site.live.open(&site.key).await.unwrap().unwrap();
    site.live.clock.pass(SignedDuration::from_mins(1));
    let [ada, bo] = site.players.each_ref().map(|player| seat_of(player, &site.key));
    for place in [&ada, &bo] {
        site.live.come(place).await;
    }
    let away = async || {
        site.live.compare_presence().await.unwrap();
        game.snapshot().absence.away.map(|since| since.is_some())
    };
    assert_eq!(away().await, [false; 2]);
    site.live.go(&bo, site.live.clock.now()).await;
    site.live.clock.pass(SignedDuration::from_secs(4));
    assert_eq!(away().await, [false, true]);
    site.live.come(&bo).await;
    assert_eq!(away().await, [false; 2]);
}

#[tokio::test]
async fn readers_do_not_wait_for_a_write() {
    let site = site().await;
    let game = site.live.open(&site.key).await.unwrap().unwrap();
    let _writing = game.writer.lock().await;
    assert_eq!(game.snapshot().version(), 1);
}

#[tokio::test]
async fn after_a_failed_write_the_store_is_read_again() {
    let site = site().await;
    let game = site.live.open(&site.key).await.unwrap().unwrap();
    // As if the write had broken off, and been carried out nevertheless.
    site.play(&node(&site.store, &InProcess::default()), 0, "a1").await.unwrap();
    *game.writer.lock().await = None;
    assert_eq!(site.play(&site.live, 1, "d1").await.unwrap(), 3);
}

/// A game of nine by chance that is at least so many plies long.
fn a_long_game(plies: usize) -> Game<AnyPosition> {
    let random_game = |seed| {
        let mut random = SplitMix::new(seed);
        let mut game = Game::new(GameId::NINE.start());
        while game.outcome().is_none() {
            let moves = game.legal_moves();
            game.play_unchecked(moves[random.below(moves.len())]);
        }
        game
    };
    (0..).map(random_game).find(|game| game.ply() >= plies).unwrap()
}

#[test]
fn a_long_game_is_replayed_away_from_the_threads_that_serve() {
    // There is one other thread, and it can be kept busy.
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_all().max_blocking_threads(1).build().unwrap();
    runtime.block_on(async {
        let site = site().await;
        let _held = site.live.open(&site.key).await.unwrap().unwrap();
        let game = a_long_game(LONG_GAME);
        for (ply, mv) in game.moves().iter().enumerate() {
            let text = game.positions()[ply].move_text(*mv);
            site.play(&site.live, ply as u32, &text).await.unwrap();
        }
        let stored = site.store.games().game(&site.key).await.unwrap().unwrap();
        let mut past = site.store.games().history(&site.key, stored.version).await.unwrap();
        let (release, wait) = std::sync::mpsc::channel::<()>();
        let busy = tokio::task::spawn_blocking(move || wait.recv());
        let mut long = std::pin::pin!(replayed(stored.clone(), past.clone()));
        assert!(long.as_mut().now_or_never().is_none(), "it waits for the other thread");
        past.events.truncate(LONG_GAME - 1);
        assert!(replayed(stored, past).now_or_never().is_some(), "a short one does not");
        release.send(()).unwrap();
        busy.await.unwrap().unwrap();
        assert_eq!(long.await.unwrap().game().moves(), game.moves());
    });
}
