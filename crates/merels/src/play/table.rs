//! The game on the table: what both the full screen and the line dialogue play on.

use std::path::Path;

use anyhow::Result;
use merels_engine::{Level, Report, Score, answer_draw_offer};
use merels_rules::{
    AnyMove, AnyPosition, Choice, Coordinates, Draft, Game, Illegal, Position, Record, Side, Spot,
};

use super::saves::{self, Autosave};
use crate::gamesman;
use crate::input::read_record;
use crate::words;

/// Who plays a side.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Player {
    Human,
    Computer(Level),
}

#[derive(Debug)]
pub(crate) struct Table {
    record: Record,
    players: [Player; 2],
    draft: Draft,
    draw_offer: Option<Side>,
    /// What the computer thought of its position when it moved last.
    computer_score: Option<Score>,
    autosave: Option<Autosave>,
}

impl Table {
    /// Lays out a game. `autosave` keeps it safe if there is one.
    pub(crate) fn new(record: Record, players: [Player; 2], autosave: Option<Autosave>) -> Table {
        let table = Table {
            record,
            players,
            draft: Draft::new(),
            draw_offer: None,
            computer_score: None,
            autosave,
        };
        table.keep_safe();
        table
    }

    pub(crate) fn game(&self) -> &Game<AnyPosition> {
        &self.record.game
    }

    pub(crate) fn position(&self) -> &AnyPosition {
        self.game().position()
    }

    /// The level of the computer if it is to move.
    pub(crate) fn computer_to_move(&self) -> Option<Level> {
        match self.players[self.game().side().index()] {
            Player::Computer(level) if self.game().outcome().is_none() => Some(level),
            _ => None,
        }
    }

    /// Whether the computer plays a side.
    pub(crate) fn is_computer(&self, side: Side) -> bool {
        self.players[side.index()] != Player::Human
    }

    /// Whether only computers play.
    pub(crate) fn is_show(&self) -> bool {
        Side::ALL.into_iter().all(|side| self.is_computer(side))
    }

    pub(crate) fn draft(&self) -> &Draft {
        &self.draft
    }

    /// What the player to move is asked next.
    pub(crate) fn asks(&self) -> Choice {
        self.draft.asks(self.game())
    }

    /// What the player to move may answer.
    pub(crate) fn choices(&self) -> Vec<Spot> {
        self.draft.choices(self.game())
    }

    /// Who offered a draw that was not answered yet.
    pub(crate) fn draw_offer(&self) -> Option<Side> {
        self.draw_offer
    }

    /// Chooses a spot. When that completes a turn it is played, and what happened is told.
    pub(crate) fn choose(&mut self, spot: Spot) -> Result<Vec<String>, Illegal> {
        match self.draft.choose(&self.record.game, spot)? {
            Some(mv) => self.play(mv),
            None => Ok(Vec::new()),
        }
    }

    /// Takes what a player typed: a whole move, or a spot. Tells what happened, or why it does not
    /// go.
    pub(crate) fn answer(&mut self, typed: &str) -> Result<Vec<String>, String> {
        let typed = typed.to_lowercase();
        if let Some(mv) = gamesman::typed_move(self.position(), &typed) {
            return self.play(mv?).map_err(|reason| reason.to_string());
        }
        if typed.contains(['-', 'x']) {
            let mv = self.position().parse_move_as(&typed, Coordinates::NamesOrNumbers);
            let mv = mv.map_err(|error| error.to_string())?;
            self.play(mv).map_err(|reason| reason.to_string())
        } else {
            let spot = self.position().parse_spot(&typed).map_err(|error| error.reason)?;
            self.choose(spot).map_err(|reason| reason.to_string())
        }
    }

    /// Plays a whole turn and tells what happened.
    pub(crate) fn play(&mut self, mv: AnyMove) -> Result<Vec<String>, Illegal> {
        let before = self.position().clone();
        self.record.game.play(mv)?;
        self.draft.clear();
        self.draw_offer = None;
        self.keep_safe();
        let mut events = words::played(&before, mv, self.position());
        events.extend(self.result());
        Ok(events)
    }

    /// Plays what the computer chose and tells what happened.
    pub(crate) fn play_computer(&mut self, report: &Report) -> Result<Vec<String>, Illegal> {
        let events = self.play(report.best)?;
        self.computer_score = Some(report.info.score);
        Ok(events)
    }

    /// Takes back the last choice of the turn in the making, else the last move of a person, with
    /// what the computer answered to it.
    pub(crate) fn undo(&mut self) -> Option<String> {
        if let Some(spot) = self.draft.undo() {
            return Some(format!("{} is taken back.", self.position().spot_name(spot)));
        }
        let mut mv = self.record.game.undo()?;
        while self.is_computer(self.game().side()) && !self.is_show() {
            let Some(earlier) = self.record.game.undo() else { break };
            mv = earlier;
        }
        self.draw_offer = None;
        self.computer_score = None;
        self.keep_safe();
        let text = self.position().move_text(mv);
        Some(format!("{} takes back {text}.", self.mover()))
    }

    /// The side to move offers a draw. The computer answers at once, by what it thought of its
    /// position when it moved last.
    pub(crate) fn offer_draw(&mut self) -> Vec<String> {
        if self.game().outcome().is_some() {
            return Vec::new();
        }
        let offering = self.game().side();
        self.draw_offer = Some(offering);
        if !self.is_computer(!offering) {
            return Vec::new();
        }
        match answer_draw_offer(self.game(), self.computer_score) {
            Ok(()) => self.answer_draw(true),
            Err(reason) => {
                self.draw_offer = None;
                vec![format!("{} declines the draw: {reason}.", self.name(!offering))]
            }
        }
    }

    /// The other side answers the offer.
    pub(crate) fn answer_draw(&mut self, accept: bool) -> Vec<String> {
        let Some(offering) = self.draw_offer.take() else { return Vec::new() };
        let answering = words::side(self.position(), !offering);
        if !accept {
            return vec![format!("{answering} declines the draw.")];
        }
        self.record.game.agree_draw();
        self.end_by_word()
    }

    /// The side to move gives up.
    pub(crate) fn resign(&mut self) -> Vec<String> {
        let side = self.game().side();
        self.record.game.resign(side);
        self.end_by_word()
    }

    fn end_by_word(&mut self) -> Vec<String> {
        self.draft.clear();
        self.keep_safe();
        self.result().into_iter().collect()
    }

    /// The same game from its start again.
    pub(crate) fn restart(&mut self) {
        self.record.game = Game::new(self.game().start().clone());
        self.draft.clear();
        self.draw_offer = None;
        self.computer_score = None;
        self.keep_safe();
    }

    pub(crate) fn save(&self, file: &Path) -> Result<()> {
        saves::write_record(file, &self.record)
    }

    /// Puts the game of a record on the table; a bad file leaves the table as it is.
    pub(crate) fn load(&mut self, file: &Path) -> Result<()> {
        self.record = read_record(file)?;
        self.draft.clear();
        self.draw_offer = None;
        self.computer_score = None;
        self.keep_safe();
        Ok(())
    }

    /// Clears the table. Says what became of an unfinished game.
    pub(crate) fn leave(self) -> Option<String> {
        let game = self.position().game();
        match self.autosave?.finish(&self.record) {
            Ok(true) => {
                Some(format!("The game is kept: merels play {game} --resume goes on with it."))
            }
            Ok(false) => None,
            Err(error) => Some(format!("The game could not be kept: {error:#}")),
        }
    }

    /// How the game ended, if it did.
    pub(crate) fn result(&self) -> Option<String> {
        let outcome = self.game().outcome()?;
        Some(format!("{}.", words::outcome(self.position(), outcome)))
    }

    /// The name of the side to move.
    pub(crate) fn mover(&self) -> String {
        self.name(self.game().side())
    }

    /// The name of a side, as its game calls it.
    pub(crate) fn name(&self, side: Side) -> String {
        words::side(self.position(), side)
    }

    /// Who plays a side, in words: nothing to say of a person.
    pub(crate) fn player(&self, side: Side) -> Option<String> {
        match self.players[side.index()] {
            Player::Human => None,
            Player::Computer(level) => Some(format!("computer {level}")),
        }
    }

    /// A copy that cannot be written must not disturb the game.
    fn keep_safe(&self) {
        if let Some(autosave) = &self.autosave {
            let _ = autosave.update(&self.record);
        }
    }
}
