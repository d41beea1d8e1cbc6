//! Claims on the board: the line, the man, the point, and the arrow of the move that they name.

use merels_drawing::Mark;
use merels_engine::Claim;
use merels_rules::{AnyMove, AnyPosition, Spot};

/// The move as an arrow, or as a ring where it has one end only; a man that it takes is left out.
pub(crate) fn move_mark(position: &AnyPosition, mv: AnyMove, class: &'static str) -> Mark {
    let mut spots = position.spots_of(mv);
    if matches!(mv, AnyMove::Morris(mv) if mv.removed.is_some()) {
        spots.pop();
    }
    named(position, &spots, class)
}

/// The marks of claims about a move in a position, each once. Their classes: `row` for lines, `men`
/// for men and points, `best` for the better move and `answer` for the enemy's.
pub(crate) fn claim_marks(position: &AnyPosition, claims: &[Claim]) -> Vec<Mark> {
    let mut marks: Vec<Mark> = Vec::new();
    for mark in claims.iter().flat_map(|claim| marks_of(position, claim)) {
        if !marks.iter().any(|known| known.spots == mark.spots) {
            marks.push(mark);
        }
    }
    marks
}

fn named(position: &AnyPosition, spots: &[Spot], class: &'static str) -> Mark {
    Mark { spots: spots.iter().map(|spot| position.spot_name(*spot)).collect(), class }
}

fn marks_of(position: &AnyPosition, claim: &Claim) -> Vec<Mark> {
    let rows = |rows: &[[Spot; 3]]| -> Vec<Mark> {
        rows.iter().map(|row| named(position, row, "row")).collect()
    };
    let rings = |spots: &[Spot]| -> Vec<Mark> {
        spots.iter().map(|spot| named(position, &[*spot], "men")).collect()
    };
    match claim {
        Claim::Closes { lines, .. }
        | Claim::Blocks { lines, .. }
        | Claim::LeavesOpen { lines, .. }
        | Claim::Threatens { lines, .. } => rows(lines),
        Claim::DoubleMill { closed, open, .. } => rows(&[*closed, *open]),
        Claim::IsSurrounded { pawns, by, .. } => {
            let mut marks = rings(pawns);
            marks.push(move_mark(position, *by, "answer"));
            marks
        }
        Claim::OnlyMove { mv, .. } => vec![move_mark(position, *mv, "best")],
        Claim::OnlyStep { from, to, .. } => {
            let spots: Vec<Spot> = from.iter().chain([to]).copied().collect();
            vec![named(position, &spots, "best")]
        }
        Claim::OthersLoseTo { reply, .. } => vec![move_mark(position, *reply, "answer")],
        Claim::Allows { reply, claim, .. } => {
            let mut marks = marks_of(position, claim);
            marks.push(move_mark(position, *reply, "answer"));
            marks
        }
        Claim::Misses { best, claim, .. } => {
            let mut marks = marks_of(position, claim);
            marks.push(move_mark(position, *best, "best"));
            marks
        }
        _ => rings(&claim.spots()),
    }
}

#[cfg(test)]
mod tests {
    use merels_rules::GameId;

    use super::*;

    /// The marks of claims at the start of a game, as text.
    fn marks(game: &str, claims: &[&str]) -> Vec<String> {
        let start = game.parse::<GameId>().unwrap().start();
        let claims: Vec<Claim> =
            claims.iter().map(|text| Claim::parse(&start, text).unwrap()).collect();
        let text = |mark: Mark| format!("{} {}", mark.class, mark.spots.join("-"));
        claim_marks(&start, &claims).into_iter().map(text).collect()
    }

    #[test]
    fn the_board_shows_the_line_the_man_and_the_move() {
        for (game, claims, expected) in [
            (
                "nine",
                &["allows d6 g1 closes a1-d1-g1", "misses d1 blocks a1-d1-g1"][..],
                &["row a1-d1-g1", "answer g1", "best d1"][..],
            ),
            ("nine", &["locks-in theirs a1 d1"], &["men a1", "men d1"]),
            ("nine", &["attacks-two g1 g7"], &["men g1", "men g7"]),
            (
                "nine",
                &["double-mill d2 d1 b2-d2-f2 a1-d1-g1 true"],
                &["row b2-d2-f2", "row a1-d1-g1"],
            ),
            ("lasker", &["only-move win a1-d1xg7"], &["best a1-d1"]),
            ("nine", &["only-step draw d1 a1", "wins own 5"], &["best a1-d1"]),
            ("mingmang", &["is-surrounded a2-b2 c3 c4"], &["men c3", "men c4", "answer a2-b2"]),
            ("nimble", &["nim-sum 0 3", "only-move win 4-3"], &["best 4-3"]),
        ] {
            assert_eq!(marks(game, claims), expected, "{claims:?}");
        }
    }
}
