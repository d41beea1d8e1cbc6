//! Lessons, and puzzles: those of the program, and those of one's own mistakes.

mod lesson_page;
mod lessons;
mod mistakes_page;
mod own;
mod puzzle_page;
mod puzzle_run;
mod puzzle_run_page;
pub(crate) mod puzzles;
mod puzzles_page;
mod shown;
mod wanted;

use axum::Router;
use axum::routing::get;

use crate::app::App;
pub(crate) use mistakes_page::weakness;
pub(crate) use puzzles::path as puzzle_path;
pub(crate) use puzzles_page::small_board;

pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/learn/{game}", get(lessons::begin))
        .route("/learn/{game}/{step}", get(lessons::show))
        .route("/puzzles", get(puzzles::index))
        .route("/puzzles/mistakes", get(own::mistakes))
        .route("/puzzles/own", get(own::next))
        .route("/puzzles/own/{game}/{ply}", get(own::show).post(own::show))
        .route("/puzzles/daily", get(puzzles::of_the_day))
        .route("/puzzles/{game}/daily", get(puzzles::of_the_day_in))
        .route("/puzzles/{game}/next", get(puzzles::next))
        .route("/puzzles/{game}/run", get(puzzle_run::show).post(puzzle_run::act))
        .route("/puzzles/{game}/{number}/picture.png", get(puzzles::picture))
        .route("/puzzles/{game}/{number}", get(puzzles::show).post(puzzles::show))
}
