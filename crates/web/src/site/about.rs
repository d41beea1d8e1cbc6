//! The operator's own pages.

use axum::extract::Path;
use axum::http::StatusCode;

use super::about_page;
use crate::app::App;
use crate::edge::reply::html;
use crate::edge::visitor::Visitor;
use crate::error::{Failure, Result};

pub(crate) async fn show(app: App, visitor: Visitor, Path(name): Path<String>) -> Result {
    let own = app.own_pages.get(&name, visitor.language).ok_or(Failure::NoPage)?;
    Ok(html(StatusCode::OK, about_page::about(&visitor, &name, own)))
}
