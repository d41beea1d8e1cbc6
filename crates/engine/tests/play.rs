//! The engine in whole games, through its public interface.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use merels_engine::{
    Engine, EngineOptions, Evaluation, Level, Limits, Openings, OpeningsChoice, Oracle, Report,
    Score,
};
use merels_rules::morris::{MorrisPosition, Move, Variant};
use merels_rules::{AnyMove, AnyPosition, Game, GameId, Position, Side, SplitMix, Value, Wdl};

fn level(number: u8) -> Level {
    Level::numbered(number).expect("a level from 1 to 10")
}

fn engine(level: Level, seed: u64) -> Engine {
    Engine::new(EngineOptions { hash_mib: 1, level, seed: Some(seed), ..Default::default() })
}

fn search(engine: &mut Engine, game: &Game<AnyPosition>, limits: Limits) -> Option<Report> {
    engine.search(game, &limits, &AtomicBool::new(false), &mut |_| {})
}

/// Plays a game after a random opening; returns the winner.
fn play(
    players: &mut [Engine; 2],
    id: GameId,
    limits: Limits,
    random: &mut SplitMix,
) -> Option<Side> {
    let mut game = Game::new(id.start());
    for _ in 0..4 {
        let moves = game.legal_moves();
        game.play(moves[random.below(moves.len())]).unwrap();
    }
    while game.outcome().is_none() && game.ply() < 300 {
        let player = &mut players[game.side().index()];
        let report = search(player, &game, limits).expect("the game goes on");
        assert_eq!(report.info.pv.first(), Some(&report.best));
        game.play(report.best).expect("the engine plays by the rules");
    }
    assert!(game.outcome().is_none() || search(&mut players[0], &game, limits).is_none());
    game.outcome().and_then(|outcome| outcome.winner())
}

#[test]
fn no_illegal_move_in_any_game() {
    let mut random = SplitMix::new(1);
    for id in GameId::ALL {
        for level in Level::all() {
            let mut players = [engine(level, 1), engine(Level::USUAL, 2)];
            play(&mut players, id, Limits::nodes(400), &mut random);
        }
    }
}

/// A short form of the ladder: a level wins clearly against the one two below it.
#[test]
fn higher_levels_win() {
    let mut random = SplitMix::new(2);
    for (upper, lower) in [(3, 1), (5, 3), (7, 5)] {
        let mut points = 0.0;
        for number in 0..20 {
            let mut players = [engine(level(upper), number), engine(level(lower), number)];
            let winner = if number % 2 == 0 {
                play(&mut players, GameId::NINE, Limits::default(), &mut random)
            } else {
                players.reverse();
                play(&mut players, GameId::NINE, Limits::default(), &mut random).map(|side| !side)
            };
            points += match winner {
                Some(Side::White) => 1.0,
                Some(Side::Black) => 0.0,
                None => 0.5,
            };
        }
        assert!(points >= 12.0, "level {upper} made {points} of 20 points against level {lower}");
    }
}

/// The moves of a game against an opponent who always answers the same position with the same move.
fn game_against_habit(engine: &mut Engine, plies: usize) -> Vec<AnyMove> {
    let mut game = Game::new(GameId::NINE.start());
    while game.outcome().is_none() && game.ply() < plies {
        let mv = match game.side() {
            Side::White => {
                let moves = game.legal_moves();
                moves[game.ply() * 7 % moves.len()]
            }
            Side::Black => search(engine, &game, Limits::nodes(3_000)).unwrap().best,
        };
        game.play(mv).unwrap();
    }
    game.moves().to_vec()
}

/// Each level is tested with fixed seeds, so that none fails by bad luck: with twenty players, and with
/// one player in twenty games. Without a seed chance decides, and the games are not all the same.
#[test]
fn the_same_own_moves_repeated_give_different_games() {
    let seeded = |number: u8, seed: Option<u64>| EngineOptions {
        hash_mib: 1,
        level: level(number),
        seed,
        ..Default::default()
    };
    for number in 1..=9 {
        let fresh = |seed| Engine::new(seeded(number, Some(seed)));
        let games: HashSet<_> =
            (0..20).map(|game| game_against_habit(&mut fresh(1_000 * game), 30)).collect();
        assert!(games.len() >= 15, "{} different games at level {number}", games.len());
        let mut player = fresh(0);
        let mut in_a_row = |seed| {
            player.set_options(seeded(number, Some(seed)));
            game_against_habit(&mut player, 30)
        };
        let games: HashSet<_> = (0..20).map(|game| in_a_row(777 * game + 1)).collect();
        assert!(games.len() >= 15, "{} different games in a row at level {number}", games.len());
        let mut player = Engine::new(seeded(number, None));
        let games: HashSet<_> = (0..5).map(|_| game_against_habit(&mut player, 30)).collect();
        assert!(games.len() > 1, "level {number} leaves nothing to chance");
    }
}

#[test]
fn openings_differ_at_full_strength_too_and_classic_stays_fixed() {
    let openings = |level: Level, variety: bool| {
        let play = |seed| {
            let seed = Some(seed);
            let options = EngineOptions { hash_mib: 1, level, seed, variety, ..Default::default() };
            game_against_habit(&mut Engine::new(options), 6)
        };
        (0..8).map(play).collect::<HashSet<_>>().len()
    };
    assert!(openings(Level::FULL, true) >= 4);
    assert!(openings(Level::Perfect, true) >= 4);
    assert_eq!(openings(Level::FULL, false), 1);
    assert_eq!(openings(Level::Classic, true), 1);
}

#[test]
fn with_no_time_there_is_still_an_honest_score() {
    let game = Game::new(GameId::NINE.start());
    for level in Level::all() {
        for limits in [Limits::time(Duration::ZERO), Limits::nodes(0)] {
            let info = search(&mut engine(level, 1), &game, limits).unwrap().info;
            assert!(info.depth >= 1 && info.score.is_won().is_none(), "{level}: {info:?}");
        }
    }
}

#[test]
fn known_wins_are_found_at_their_distance() {
    for (text, score) in [
        ("WWxxxxBxBxxxxxWBxxxxxxxx w 0 0", Score::win_in(1)),
        ("xWxxxWxxxxxxxxxBBBxxxxWx w 0 0", Score::win_in(3)),
        ("xxWxBxWxxxBxxxxxxxxBxWxx b 0 0", Score::win_in(3)),
        ("xxxWxxBxxxxWBxxxxxBxxxxW b 0 0", Score::win_in(3)),
        ("xxxxxxBxBxxWxWxBxxxxxxWx w 0 0", Score::loss_in(4)),
        ("xxxxxxWxxBxxxBxBxxxxWxxW w 0 0", Score::win_in(5)),
        ("WxxBxWxxxBxxxxxxxxxxBxWx w 0 0", Score::win_in(5)),
        ("xxBxxBWBxxxxxxWxxxWxxxxx w 0 0", Score::win_in(5)),
    ] {
        let game = Game::new(GameId::NINE.parse_position(text).unwrap());
        let report = search(&mut engine(Level::FULL, 1), &game, Limits::depth(9)).unwrap();
        assert_eq!(report.info.score, score, "{text}");
    }
}

#[test]
fn nodes_make_play_repeatable() {
    let game = Game::new(GameId::NINE.start());
    for level in [level(3), Level::FULL] {
        let run = || search(&mut engine(level, 7), &game, Limits::nodes(5_000)).unwrap();
        let (first, second) = (run(), run());
        assert_eq!((first.best, first.info.nodes), (second.best, second.info.nodes));
    }
}

#[test]
fn limits_and_stop_flag_end_the_search() {
    let game = Game::new(GameId::NINE.start());
    let mut player = engine(Level::FULL, 1);
    assert!(search(&mut player, &game, Limits::nodes(3_000)).unwrap().info.nodes <= 3_000);
    assert_eq!(search(&mut player, &game, Limits::depth(3)).unwrap().info.depth, 3);
    let stop = AtomicBool::new(true);
    assert!(player.search(&game, &Limits::INFINITE, &stop, &mut |_| {}).is_some());
    // The limit is generous because the machine may be busy. The benchmark measures the exact
    // timing.
    let begun = Instant::now();
    search(&mut player, &game, Limits::time(Duration::from_millis(30)));
    assert!(begun.elapsed() < Duration::from_secs(5));
}

#[test]
fn several_threads_find_the_same_win() {
    let options = EngineOptions { hash_mib: 4, threads: 4, ..EngineOptions::default() };
    let text = "WWxxxxBxBxxxxxWBxxxxxxxx w 0 0";
    let game = Game::new(GameId::NINE.parse_position(text).unwrap());
    let report = search(&mut Engine::new(options), &game, Limits::depth(6)).unwrap();
    assert_eq!(report.info.score, Score::win_in(1));
}

/// Every position of `three` by its hash, which leaves out the quiet plies, with its exact value.
struct Solved(HashMap<u64, Value>);

impl Oracle for Solved {
    fn value(&self, position: &MorrisPosition) -> Option<Value> {
        self.0.get(&position.hash()).copied()
    }
}

fn children(position: &MorrisPosition) -> Vec<MorrisPosition> {
    position.legal_moves().into_iter().map(|mv| position.play(mv).unwrap()).collect()
}

/// Solves `three` level by level: by plies to the end, from 0.
fn solve() -> (Solved, Vec<MorrisPosition>) {
    let start = MorrisPosition::start(Variant::THREE).with_automatic_draws(false);
    let mut all = vec![start];
    let mut seen: HashMap<u64, usize> = HashMap::from([(start.hash(), 0)]);
    let mut next = 0;
    while next < all.len() {
        for child in children(&all[next]) {
            seen.entry(child.hash()).or_insert_with(|| {
                all.push(child);
                all.len() - 1
            });
        }
        next += 1;
    }
    let below: Vec<Vec<u64>> =
        all.iter().map(|position| children(position).iter().map(|c| c.hash()).collect()).collect();
    let mut values = HashMap::new();
    for plies in 0..60 {
        let mut found = Vec::new();
        for (position, below) in all.iter().zip(&below) {
            if values.contains_key(&position.hash()) {
                continue;
            }
            let loses = |child: &u64| matches!(values.get(child), Some(Value::Loss(_)));
            let wins = |child: &u64| matches!(values.get(child), Some(Value::Win(_)));
            if below.iter().any(loses) {
                found.push((position.hash(), Value::Win(plies)));
            } else if below.iter().all(wins) {
                found.push((position.hash(), Value::Loss(plies)));
            }
        }
        values.extend(found);
    }
    for position in &all {
        values.entry(position.hash()).or_insert(Value::Draw);
    }
    (Solved(values), all)
}

#[test]
fn with_an_oracle_no_value_is_given_away() {
    let (solved, all) = solve();
    let oracle = Arc::new(solved);
    let mut player = Engine::new(EngineOptions {
        hash_mib: 1,
        level: Level::Perfect,
        oracle: Some(oracle.clone()),
        ..EngineOptions::default()
    });
    for position in all.iter().step_by(7).filter(|position| position.outcome().is_none()) {
        let game = Game::new(AnyPosition::Morris(*position));
        let report = search(&mut player, &game, Limits::depth(2)).unwrap();
        let AnyPosition::Morris(after) = game.position().play(report.best).unwrap() else {
            panic!("a morris position");
        };
        let kept = match (oracle.value(position).unwrap(), oracle.value(&after).unwrap()) {
            (Value::Win(here), Value::Loss(there)) => here == there + 1,
            (Value::Loss(here), Value::Win(there)) => here == there + 1,
            (here, there) => here == Value::Draw && there == Value::Draw,
        };
        assert!(kept, "{position}");
        assert_eq!(report.info.score, Score::from(oracle.value(position).unwrap()));
    }
}

struct Unasked;

impl Oracle for Unasked {
    fn value(&self, _: &MorrisPosition) -> Option<Value> {
        panic!("only the perfect level asks");
    }
}

#[test]
fn only_the_perfect_level_asks_an_oracle() {
    let game = Game::new(GameId::NINE.start());
    for level in Level::all().filter(|level| *level != Level::Perfect) {
        let oracle: Option<Arc<dyn Oracle>> = Some(Arc::new(Unasked));
        let options = EngineOptions { hash_mib: 1, level, oracle, ..Default::default() };
        assert!(search(&mut Engine::new(options), &game, Limits::nodes(500)).is_some());
    }
}

/// Without an oracle the search itself finds the same values within its depth.
#[test]
fn search_agrees_with_the_solved_game() {
    let (solved, all) = solve();
    let mut player = engine(Level::FULL, 1);
    for position in all.iter().step_by(11).filter(|position| position.outcome().is_none()) {
        let game = Game::new(AnyPosition::Morris(*position));
        let score = search(&mut player, &game, Limits::depth(9)).unwrap().info.score;
        match solved.value(position).unwrap() {
            Value::Win(plies) if plies <= 5 => assert_eq!(score.win(), Some(u32::from(plies))),
            Value::Loss(plies) if plies <= 4 => assert_eq!(score.loss(), Some(u32::from(plies))),
            _ => {}
        }
    }
}

/// In the first plies full strength keeps the value that the openings know. With `variety` it plays
/// every move that does: anything at the start, but no move that leaves White's pair alone.
#[test]
fn openings_vary_among_all_moves_that_keep_the_value() {
    for (text, least) in
        [("xxxxxxxxxxxxxxxxxxxxxxxx w 9 9", 8), ("WWxBxxxxxBxxxxxxxxxxxxxx b 7 7", 1)]
    {
        let game = Game::new(GameId::NINE.parse_position(text).unwrap());
        let AnyPosition::Morris(position) = *game.position() else { panic!("a morris game") };
        let openings = Openings::built_in(Variant::NINE).expect("nine has openings");
        let result = |mv: Move| openings.result(&position.play(mv).unwrap()).unwrap().flipped();
        let keeping = position.legal_moves().into_iter().filter(|mv| result(*mv) == Wdl::Draw);
        let keeping: HashSet<Move> = keeping.collect();
        assert_eq!(keeping.len() < position.legal_moves().len(), least == 1);
        let play = |seed| {
            let seed = Some(seed);
            let options = EngineOptions { hash_mib: 1, seed, variety: true, ..Default::default() };
            let report = search(&mut Engine::new(options), &game, Limits::depth(1)).unwrap();
            assert_eq!(report.info.score, Score::DRAW);
            let AnyMove::Morris(mv) = report.best else { panic!("a move of another game") };
            mv
        };
        let played: HashSet<Move> = (0..40).map(play).collect();
        assert!(played.is_subset(&keeping) && played.len() >= least, "{played:?}");
    }
}

/// The network does not change levels 1 to 9.
#[test]
fn levels_below_the_highest_do_not_ask_the_network() {
    let game: Game<AnyPosition> = Game::new(GameId::NINE.start());
    let best = |level: Level, evaluation: Evaluation| {
        let options = EngineOptions {
            hash_mib: 1,
            level,
            seed: Some(3),
            evaluation,
            openings: OpeningsChoice::None,
            ..Default::default()
        };
        let report = search(&mut Engine::new(options), &game, Limits::nodes(3_000)).unwrap();
        (report.best, report.info.score, report.info.nodes)
    };
    for number in 1..=9 {
        let both = [Evaluation::BuiltIn, Evaluation::Handcrafted];
        let [network, handcrafted] = both.map(|evaluation| best(level(number), evaluation));
        assert_eq!(network, handcrafted, "level {number}");
    }
    assert_ne!(best(Level::FULL, Evaluation::BuiltIn), best(Level::FULL, Evaluation::Handcrafted));
}
