//! The first page: the board, the panel beside it, and the cards below.

use maud::{Markup, html};
use merels_drawing::Shape;
use merels_engine::Level;
use merels_messages::Language;
use merels_model::{PlayerId, Seat};
use merels_rules::morris::BoardName;
use merels_rules::{GameId, Side};
use merels_services::learning::Lesson;
use merels_services::live::Snapshot;
use serde_json::json;
use strum::VariantArray;

use super::{Around, LogIn, cards};
use crate::edge::visitor::Visitor;
use crate::game::page::Parts;
use crate::game::view::View;
use crate::game_request::{ColourWish, GameRequest, Opponent};
use crate::parts::chooser::chooser;
use crate::parts::layout::Page;
use crate::parts::links::picture_of;
use crate::parts::meta::Meta;
use crate::parts::places::Place;

/// A game that has not begun yet, as its first player sees it.
struct Prepared {
    snapshot: Snapshot,
    view: View,
    side: Side,
}

impl Prepared {
    fn of(language: Language, choice: &GameRequest) -> Prepared {
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
            view.status =
                language.say(if others { "first-press-others" } else { "first-press-start" });
        }
        Prepared { snapshot, view, side }
    }
}

/// The page: a board that plays with the first click, what to choose beside it, and the cards below.
pub(super) fn first(
    visitor: &Visitor,
    choice: &GameRequest,
    levels: &[Level],
    around: &Around,
    log_in: LogIn,
) -> Markup {
    let language = visitor.language;
    let Prepared { snapshot, view, side } = &Prepared::of(language, choice);
    let parts = Parts { language, snapshot, you: Some(*side), view, now: around.now };
    let shape = Shape::of(&snapshot.position);
    let login = language.say("login-title");
    let page = Page {
        script: Some("first.js"),
        style: Some("places.css"),
        meta: (!log_in.asked).then(|| meta(language, choice)),
        log_in: Some(log_in.card),
        ..Page::new(visitor, if log_in.asked { &login } else { &view.title }, "game first")
            .at(Place::Play, "")
    };
    let here = if visitor.has_account() { "/play" } else { "/" };
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
            (chooser(levels, language, choice, Opponent::VARIANTS, here))
            (cards::here(visitor, around))
            (cards::own(visitor, around))
            div.game-only {
                (parts.sheet())
                div.card.tools #tools { (parts.actions()) (parts.selectors(&shape)) }
                (parts.log(&[]))
            }
        }
        (cards::below(visitor, choice, around))
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
