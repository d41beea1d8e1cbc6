//! The skills that mistakes are about: what to train after a game.

use crate::Claim;

/// A skill of a learner, by the claims about a mistake.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Skill {
    /// Seeing which lines either side can fill in its next turn.
    Mills,
    /// Threats that one answer does not meet: two at once, double mills.
    Threats,
    /// Keeping men mobile.
    Room,
    /// Knowing which men can be taken, and how many are left.
    Captures,
    /// Choosing points with many neighbours.
    Points,
    /// Ming Mang: surrounding pawns.
    Surrounding,
    /// Nimble: the nim-sum.
    NimSums,
    /// Looking further ahead: the value is known, and no plainer reason.
    Patience,
}

impl Skill {
    const ALL: [Skill; 8] = [
        Skill::Mills,
        Skill::Threats,
        Skill::Room,
        Skill::Captures,
        Skill::Points,
        Skill::Surrounding,
        Skill::NimSums,
        Skill::Patience,
    ];

    /// The name, for message catalogues.
    pub const fn name(self) -> &'static str {
        match self {
            Skill::Mills => "mills",
            Skill::Threats => "threats",
            Skill::Room => "room",
            Skill::Captures => "captures",
            Skill::Points => "points",
            Skill::Surrounding => "surrounding",
            Skill::NimSums => "nim-sums",
            Skill::Patience => "patience",
        }
    }

    /// The skill that a mistake with these claims wants: that of the first claim.
    pub fn wanted_by(claims: &[Claim]) -> Skill {
        claims.first().map_or(Skill::Patience, Skill::of)
    }

    fn of(claim: &Claim) -> Skill {
        match claim {
            Claim::Allows { claim, .. } | Claim::Misses { claim, .. } => Skill::of(claim),
            Claim::Closes { .. } | Claim::Blocks { .. } | Claim::LeavesOpen { .. } => Skill::Mills,
            Claim::Threatens { .. } | Claim::AttacksTwo { .. } | Claim::DoubleMill { .. } => {
                Skill::Threats
            }
            Claim::LocksIn { .. } | Claim::Frees { .. } => Skill::Room,
            Claim::TakesLastFree { .. } | Claim::BringsDownTo { .. } => Skill::Captures,
            Claim::Crossing { .. } => Skill::Points,
            Claim::Surrounds { .. } | Claim::IsSurrounded { .. } => Skill::Surrounding,
            Claim::NimSum { .. } => Skill::NimSums,
            Claim::OnlyMove { .. }
            | Claim::OnlyStep { .. }
            | Claim::OthersLoseTo { .. }
            | Claim::Wins { .. }
            | Claim::HoldsOut { .. }
            | Claim::ForcedLine { .. } => Skill::Patience,
        }
    }

    /// The skill that most of these mistakes want; of several, the plainest.
    pub fn most_wanted(mistakes: impl IntoIterator<Item = Skill>) -> Option<Skill> {
        let wanted: Vec<Skill> = mistakes.into_iter().collect();
        let count = |skill: &Skill| wanted.iter().filter(|other| *other == skill).count();
        let most = Skill::ALL.into_iter().rev().max_by_key(count)?;
        (!wanted.is_empty()).then_some(most)
    }
}

#[cfg(test)]
mod tests {
    use merels_rules::GameId;

    use super::*;

    #[test]
    fn what_most_mistakes_are_about_is_to_be_trained() {
        let start = GameId::NINE.start();
        let skill = |text: &str| Skill::wanted_by(&[Claim::parse(&start, text).unwrap()]);
        let mills = skill("allows d6 g1 closes a1-d1-g1");
        let threats = skill("misses d6 double-mill d2 d1 b2-d2-f2 a1-d1-g1 true");
        assert_eq!((mills, threats), (Skill::Mills, Skill::Threats));
        assert_eq!(Skill::wanted_by(&[]), Skill::Patience);
        for (mistakes, most) in [
            (vec![], None),
            (vec![Skill::Patience], Some(Skill::Patience)),
            (vec![mills, threats, threats], Some(Skill::Threats)),
            (vec![threats, mills], Some(Skill::Mills)),
        ] {
            assert_eq!(Skill::most_wanted(mistakes), most);
        }
    }
}
