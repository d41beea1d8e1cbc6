use core::fmt;

use merels_rules::Position;
use merels_rules::morris::{FEWEST_MEN, LineEarns, MorrisPosition, Variant};

/// A group of positions that are solved and stored together: those with the same numbers of men on
/// the board and in hand, seen from the side to move.
///
/// Sectors are ordered by dependency: see [`Sector::all`]. The text of a sector, such as `9-8-0-0`,
/// is also the name of its file.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sector {
    /// Men of the side to move on the board.
    pub mover: u8,
    /// Men of the other side on the board.
    pub opponent: u8,
    /// Men of the side to move in hand.
    pub mover_hand: u8,
    /// Men of the other side in hand.
    pub opponent_hand: u8,
}

impl Sector {
    /// A sector of the moving phase.
    pub const fn moving(mover: u8, opponent: u8) -> Sector {
        Sector { mover, opponent, mover_hand: 0, opponent_hand: 0 }
    }

    /// The sector that a position belongs to.
    pub fn of(position: &MorrisPosition) -> Sector {
        let (us, them) = (position.side(), !position.side());
        Sector {
            mover: position.men(us).len() as u8,
            opponent: position.men(them).len() as u8,
            mover_hand: position.hand(us) as u8,
            opponent_hand: position.hand(them) as u8,
        }
    }

    /// The sector of the start of a variant.
    pub fn start(variant: Variant) -> Sector {
        Sector::of(&MorrisPosition::start(variant))
    }

    /// Every sector of a variant that play from its start can reach, each after all those that its
    /// moves lead to. The order is layer by layer with a growing number of men in hand; in a layer
    /// that recurs, by a growing number of men on the board, with each sector next to its mirror.
    pub fn all(variant: Variant) -> Vec<Sector> {
        let layers = 0..=2 * variant.rules().men;
        layers.flat_map(|in_hand| Sector::layer(variant, in_hand)).collect()
    }

    /// The sectors with this many men in hand, both sides together.
    fn layer(variant: Variant, in_hand: u8) -> Vec<Sector> {
        let mut sectors = Vec::new();
        for (mover_hand, opponent_hand) in hands(variant, in_hand) {
            let (mover_fewest, mover_most) = men_on_board(variant, mover_hand);
            let (opponent_fewest, opponent_most) = men_on_board(variant, opponent_hand);
            for mover in mover_fewest..=mover_most {
                for opponent in opponent_fewest..=opponent_most {
                    sectors.push(Sector { mover, opponent, mover_hand, opponent_hand });
                }
            }
        }
        if !sectors.iter().all(|sector| sector.recurs(variant)) {
            return sectors;
        }
        sectors.retain(|sector| sector.leads(variant));
        sectors.sort_by_key(|s| (s.mover + s.opponent, s.opponent, s.mover_hand));
        sectors.into_iter().flat_map(Sector::with_mirror).collect()
    }

    /// This sector, then its mirror unless they are the same.
    pub fn with_mirror(self) -> impl Iterator<Item = Sector> {
        let mirror = (self != self.mirror()).then(|| self.mirror());
        [Some(self), mirror].into_iter().flatten()
    }

    /// The same men with the other side to move.
    #[must_use]
    pub const fn mirror(self) -> Sector {
        Sector {
            mover: self.opponent,
            opponent: self.mover,
            mover_hand: self.opponent_hand,
            opponent_hand: self.mover_hand,
        }
    }

    /// Men in hand, both sides together.
    pub const fn in_hand(self) -> u8 {
        self.mover_hand + self.opponent_hand
    }

    /// Returns `true` if the side to move may move a man on the board, so that play can return
    /// here. Such a sector is solved together with its mirror.
    pub fn recurs(self, variant: Variant) -> bool {
        self.mover_hand == 0 || variant.rules().may_move_while_placing
    }

    /// Returns `true` if this sector stands for itself and its mirror when the two are solved
    /// together.
    pub fn leads(self, variant: Variant) -> bool {
        let mover = (self.mover, self.mover_hand);
        !self.recurs(variant) || mover <= (self.opponent, self.opponent_hand)
    }

    /// Returns `true` if the side to move has fewer men in all than the other. Tables without
    /// distances leave such a sector out, and a search of one ply gives its values: no move leads
    /// to another one of this kind, because a turn removes one man at most.
    pub fn is_behind(self) -> bool {
        self.mover + self.mover_hand < self.opponent + self.opponent_hand
    }

    /// The greater number of men of a side, on the board and in hand together.
    pub fn men_a_side(self) -> u8 {
        (self.mover + self.mover_hand).max(self.opponent + self.opponent_hand)
    }

    /// The sector after a placement without a capture, or `None` if the hand is empty. Moving a man
    /// leads to the [mirror](Sector::mirror).
    pub fn after_placement(self) -> Option<Sector> {
        Some(Sector {
            mover: self.opponent,
            opponent: self.mover + 1,
            mover_hand: self.opponent_hand,
            opponent_hand: self.mover_hand.checked_sub(1)?,
        })
    }

    /// The reward for closing a mill by a turn that would otherwise lead to this sector.
    pub fn taking(self, variant: Variant) -> Taking {
        let Some(mover) = self.mover.checked_sub(1) else { return Taking::Nothing };
        let left = Sector { mover, ..self };
        let plays_on = (left.mover + left.mover_hand) as usize >= FEWEST_MEN;
        if variant.rules().line == LineEarns::Removal && plays_on {
            Taking::Man(left)
        } else {
            Taking::Win
        }
    }

    /// The sectors that turns lead to from here without return: all except the mirror, which a
    /// quiet move leads to and back.
    pub fn exits(self, variant: Variant) -> impl Iterator<Item = Sector> {
        let moved = self.recurs(variant).then(|| self.mirror());
        let placed = self.after_placement();
        let taken = [moved, placed].into_iter().flatten().filter_map(move |after| {
            match after.taking(variant) {
                Taking::Man(left) => Some(left),
                Taking::Nothing | Taking::Win => None,
            }
        });
        placed.into_iter().chain(taken)
    }
}

/// The reward for closing a mill.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Taking {
    /// No man can be taken, and the turn is like any other.
    Nothing,
    /// The game is won.
    Win,
    /// One man is taken, and the turn leads to this sector.
    Man(Sector),
}

/// The possible distributions of the men in hand, the mover's first. As a rule the sides place in
/// turn, so the side to move has as many as the other or one more; in variants where a turn may
/// move instead, the hands can differ more.
fn hands(variant: Variant, in_hand: u8) -> Vec<(u8, u8)> {
    let most = variant.rules().men;
    let movers = if variant.rules().may_move_while_placing {
        in_hand.saturating_sub(most)..=in_hand.min(most)
    } else {
        in_hand.div_ceil(2)..=in_hand.div_ceil(2)
    };
    movers.map(|mover| (mover, in_hand - mover)).collect()
}

/// The fewest and the most men on the board of a side with `hand` men in hand while the game goes
/// on.
fn men_on_board(variant: Variant, hand: u8) -> (u8, u8) {
    let most = variant.rules().men - hand;
    match variant.rules().line {
        LineEarns::Removal => ((FEWEST_MEN as u8).saturating_sub(hand), most),
        LineEarns::Win => (most, most),
    }
}

/// Writes, for example, `9-8-0-0`: men on the board of mover and opponent, then their men in hand.
impl fmt::Display for Sector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sector { mover, opponent, mover_hand, opponent_hand } = self;
        write!(f, "{mover}-{opponent}-{mover_hand}-{opponent_hand}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sector_comes_after_those_it_leads_to() {
        for variant in Variant::all() {
            let all = Sector::all(variant);
            let place = |sector: Sector| all.iter().position(|other| *other == sector);
            for (own, sector) in all.iter().enumerate() {
                for exit in sector.exits(variant) {
                    // In a pair that is solved together, the leading sector comes first.
                    let first = own - usize::from(!sector.leads(variant));
                    assert!(place(exit).expect("listed") < first, "{variant:?} {sector}");
                    assert!(!sector.is_behind() || !exit.is_behind(), "{variant:?} {sector}");
                }
                if sector.recurs(variant) {
                    let mirror = place(sector.mirror()).expect("listed");
                    assert!(mirror.abs_diff(own) <= 1, "{variant:?} {sector}");
                    assert!(!sector.is_behind() || !sector.mirror().is_behind());
                }
            }
            assert_eq!(all.last(), Some(&Sector::start(variant)));
        }
    }

    #[test]
    fn lasker_has_a_sector_for_every_legal_count() {
        let all = Sector::all(Variant::LASKER);
        assert_eq!(all.len(), 3600);
        let hands = |sector: &Sector| (sector.mover_hand, sector.opponent_hand);
        assert!(all.iter().any(|sector| hands(sector) == (0, 9)));
        assert_eq!(all.iter().filter(|sector| sector.leads(Variant::LASKER)).count(), 1830);
    }
}
