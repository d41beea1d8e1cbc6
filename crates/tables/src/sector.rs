use core::fmt;

use merels_rules::Position;
use merels_rules::morris::{FEWEST_MEN, LineEarns, MorrisPosition, Variant};

/// A group of positions that are solved and stored together: those with the same men on the
/// board and in hand, seen from the side to move.
///
/// Ordered by the work that must come first: see [`Sector::all`]. Its text, such as `9-8-0-0`,
/// is also the name of its file.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
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

    /// Every sector of a variant that play from its start can reach, each after all those that
    /// its moves lead to: the moving phase by growing number of men, a sector next to its mirror,
    /// then the placing phase by growing number of men in hand.
    ///
    /// As the sides place in turn, the side to move has as many men in hand as the other, or one
    /// more.
    pub fn all(variant: Variant) -> Vec<Sector> {
        let mut sectors = Sector::all_moving(variant);
        for in_hand in 1..=2 * variant.rules().men {
            sectors.extend(Sector::all_placing(variant, in_hand));
        }
        sectors
    }

    fn all_moving(variant: Variant) -> Vec<Sector> {
        let (fewest, most) = men_on_board(variant, 0);
        let mut pairs: Vec<(u8, u8)> = (fewest..=most)
            .flat_map(|more| (fewest..=more).map(move |fewer| (fewer, more)))
            .collect();
        pairs.sort_by_key(|(fewer, more)| (fewer + more, *more));
        let with_mirror = |(fewer, more): (u8, u8)| {
            let sector = Sector::moving(fewer, more);
            let mirror = (fewer != more).then(|| sector.mirror());
            [Some(sector), mirror].into_iter().flatten()
        };
        pairs.into_iter().flat_map(with_mirror).collect()
    }

    fn all_placing(variant: Variant, in_hand: u8) -> Vec<Sector> {
        let (opponent_hand, mover_hand) = (in_hand / 2, in_hand - in_hand / 2);
        let (mover_fewest, mover_most) = men_on_board(variant, mover_hand);
        let (opponent_fewest, opponent_most) = men_on_board(variant, opponent_hand);
        let mut sectors = Vec::new();
        for mover in mover_fewest..=mover_most {
            for opponent in opponent_fewest..=opponent_most {
                sectors.push(Sector { mover, opponent, mover_hand, opponent_hand });
            }
        }
        sectors
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

    /// Whether the side to move places a man.
    pub const fn is_placing(self) -> bool {
        self.mover_hand > 0
    }

    /// The greater number of men of a side, on the board and in hand together.
    pub fn men_a_side(self) -> u8 {
        (self.mover + self.mover_hand).max(self.opponent + self.opponent_hand)
    }

    /// Where a move that takes nothing leads.
    #[must_use]
    pub const fn after_quiet(self) -> Sector {
        let placed = (self.mover_hand > 0) as u8;
        Sector {
            mover: self.opponent,
            opponent: self.mover + placed,
            mover_hand: self.opponent_hand,
            opponent_hand: self.mover_hand - placed,
        }
    }

    /// Where a move that takes a man leads, or `None` if it ends the game or cannot be.
    pub fn after_removal(self, variant: Variant) -> Option<Sector> {
        let quiet = self.after_quiet();
        let left = Sector { mover: quiet.mover.checked_sub(1)?, ..quiet };
        let plays_on = (left.mover + left.mover_hand) as usize >= FEWEST_MEN;
        (variant.rules().line == LineEarns::Removal && plays_on).then_some(left)
    }
}

/// The fewest and the most men a side with `hand` men in hand may have on the board while the
/// game goes on.
fn men_on_board(variant: Variant, hand: u8) -> (u8, u8) {
    let most = variant.rules().men - hand;
    match variant.rules().line {
        LineEarns::Removal => ((FEWEST_MEN as u8).saturating_sub(hand), most),
        LineEarns::Win => (most, most),
    }
}

/// For example `9-8-0-0`: men on the board of mover and opponent, then their men in hand.
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
        for variant in Variant::ALL.into_iter().filter(|v| *v != Variant::Lasker) {
            let all = Sector::all(variant);
            let place = |sector: Sector| all.iter().position(|other| *other == sector);
            for sector in &all {
                let quiet = place(sector.after_quiet()).expect("the quiet child is listed");
                let own = place(*sector).expect("listed");
                assert!(quiet < own || sector.after_quiet() == sector.mirror(), "{sector}");
                if let Some(child) = sector.after_removal(variant) {
                    assert!(place(child).expect("listed") < own, "{variant:?} {sector}");
                }
            }
            assert_eq!(all.last(), Some(&Sector::start(variant)));
        }
    }
}
