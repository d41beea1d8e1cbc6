//! The token of a request, as it is sent.

use axum::http::{HeaderMap, header};

use crate::error::{Failure, Result};

pub(crate) fn bearer(headers: &HeaderMap) -> Result<Option<&str>> {
    let Some(value) = headers.get(header::AUTHORIZATION) else { return Ok(None) };
    let text = value.to_str().map_err(|_| Failure::BadToken)?;
    let (scheme, secret) = text.split_once(' ').ok_or(Failure::BadToken)?;
    if !scheme.eq_ignore_ascii_case("bearer") {
        return Err(Failure::BadToken);
    }
    Ok(Some(secret.trim()))
}
