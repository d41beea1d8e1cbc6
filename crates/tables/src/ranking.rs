//! The list of payoffs that ranks of drawn positions are places in.

use std::collections::HashMap;

use merels_rules::Payoff;
use merels_rules::morris::Variant;

use crate::counts::Counts;
use crate::sector::Sector;

/// The bytes of a payoff.
const PAYOFF_LEN: usize = 16;

/// The most payoffs that a rank can tell apart.
const MOST_PAYOFFS: usize = u16::MAX as usize - 2;

/// The payoff of endless play in a sector and its mirror, for the side that is to move in the
/// sector: the share of the point that it makes on average over all positions of both. `None` if
/// there are no positions.
pub fn own_payoff(counts: &Counts, mirror: &Counts) -> Option<Payoff> {
    let halves = 2 * (counts.win + mirror.loss) + counts.draw + mirror.draw;
    Payoff::new(halves, 2 * (counts.total() + mirror.total()))
}

/// All own payoffs of a variant's sectors, sorted, each of them once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranking(Vec<Payoff>);

impl Ranking {
    /// The payoffs of these sectors, as far as play can stay in them for ever. `None` if there are
    /// more than a rank can tell apart.
    pub fn of(variant: Variant, counts: &[(Sector, Counts)]) -> Option<Ranking> {
        let by_sector: HashMap<Sector, Counts> = counts.iter().copied().collect();
        let recurring = counts.iter().filter(|(sector, _)| sector.recurs(variant));
        let mut payoffs: Vec<Payoff> = recurring
            .filter_map(|(sector, counts)| own_payoff(counts, by_sector.get(&sector.mirror())?))
            .collect();
        // Level play pays a half even where no sector says so.
        payoffs.push(Payoff::HALF);
        payoffs.sort_unstable();
        payoffs.dedup();
        (payoffs.len() <= MOST_PAYOFFS).then_some(Ranking(payoffs))
    }

    /// The payoffs, ascending.
    pub fn payoffs(&self) -> &[Payoff] {
        &self.0
    }

    /// The number of payoffs.
    pub fn places(&self) -> u16 {
        self.0.len() as u16
    }

    /// The place of a payoff, if it is in the list.
    pub fn place(&self, payoff: Payoff) -> Option<u16> {
        self.0.binary_search(&payoff).ok().map(|place| place as u16)
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let numbers = |payoff: &Payoff| [payoff.numerator(), payoff.denominator()];
        self.0.iter().flat_map(numbers).flat_map(u64::to_le_bytes).collect()
    }

    /// Reads a list, which must be sorted and contain the rest of each payoff.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Ranking> {
        let (payoffs, rest) = bytes.as_chunks::<PAYOFF_LEN>();
        let read = |bytes: &[u8; PAYOFF_LEN]| {
            let (numerator, denominator) = bytes.split_first_chunk::<8>()?;
            let denominator = denominator.first_chunk::<8>()?;
            Payoff::new(u64::from_le_bytes(*numerator), u64::from_le_bytes(*denominator))
        };
        let payoffs: Vec<Payoff> = payoffs.iter().map(read).collect::<Option<_>>()?;
        let is_closed =
            payoffs.iter().eq(payoffs.iter().rev().map(|p| p.flipped()).collect::<Vec<_>>().iter());
        let is_list = rest.is_empty() && (1..=MOST_PAYOFFS).contains(&payoffs.len());
        (is_list && is_closed && payoffs.is_sorted_by(|a, b| a < b)).then_some(Ranking(payoffs))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The list as the counts of a finished variant make it.
    fn published(variant: Variant, csv: &str) -> Ranking {
        let rows = csv.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit()));
        let sectors = rows.map(|line| {
            let n: Vec<u64> = line.split(',').map(|n| n.parse().expect("a number")).collect();
            let [mover, opponent, mover_hand, opponent_hand] = [0, 1, 2, 3].map(|i| n[i] as u8);
            let sector = Sector { mover, opponent, mover_hand, opponent_hand };
            (sector, Counts { win: n[4], loss: n[5], draw: n[6], ..Counts::default() })
        });
        Ranking::of(variant, &sectors.collect::<Vec<_>>()).expect("a list")
    }

    #[test]
    fn the_lists_have_the_lengths_of_the_specification() {
        let sectors = [
            (Variant::NINE, include_str!("../../../docs/sectors/nine.csv"), 43),
            (Variant::TWELVE, include_str!("../../../docs/sectors/twelve.csv"), 77),
            (Variant::LASKER, include_str!("../../../docs/sectors/lasker.csv"), 1985),
            (Variant::THREE, include_str!("../../../docs/sectors/three.csv"), 1),
        ];
        for (variant, csv, places) in sectors {
            let ranking = published(variant, csv);
            assert_eq!(ranking.places(), places, "{variant:?}");
            assert_eq!(ranking.place(Payoff::HALF), Some(places / 2), "{variant:?}");
            assert_eq!(Ranking::from_bytes(&ranking.to_bytes()), Some(ranking));
        }
    }

    #[test]
    fn a_list_that_is_not_closed_is_refused() {
        let payoff = |n| Payoff::new(n, 4).expect("a payoff");
        for (numbers, is_list) in
            [(vec![1, 2, 3], true), (vec![1, 2], false), (vec![3, 2, 1], false), (vec![], false)]
        {
            let list = Ranking(numbers.iter().map(|n| payoff(*n)).collect());
            assert_eq!(Ranking::from_bytes(&list.to_bytes()).is_some(), is_list, "{numbers:?}");
        }
    }
}
