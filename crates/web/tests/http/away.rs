//! A database that is away: 503 on every page, for programs and on sockets, and all is well when it is
//! back.

use std::fs::OpenOptions;
use std::io::{Seek, SeekFrom, Write};
use std::time::Duration;

use merels_store::Scope;
use merels_test_services::SlowLink;
use merels_web::{Server, Settings};
use serde_json::json;

use crate::common::{Client, DEADLINE, Program, Site, Wire, eventually, refusal, request};

/// Pages that need the database, for one who is signed in.
const PAGES: [&str; 12] = [
    "/home",
    "/account",
    "/account/data",
    "/lobby",
    "/arenas",
    "/people",
    "/player/Ada",
    "/ratings",
    "/watch",
    "/puzzles",
    "/operator",
    "/game/0123456789abcdefghijkl",
];

/// The state before the database went.
struct Before {
    ada: Client,
    program: Program,
    wire: Wire,
}

impl Before {
    async fn of(site: &Site) -> Before {
        let ada = site.player("Ada").await;
        let program = site.program(&ada, Scope::Play).await;
        let wire = Wire::waiting_for_news(site, &ada).await;
        ada.page("/home").await.expect(200);
        Before { ada, program, wire }
    }

    /// Every door says that the site cannot work now, each in its own words.
    async fn is_away(&mut self, site: &Site) {
        for path in PAGES {
            self.ada.page(path).await.expect(503).says(&["The site cannot reach its memory"]);
            assert_eq!(self.ada.data(path).await.expect(503).json()["error"], "busy", "{path}");
        }
        site.visitor().page("/watch").await.expect(503);
        let fields = json!({"game": "three"});
        let posted = self.ada.api("POST", "/playcomputer", fields.clone()).await.expect(503);
        assert_eq!(posted.json()["error"], "busy");
        let login = json!({"email": "ada@example.org", "password": "mühle am bach"});
        site.visitor().api("POST", "/loginplayer", login).await.expect(503);
        for path in ["/api/v1/account", "/api/v1/games"] {
            assert_eq!(self.program.get(path).await.expect(503).json()["error"], "busy", "{path}");
        }
        let opened = Wire::try_open(request(site, &self.ada, &[])).await;
        assert_eq!(opened.err(), Some(503));
        let key = "0123456789abcdefghijkl";
        assert_eq!(refusal(&self.wire.play(key, 0, "a1").await), "busy");
        site.visitor().page("/healthz").await.expect(200);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_is_away_is_503_everywhere_on_postgres() {
    let Some(near) = merels_test_services::postgres_database().await else { return };
    let (server, name) = near.rsplit_once('/').unwrap();
    let (scheme, place) = server.rsplit_once('@').unwrap();
    let link = SlowLink::to(place, Duration::ZERO).unwrap();
    let database = format!("{scheme}@{}/{name}", link.address());
    let server = Server::start(Settings::new(([127, 0, 0, 1], 0).into(), database)).await.unwrap();
    let site = Site::on(&server, &near).await;
    let mut before = Before::of(&site).await;
    link.cut();
    before.is_away(&site).await;
    site.visitor().page("/readyz").await.expect(503);
    link.mend();
    for path in ["/home", "/readyz"] {
        eventually("the site is well again", async || {
            (before.ada.page(path).await.status == 200).then_some(())
        })
        .await;
    }
    server.shut_down().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_is_away_is_503_everywhere_on_sqlite() {
    let site = Site::start().await;
    let mut before = Before::of(&site).await;
    // Another program commits while somebody writes over the files: from then on nobody trusts the pages
    // that were read before.
    let other = rusqlite::Connection::open(site.file()).unwrap();
    other.busy_timeout(DEADLINE).unwrap();
    other.execute_batch("BEGIN IMMEDIATE; UPDATE heartbeat SET at = at + 1").unwrap();
    for file in [site.file(), site.file().with_extension("db-wal")] {
        let mut file = OpenOptions::new().write(true).open(file).unwrap();
        let length = file.metadata().unwrap().len();
        file.seek(SeekFrom::Start(32)).unwrap();
        file.write_all(&vec![0xff; length.saturating_sub(32) as usize]).unwrap();
    }
    other.execute_batch("COMMIT").unwrap();
    before.is_away(&site).await;
}
