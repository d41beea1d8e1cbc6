//! Ratings: Glicko-2 for each game and clock class.
//!
//! Each game is a rating period of its own. Ratings are whole millionths, so that the list of games
//! recomputed from its beginning gives the same numbers.

use jiff::Timestamp;
use merels_rules::{GameId, GameScore, Side, Wdl};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};
use strum::VariantArray;

use crate::{GameKey, PlayerId, TimeControl};

/// Millionths of a rating.
const SCALE: f64 = 1_000_000.0;

/// Clocks that are rated together.
#[derive(
    Copy, Clone, Debug, PartialEq, Eq, Hash, strum::EnumString, strum::IntoStaticStr, VariantArray,
)]
#[strum(serialize_all = "lowercase", const_into_str)]
pub enum ClockClass {
    /// Both sit at the board.
    Live,
    /// Days for each turn.
    Days,
    /// No clock.
    Free,
}

impl ClockClass {
    pub const ALL: [ClockClass; 3] = *ClockClass::VARIANTS.as_array().unwrap();

    pub const fn of(time: Option<TimeControl>) -> ClockClass {
        match time {
            None => ClockClass::Free,
            Some(TimeControl::Live { .. }) => ClockClass::Live,
            Some(TimeControl::Days(_)) => ClockClass::Days,
        }
    }

    pub const fn name(self) -> &'static str {
        self.into_str()
    }
}

/// A player's strength, in millionths.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Rating {
    rating: i64,
    deviation: i64,
    volatility: i64,
    pub games: u32,
}

impl Default for Rating {
    fn default() -> Rating {
        Rating::of(Glicko2Rating::new(), 0)
    }
}

impl Rating {
    /// The deviation above which a rating is provisional.
    pub const PROVISIONAL: i64 = 110 * 1_000_000;

    /// A rating from its value, deviation and volatility.
    pub const fn from_millionths(millionths: [i64; 3], games: u32) -> Rating {
        let [rating, deviation, volatility] = millionths;
        Rating { rating, deviation, volatility, games }
    }

    /// The value, the deviation and the volatility.
    pub const fn millionths(self) -> [i64; 3] {
        [self.rating, self.deviation, self.volatility]
    }

    fn of(rating: Glicko2Rating, games: u32) -> Rating {
        let whole = |number: f64| (number * SCALE).round() as i64;
        Rating {
            rating: whole(rating.rating),
            deviation: whole(rating.deviation),
            volatility: whole(rating.volatility),
            games,
        }
    }

    fn glicko(self) -> Glicko2Rating {
        Glicko2Rating {
            rating: self.rating as f64 / SCALE,
            deviation: self.deviation as f64 / SCALE,
            volatility: self.volatility as f64 / SCALE,
        }
    }

    pub fn points(self) -> i64 {
        (self.rating as f64 / SCALE).round() as i64
    }

    /// Returns `true` if too few games were played to be sure of it.
    pub const fn is_provisional(self) -> bool {
        self.deviation > Rating::PROVISIONAL
    }
}

/// The ratings of White and Black after a game with a score; `None` if the score counts for nobody.
pub fn after_game([white, black]: [Rating; 2], score: GameScore) -> Option<[Rating; 2]> {
    let outcome = match score.for_side(Side::White)? {
        Wdl::Win => Outcomes::WIN,
        Wdl::Loss => Outcomes::LOSS,
        Wdl::Draw => Outcomes::DRAW,
    };
    let config = Glicko2Config::new();
    let (one, two) = glicko2(&white.glicko(), &black.glicko(), &outcome, &config);
    Some([Rating::of(one, white.games + 1), Rating::of(two, black.games + 1)])
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rated {
    pub player: PlayerId,
    pub name: String,
    pub rating: Rating,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatingChange {
    pub key: GameKey,
    pub at: Timestamp,
    pub game: GameId,
    pub class: ClockClass,
    /// The rating then, as it is shown.
    pub points: i64,
}

#[cfg(test)]
mod tests {
    use std::f64::consts::PI;

    use super::*;

    /// A player as Glickman's paper writes one, on the scale that people see.
    #[derive(Copy, Clone)]
    struct Paper {
        rating: f64,
        deviation: f64,
        volatility: f64,
    }

    /// The constraint on changes of the volatility.
    const TAU: f64 = 0.5;

    /// A rating after a period, by the steps of "Example of the Glicko-2 system", independent of the
    /// library that we use.
    fn after_period(player: Paper, games: &[(Paper, f64)]) -> Paper {
        // Step 2: the other scale.
        let scale = 173.7178;
        let (mu, phi) = ((player.rating - 1500.0) / scale, player.deviation / scale);
        let g = |phi: f64| 1.0 / (1.0 + 3.0 * phi * phi / (PI * PI)).sqrt();
        // Steps 3 and 4: the variance and the improvement that these games suggest.
        let (mut information, mut surprise) = (0.0, 0.0);
        for (other, score) in games {
            let (mu_j, phi_j) = ((other.rating - 1500.0) / scale, other.deviation / scale);
            let expected = 1.0 / (1.0 + (-g(phi_j) * (mu - mu_j)).exp());
            information += g(phi_j).powi(2) * expected * (1.0 - expected);
            surprise += g(phi_j) * (score - expected);
        }
        let variance = 1.0 / information;
        let delta = variance * surprise;
        // Step 5: the volatility, by halving.
        let a = (player.volatility * player.volatility).ln();
        let f = |x: f64| {
            let sum = phi * phi + variance + x.exp();
            x.exp() * (delta * delta - sum) / (2.0 * sum * sum) - (x - a) / (TAU * TAU)
        };
        let (mut low, mut high) = (a - 10.0, a + 10.0);
        for _ in 0..200 {
            let middle = f64::midpoint(low, high);
            if f(middle) > 0.0 { low = middle } else { high = middle }
        }
        let volatility = (low / 2.0).exp();
        // Steps 6 to 8.
        let spread = phi * phi + volatility * volatility;
        let phi = 1.0 / (1.0 / spread + 1.0 / variance).sqrt();
        let mu = mu + phi * phi * surprise;
        Paper { rating: mu * scale + 1500.0, deviation: phi * scale, volatility }
    }

    fn agree(ours: Rating, paper: Paper) {
        let ours = ours.glicko();
        assert!((ours.rating - paper.rating).abs() < 0.01, "{ours:?}, {}", paper.rating);
        assert!((ours.deviation - paper.deviation).abs() < 0.01, "{ours:?}, {}", paper.deviation);
        let volatility = (ours.volatility - paper.volatility).abs();
        assert!(volatility < 0.00001, "{ours:?}, {}", paper.volatility);
    }

    /// The steps above give what the paper says, and each of our games, a period of its own, gives what
    /// the steps say.
    #[test]
    fn a_game_changes_ratings_as_glickmans_paper_says() {
        let paper = |rating, deviation| Paper { rating, deviation, volatility: 0.06 };
        let games =
            [(paper(1400.0, 30.0), 1.0), (paper(1550.0, 100.0), 0.0), (paper(1700.0, 300.0), 0.0)];
        let published = after_period(paper(1500.0, 200.0), &games);
        assert!((published.rating - 1464.06).abs() < 0.01, "{}", published.rating);
        assert!((published.deviation - 151.52).abs() < 0.01, "{}", published.deviation);
        assert!((published.volatility - 0.05999).abs() < 0.00001, "{}", published.volatility);

        let ours = |Paper { rating, deviation, volatility }| {
            Rating::of(Glicko2Rating { rating, deviation, volatility }, 7)
        };
        for (other, _) in games {
            for (score, [ada, bert]) in [
                (GameScore::Win(Side::White), [1.0, 0.0]),
                (GameScore::Win(Side::Black), [0.0, 1.0]),
                (GameScore::Draw, [0.5; 2]),
            ] {
                let player = paper(1500.0, 200.0);
                let after = after_game([ours(player), ours(other)], score).unwrap();
                agree(after[0], after_period(player, &[(other, ada)]));
                agree(after[1], after_period(other, &[(player, bert)]));
                assert_eq!(after.map(|rating| rating.games), [8; 2]);
            }
        }
    }

    #[test]
    fn a_win_moves_both_and_a_broken_off_game_nobody() {
        let fresh = [Rating::default(); 2];
        let [white, black] = after_game(fresh, GameScore::Win(Side::White)).unwrap();
        assert_eq!(white.points() - 1500, 1500 - black.points());
        assert!(white.points() > 1600 && white.is_provisional() && white.games == 1);
        assert_eq!(after_game(fresh, GameScore::Void), None);
        let drawn = after_game(fresh, GameScore::Draw).unwrap();
        assert_eq!(drawn.map(Rating::points), [1500; 2]);
        // The same seen from the other side.
        assert_eq!(after_game(fresh, GameScore::Win(Side::Black)).unwrap(), [black, white]);
    }

    #[test]
    fn after_some_games_a_rating_is_provisional_no_more() {
        let mut ratings = [Rating::default(); 2];
        for i in 0..30 {
            ratings = after_game(ratings, GameScore::Win(Side::ALL[i % 2])).unwrap();
        }
        assert!(ratings.iter().all(|rating| !rating.is_provisional()), "{ratings:?}");
    }
}
