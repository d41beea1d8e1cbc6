//! Compares the time of answers about addresses with and without an account: nobody should be able to tell.
//!
//! Every question comes from a client of its own, as limits count by client, and is about an address of
//! its own. Known and unknown ones come in random order: what the site still does after an answer must
//! not fall on always the same kind.

use std::net::TcpListener;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use jiff::Timestamp;
use merels_model::PlayerId;
use merels_store::{NewPlayer, SecurityEvent, SecurityKind, Store};

use crate::args::Args;
use crate::http::Browser;
use crate::node::Nodes;

const PASSWORD: &str = "seventeen+quiet+herons";

/// The site's own address, and the proxy that tells it who asks.
const SITE: &str = "http://merels.example";
const PROXY: &str = "127.0.0.1";

/// Earlier logins of the owner of each account.
const LOGINS_BEFORE: u32 = 20;

/// A question: its path, its fields beside the address, and the answer.
const QUESTIONS: [(&str, &str, &str, u16); 3] = [
    ("login", "/loginplayer", "password=not+the+right+one", 401),
    ("forgotten password", "/forgot", "", 200),
    (
        "recovery code",
        "/recover",
        "code=aaaaa-bbbbb-ccccc-ddddd-eeeee&new=nineteen+loud+cranes&confirm=nineteen+loud+cranes",
        422,
    ),
];

/// Asks all questions and prints how long the answers took.
pub(crate) async fn compare(args: &Args, database: &str) -> Result<()> {
    // A mail server that never says a word: what is sent would only take from what is measured.
    let silent = TcpListener::bind((PROXY, 0))?;
    let smtp = format!("smtp://{}", silent.local_addr()?);
    let mail = ["--public-url", SITE, "--trusted-proxy", PROXY, "--smtp", &smtp];
    let mut args = args.clone();
    args.serve.extend(mail.map(str::to_owned));
    let nodes = Nodes::start(&args, database).await?;
    let browser = Browser::new(&nodes.addresses()[0]).with_header(&format!("Origin: {SITE}"));
    seed(&args, &browser, database).await?;
    println!("answers about       {} known and {0} unknown addresses, each", args.addresses);
    let mut random = Random(1);
    for (what, path, fields, status) in QUESTIONS {
        let mut order: Vec<(bool, u32)> =
            (0..args.addresses).flat_map(|number| [(true, number), (false, number)]).collect();
        order.sort_by_cached_key(|_| random.next());
        let (mut known, mut unknown) = (Vec::new(), Vec::new());
        for (is_known, number) in order {
            let client = random.next();
            let email = if is_known { known_address(number) } else { unknown_address(number) };
            let form = format!("email={email}&{fields}");
            let begun = Instant::now();
            let answer = of_client(&browser, client).send_form("POST", path, &form).await?.status;
            let took = begun.elapsed();
            ensure!(answer == status, "{path} is answered with status {answer}");
            if is_known { known.push(took) } else { unknown.push(took) }
        }
        println!("{what:<20}known {}, unknown {}", Quartiles::of(known), Quartiles::of(unknown));
    }
    nodes.stop().await
}

/// Makes the accounts that are known: one by signing up, the others with the same password.
async fn seed(args: &Args, browser: &Browser, database: &str) -> Result<()> {
    let form = format!("email=first@example.org&password={PASSWORD}&confirm={PASSWORD}&name=First");
    let status = of_client(browser, 0).send_form("POST", "/signup", &form).await?.status;
    ensure!(status == 303, "/signup is answered with status {status}");
    let store = Store::open(database).await?;
    let first =
        store.accounts().account("first@example.org").await?.context("the first account")?;
    let hash = first.password.context("its password")?;
    for number in 0..args.addresses {
        let (id, at) = (PlayerId::random(), Timestamp::now());
        let login = Some((known_address(number), hash.clone()));
        let new = NewPlayer { id: id.clone(), login, name: format!("Known{number}"), at };
        ensure!(store.accounts().create_player(new).await?.is_ok(), "a new database is needed");
        let line = |number: u32| SecurityEvent {
            at,
            kind: SecurityKind::LoggedIn,
            player: Some(id.clone()),
            client: format!("192.0.2.{number}"),
            actor: None,
        };
        let lines = (0..LOGINS_BEFORE).map(|number| store.accounts().log_security(line(number)));
        futures_util::future::try_join_all(lines).await?;
    }
    store.close().await;
    Ok(())
}

// Of the same length: a longer one would take longer to send and to hash.
fn known_address(number: u32) -> String {
    format!("a{number:06}@example.org")
}

fn unknown_address(number: u32) -> String {
    format!("b{number:06}@example.org")
}

/// The browser of a client, as the proxy would name it.
fn of_client(browser: &Browser, client: u64) -> Browser {
    let [a, b, c, ..] = client.to_le_bytes();
    browser.with_header(&format!("X-Forwarded-For: 10.{a}.{b}.{c}"))
}

/// Numbers that follow no pattern (splitmix).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

/// The middle of some times, and where the middle half of them lies.
struct Quartiles([Duration; 3]);

impl Quartiles {
    fn of(mut times: Vec<Duration>) -> Quartiles {
        times.sort_unstable();
        Quartiles([1, 2, 3].map(|quarter| times[(times.len() * quarter / 4).min(times.len() - 1)]))
    }
}

impl std::fmt::Display for Quartiles {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [low, middle, high] = self.0.map(|time| time.as_secs_f64() * 1000.0);
        write!(f, "{middle:.2} ms ({low:.2} to {high:.2})")
    }
}
