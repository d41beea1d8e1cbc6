//! A stored game in one line.

use jiff::Timestamp;
use maud::{Markup, html};
use merels_messages::Language;
use merels_model::{PlayerId, StoredGame};
use merels_rules::{Side, Wdl};

/// A game of a player in one line: what it is, against whom, and whose turn it is.
pub(crate) fn game_link(language: Language, game: &StoredGame, player: &PlayerId) -> Markup {
    let side = game.side_of(player).unwrap_or(Side::White);
    html! {
        a href={ "/game/" (game.key) } { (language.title(game.game)) " " (against(language, game, side)) }
        " " (standing(language, game, side))
    }
}

/// The day of a moment, the same for everybody.
pub(crate) fn day_of(at: Timestamp) -> String {
    at.strftime("%Y-%m-%d").to_string()
}

pub(crate) fn against(language: Language, game: &StoredGame, side: Side) -> String {
    if game.is_shared() {
        return language.say("home-shared");
    }
    let name = language.seat(&game.seats[(!side).index()]);
    language.say_with("home-against", &[("name", name.into())])
}

pub(crate) fn standing(language: Language, game: &StoredGame, side: Side) -> Markup {
    let yours = game.score.is_none() && (game.mover == side || game.is_shared());
    let words = match game.score.map(|score| score.for_side(side)) {
        Some(_) if game.is_shared() => "end-over",
        None if yours => "home-your-turn",
        None => "home-their-turn",
        Some(Some(Wdl::Draw)) => "end-draw",
        Some(None) => "end-aborted",
        Some(Some(Wdl::Win)) => "end-win",
        Some(Some(Wdl::Loss)) => "end-loss",
    };
    html! { span.turn.yours[yours] { (language.say(words)) } }
}
