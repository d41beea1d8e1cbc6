//! The mill family: choosing among all its rules, and the atlas of their values.

use axum::http::StatusCode;
use axum::response::Response;
use merels_messages::{FLYING, REMOVAL};
use merels_rules::morris::{BoardName, Variant};

use super::{atlas_page, variants_page};
use crate::edge::fields::Fields;
use crate::edge::reply::html;
use crate::edge::visitor::Visitor;
use crate::error::{Failure, Result};

pub(crate) async fn show(visitor: Visitor, fields: Fields) -> Result {
    Ok(html(StatusCode::OK, variants_page::variants(&visitor, chosen(&fields)?)))
}

pub(crate) async fn atlas(visitor: Visitor) -> Response {
    html(StatusCode::OK, atlas_page::atlas(&visitor))
}

/// The variant that the fields of a form choose: a board, and options where they are not usual.
///
/// # Errors
///
/// The field that is not understood.
fn chosen(fields: &Fields) -> Result<Variant> {
    let unknown = |word: &str| Failure::Field("failure-unknown-game", word.to_owned());
    let word = fields.get("board").unwrap_or(BoardName::Nine.id());
    let board = BoardName::ALL.into_iter().find(|board| board.id() == word);
    let board = board.ok_or_else(|| unknown(word))?;
    let mut options = board.usual();
    if let Some(word) = fields.get("flying").filter(|word| *word != "usual") {
        let found = FLYING.iter().find(|(other, _)| *other == word);
        options.flying = found.ok_or_else(|| unknown(word))?.1;
    }
    if let Some(word) = fields.get("removal") {
        let found = REMOVAL.iter().find(|(other, _)| *other == word);
        options.removal = found.ok_or_else(|| unknown(word))?.1;
    }
    options.lasker = fields.get("lasker").is_some();
    options.misere = fields.get("misere").is_some();
    Ok(Variant::new(board, options))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_chosen_by_fields() {
        let choose = |query: &str| chosen(&Fields::of_query(query).unwrap());
        let variant = choose("board=nine&flying=nofly&removal=strict&misere=on").unwrap();
        assert_eq!(variant.id(), "nine+nofly+strict+misere");
        assert_eq!(choose("").unwrap(), Variant::NINE);
        assert_eq!(
            choose("board=ten&lasker=on&flying=usual&removal=usual").unwrap(),
            Variant::LASKER
        );
        assert_eq!(choose("board=three&flying=fly3&lasker=on").unwrap(), Variant::THREE);
        for query in ["board=eight", "flying=high", "removal=none"] {
            assert!(choose(query).is_err(), "{query}");
        }
    }
}
