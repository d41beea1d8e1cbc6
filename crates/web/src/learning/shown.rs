//! The parts that lessons and puzzles share: one who learns, alone at a board that no store keeps.

use maud::{Markup, html};
use merels_drawing::{Mark, Shape, marked_picture, overlay};
use merels_messages::Language;
use merels_model::{PlayerId, Seat};
use merels_rules::{AnyPosition, Game, GameId, Happening, Side};
use merels_services::live::Snapshot;

use crate::game::events::EventView;
use crate::game::view::View;
use crate::parts::seat::{SeatBar, table};

/// The board for the side that learns, after these turns: nothing more may be done on it.
pub(super) fn board(
    learner: Side,
    game: &Game<AnyPosition>,
    turns: &[Vec<Happening>],
    language: Language,
) -> (View, Vec<EventView>) {
    let (mut view, events) = open_board(learner, game, (0, turns), language);
    if !turns.is_empty() {
        view.moves.clear();
    }
    (view, events)
}

/// The board for the side that learns, which may go on after these turns. So many were shown before.
pub(super) fn open_board(
    learner: Side,
    game: &Game<AnyPosition>,
    (shown, turns): (usize, &[Vec<Happening>]),
    language: Language,
) -> (View, Vec<EventView>) {
    let snapshot = Snapshot::of_game(game, seats(learner, language));
    let events = (shown as u32 + 1..).zip(turns);
    let events = events.map(|(version, turn)| EventView::of_turn(game.position(), version, turn));
    let mut view = View::of(&snapshot, Some(learner), language);
    view.version = (shown + turns.len()) as u32;
    (view, events.collect())
}

/// The one who learns, and nobody in particular.
fn seats(learner: Side, language: Language) -> [Seat; 2] {
    let seat = |name: &str| Seat::Player { id: PlayerId::new(""), name: language.say(name) };
    let (you, other) = (seat("seat-you"), seat("seat-other"));
    match learner {
        Side::White => [you, other],
        Side::Black => [other, you],
    }
}

/// The side that sits in front.
fn near(view: &View) -> Side {
    view.you.unwrap_or(Side::White)
}

/// The board between the seats of the one who learns and of nobody in particular.
pub(super) fn table_of(
    language: Language,
    game: GameId,
    shape: &Shape,
    view: &View,
    marks: &[Mark],
) -> Markup {
    table_around(language, game, view, &board_of(shape, view, marks))
}

/// The same with marks that lie over the board of the script too.
pub(super) fn marked_table_of(
    language: Language,
    game: GameId,
    shape: &Shape,
    view: &View,
    marks: &[Mark],
) -> Markup {
    let board = html! {
        div.marked {
            (board_of(shape, view, marks))
            div #marks { (overlay(shape, near(view), marks)) }
        }
    };
    table_around(language, game, view, &board)
}

fn board_of(shape: &Shape, view: &View, marks: &[Mark]) -> Markup {
    html! { div #board { (marked_picture(shape, &view.men, near(view), &view.title, marks)) } }
}

fn table_around(language: Language, game: GameId, view: &View, board: &Markup) -> Markup {
    let near = near(view);
    let position = game.parse_position(&view.position).unwrap_or_else(|_| game.start());
    let [white, black] = Side::ALL.map(|side| {
        let words = if side == near { "seat-you" } else { "seat-opponent" };
        let about = html! { span.side { (language.side(game, side)) } };
        SeatBar { about, ..SeatBar::new(language, &position, side, language.say(words)) }
    });
    table(near, [&white, &black], false, board)
}

/// The form for a turn in its text form, and what goes with it.
pub(super) fn typed(language: Language, method: &str, path: &str, also: &[(&str, &str)]) -> Markup {
    html! {
        form.selectors method=(method) action=(path) {
            @for (name, value) in also { input type="hidden" name=(name) value=(value); }
            label { (language.say("selectors-move")) input name="move" autocomplete="off"; }
            button { (language.say("selectors-play")) }
        }
    }
}
