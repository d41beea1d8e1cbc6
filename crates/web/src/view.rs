//! A game as one page sees it: the objects of docs/protocol.md.

use std::collections::BTreeMap;

use merels_drawing::{Man, men};
use merels_live::{Entry, GameClock, GameEvent, Rematch, Snapshot};
use merels_messages::Language;
use merels_model::{Rating, Seat};
use merels_rules::{AnyMove, AnyPosition, Game, Happening, Position, Side, Spot, morris};
use serde::Serialize;
use utoipa::ToSchema;

use crate::wording;

/// How a game stands for one who asks.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct View {
    pub(crate) game: String,
    pub(crate) kind: &'static str,
    pub(crate) title: String,
    pub(crate) version: u32,
    pub(crate) ply: u32,
    pub(crate) position: String,
    pub(crate) to_move: Option<Colour>,
    pub(crate) you: Option<Colour>,
    pub(crate) players: Both<SeatView>,
    pub(crate) men: BTreeMap<String, Man>,
    pub(crate) hand: Option<Both<usize>>,
    pub(crate) captured: Option<Both<usize>>,
    pub(crate) mills: Vec<Vec<&'static str>>,
    pub(crate) last: Option<LastMove>,
    pub(crate) moves: Vec<String>,
    pub(crate) draft: Option<String>,
    pub(crate) draw: DrawView,
    /// The clock, if there is one.
    pub(crate) clock: Option<ClockView>,
    pub(crate) rated: bool,
    /// After a game between two people: whether they play once more.
    pub(crate) rematch: Option<RematchView>,
    /// Taking a turn back from another person.
    pub(crate) undo: UndoView,
    /// Since when White and Black are away, if they are.
    pub(crate) away: Both<Option<i64>>,
    /// From when on the player may claim the win or a draw.
    pub(crate) claim_from: Option<i64>,
    /// Whether the player has somebody to say something to.
    pub(crate) may_say: bool,
    pub(crate) may_abort: bool,
    pub(crate) may_forfeit: bool,
    pub(crate) may_undo: bool,
    pub(crate) may_hint: bool,
    /// Whether somebody was helped: the game counts as practice.
    pub(crate) assisted: bool,
    pub(crate) result: Option<ResultView>,
    pub(crate) status: String,
}

/// A side as the protocol writes it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Colour {
    White,
    Black,
}

impl From<Side> for Colour {
    fn from(side: Side) -> Colour {
        match side {
            Side::White => Colour::White,
            Side::Black => Colour::Black,
        }
    }
}

/// Something of each side.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Both<T> {
    pub(crate) white: T,
    pub(crate) black: T,
}

impl<T> Both<T> {
    fn of(each: impl Fn(Side) -> T) -> Both<T> {
        Both { white: each(Side::White), black: each(Side::Black) }
    }
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct SeatView {
    pub(crate) name: String,
    pub(crate) computer: Option<String>,
    /// The rating that counts in this game, with a question mark while it is provisional.
    pub(crate) rating: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct LastMove {
    pub(crate) spots: Vec<String>,
    pub(crate) taken: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DrawView {
    pub(crate) offered_by: Option<Colour>,
    pub(crate) may_offer: bool,
    pub(crate) may_answer: bool,
}

/// Both sides' time. Moments are milliseconds since 1970, by the server's clock.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClockView {
    pub(crate) control: String,
    /// What both had left at `since`.
    pub(crate) left: Both<i64>,
    /// Whose time runs since then.
    pub(crate) running: Option<Colour>,
    pub(crate) since: i64,
    /// While the clock does not run yet: until when the side to move has to make its first turn.
    pub(crate) begin_by: Option<i64>,
}

impl ClockView {
    fn of(snapshot: &Snapshot, clock: &GameClock) -> ClockView {
        let (mover, runs) = (snapshot.mover(), clock.runs(snapshot.ply));
        let first = mover.filter(|_| !runs).map(|side| clock.flag(side, snapshot.ply));
        ClockView {
            control: clock.control.to_string(),
            left: Both::of(|side| clock.left[side.index()]),
            running: mover.filter(|_| runs).map(Into::into),
            since: clock.since.as_millisecond(),
            begin_by: first.map(|first| first.as_millisecond()),
        }
    }

    /// What a side has left now.
    pub(crate) fn left_at(&self, side: Side, now: i64) -> i64 {
        let spent = if self.running == Some(side.into()) { (now - self.since).max(0) } else { 0 };
        let left = match side {
            Side::White => self.left.white,
            Side::Black => self.left.black,
        };
        (left - spent).max(0)
    }
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RematchView {
    pub(crate) may_offer: bool,
    pub(crate) may_answer: bool,
    /// The game, once both wanted it.
    pub(crate) game: Option<String>,
}

impl RematchView {
    fn of(snapshot: &Snapshot, you: Option<Side>) -> Option<RematchView> {
        snapshot.outcome.filter(|_| snapshot.is_between_people())?;
        let Rematch { offered_by, next } = &snapshot.rematch;
        let both_here = snapshot.seats.iter().all(|seat| matches!(seat, Seat::Player { .. }));
        let open = you.is_some() && next.is_none() && both_here;
        Some(RematchView {
            may_offer: open && offered_by.is_none(),
            may_answer: open && *offered_by == you.map(|you| !you),
            game: next.as_ref().map(ToString::to_string),
        })
    }
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UndoView {
    pub(crate) asked_by: Option<Colour>,
    pub(crate) may_answer: bool,
}

impl UndoView {
    fn of(snapshot: &Snapshot, you: Option<Side>) -> UndoView {
        let asked = snapshot.take_back_asked;
        let may_answer = you.is_some() && asked.is_some() && asked != you;
        UndoView { asked_by: asked.map(Into::into), may_answer }
    }
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct ResultView {
    pub(crate) winner: Option<Colour>,
    pub(crate) score: &'static str,
    pub(crate) reason: &'static str,
    pub(crate) words: String,
    /// What decided it; nothing where the words say it all.
    pub(crate) decided: Option<String>,
}

impl View {
    /// How a game stands for the player of a side, or for one who watches.
    pub(crate) fn of(snapshot: &Snapshot, you: Option<Side>, language: Language) -> View {
        let position = &snapshot.position;
        let game = snapshot.kind;
        let my_turn = you.is_some() && you == snapshot.mover();
        let offered = snapshot.offer;
        View {
            game: snapshot.key.to_string(),
            kind: game.id(),
            title: language.title(game),
            version: snapshot.version(),
            ply: snapshot.ply,
            position: position.to_string(),
            to_move: snapshot.mover().map(Into::into),
            you: you.map(Into::into),
            players: Both::of(|side| seated(snapshot, side, language)),
            men: men(position),
            hand: morris(position).map(|position| Both::of(|side| position.hand(side))),
            captured: morris(position).map(|position| Both::of(|side| position.captured(side))),
            mills: morris(position).map(mills).unwrap_or_default(),
            last: last_move(snapshot),
            moves: if my_turn { legal_moves(snapshot) } else { Vec::new() },
            draft: snapshot.draft_text().filter(|_| my_turn),
            draw: DrawView {
                offered_by: offered.map(Into::into),
                may_offer: you.is_some_and(|you| snapshot.may_offer(you)),
                may_answer: you.is_some() && offered.is_some() && offered != you,
            },
            clock: snapshot.clock.as_ref().map(|clock| ClockView::of(snapshot, clock)),
            rated: snapshot.terms.rated,
            rematch: RematchView::of(snapshot, you),
            undo: UndoView::of(snapshot, you),
            away: Both::of(|side| {
                snapshot.absence.away[side.index()].map(|at| at.as_millisecond())
            }),
            claim_from: you
                .and_then(|you| snapshot.absence.claim_from[you.index()])
                .map(|from| from.as_millisecond()),
            may_say: you.is_some() && snapshot.is_between_people(),
            may_abort: you.is_some() && snapshot.may_abort,
            may_forfeit: you.is_some() && snapshot.outcome.is_none(),
            may_undo: you.is_some_and(|you| snapshot.help.may_take_back[you.index()]),
            may_hint: my_turn && computer_plays(snapshot),
            assisted: snapshot.help.assisted,
            result: snapshot.outcome.map(|outcome| ResultView {
                winner: outcome.winner().map(Into::into),
                score: outcome.result(),
                reason: outcome.termination(),
                words: wording::outcome(language, snapshot, outcome),
                decided: wording::decided(language, snapshot),
            }),
            status: wording::status(language, snapshot, you),
        }
    }
}

fn seated(snapshot: &Snapshot, side: Side, language: Language) -> SeatView {
    let seat = snapshot.seat(side);
    let computer = match seat {
        Seat::Computer(level) => Some(level.clone()),
        Seat::Player { .. } | Seat::Gone => None,
    };
    let rating = snapshot.ratings[side.index()].map(rating_text);
    SeatView { name: wording::seated(language, snapshot, side), computer, rating }
}

/// A rating as it is shown: the points, and a question mark while it is provisional.
pub(crate) fn rating_text(rating: Rating) -> String {
    let mark = if rating.is_provisional() { "?" } else { "" };
    format!("{}{mark}", rating.points())
}

fn morris(position: &AnyPosition) -> Option<&morris::MorrisPosition> {
    match position {
        AnyPosition::Morris(position) => Some(position),
        _ => None,
    }
}

fn mills(position: &morris::MorrisPosition) -> Vec<Vec<&'static str>> {
    let names = |mill: morris::Points| mill.into_iter().map(|p| position.board().name(p)).collect();
    Side::ALL.into_iter().flat_map(|side| position.mills(side)).map(names).collect()
}

fn last_move(snapshot: &Snapshot) -> Option<LastMove> {
    // Turns from this one on were taken back later.
    let mut taken_back = u32::MAX;
    let played = |entry: &Entry| match entry.event {
        GameEvent::Move { ply, mv } => (ply < taken_back).then_some(mv),
        GameEvent::TakenBack { to, .. } => {
            taken_back = taken_back.min(to);
            None
        }
        _ => None,
    };
    let mv = snapshot.history.backwards().find_map(played)?;
    let position = &snapshot.position;
    let mut spots: Vec<String> =
        position.spots_of(mv).into_iter().map(|spot| position.spot_name(spot)).collect();
    let taken = match mv {
        AnyMove::Morris(morris::Move { removed: Some(_), .. }) => spots.pop(),
        _ => None,
    };
    Some(LastMove { spots, taken })
}

fn computer_plays(snapshot: &Snapshot) -> bool {
    snapshot.seats.iter().any(|seat| matches!(seat, Seat::Computer(_)))
}

fn legal_moves(snapshot: &Snapshot) -> Vec<String> {
    snapshot.moves.iter().map(|mv| snapshot.position.move_text(*mv)).collect()
}

/// An event as a page shows it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct EventView {
    pub(crate) version: u32,
    pub(crate) kind: &'static str,
    pub(crate) at: String,
    pub(crate) words: Vec<String>,
    pub(crate) happenings: Vec<HappeningView>,
    /// Who said something, and what: one of the quick words.
    pub(crate) said: Option<SaidView>,
}

/// Quick words of a player.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct SaidView {
    pub(crate) side: Colour,
    pub(crate) words: String,
}

impl EventView {
    fn of(snapshot: &Snapshot, entry: &Entry, language: Language) -> EventView {
        let happening = |happening| HappeningView::of(&snapshot.position, happening);
        EventView {
            version: entry.version,
            kind: entry.kind.name(),
            at: entry.at.to_string(),
            words: wording::event(language, snapshot, entry),
            happenings: entry.happenings.iter().map(happening).collect(),
            said: match entry.event {
                GameEvent::Said { side, phrase } => {
                    Some(SaidView { side: side.into(), words: language.phrase(phrase) })
                }
                _ => None,
            },
        }
    }

    /// A turn that stands in no game's history.
    pub(crate) fn of_turn(
        snapshot: &Snapshot,
        version: u32,
        happenings: &[Happening],
    ) -> EventView {
        let happening = |happening| HappeningView::of(&snapshot.position, happening);
        EventView {
            version,
            kind: "move",
            at: String::new(),
            words: Vec::new(),
            said: None,
            happenings: happenings.iter().map(happening).collect(),
        }
    }

    /// The turns of a game that stands in no store.
    pub(crate) fn of_game(
        snapshot: &Snapshot,
        game: &Game<AnyPosition>,
        language: Language,
    ) -> Vec<EventView> {
        let turn = |ply: usize| {
            let happenings = game.happenings(ply);
            let words = wording::turn(language, snapshot, &happenings);
            EventView { words, ..EventView::of_turn(snapshot, ply as u32 + 1, &happenings) }
        };
        (0..game.ply()).map(turn).collect()
    }

    /// The last events of a game, so many at most.
    pub(crate) fn last(snapshot: &Snapshot, most: usize, language: Language) -> Vec<EventView> {
        let mut last: Vec<EventView> = snapshot
            .history
            .backwards()
            .take(most)
            .map(|entry| EventView::of(snapshot, entry, language))
            .collect();
        last.reverse();
        last
    }

    /// The events of a game after a version.
    pub(crate) fn since(snapshot: &Snapshot, version: u32, language: Language) -> Vec<EventView> {
        let later = snapshot.history.since(version).into_iter();
        later.map(|entry| EventView::of(snapshot, entry, language)).collect()
    }
}

/// A [`Happening`] with its spots by name.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub(crate) enum HappeningView {
    Placed { side: Colour, to: String },
    Moved { side: Colour, from: String, to: String },
    Flew { side: Colour, from: String, to: String },
    ClosedMill { side: Colour, lines: Vec<[String; 3]> },
    CompletedLine { side: Colour, lines: Vec<[String; 3]> },
    Took { side: Colour, at: String },
    Captured { side: Colour, at: Vec<String> },
    MovingBegan { side: Colour },
    FliesNow { side: Colour, men: usize },
    Ended { winner: Option<Colour>, reason: &'static str },
}

impl HappeningView {
    fn of(position: &AnyPosition, happening: &Happening) -> HappeningView {
        let name = |spot: Spot| position.spot_name(spot);
        let line = |line: &[Spot; 3]| line.map(name);
        match happening {
            Happening::Placed { side, to } => {
                HappeningView::Placed { side: (*side).into(), to: name(*to) }
            }
            Happening::Moved { side, from, to } => {
                HappeningView::Moved { side: (*side).into(), from: name(*from), to: name(*to) }
            }
            Happening::Flew { side, from, to } => {
                HappeningView::Flew { side: (*side).into(), from: name(*from), to: name(*to) }
            }
            Happening::ClosedMill { side, lines } => HappeningView::ClosedMill {
                side: (*side).into(),
                lines: lines.iter().map(line).collect(),
            },
            Happening::CompletedLine { side, lines } => HappeningView::CompletedLine {
                side: (*side).into(),
                lines: lines.iter().map(line).collect(),
            },
            Happening::Took { side, at } => {
                HappeningView::Took { side: (*side).into(), at: name(*at) }
            }
            Happening::Captured { side, at } => HappeningView::Captured {
                side: (*side).into(),
                at: at.iter().copied().map(name).collect(),
            },
            Happening::MovingBegan { side } => HappeningView::MovingBegan { side: (*side).into() },
            Happening::FliesNow { side, men } => {
                HappeningView::FliesNow { side: (*side).into(), men: *men }
            }
            Happening::Ended(outcome) => HappeningView::Ended {
                winner: outcome.winner().map(Into::into),
                reason: outcome.termination(),
            },
        }
    }
}
