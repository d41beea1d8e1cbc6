//! Reviews of whole games.

use merels_rules::{GameId, SplitMix};

use super::*;
use crate::Score;

fn played(game: &str, start: &str, moves: &[&str]) -> Game<AnyPosition> {
    let game: GameId = game.parse().unwrap();
    let mut game = Game::new(game.parse_position(start).unwrap());
    for text in moves {
        game.play(game.position().parse_move(text).unwrap()).unwrap();
    }
    game
}

/// The first player wins only by 4-3, plays another move, and the second keeps the win.
#[test]
fn the_move_that_gave_the_game_away_is_named_with_what_would_have_kept_it() {
    let game = played("nimble", "0,0,1,1 1", &["4-1", "3-1"]);
    let mut heard = Vec::new();
    let review = Judge::new(None).review(&game, &mut |done| heard.push(done));
    assert_eq!(heard, [1, 2]);
    let slip = &review.moves[0];
    assert_eq!((slip.before, slip.played), (Verdict::Known(Wdl::Win), Verdict::Known(Wdl::Loss)));
    let mistake = slip.mistake.as_ref().unwrap();
    assert_eq!(line_text(game.start(), &mistake.better), ["4-3"]);
    assert_eq!(review.turning_ply(), Some(0));
    assert_eq!(review.accuracy(Side::White), Some(0.0));
    assert_eq!(review.accuracy(Side::Black), Some(100.0));
    assert_eq!(review.curve(), [1.0, 0.0, 0.0]);
}

#[test]
fn nothing_is_held_against_those_who_had_no_choice() {
    let game = played("nimble", "0,1 1", &["2-1"]);
    let review = Judge::new(None).review(&game, &mut |_| {});
    assert_eq!(review.accuracy(Side::White), None);
    assert_eq!(review.turning_ply(), None);
}

/// A review of moves by these sides from one result to another, which White lost.
fn lost_by_white(moves: &[(Side, Wdl, Wdl)]) -> Review {
    let mv = GameId::NINE.start().parse_move("d6").unwrap();
    let reviewed = |&(side, before, played): &(Side, Wdl, Wdl)| {
        let [before, played] = [before, played].map(Verdict::Known);
        let given_away = before.share() - played.share();
        let mistake = (given_away > 0.0).then(|| Mistake { better: Vec::new(), line: Vec::new() });
        ReviewedMove {
            mv,
            side,
            source: Source::Tables,
            before,
            played,
            keeping: (1, 2),
            at_stake: 1.0,
            given_away,
            mistake,
            claims: Vec::new(),
        }
    };
    let moves = moves.iter().map(reviewed).collect();
    Review { moves, end: Verdict::Known(Wdl::Loss), loser: Some(Side::White) }
}

#[test]
fn the_game_turns_when_the_loser_was_last_level() {
    use Side::{Black, White};
    use Wdl::{Draw, Loss, Win};
    let review = lost_by_white(&[
        (White, Draw, Loss),
        (Black, Win, Draw),
        (White, Draw, Loss),
        (Black, Win, Win),
        (White, Loss, Loss),
        (Black, Win, Draw),
    ]);
    assert_eq!(review.turning_ply(), Some(2), "not the last slip, which the winner made");
    assert_eq!(review.moments(), [0, 1, 2]);
    let mut longer = vec![(White, Draw, Loss); 3];
    longer.extend([(Black, Win, Loss), (White, Win, Draw), (White, Draw, Loss)]);
    let review = lost_by_white(&longer);
    assert_eq!(review.turning_ply(), Some(5));
    assert_eq!(review.moments(), [0, 3, 5], "the turning point and the greatest losses");
    assert_eq!(lost_by_white(&[(Black, Win, Draw)]).turning_ply(), Some(0));
}

/// A review of moves by these sides, judged by the engine alone, in hundredths of a man for the
/// side that moves: before the move, and after it.
fn by_opinion(moves: &[(Side, i32, i32)], end: i32) -> Review {
    let mut review = lost_by_white(&vec![(Side::White, Wdl::Draw, Wdl::Draw); moves.len()]);
    let estimate = |hundredths| Verdict::Estimate(Score::of_hundredths(hundredths));
    for (reviewed, &(side, before, played)) in review.moves.iter_mut().zip(moves) {
        (reviewed.side, reviewed.source) = (side, Source::Engine);
        (reviewed.before, reviewed.played) = (estimate(before), estimate(played));
    }
    review.end = estimate(end);
    review
}

#[test]
fn an_opinion_counts_when_the_standing_falls_for_good() {
    use Side::{Black, White};
    let level_then_lost = [(White, 0, -300), (Black, 300, 280), (White, -280, -300)];
    assert!(by_opinion(&level_then_lost, 300).falls_for_good(0));
    // The next look at it says that it was not so bad.
    let mended = [(White, 0, -300), (Black, 20, 0), (White, 0, -10)];
    assert!(!by_opinion(&mended, 0).falls_for_good(0));
    // Level once more at the very end.
    assert!(!by_opinion(&level_then_lost, 0).falls_for_good(0));
    // Ahead, then level for the rest of the game.
    let let_go = [(Black, 300, 0), (White, 10, 0), (Black, 0, 0)];
    assert!(by_opinion(&let_go, 0).falls_for_good(0));
    assert!(!by_opinion(&let_go, 0).falls_for_good(2));
}

#[test]
fn standings_are_results_where_those_are_known() {
    for (share, standing) in
        [(0.0, Wdl::Loss), (0.39, Wdl::Loss), (0.4, Wdl::Draw), (0.6, Wdl::Draw), (0.61, Wdl::Win)]
    {
        assert_eq!(super::standing(share), standing, "{share}");
        assert_eq!(super::standing(1.0 - share), standing.flipped(), "{share}");
    }
    for result in [Wdl::Loss, Wdl::Draw, Wdl::Win] {
        assert_eq!(Verdict::Known(result).standing(), result);
    }
}

#[test]
fn ones_own_mistakes_come_first_among_the_moments() {
    use Side::{Black, White};
    let mistakes = [
        (3, White, 0.5),
        (6, Black, 1.0),
        (8, Black, 0.5),
        (11, White, 1.0),
        (14, Black, 0.5),
        (16, Black, 1.0),
    ];
    for (own, plies) in
        [(None, [6, 11, 14]), (Some(White), [3, 11, 14]), (Some(Black), [6, 14, 16])]
    {
        assert_eq!(moments(&mistakes, Some(14), own), plies, "{own:?}");
    }
}

/// A mistake that mended itself is none in the end, and is not told of.
#[test]
fn opinions_that_do_not_last_are_no_mistakes() {
    let mut game = Game::new(GameId::NINE.start());
    let mut random = SplitMix::new(27);
    while game.ply() < 40 && game.outcome().is_none() {
        let moves = game.legal_moves();
        game.play(moves[random.below(moves.len())]).unwrap();
    }
    let review = Judge::new(None).with_nodes(2_000).review(&game, &mut |_| {});
    let by_opinion = |reviewed: &&ReviewedMove| !reviewed.is_certain();
    assert!(review.moves.iter().filter(by_opinion).count() > 20, "most of it is opinion");
    for (ply, reviewed) in review.moves.iter().enumerate().filter(|(_, one)| !one.is_certain()) {
        match reviewed.mistake {
            Some(_) => assert!(review.falls_for_good(ply), "{ply}"),
            None => {
                let is_told = |claim: &Claim| matches!(claim.kind(), "allows" | "misses");
                assert!(!reviewed.claims.iter().any(is_told), "{ply}: {:?}", reviewed.claims);
            }
        }
    }
}
