//! Addresses of players and of what they may begin.

use maud::{Markup, html};
use merels_messages::Language;
use merels_rules::GameId;

use crate::edge::visitor::Visitor;

/// The address of a player's page.
pub(crate) fn address_of(name: &str) -> String {
    let encoded: String = url::form_urlencoded::byte_serialize(name.as_bytes()).collect();
    // In a path a plus sign is a plus sign.
    format!("/player/{}", encoded.replace('+', "%20"))
}

/// A name that leads to the player's page.
pub(crate) fn name_link(language: Language, name: &str) -> Markup {
    html! { a href=(address_of(name)) { (language.player_name(name)) } }
}

/// The name of a player in the query of an address.
pub(crate) fn to_query(name: &str) -> String {
    serde_urlencoded::to_string([("to", name)]).unwrap_or_default()
}

/// The address of a picture of the game's board.
pub(crate) fn picture_of(game: GameId) -> String {
    format!("/rules/{}/picture.png", game.id().replace('+', "%2B"))
}

/// The address where the game is played: the first page, or Home.
pub(crate) fn play_this(visitor: &Visitor, game: GameId) -> String {
    let game = game.id().replace('+', "%2B");
    format!("{}?game={game}", if visitor.has_account() { "/home" } else { "/" })
}
