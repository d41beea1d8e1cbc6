//! The computer's work behind the board: moving, advising, analysing.

use std::sync::Arc;
use std::time::{Duration, Instant};

use merels_engine::{Info, Limits, Report};
use merels_rules::morris::Move;
use merels_rules::{AnyPosition, Game, Value};

use crate::play::session::Session;
use crate::play::thinker::{Role, Task, Thinker, Thought};
use crate::table_oracle::TableOracle;

/// When only computers play, each move can be seen for this long.
const PACE: Duration = Duration::from_millis(700);

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    Move,
    Hint,
    /// Thinks until a key is pressed.
    Analysis,
}

pub(crate) struct Computer {
    thinker: Thinker,
    movetime: Duration,
    tables: Option<Arc<TableOracle>>,
    purpose: Purpose,
    latest: Option<Info>,
    last_move: Instant,
}

impl Computer {
    pub(crate) fn new(
        thinker: Thinker,
        movetime: Duration,
        tables: Option<Arc<TableOracle>>,
    ) -> Computer {
        Computer {
            thinker,
            movetime,
            tables,
            purpose: Purpose::Move,
            latest: None,
            last_move: Instant::now(),
        }
    }

    /// The present request, if there is one.
    pub(crate) fn purpose(&self) -> Option<Purpose> {
        self.thinker.is_thinking().then_some(self.purpose)
    }

    pub(crate) fn latest(&self) -> Option<&Info> {
        self.latest.as_ref()
    }

    pub(crate) fn move_if_due(&mut self, session: &Session) {
        let due = !session.is_show() || self.last_move.elapsed() >= PACE;
        if let Some(level) = session.computer_to_move()
            && due
            && self.purpose() != Some(Purpose::Move)
        {
            let limits = Limits::time(self.movetime);
            self.begin(Purpose::Move, session.game(), Role::Player(level), limits);
        }
    }

    /// The values of all moves, best first, if the tables know.
    pub(crate) fn exact_moves(&self, position: &AnyPosition) -> Option<Vec<(Move, Value)>> {
        self.tables.as_ref()?.exact_moves(position)
    }

    pub(crate) fn advise(&mut self, game: &Game<AnyPosition>) {
        self.begin(Purpose::Hint, game, Role::Adviser, Limits::time(self.movetime));
    }

    /// Thinks aloud until it is hurried.
    pub(crate) fn analyse(&mut self, game: &Game<AnyPosition>) {
        self.begin(Purpose::Analysis, game, Role::Adviser, Limits::INFINITE);
    }

    fn begin(&mut self, purpose: Purpose, game: &Game<AnyPosition>, role: Role, limits: Limits) {
        self.purpose = purpose;
        self.latest = None;
        self.thinker.begin(Task { game: game.clone(), role, limits });
    }

    pub(crate) fn hurry(&self) {
        self.thinker.hurry();
    }

    pub(crate) fn cancel(&mut self) {
        self.thinker.cancel();
    }

    /// The request that is finished by now: the purpose and the answer.
    pub(crate) fn finished(&mut self) -> Option<(Purpose, Option<Report>)> {
        while let Some(thought) = self.thinker.poll() {
            match thought {
                Thought::Progress(info) => self.latest = Some(info),
                Thought::Done(report) => {
                    self.last_move = Instant::now();
                    return Some((self.purpose, report));
                }
            }
        }
        None
    }
}
