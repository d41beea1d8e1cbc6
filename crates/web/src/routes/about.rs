//! The operator's own pages.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;

use crate::app::App;
use crate::error::Failure;
use crate::pages;
use crate::reply::page;
use crate::visitor::Visitor;

pub(crate) async fn show(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Path(name): Path<String>,
) -> Result<Response, Failure> {
    let own = app.own_pages.get(&name, visitor.language).ok_or(Failure::NoPage)?;
    Ok(page(StatusCode::OK, pages::about(&visitor, own)))
}
