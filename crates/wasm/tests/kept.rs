//! The kept module in Node against the program: the same requests, the same answers, letter by letter.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use merels_rules::{AnyPosition, Game, GameId, Position, SplitMix};
use merels_test_services::wanted;
use merels_wasm::Pocket;
use serde_json::{Value, json};

/// The greatest number of games that a perft counts.
const MOST_LEAVES: u64 = 300_000;

/// Random games of each kind, unless MERELS_TEST_RANDOM_GAMES says otherwise.
const RANDOM_GAMES: usize = 2;

/// Every turn of a game is compared up to this ply, later only some.
const EVERY_PLY: usize = 40;
const LATER_PLIES: usize = 25;

/// Positions of each kind in which every level thinks.
const THOUGHTS: usize = 2;

/// The most positions a level visits here.
const NODES: u64 = 20_000;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Requests, each with the file that belongs to it.
#[derive(Default)]
struct Requests(Vec<(String, Option<PathBuf>)>);

impl Requests {
    fn with_catalogues() -> Requests {
        let mut requests = Requests::default();
        for language in ["en", "de"] {
            requests
                .keep(&json!({ "catalogue": language }), &format!("web/messages/{language}.ftl"));
        }
        requests
    }

    /// All catalogues, networks, openings, endgames and puzzles handed in.
    fn with_files() -> Requests {
        let mut requests = Requests::with_catalogues();
        for game in ["nine", "six", "twelve", "lasker"] {
            for (kind, folder) in
                [("network", "networks"), ("openings", "openings"), ("puzzles", "puzzles")]
            {
                requests.keep(&json!(kind), &format!("crates/engine/{folder}/{game}.{kind}"));
            }
        }
        requests.keep(&json!("endgames"), "crates/tables/data/small.endgames");
        requests
    }

    fn keep(&mut self, kind: &Value, file: &str) {
        self.0.push((json!({ "keep": kind }).to_string(), Some(root().join(file))));
    }

    fn ask(&mut self, request: &Value) {
        self.0.push((request.to_string(), None));
    }

    /// The answers of the program, with the time that each took.
    fn answered_here(&self) -> Vec<(Duration, String)> {
        let mut pocket = Pocket::new(clock);
        let answer = |(request, file): &(String, Option<PathBuf>)| {
            let bytes = file.as_ref().map(|file| std::fs::read(file).unwrap()).unwrap_or_default();
            let begun = Instant::now();
            let answer = pocket.answer(request, &bytes);
            (begun.elapsed(), answer)
        };
        self.0.iter().map(answer).collect()
    }

    /// The answers of the kept module.
    fn answered_in_node(&self) -> Vec<(Duration, String)> {
        let mut node = Command::new("node")
            .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/answers.mjs"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = node.stdin.take().unwrap();
        let lines = self.0.iter().map(|(request, file)| {
            let file = file.as_ref().map(|file| file.display().to_string()).unwrap_or_default();
            format!("{request}\t{file}\n")
        });
        let lines: String = lines.collect();
        let writer = thread::spawn(move || input.write_all(lines.as_bytes()).unwrap());
        let output = node.wait_with_output().unwrap();
        writer.join().unwrap();
        assert!(output.status.success(), "Node failed");
        let text = String::from_utf8(output.stdout).unwrap();
        let answer = |line: &str| {
            let (time, answer) = line.split_once(' ').unwrap();
            (Duration::from_secs_f64(time.parse::<f64>().unwrap() / 1000.0), answer.to_owned())
        };
        text.lines().map(answer).collect()
    }

    /// Fails at the first answer that differs.
    fn compare(&self) {
        let (here, there) = thread::scope(|scope| {
            let there = scope.spawn(|| self.answered_in_node());
            (self.answered_here(), there.join().unwrap())
        });
        assert_eq!(here.len(), there.len(), "as many answers as requests");
        for (((request, _), (_, here)), (_, there)) in self.0.iter().zip(&here).zip(&there) {
            assert_eq!(here, there, "the module differs from the program: {request}");
        }
        let faults = here.iter().filter(|(_, answer)| answer.contains("\"error\"")).count();
        assert_eq!(faults, 0, "requests that have no answer");
    }
}

/// The engine's clock is never asked where time has no limit.
fn clock() -> Duration {
    Duration::ZERO
}

fn moves(game: &Game<AnyPosition>) -> Vec<String> {
    let text = |mv| game.position().move_text(mv);
    game.moves().iter().copied().map(text).collect()
}

fn game_text(id: GameId, game: &Game<AnyPosition>) -> Value {
    json!({ "kind": id.id(), "moves": moves(game) })
}

/// Plays a random move; `false` if the game is over.
fn go_on(game: &mut Game<AnyPosition>, random: &mut SplitMix) -> bool {
    let legal = game.legal_moves();
    if legal.is_empty() {
        return false;
    }
    game.play(legal[random.below(legal.len())]).unwrap();
    true
}

/// A game after some random moves that goes on: the last position before the end if there are fewer.
fn opened(id: GameId, plies: usize, seed: u64) -> Game<AnyPosition> {
    let mut random = SplitMix::new(seed);
    let mut game = Game::new(id.start());
    for _ in 0..plies {
        go_on(&mut game, &mut random);
        if game.outcome().is_some() {
            game.undo();
            break;
        }
    }
    game
}

#[test]
fn perft_of_every_game_is_the_same() {
    if wanted("MERELS_TEST_NODE").is_none() {
        return;
    }
    let mut requests = Requests::default();
    for id in GameId::ALL {
        for game in [opened(id, 0, 0), opened(id, 20, 1), opened(id, 30, 2)] {
            let counts = (1..7).take_while(|depth| game.position().perft(*depth) <= MOST_LEAVES);
            let depth = counts.last().unwrap_or(1);
            requests.ask(&json!({ "perft": { "game": game_text(id, &game), "depth": depth } }));
        }
    }
    requests.compare();
}

#[test]
fn random_games_are_the_same_move_by_move() {
    if wanted("MERELS_TEST_NODE").is_none() {
        return;
    }
    let wished = std::env::var("MERELS_TEST_RANDOM_GAMES").ok();
    let games = wished.map_or(RANDOM_GAMES, |games| games.parse::<usize>().unwrap() / 10);
    let mut random = SplitMix::new(1);
    for id in GameId::ALL {
        let mut requests = Requests::with_catalogues();
        for number in 0..games {
            play(id, ["en", "de"][number % 2], &mut random, &mut requests);
        }
        requests.compare();
    }
}

/// Asks for the game after its turns, and for the choices of the next one.
fn play(id: GameId, language: &str, random: &mut SplitMix, requests: &mut Requests) {
    let mut game = Game::new(id.start());
    let mut shown = 0;
    requests.ask(&json!({ "shape": { "game": game_text(id, &game) } }));
    loop {
        let goes_on = go_on(&mut game, random);
        let ply = game.ply();
        if ply > EVERY_PLY
            && !ply.is_multiple_of(LATER_PLIES)
            && goes_on
            && game.outcome().is_none()
        {
            continue;
        }
        let text = game_text(id, &game);
        requests.ask(&json!({ "show": { "game": text, "since": shown, "language": language } }));
        shown = ply;
        let spot = merels_rules::Spot(random.below(game.position().spot_count()) as u16);
        let spots = [game.position().spot_name(spot)];
        requests.ask(&json!({ "choose": { "game": text, "spots": spots, "language": language } }));
        if game.outcome().is_some() {
            return;
        }
    }
}

#[test]
fn every_level_plays_the_same_with_the_same_nodes() {
    if wanted("MERELS_TEST_NODE").is_none() {
        return;
    }
    let mut requests = Requests::with_files();
    think(&mut requests, |_| true);
    requests.compare();
    // Level 10 without its files.
    let mut requests = Requests::default();
    think(&mut requests, |level| level == 10);
    requests.compare();
}

fn think(requests: &mut Requests, is_asked: impl Fn(u8) -> bool) {
    for id in GameId::ALL {
        for seed in 0..THOUGHTS as u64 {
            let game = game_text(id, &opened(id, 6 + 24 * seed as usize, seed));
            for level in (1..=10).filter(|level| is_asked(*level)) {
                let limits = json!({ "nodes": NODES });
                let level = level.to_string();
                requests.ask(&json!({
                    "think": { "game": game, "level": level, "seed": seed, "limits": limits }
                }));
            }
        }
    }
}

#[test]
fn values_claims_and_puzzles_are_the_same() {
    if wanted("MERELS_TEST_NODE").is_none() {
        return;
    }
    let mut requests = Requests::with_files();
    for (id, language) in GameId::ALL.into_iter().zip(["en", "de"].into_iter().cycle()) {
        let game = opened(id, 16, 3);
        let text = game_text(id, &game);
        requests.ask(&json!({ "judge": { "game": text, "nodes": 5_000, "language": language } }));
        for mv in game.legal_moves().into_iter().take(3) {
            let mv = game.position().move_text(mv);
            requests.ask(&json!({
                "claims": { "game": text, "move": mv, "nodes": 5_000, "language": language }
            }));
        }
    }
    for number in 1..20 {
        let about = json!({ "kind": "nine", "number": number, "language": "de" });
        requests.ask(&json!({ "puzzle": about }));
    }
    requests.compare();
}

/// Prints how long the program and the module take; for docs/wasm.md, on a quiet machine.
#[test]
#[ignore = "measures"]
fn speed() {
    let mut requests = Requests::with_files();
    let handed_in = requests.0.len();
    requests.ask(&json!({ "perft": { "game": { "kind": "nine" }, "depth": 6 } }));
    for id in [GameId::NINE, GameId::ALL[1], GameId::ALL[6], GameId::MingMang] {
        for level in ["2", "9", "10"] {
            let game = game_text(id, &opened(id, 24, 1));
            let limits = json!({ "nodes": 1_000_000 });
            requests.ask(
                &json!({ "think": { "game": game, "level": level, "seed": 1, "limits": limits } }),
            );
        }
    }
    let (here, there) = (requests.answered_here(), requests.answered_in_node());
    let mut text = String::new();
    for (((request, _), here), there) in requests.0.iter().zip(here).zip(there).skip(handed_in) {
        let answer = &here.1[..here.1.len().min(60)];
        let (here, there) = (here.0.as_secs_f64() * 1e3, there.0.as_secs_f64() * 1e3);
        let _ = writeln!(text, "{here:8.1} ms native, {there:8.1} ms Node: {request} {answer}");
    }
    println!("{text}");
}
