//! Clocks stand still while the site is away, for exactly as long, and at no other time.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use jiff::Timestamp;
use merels_model::{GameKey, Terms};
use merels_rules::{GameId, Position};
use merels_store::{NewGame, NewSeat, Store};

use crate::play::player;
use crate::process::{DEADLINE, Running, serve};

/// The times for which a site is away, or stalled: under and over the former limit of an absence.
const SHORT: Duration = Duration::from_millis(1_500);
const LONG: Duration = Duration::from_millis(3_500);

/// A site of its own with one game whose clock runs.
struct Kept {
    folder: tempfile::TempDir,
    store: Store,
    game: GameKey,
}

impl Kept {
    async fn new() -> Kept {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&address(&folder)).await.unwrap();
        let (white, _) = player(&store, "Ada".to_owned()).await;
        let (black, _) = player(&store, "Bo".to_owned()).await;
        let start = GameId::NINE.start();
        let new = NewGame {
            key: GameKey::random(),
            game: GameId::NINE,
            start: start.to_string(),
            mover: start.side(),
            seats: [white, black].map(NewSeat::Player),
            terms: Terms { time: Some("5+5".parse().unwrap()), rated: false },
            at: Timestamp::now(),
        };
        let game = new.key.clone();
        store.games().create_game(new).await.unwrap();
        Kept { folder, store, game }
    }

    fn start(&self) -> Running {
        let database = address(&self.folder);
        let args = ["--listen", "127.0.0.1:0", "--database", &database, "--log", "warn"];
        Running::start(&mut serve(self.folder.path(), &args))
    }

    /// Since when the mover is on the clock.
    async fn since(&self) -> Timestamp {
        self.store.games().game(&self.game).await.unwrap().unwrap().touched
    }

    fn last_sign(&self) -> Timestamp {
        let file = rusqlite::Connection::open(file(&self.folder)).unwrap();
        file.busy_timeout(DEADLINE).unwrap();
        let at = file.query_row("SELECT at FROM heartbeat", [], |row| row.get(0)).unwrap();
        Timestamp::from_millisecond(at).unwrap()
    }

    fn wait_for_sign_after(&self, moment: Timestamp) {
        let begun = Instant::now();
        while self.last_sign() <= moment {
            assert!(begun.elapsed() < DEADLINE, "no sign of life");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

fn file(folder: &tempfile::TempDir) -> PathBuf {
    folder.path().join("merels.db")
}

fn address(folder: &tempfile::TempDir) -> String {
    format!("sqlite://{}", file(folder).display())
}

/// 1.5 s down charged the mover twice as much, 2.2 s down nothing.
#[tokio::test(flavor = "multi_thread")]
async fn a_killed_site_credits_clocks_for_exactly_its_absence() {
    let kept = Kept::new().await;
    let mut site = kept.start();
    for away in [SHORT, LONG] {
        kept.wait_for_sign_after(Timestamp::now());
        let before = kept.since().await;
        site.kill();
        let (killed, last) = (Timestamp::now(), kept.last_sign());
        tokio::time::sleep(away).await;
        let earliest = Timestamp::now().duration_since(last);
        site = kept.start();
        let latest = Timestamp::now().duration_since(last);
        let credit = kept.since().await.duration_since(before);
        println!("the kill was known to {:?}", killed.duration_since(last));
        assert!((earliest..=latest).contains(&credit), "{earliest} {credit} {latest}");
    }
    // Who is asked to end says when.
    kept.wait_for_sign_after(Timestamp::now());
    let before = kept.since().await;
    let asked = Timestamp::now();
    assert!(site.end_politely().success());
    let last = kept.last_sign();
    assert!(last > asked, "the last sign of life is given at the end");
    let _site = kept.start();
    assert!(kept.since().await.duration_since(before) <= Timestamp::now().duration_since(last));
}

/// A late heartbeat was taken for an absence: whoever could stall the site won time.
#[tokio::test(flavor = "multi_thread")]
async fn a_stalled_site_credits_nothing() {
    let kept = Kept::new().await;
    let site = kept.start();
    kept.wait_for_sign_after(Timestamp::now());
    let before = kept.since().await;
    site.signal("-STOP");
    tokio::time::sleep(LONG).await;
    site.signal("-CONT");
    kept.wait_for_sign_after(Timestamp::now());
    assert_eq!(kept.since().await, before);
}
