//! The mill family: choosing among all its rules, and the atlas of their values.

use axum::http::StatusCode;
use axum::response::Response;

use crate::error::Failure;
use crate::family::chosen;
use crate::fields::Fields;
use crate::pages;
use crate::reply::page;
use crate::visitor::Visitor;

pub(crate) async fn show(visitor: Visitor, fields: Fields) -> Result<Response, Failure> {
    Ok(page(StatusCode::OK, pages::variants(&visitor, chosen(&fields)?)))
}

pub(crate) async fn atlas(visitor: Visitor) -> Response {
    page(StatusCode::OK, pages::atlas(&visitor))
}
