//! A player's own page.

use maud::{Markup, html};
use merels_engine::Level;
use merels_rules::{GameId, Side};
use merels_store::{StoredGame, Tally};

use super::layout::Page;
use crate::app::App;
use crate::computer;
use crate::i18n::Language;
use crate::visitor::SignedIn;

pub(crate) fn home(
    app: &App,
    visitor: &SignedIn,
    tally: Tally,
    running: &[StoredGame],
    finished: &[StoredGame],
) -> Markup {
    let language = visitor.language;
    let player = visitor.player();
    let title = language.say("nav-home");
    let page = Page::new(language, &title, "home", Some(player));
    let main = html! {
        h1 { (player.name) }
        @if player.is_guest() {
            p { (language.say("home-guest")) " " a href="/signup" { (language.say("nav-signup")) } }
        } @else {
            dl.facts {
                (fact(&language.say("field-email"), player.email.as_deref().unwrap_or_default()))
                (fact(&language.say("home-wins"), &tally.wins.to_string()))
                (fact(&language.say("home-losses"), &tally.losses.to_string()))
                (fact(&language.say("home-draws"), &tally.draws.to_string()))
            }
        }
        div.starts {
            @if !player.is_guest() {
                section.card {
                    h2 { (language.say("home-meet")) }
                    form method="post" action="/findmatch" {
                        (game_field(language, "meet-game"))
                        button.primary.wide { (language.say("home-start")) }
                    }
                }
            }
            section.card {
                h2 { (language.say("home-computer")) }
                (computer_form(app, language))
            }
        }
        h2 { (language.say("home-running")) }
        (games(visitor, running, "home-none-running"))
        @if !finished.is_empty() {
            h2 { (language.say("home-finished")) }
            (games(visitor, finished, ""))
        }
        @if !player.is_guest() { (delete_form(language)) }
    };
    page.render(&main, &html! {})
}

fn fact(name: &str, value: &str) -> Markup {
    html! { div { dt { (name) } dd { (value) } } }
}

fn game_field(language: Language, id: &str) -> Markup {
    html! {
        div.field {
            label for=(id) { (language.say("field-game")) }
            select #(id) name="game" {
                @for game in GameId::ALL {
                    option value=(game.id()) selected[game == GameId::NINE] { (language.title(game)) }
                }
            }
        }
    }
}

/// Chooses a game, a level and a colour against the computer. `perfect` shows if any game has it.
pub(super) fn computer_form(app: &App, language: Language) -> Markup {
    let is_perfect = |game: &GameId| app.oracles.contains_key(game);
    let perfect: Vec<GameId> = GameId::ALL.into_iter().filter(is_perfect).collect();
    let best = perfect.first().copied().unwrap_or(GameId::NINE);
    let levels = computer::levels(best, &app.oracles);
    html! {
        form method="post" action="/playcomputer" {
            (game_field(language, "computer-game"))
            div.pair {
                div.field {
                    label for="level" { (language.say("field-level")) }
                    select #level name="level" {
                        @for level in levels {
                            option value=(level) selected[level == Level::USUAL] {
                                (language.level_with_hint(level, &perfect))
                            }
                        }
                    }
                }
                div.field {
                    label for="colour" { (language.say("field-colour")) }
                    select #colour name="colour" {
                        option value="random" { (language.say("colour-random")) }
                        option value="white" { (language.say("colour-white")) }
                        option value="black" { (language.say("colour-black")) }
                    }
                }
            }
            button.primary.wide { (language.say("computer-button")) }
        }
    }
}

fn games(visitor: &SignedIn, games: &[StoredGame], none: &str) -> Markup {
    let language = visitor.language;
    if games.is_empty() {
        return html! { p.empty { (language.say(none)) } };
    }
    html! {
        ul.games {
            @for game in games {
                @let side = game.side_of(visitor.id()).unwrap_or(Side::White);
                li {
                    a href={ "/game/" (game.key) } { (language.title(game.game)) }
                    span { (language.say_with("home-against", &[
                        ("name", language.seat(&game.seats[(!side).index()]).into()),
                    ])) }
                    (standing(language, game, side))
                }
            }
        }
    }
}

fn standing(language: Language, game: &StoredGame, side: Side) -> Markup {
    let yours = game.score.is_none() && game.mover == side;
    let words = match game.score.as_deref() {
        None if yours => "home-your-turn",
        None => "home-their-turn",
        Some("1/2-1/2") => "end-draw",
        Some(score) if (score == "1-0") == (side == Side::White) => "end-win",
        Some(_) => "end-loss",
    };
    html! { span.turn.yours[yours] { (language.say(words)) } }
}

fn delete_form(language: Language) -> Markup {
    html! {
        details.danger {
            summary { (language.say("delete-summary")) }
            form method="post" action="/delete" {
                p { (language.say("delete-question")) }
                button { (language.say("delete-button")) }
            }
        }
    }
}
