//! The interface for programs, to be read and tried.

use maud::{Markup, html};

use crate::api::Operation;
use crate::edge::visitor::Visitor;
use crate::parts::layout::Page;
use crate::parts::meta::Meta;

/// The parts of the interface, in the order in which they are shown.
const TAGS: [&str; 5] = ["account", "games", "challenges", "knowledge", "puzzles"];

pub(crate) fn api(visitor: &Visitor, operations: &[Operation]) -> Markup {
    let language = visitor.language;
    let title = language.say("api-title");
    let page = Page {
        script: Some("api.js"),
        meta: Some(Meta::listed("/api", language.say("meta-api"))),
        ..Page::new(visitor, &title, "prose sectioned api")
    };
    let main = html! {
        h1 { (title) }
        p { (language.say("api-what")) }
        p { a href="/api/v1/openapi.json" { (language.say("api-description")) } " · "
            a href="/account/programs" { (language.say("programs-link")) } }
        pre { code { "curl -H \"Authorization: Bearer $TOKEN\" …/api/v1/account" } }
        div.field #try-token hidden {
            label for="token" { (language.say("api-token")) }
            // No password: browsers would want a form with a name, and offer to keep it.
            input #token type="text" autocomplete="off" spellcheck="false";
        }
        @for tag in TAGS {
            h2 { (language.say(&format!("api-tag-{tag}"))) }
            @for operation in operations.iter().filter(|operation| operation.tag == tag) {
                (one(visitor, operation))
            }
        }
    };
    page.render(&main, &html! {})
}

fn one(visitor: &Visitor, operation: &Operation) -> Markup {
    let language = visitor.language;
    let id = &operation.id;
    html! {
        details #(format!("op-{id}")) {
            summary { code { (operation.method) " " (operation.path) } " "
                (language.say(&format!("api-op-{id}"))) }
            @if let Some(scope) = &operation.scope {
                p { (language.say_with("api-scope", &[("scope", scope.as_str().into())])) }
            }
            form.try data-method=(operation.method) data-path=(operation.path) {
                @for (name, in_path) in &operation.parameters {
                    div.field {
                        label for=(format!("{id}-{name}")) { code { (name) } }
                        input #(format!("{id}-{name}")) name=(name) type="text" autocomplete="off"
                            required[*in_path] data-in=(if *in_path { "path" } else { "query" });
                    }
                }
                @if let Some(body) = &operation.body {
                    div.field {
                        label for=(format!("{id}-body")) { (language.say("api-body")) }
                        textarea #(format!("{id}-body")) name="body" rows="3" spellcheck="false" { (body) }
                    }
                }
                button hidden { (language.say("api-try")) }
                pre tabindex="0" role="status" aria-label=(language.say("api-answer")) hidden {}
            }
        }
    }
}
