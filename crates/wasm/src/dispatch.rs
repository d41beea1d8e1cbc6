//! From a request to what answers it.

use serde::Serialize;

use crate::answer::{Answer, json};
use crate::request::{Request, side};
use crate::{Pocket, board, knowledge, learning, thinking};

/// The reason why a request has no answer.
#[derive(Serialize)]
struct Fault {
    error: String,
}

#[derive(Serialize)]
struct Leaves {
    leaves: u64,
}

impl Pocket {
    /// Answers a request, to which a file may belong. Whatever is wrong with them is said in the
    /// answer's `error`.
    pub fn answer(&mut self, request: &str, file: &[u8]) -> String {
        let request = serde_json::from_str(request).map_err(|error| error.to_string());
        let answer = request.and_then(|request| self.dispatch(&request, file));
        answer.unwrap_or_else(|error| json(&Fault { error }).unwrap_or_default())
    }

    fn dispatch(&mut self, request: &Request, file: &[u8]) -> Answer {
        match request {
            Request::Keep(kind) => {
                self.kept.keep(kind, file)?;
                json(&())
            }
            Request::Shape { game } => board::shape(&game.read()?),
            Request::Show { game, since, you, language } => {
                let you = you.as_deref().map(side).transpose()?;
                board::show(&game.read()?, *since, you, self.kept.language(language)?)
            }
            Request::Choose { game, spots, language } => {
                board::choose(&game.read()?, spots, self.kept.language(language)?)
            }
            Request::Think { game, level, seed, limits } => {
                thinking::think(self, &game.read()?, level, *seed, limits)
            }
            Request::Judge { game, nodes, language } => {
                let language = self.kept.language(language)?;
                knowledge::judge(self, &game.read()?, *nodes, language)
            }
            Request::Claims { game, mv, nodes, language } => {
                let language = self.kept.language(language)?;
                knowledge::claims(self, &game.read()?, mv, *nodes, language)
            }
            Request::Puzzle { kind, number, language } => {
                let language = self.kept.language(language)?;
                learning::puzzle(self.kept.puzzle(kind, *number)?, language)
            }
            Request::Solve { kind, number, mv, language } => {
                let language = self.kept.language(language)?;
                learning::solve(self.kept.puzzle(kind, *number)?, mv, language)
            }
            Request::Lesson { kind, number, mv, language } => {
                let language = self.kept.language(language)?;
                learning::lesson(kind, *number, mv.as_deref(), language)
            }
            Request::Perft { game, depth } => {
                json(&Leaves { leaves: game.read()?.position().perft(*depth) })
            }
        }
    }
}
