//! A record from elsewhere.

use maud::{Markup, html};

use crate::edge::visitor::Visitor;
use crate::parts::layout::Page;
use crate::parts::places::Place;

/// The characters that fit into an address.
const LONGEST: usize = 12_000;

/// The form for a record, pasted or from a file, with the fault of the last one.
pub(crate) fn import(visitor: &Visitor, text: &str, error: Option<&str>) -> Markup {
    let language = visitor.language;
    let title = language.say("import-title");
    let page = Page {
        script: Some("import.js"),
        ..Page::new(visitor, &title, "import").at(Place::Watch, "/import")
    };
    let main = html! {
        form.card method="get" action="/import" {
            h1 { (title) }
            p { (language.say("import-intro")) }
            div.field {
                label for="record" { (language.say("import-record")) }
                textarea #record name="record" rows="6" maxlength=(LONGEST) required spellcheck="false"
                    aria-invalid=[error.map(|_| "true")] aria-describedby=[error.map(|_| "record-error")] { (text) }
                @if let Some(error) = error { p.error #record-error role="alert" { (error) } }
            }
            div.field #from-file hidden {
                label for="file" { (language.say("import-file")) }
                input #file type="file" accept=".merels,text/plain";
            }
            button.primary.wide { (language.say("import-show")) }
        }
    };
    page.render(&main, &html! {})
}
