//! The page on which the interface for programs is read and tried.

use axum::http::StatusCode;
use axum::response::Response;

use super::api_page;
use crate::api;
use crate::edge::reply::html;
use crate::edge::visitor::Visitor;

pub(crate) async fn show(visitor: Visitor) -> Response {
    html(StatusCode::OK, api_page::api(&visitor, &api::operations()))
}
