use std::collections::HashSet;
use std::sync::Mutex;

use merels_rules::morris::Variant;
use merels_rules::{GameId, SplitMix};

use super::*;

fn game(id: &str, text: &str) -> Game<AnyPosition> {
    let id: GameId = id.parse().unwrap();
    Game::new(id.parse_position(text).unwrap())
}

/// An oracle in which placing leads to draws, and moving to losses in 4.
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
    assert!(Judge::new(None).line(&over, &judgement, 9).is_empty());
}

/// White could win at once, and plays on.
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

/// An oracle that calls everything a draw. It records prefetched positions and expects no other
/// questions, except about the moves of the first position.
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

/// Positions after random games of these kinds.
fn random_games() -> Vec<Game<AnyPosition>> {
    let mut random = SplitMix::new(17);
    let kinds = ["seven", "six", "nine", "twelve", "lasker", "mingmang", "nimble"];
    let plies = [0, 3, 10, 18, 30];
    let mut games = Vec::new();
    for (kind, plies) in kinds.into_iter().flat_map(|kind| plies.map(|plies| (kind, plies))) {
        let mut game = Game::new(kind.parse::<GameId>().unwrap().start());
        for _ in 0..plies {
            let legal = game.legal_moves();
            if !legal.is_empty() {
                game.play(legal[random.below(legal.len())]).unwrap();
            }
        }
        if game.outcome().is_none() {
            games.push(game);
        }
    }
    games
}

#[test]
fn the_best_line_begins_with_the_move_that_the_list_calls_best() {
    let mut judge = Judge::new(None).with_nodes(3_000);
    let mut searched = 0;
    for game in random_games() {
        let judgement = judge.judge(&game);
        let line = judge.line(&game, &judgement, 12);
        let position = game.position();
        assert!((1..=12).contains(&line.len()), "{position}: {line:?}");
        if judgement.source == Source::Openings {
            assert_eq!(judgement.of(line[0]), Some(judgement.verdict), "{position}");
        } else {
            assert_eq!(line[0], judgement.moves[0].mv, "{position}");
        }
        searched += usize::from(judgement.source == Source::Engine);
        let mut followed = game.clone();
        for mv in line {
            if let Some(known) = judge.known(&followed) {
                assert!(known.of(mv).unwrap().keeps(known.verdict), "{}", followed.position());
            }
            followed.play(mv).unwrap();
        }
    }
    assert!(searched > 12, "only {searched} were judged by the engine");
}

#[test]
fn a_judgement_does_not_depend_on_what_was_asked_before() {
    let mut asked_much = Judge::new(None).with_nodes(3_000);
    for game in random_games() {
        let mut fresh = Judge::new(None).with_nodes(3_000);
        let judgement = fresh.judge(&game);
        assert_eq!(asked_much.judge(&game), judgement, "{}", game.position());
        let line = fresh.line(&game, &judgement, 8);
        assert_eq!(asked_much.line(&game, &judgement, 8), line, "{}", game.position());
    }
}
