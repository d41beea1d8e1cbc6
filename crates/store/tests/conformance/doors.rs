//! Guards: limits, leases, the security log, names, and time that was nobody's fault.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use merels_model::PlayerId;
use merels_store::{
    Lease, NewPlayer, NewSeat, Quota, SecurityEvent, SecurityKind, SessionToken, Sign, Store, Taken,
};
use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType};

use super::{Fixture, append, finish, game, game_between, mv, now, on_postgres, on_sqlite, player};

conformance!(
    parallel_requests_start_no_more_games_than_allowed,
    time_away_ends_no_session_and_forfeits_nobody,
    a_clock_that_is_set_moves_what_runs_out_with_it,
    a_lease_is_held_by_one_node_and_taken_over_when_it_runs_out,
    a_quota_holds_across_nodes_and_fills_up_again,
    from_where_somebody_came_in_is_known_without_the_security_log,
    the_security_log_keeps_the_last_thousand_lines_of_a_player,
    the_security_log_tells_who_what_and_when,
    a_name_that_looks_like_another_is_taken,
    versions_of_many_games_come_in_one_answer,
    a_ready_store_can_write,
);

async fn parallel_requests_start_no_more_games_than_allowed(fixture: &Fixture) {
    let ada = player(&fixture.store, "Ada").await;
    let nodes = [Arc::clone(&fixture.store), fixture.other_node().await];
    let mut starts = Vec::new();
    for i in 0..60 {
        let (store, ada) = (Arc::clone(&nodes[i % 2]), ada.clone());
        let computer = NewSeat::Computer("1".to_owned());
        let game = game_between(NewSeat::Player(ada.clone()), computer);
        starts.push(tokio::spawn(
            async move { store.games().create_game_within(game, &ada, 20).await },
        ));
    }
    let mut started = 0;
    for start in starts {
        started += u32::from(start.await.unwrap().unwrap());
    }
    assert_eq!(started, 20);
    let running = fixture.store.games().running_games(&ada).await.unwrap();
    assert_eq!(running.len(), 20);
    // One that is over makes room for another.
    let over = finish(&running[0].key, 2, merels_rules::Side::White, "0-1");
    assert!(fixture.store.games().append(over).await.unwrap());
    let game = game_between(NewSeat::Player(ada.clone()), NewSeat::Computer("1".to_owned()));
    assert!(fixture.store.games().create_game_within(game, &ada, 20).await.unwrap());
}

async fn time_away_ends_no_session_and_forfeits_nobody(fixture: &Fixture) {
    let store = &fixture.store;
    let (ada, bo) = (player(store, "Ada").await, player(store, "Bo").await);
    let token = SessionToken::random();
    let begun = now();
    assert!(store.cluster().beat(Sign::Start, begun).await.unwrap().away.is_zero());
    let hour = SignedDuration::from_hours(1);
    store.accounts().start_session(token.id(), ada.clone(), begun + hour).await.unwrap();
    game(store, &ada, &bo).await;
    let soon = begun + SignedDuration::from_secs(2);
    assert!(store.cluster().beat(Sign::Alive, soon).await.unwrap().away.is_zero());
    let back = soon + 100 * hour;
    assert_eq!(store.cluster().beat(Sign::Start, back).await.unwrap().away, 100 * hour);
    assert!(store.cluster().beat(Sign::Start, back).await.unwrap().away.is_zero(), "counted once");
    assert_eq!(store.accounts().end_old_sessions(back).await.unwrap(), 0);
    assert!(store.accounts().session(&token.id(), back).await.unwrap().is_some());
    assert_eq!(store.games().idle_games(back - 72 * hour).await.unwrap(), []);
    // What was left of the hour is still to come.
    assert!(store.accounts().session(&token.id(), back + hour).await.unwrap().is_none());
    assert_eq!(store.games().idle_games(back + hour).await.unwrap().len(), 1);
}

async fn a_clock_that_is_set_moves_what_runs_out_with_it(fixture: &Fixture) {
    let store = &fixture.store;
    let ada = player(store, "Ada").await;
    let token = SessionToken::random();
    let (begun, day) = (now(), SignedDuration::from_hours(24));
    store.cluster().beat(Sign::Start, begun).await.unwrap();
    store.accounts().start_session(token.id(), ada, begun + day).await.unwrap();
    let beat = async |by, now| store.cluster().beat(Sign::Jump(by), now).await.unwrap().away;
    assert_eq!(beat(50 * day, begun + 50 * day).await, 50 * day);
    assert!(beat(50 * day, begun + 50 * day).await.is_zero(), "another node has moved everything");
    assert_eq!(beat(-50 * day, begun).await, -50 * day);
    assert!(store.accounts().session(&token.id(), begun).await.unwrap().is_some());
    assert!(store.accounts().session(&token.id(), begun + 2 * day).await.unwrap().is_none());
}

async fn a_lease_is_held_by_one_node_and_taken_over_when_it_runs_out(fixture: &Fixture) {
    let nodes = [Arc::clone(&fixture.store), fixture.other_node().await];
    let (begun, lasts) = (now(), SignedDuration::from_secs(10));
    let lease = |node: usize, at: Timestamp| {
        let (work, holder) = ("sweep".to_owned(), format!("node {node}"));
        nodes[node].cluster().lease(Lease { work, holder, at, lasts })
    };
    let (first, second) = tokio::join!(lease(0, begun), lease(1, begun));
    assert!(first.unwrap() != second.unwrap(), "exactly one takes it");
    let (holds, waits) = if lease(0, begun).await.unwrap() { (0, 1) } else { (1, 0) };
    assert!(lease(holds, begun + lasts / 2).await.unwrap(), "its holder may go on");
    assert!(!lease(waits, begun + lasts).await.unwrap());
    assert!(lease(waits, begun + 2 * lasts).await.unwrap(), "taken over when it has run out");
    assert!(!lease(holds, begun + 2 * lasts).await.unwrap());
    nodes[holds].cluster().release("sweep", &format!("node {holds}")).await.unwrap();
    assert!(!lease(holds, begun + 2 * lasts).await.unwrap(), "nobody gives away another's");
    nodes[waits].cluster().release("sweep", &format!("node {waits}")).await.unwrap();
    assert!(lease(holds, begun + 2 * lasts).await.unwrap());
    assert_eq!(nodes[0].cluster().forget_leases(begun + 4 * lasts).await.unwrap(), 1);
}

async fn a_quota_holds_across_nodes_and_fills_up_again(fixture: &Fixture) {
    let nodes = [Arc::clone(&fixture.store), fixture.other_node().await];
    let begun = now();
    let quota =
        |key: &str, most| Quota { key: key.to_owned(), most, per: SignedDuration::from_mins(1) };
    let mut granted = 0;
    for attempt in 0..20 {
        let node = &nodes[attempt % 2];
        granted += u32::from(node.cluster().take(vec![quota("ada", 5)], begun).await.unwrap());
    }
    assert_eq!(granted, 5);
    let later = begun + SignedDuration::from_secs(12);
    assert!(
        nodes[0].cluster().take(vec![quota("ada", 5)], later).await.unwrap(),
        "one a fifth of a minute"
    );
    assert!(!nodes[1].cluster().take(vec![quota("ada", 5)], later).await.unwrap());
    assert!(!nodes[1].cluster().take(vec![quota("new", 5), quota("ada", 5)], later).await.unwrap());
    nodes[1].cluster().forgive("ada").await.unwrap();
    assert!(nodes[0].cluster().take(vec![quota("ada", 5)], later).await.unwrap());
    let hour = later + SignedDuration::from_hours(1);
    assert_eq!(nodes[0].cluster().forget_quotas(hour).await.unwrap(), 2);
}

async fn the_security_log_tells_who_what_and_when(fixture: &Fixture) {
    let store = &fixture.store;
    let ada = player(store, "Ada").await;
    let at = now();
    let line = |kind, player: Option<&PlayerId>, seconds| SecurityEvent {
        at: at + SignedDuration::from_secs(seconds),
        kind,
        player: player.cloned(),
        actor: None,
        client: "192.0.2.7".to_owned(),
    };
    let lines = [
        line(SecurityKind::Deleted, Some(&ada), 3),
        line(SecurityKind::LoggedIn, Some(&ada), 2),
        line(SecurityKind::LoginRefused, None, 1),
    ];
    for line in lines.iter().rev() {
        store.accounts().log_security(line.clone()).await.unwrap();
    }
    assert_eq!(store.accounts().security_log(10).await.unwrap(), lines);
    assert!(store.accounts().has_logged_in_from(&ada, "192.0.2.7", at).await.unwrap());
    assert!(!store.accounts().has_logged_in_from(&ada, "192.0.2.8", at).await.unwrap());
    let later = at + SignedDuration::from_secs(5);
    assert!(!store.accounts().has_logged_in_from(&ada, "192.0.2.7", later).await.unwrap());
    assert_eq!(store.accounts().forget_security_events(later).await.unwrap(), 3);
}

/// With a million lines a login of a known name took longer than one of an unknown.
async fn from_where_somebody_came_in_is_known_without_the_security_log(fixture: &Fixture) {
    let store = &fixture.store;
    let ada = player(store, "Ada").await;
    let begun = now();
    let login = |seconds, client: &str| SecurityEvent {
        at: begun + SignedDuration::from_secs(seconds),
        kind: SecurityKind::LoggedIn,
        player: Some(ada.clone()),
        actor: None,
        client: client.to_owned(),
    };
    for (seconds, client) in [(1, "192.0.2.7"), (2, "192.0.2.8"), (3, "192.0.2.7")] {
        store.accounts().log_security(login(seconds, client)).await.unwrap();
    }
    let later = begun + SignedDuration::from_hours(1);
    assert_eq!(store.accounts().forget_security_events(later).await.unwrap(), 3);
    assert!(store.accounts().has_logged_in_from(&ada, "192.0.2.8", begun).await.unwrap());
    let at = |seconds| begun + SignedDuration::from_secs(seconds);
    let known = [("192.0.2.7".to_owned(), at(3)), ("192.0.2.8".to_owned(), at(2))];
    assert_eq!(store.accounts().login_addresses(&ada).await.unwrap(), known);
    assert_eq!(store.accounts().forget_login_addresses(at(3)).await.unwrap(), 1);
    assert!(!store.accounts().has_logged_in_from(&ada, "192.0.2.8", begun).await.unwrap());
    store.accounts().delete_player(&ada).await.unwrap();
    assert_eq!(store.accounts().login_addresses(&ada).await.unwrap(), []);
}

async fn the_security_log_keeps_the_last_thousand_lines_of_a_player(fixture: &Fixture) {
    let store = &fixture.store;
    let (ada, bo) = (player(store, "Ada").await, player(store, "Bo").await);
    let begun = now();
    let line = |player: &PlayerId, number: i64| SecurityEvent {
        at: begun + SignedDuration::from_millis(number),
        kind: SecurityKind::OperatorRefused,
        player: Some(player.clone()),
        actor: None,
        client: "192.0.2.7".to_owned(),
    };
    store.accounts().log_security(line(&bo, 0)).await.unwrap();
    let lines = (0..1010).map(|number| store.accounts().log_security(line(&ada, number)));
    futures_util::future::try_join_all(lines).await.unwrap();
    let log = store.accounts().security_log_of(&ada).await.unwrap();
    assert_eq!(log.len(), 1000);
    assert_eq!(log.last().unwrap().at, begun + SignedDuration::from_millis(10));
    assert_eq!(
        store.accounts().security_log(2000).await.unwrap().len(),
        1001,
        "another's are left alone"
    );
}

async fn a_name_that_looks_like_another_is_taken(fixture: &Fixture) {
    let store = &fixture.store;
    player(store, "Ada Lovelace").await;
    let named = |name: &str| NewPlayer {
        id: PlayerId::random(),
        login: None,
        name: name.to_owned(),
        at: now(),
    };
    for name in ["Аda Lovelace", "ADA LOVELACE", "Ａｄａ Lovelace", "Ada Love1ace"] {
        assert_eq!(
            store.accounts().create_player(named(name)).await.unwrap(),
            Err(Taken::Name),
            "{name}"
        );
    }
    assert_eq!(store.accounts().create_player(named("Eda Lovelace")).await.unwrap(), Ok(()));
}

async fn versions_of_many_games_come_in_one_answer(fixture: &Fixture) {
    let store = &fixture.store;
    let (ada, bo) = (player(store, "Ada").await, player(store, "Bo").await);
    let (one, other) = (game(store, &ada, &bo).await, game(store, &ada, &bo).await);
    assert!(store.games().append(append(&other, 2, mv(0, "d6"))).await.unwrap());
    let odd = merels_model::GameKey::new("x\",'");
    let latest = store.games().latest([&one, &other, &odd]).await.unwrap();
    let mut versions: Vec<_> = latest.into_iter().map(|game| (game.key, game.version)).collect();
    versions.sort();
    let mut expected = vec![(one, 1), (other, 2)];
    expected.sort();
    assert_eq!(versions, expected);
    assert_eq!(store.games().latest([]).await.unwrap(), []);
}

async fn a_ready_store_can_write(fixture: &Fixture) {
    fixture.store.check_writes().await.unwrap();
    fixture.store.close().await;
    fixture.store.check_writes().await.unwrap_err();
}

/// A file of the first edition, with two players whose names look the same.
#[tokio::test]
async fn players_of_the_first_edition_keep_their_names_and_get_skeletons() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("old.db");
    let old = rusqlite::Connection::open(&file).unwrap();
    old.execute_batch(include_str!("../../migrations/sqlite/0001_start.sql")).unwrap();
    for (id, name) in [("a", "Ada"), ("b", "Аda"), ("c", "Bo")] {
        let sql = "INSERT INTO players (id, name, name_key, created) VALUES ($1, $2, $1, 0)";
        old.execute(sql, [id, name]).unwrap();
    }
    old.execute_batch(
        "CREATE TABLE _sqlx_migrations (version BIGINT PRIMARY KEY, description TEXT NOT NULL, \
         installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP, success BOOLEAN NOT NULL, \
         checksum BLOB NOT NULL, execution_time BIGINT NOT NULL)",
    )
    .unwrap();
    let sql = include_str!("../../migrations/sqlite/0001_start.sql").into_sql_str();
    let first = Migration::new(1, "start".into(), MigrationType::Simple, sql, false).checksum;
    let sql = "INSERT INTO _sqlx_migrations VALUES (1, 'start', '2026-01-01', TRUE, $1, 1)";
    old.execute(sql, [&*first]).unwrap();
    let store = Store::open(&format!("sqlite://{}", file.display())).await.unwrap();
    let skeletons: Vec<(String, Option<String>)> = old
        .prepare("SELECT name, skeleton FROM players ORDER BY id")
        .unwrap()
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))
        .unwrap()
        .collect::<Result<_, _>>()
        .unwrap();
    let expected = [("Ada", true), ("Аda", false), ("Bo", true)];
    for ((name, skeleton), (expected, has_one)) in skeletons.iter().zip(expected) {
        assert_eq!((name.as_str(), skeleton.is_some()), (expected, has_one));
    }
    store.close().await;
    // A file that a later program has changed is not touched.
    let sql = "INSERT INTO _sqlx_migrations VALUES (99, 'later', '2030-01-01', TRUE, x'00', 1)";
    old.execute(sql, []).unwrap();
    let error = Store::open(&format!("sqlite://{}", file.display())).await.unwrap_err();
    assert!(error.to_string().contains("99"), "{error}");
}

#[cfg(unix)]
#[tokio::test]
async fn nobody_but_its_owner_may_read_the_database_file() {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt;

    let fixture = on_sqlite().await;
    player(&fixture.store, "Ada").await;
    let mode = |suffix: &str| {
        let file = format!("{}{suffix}", fixture.file().display());
        fs::metadata(file).unwrap().permissions().mode() & 0o777
    };
    assert_eq!([mode(""), mode("-wal"), mode("-shm")], [0o600; 3]);
    // One from before is closed when it is opened.
    fs::set_permissions(fixture.file(), Permissions::from_mode(0o644)).unwrap();
    fixture.other_node().await;
    assert_eq!(mode(""), 0o600);
}

#[tokio::test]
async fn a_failed_connection_does_not_show_its_password() {
    for address in
        ["postgres://me:secret@127.0.0.1:1/db", "postgres://127.0.0.1:1/db?password=secret"]
    {
        let error = format!("{0} {0:?}", Store::open(address).await.unwrap_err());
        assert!(!error.contains("secret"), "{error}");
    }
}

/// Of all players together: each may cause a thousand lines, and there is no end of guests.
#[tokio::test]
async fn the_security_log_keeps_the_last_half_million_lines() {
    let fixture = on_sqlite().await;
    let store = &fixture.store;
    let other = rusqlite::Connection::open(fixture.file()).unwrap();
    let sql = "WITH RECURSIVE numbers (number) AS (
            SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 500100)
        INSERT INTO security_log (at, kind, client)
            SELECT $1 + number, 'login-refused', '192.0.2.7' FROM numbers";
    let begun = now();
    other.execute(sql, [begun.as_millisecond()]).unwrap();
    let long_ago = begun - SignedDuration::from_hours(1);
    assert_eq!(store.accounts().forget_security_events(long_ago).await.unwrap(), 100);
    let kept = "SELECT COUNT(*), MIN(at) FROM security_log";
    let kept = other.query_row(kept, [], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    assert_eq!(kept, (500_000_i64, begun.as_millisecond() + 101));
    assert_eq!(store.accounts().forget_security_events(long_ago).await.unwrap(), 0);
}
