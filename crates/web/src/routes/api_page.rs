//! The page on which the interface for programs is read and tried.

use axum::http::StatusCode;
use axum::response::Response;

use crate::api;
use crate::pages;
use crate::reply::page;
use crate::visitor::Visitor;

pub(crate) async fn show(visitor: Visitor) -> Response {
    page(StatusCode::OK, pages::api(&visitor, &api::operations()))
}
