//! Claims about the value of a turn: the only one that keeps it, wins and their distances, forced
//! lines.

use merels_rules::{AnyMove, AnyPosition, Game, Side, Spot, Value, Wdl};

use super::{Claim, Distance};
use crate::{Judge, JudgedMove, Judgement, Verdict};

/// The most plies of a forced line.
const LONGEST_LINE: u32 = 7;

impl Distance {
    /// The distance of a certain win or loss; `None` for anything else.
    pub fn of(verdict: Verdict) -> Option<(Wdl, Distance)> {
        let result = verdict.result().filter(|result| *result != Wdl::Draw)?;
        let distance = match verdict {
            Verdict::Exact(value) => match value.plies().map(u32::from) {
                Some(plies) if value.is_at_least() => Distance::AtLeast(plies),
                Some(plies) => Distance::Exact(plies),
                None => Distance::Unknown,
            },
            Verdict::Known(_) => Distance::Unknown,
            // The classic player's own scale proves nothing.
            Verdict::Estimate(score) if score.classic().is_some() => return None,
            Verdict::Estimate(score) => match score.win().or(score.loss()) {
                Some(plies) if plies <= 1 => Distance::Exact(plies),
                // The search was told by tables, which count no further.
                Some(plies) if is_beyond_tables(result, plies) => Distance::AtLeast(plies),
                Some(plies) => Distance::AtMost(plies),
                None => Distance::Unknown,
            },
        };
        Some((result, distance))
    }

    /// The number of plies, if one is known.
    pub const fn plies(self) -> Option<u32> {
        match self {
            Distance::Exact(plies) | Distance::AtMost(plies) | Distance::AtLeast(plies) => {
                Some(plies)
            }
            Distance::Unknown => None,
        }
    }
}

fn is_beyond_tables(result: Wdl, plies: u32) -> bool {
    let plies = u16::try_from(plies).unwrap_or(u16::MAX);
    match result {
        Wdl::Win => Value::Win(plies).is_at_least(),
        Wdl::Loss => Value::Loss(plies).is_at_least(),
        Wdl::Draw => false,
    }
}

/// The statement that a side wins, of a move with this value for `side`.
pub(super) fn wins(side: Side, verdict: Verdict) -> Option<Claim> {
    let (result, plies) = Distance::of(verdict)?;
    Some(Claim::Wins { side: if result == Wdl::Win { side } else { !side }, plies })
}

/// The statement that no move holds out longer.
pub(super) fn holds_out(side: Side, mv: AnyMove, judgement: &Judgement) -> Option<Claim> {
    let lost_in = |verdict| match Distance::of(verdict) {
        Some((Wdl::Loss, Distance::Exact(plies))) if matches!(verdict, Verdict::Exact(_)) => {
            Some(plies)
        }
        _ => None,
    };
    let all: Option<Vec<u32>> =
        judgement.moves.iter().map(|judged| lost_in(judged.verdict)).collect();
    let own = lost_in(judgement.of(mv)?)?;
    (all?.into_iter().max() == Some(own))
        .then_some(Claim::HoldsOut { side, plies: Distance::Exact(own) })
}

/// The moves that keep a win or a draw and the others; `None` if a value is uncertain, if all keep
/// it or if it is lost.
fn parted(judgement: &Judgement) -> Option<(Wdl, Vec<AnyMove>, Vec<&JudgedMove>)> {
    let results: Option<Vec<Wdl>> =
        judgement.moves.iter().map(|judged| judged.verdict.result()).collect();
    let best = results?.into_iter().max().filter(|best| *best != Wdl::Loss)?;
    let keeps = |judged: &&JudgedMove| judged.verdict.result() == Some(best);
    let (keeping, others): (Vec<&JudgedMove>, Vec<&JudgedMove>) =
        judgement.moves.iter().partition(keeps);
    let keeping = keeping.into_iter().map(|judged| judged.mv).collect();
    (!others.is_empty()).then_some((best, keeping, others))
}

/// The point a man leaves and the one it reaches.
fn step(position: &AnyPosition, mv: AnyMove) -> (Option<Spot>, Option<Spot>) {
    let spots = match mv {
        AnyMove::Morris(mv) => {
            position.spots_of(AnyMove::Morris(merels_rules::morris::Move { removed: None, ..mv }))
        }
        _ => position.spots_of(mv),
    };
    let from = (spots.len() > 1).then(|| spots.first().copied()).flatten();
    (from, spots.last().copied())
}

impl Judge {
    /// The statements that one move or step alone keeps the value, and that one reply refutes all
    /// others.
    pub(super) fn only(&self, game: &Game<AnyPosition>, judgement: &Judgement) -> Vec<Claim> {
        let side = game.side();
        let Some((keeps, keeping, others)) = parted(judgement) else { return Vec::new() };
        let first = keeping.first().map(|mv| step(game.position(), *mv));
        let is_one_step = keeping.iter().all(|mv| Some(step(game.position(), *mv)) == first);
        let only = match (&keeping[..], first) {
            ([mv], _) => Claim::OnlyMove { side, mv: *mv, keeps },
            (_, Some((from, Some(to)))) if is_one_step => Claim::OnlyStep { side, from, to, keeps },
            _ => return Vec::new(),
        };
        let reply = self.refutes_all(game, &others);
        let reply = reply.map(|reply| Claim::OthersLoseTo { side, reply });
        [Some(only), reply].into_iter().flatten().collect()
    }

    /// A reply that is best after each of these moves, if all lose.
    fn refutes_all(&self, game: &Game<AnyPosition>, moves: &[&JudgedMove]) -> Option<AnyMove> {
        let mut refutes: Option<Vec<AnyMove>> = None;
        for judged in moves {
            if judged.verdict.result() != Some(Wdl::Loss) {
                return None;
            }
            let mut next = game.clone();
            next.play(judged.mv).ok()?;
            let best = self.known(&next)?.best();
            let still = match refutes {
                None => best,
                Some(refutes) => refutes.into_iter().filter(|mv| best.contains(mv)).collect(),
            };
            if still.is_empty() {
                return None;
            }
            refutes = Some(still);
        }
        refutes?.first().copied()
    }

    /// The whole rest of a game that is short and decided, if the tables know it.
    pub(super) fn forced_line(
        &self,
        game: &Game<AnyPosition>,
        mv: AnyMove,
        verdict: Verdict,
    ) -> Option<Claim> {
        let Verdict::Exact(_) = verdict else { return None };
        let (result, Distance::Exact(plies)) = Distance::of(verdict)? else { return None };
        if !(2..=LONGEST_LINE).contains(&plies) {
            return None;
        }
        let side = if result == Wdl::Win { game.side() } else { !game.side() };
        let (mut game, mut line) = (game.clone(), vec![mv]);
        game.play(mv).ok()?;
        for left in (1..plies).rev() {
            let best = *self.known(&game)?.moves.first()?;
            match Distance::of(best.verdict)? {
                (_, Distance::Exact(plies)) if plies == left => line.push(best.mv),
                _ => return None,
            }
            game.play(best.mv).ok()?;
        }
        (game.outcome()?.winner() == Some(side)).then_some(Claim::ForcedLine { side, line })
    }
}
