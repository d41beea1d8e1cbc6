//! Claims about a turn in a morris game that follow from its rules alone.

use merels_rules::morris::{LineEarns, MorrisPosition, Move, Points, Removal};
use merels_rules::{Position, Side};

use super::Claim;
use super::lines::{Lines, Open, Shuttle, filled, line_spots, men_spots, shuttles, spot, spots};

/// A turn of a morris game.
pub(super) struct Turn<'a> {
    pub(super) before: &'a MorrisPosition,
    pub(super) mv: Move,
    pub(super) after: &'a MorrisPosition,
}

impl Turn<'_> {
    fn us(&self) -> Side {
        self.before.side()
    }

    /// All claims about the turn.
    pub(super) fn claims(&self) -> Vec<Claim> {
        let us = self.us();
        let closed = filled(self.after, us) & !filled(self.before, us);
        let mut claims: Vec<Claim> =
            self.about_lines(closed, |side, lines| Claim::Closes { side, lines }).collect();
        if self.after.outcome().is_none() {
            self.add_lines(&mut claims);
            self.add_double_mills(&mut claims);
            claims.extend(self.attacks_two());
            self.add_steps(&mut claims);
            claims.extend(self.takes_last_free());
            claims.extend(self.brings_down());
            claims.extend(self.crossing());
        }
        claims
    }

    fn about_lines(
        &self,
        lines: Lines,
        claim: fn(Side, Vec<[merels_rules::Spot; 3]>) -> Claim,
    ) -> impl Iterator<Item = Claim> + use<> {
        let lines = spots(self.before.board(), lines);
        let side = self.us();
        (!lines.is_empty()).then(|| claim(side, lines)).into_iter()
    }

    fn add_lines(&self, claims: &mut Vec<Claim>) {
        let open = |position, side| Open::of(position, side).lines;
        let (us, them) = (self.us(), !self.us());
        let [theirs, theirs_now] = [open(self.before, them), open(self.after, them)];
        let new = open(self.after, us) & !open(self.before, us);
        claims.extend(
            self.about_lines(theirs & !theirs_now, |side, lines| Claim::Blocks { side, lines }),
        );
        claims.extend(
            self.about_lines(theirs & theirs_now, |side, lines| Claim::LeavesOpen { side, lines }),
        );
        claims.extend(self.about_lines(new, |side, lines| Claim::Threatens { side, lines }));
    }

    fn add_double_mills(&self, claims: &mut Vec<Claim>) {
        let side = self.us();
        let were = shuttles(self.before, side);
        for shuttle in shuttles(self.after, side) {
            let lines = [shuttle.closed, shuttle.open];
            if were.iter().any(|old| old.has_lines(lines)) {
                continue;
            }
            let (Some(closed), Some(open)) = (line_spots(lines[0]), line_spots(lines[1])) else {
                continue;
            };
            let unstoppable = self.after.legal_moves().into_iter().all(|reply| {
                let next = self.after.after_unchecked(reply);
                let goes_on = |still: &Shuttle| [still.closed, still.open] == lines;
                next.outcome().is_none() && shuttles(&next, side).iter().any(goes_on)
            });
            let (from, to) = (spot(shuttle.from), spot(shuttle.to));
            claims.push(Claim::DoubleMill { side, from, to, closed, open, unstoppable });
        }
    }

    fn attacks_two(&self) -> Option<Claim> {
        let side = self.us();
        let at = Open::of(self.after, side).at;
        let is_new = !(at - Open::of(self.before, side).at).is_empty();
        let stays = |reply: Move| Open::of(&self.after.after_unchecked(reply), side).at.meets(at);
        let attacks = at.len() >= 2 && is_new && self.after.legal_moves().into_iter().all(stays);
        attacks.then(|| Claim::AttacksTwo { side, at: men_spots(at) })
    }

    /// Men that can no longer step, and men that can now.
    fn add_steps(&self, claims: &mut Vec<Claim>) {
        let side = self.us();
        for of in [!side, side] {
            let [before, after] = [self.before, self.after];
            if before.hand(of) > 0 || before.flies(of) || after.flies(of) {
                continue;
            }
            let stay = before.men(of) & after.men(of);
            let [could, can] = [before, after].map(|position| position.movable_men(of));
            let [locked, freed] = [stay & (could - can), stay & (can - could)].map(men_spots);
            if !locked.is_empty() {
                claims.push(Claim::LocksIn { side, of, men: locked });
            }
            if !freed.is_empty() {
                claims.push(Claim::Frees { side, of, men: freed });
            }
        }
    }

    fn takes_last_free(&self) -> Option<Claim> {
        let (side, man) = (self.us(), self.mv.removed?);
        let rules = self.before.variant().rules();
        let free = self.before.men(!side) - self.before.men_in_mills(!side);
        let mills_protect = rules.line == LineEarns::Removal && rules.removal != Removal::Lenient;
        let is_last = free == Points::of(man) && !self.after.men(!side).is_empty();
        (mills_protect && is_last).then(|| Claim::TakesLastFree { side, man: spot(man) })
    }

    fn brings_down(&self) -> Option<Claim> {
        let side = self.us();
        self.mv.removed?;
        let men = self.after.total(!side);
        let flies =
            !self.before.flies(!side) && self.after.flies(!side) && self.after.may_move(!side);
        let counts = men == merels_rules::morris::FEWEST_MEN || flies;
        counts.then_some(Claim::BringsDownTo { side, men, flies })
    }

    fn crossing(&self) -> Option<Claim> {
        let board = self.before.board();
        let ways = |point| board.neighbours(point).len();
        let most = board.points().into_iter().map(ways).max();
        let (side, at, ways) = (self.us(), spot(self.mv.to), ways(self.mv.to));
        (self.mv.from.is_none() && Some(ways) == most).then_some(Claim::Crossing { side, at, ways })
    }
}
