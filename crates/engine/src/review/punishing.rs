//! The level that punishes a mistake: the opponent for another try.

use crate::handicap::Handicap;
use crate::level::LevelNumber;
use crate::{Claim, Level};

/// The plies in which a threat is carried out: the threat, any reply, the gain.
const THREAT: u32 = 3;

/// A level that overlooks more than this percentage does not count as seeing something.
const MOST_OVERLOOKED: u32 = 20;

/// The lowest level that finds the punishment of a mistake: it searches as deep as the punishment
/// goes, and overlooks at most one in five of the moves that make it up. The punishment is the
/// gain that the claims about the mistake allow, or the end of the game if that is known to come
/// sooner: `plies` from the position before the mistake.
pub fn punishing_level(claims: &[Claim], plies: Option<u32>) -> Level {
    let gain = claims.iter().filter_map(depth_of_gain).min();
    let end = plies.map(|plies| plies.saturating_sub(1));
    let depth = gain.into_iter().chain(end).min();
    let is_nim = claims.iter().any(|claim| matches!(claim, Claim::NimSum { .. }));
    let punishes = |number: &LevelNumber| {
        Handicap::of(*number).is_none_or(|handicap| match depth {
            _ if is_nim => handicap.nimble <= MOST_OVERLOOKED,
            Some(depth) => handicap.sees(depth),
            None => false,
        })
    };
    LevelNumber::ALL.into_iter().find(punishes).map_or(Level::FULL, Level::Numbered)
}

impl Handicap {
    fn sees(self, depth: u32) -> bool {
        let focus = self.moving;
        let overlooked = if depth > 1 { focus.oversight } else { focus.overlooked_captures };
        self.depth >= depth && overlooked <= MOST_OVERLOOKED
    }
}

/// The plies from the enemy's reply to its gain, if the claim is about one.
fn depth_of_gain(claim: &Claim) -> Option<u32> {
    match claim {
        Claim::Allows { claim, .. } => Some(match **claim {
            Claim::Closes { .. }
            | Claim::Surrounds { .. }
            | Claim::TakesLastFree { .. }
            | Claim::BringsDownTo { .. } => 1,
            _ => THREAT,
        }),
        Claim::LeavesOpen { .. } | Claim::IsSurrounded { .. } => Some(1),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use merels_rules::{AnyMove, GameId, Position, Side};

    use super::*;

    fn turn(text: &str) -> AnyMove {
        GameId::NINE.start().parse_move(text).unwrap()
    }

    fn allows(claim: &str) -> Claim {
        Claim::parse(&GameId::NINE.start(), &format!("allows d6 g1 {claim}")).unwrap()
    }

    #[test]
    fn another_try_meets_the_lowest_level_that_sees_the_punishment() {
        let closes = allows("closes a1-d1-g1");
        let threatens = allows("threatens a1-d1-g1");
        let misses = Claim::parse(&GameId::NINE.start(), "misses d6 blocks a1-d1-g1").unwrap();
        for (claims, plies, level) in [
            (vec![closes.clone()], None, 4),
            (vec![closes.clone(), misses.clone()], Some(23), 4),
            (vec![threatens.clone()], None, 6),
            (vec![threatens], Some(2), 4),
            (vec![], Some(4), 6),
            (vec![], Some(5), 7),
            (vec![misses.clone()], Some(7), 8),
            (vec![], Some(13), 9),
            (vec![misses], Some(99), 10),
            (vec![], None, 10),
        ] {
            let expected = Level::numbered(level).unwrap();
            assert_eq!(punishing_level(&claims, plies), expected, "{claims:?} {plies:?}");
        }
        let side = Side::White;
        let unbalanced = Claim::NimSum { side, before: 0, after: 3 };
        assert_eq!(punishing_level(&[unbalanced], None), Level::numbered(7).unwrap());
        let others = Claim::OthersLoseTo { side, reply: turn("d6") };
        assert_eq!(punishing_level(&[others], None), Level::FULL);
    }
}
