//! The cards of the first page: one's own things beside the board, and below it what goes on.

use maud::{Markup, html};
use merels_messages::Language;
use merels_model::TimeControl;
use merels_services::meeting::Lobby;

use super::Around;
use crate::arenas::page::near_arena;
use crate::edge::visitor::Visitor;
use crate::game::watch_page::table;
use crate::game_request::{GameRequest, Opponent};
use crate::home::cards::{daily, friends_here, turn};
use crate::home::page::{standing_of_today, week};
use crate::meeting::lobby_page::open_seat;
use crate::parts::game_line::game_link;

/// The games in progress that are listed beside the board; Home has them all.
const RUNNING: usize = 3;

/// The turns that wait, each with its board; Home has more.
const TURNS: usize = 2;

/// The open seats that are shown; the lobby has them all.
const SEATS: usize = 3;

/// The visitor's games with people, and for whoever has an account the days in a row.
pub(super) fn own(visitor: &Visitor, around: &Around) -> Markup {
    let Some(player) = visitor.player() else { return html! {} };
    let language = visitor.language;
    let running: Vec<_> = around.begun.iter().filter(|game| game.is_between_people()).collect();
    if running.is_empty() && around.today.is_none() {
        return html! {};
    }
    html! {
        section.card.own.first-only aria-label=(language.say("home-running")) {
            @if let Some(today) = &around.today {
                header { p.quiet { (standing_of_today(language, player, today)) } (week(language, today)) }
            }
            @if !running.is_empty() {
                ul.games.yours { @for game in running.into_iter().take(RUNNING) { li { (game_link(language, game, &player.id)) } } }
            }
        }
    }
}

/// The number of players who are here, beside the board; nothing if there are none.
pub(super) fn here(visitor: &Visitor, around: &Around) -> Markup {
    let Some(lobby) = around.lobby.as_ref().filter(|lobby| lobby.here > 0) else {
        return html! {};
    };
    html! {
        p.quiet.first-only { span.here aria-hidden="true" {} (here_in_words(visitor.language, lobby)) }
    }
}

fn here_in_words(language: Language, lobby: &Lobby) -> String {
    language.say_with("first-here", &[("here", lobby.here.into())])
}

/// The cards below the board.
pub(super) fn below(visitor: &Visitor, choice: &GameRequest, around: &Around) -> Markup {
    let language = visitor.language;
    let waiting = visitor.player().zip(around.today.as_ref());
    html! {
        div.cards.first-only.below {
            @if let Some((player, today)) = waiting {
                @for game in today.waiting(&player.id).into_iter().take(TURNS) {
                    section.card.turn-card { (turn(language, &player.id, game)) }
                }
            }
            @if let Some((puzzle, is_tried)) = around.daily() {
                section.card { (daily(language, puzzle, is_tried)) }
            }
            @if let Some(lobby) = &around.lobby { (online(visitor, choice, lobby, around)) }
            @if let Some(arena) = around.arena() {
                section.card { (near_arena(language, around.now, arena)) }
            }
            @if let Some(best) = &around.best {
                section.best.card {
                    header { h2 { (language.say("watch-best")) } a href="/watch" { (language.say("nav-live")) } }
                    (table(visitor, best))
                }
            }
        }
    }
}

/// Other people: friends who are here, the seats that wait, and the clocks by which to wait.
fn online(visitor: &Visitor, choice: &GameRequest, lobby: &Lobby, around: &Around) -> Markup {
    let language = visitor.language;
    let friends = around.today.as_ref().map_or(&[][..], |today| &today.lately.friends);
    html! {
        section.card.online #online {
            header { h2 { (language.say("first-online")) } a href="/lobby" { (language.say("lobby-title")) } }
            @if lobby.here == 0 { p.quiet { (here_in_words(language, lobby)) } }
            @if !friends.is_empty() { (friends_here(language, friends)) }
            @for seat in lobby.seats.iter().take(SEATS) { (open_seat(visitor, seat)) }
            (clocks(language, choice))
        }
    }
}

/// A clock is one tap away: it asks for the chosen game with the next who comes.
fn clocks(language: Language, choice: &GameRequest) -> Markup {
    let words = language.say_with("first-clocks", &[("title", language.title(choice.game).into())]);
    html! {
        form method="post" action="/play" aria-label=(words) {
            p.hint { (words) }
            input type="hidden" name="game" value=(choice.game);
            input type="hidden" name="opponent" value=(Opponent::Anybody.name());
            div.after.clocks {
                @for preset in TimeControl::PRESETS {
                    button name="clock" value=(preset) title=(language.time_control(Some(preset))) {
                        (language.short_clock(preset))
                    }
                }
            }
        }
    }
}
