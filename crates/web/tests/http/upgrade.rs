//! A database of the first edition, with everything that people had in it, opened by today's program.

use merels_model::PlayerId;
use merels_store::SessionToken;
use merels_web::{Server, Settings};
use rusqlite::Connection as Sqlite;
use serde_json::json;
use sqlx::{AssertSqlSafe, Connection, PgConnection};

use crate::common::{Client, Site, eventually, now};

const SQLITE: &str = include_str!("../../../store/migrations/sqlite/0001_start.sql");
const POSTGRES: &str = include_str!("../../../store/migrations/postgres/0001_start.sql");

/// The notes of the first edition's program after it had made its tables. Should these steps ever
/// be changed, no database of that time could be opened.
const SQLITE_NOTE: (&str, &str) = (
    "CREATE TABLE _sqlx_migrations (version BIGINT PRIMARY KEY, description TEXT NOT NULL, \
     installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP, success BOOLEAN NOT NULL, \
     checksum BLOB NOT NULL, execution_time BIGINT NOT NULL)",
    "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES \
     (1, 'start', TRUE, x'80604b9486d9e993dea370e95cc1dd11af4c2a3d247e74597cdbfb6e7d66866d\
     636d346f40f4430444b348a0a5779b63', 1)",
);
const POSTGRES_NOTE: (&str, &str) = (
    "CREATE TABLE _sqlx_migrations (version BIGINT PRIMARY KEY, description TEXT NOT NULL, \
     installed_on TIMESTAMPTZ NOT NULL DEFAULT now(), success BOOLEAN NOT NULL, \
     checksum BYTEA NOT NULL, execution_time BIGINT NOT NULL)",
    "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES \
     (1, 'start', TRUE, '\\x3ac48fec4e87d1017065965e8c85882c8bb2c465d47778bd6b7c5c8ebd00c419\
     d8585141e51e041e3f725e2d645bd93b', 1)",
);

/// The sessions of Ada and of a guest, and all data.
fn data() -> ([SessionToken; 2], String) {
    let tokens = [SessionToken::random(), SessionToken::random()];
    let data = include_str!("../data/first-edition.sql")
        .replace("$NOW", &now().as_millisecond().to_string())
        .replace("$ADA", tokens[0].id().as_str())
        .replace("$GUEST", tokens[1].id().as_str());
    (tokens, data)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sqlite_file_of_the_first_edition_lives_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("old.db");
    let (tokens, data) = data();
    let old = Sqlite::open(&file).unwrap();
    for sql in [SQLITE, SQLITE_NOTE.0, SQLITE_NOTE.1, &data] {
        old.execute_batch(sql).unwrap();
    }
    drop(old);
    everything_lives_on(&format!("sqlite://{}", file.display()), &tokens).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_postgresql_database_of_the_first_edition_lives_on() {
    let Some(address) = merels_test_services::postgres_database().await else { return };
    let (tokens, data) = data();
    let mut old = PgConnection::connect(&address).await.unwrap();
    for sql in [POSTGRES, POSTGRES_NOTE.0, POSTGRES_NOTE.1, &data] {
        sqlx::raw_sql(AssertSqlSafe(sql.to_owned())).execute(&mut old).await.unwrap();
    }
    old.close().await.unwrap();
    everything_lives_on(&address, &tokens).await;
}

async fn everything_lives_on(database: &str, [adas, guests]: &[SessionToken; 2]) {
    let settings = Settings::new(([127, 0, 0, 1], 0).into(), database);
    let server = Server::start(settings).await.unwrap();
    let site = Site::on(&server, database).await;
    // Sessions hold, and what people had is theirs.
    let holder = |token: &SessionToken, id: &str| {
        let mut client: Client = site.visitor();
        client.set_cookie("merels", token.secret());
        client.id = Some(PlayerId::new(id));
        client
    };
    let (ada, guest) = (holder(adas, "ada"), holder(guests, "guest"));
    let home = ada.data("/home").await.expect(200).json();
    assert_eq!((&home["name"], &home["email"]), (&json!("Ada"), &json!("Ada@example.org")));
    assert_eq!(ada.tally().await, [2, 0, 0]);
    assert_eq!(home["games"], json!([{"game_id": "running", "game": "nine"}]));
    // The password of that time opens the door.
    let mut bob = site.visitor();
    let fields = [("email", "bob@example.org"), ("password", "mühle am bach")];
    bob.form("/loginplayer", &fields).await.leads_to("/home");
    bob.id = Some(PlayerId::new("bob"));
    assert_eq!(bob.tally().await, [0, 1, 0]);
    // Games go on, with people and with the computer, to their end.
    let state = bob.play("running", "g7").await;
    assert_eq!((&state["version"], &state["toMove"]), (&json!(9), &json!("white")), "{state}");
    ada.play("running", "c5").await;
    bob.api("PUT", "/forfeit", json!({"game_id": "running"})).await.expect(200);
    assert_eq!(ada.tally().await, [3, 0, 0]);
    eventually("the computer takes up its game", async || {
        (guest.state("computers").await["version"].as_u64()? > 2).then_some(())
    })
    .await;
    for path in ["/game/resigned", "/game/resigned/replay", "/game/deserted", "/player/Ada"] {
        ada.page(path).await.expect(200);
    }
    // What is new works with those who are old: ratings, and the whole of one's data.
    site.rated_game("nine", &ada, &bob).await;
    let home = ada.data("/home").await.expect(200).json();
    assert_eq!(home["ratings"].as_array().unwrap().len(), 1, "{home}");
    let kept = ada.data("/account/data").await.expect(200).json();
    assert_eq!(kept["games"].as_array().unwrap().len(), 4);
    server.shut_down().await;
}
