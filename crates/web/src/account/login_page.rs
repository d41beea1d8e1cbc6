//! The first page, where one plays or logs in, and signing up.

use jiff::Timestamp;
use maud::{Markup, html};
use merels_drawing::Shape;
use merels_engine::Level;
use merels_messages::Language;
use merels_model::{PlayerId, Seat, StoredGame};
use merels_rules::morris::BoardName;
use merels_rules::{GameId, Side};
use merels_services::accounts::SignUp;
use merels_services::arenas::NearArena;
use merels_services::learning::Lesson;
use merels_services::live::Snapshot;
use merels_services::{FormErrors, Watchable};
use serde_json::json;
use strum::VariantArray;

use super::recovery_page::new_password;
use crate::arenas::page::near_arena;
use crate::edge::visitor::Visitor;
use crate::game::page::Parts;
use crate::game::view::View;
use crate::game::watch_page::table;
use crate::game_request::{ColourWish, GameRequest, Opponent};
use crate::parts::chooser::chooser;
use crate::parts::field::{Field, email, email_field, next_field};
use crate::parts::game_line::game_link;
use crate::parts::layout::Page;
use crate::parts::links::picture_of;
use crate::parts::meta::Meta;
use crate::parts::places::Place;

#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct LoginCard<'a> {
    /// Somebody wants to log in: then the card comes first, and the cursor stands in it.
    pub(crate) asked: bool,
    pub(crate) email: &'a str,
    pub(crate) error: Option<&'a str>,
    pub(crate) news: Option<&'a str>,
    /// The page that the visitor came from and is led back to.
    pub(crate) next: Option<&'a str>,
}

/// The contents of the first page besides the board.
pub(crate) struct FirstPage<'a> {
    pub(crate) choice: &'a GameRequest,
    /// The levels of the computer at the chosen game.
    pub(crate) levels: &'a [Level],
    pub(crate) now: Timestamp,
    pub(crate) card: LoginCard<'a>,
    pub(crate) begun: &'a [StoredGame],
    pub(crate) best: Option<&'a Watchable>,
    /// The arena that runs or comes next.
    pub(crate) arena: Option<&'a NearArena>,
}

/// The first page: a board that plays with the first click, and the way in beside it.
pub(crate) fn first(visitor: &Visitor, first: &FirstPage<'_>) -> Markup {
    let FirstPage { choice, levels, now, card, begun, best, arena } = *first;
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
    let login = language.say("login-title");
    let page = Page {
        script: Some("first.js"),
        meta: (!card.asked).then(|| meta(language, choice)),
        log_in: Some(login_card(visitor, card, begun)),
        ..Page::new(visitor, if card.asked { &login } else { &view.title }, "game first")
            .at(Place::Play, "")
    };
    let main = html! {
        (parts.table(&shape, false))
        section.panel aria-label=(language.say("panel-label")) {
            div.aim.first-only #aim {
                h1 { (view.title) }
                p.quiet { (aim(language, choice.game)) }
            }
            div.card.moment #moment {
                (parts.status(None))
                (parts.result(None))
                @if Lesson::of(choice.game).is_some() {
                    p.first-only { a.button.wide href={ "/learn/" (choice.game) } { (language.say("lesson-invitation")) } }
                }
            }
            (chooser(levels, language, choice, Opponent::VARIANTS, if visitor.has_account() { "/play" } else { "/" }))
            (running_games(visitor, &running))
            div.game-only {
                (parts.sheet())
                div.card.tools #tools { (parts.actions()) (parts.selectors(&shape)) }
                (parts.log(&[]))
            }
        }
        div.cards.first-only.below {
            section.card {
                header { h2 { (language.say("puzzle-of-the-day")) } }
                p { a.button href="/puzzles/daily" { (language.say("first-puzzle")) } }
            }
            @if let Some(arena) = arena { section.card { (near_arena(language, now, arena)) } }
            @if let Some(best) = best {
                section.best.card {
                    header { h2 { (language.say("watch-best")) } a href="/watch" { (language.say("nav-live")) } }
                    (table(language, best))
                }
            }
        }
    };
    page.render(&main, &parts.data(&shape))
}

/// The first page as the site itself.
fn meta(language: Language, choice: &GameRequest) -> Meta {
    let about = json!({
        "@type": "WebApplication", "name": "Merels", "applicationCategory": "GameApplication",
        "operatingSystem": "Any", "isAccessibleForFree": true,
    });
    Meta::listed("/", language.say("meta-first")).picture(picture_of(choice.game)).about(about)
}

/// The aim of a game, in one sentence.
fn aim(language: Language, game: GameId) -> String {
    match game {
        GameId::Morris(variant)
            if variant.board_name() != BoardName::Three && !variant.options().misere =>
        {
            language.say("first-aim")
        }
        _ => language.about(game),
    }
}

/// The visitor's games with people, for one who comes back.
fn running_games(visitor: &Visitor, games: &[&StoredGame]) -> Markup {
    let (Some(player), false) = (visitor.player(), games.is_empty()) else { return html! {} };
    let language = visitor.language;
    html! {
        ul.games.yours.card.first-only aria-label=(language.say("home-running")) {
            @for game in games { li { (game_link(language, game, &player.id)) } }
        }
    }
}

/// The way in, which Log in opens. Guests who ask for it learn what becomes of the games they have begun.
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
    let form = html! {
        form method="post" action="/loginplayer" {
            h2 { (language.say("login-title")) }
            @if let Some(news) = card.news { p.success role="status" { (news) } }
            @if let Some(error) = card.error { p.error role="alert" { (error) } }
            @if let Some(guest) = guest {
                p { (language.say_with("login-guest-games", &[
                    ("name", language.player_name(&guest.name).into()), ("games", begun.len().into()),
                ])) " " a href="/home" { (language.say("home-running")) } }
            }
            (next_field(card.next))
            (email.render())
            (password.render())
            button.wide { (language.say("login-button")) }
            hr;
            a href=(passkey_link(card.next)) { (language.say("passkey-login-title")) }
            a href="/forgot" { (language.say("login-forgot")) }
            a href="/signup" { (language.say("login-new")) " " (language.say("login-signup")) }
        }
    };
    html! {
        details.menu.login #login open[card.asked] {
            summary.button { (language.say("nav-login")) }
            div.popup { (form) }
        }
    }
}

/// The address of the login by passkey, which leads on to the same page.
fn passkey_link(next: Option<&str>) -> String {
    let query = next.map(|next| {
        url::form_urlencoded::Serializer::new("?".to_owned()).append_pair("next", next).finish()
    });
    format!("/login/passkey{}", query.unwrap_or_default())
}

pub(crate) fn signup(
    visitor: &Visitor,
    form: &SignUp<'_>,
    errors: &FormErrors,
    next: Option<&str>,
) -> Markup {
    let language = visitor.language;
    let title = language.say("signup-title");
    let page = Page::new(visitor, &title, "login");
    let [email, unfit] =
        ["email", "name"].map(|field| errors.of(field).map(|message| language.say(message)));
    let name = Field {
        hint: Some(language.say("hint-name")),
        value: &form.name,
        error: unfit.as_deref(),
        ..Field::new(language, "name", "text", "field-name", "nickname")
    };
    let main = html! {
        form.card method="post" action="/signup" novalidate {
            h1 { (title) }
            p { (language.say("signup-why")) }
            (next_field(next))
            (email_field(language, &form.email, email.as_deref()))
            (new_password(language, ("password", "field-password"), errors))
            (name.render())
            button.primary.wide { (language.say("signup-button")) }
            p { (language.say("signup-known")) " " a href="/login" { (language.say("nav-login")) } }
        }
    };
    page.render(&main, &html! {})
}
