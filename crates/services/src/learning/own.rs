//! Puzzles of one's own mistakes: positions of one's reviewed games in which exactly one move keeps what
//! one had. Each comes again on later days ([`Spacing`](merels_model::Spacing)).

use std::collections::HashSet;

use jiff::tz::TimeZone;
use merels_engine::{Claim, Theme, Verdict};
use merels_live::Refusal;
use merels_model::{GameKey, Mistake, Pace, PlayerId};
use merels_rules::morris::Phase;
use merels_rules::{AnyMove, AnyPosition, Game, Happening, Position};

use super::days::Days;
use super::play_text;
use crate::analysis::{Analysis, Explained};
use crate::error::{Result, ServiceError};
use crate::fair_play::FairAsker;
use crate::site::Site;

/// A puzzle of one's own.
#[derive(Clone, Debug)]
pub struct OwnPuzzle {
    pub mistake: Mistake,
    pub position: AnyPosition,
    /// The move to find.
    pub solution: AnyMove,
}

impl OwnPuzzle {
    /// The puzzle of a mistake, if exactly one move would have been right.
    fn of(mistake: &Mistake) -> Option<OwnPuzzle> {
        let position = mistake.kind.parse_position(&mistake.position).ok()?;
        let solution = position.parse_move(mistake.keeping.as_ref()?).ok()?;
        let is_legal = position.is_legal(solution);
        is_legal.then(|| OwnPuzzle { mistake: mistake.clone(), position, solution })
    }
}

/// A move that was tried in a puzzle of one's own.
#[derive(Debug)]
pub struct OwnAttempt {
    pub mv: AnyMove,
    pub solved: bool,
    pub verdict: Verdict,
    /// The reasons why it is right or wrong; of a wrong one they do not name the right one.
    pub claims: Vec<Claim>,
    /// The game after the move, and after the reply that refutes it if it is wrong.
    pub after: Game<AnyPosition>,
    /// The happenings of each of those turns.
    pub turns: Vec<Vec<Happening>>,
}

/// The mistakes that somebody would like to train; all where nothing is said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    pub phase: Option<Phase>,
    pub reason: Option<String>,
    pub pace: Option<Pace>,
}

impl Wanted {
    pub fn takes(&self, mistake: &Mistake) -> bool {
        self.phase.is_none_or(|phase| phase == mistake.phase)
            && self.reason.as_ref().is_none_or(|reason| Some(reason) == mistake.reason.as_ref())
            && self.pace.is_none_or(|pace| Some(pace) == mistake.pace())
    }

    /// The theme of the shipped puzzles that train the same.
    pub fn theme(&self) -> Option<Theme> {
        let kind = self.reason.as_ref().and_then(|reason| reason.split(' ').next_back());
        match (kind, self.phase) {
            (Some("closes" | "leaves-open" | "threatens" | "blocks"), _) => Some(Theme::Mill),
            (Some("double-mill" | "attacks-two"), _) => Some(Theme::DoubleMill),
            (Some("locks-in" | "frees"), _) => Some(Theme::Blockade),
            (_, Some(Phase::Flying)) => Some(Theme::FlyingRace),
            _ => None,
        }
    }
}

/// A player's mistakes, and the puzzles among them.
#[derive(Clone, Debug, Default)]
pub struct Learned {
    /// The last first.
    pub mistakes: Vec<Mistake>,
    /// Each position once, those that wait longest first.
    pub puzzles: Vec<OwnPuzzle>,
    /// The number of puzzles that are due, with which `puzzles` begins.
    pub due: usize,
}

impl Learned {
    /// The puzzle to train next: one that is due. Whoever asks for something in particular then goes once
    /// through those of it that are not done.
    pub fn next(&self, wanted: &Wanted, after: Option<(&GameKey, u32)>) -> Option<&OwnPuzzle> {
        let place = |one: &OwnPuzzle| (one.mistake.game.clone(), one.mistake.ply);
        let after = after.map(|(game, ply)| (game.clone(), ply));
        let fits = |one: &&OwnPuzzle| wanted.takes(&one.mistake) && Some(place(one)) != after;
        let (due, later) = self.puzzles.split_at(self.due);
        due.iter().find(fits).or_else(|| {
            let open = later.iter().filter(fits).filter(|one| !one.mistake.spacing.is_done());
            match &after {
                _ if *wanted == Wanted::default() => None,
                None => open.min_by_key(|one| place(one)),
                Some(after) => open.filter(|one| place(one) > *after).min_by_key(|one| place(one)),
            }
        })
    }

    fn of(mistakes: Vec<Mistake>, is_due: impl Fn(&Mistake) -> bool) -> Learned {
        let mut seen = HashSet::new();
        // A mistake that was made again counts from then on.
        let newest = mistakes.iter().filter(|mistake| seen.insert(&mistake.position));
        let mut puzzles: Vec<OwnPuzzle> = newest.filter_map(OwnPuzzle::of).collect();
        puzzles.sort_by_key(|one| (!is_due(&one.mistake), one.mistake.spacing.last));
        let due = puzzles.iter().take_while(|one| is_due(&one.mistake)).count();
        Learned { mistakes, puzzles, due }
    }
}

/// Finds the puzzles of one's own, and keeps how far one has come with them.
#[derive(Clone)]
pub struct OwnPuzzles {
    pub(crate) site: Site,
    pub(crate) analysis: Analysis,
    pub(crate) days: Days,
}

impl OwnPuzzles {
    /// All that a player can learn from, by the days of a time zone.
    pub async fn of(&self, player: &PlayerId, zone: &TimeZone) -> Result<Learned> {
        let mistakes = self.site.store.accounts().mistakes(player).await?;
        let now = self.site.clock.now();
        Ok(Learned::of(mistakes, |mistake| mistake.spacing.is_due(now, zone)))
    }

    /// The puzzle of a mistake in a game.
    pub async fn find(&self, player: &PlayerId, game: &GameKey, ply: u32) -> Result<OwnPuzzle> {
        let mistakes = self.site.store.accounts().mistakes(player).await?;
        let found = mistakes.iter().find(|one| one.game == *game && one.ply == ply);
        found.and_then(OwnPuzzle::of).ok_or(ServiceError::NotFound)
    }

    /// Plays a move as people type it, and if it is wrong the reply that refutes it; keeps the try.
    ///
    /// # Errors
    ///
    /// If it is no move, or not a legal one.
    pub async fn attempt(
        &self,
        fair: &FairAsker,
        (player, zone): (&PlayerId, &TimeZone),
        puzzle: &OwnPuzzle,
        text: &str,
    ) -> Result<OwnAttempt> {
        let refused = |refusal: Refusal| ServiceError::Refused(puzzle.mistake.kind, refusal);
        let mut after = Game::new(puzzle.position.clone());
        let (mv, happenings) = play_text(&mut after, text).map_err(refused)?;
        let position = puzzle.position.clone();
        let Explained { keeps, verdict, claims, reply } =
            self.analysis.explain(fair, position, mv).await?;
        // By the engine's estimate another move may keep as much.
        let solved = keeps || mv == puzzle.solution;
        self.keep(player, puzzle, solved, zone).await?;
        let mut turns = vec![happenings];
        if let Some(reply) = reply.filter(|_| !solved && after.outcome().is_none()) {
            after.play(reply).map_err(|refusal| refused(refusal.into()))?;
            turns.push(after.happenings(1));
        }
        Ok(OwnAttempt { mv, solved, verdict, claims, after, turns })
    }

    /// The solution, which is a try that failed.
    pub async fn give_up(
        &self,
        fair: &FairAsker,
        (player, zone): (&PlayerId, &TimeZone),
        puzzle: &OwnPuzzle,
    ) -> Result<OwnAttempt> {
        let (position, mv) = (puzzle.position.clone(), puzzle.solution);
        let Explained { verdict, claims, .. } = self.analysis.explain(fair, position, mv).await?;
        self.keep(player, puzzle, false, zone).await?;
        let mut after = Game::new(puzzle.position.clone());
        let refused = |refusal: Refusal| ServiceError::Refused(puzzle.mistake.kind, refusal);
        after.play(mv).map_err(|refusal| refused(refusal.into()))?;
        let turns = vec![after.happenings(0)];
        Ok(OwnAttempt { mv, solved: true, verdict, claims, after, turns })
    }

    async fn keep(
        &self,
        player: &PlayerId,
        puzzle: &OwnPuzzle,
        solved: bool,
        zone: &TimeZone,
    ) -> Result<()> {
        let Mistake { game, ply, spacing, .. } = &puzzle.mistake;
        let after = spacing.after(solved, self.site.clock.now(), zone);
        let accounts = self.site.store.accounts();
        accounts.space_mistake(player, (game, *ply), after).await?;
        if solved {
            self.days.has_learned(player).await?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use jiff::{SignedDuration, Timestamp};
    use merels_model::Spacing;
    use merels_rules::{GameId, Wdl};

    use super::*;

    fn mistake(game: &str, position: &str, keeping: Option<&str>, days: i64) -> Mistake {
        let found = Timestamp::UNIX_EPOCH + SignedDuration::from_hours(24 * days);
        Mistake {
            game: GameKey::new(game),
            ply: 3,
            kind: GameId::NINE,
            position: position.to_owned(),
            keeping: keeping.map(str::to_owned),
            keeps: Some(Wdl::Draw),
            reason: Some("allows double-mill".to_owned()),
            phase: Phase::Placing,
            spent: Some(3000),
            spacing: Spacing::new(found),
        }
    }

    const EMPTY: &str = "xxxxxxxxxxxxxxxxxxxxxxxx w 9 9";
    const BEGUN: &str = "WxxxxxxxxxxxxxxxxxxxxxxB w 8 8";

    fn learned(mistakes: Vec<Mistake>) -> Learned {
        let now = Timestamp::UNIX_EPOCH + SignedDuration::from_hours(24 * 7);
        Learned::of(mistakes, |mistake| mistake.spacing.is_due(now, &TimeZone::UTC))
    }

    #[test]
    fn each_position_with_one_right_move_is_a_puzzle_once_and_those_due_come_first() {
        let of = learned(vec![
            mistake("today", BEGUN, Some("d6"), 7),
            mistake("again", EMPTY, Some("d6"), 5),
            mistake("before", EMPTY, Some("d6"), 1),
            mistake("many", "xWxxxxxxxxxxxxxxxxxxxxxB w 8 8", None, 1),
            mistake("broken", "xxx w 9 9", Some("d6"), 1),
            mistake("illegal", "WWxxxxxxxxxxxxxxxxxxxxBB w 7 7", Some("a1"), 1),
        ]);
        let games: Vec<&str> = of.puzzles.iter().map(|one| one.mistake.game.as_str()).collect();
        assert_eq!((games, of.due, of.mistakes.len()), (vec!["again", "today"], 1, 6));
    }

    /// Two of three once led to one another for ever.
    #[test]
    fn whoever_asks_for_a_kind_goes_once_through_it() {
        let of = learned(vec![
            mistake("a", EMPTY, Some("d6"), 7),
            mistake("b", BEGUN, Some("d6"), 7),
            mistake("c", "WxxxxxxxxxxxxxxxxxxxxxBx w 8 8", Some("d6"), 7),
        ]);
        let quick = Wanted { pace: Some(Pace::Quick), ..Wanted::default() };
        let mut seen = Vec::new();
        let mut at = None;
        while let Some(one) = of.next(&quick, at) {
            at = Some((&one.mistake.game, one.mistake.ply));
            seen.push(one.mistake.game.as_str());
        }
        assert_eq!(seen, ["a", "b", "c"]);
    }

    #[test]
    fn what_is_due_comes_next_and_what_is_asked_for_also_before_its_day() {
        let of = learned(vec![
            mistake("today", BEGUN, Some("d6"), 7),
            mistake("again", EMPTY, Some("d6"), 5),
        ]);
        let next = |wanted: &Wanted, after| {
            of.next(wanted, after).map(|one| one.mistake.game.as_str().to_owned())
        };
        let (all, again) = (Wanted::default(), GameKey::new("again"));
        assert_eq!(next(&all, None).as_deref(), Some("again"));
        assert_eq!(next(&all, Some((&again, 3))), None);
        let quick = Wanted { pace: Some(Pace::Quick), ..Wanted::default() };
        assert_eq!(next(&quick, Some((&again, 3))).as_deref(), Some("today"));
        let slow = Wanted { pace: Some(Pace::Slow), ..Wanted::default() };
        assert_eq!(next(&slow, None), None);
        let reason = Some("allows double-mill".to_owned());
        let double = Wanted { reason, ..Wanted::default() };
        assert_eq!(next(&double, None).as_deref(), Some("again"));
        assert_eq!(double.theme(), Some(Theme::DoubleMill));
    }
}
