//! Chooses a move in any of the games: search, evaluation, levels, time.
//!
//! This crate knows how to play well. It must not know who asks: it has no input or output and
//! reads no settings. Exact values come through its [`Oracle`] trait: from outside, or from the
//! small [`endgames`].
//!
//! - [`Engine`] is the entry point: it takes a [`Game`](merels_rules::Game) and [`Limits`] and
//!   returns a [`Report`];
//! - [`Level`] is the playing strength;
//! - [`Judge`] gives the value of every move of a position with its source, and reviews a finished
//!   game;
//! - [`PuzzleSet`] is a set of puzzles, [`Lesson`] the steps by which a game is learned;
//! - [`Claim`] is a statement about a move that is true by the rules or by exact values,
//!   [`turning_point`] the decisive moment of a finished game;
//! - [`morris`] exposes the features of the evaluation, for the program that tunes it.

pub mod morris;

mod attention;
mod choice;
mod claims;
mod classic;
mod conversion;
mod deadline;
mod draw_offer;
mod endgames;
mod engine;
mod evaluate;
mod evaluation;
mod handicap;
mod judgement;
mod lessons;
mod level;
mod limits;
mod mingmang;
mod network;
mod nimble;
mod openings;
mod options;
mod oracle;
mod perfect;
mod puzzles;
mod reference;
mod report;
mod review;
mod rings;
mod score;
mod search;
mod stopwatch;
mod transposition;
mod turning_point;

pub use claims::{Claim, Distance, board_claims, chosen, claims_with, explained};
pub use classic::{ClassicChoice, ClassicSearch, classic_choice, classic_search, classic_value};
pub use draw_offer::{DrawDeclined, QUIET_PLIES_FOR_DRAW, answer_draw_offer, declined_unjudged};
pub use endgames::endgames;
pub use engine::{Engine, EngineError};
pub use evaluation::Evaluation;
pub use judgement::{Judge, JudgedMove, Judgement, Source, Verdict};
pub use lessons::{Lesson, LessonAttempt, Task};
pub use level::{Level, LevelNumber, UnknownLevel};
pub use limits::{Clock, Limits};
pub use network::{Network, NetworkError};
pub use openings::{Openings, OpeningsBuilder, OpeningsChoice, OpeningsError, symmetric_hash};
pub use options::EngineOptions;
pub use oracle::Oracle;
pub use puzzles::{Puzzle, PuzzleError, PuzzleMove, PuzzleSet, Theme, canonical, only_move};
pub use report::{Info, Report};
pub use review::{
    Mistake, Review, ReviewInProgress, ReviewStep, ReviewedMove, Skill, line_text, moments,
    punishing_level, standing,
};
pub use score::Score;
pub use search::SearchOptions;
pub use turning_point::{TurningPoint, turning_point};
