//! The game being played, its players and its file: what both the full screen and the line
//! dialogue play on.

use std::path::Path;

use anyhow::Result;
use merels_engine::{Level, Report, Score, answer_draw_offer, turning_point};
use merels_messages::{Language, Naming};
use merels_rules::{
    AnyMove, AnyPosition, Choice, Coordinates, Draft, Game, Illegal, Position, Record, Side, Spot,
};

use super::players::{self, Player};
use super::saves::{self, Autosave};
use crate::gamesman;
use crate::input::read_record;
use crate::told::{Reader, Told};

#[derive(Debug)]
pub(crate) struct Session {
    record: Record,
    players: [Player; 2],
    reader: Reader,
    draft: Draft,
    draw_offer: Option<Side>,
    /// The computer's judgement of its position when it moved last.
    computer_score: Option<Score>,
    /// The games before this one that the person lost in a row at this level.
    losses: usize,
    autosave: Option<Autosave>,
}

impl Session {
    /// Begins with a game. `autosave` keeps it safe if there is one.
    pub(crate) fn new(
        mut record: Record,
        players: [Player; 2],
        reader: Reader,
        autosave: Option<Autosave>,
    ) -> Session {
        players::enter(&mut record, players);
        let session = Session {
            record,
            players,
            reader,
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

    pub(crate) fn reader(&self) -> Reader {
        self.reader
    }

    pub(crate) fn language(&self) -> Language {
        self.reader.language
    }

    /// The position as its reader names its parts.
    pub(crate) fn told(&self) -> Told<'_> {
        self.reader.told(self.position())
    }

    pub(crate) fn computer_to_move(&self) -> Option<Level> {
        match self.players[self.game().side().index()] {
            Player::Computer(level) if self.game().outcome().is_none() => Some(level),
            _ => None,
        }
    }

    pub(crate) fn is_computer(&self, side: Side) -> bool {
        self.players[side.index()] != Player::Human
    }

    pub(crate) fn is_show(&self) -> bool {
        Side::ALL.into_iter().all(|side| self.is_computer(side))
    }

    pub(crate) fn draft(&self) -> &Draft {
        &self.draft
    }

    pub(crate) fn asks(&self) -> Choice {
        self.draft.asks(self.game())
    }

    pub(crate) fn choices(&self) -> Vec<Spot> {
        self.draft.choices(self.game())
    }

    /// The side that offered a draw that was not answered yet.
    pub(crate) fn draw_offer(&self) -> Option<Side> {
        self.draw_offer
    }

    /// Chooses a spot. When that completes a turn it is played, and what happened is told; else it
    /// is said why the spot does not go.
    pub(crate) fn choose(&mut self, spot: Spot) -> Result<Vec<String>, String> {
        match self.draft.choose(&self.record.game, spot) {
            Ok(Some(mv)) => self.play(mv),
            Ok(None) => Ok(Vec::new()),
            Err(reason) => Err(self.told().illegal(&reason)),
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
        let language = self.language();
        if let Some(mv) = gamesman::typed_move(self.position(), &typed) {
            let none =
                |number: usize| language.say_with("play-number", &[("number", number.into())]);
            return self.play(mv.map_err(none)?);
        }
        let game = self.position().game();
        if typed.contains(['-', 'x']) {
            let mv = self.position().parse_move_as(&typed, Coordinates::NamesOrNumbers);
            return self.play(mv.map_err(|_| language.unreadable(game))?);
        }
        let like_a_spot = typed.chars().all(char::is_alphanumeric)
            && typed.contains(|letter: char| letter.is_ascii_digit());
        let no_spot = |_| match like_a_spot {
            true => self.told().illegal(&Illegal::OffBoard(typed.clone())),
            false => language.unreadable(game),
        };
        let spot = self.position().parse_spot(&typed).map_err(no_spot)?;
        self.choose(spot)
    }

    /// Plays a whole turn and tells what happened, or why it does not go.
    pub(crate) fn play(&mut self, mv: AnyMove) -> Result<Vec<String>, String> {
        let played = self.record.game.play(mv);
        played.map_err(|reason| self.told().illegal(&reason))?;
        self.draft.clear();
        self.draw_offer = None;
        self.keep_safe();
        let happenings = self.game().happenings(self.game().ply() - 1);
        let mut events = self.language().turn(&self.told(), &happenings);
        events.extend(self.ending());
        Ok(events)
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
            let spot = ("spot", self.told().spot(spot).into());
            return Some(self.language().say_with("play-let-go", &[spot]));
        }
        let mut mv = self.record.game.undo()?;
        while self.is_computer(self.game().side()) && !self.is_show() {
            let Some(earlier) = self.record.game.undo() else { break };
            mv = earlier;
        }
        self.draw_offer = None;
        self.computer_score = None;
        self.keep_safe();
        let told = self.told();
        let values = [("side", told.mover().into()), ("move", told.move_text(mv).into())];
        Some(self.language().say_with("play-undone", &values))
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
                vec![self.declined(!offering), self.language().draw_declined(reason)]
            }
        }
    }

    /// The other side answers the offer.
    pub(crate) fn answer_draw(&mut self, accept: bool) -> Vec<String> {
        let Some(offering) = self.draw_offer.take() else { return Vec::new() };
        if !accept {
            return vec![self.declined(!offering)];
        }
        self.record.game.agree_draw();
        self.end_by_word()
    }

    fn declined(&self, side: Side) -> String {
        let side = ("side", self.told().side(side).into());
        self.language().say_with("event-draw-declined", &[side])
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

    /// Lets the computer play the side that is not to move, and tells of it; nothing if it plays already or
    /// the game is over.
    pub(crate) fn seat_computer(&mut self) -> Option<String> {
        if self.game().outcome().is_some() || self.players != [Player::Human; 2] {
            return None;
        }
        let side = !self.game().side();
        self.players[side.index()] = Player::Computer(Level::USUAL);
        self.draw_offer = None;
        players::enter(&mut self.record, self.players);
        self.keep_safe();
        let values =
            [("side", self.told().side(side).into()), ("player", self.player(side)?.into())];
        Some(self.language().say_with("play-seat", &values))
    }

    /// The message that offers the computer, before two nameless people have played anything.
    pub(crate) fn offer_of_computer(&self, name: &str) -> Option<String> {
        let nobody_is_named = Side::ALL.into_iter().all(|side| self.player(side).is_none());
        let fresh = self.game().ply() == 0 && self.game().outcome().is_none();
        (nobody_is_named && fresh).then(|| self.language().say(name))
    }

    /// Begins the same game from its start again, against another level if one is given, and tells of
    /// the level.
    pub(crate) fn restart(&mut self, level: Option<Level>) -> Option<String> {
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
        let level = ("level", self.language().level(&level?.to_string()).into());
        Some(self.language().say_with("play-level", &[level]))
    }

    pub(crate) fn save(&self, file: &Path) -> String {
        match saves::write_record(file, &self.record) {
            Ok(()) => self.about_file("play-saved", file),
            Err(error) => failed(self.language(), "play-not-saved", &error),
        }
    }

    pub(crate) fn about_file(&self, name: &str, file: &Path) -> String {
        self.language().say_with(name, &[("file", file.display().to_string().into())])
    }

    /// Goes on with the game of a record, between the players that it names; a bad file changes
    /// nothing. Says what became of the game before.
    ///
    /// # Errors
    ///
    /// The reason in words.
    pub(crate) fn load(&mut self, file: &Path) -> Result<Option<String>, String> {
        self.try_to_load(file).map_err(|error| failed(self.language(), "play-not-loaded", &error))
    }

    fn try_to_load(&mut self, file: &Path) -> Result<Option<String>> {
        let record = read_record(file)?;
        let game = record.game.position().game();
        let autosave = self.autosave.as_ref().map(|_| Autosave::start(game)).transpose()?;
        let players = players::named_in(&record);
        let players =
            Side::ALL.map(|side| players[side.index()].unwrap_or(self.players[side.index()]));
        let left = std::mem::replace(self, Session::new(record, players, self.reader, autosave));
        Ok(left.leave())
    }

    /// Ends the session. Says what became of an unfinished game.
    pub(crate) fn leave(self) -> Option<String> {
        let (language, game) = (self.language(), self.position().game().id());
        match self.autosave?.finish(&self.record) {
            Ok(true) => Some(language.say_with("play-kept", &[("game", game.into())])),
            Ok(false) => None,
            Err(error) => Some(failed(language, "play-not-kept", &error)),
        }
    }

    /// The result of a game that is over, and what decided it.
    pub(crate) fn ending(&self) -> Vec<String> {
        self.result().into_iter().chain(self.decided()).collect()
    }

    /// The reason of the result, once the game is over and where there is something to say.
    fn decided(&self) -> Option<String> {
        let game = self.game();
        let (outcome, point) = (game.outcome()?, turning_point(game)?);
        Some(self.language().decided(&self.told(), outcome, point))
    }

    /// The result in words, if the game is over.
    pub(crate) fn result(&self) -> Option<String> {
        Some(self.told().outcome(self.game().outcome()?))
    }

    /// The player of a side, in words: nothing to say of a person without a name.
    pub(crate) fn player(&self, side: Side) -> Option<String> {
        match self.players[side.index()] {
            Player::Human => players::name_of(&self.record, side).map(str::to_owned),
            Player::Computer(level) => Some(self.language().computer(&level.to_string())),
        }
    }

    /// A copy that cannot be written must not disturb the game.
    fn keep_safe(&self) {
        if let Some(autosave) = &self.autosave {
            let _ = autosave.update(&self.record);
        }
    }
}

/// A message about something that failed, with the reason.
fn failed(language: Language, name: &str, error: &anyhow::Error) -> String {
    language.say_with(name, &[("reason", format!("{error:#}").into())])
}
