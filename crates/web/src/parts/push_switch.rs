//! The switch for notices elsewhere. Its script is `web/app/push.js`; without it, or where the browser
//! cannot, there is none.

use maud::{Markup, html};
use merels_messages::Language;

/// The script says what came of it in these words.
pub(crate) const OUTCOMES: [&str; 5] = ["on", "refused", "unanswered", "failed", "unsaved"];

pub(crate) fn push_switch(language: Language, key: &str) -> Markup {
    let [on, refused, unanswered, failed, unsaved] =
        OUTCOMES.map(|name| language.say(&format!("push-{name}")));
    html! {
        div #push data-key=(key) data-on=(on) data-refused=(refused)
            data-unanswered=(unanswered) data-failed=(failed) data-unsaved=(unsaved) hidden {
            button.switch type="button" role="switch" aria-checked="false" {
                (language.say("push-switch"))
            }
            p role="status" {}
        }
    }
}
