//! A page of the operator's own.

use maud::{Markup, html};

use crate::edge::visitor::Visitor;
use crate::own_pages::OwnPage;
use crate::parts::layout::Page;
use crate::parts::meta::Meta;

pub(crate) fn about(visitor: &Visitor, name: &str, own: &OwnPage) -> Markup {
    let meta = Some(Meta::listed(format!("/about/{name}"), own.title.clone()));
    let page = Page { meta, ..Page::new(visitor, &own.title, "prose sectioned") };
    page.render(&own.text, &html! {})
}
