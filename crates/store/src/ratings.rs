//! Ratings: Glicko-2 for each game and clock class, changed in the same transaction as the end of a
//! rated game, so that nothing is ever counted twice or forgotten.
//!
//! Each game is a rating period of its own. Ratings are kept in whole millionths, and what is kept is
//! what is gone on with: whoever recomputes the list of changes from the beginning gets the same
//! numbers.

use std::collections::{BTreeSet, HashMap};

use jiff::Timestamp;
use merels_rules::{GameId, GameScore, Side, Wdl};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

use crate::database::{Connection, Row, Value};
use crate::events::{corrupt, number, score};
use crate::{GameKey, PlayerId, Seat, Store, StoreError, StoredGame, Terms, TimeControl};

/// Millionths of a rating.
const SCALE: f64 = 1_000_000.0;

/// Above this deviation a rating is provisional.
const PROVISIONAL: i64 = 110 * 1_000_000;

/// Clocks that are rated together.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum ClockClass {
    /// No clock.
    Free,
    /// Both sit at the board.
    Live,
    /// Days for each turn.
    Days,
}

impl ClockClass {
    /// All of them.
    pub const ALL: [ClockClass; 3] = [ClockClass::Live, ClockClass::Days, ClockClass::Free];

    /// The class of a clock, or of none.
    pub const fn of(time: Option<TimeControl>) -> ClockClass {
        match time {
            None => ClockClass::Free,
            Some(TimeControl::Live { .. }) => ClockClass::Live,
            Some(TimeControl::Days(_)) => ClockClass::Days,
        }
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            ClockClass::Free => "free",
            ClockClass::Live => "live",
            ClockClass::Days => "days",
        }
    }

    /// The class of a name.
    pub fn named(name: &str) -> Option<ClockClass> {
        ClockClass::ALL.into_iter().find(|class| class.name() == name)
    }
}

/// What is known of a player's strength, in millionths.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Rating {
    rating: i64,
    deviation: i64,
    volatility: i64,
    /// Rated games so far.
    pub games: u32,
}

impl Default for Rating {
    fn default() -> Rating {
        Rating::of(Glicko2Rating::new(), 0)
    }
}

impl Rating {
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

    /// The rating as it is shown.
    pub fn points(self) -> i64 {
        (self.rating as f64 / SCALE).round() as i64
    }

    /// Whether too few games were played to be sure of it.
    pub const fn is_provisional(self) -> bool {
        self.deviation > PROVISIONAL
    }

    /// Reads rating, deviation, volatility and games.
    fn read(row: &Row, column: usize) -> Result<Rating, StoreError> {
        Ok(Rating {
            rating: row.get(column)?,
            deviation: row.get(column + 1)?,
            volatility: row.get(column + 2)?,
            games: number("a number of games", Some(row.get(column + 3)?))?,
        })
    }
}

/// The ratings of White and Black after a game with a score; nothing if the score counts for nobody.
fn after_game([white, black]: [Rating; 2], score: GameScore) -> Option<[Rating; 2]> {
    let outcome = match score.for_side(Side::White)? {
        Wdl::Win => Outcomes::WIN,
        Wdl::Loss => Outcomes::LOSS,
        Wdl::Draw => Outcomes::DRAW,
    };
    let config = Glicko2Config::new();
    let (one, two) = glicko2(&white.glicko(), &black.glicko(), &outcome, &config);
    Some([Rating::of(one, white.games + 1), Rating::of(two, black.games + 1)])
}

const SELECT_RATING: &str = "SELECT rating, deviation, volatility, games FROM ratings \
    WHERE player = $1 AND game = $2 AND class = $3";

/// A game that changes ratings when it ends.
struct RatedGame {
    game: String,
    class: &'static str,
    players: [String; 2],
}

impl RatedGame {
    /// The game of a key, if it is rated and both players still have an account.
    async fn of(db: &mut Connection, key: &GameKey) -> Result<Option<RatedGame>, StoreError> {
        let sql = "SELECT g.game, w.id, b.id, g.clock, g.rated FROM games g \
            JOIN players w ON w.id = g.white AND w.email IS NOT NULL \
            JOIN players b ON b.id = g.black AND b.email IS NOT NULL AND b.id <> w.id \
            WHERE g.id = $1 AND g.rated <> 0";
        let Some(row) = db.row(sql, [key.as_str().into()]).await? else { return Ok(None) };
        let class = ClockClass::of(Terms::read(&row, 3)?.time).name();
        Ok(Some(RatedGame { game: row.get(0)?, class, players: [row.get(1)?, row.get(2)?] }))
    }

    /// The keys of the ratings that it changes.
    fn keys(self) -> [(String, String, &'static str); 2] {
        let RatedGame { game, class, players } = self;
        players.map(|player| (player, game.clone(), class))
    }
}

/// Locks the ratings that the ends of these games change, before anything else is locked and in one
/// order on all nodes, so that they do not wait for each other in a circle.
pub(crate) async fn lock_ratings(db: &mut Connection, ended: &[GameKey]) -> Result<(), StoreError> {
    let mut keys = BTreeSet::new();
    for key in ended {
        keys.extend(RatedGame::of(db, key).await?.into_iter().flat_map(RatedGame::keys));
    }
    for (player, game, class) in keys {
        let values = rating_values(&player, &game, class, Rating::default());
        db.execute(INSERT_RATING, values).await?;
        let sql = "SELECT 1 FROM ratings WHERE player = $1 AND game = $2 AND class = $3 FOR UPDATE";
        db.lock(sql, [player.as_str().into(), game.as_str().into(), class.into()]).await?;
    }
    Ok(())
}

/// Changes the ratings of two players when their game ends, if it is rated. It belongs into the
/// transaction that ends the game, which has locked them.
pub(crate) async fn rate(
    db: &mut Connection,
    key: &GameKey,
    score: GameScore,
    at: Timestamp,
) -> Result<(), StoreError> {
    let Some(RatedGame { game, class, players }) = RatedGame::of(db, key).await? else {
        return Ok(());
    };
    for player in &players {
        let values = rating_values(player, &game, class, Rating::default());
        db.execute(INSERT_RATING, values).await?;
    }
    let mut before = [Rating::default(); 2];
    for (rating, player) in before.iter_mut().zip(&players) {
        let values = [player.as_str().into(), game.as_str().into(), class.into()];
        if let Some(row) = db.row(SELECT_RATING, values).await? {
            *rating = Rating::read(&row, 0)?;
        }
    }
    let Some(after) = after_game(before, score) else { return Ok(()) };
    for (player, rating) in players.iter().zip(after) {
        db.execute(
            "UPDATE ratings SET rating = $1, deviation = $2, volatility = $3, games = $4 \
             WHERE player = $5 AND game = $6 AND class = $7",
            [
                rating.rating.into(),
                rating.deviation.into(),
                rating.volatility.into(),
                i64::from(rating.games).into(),
                player.as_str().into(),
                game.as_str().into(),
                class.into(),
            ],
        )
        .await?;
    }
    db.execute(
        "INSERT INTO rating_changes (key, at, game, class, score, white, black, white_rating, \
         black_rating) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        [
            key.as_str().into(),
            at.as_millisecond().into(),
            game.as_str().into(),
            class.into(),
            score.text().into(),
            players[0].as_str().into(),
            players[1].as_str().into(),
            after[0].rating.into(),
            after[1].rating.into(),
        ],
    )
    .await
    .map(drop)
}

const INSERT_RATING: &str = "INSERT INTO ratings \
    (player, game, class, rating, deviation, volatility, games) \
    VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING";

fn rating_values(player: &str, game: &str, class: &str, rating: Rating) -> [Value; 7] {
    [
        player.into(),
        game.into(),
        class.into(),
        rating.rating.into(),
        rating.deviation.into(),
        rating.volatility.into(),
        i64::from(rating.games).into(),
    ]
}

/// The rating that counts for a player in a game and class, as it is shown; the first one if there is
/// none yet.
pub(crate) async fn points_of(
    db: &mut Connection,
    player: &PlayerId,
    game: GameId,
    class: ClockClass,
) -> Result<i64, StoreError> {
    let values = [player.as_str().into(), game.id().into(), class.name().into()];
    let row = db.row(SELECT_RATING, values).await?;
    let rating = row.map(|row| Rating::read(&row, 0)).transpose()?;
    Ok(rating.unwrap_or_default().points())
}

/// A player on a leaderboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rated {
    /// Who.
    pub player: PlayerId,
    /// The name shown.
    pub name: String,
    /// How strong.
    pub rating: Rating,
}

/// A rating, of which player in which game and class.
pub type RatingKey = (PlayerId, String, String);

impl Store {
    /// The strongest players of a game and class with so many rated games at least and no provisional
    /// rating.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn leaders(
        &self,
        game: GameId,
        class: ClockClass,
        least_games: u32,
        most: u32,
    ) -> Result<Vec<Rated>, StoreError> {
        let sql = "SELECT r.player, p.name, r.rating, r.deviation, r.volatility, r.games \
            FROM ratings r JOIN players p ON p.id = r.player \
            WHERE r.game = $1 AND r.class = $2 AND r.games >= $3 AND r.deviation <= $4 \
            ORDER BY r.rating DESC, r.player LIMIT $5";
        let values = [
            game.id().into(),
            class.name().into(),
            i64::from(least_games).into(),
            PROVISIONAL.into(),
            i64::from(most).into(),
        ];
        let rows = self.database.rows(sql, values).await?;
        let read = |row: &Row| {
            let (player, name) = (PlayerId::new(row.get::<String>(0)?), row.get(1)?);
            Ok(Rated { player, name, rating: Rating::read(row, 2)? })
        };
        rows.iter().map(read).collect()
    }

    /// The ratings of both players of a game that count in it; none for those who have none there.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn seat_ratings(&self, game: &StoredGame) -> Result<[Option<Rating>; 2], StoreError> {
        let mut ratings = [None; 2];
        if !game.is_between_people() {
            return Ok(ratings);
        }
        let class = ClockClass::of(game.terms.time).name();
        for (rating, seat) in ratings.iter_mut().zip(&game.seats) {
            let Seat::Player { id, .. } = seat else { continue };
            let values = [id.as_str().into(), game.game.id().into(), class.into()];
            let row = self.database.row(SELECT_RATING, values).await?;
            let known = row.map(|row| Rating::read(&row, 0)).transpose()?;
            *rating = known.filter(|rating| rating.games > 0);
        }
        Ok(ratings)
    }

    /// The ratings of a player, by game and class.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn ratings_of(
        &self,
        player: &PlayerId,
    ) -> Result<Vec<(GameId, ClockClass, Rating)>, StoreError> {
        let sql = "SELECT game, class, rating, deviation, volatility, games FROM ratings \
            WHERE player = $1 AND games > 0 ORDER BY games DESC, game, class";
        let rows = self.database.rows(sql, [player.as_str().into()]).await?;
        let read = |row: &Row| {
            let (game, class): (String, String) = (row.get(0)?, row.get(1)?);
            let class = ClockClass::named(&class).ok_or_else(|| corrupt("a class", &class))?;
            let game = game.parse().map_err(|_| corrupt("a game", &game))?;
            Ok((game, class, Rating::read(row, 2)?))
        };
        rows.iter().map(read).collect()
    }

    /// All ratings as they follow from the list of rated games, from the beginning: to check those that
    /// are kept.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn recomputed_ratings(&self) -> Result<HashMap<RatingKey, Rating>, StoreError> {
        let sql = "SELECT game, class, white, black, score FROM rating_changes ORDER BY seq";
        let mut ratings: HashMap<RatingKey, Rating> = HashMap::new();
        for row in self.database.rows(sql, []).await? {
            let (game, class): (String, String) = (row.get(0)?, row.get(1)?);
            let players: [String; 2] = [row.get(2)?, row.get(3)?];
            let score = score(&row.get::<String>(4)?)?;
            let keys = players.map(|id| (PlayerId::new(id), game.clone(), class.clone()));
            let before = [0, 1].map(|i| ratings.get(&keys[i]).copied().unwrap_or_default());
            if let Some(after) = after_game(before, score) {
                ratings.extend(keys.into_iter().zip(after));
            }
        }
        Ok(ratings)
    }

    /// All ratings as they are kept.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn all_ratings(&self) -> Result<HashMap<RatingKey, Rating>, StoreError> {
        let sql = "SELECT player, game, class, rating, deviation, volatility, games FROM ratings \
            WHERE games > 0";
        let rows = self.database.rows(sql, []).await?;
        let read = |row: &Row| {
            let player = PlayerId::new(row.get::<String>(0)?);
            Ok(((player, row.get(1)?, row.get(2)?), Rating::read(row, 3)?))
        };
        rows.iter().map(read).collect()
    }
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
