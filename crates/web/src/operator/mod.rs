//! The operator's page.

mod page;
mod routes;

pub(crate) use routes::router;
