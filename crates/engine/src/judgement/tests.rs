use std::collections::HashSet;
use std::sync::Mutex;

use merels_rules::GameId;
use merels_rules::morris::Variant;

use super::*;

fn game(id: &str, text: &str) -> Game<AnyPosition> {
    let id: GameId = id.parse().unwrap();
    Game::new(id.parse_position(text).unwrap())
}

/// Placing leads to draws, moving to losses in 4.
struct Halves;

impl Oracle for Halves {
    fn value(&self, position: &MorrisPosition) -> Option<Value> {
        (position.variant() == Variant::NINE).then(|| match position.quiet() {
            0 => Value::Draw,
            _ => Value::Loss(4),
        })
    }
}

#[test]
fn tables_come_first_and_say_how_far_the_end_is() {
    let mut judge = Judge::new(Some(Arc::new(Halves)));
    let judgement = judge.judge(&game("nine", "WWxBBxxxxxxxxxxxxxxxxxxx w 7 7"));
    assert_eq!(judgement.source, Source::Tables);
    assert_eq!(judgement.verdict, Verdict::Exact(Value::Draw));
    assert_eq!(judgement.keeping(), judgement.moves.len());
    let (held, all) = judgement.moves[0].answers.unwrap();
    assert!(held == all && all > 0);
    let moving = judge.judge(&game("nine", "WxxxWxxxxxxxxxWBxxBxxxBx w 0 0"));
    assert!(moving.moves.iter().all(|judged| judged.answers.is_none()));
    assert_eq!(moving.verdict, Verdict::Exact(Value::Win(5)));
}

#[test]
fn without_tables_the_openings_are_known_and_the_rest_is_the_engines_opinion() {
    let mut judge = Judge::new(None).with_nodes(5_000);
    let late = judge.judge(&game("nine", "WWxxxxxxxxxxxWxxxxBxBxxB w 0 0"));
    assert_eq!(late.source, Source::Engine);
    let best = late.moves[0];
    assert_eq!(late.verdict, best.verdict);
    assert!(matches!(best.mv, AnyMove::Morris(mv) if mv.removed.is_some()), "{best:?}");
    assert!(late.moves.is_sorted_by_key(|judged| std::cmp::Reverse(judged.verdict.preference())));
}

#[test]
fn a_strip_is_known_to_the_end() {
    let judgement = Judge::new(None).judge(&game("nimble", "0,0,1,2 1"));
    assert_eq!((judgement.source, judgement.verdict), (Source::Theory, Verdict::Known(Wdl::Win)));
    assert_eq!(judgement.keeping(), 2, "3-1 and 4-2");
}

#[test]
fn a_game_that_is_over_has_a_value_and_no_moves() {
    let over = game("nine", "WWWxxxxxxxxxxxxxxxxxxxBB b 0 0");
    let judgement = Judge::new(Some(Arc::new(Halves))).judge(&over);
    assert_eq!(judgement.verdict, Verdict::Exact(Value::Loss(0)));
    assert!(judgement.moves.is_empty());
    assert!(Judge::new(None).line(&over, 9).is_empty());
}

/// White could win at once, and moves on.
#[test]
fn a_game_drawn_by_quiet_plies_is_a_draw_whatever_the_tables_say() {
    let mut judge = Judge::new(Some(Arc::new(Halves)));
    let mut drawn = game("nine", "WWxxxxxxxxxxxWxxxxBxBxxB w 0 0 99");
    assert_eq!(judge.judge(&drawn).verdict, Verdict::Exact(Value::Win(1)));
    drawn.play(drawn.position().parse_move("f4-e3").unwrap()).unwrap();
    let judgement = judge.judge(&drawn);
    assert_eq!(judgement.verdict, Verdict::Exact(Value::Draw));
    assert!(judgement.moves.is_empty());
    let curve = judge.review(&drawn, &mut |_| {}).curve();
    assert_eq!(curve, [1.0, 0.5], "a curve ends with the result of the game");
}

#[test]
fn shares_lie_between_loss_and_win() {
    let estimate = |hundredths| Verdict::Estimate(Score::new(hundredths)).share();
    assert!((estimate(0) - 0.5).abs() < 1e-9);
    assert!((estimate(400) - 10.0 / 11.0).abs() < 1e-9);
    assert!((estimate(-400) - 1.0 / 11.0).abs() < 1e-9);
    assert_eq!(Verdict::Known(Wdl::Draw).share(), 0.5);
}

/// Everything is a draw; remembers what it was told to prefetch and is asked about nothing else, but
/// for the moves of the first position.
#[derive(Default)]
struct Forewarned {
    expected: Mutex<HashSet<String>>,
    asked: Mutex<usize>,
}

impl Oracle for Forewarned {
    fn value(&self, _: &MorrisPosition) -> Option<Value> {
        Some(Value::Draw)
    }

    fn result(&self, position: &MorrisPosition) -> Option<Wdl> {
        *self.asked.lock().unwrap() += 1;
        let expected = self.expected.lock().unwrap();
        assert!(expected.contains(&position.to_string()), "{position} was not prefetched");
        Some(Wdl::Draw)
    }

    fn prefetch(&self, positions: &[MorrisPosition]) {
        self.expected.lock().unwrap().extend(positions.iter().map(ToString::to_string));
    }
}

#[test]
fn answers_are_prefetched_all_at_once_before_they_are_asked() {
    let oracle = Arc::new(Forewarned::default());
    let mut judge = Judge::new(Some(Arc::<Forewarned>::clone(&oracle)));
    let judgement = judge.judge(&game("nine", "WxxxWxxxxxxxxxWBxxBxxxBx w 0 0"));
    let answers = judgement.moves.iter().filter_map(|judged| judged.answers);
    let (asked, expected) = (*oracle.asked.lock().unwrap(), oracle.expected.lock().unwrap());
    assert_eq!(answers.map(|(_, all)| all).sum::<usize>(), asked);
    assert!(asked > 0 && expected.len() <= asked);
}
