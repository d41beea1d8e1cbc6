//! Choosing what to play: the game, against whom, at which level, with which colour. One form for the first page and for Home, with scripts or without.

use maud::{Markup, html};
use merels_engine::Level;
use merels_messages::Language;
use merels_rules::nimble::MAX_PAWNS;
use merels_rules::{AnyPosition, GameId};
use strum::VariantArray;

use super::choice::{Choice, chips, segments};
use crate::game_request::{ColourWish, GameRequest, Opponent};

/// The games to choose from; Ming Mang without repeats is Ming Mang with a mark.
fn games() -> impl Iterator<Item = GameId> {
    GameId::ALL.into_iter().filter(|game| *game != GameId::MingMangNoRepeat)
}

/// The game that is chosen already, if it is one of the many that are not shown.
fn by_other_rules(choice: &GameRequest) -> Option<GameId> {
    (!GameId::ALL.contains(&choice.game)).then_some(choice.game)
}

/// The form. `page` is where it is shown, so that another game can be looked at before it begins.
pub(crate) fn chooser(
    levels: &[Level],
    language: Language,
    choice: &GameRequest,
    opponents: &[Opponent],
    page: &str,
) -> Markup {
    html! {
        form.chooser.card #chooser method="post" action="/play" data-page=(page) {
            header { h2 { (language.say("chooser-title")) } a href="/rules" { (language.say("chooser-all")) } }
            (boards(language, choice))
            (measures(language, choice))
            (segments(&language.say("field-opponent"), "opponent", opponents.iter().map(|opponent| Choice {
                value: opponent.name(),
                words: language.say(&format!("opponent-{}", opponent.name())),
                is_chosen: *opponent == choice.opponent,
            })))
            div.pair.only-computer { (level(levels, language, choice)) (colour(language, choice)) }
            button.primary.wide.big { (language.say("chooser-start")) }
            noscript { p.after { button formaction=(page) formmethod="get" { (language.say("chooser-show")) } } }
        }
    }
}

pub(crate) fn boards(language: Language, choice: &GameRequest) -> Markup {
    let chosen = |game: GameId| {
        game == choice.game || (game == GameId::MingMang && choice.game == GameId::MingMangNoRepeat)
    };
    let games = games().chain(by_other_rules(choice));
    let choices = games.map(|game| Choice {
        value: game.id(),
        words: language.short_title(game),
        is_chosen: chosen(game),
    });
    chips(&language.say("field-game"), "game", choices)
}

/// A position by which the game is told from the others, the same every time.
pub(crate) fn sample(game: GameId) -> AnyPosition {
    let text = match game.id() {
        "nine" => "xWxxWxBWxxxBxxxBxxxBxxxx w 5 5",
        "lasker" => "WxxxBxxxxxxWxxxBxxxxWxBx w 7 7",
        "twelve" => "WxBxWxxxBxxxxxxBxWxxBxWx w 8 8",
        "six" => "WWWxxxBxxBxxxxxx w 3 4",
        "six-nofly" => "xxxWBxxxxxxBxWxx w 4 4",
        "five" => "WxBxxxxxxxxxxBxW w 3 3",
        "three" => "WxxxBxxxx w 2 2",
        "mingmang-norepeat" => "oooo/x..o/x..o/xxxx w",
        "mingmang" => "ooo./x..o/x..o/xxx. w",
        "nimble" => "0,1,2,1 1",
        _ => return game.start(),
    };
    game.parse_position(text).unwrap_or_else(|_| game.start())
}

/// The fields of some games only: the size of the board, the strip.
pub(crate) fn measures(language: Language, choice: &GameRequest) -> Markup {
    let norepeat = choice.game == GameId::MingMangNoRepeat;
    html! {
        fieldset.only.mingmang {
            div.choices {
                label { (language.say("field-size"))
                    input.number type="number" name="size" min="3" max="19" value=(choice.size); }
                label { input type="checkbox" name="norepeat" checked[norepeat];
                    (language.say("field-norepeat")) }
            }
        }
        fieldset.only.nimble {
            div.choices {
                label { (language.say("field-squares"))
                    input.number type="number" name="squares" min="2" max="64" value=(choice.strip.squares); }
                label { (language.say("field-pawns"))
                    input.number type="number" name="pawns" min="1" max=(MAX_PAWNS) value=(choice.strip.pawns); }
                div #strip-on-show {
                    label { (language.say("field-strip"))
                        input name="strip" autocomplete="off" placeholder="0,0,1,2,0,2" value=[strip_on_show(choice)]; }
                    @if let Some(strip) = strip_on_show(choice) {
                        input type="hidden" name="laid" value={ (choice.strip.squares) " " (choice.strip.pawns) " " (strip) };
                    }
                }
            }
        }
    }
}

/// The strip that lies on the board already: it is the one that is played.
fn strip_on_show(choice: &GameRequest) -> Option<String> {
    let text = choice.start.to_string();
    matches!(choice.start, AnyPosition::Nimble(_))
        .then(|| text.split(' ').next().unwrap_or_default().to_owned())
}

fn level(levels: &[Level], language: Language, choice: &GameRequest) -> Markup {
    html! {
        div.field {
            label for="level" { (language.say("field-level")) }
            select #level name="level" {
                @for level in levels {
                    option value=(level) selected[*level == choice.level] {
                        (language.level_with_hint(*level))
                    }
                }
            }
        }
    }
}

pub(crate) fn colour(language: Language, choice: &GameRequest) -> Markup {
    html! {
        div.field {
            label for="colour" { (language.say("field-colour")) }
            select #colour name="colour" {
                @for colour in ColourWish::VARIANTS {
                    option value=(colour.name()) selected[*colour == choice.colour] {
                        (language.say(&format!("colour-{}", colour.name())))
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Once three games had the same little board.
    #[test]
    fn every_game_is_told_from_the_others_by_its_little_board() {
        let seen: HashSet<String> =
            GameId::ALL.into_iter().map(|game| sample(game).to_string()).collect();
        assert_eq!(seen.len(), GameId::ALL.len(), "{seen:?}");
        for game in GameId::ALL {
            assert_ne!(sample(game).to_string(), game.start().to_string(), "{game}");
        }
    }
}
