//! The attacks of one visitor.

use clap::ValueEnum;

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Attack {
    Signup,
    Abandoned,
    Analysis,
    Reviews,
    Computer,
    Hints,
    Tree,
    Icon,
    Picture,
    TakeBacks,
    Lobby,
    Connections,
    Moves,
    Log,
    /// All of these at once.
    All,
}

impl Attack {
    pub(crate) const SINGLE: [Attack; 14] = [
        Attack::Signup,
        Attack::Abandoned,
        Attack::Analysis,
        Attack::Reviews,
        Attack::Computer,
        Attack::Hints,
        Attack::Tree,
        Attack::Icon,
        Attack::Picture,
        Attack::TakeBacks,
        Attack::Lobby,
        Attack::Connections,
        Attack::Moves,
        Attack::Log,
    ];

    pub(crate) const fn describe(self) -> &'static str {
        match self {
            Attack::Signup => "8 sign-ups a second with a hard password",
            Attack::Abandoned => "20 analysis questions a second, hung up after a second",
            Attack::Analysis => "150 analysis questions at once, again every 5 s",
            Attack::Reviews => "60 reviews, each asked for every 2 s",
            Attack::Computer => "28 guests, two games each against level 10 of `twelve`",
            Attack::Hints => "90 hints at once, again every 5 s",
            Attack::Tree => "an analysis line of 600 moves, two connections",
            Attack::Icon => "the largest icon, 76 a second",
            Attack::Picture => "pictures of 60 games, 45 a second",
            Attack::TakeBacks => "a game with 13,861 take-backs, 20 pages a second, more of them",
            Attack::Lobby => "a lobby of 5,940 seats, 10 pages a second, more seats",
            Attack::Connections => "4,000 half requests",
            Attack::Moves => "200 bogus moves a second in others' games",
            Attack::Log => "400 limited logins and operator's pages a second",
            Attack::All => "all together",
        }
    }
}
