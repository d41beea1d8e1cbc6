//! `merels tiers`: the tiers of `six` as GAMESMAN has them.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::io::Write;
use std::process::ExitCode;

use crate::output;
use anyhow::Result;
use clap::ValueEnum;
use merels_rules::morris::{FEWEST_MEN, Variant};
use merels_tables::binomial;

/// Lists the tiers of six with the number of their positions and the tiers they depend on.
///
/// A tier is 100 times the men left to place by both, plus 10 times the first player's men on the
/// board, plus the second player's. Its positions are all boards with those men, with either side
/// to move.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  merels tiers six        tier,positions,depends_on")]
pub(crate) struct Args {
    /// The variant
    variant: Tiered,
}

/// The variants that have tiers.
#[derive(Copy, Clone, Debug, ValueEnum)]
enum Tiered {
    Six,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let variant = match args.variant {
        Tiered::Six => Variant::SIX,
    };
    let mut out = output::stdout();
    writeln!(out, "tier,positions,depends_on")?;
    for (tier, children) in all_tiers(variant).iter().rev() {
        let children: Vec<String> =
            children.iter().map(|child| child.number().to_string()).collect();
        writeln!(out, "{},{},{}", tier.number(), tier.positions(variant), children.join(" "))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Men left to place, and on the board for the first and the second player.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Tier {
    left: usize,
    men: [usize; 2],
}

/// All tiers that play from the start reaches, with those that their moves lead to.
fn all_tiers(variant: Variant) -> BTreeMap<Tier, Vec<Tier>> {
    let start = Tier { left: 2 * variant.rules().men as usize, men: [0, 0] };
    let mut tiers = BTreeMap::new();
    let mut waiting = vec![start];
    while let Some(tier) = waiting.pop() {
        if let Entry::Vacant(entry) = tiers.entry(tier) {
            waiting.extend(entry.insert(tier.children()).iter());
        }
    }
    tiers
}

impl Tier {
    fn number(self) -> usize {
        100 * self.left + 10 * self.men[0] + self.men[1]
    }

    fn positions(self, variant: Variant) -> usize {
        let points = variant.board().len();
        let [first, second] = self.men;
        2 * binomial(points, first) * binomial(points - first, second)
    }

    /// The tiers that moves lead to. While men are left to place, their number says who is to
    /// move: the first player begins, so an even number is his.
    fn children(self) -> Vec<Tier> {
        if self.left == 0 {
            return if self.is_over() { vec![] } else { self.after_moves() };
        }
        let mover = self.left % 2;
        let opponent = 1 - mover;
        let mut placed = Tier { left: self.left - 1, ..self };
        placed.men[mover] += 1;
        let mut children = vec![placed];
        // A mill takes three men, and something to take.
        if placed.men[mover] >= 3 && placed.men[opponent] > 0 {
            placed.men[opponent] -= 1;
            children.push(placed);
        }
        children
    }

    /// With all men placed, moves that take nothing stay in the tier.
    fn after_moves(self) -> Vec<Tier> {
        [0, 1]
            .map(|loser| {
                let mut taken = self;
                taken.men[loser] -= 1;
                taken
            })
            .into()
    }

    fn is_over(self) -> bool {
        self.men.iter().any(|men| *men < FEWEST_MEN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiers_of_six() {
        let tiers = all_tiers(Variant::SIX);
        let children = |left, first, second| {
            let tier = Tier { left, men: [first, second] };
            tiers[&tier].iter().map(|child| child.number()).collect::<Vec<_>>()
        };
        assert_eq!(children(12, 0, 0), [1110]);
        assert_eq!(children(8, 2, 2), [732, 731]);
        assert_eq!(children(0, 6, 6), [56, 65]);
        assert_eq!(children(0, 6, 2), Vec::<usize>::new());
        assert_eq!(Tier { left: 11, men: [1, 0] }.positions(Variant::SIX), 32);
    }
}
