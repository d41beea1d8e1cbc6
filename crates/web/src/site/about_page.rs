//! A page of the operator's own.

use maud::{Markup, html};

use crate::edge::visitor::Visitor;
use crate::own_pages::OwnPage;
use crate::parts::layout::Page;

pub(crate) fn about(visitor: &Visitor, own: &OwnPage) -> Markup {
    let page = Page::new(visitor, &own.title, "prose");
    page.render(&own.text, &html! {})
}
