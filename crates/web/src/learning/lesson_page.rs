//! A lesson: the board of a step, what to do on it, and the way on. Its script is
//! `web/app/lesson.js`; without scripts the turn is typed.

use maud::{Markup, html};
use merels_drawing::{Mark, Shape};
use merels_services::learning::Lesson;
use serde::Serialize;

use super::shown::{table_of, typed};
use crate::edge::visitor::Visitor;
use crate::game::events::EventView;
use crate::game::view::View;
use crate::parts::layout::Page;
use crate::parts::links::{picture_of, play_this};
use crate::parts::meta::Meta;
use crate::parts::places::Place;
use crate::parts::script::json;

/// A step as it is shown, to people and to the script.
#[derive(Serialize)]
pub(crate) struct LessonPage {
    pub(crate) path: String,
    pub(crate) number: usize,
    pub(crate) total: usize,
    /// True if the task was done.
    pub(crate) done: bool,
    /// The reason why another move was not taken, or what the right one does.
    pub(crate) notice: Option<String>,
    pub(crate) events: Vec<EventView>,
    /// The spots that the task speaks of: one, or from where to where.
    pub(crate) marks: Vec<String>,
    pub(crate) view: View,
}

pub(crate) fn lesson(visitor: &Visitor, lesson: Lesson, shown: &LessonPage) -> Markup {
    let language = visitor.language;
    let LessonPage { number, total, done, view, .. } = shown;
    let title = language.say_with("lesson-title", &[("title", view.title.as_str().into())]);
    let description = language.say_with("meta-learn", &[("title", view.title.as_str().into())]);
    let meta = Meta::listed(format!("/learn/{}", lesson.game), description);
    let meta = meta.picture(picture_of(lesson.game));
    let page = Page {
        style: Some("values.css"),
        script: Some("lesson.js"),
        meta: Some(meta),
        ..Page::new(visitor, &title, "game lesson").at(Place::Learn, "")
    };
    let marks = [Mark { spots: shown.marks.clone(), class: "best" }];
    let task = lesson.task(1).map(|task| Shape::of(task.game.position()));
    let Some(shape) = task else { return html! {} };
    let step = |number: usize| format!("/learn/{}/{number}", lesson.game);
    let last = number == total;
    let main = html! {
        (table_of(language, lesson.game, &shape, view, &marks))
        section.panel #panel aria-label=(title) { div.card.moment {
            h1.unseen { (title) }
            p.step {
                progress #progress value=(number) max=(total) aria-hidden="true" {}
                span #number { (language.say_with("lesson-step", &[
                    ("number", (*number).into()), ("total", (*total).into()),
                ])) }
            }
            p #status .done[*done] aria-live="polite" { (view.status) }
            p #hint role="status" { @if let Some(words) = &shown.notice { (words) } }
            noscript { @if !done { (typed(language, "get", &shown.path, &[])) } }
            div.after {
                a.button #back href=(step(number.saturating_sub(1).max(1))) hidden[*number == 1] { (language.say("lesson-back")) }
                a.button #next .primary[*done] href=(step((number + 1).min(*total))) hidden[last] { (language.say("lesson-next")) }
                a.button.primary #play href=(play_this(visitor, lesson.game)) hidden[!last] { (language.say("lesson-play")) }
            }
            p.terms { a href={ "/rules/" (view.kind) } { (language.say("panel-rules")) } }
        } }
    };
    let after = html! {
        script type="application/json" #shape { (json(&shape)) }
        script type="application/json" #step { (json(shown)) }
        script type="application/json" #words { (json(language.browser_words())) }
    };
    page.render(&main, &after)
}
