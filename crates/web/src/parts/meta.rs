//! The description of a page for search engines and for those who are sent a link to it.

use maud::{Markup, html};
use serde_json::{Value, json};
use url::Url;

use super::script::json as script_data;

const PICTURE: &str = "/rules/nine/picture.png";

/// The description of a page that may be shown elsewhere. Pages without one are private.
#[derive(Clone, Debug)]
pub(crate) struct Meta {
    /// The one address of the page, without what only changes its state.
    path: String,
    description: String,
    picture: String,
    listed: bool,
    subject: Option<Value>,
}

impl Meta {
    /// A page that search engines may list.
    pub(crate) fn listed(path: impl Into<String>, description: String) -> Meta {
        let picture = PICTURE.to_owned();
        Meta { path: path.into(), description, picture, listed: true, subject: None }
    }

    /// A page for those who are given its address, such as a game or an invitation.
    pub(crate) fn unlisted(path: impl Into<String>, description: String) -> Meta {
        Meta { listed: false, ..Meta::listed(path, description) }
    }

    /// The same with a picture of its own.
    pub(crate) fn picture(self, path: impl Into<String>) -> Meta {
        Meta { picture: path.into(), ..self }
    }

    /// The same with the properties of what the page is about, in the vocabulary of schema.org.
    pub(crate) fn about(self, subject: Value) -> Meta {
        Meta { subject: Some(subject), ..self }
    }

    /// The elements of the head. Addresses are whole ones, so they need a site that knows its own.
    pub(super) fn render(&self, site: Option<&Url>, title: &str) -> Markup {
        let address = |path: &str| site.and_then(|site| site.join(path).ok()).map(String::from);
        let (here, picture) = (address(&self.path), address(&self.picture));
        html! {
            @if !self.listed { (no_index()) }
            meta name="description" content=(self.description);
            @if let Some(here) = &here { link rel="canonical" href=(here); }
            meta property="og:site_name" content="Merels";
            meta property="og:type" content="website";
            meta property="og:title" content=(title);
            meta property="og:description" content=(self.description);
            @if let Some(here) = &here { meta property="og:url" content=(here); }
            @if let Some(picture) = picture {
                meta property="og:image" content=(picture);
                meta name="twitter:card" content="summary";
            }
            @if let Some(subject) = self.linked_data(here.as_deref(), title) {
                script type="application/ld+json" { (script_data(&subject)) }
            }
        }
    }

    /// The subject with what the page says of it anyway.
    fn linked_data(&self, here: Option<&str>, title: &str) -> Option<Value> {
        let mut subject = self.subject.clone()?;
        let known = [
            ("@context", json!("https://schema.org")),
            ("name", json!(title)),
            ("description", json!(self.description)),
        ];
        let here = here.map(|here| ("url", json!(here)));
        for (name, value) in known.into_iter().chain(here) {
            if subject[name].is_null() {
                subject[name] = value;
            }
        }
        Some(subject)
    }
}

/// Asks search engines to leave a page out.
pub(super) fn no_index() -> Markup {
    html! { meta name="robots" content="noindex"; }
}
