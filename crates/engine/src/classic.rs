//! The classic player: judges men and mobility, one move ahead or to a given depth.

use merels_rules::{AnyMove, AnyPosition, Game, Outcome, Position, Side};

use crate::reference::captures;
use crate::score::{CLASSIC_DECIDED, Score};

const MAN: i32 = 1_000;

/// The choice of the classic player.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ClassicChoice {
    /// The move.
    pub mv: AnyMove,
    /// The value of the position it leads to, for the side that made it.
    pub value: i32,
    /// The number of positions evaluated.
    pub evaluated: u64,
}

/// The classic player's search beyond one ply. Both algorithms find the same value and move, but
/// evaluate different numbers of positions.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ClassicSearch {
    /// Evaluates every line of play.
    Minimax,
    /// Prunes lines that cannot change the result.
    AlphaBeta,
}

/// The value of a position for `side`: a thousand for every man more than the enemy has on the
/// board; once all men are placed, also plus or minus 10000 for a decided game, and one less for
/// every move the enemy has.
pub fn classic_value(position: &AnyPosition, side: Side) -> i32 {
    let material = MAN * (men(position, side) - men(position, !side));
    if is_placing(position) {
        return material;
    }
    match position.outcome() {
        Some(Outcome::Win { winner, .. }) if winner == side => CLASSIC_DECIDED,
        Some(Outcome::Win { .. }) => -CLASSIC_DECIDED,
        _ => material - moves_of(position, !side) as i32,
    }
}

/// The move to the position with the highest value. Captures rank before all other moves, and among
/// equals the first in canonical order wins. `None` if the game is over.
pub fn classic_choice(game: &Game<AnyPosition>) -> Option<ClassicChoice> {
    let position = game.position();
    let side = position.side();
    let moves = game.legal_moves();
    let mut best: Option<((bool, i32), AnyMove)> = None;
    for mv in &moves {
        let next = position.after_unchecked(*mv);
        let merit = (captures(position, &next, *mv), classic_value(&next, side));
        if best.is_none_or(|(most, _)| merit > most) {
            best = Some((merit, *mv));
        }
    }
    let evaluated = moves.len() as u64;
    best.map(|((_, value), mv)| ClassicChoice { mv, value, evaluated })
}

/// The move with the highest value `depth` plies ahead. Each side chooses its best move by the
/// value that the first side sees; among equals captures come first, then the first in canonical
/// order. At one ply this is [`classic_choice`]. `None` if the game is over.
pub fn classic_search(
    game: &Game<AnyPosition>,
    depth: u32,
    search: ClassicSearch,
) -> Option<ClassicChoice> {
    if depth <= 1 {
        return classic_choice(game);
    }
    let mut game = game.clone();
    let side = game.side();
    let mut lookahead = Lookahead { side, search, evaluated: 0 };
    let mut best: Option<(i32, AnyMove)> = None;
    for mv in captures_first(&game) {
        let alpha = best.map_or(-UNBOUNDED, |(value, _)| value);
        let value = lookahead.value_of(&mut game, mv, depth, alpha, UNBOUNDED);
        if value > alpha {
            best = Some((value, mv));
        }
    }
    let (value, mv) = best?;
    Some(ClassicChoice { mv, value, evaluated: lookahead.evaluated })
}

/// A bound beyond every value.
const UNBOUNDED: i32 = i32::MAX;

struct Lookahead {
    /// The side whose values count.
    side: Side,
    search: ClassicSearch,
    evaluated: u64,
}

impl Lookahead {
    /// The value of the line that begins with a move; the game is unchanged afterwards.
    fn value_of(
        &mut self,
        game: &mut Game<AnyPosition>,
        mv: AnyMove,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        // The move is one of the legal ones.
        if game.play(mv).is_err() {
            return -UNBOUNDED;
        }
        let value = self.value(game, depth - 1, alpha, beta);
        game.undo();
        value
    }

    /// The value of a game `depth` plies ahead, exact between `alpha` and `beta`.
    fn value(
        &mut self,
        game: &mut Game<AnyPosition>,
        depth: u32,
        mut alpha: i32,
        mut beta: i32,
    ) -> i32 {
        if depth == 0 || game.outcome().is_some() {
            self.evaluated += 1;
            return classic_value(game.position(), self.side);
        }
        let maximises = game.side() == self.side;
        let mut best = if maximises { -UNBOUNDED } else { UNBOUNDED };
        for mv in game.legal_moves() {
            let value = self.value_of(game, mv, depth, alpha, beta);
            if maximises {
                best = best.max(value);
                alpha = alpha.max(value);
            } else {
                best = best.min(value);
                beta = beta.min(value);
            }
            if self.search == ClassicSearch::AlphaBeta && alpha >= beta {
                break;
            }
        }
        best
    }
}

/// The legal moves, captures first.
fn captures_first(game: &Game<AnyPosition>) -> Vec<AnyMove> {
    let position = game.position();
    let mut moves = game.legal_moves();
    moves.sort_by_key(|mv| !captures(position, &position.after_unchecked(*mv), *mv));
    moves
}

impl ClassicChoice {
    /// The value as a score, on its own scale. While men are placed it does not show won games.
    pub fn score(&self) -> Score {
        Score::of_classic(self.value)
    }
}

fn men(position: &AnyPosition, side: Side) -> i32 {
    match position {
        AnyPosition::Morris(position) => position.men(side).len() as i32,
        AnyPosition::MingMang(position) => position.pawns(side).len() as i32,
        AnyPosition::Nimble(_) => 0,
    }
}

fn is_placing(position: &AnyPosition) -> bool {
    match position {
        AnyPosition::Morris(position) => Side::ALL.into_iter().any(|side| position.hand(side) > 0),
        _ => false,
    }
}

/// The number of moves a side has, or would have if it were its turn.
fn moves_of(position: &AnyPosition, side: Side) -> usize {
    match position {
        AnyPosition::Morris(position) if position.side() != side => {
            let mut setup = position.setup();
            setup.side = side;
            setup.position().map_or(0, |position| position.count_moves())
        }
        _ => position.count_moves(),
    }
}

#[cfg(test)]
mod tests {
    use merels_rules::{GameId, SplitMix};

    use super::*;

    fn value(text: &str, side: Side) -> i32 {
        classic_value(&GameId::NINE.parse_position(text).unwrap(), side)
    }

    /// Every number here is computed by hand from the formula.
    #[test]
    fn the_formula_of_classic_is_the_specified_one() {
        // While men are in hand, only those on the board count: two to one.
        assert_eq!(value("WWxBxxxxxxxxxxxxxxxxxxxx b 7 8", Side::White), 1_000);
        assert_eq!(value("WWxBxxxxxxxxxxxxxxxxxxxx b 7 8", Side::Black), -1_000);
        // While men are in hand, a decided game counts only its men.
        assert_eq!(value("xxxWWWWxxxxBBxxxxxxxxxxx b 1 0", Side::White), 2_000);
        // White's three men are one fewer. Black's four: b2 to b4, d2 to d3, f2 to f4, c3 to d3 and
        // to c4; that is five moves.
        let text = "WWWBBBBxxxxxxxxxxxxxxxxx b 0 0";
        assert_eq!(value(text, Side::White), -1_000 - 5);
        // White flies: three men to each of the 17 empty points.
        assert_eq!(value(text, Side::Black), 1_000 - 51);
        // A side with two men has lost.
        assert_eq!(value("WWWBBxxxxxxxxxxxxxxxxxxx b 0 0", Side::White), 10_000);
        assert_eq!(value("WWWBBxxxxxxxxxxxxxxxxxxx b 0 0", Side::Black), -10_000);
    }

    #[test]
    fn a_mill_comes_before_everything() {
        let game =
            Game::new(GameId::NINE.parse_position("WWxBBxxxxxxxxxxxxxxxxxxx w 7 7").unwrap());
        let choice = classic_choice(&game).unwrap();
        assert_eq!(game.position().move_text(choice.mv), "g1xb2");
        assert_eq!((choice.value, choice.evaluated), (2_000, 21));
    }

    /// A game after some random moves, not over yet.
    fn random_game(id: GameId, random: &mut SplitMix) -> Game<AnyPosition> {
        let mut game = Game::new(id.start());
        for _ in 0..random.below(40) {
            let moves = game.legal_moves();
            game.play(moves[random.below(moves.len())]).unwrap();
            if game.outcome().is_some() {
                game.undo();
                break;
            }
        }
        game
    }

    #[test]
    fn minimax_and_alpha_beta_choose_the_same_and_alpha_beta_looks_at_less() {
        let mut random = SplitMix::new(4);
        let mut fewer = 0;
        for id in [GameId::NINE, GameId::MingMang, GameId::MingMangNoRepeat] {
            for _ in 0..6 {
                let game = random_game(id, &mut random);
                for depth in 1..=2 + u32::from(id == GameId::NINE) {
                    let plain = classic_search(&game, depth, ClassicSearch::Minimax).unwrap();
                    let quick = classic_search(&game, depth, ClassicSearch::AlphaBeta).unwrap();
                    assert_eq!((plain.mv, plain.value), (quick.mv, quick.value), "{depth}");
                    assert!(quick.evaluated <= plain.evaluated);
                    fewer += u32::from(quick.evaluated < plain.evaluated);
                }
            }
        }
        assert!(fewer > 10, "{fewer}");
    }

    #[test]
    fn from_depth_two_on_the_leaves_decide() {
        // Black threatens a mill; only a search one ply deeper stops it.
        let game =
            Game::new(GameId::NINE.parse_position("WxxBBxxxxxxxxxxxxxxxxxxx w 8 7").unwrap());
        let near = classic_search(&game, 1, ClassicSearch::Minimax).unwrap();
        assert_eq!(game.position().move_text(near.mv), "d1");
        let far = classic_search(&game, 2, ClassicSearch::Minimax).unwrap();
        assert_eq!((game.position().move_text(far.mv).as_str(), far.value), ("f2", -1_000));
        // White can close a mill, but then Black closes one whatever is taken, and wins.
        let text = "xBxBxBxBxxxxxxxWxxxxxWWx w 0 0";
        let game = Game::new(GameId::NINE.parse_position(text).unwrap());
        let near = classic_search(&game, 1, ClassicSearch::AlphaBeta).unwrap();
        assert!(game.position().move_text(near.mv).starts_with("c5-g7x"));
        let far = classic_search(&game, 2, ClassicSearch::AlphaBeta).unwrap();
        assert!(game.position().move_text(far.mv).ends_with("-d2"));
        // Minimax verifies the alpha-beta search.
        let mut random = SplitMix::new(8);
        for _ in 0..300 {
            let game = random_game(GameId::NINE, &mut random);
            let position = game.position();
            let side = game.side();
            let worst = |mv: &AnyMove| {
                let next = position.after_unchecked(*mv);
                let replies = if next.outcome().is_some() { vec![] } else { next.legal_moves() };
                let values =
                    replies.iter().map(|mv| classic_value(&next.after_unchecked(*mv), side));
                values.min().unwrap_or_else(|| classic_value(&next, side))
            };
            let choice = classic_search(&game, 2, ClassicSearch::AlphaBeta).unwrap();
            let moves = game.legal_moves();
            assert_eq!(Some(choice.value), moves.iter().map(worst).max(), "{position}");
        }
    }
}
