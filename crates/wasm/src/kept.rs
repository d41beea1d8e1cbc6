//! The files that the page handed in.

use std::sync::Arc;

use merels_engine::{Evaluation, Network, Openings, OpeningsChoice, Oracle, Puzzle, PuzzleSet};
use merels_messages::Language;
use merels_rules::GameId;
use merels_tables::Endgames;

use crate::request::{File, game_id};

#[derive(Default)]
pub(crate) struct Kept {
    networks: Vec<Arc<Network>>,
    openings: Vec<Arc<Openings>>,
    puzzles: Vec<PuzzleSet>,
    languages: Vec<Language>,
    /// Kept for good, as the engine wants it: a page hands it in once.
    pub(crate) endgames: Option<&'static dyn Oracle>,
}

impl Kept {
    /// Reads and keeps a file.
    pub(crate) fn keep(&mut self, kind: &File, bytes: &[u8]) -> Result<(), String> {
        let text = || std::str::from_utf8(bytes).map_err(|error| error.to_string());
        match kind {
            File::Network => {
                let network = Network::from_bytes(bytes).map_err(|error| error.to_string())?;
                self.networks.retain(|known| known.variant() != network.variant());
                self.networks.push(Arc::new(network));
            }
            File::Openings => {
                let openings = Openings::from_bytes(bytes.to_vec());
                let openings = openings.map_err(|error| error.to_string())?;
                self.openings.retain(|known| known.variant() != openings.variant());
                self.openings.push(Arc::new(openings));
            }
            File::Endgames if self.endgames.is_some() => {}
            File::Endgames => {
                let endgames = Endgames::from_bytes(bytes.to_vec());
                let endgames = endgames.map_err(|error| error.to_string())?;
                self.endgames = Some(Box::leak(Box::new(endgames)));
            }
            File::Puzzles => {
                let set = PuzzleSet::parse(text()?).map_err(|error| error.to_string())?;
                self.puzzles.retain(|known| known.variant != set.variant);
                self.puzzles.push(set);
            }
            File::Catalogue(code) => {
                let language = Language::from_code(code)
                    .ok_or_else(|| format!("there is no language '{code}'"))?;
                language.hand_in(text()?)?;
                self.languages.push(language);
            }
        }
        Ok(())
    }

    /// A language whose catalogue was handed in.
    pub(crate) fn language(&self, code: &str) -> Result<Language, String> {
        let known = self.languages.iter().find(|language| language.code() == code);
        known.copied().ok_or_else(|| format!("the catalogue of '{code}' was not handed in"))
    }

    /// The evaluation at full strength: by the game's network, if it was handed in.
    pub(crate) fn evaluation(&self, game: GameId) -> Evaluation {
        let of_game = |network: &&Arc<Network>| GameId::Morris(network.variant()) == game;
        let network = self.networks.iter().find(of_game).cloned();
        network.map_or(Evaluation::Handcrafted, Evaluation::Network)
    }

    pub(crate) fn openings(&self, game: GameId) -> OpeningsChoice {
        let of_game = |openings: &&Arc<Openings>| GameId::Morris(openings.variant()) == game;
        let openings = self.openings.iter().find(of_game).cloned();
        openings.map_or(OpeningsChoice::None, OpeningsChoice::Own)
    }

    /// A puzzle by its number; the first is 1.
    pub(crate) fn puzzle(&self, kind: &str, number: usize) -> Result<&Puzzle, String> {
        let game = game_id(kind)?;
        let of_game = |set: &&PuzzleSet| GameId::Morris(set.variant) == game;
        let set = self.puzzles.iter().find(of_game);
        let set = set.ok_or_else(|| format!("the puzzles of '{kind}' were not handed in"))?;
        let puzzle = number.checked_sub(1).and_then(|index| set.puzzles.get(index));
        puzzle.ok_or_else(|| format!("there is no puzzle {number} of '{kind}'"))
    }
}
