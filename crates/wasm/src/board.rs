//! Boards, games as they stand, and turns in progress. The fields that the site's view has as well are
//! called as there (docs/protocol.md).

use std::collections::BTreeMap;

use merels_drawing::{Man, Shape, men};
use merels_messages::{ByColour, Language};
use merels_rules::morris::{MorrisPosition, Move, Points};
use merels_rules::{
    AnyMove, AnyPosition, Choice, Draft, Game, GameId, Happening, Outcome, Position, Side, Spot,
};
use serde::Serialize;

use crate::answer::{Answer, json};

/// A game as it stands, and what happened in it.
#[derive(Serialize)]
struct Shown {
    view: View,
    events: Vec<Event>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct View {
    kind: &'static str,
    title: String,
    ply: usize,
    position: String,
    to_move: Option<Side>,
    men: BTreeMap<String, Man>,
    hand: Option<Both>,
    captured: Option<Both>,
    mills: Vec<Vec<&'static str>>,
    last: Option<LastMove>,
    /// The legal moves, if it is the turn of the one who asks.
    moves: Vec<String>,
    result: Option<End>,
    status: String,
}

#[derive(Serialize)]
struct Both {
    white: usize,
    black: usize,
}

#[derive(Serialize)]
struct LastMove {
    spots: Vec<String>,
    taken: Option<String>,
}

#[derive(Serialize)]
struct End {
    winner: Option<Side>,
    score: &'static str,
    reason: &'static str,
    words: String,
    decided: Option<String>,
}

/// A turn, told in words and happening by happening.
#[derive(Serialize)]
struct Event {
    /// The number of turns with this one.
    version: usize,
    kind: &'static str,
    words: Vec<String>,
    happenings: Vec<Happening<String>>,
}

/// A turn in progress.
#[derive(Serialize)]
struct Chosen {
    /// The kind of the next choice.
    asks: &'static str,
    /// The spots that may be chosen next.
    choices: Vec<String>,
    /// The move, once the turn is complete.
    #[serde(rename = "move")]
    mv: Option<String>,
    /// The reason why the last spot may not be chosen.
    refused: Option<String>,
}

pub(crate) fn shape(game: &Game<AnyPosition>) -> Answer {
    json(&Shape::of(game.position()))
}

pub(crate) fn show(
    game: &Game<AnyPosition>,
    since: usize,
    you: Option<Side>,
    language: Language,
) -> Answer {
    let events = (since..game.ply()).map(|ply| event(game, ply, language)).collect();
    json(&Shown { view: view(game, you, language), events })
}

/// The game as the player of a side against the computer sees it, or whoever plays both.
fn view(game: &Game<AnyPosition>, you: Option<Side>, language: Language) -> View {
    let position = game.position();
    let id = position.game();
    let morris = match position {
        AnyPosition::Morris(position) => Some(position),
        _ => None,
    };
    let of_each = |count: fn(&MorrisPosition, Side) -> usize| {
        let of =
            |morris| Both { white: count(morris, Side::White), black: count(morris, Side::Black) };
        morris.map(of)
    };
    let my_turn = you.is_none_or(|you| you == game.side());
    let moves = game.legal_moves().into_iter().filter(|_| my_turn);
    View {
        kind: id.id(),
        title: language.title(id),
        ply: game.ply(),
        position: position.to_string(),
        to_move: game.outcome().is_none().then_some(game.side()),
        men: men(position),
        hand: of_each(MorrisPosition::hand),
        captured: of_each(MorrisPosition::captured),
        mills: morris.map(mills).unwrap_or_default(),
        last: game.moves().last().map(|mv| last(position, *mv)),
        moves: moves.map(|mv| position.move_text(mv)).collect(),
        status: status(game, my_turn, language),
        result: game.outcome().map(|outcome| end(id, outcome, language)),
    }
}

fn status(game: &Game<AnyPosition>, my_turn: bool, language: Language) -> String {
    match game.outcome() {
        Some(outcome) => language.outcome_of(game.position().game(), outcome),
        None if my_turn => language.to_do(game.position()),
        None => language.say("status-computer"),
    }
}

fn mills(position: &MorrisPosition) -> Vec<Vec<&'static str>> {
    let names = |mill: Points| mill.into_iter().map(|p| position.board().name(p)).collect();
    Side::ALL.into_iter().flat_map(|side| position.mills(side)).map(names).collect()
}

fn last(position: &AnyPosition, mv: AnyMove) -> LastMove {
    let mut spots = names(position, position.spots_of(mv));
    let takes = matches!(mv, AnyMove::Morris(Move { removed: Some(_), .. }));
    let taken = if takes { spots.pop() } else { None };
    LastMove { spots, taken }
}

fn end(id: GameId, outcome: Outcome, language: Language) -> End {
    End {
        winner: outcome.winner(),
        score: outcome.result(),
        reason: outcome.termination(),
        words: language.outcome_of(id, outcome),
        decided: None,
    }
}

fn event(game: &Game<AnyPosition>, ply: usize, language: Language) -> Event {
    let happenings = game.happenings(ply);
    let position = game.position();
    let mut words = language.turn(&ByColour(language, position), &happenings);
    if let Some(Happening::Ended(outcome)) = happenings.last() {
        words.push(language.outcome_of(position.game(), *outcome));
    }
    let name = |spot| position.spot_name(spot);
    let happenings = happenings.iter().map(|happening| happening.map(name)).collect();
    Event { version: ply + 1, kind: "move", words, happenings }
}

pub(crate) fn choose(game: &Game<AnyPosition>, spots: &[String], language: Language) -> Answer {
    let position = game.position();
    let mut draft = Draft::new();
    let (mut mv, mut refused) = (None, None);
    for name in spots {
        let spot = position.parse_spot(name).map_err(|error| error.to_string())?;
        match draft.choose(game, spot) {
            Ok(complete) => mv = complete,
            Err(illegal) => {
                let words = language.illegal(position.game(), &illegal, str::to_owned);
                refused = Some(words);
                break;
            }
        }
    }
    json(&Chosen {
        asks: asks(draft.asks(game)),
        choices: names(position, draft.choices(game)),
        mv: mv.map(|mv| position.move_text(mv)),
        refused,
    })
}

fn names(position: &AnyPosition, spots: Vec<Spot>) -> Vec<String> {
    spots.into_iter().map(|spot| position.spot_name(spot)).collect()
}

const fn asks(choice: Choice) -> &'static str {
    match choice {
        Choice::Placement => "placement",
        Choice::Man => "man",
        Choice::PlacementOrMan => "placement-or-man",
        Choice::Destination => "destination",
        Choice::Removal => "removal",
    }
}
