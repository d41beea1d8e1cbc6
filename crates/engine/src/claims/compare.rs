//! Comparison of two turns: the parts of a claim that a different turn of the same
//! side leaves untrue.

use merels_rules::morris::{MorrisPosition, Move, Point, Points};
use merels_rules::{AnyMove, AnyPosition, Position, Side, Spot};

use super::Claim;
use super::board::turned;
use super::lines::{Lines, Open, Shuttle, filled, shuttles, spot, spots};

/// The state of the board after a turn, as claims about that turn's side see it.
pub(super) enum Seen {
    Morris(Box<SeenMorris>),
    MingMang(Vec<Spot>),
    Nimble,
}

pub(super) struct SeenMorris {
    after: MorrisPosition,
    side: Side,
    taken: Option<Point>,
    filled: Lines,
    own: Open,
    theirs: Open,
    shuttles: Vec<Shuttle>,
}

impl Seen {
    /// The state after a legal turn.
    pub(super) fn after(before: &AnyPosition, mv: AnyMove) -> Seen {
        let after = before.after_unchecked(mv);
        match (before, mv, &after) {
            (AnyPosition::Morris(before), AnyMove::Morris(mv), AnyPosition::Morris(after)) => {
                Seen::Morris(Box::new(SeenMorris::new(before.side(), mv, *after)))
            }
            (AnyPosition::MingMang(_), ..) => Seen::MingMang(turned(before, mv, &after)),
            _ => Seen::Nimble,
        }
    }

    /// The parts of a claim that this state does not make true; `None` if nothing is left, or if
    /// the claim is of no kind that one turn can miss.
    pub(super) fn lacks(&self, claim: &Claim) -> Option<Claim> {
        match (self, claim) {
            (Seen::Morris(seen), _) => seen.lacks(claim),
            (Seen::MingMang(turned), Claim::Surrounds { side, pawns }) => {
                let pawns = kept(pawns, |pawn| !turned.contains(pawn))?;
                Some(Claim::Surrounds { side: *side, pawns })
            }
            _ => None,
        }
    }
}

impl SeenMorris {
    fn new(side: Side, mv: Move, after: MorrisPosition) -> SeenMorris {
        let [own, theirs] = [side, !side].map(|side| Open::of(&after, side));
        let (filled, shuttles) = (filled(&after, side), shuttles(&after, side));
        SeenMorris { after, side, taken: mv.removed, filled, own, theirs, shuttles }
    }

    fn lacks(&self, claim: &Claim) -> Option<Claim> {
        let side = self.side;
        Some(match claim {
            Claim::Closes { lines, .. } => {
                Claim::Closes { side, lines: self.outside(lines, self.filled)? }
            }
            Claim::Blocks { lines, .. } => {
                let open = spots(self.after.board(), self.theirs.lines);
                Claim::Blocks { side, lines: kept(lines, |line| open.contains(line))? }
            }
            Claim::Threatens { lines, .. } => {
                let lines = self.outside(lines, self.own.lines | self.filled)?;
                Claim::Threatens { side, lines }
            }
            Claim::DoubleMill { closed, open, .. } => {
                let lines = [closed, open].map(|line| points(line));
                let stands = self.shuttles.iter().any(|shuttle| shuttle.has_lines(lines));
                (!stands).then(|| claim.clone())?
            }
            Claim::AttacksTwo { at, .. } => {
                (!self.attacks(points(at) & self.own.at)).then(|| claim.clone())?
            }
            Claim::LocksIn { of, men, .. } if *of != side => {
                // A man that has gone elsewhere is not locked in; one that is taken has not gone.
                let is_free = |man: &Spot| {
                    self.stands(*of, *man).unwrap_or_else(|| self.taken.map(spot) != Some(*man))
                };
                Claim::LocksIn { side, of: *of, men: kept(men, is_free)? }
            }
            Claim::Frees { of, men, .. } if *of == side => {
                let men = kept(men, |man| self.stands(*of, *man) == Some(false))?;
                Claim::Frees { side, of: *of, men }
            }
            Claim::TakesLastFree { man, .. } => {
                (self.taken != Point::new(man.0.into())).then(|| claim.clone())?
            }
            Claim::BringsDownTo { men, .. } => {
                (self.after.total(!side) > *men).then(|| claim.clone())?
            }
            _ => return None,
        })
    }

    /// Returns `true` if there are two of these open points or more, and no reply stops them all.
    fn attacks(&self, at: Points) -> bool {
        let stays =
            |reply: Move| Open::of(&self.after.after_unchecked(reply), self.side).at.meets(at);
        at.len() >= 2 && self.after.legal_moves().into_iter().all(stays)
    }

    fn outside(&self, lines: &[[Spot; 3]], set: Lines) -> Option<Vec<[Spot; 3]>> {
        let set = spots(self.after.board(), set);
        kept(lines, |line| !set.contains(line))
    }

    /// For a man of a side that stands on a spot: `true` if it can step.
    fn stands(&self, of: Side, man: Spot) -> Option<bool> {
        let man = Point::new(man.0.into())?;
        let stands = self.after.men(of).contains(man);
        stands.then(|| !self.after.destinations(man).is_empty())
    }
}

fn points(spots: &[Spot]) -> Points {
    spots.iter().filter_map(|spot| Point::new(spot.0.into())).collect()
}

/// The members for which this holds; `None` if there are none.
fn kept<T: Copy>(members: &[T], holds: impl Fn(&T) -> bool) -> Option<Vec<T>> {
    let kept: Vec<T> = members.iter().copied().filter(holds).collect();
    (!kept.is_empty()).then_some(kept)
}
