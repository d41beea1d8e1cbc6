//! The small exact endgames inside the engine.

use std::sync::atomic::AtomicBool;

use merels_engine::{
    Engine, EngineOptions, Judge, Level, Limits, Oracle, Report, Source, Verdict, endgames,
};
use merels_rules::morris::{MorrisPosition, Variant};
use merels_rules::{AnyPosition, Game, GameId, Position, SplitMix, Value, Wdl};

fn search(engine: &mut Engine, position: MorrisPosition, limits: Limits) -> Report {
    let game = Game::new(AnyPosition::Morris(position));
    let stop = AtomicBool::new(false);
    engine.search(&game, &limits, &stop, &mut |_| {}).expect("the game goes on")
}

fn with_endgames() -> Engine {
    let endgames = endgames();
    assert!(endgames.is_some(), "the program has endgames");
    Engine::new(EngineOptions { hash_mib: 1, seed: Some(1), endgames, ..EngineOptions::default() })
}

/// A running game after some random moves.
fn random_position(variant: Variant, random: &mut SplitMix) -> MorrisPosition {
    let mut position = MorrisPosition::start(variant);
    for _ in 0..random.below(60) {
        let mut next = position;
        let Some(mv) = position.random_move(random) else { break };
        next.play_unchecked(mv);
        if next.outcome().is_some() {
            break;
        }
        position = next;
    }
    position
}

#[test]
fn full_strength_gives_nothing_away_in_six() {
    let (mut engine, endgames) = (with_endgames(), endgames().expect("endgames"));
    let mut random = SplitMix::new(4);
    for _ in 0..150 {
        let position = random_position(Variant::SIX, &mut random);
        let AnyPosition::Morris(next) = AnyPosition::Morris(position)
            .play(search(&mut engine, position, Limits::nodes(400)).best)
            .expect("a legal move")
        else {
            unreachable!("a position of six")
        };
        let after = match next.outcome() {
            Some(outcome) => Some(Value::of_outcome(outcome, next.side()).into()),
            None => endgames.result(&next),
        };
        assert_eq!(after.map(Wdl::flipped), endgames.result(&position), "{position}");
    }
}

/// White takes one of six men and leaves a won endgame; without that knowledge a search of two plies
/// sees only the men.
#[test]
fn the_search_asks_for_the_endgames_it_leads_to() {
    let nine = GameId::NINE;
    let text = "WWxxxxxxxxxxxWxxBxBBxBBB w 0 0";
    let AnyPosition::Morris(position) = nine.parse_position(text).expect("a position") else {
        unreachable!("a position of nine")
    };
    let endgames = endgames().expect("endgames");
    assert_eq!(endgames.value(&position), None, "six men are too many");
    let taking = position.legal_moves().into_iter().filter(|mv| mv.removed.is_some());
    let results = taking.map(|mv| endgames.result(&position.play(mv).expect("legal")));
    let best = results.map(|result| result.expect("known").flipped()).max().expect("a capture");
    let score = search(&mut with_endgames(), position, Limits::depth(2)).info.score;
    match best {
        Wdl::Win => assert_eq!(score.is_won(), Some(true), "{score}"),
        Wdl::Draw => assert!(score.is_won().is_none(), "{score}"),
        Wdl::Loss => assert_ne!(score.is_won(), Some(true), "{score}"),
    }
}

#[test]
fn a_judge_knows_the_endgames_where_there_are_no_tables() {
    let text = "WWxxxxxxxxxxxWxxxxBxBxxB w 0 0";
    let game = Game::new(GameId::NINE.parse_position(text).expect("a position"));
    let judgement = Judge::new(None).with_endgames(endgames()).judge(&game);
    assert_eq!(judgement.source, Source::Tables);
    assert_eq!(judgement.verdict.result(), Some(Wdl::Win));
    assert!(judgement.moves.iter().all(|judged| matches!(judged.verdict, Verdict::Exact(_))));
}

struct Unasked;

impl Oracle for Unasked {
    fn value(&self, _: &MorrisPosition) -> Option<Value> {
        panic!("only full strength asks");
    }
}

#[test]
fn levels_with_a_handicap_ask_for_no_endgames() {
    let position = MorrisPosition::start(Variant::SIX);
    for level in Level::all().filter(|level| ![Level::FULL, Level::Perfect].contains(level)) {
        let endgames: Option<&'static dyn Oracle> = Some(&Unasked);
        let options = EngineOptions { hash_mib: 1, level, endgames, ..EngineOptions::default() };
        search(&mut Engine::new(options), position, Limits::nodes(500));
    }
}
