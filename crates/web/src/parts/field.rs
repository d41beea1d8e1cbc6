//! A labelled field of a form.

use maud::{Markup, html};
use merels_messages::Language;

/// A labelled field with its hint and what is wrong with it.
pub(crate) struct Field<'a> {
    /// A name that no other field of the page has.
    pub(crate) id: &'a str,
    pub(crate) name: &'a str,
    pub(crate) kind: &'a str,
    pub(crate) label: String,
    pub(crate) hint: Option<String>,
    pub(crate) value: &'a str,
    pub(crate) complete: &'a str,
    pub(crate) error: Option<&'a str>,
    /// True if the cursor stands here.
    pub(crate) focus: bool,
    /// The most letters that may be written.
    pub(crate) longest: Option<u32>,
}

impl<'a> Field<'a> {
    /// An empty field, called like its name, of which nothing is wrong.
    pub(crate) fn new(
        language: Language,
        name: &'a str,
        kind: &'a str,
        label: &str,
        complete: &'a str,
    ) -> Field<'a> {
        let (label, value) = (language.say(label), "");
        Field {
            id: name,
            name,
            kind,
            label,
            hint: None,
            value,
            complete,
            error: None,
            focus: false,
            longest: None,
        }
    }

    pub(crate) fn current_password(language: Language, id: &'a str) -> Field<'a> {
        let label = "account-current-password";
        Field { id, ..Field::new(language, "password", "password", label, "current-password") }
    }

    pub(crate) fn render(&self) -> Markup {
        let (hint, error) = (format!("{}-hint", self.id), format!("{}-error", self.id));
        let described = match (&self.hint, self.error) {
            (Some(_), Some(_)) => Some(format!("{hint} {error}")),
            (Some(_), None) => Some(hint.clone()),
            (None, Some(_)) => Some(error.clone()),
            (None, None) => None,
        };
        html! {
            div.field {
                label for=(self.id) { (self.label) }
                input #(self.id) name=(self.name) type=(self.kind) value=(self.value)
                    autocomplete=(self.complete) autofocus[self.focus] maxlength=[self.longest] aria-describedby=[described]
                    aria-invalid=[self.error.map(|_| "true")];
                @if let Some(text) = &self.hint { p.hint #(hint) { (text) } }
                @if let Some(text) = self.error { p.error #(error) { (text) } }
            }
        }
    }
}

/// The page to which a form leads on, kept from one step to the next.
pub(crate) fn next_field(next: Option<&str>) -> Markup {
    html! { @if let Some(next) = next { input type="hidden" name="next" value=(next); } }
}

pub(crate) fn email_field(language: Language, value: &str, error: Option<&str>) -> Markup {
    email(language, value, error).render()
}

pub(crate) fn email<'a>(language: Language, value: &'a str, error: Option<&'a str>) -> Field<'a> {
    let field = Field::new(language, "email", "email", "field-email", "username");
    Field { value, error, ..field }
}
