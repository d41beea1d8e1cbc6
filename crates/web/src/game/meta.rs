//! The description of a game for those who are sent a link to it.

use merels_messages::Language;
use merels_rules::Side;
use merels_services::live::Snapshot;

use crate::parts::meta::Meta;
use crate::wording;

/// The description of a game's page: the players and the state of the game.
pub(super) fn meta_of_game(language: Language, snapshot: &Snapshot) -> Meta {
    let name = |side| wording::seated(language, snapshot, side, None);
    let values = [
        ("white", name(Side::White).into()),
        ("black", name(Side::Black).into()),
        ("status", wording::status(language, snapshot, None).into()),
    ];
    let path = format!("/game/{}", snapshot.key);
    let picture = format!("{path}/picture.png");
    Meta::unlisted(path, language.say_with("meta-game", &values)).picture(picture)
}
