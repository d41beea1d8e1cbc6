//! Bots on a site, each a process of its own.

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use jiff::Timestamp;
use merels_model::{GameFilter, GameKey, Standing, Terms};
use merels_rules::{GameId, Side};
use merels_store::{NewGame, NewSeat, Store};
use serde_json::{Value, json};

use crate::bot_account::{bot, call};
use crate::process::{Running, serve};

/// The number of games: `MERELS_BOT_GAMES` asks for more.
const GAMES: u32 = 6;
const RESTART_EACH: u32 = 4;

/// A game that takes longer is stuck.
const LONGEST_GAME: Duration = Duration::from_secs(120);

/// A running bot; it is killed when this is dropped.
struct Process {
    child: Child,
    lines: Receiver<String>,
}

impl Process {
    fn start(address: &str, secret: &str, args: &[&str]) -> Process {
        let mut child = Command::new(env!("CARGO_BIN_EXE_merels"))
            .args(["bot", "--site", address, "--movetime", "5"])
            .args(args)
            .env("MERELS_BOT_TOKEN", secret)
            .env_remove("MERELS_TABLES")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (sender, lines) = channel();
        let output = BufReader::new(child.stdout.take().unwrap());
        thread::spawn(move || {
            output.lines().map_while(Result::ok).all(|line| sender.send(line).is_ok())
        });
        Process { child, lines }
    }

    /// The next line that is such; nothing when the bot has ended.
    #[track_caller]
    fn says(&self, is_such: impl Fn(&str) -> bool) -> Option<String> {
        let begun = Instant::now();
        loop {
            let left = LONGEST_GAME.saturating_sub(begun.elapsed());
            match self.lines.recv_timeout(left) {
                Ok(line) if is_such(&line) => return Some(line),
                Ok(_) => {}
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => panic!("the bot is stuck"),
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A port that nobody has: the site comes back to it.
fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

fn start(folder: &Path, database: &str, listen: &str) -> Running {
    let begun = Instant::now();
    loop {
        let limits = ["--games-per-minute", "100000", "--api-calls-per-minute", "1000000"];
        let mut command = serve(folder, &["--listen", listen, "--database", database]);
        let site = Running::start_anywhere(command.args(limits).stderr(Stdio::null()));
        if site.address.port() != 0 {
            return site;
        }
        // The connections of the one before may still hold the port.
        assert!(begun.elapsed() < crate::process::DEADLINE, "the site does not come back");
        thread::sleep(Duration::from_millis(100));
    }
}

fn wanted() -> u32 {
    std::env::var("MERELS_BOT_GAMES").map_or(GAMES, |games| games.parse().unwrap())
}

#[test]
fn bots_play_one_game_after_the_other_while_the_site_is_restarted() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite://{}", folder.path().join("merels.db").display());
    let listen = format!("127.0.0.1:{}", free_port());
    let address = format!("http://{listen}/");
    let (games, count) = (wanted(), wanted().to_string());
    let (deep, quick) = runtime.block_on(async {
        let store = Store::open(&database).await.unwrap();
        let bots = (bot(&store, "Deepmill").await, bot(&store, "Quickmill").await);
        store.close().await;
        bots
    });
    let mut site = start(folder.path(), &database, &listen);
    let _quick = Process::start(&address, &quick.secret, &["--level", "1"]);
    let challenge = ["--challenge", "Quickmill", "--count", &count, "--games", "six"];
    let deep_bot =
        Process::start(&address, &deep.secret, &[&challenge[..], &["--level", "2"]].concat());
    let mut restarts = 0;
    for game in 1..=games {
        deep_bot.says(|line| line.contains("against Quickmill (bot)")).expect("a game begins");
        if game % RESTART_EACH == 2 {
            // In the middle of a game, politely and as a power cut does, in turn.
            if restarts % 2 == 0 {
                site.kill();
                drop(site);
            } else {
                site.end_politely();
            }
            restarts += 1;
            site = start(folder.path(), &database, &listen);
        }
        let over = deep_bot.says(|line| line.ends_with(')')).expect("the game ends");
        assert!(!over.contains("broken off") && !over.contains("time"), "{over}");
    }
    assert_eq!(deep_bot.says(|_| false), None, "the bot ends when all games are played");
    drop(site);
    let stored = runtime.block_on(async {
        let store = Store::open(&database).await.unwrap();
        let all = GameFilter { most: 1000, ..GameFilter::default() };
        let running = GameFilter { standing: Some(Standing::Running), ..all.clone() };
        let running = store.games().games_of(&quick.id, &running).await.unwrap();
        (store.games().games_of(&deep.id, &all).await.unwrap(), running.len())
    });
    assert_eq!((stored.0.len(), stored.1), (games as usize, 0), "none lost, none stuck");
    println!("{games} games, {restarts} restarts");
}

#[test]
fn a_perfect_bot_plays_the_games_whose_tables_it_has() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().join("tables");
    let tables = tables.to_str().unwrap();
    let mut solve = Command::new(env!("CARGO_BIN_EXE_merels"));
    let solved = solve.args(["solve", "three", "--tables", tables, "--device", "cpu"]).output();
    assert!(solved.unwrap().status.success());
    let database = format!("sqlite://{}", folder.path().join("merels.db").display());
    let site = start(folder.path(), &database, "127.0.0.1:0");
    let address = format!("http://{}/", site.address);
    let (deep, quick) = runtime.block_on(async {
        let store = Store::open(&database).await.unwrap();
        (bot(&store, "Deepmill").await, bot(&store, "Quickmill").await)
    });
    let perfect = ["--level", "perfect", "--tables", tables];
    let deep_bot = Process::start(&address, &deep.secret, &perfect);
    let games = "plays the games whose tables there are: three";
    deep_bot.says(|line| line == games).expect("it says what it plays");
    let challenge = ["--challenge", "Deepmill", "--games", "three", "--level", "1"];
    let quick_bot = Process::start(&address, &quick.secret, &challenge);
    let over = quick_bot.says(|line| line.ends_with(')')).expect("the game ends");
    assert!(!over.contains("resign") && !over.contains("broken off"), "{over}");

    for (more, said) in [
        (&["--games", "three,six", "--tables", tables][..], "the tables of six in"),
        (&["--tables", "/no/such"], "none in /no/such are complete"),
        (&[], "give --tables DIR"),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_merels"));
        command.args(["bot", "--site", &address, "--level", "perfect"]).args(more);
        command.env("MERELS_BOT_TOKEN", &deep.secret).env_remove("MERELS_TABLES");
        let output = command.output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{error}");
        assert!(error.contains(said), "{error}");
    }
}

#[test]
fn a_bot_ends_cleanly_when_told_to_and_says_what_it_lacks() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite://{}", folder.path().join("merels.db").display());
    let site = Running::start(&mut serve(
        folder.path(),
        &["--listen", "127.0.0.1:0", "--database", &database],
    ));
    let deep = runtime.block_on(async {
        let store = Store::open(&database).await.unwrap();
        bot(&store, "Deepmill").await
    });
    let address = format!("http://{}/", site.address);
    let mut bot = Process::start(&address, &deep.secret, &[]);
    bot.says(|line| line.starts_with("Deepmill (bot) is at http://")).expect("it says where it is");
    let id = bot.child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    assert_eq!(bot.says(|_| false), None);
    assert!(bot.child.wait().unwrap().success());
    for (secret, said) in [("", "a bot needs a token"), ("merels_wrong", "does not hold")] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_merels"));
        command.args(["bot", "--site", &address]).env_remove("MERELS_BOT_TOKEN");
        if !secret.is_empty() {
            command.env("MERELS_BOT_TOKEN", secret);
        }
        let output = command.output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{error}");
        assert!(error.contains(said), "{error}");
    }
}

/// Asks how a game stands until it is such.
#[track_caller]
fn until(site: &Running, secret: &str, path: &str, is_such: impl Fn(&Value) -> bool) -> Value {
    let begun = Instant::now();
    loop {
        let (status, game) = call(site.address, secret, ("GET", path), &Value::Null);
        assert_eq!(status, 200, "{game}");
        if is_such(&game) {
            return game;
        }
        assert!(begun.elapsed() < LONGEST_GAME, "{game}");
        thread::sleep(Duration::from_millis(50));
    }
}

/// Black has three men against five and nothing to close; thirty quiet plies were played.
const WORSE: &str = "BxxxBWWxxxWxxxWxxBxWxxxx w 0 0 30";

#[test]
fn a_bot_declines_a_draw_that_it_has_not_judged_and_accepts_one_when_it_stands_worse() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite://{}", folder.path().join("merels.db").display());
    let site = start(folder.path(), &database, "127.0.0.1:0");
    let (deep, quick, key) = runtime.block_on(async {
        let store = Store::open(&database).await.unwrap();
        let (deep, quick) = (bot(&store, "Deepmill").await, bot(&store, "Quickmill").await);
        let key = GameKey::random();
        let new = NewGame {
            key: key.clone(),
            game: GameId::NINE,
            start: WORSE.to_owned(),
            mover: Side::White,
            seats: [quick.id.clone(), deep.id.clone()].map(NewSeat::Player),
            terms: Terms::default(),
            at: Timestamp::now(),
        };
        store.games().create_game(new).await.unwrap();
        (deep, quick, key)
    });
    let path = format!("/api/v1/games/{key}");
    let offer = || call(site.address, &quick.secret, ("POST", &format!("{path}/draw")), &json!({}));
    assert_eq!(offer().0, 200);
    let address = format!("http://{}/", site.address);
    let deep_bot = Process::start(&address, &deep.secret, &["--level", "3"]);
    deep_bot.says(|line| line.ends_with("the draw is declined")).expect("it answers");
    let declined = until(&site, &quick.secret, &path, |game| game["draw_offered_by"].is_null());
    assert!(declined["result"].is_null(), "{declined}");
    let mv = json!({"move": "d6-d7", "ply": 0});
    let moved = call(site.address, &quick.secret, ("POST", &format!("{path}/moves")), &mv);
    assert_eq!(moved.0, 200, "{}", moved.1);
    until(&site, &quick.secret, &path, |game| game["ply"] == 2);
    assert_eq!(offer().0, 200);
    deep_bot.says(|line| line.ends_with("the draw is accepted")).expect("it answers");
    let over = until(&site, &quick.secret, &path, |game| !game["result"].is_null());
    assert_eq!(
        (&over["result"]["score"], &over["result"]["reason"]),
        (&json!("1/2-1/2"), &json!("agreement"))
    );
}

/// An engine in a few lines of another language. It knows one move, which wins.
const FOREIGN: &str = r#"
while read -r line; do
  echo "$line" >> "$1"
  case "$line" in
    uci) echo "id name foreign"; echo uciok ;;
    isready) echo readyok ;;
    go*) echo "info depth 1 score mate 1 pv 4-1"; echo "bestmove 4-1" ;;
    quit) exit ;;
  esac
done
"#;

#[test]
fn a_foreign_engine_plays_by_the_protocol() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite://{}", folder.path().join("merels.db").display());
    let site = start(folder.path(), &database, "127.0.0.1:0");
    let (deep, quick) = runtime.block_on(async {
        let store = Store::open(&database).await.unwrap();
        (bot(&store, "Deepmill").await, bot(&store, "Quickmill").await)
    });
    let [script, heard] = ["engine.sh", "heard"].map(|name| folder.path().join(name));
    std::fs::write(&script, FOREIGN).unwrap();
    let engine = format!("sh {} {}", script.display(), heard.display());
    let address = format!("http://{}/", site.address);
    let arguments = ["--engine", &engine, "--games", "nimble"];
    let foreign = Process::start(&address, &deep.secret, &arguments);
    foreign.says(|line| line.contains("Deepmill (bot) is at ")).expect("it says where it is");
    let wish = json!({"to": "Deepmill", "game": "nimble", "strip": "0,0,0,1", "colour": "black"});
    let made = call(site.address, &quick.secret, ("POST", "/api/v1/challenges"), &wish);
    assert_eq!(made.0, 201, "{}", made.1);
    let over = foreign.says(|line| line.ends_with(')')).expect("the game ends");
    assert!(over.contains(": won ("), "{over}");
    let heard = std::fs::read_to_string(heard).unwrap();
    for line in
        ["uci", "setoption name Game value nimble", "position fen 0,0,0,1 1", "go movetime 5"]
    {
        assert!(heard.lines().any(|heard| heard == line), "{line}: {heard}");
    }
}
