//! The mill family: choosing among all its rules, and the atlas of their values.

use axum::http::StatusCode;
use axum::response::Response;

use super::{atlas_page, variants_page};
use crate::edge::fields::Fields;
use crate::edge::reply::html;
use crate::edge::visitor::Visitor;
use crate::error::Failure;
use crate::family::chosen;

pub(crate) async fn show(visitor: Visitor, fields: Fields) -> Result<Response, Failure> {
    Ok(html(StatusCode::OK, variants_page::variants(&visitor, chosen(&fields)?)))
}

pub(crate) async fn atlas(visitor: Visitor) -> Response {
    html(StatusCode::OK, atlas_page::atlas(&visitor))
}
