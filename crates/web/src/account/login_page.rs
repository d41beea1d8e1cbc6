//! The first page, where one plays or logs in, and signing up.

use jiff::Timestamp;
use maud::{Markup, html};
use merels_drawing::Shape;
use merels_engine::Level;
use merels_live::Snapshot;
use merels_model::{PlayerId, Seat, StoredGame};
use merels_rules::Side;
use merels_services::Watchable;
use merels_services::learning::Lesson;
use serde::Serialize;
use strum::VariantArray;

use crate::edge::visitor::Visitor;
use crate::game::page::Parts;
use crate::game::view::View;
use crate::game::watch_page::table;
use crate::game_request::{ColourWish, GameRequest, Opponent};
use crate::parts::chooser::chooser;
use crate::parts::field::{Field, email, email_field};
use crate::parts::game_line::game_link;
use crate::parts::layout::Page;

/// What a visitor wrote into the sign-up form, passwords aside.
#[derive(Clone, Debug, Default)]
pub(crate) struct SignupForm {
    pub(crate) email: String,
    pub(crate) name: String,
}

/// What is wrong with each field of the sign-up form.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct SignupErrors {
    pub(crate) email: Option<String>,
    pub(crate) name: Option<String>,
    pub(crate) password: Option<String>,
    pub(crate) confirm: Option<String>,
}

impl SignupErrors {
    pub(crate) fn is_empty(&self) -> bool {
        let fields = [&self.email, &self.name, &self.password, &self.confirm];
        fields.into_iter().all(Option::is_none)
    }
}

/// What the card to log in shows.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct LoginCard<'a> {
    /// Whether somebody wants to log in: then it comes first, and the cursor stands in it.
    pub(crate) asked: bool,
    pub(crate) email: &'a str,
    pub(crate) error: Option<&'a str>,
    pub(crate) news: Option<&'a str>,
}

/// What the first page shows besides the board.
pub(crate) struct FirstPage<'a> {
    pub(crate) choice: &'a GameRequest,
    /// The levels of the computer at the chosen game.
    pub(crate) levels: &'a [Level],
    pub(crate) now: Timestamp,
    pub(crate) card: LoginCard<'a>,
    /// The games of a guest that go on.
    pub(crate) begun: &'a [StoredGame],
    /// The best game of the moment.
    pub(crate) best: Option<&'a Watchable>,
}

/// The first page: a board that plays with the first click, and the way in beside it.
pub(crate) fn first(visitor: &Visitor, first: &FirstPage<'_>) -> Markup {
    let FirstPage { choice, levels, now, card, begun, best } = *first;
    let running: Vec<&StoredGame> = begun.iter().filter(|game| game.is_between_people()).collect();
    let language = visitor.language;
    let side = if choice.colour == ColourWish::Black { Side::Black } else { Side::White };
    let person =
        |id: &str, name: &str| Seat::Player { id: PlayerId::new(id), name: language.say(name) };
    let you = person("you", "seat-you");
    let other = match choice.opponent {
        Opponent::Computer => Seat::Computer(choice.level.to_string()),
        Opponent::Here => you.clone(),
        Opponent::Anybody | Opponent::Friend => person("other", "seat-other"),
    };
    let seats = if side == Side::White { [you, other] } else { [other, you] };
    let snapshot = Snapshot::unplayed(choice.start.clone(), seats);
    // Whoever does not begin, or leaves it to the lot, presses Start.
    let at_once = match choice.opponent {
        Opponent::Computer => choice.colour == ColourWish::White,
        Opponent::Here => true,
        Opponent::Anybody | Opponent::Friend => false,
    };
    let mut view = View::of(&snapshot, Some(side), language);
    // Nobody is there yet to be spoken to.
    view.may_say = false;
    if !at_once {
        view.moves.clear();
        let others = matches!(choice.opponent, Opponent::Anybody | Opponent::Friend);
        view.status = language.say(if others { "first-press-others" } else { "first-press-start" });
    }
    let parts = Parts { language, snapshot: &snapshot, you: Some(side), view: &view, now };
    let shape = Shape::of(&snapshot.position);
    let page = Page {
        rules: Some(choice.game),
        script: Some("first.js"),
        ..Page::new(visitor, &view.title, "game first")
    };
    let main = html! {
        h1.unseen { (view.title) }
        (parts.table(&shape, false))
        section.panel aria-label=(language.say("panel-label")) {
            @if card.asked { (login_card(visitor, card, begun)) }
            (running_games(visitor, &running))
            p.tagline.first-only { (language.say("login-tagline")) }
            @if running.is_empty() && Lesson::of(choice.game).is_some() {
                p.first-only { a href={ "/learn/" (choice.game) } { (language.say("lesson-invitation")) } }
            }
            (parts.status(None))
            div.game-only { (parts.result(None)) (parts.actions()) (parts.selectors(&shape)) (parts.log(&[])) }
            div.first-only.cards {
                (chooser(levels, language, choice, Opponent::VARIANTS, "/"))
                p { a href={ "/rules/" (choice.game) } { (language.say_with("panel-rules", &[
                    ("title", view.title.as_str().into()),
                ])) } }
                p { a href="/puzzles/daily" { (language.say("puzzle-of-the-day")) } }
                @if !card.asked { (login_card(visitor, card, begun)) }
                @if let Some(best) = best {
                    section.best {
                        h2 { (language.say("watch-best")) }
                        div.tables { (table(language, best)) }
                        p { a href="/watch" { (language.say("watch-title")) } }
                    }
                }
            }
        }
    };
    page.render(&main, &parts.data(&shape))
}

/// The visitor's games with people, for one who comes back.
fn running_games(visitor: &Visitor, games: &[&StoredGame]) -> Markup {
    let (Some(player), false) = (visitor.player(), games.is_empty()) else { return html! {} };
    let language = visitor.language;
    html! {
        ul.games.yours.first-only aria-label=(language.say("home-running")) {
            @for game in games { li { (game_link(language, game, &player.id)) } }
        }
    }
}

/// The way in. Guests who ask for it learn what becomes of the games they have begun.
fn login_card(visitor: &Visitor, card: LoginCard<'_>, begun: &[StoredGame]) -> Markup {
    let language = visitor.language;
    let to_password = card.error.is_some() || !card.email.is_empty();
    let email = Field { focus: card.asked && !to_password, ..email(language, card.email, None) };
    let password = Field {
        label: language.say("field-password"),
        focus: card.asked && to_password,
        ..Field::current_password(language, "password")
    };
    let guest = visitor.player().filter(|_| card.asked && !begun.is_empty());
    html! {
        form.card.login.first-only method="post" action="/loginplayer" {
            h2 { (language.say("login-title")) }
            @if let Some(news) = card.news { p.success role="status" { (news) } }
            @if let Some(error) = card.error { p.error role="alert" { (error) } }
            @if let Some(guest) = guest {
                p { (language.say_with("login-guest-games", &[
                    ("name", language.player_name(&guest.name).into()), ("games", begun.len().into()),
                ])) " " a href="/home" { (language.say("home-running")) } }
            }
            (email.render())
            (password.render())
            button.wide { (language.say("login-button")) }
            p { a href="/login/passkey" { (language.say("passkey-login-title")) } }
            p { a href="/forgot" { (language.say("login-forgot")) } }
            p { (language.say("login-new")) " " a href="/signup" { (language.say("login-signup")) } }
        }
    }
}

pub(crate) fn signup(visitor: &Visitor, form: &SignupForm, errors: &SignupErrors) -> Markup {
    let language = visitor.language;
    let title = language.say("signup-title");
    let page = Page::new(visitor, &title, "login");
    let password = |name, label: &str, hint: Option<&str>, error| Field {
        hint: hint.map(|hint| language.say(hint)),
        error,
        ..Field::new(language, name, "password", label, "new-password")
    };
    let name = Field {
        hint: Some(language.say("hint-name")),
        value: &form.name,
        error: errors.name.as_deref(),
        ..Field::new(language, "name", "text", "field-name", "nickname")
    };
    let main = html! {
        form.card method="post" action="/signup" novalidate {
            h1 { (title) }
            (email_field(language, &form.email, errors.email.as_deref()))
            (password("password", "field-password", Some("hint-password"), errors.password.as_deref()).render())
            (password("confirm", "field-confirm", None, errors.confirm.as_deref()).render())
            (name.render())
            button.primary.wide { (language.say("signup-button")) }
            p { (language.say("signup-known")) " " a href="/login" { (language.say("nav-login")) } }
        }
    };
    page.render(&main, &html! {})
}
