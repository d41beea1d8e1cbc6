//! A game as one visitor sees it: the `view` of docs/protocol.md, for pages, the socket and the URL
//! calls. It is the API's [`Game`] by other names, and what a page shows besides.

use std::collections::BTreeMap;

use jiff::Timestamp;
use merels_drawing::{Man, men};
use merels_messages::Language;
use merels_model::Seat;
use merels_rules::morris::{MorrisPosition, Move, Points};
use merels_rules::{AnyMove, AnyPosition, Outcome, Side};
use merels_services::live::{GameClock, Rematch, Snapshot};
use serde::Serialize;

use crate::json::{Clock, Game, GameResult, Player, claim_from};
use crate::wording;

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct View {
    pub(crate) game: String,
    pub(crate) kind: &'static str,
    pub(crate) title: String,
    pub(crate) version: u32,
    pub(crate) ply: u32,
    pub(crate) position: String,
    pub(crate) to_move: Option<Side>,
    pub(crate) you: Option<Side>,
    pub(crate) players: Both<SeatView>,
    pub(crate) men: BTreeMap<String, Man>,
    pub(crate) hand: Option<Both<usize>>,
    pub(crate) captured: Option<Both<usize>>,
    pub(crate) mills: Vec<Vec<&'static str>>,
    pub(crate) last: Option<LastMove>,
    pub(crate) moves: Vec<String>,
    pub(crate) draft: Option<String>,
    pub(crate) draw: DrawView,
    pub(crate) clock: Option<ClockView>,
    pub(crate) rated: bool,
    /// The rematch after a game between two people.
    pub(crate) rematch: Option<RematchView>,
    /// A request to take a turn back.
    pub(crate) undo: UndoView,
    /// The moments since which White and Black are away.
    pub(crate) away: Both<Option<i64>>,
    /// The moment from which the player may claim the win or a draw.
    pub(crate) claim_from: Option<i64>,
    /// `true` if somebody hears the player's quick words.
    pub(crate) may_say: bool,
    pub(crate) may_abort: bool,
    pub(crate) may_forfeit: bool,
    pub(crate) may_undo: bool,
    pub(crate) may_hint: bool,
    /// `true` if somebody was helped: the game counts as practice.
    pub(crate) assisted: bool,
    pub(crate) result: Option<ResultView>,
    pub(crate) status: String,
}

/// A value for each side.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Both<T> {
    pub(crate) white: T,
    pub(crate) black: T,
}

impl<T> From<[T; 2]> for Both<T> {
    fn from([white, black]: [T; 2]) -> Both<T> {
        Both { white, black }
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
    pub(crate) offered_by: Option<Side>,
    pub(crate) may_offer: bool,
    pub(crate) may_answer: bool,
}

/// Both sides' time. Moments are milliseconds since 1970, by the server's clock.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClockView {
    pub(crate) control: String,
    pub(crate) left: Both<i64>,
    /// The side whose time runs since then.
    pub(crate) running: Option<Side>,
    pub(crate) since: i64,
    /// The end of the time for the first turn, while the clock does not run yet.
    pub(crate) begin_by: Option<i64>,
}

impl ClockView {
    fn of(snapshot: &Snapshot, clock: &GameClock, told: Clock) -> ClockView {
        let Clock { control, running, .. } = told;
        let first = snapshot.mover().filter(|_| running.is_none());
        ClockView {
            control,
            left: clock.left.into(),
            running,
            since: clock.since.as_millisecond(),
            begin_by: first.map(|side| clock.flag(side, snapshot.ply).as_millisecond()),
        }
    }
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RematchView {
    pub(crate) may_offer: bool,
    pub(crate) may_answer: bool,
    /// The next game, once both wanted it.
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
    pub(crate) asked_by: Option<Side>,
    pub(crate) may_answer: bool,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct ResultView {
    pub(crate) winner: Option<Side>,
    pub(crate) score: &'static str,
    pub(crate) reason: &'static str,
    pub(crate) words: String,
    /// The turning point; nothing where the words say it all.
    pub(crate) decided: Option<String>,
}

impl ResultView {
    fn of(
        snapshot: &Snapshot,
        outcome: Outcome,
        GameResult { score, winner, reason }: GameResult,
        language: Language,
    ) -> ResultView {
        let words = wording::outcome(language, snapshot, outcome);
        let decided = wording::decided(language, snapshot);
        ResultView { winner, score, reason, words, decided }
    }
}

impl View {
    pub(crate) fn of(snapshot: &Snapshot, you: Option<Side>, language: Language) -> View {
        // The view has the clock as it stood at a moment that it names.
        let game = Game::of(snapshot, you, language, Timestamp::UNIX_EPOCH);
        let position = &snapshot.position;
        let my_turn = you.is_some() && you == game.to_move;
        let last = snapshot.history.turns_backwards().next();
        let morris = morris(position);
        let of_each = |count: fn(&MorrisPosition, Side) -> usize| {
            morris.map(|position| Both::from(Side::ALL.map(|side| count(position, side))))
        };
        let [white, black] = [(Side::White, game.white), (Side::Black, game.black)]
            .map(|(side, player)| SeatView::of(snapshot, side, player, language));
        let may_answer = |by: Option<Side>| you.is_some() && by.is_some() && by != you;
        let clock = snapshot.clock.as_ref().zip(game.clock);
        let result = snapshot.outcome.zip(game.result);
        View {
            game: game.id,
            kind: game.game,
            title: language.title(snapshot.kind),
            version: game.version,
            ply: game.ply,
            position: game.position,
            to_move: game.to_move,
            you,
            players: Both { white, black },
            men: men(position),
            hand: of_each(MorrisPosition::hand),
            captured: of_each(MorrisPosition::captured),
            mills: morris.map(mills).unwrap_or_default(),
            last: last.map(|(_, mv)| LastMove::of(position, mv)),
            moves: game.legal_moves,
            draft: snapshot.draft_text().filter(|_| my_turn),
            draw: DrawView {
                offered_by: game.draw_offered_by,
                may_offer: you.is_some_and(|you| snapshot.may_offer(you)),
                may_answer: may_answer(game.draw_offered_by),
            },
            clock: clock.map(|(clock, told)| ClockView::of(snapshot, clock, told)),
            rated: game.rated,
            rematch: RematchView::of(snapshot, you),
            undo: UndoView {
                asked_by: snapshot.take_back_asked,
                may_answer: may_answer(snapshot.take_back_asked),
            },
            away: snapshot.absence.away.map(|at| at.map(Timestamp::as_millisecond)).into(),
            claim_from: claim_from(snapshot, you).map(Timestamp::as_millisecond),
            may_say: you.is_some() && snapshot.is_between_people(),
            may_abort: you.is_some() && snapshot.may_abort,
            may_forfeit: you.is_some() && snapshot.outcome.is_none(),
            may_undo: you.is_some_and(|you| snapshot.help.may_take_back[you.index()]),
            may_hint: my_turn && computer_plays(snapshot),
            assisted: snapshot.help.assisted,
            result: result.map(|(outcome, told)| ResultView::of(snapshot, outcome, told, language)),
            status: wording::status(language, snapshot, you),
        }
    }
}

impl SeatView {
    fn of(snapshot: &Snapshot, side: Side, player: Player, language: Language) -> SeatView {
        let Player { level: computer, rating, .. } = player;
        let name = wording::seated(language, snapshot, side, None);
        SeatView { name, computer, rating }
    }
}

fn morris(position: &AnyPosition) -> Option<&MorrisPosition> {
    match position {
        AnyPosition::Morris(position) => Some(position),
        _ => None,
    }
}

fn mills(position: &MorrisPosition) -> Vec<Vec<&'static str>> {
    let names = |mill: Points| mill.into_iter().map(|p| position.board().name(p)).collect();
    Side::ALL.into_iter().flat_map(|side| position.mills(side)).map(names).collect()
}

impl LastMove {
    /// The spots of a move that led to a position.
    pub(crate) fn of(position: &AnyPosition, mv: AnyMove) -> LastMove {
        let name = |spot| position.spot_name(spot);
        let mut spots: Vec<String> = position.spots_of(mv).into_iter().map(name).collect();
        let takes = matches!(mv, AnyMove::Morris(Move { removed: Some(_), .. }));
        let taken = if takes { spots.pop() } else { None };
        LastMove { spots, taken }
    }
}

fn computer_plays(snapshot: &Snapshot) -> bool {
    snapshot.seats.iter().any(|seat| matches!(seat, Seat::Computer(_)))
}
