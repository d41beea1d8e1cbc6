//! The whole store as a file, and back, from each database into each.

use std::sync::atomic::{AtomicU32, Ordering};

use merels_store::StoredEvent;
use merels_store::backup::{self, BackupError, TableSum};

use super::{Fixture, append, game, mv, on_postgres, on_sqlite, player};

conformance!(
    a_backup_is_restored_into_each_database,
    a_backup_under_play_has_all_that_was_acknowledged_before,
    a_restore_does_not_overwrite,
);

async fn backup_of(fixture: &Fixture) -> (Vec<u8>, Vec<TableSum>) {
    let mut file = Vec::new();
    let sums = backup::back_up(&fixture.address, &mut file).await.unwrap();
    assert_eq!(backup::check(file.as_slice()).unwrap(), sums);
    (file, sums)
}

fn rows(sums: &[TableSum], name: &str) -> u64 {
    sums.iter().find(|sum| sum.name() == name).unwrap().rows()
}

async fn a_backup_is_restored_into_each_database(fixture: &Fixture) {
    let [ada, bo] =
        [player(&fixture.store, "Ada \"Ö\" \\").await, player(&fixture.store, "Bo").await];
    let key = game(&fixture.store, &ada, &bo).await;
    for (version, text) in [(2, "a1"), (3, "d1"), (4, "g1")] {
        fixture.store.games().append(append(&key, version, mv(version - 2, text))).await.unwrap();
    }
    let (file, sums) = backup_of(fixture).await;
    assert_eq!((rows(&sums, "players"), rows(&sums, "games"), rows(&sums, "events")), (2, 1, 4));
    let events = fixture.store.games().events(&key).await.unwrap();
    for other in [Some(on_sqlite().await), on_postgres().await].into_iter().flatten() {
        let restored = backup::restore(&other.address, file.as_slice()).await.unwrap();
        assert_eq!(restored, sums);
        assert_eq!(other.store.games().events(&key).await.unwrap(), events);
        // The game goes on there.
        other.store.games().append(append(&key, 5, mv(3, "a4"))).await.unwrap();
        // And a backup of it is the same again but for that.
        assert_eq!(rows(&backup_of(&other).await.1, "events"), 5);
    }
}

async fn a_backup_under_play_has_all_that_was_acknowledged_before(fixture: &Fixture) {
    const MOVES: u32 = 400;
    let [ada, bo] = [player(&fixture.store, "Ada").await, player(&fixture.store, "Bo").await];
    let key = game(&fixture.store, &ada, &bo).await;
    let acknowledged = AtomicU32::new(1);
    let playing = async {
        for version in 2..MOVES {
            fixture
                .store
                .games()
                .append(append(&key, version, mv(version - 2, "a1-d1")))
                .await
                .unwrap();
            acknowledged.store(version, Ordering::SeqCst);
        }
    };
    let backing_up = async {
        while acknowledged.load(Ordering::SeqCst) < MOVES / 4 {
            tokio::task::yield_now().await;
        }
        let before = acknowledged.load(Ordering::SeqCst);
        (before, backup_of(fixture).await.0)
    };
    let ((), (before, file)) = tokio::join!(playing, backing_up);
    let other = on_sqlite().await;
    backup::restore(&other.address, file.as_slice()).await.unwrap();
    let events = other.store.games().events(&key).await.unwrap();
    assert!(events.len() as u32 >= before, "{} of {before}", events.len());
    let versions: Vec<u32> = events.iter().map(|event: &StoredEvent| event.version).collect();
    assert_eq!(versions, (1..=events.len() as u32).collect::<Vec<_>>(), "no gaps");
    let version = events.len() as u32 + 1;
    other.store.games().append(append(&key, version, mv(version - 2, "d1-g1"))).await.unwrap();
}

async fn a_restore_does_not_overwrite(fixture: &Fixture) {
    player(&fixture.store, "Ada").await;
    let (file, _) = backup_of(fixture).await;
    let error = backup::restore(&fixture.address, file.as_slice()).await.unwrap_err();
    assert!(matches!(&error, BackupError::NotEmpty(table) if table == "players"), "{error}");
    // Damage is found before anything is written.
    let other = on_sqlite().await;
    for damaged in [&file[..file.len() / 2], &file[4..], b"", b"something else"] {
        let error = backup::restore(&other.address, damaged).await.unwrap_err();
        let is_refused = matches!(error, BackupError::Damaged(_) | BackupError::File(_));
        assert!(is_refused, "{error}");
        assert!(backup::check(damaged).is_err());
    }
    assert_eq!(rows(&backup_of(&other).await.1, "players"), 0);
}
