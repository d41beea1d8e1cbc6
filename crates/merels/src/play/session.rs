//! The game being played, its players and its file: what both the full screen and the line
//! dialogue play on.

use std::path::Path;

use anyhow::Result;
use merels_engine::{Level, Report, Score, answer_draw_offer, turning_point};
use merels_rules::{
    AnyMove, AnyPosition, Choice, Coordinates, Draft, Game, Illegal, Position, Record, Side, Spot,
};

use super::players::{self, Player};
use super::saves::{self, Autosave};
use crate::draw::Labels;
use crate::gamesman;
use crate::input::read_record;
use crate::messages;

#[derive(Debug)]
pub(crate) struct Session {
    record: Record,
    players: [Player; 2],
    labels: Labels,
    draft: Draft,
    draw_offer: Option<Side>,
    /// What the computer thought of its position when it moved last.
    computer_score: Option<Score>,
    /// How many games before this one the person lost in a row at this level.
    losses: usize,
    autosave: Option<Autosave>,
}

impl Session {
    /// Begins with a game. `autosave` keeps it safe if there is one.
    pub(crate) fn new(
        mut record: Record,
        players: [Player; 2],
        labels: Labels,
        autosave: Option<Autosave>,
    ) -> Session {
        players::enter(&mut record, players);
        let session = Session {
            record,
            players,
            labels,
            draft: Draft::new(),
            draw_offer: None,
            computer_score: None,
            losses: 0,
            autosave,
        };
        session.keep_safe();
        session
    }

    pub(crate) fn game(&self) -> &Game<AnyPosition> {
        &self.record.game
    }

    pub(crate) fn position(&self) -> &AnyPosition {
        self.game().position()
    }

    /// How the points are called.
    pub(crate) fn labels(&self) -> Labels {
        self.labels
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

    /// Chooses a spot. When that completes a turn it is played, and what happened is told; else it
    /// is said why the spot does not go.
    pub(crate) fn choose(&mut self, spot: Spot) -> Result<Vec<String>, String> {
        match self.draft.choose(&self.record.game, spot) {
            Ok(Some(mv)) => self.play(mv),
            Ok(None) => Ok(Vec::new()),
            Err(reason) => Err(self.refusal(reason)),
        }
    }

    /// Chooses a spot as [`Session::choose`] does; a second touch of the same man lets it go again.
    pub(crate) fn touch(&mut self, spot: Spot) -> Result<Vec<String>, String> {
        if self.draft.spots().last() == Some(&spot) {
            self.draft.undo();
            return Ok(Vec::new());
        }
        self.choose(spot)
    }

    /// Takes what a player typed: a whole move, or a spot. Tells what happened, or why it does not
    /// go.
    pub(crate) fn answer(&mut self, typed: &str) -> Result<Vec<String>, String> {
        let typed = typed.to_lowercase();
        if let Some(mv) = gamesman::typed_move(self.position(), &typed) {
            return self.play(mv?);
        }
        if typed.contains(['-', 'x']) {
            let mv = self.position().parse_move_as(&typed, Coordinates::NamesOrNumbers);
            self.play(mv.map_err(|error| error.to_string())?)
        } else {
            let spot = self.position().parse_spot(&typed).map_err(|error| error.reason)?;
            self.choose(spot)
        }
    }

    /// Plays a whole turn and tells what happened, or why it does not go.
    pub(crate) fn play(&mut self, mv: AnyMove) -> Result<Vec<String>, String> {
        self.record.game.play(mv).map_err(|reason| self.refusal(reason))?;
        self.draft.clear();
        self.draw_offer = None;
        self.keep_safe();
        let happenings = self.game().happenings(self.game().ply() - 1);
        let mut events = messages::turn(self.position(), self.labels, &happenings);
        events.extend(self.decided());
        Ok(events)
    }

    fn refusal(&self, reason: Illegal) -> String {
        messages::refusal(self.position(), self.labels, reason)
    }

    /// Plays what the computer chose and tells what happened.
    pub(crate) fn play_computer(&mut self, report: &Report) -> Result<Vec<String>, String> {
        let events = self.play(report.best)?;
        self.computer_score = Some(report.info.score);
        Ok(events)
    }

    /// Takes back the last choice of the turn in the making, else the last move of a person, with
    /// what the computer answered to it.
    pub(crate) fn undo(&mut self) -> Option<String> {
        if let Some(spot) = self.draft.undo() {
            let name = messages::spot(self.position(), self.labels, spot);
            return Some(format!("{name} is taken back."));
        }
        let mut mv = self.record.game.undo()?;
        while self.is_computer(self.game().side()) && !self.is_show() {
            let Some(earlier) = self.record.game.undo() else { break };
            mv = earlier;
        }
        self.draw_offer = None;
        self.computer_score = None;
        self.keep_safe();
        let text = messages::move_text(self.position(), self.labels, mv);
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
        let answering = messages::side(self.position(), !offering);
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
        self.ending()
    }

    /// The level that suits better, once a game against the computer is over.
    pub(crate) fn suggested_level(&self) -> Option<Level> {
        players::suggested_level(self.players, self.game().outcome()?, self.losses)
    }

    /// The same game from its start again, against another level if one is given.
    pub(crate) fn restart(&mut self, level: Option<Level>) {
        let lost = |outcome| players::person_lost(self.players, outcome);
        self.losses = match self.game().outcome() {
            Some(outcome) if level.is_none() && lost(outcome) => self.losses + 1,
            _ => 0,
        };
        if let Some(level) = level {
            self.players = self.players.map(|player| player.at(level));
        }
        self.record.game = Game::new(self.game().start().clone());
        self.record.date = saves::today();
        players::enter(&mut self.record, self.players);
        self.draft.clear();
        self.draw_offer = None;
        self.computer_score = None;
        if let Some(autosave) = &mut self.autosave {
            autosave.forget();
        }
    }

    pub(crate) fn save(&self, file: &Path) -> Result<()> {
        saves::write_record(file, &self.record)
    }

    /// Goes on with the game of a record, between the players that it names; a bad file changes
    /// nothing. Says what became of the game before.
    pub(crate) fn load(&mut self, file: &Path) -> Result<Option<String>> {
        let record = read_record(file)?;
        let game = record.game.position().game();
        let autosave = self.autosave.as_ref().map(|_| Autosave::start(game)).transpose()?;
        let players = players::named_in(&record);
        let players =
            Side::ALL.map(|side| players[side.index()].unwrap_or(self.players[side.index()]));
        let left = std::mem::replace(self, Session::new(record, players, self.labels, autosave));
        Ok(left.leave())
    }

    /// Ends the session. Says what became of an unfinished game.
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

    /// How the game ended, if it did, and what decided it.
    pub(crate) fn ending(&self) -> Vec<String> {
        self.result().into_iter().chain(self.decided()).collect()
    }

    /// What decided the game, once it is over and where there is something to say.
    fn decided(&self) -> Option<String> {
        let game = self.game();
        let (outcome, point) = (game.outcome()?, turning_point(game)?);
        Some(messages::decided(self.position(), self.labels, outcome, point))
    }

    /// How the game ended, if it did.
    pub(crate) fn result(&self) -> Option<String> {
        let outcome = self.game().outcome()?;
        Some(format!("{}.", messages::outcome(self.position(), outcome)))
    }

    /// The name of the side to move.
    pub(crate) fn mover(&self) -> String {
        self.name(self.game().side())
    }

    /// The name of a side, as its game calls it.
    pub(crate) fn name(&self, side: Side) -> String {
        messages::side(self.position(), side)
    }

    /// Who plays a side, in words: nothing to say of a person without a name.
    pub(crate) fn player(&self, side: Side) -> Option<String> {
        match self.players[side.index()] {
            Player::Human => players::name_of(&self.record, side).map(str::to_owned),
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
