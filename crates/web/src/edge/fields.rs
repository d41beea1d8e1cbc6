//! The fields of a request: of a form, of JSON, or of the address.

use std::collections::{HashMap, HashSet};
use std::str::FromStr;

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::{StatusCode, header};
use serde::Serialize;
use serde_json::Value;
use serde_json::error::Category;

use crate::app::App;
use crate::error::{Failure, Result};

#[derive(Clone, Debug, Default)]
pub(crate) struct Fields {
    all: HashMap<String, String>,
    in_address: HashSet<String>,
}

impl Fields {
    /// The fields of a text such as `game=nine&level=2`.
    pub(crate) fn of_query(text: &str) -> Result<Fields> {
        let all = parse_form(text.as_bytes())?;
        Ok(Fields { all, in_address: HashSet::new() })
    }

    pub(crate) fn of_object(object: &impl Serialize) -> Result<Fields> {
        let text = serde_json::to_vec(object);
        let text = text.map_err(|error| Failure::BadRequest(error.to_string()))?;
        Ok(Fields { all: parse_json(&text)?, in_address: HashSet::new() })
    }

    /// These fields, and those of `others` that are not among them.
    pub(crate) fn over(&self, others: Fields) -> Fields {
        let mut all = others.all;
        all.extend(self.all.clone());
        Fields { all, in_address: self.in_address.clone() }
    }

    /// A field's text without the blanks around it; `None` if it is missing or empty.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.all.get(name).map(|value| value.trim()).filter(|value| !value.is_empty())
    }

    /// A field as it was typed, blanks and all; empty if it is missing.
    pub(crate) fn raw(&self, name: &str) -> &str {
        self.all.get(name).map_or("", String::as_str)
    }

    /// A secret as it was typed. One in the address is refused: addresses are kept in histories and
    /// logs.
    pub(crate) fn secret(&self, name: &'static str) -> Result<&str> {
        if self.in_address.contains(name) {
            return Err(Failure::SecretInAddress(name));
        }
        Ok(self.raw(name))
    }

    pub(crate) fn need(&self, name: &str) -> Result<&str> {
        self.get(name).ok_or_else(|| Failure::Field("failure-missing", name.to_owned()))
    }

    /// A number, if the field is there.
    pub(crate) fn number<T: FromStr>(&self, name: &str) -> Result<Option<T>> {
        let wrong = |_| Failure::Field("failure-not-a-number", name.to_owned());
        self.get(name).map(|text| text.parse().map_err(wrong)).transpose()
    }

    /// One of the words of `T`, which must be there; `unknown` is the message for any other word.
    pub(crate) fn word<T: FromStr>(&self, name: &str, unknown: &'static str) -> Result<T> {
        let text = self.need(name)?;
        text.parse().map_err(|_| Failure::Field(unknown, text.to_owned()))
    }

    pub(crate) fn word_if<T: FromStr>(
        &self,
        name: &str,
        unknown: &'static str,
    ) -> Result<Option<T>> {
        self.get(name).map(|_| self.word(name, unknown)).transpose()
    }

    /// One of the words of `T`, or the usual one if the field is missing.
    pub(crate) fn word_or<T: FromStr>(
        &self,
        name: &str,
        unknown: &'static str,
        usual: T,
    ) -> Result<T> {
        Ok(self.word_if(name, unknown)?.unwrap_or(usual))
    }
}

impl FromRequest<App> for Fields {
    type Rejection = Failure;

    async fn from_request(request: Request, app: &App) -> Result<Fields> {
        let mut fields = parse_form(request.uri().query().unwrap_or_default().as_bytes())?;
        let in_address = fields.keys().cloned().collect();
        let kind = request.headers().get(header::CONTENT_TYPE);
        let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default().to_owned();
        let body =
            Bytes::from_request(request, app).await.map_err(|error| match error.status() {
                StatusCode::PAYLOAD_TOO_LARGE => Failure::TooLong,
                _ => Failure::BadRequest(error.body_text()),
            })?;
        if kind.starts_with("application/json") {
            fields.extend(parse_json(&body)?);
        } else if kind.is_empty() || kind.starts_with("application/x-www-form-urlencoded") {
            fields.extend(parse_form(&body)?);
        } else if !body.is_empty() {
            return Err(Failure::BadRequest(format!("{kind} is not understood")));
        }
        // No text of a person holds this, and PostgreSQL refuses to.
        if let Some((name, _)) = fields.iter().find(|(_, value)| value.contains('\0')) {
            return Err(Failure::Field("failure-not-simple", name.clone()));
        }
        Ok(Fields { all: fields, in_address })
    }
}

fn parse_form(text: &[u8]) -> Result<HashMap<String, String>> {
    serde_urlencoded::from_bytes(text).map_err(|error| Failure::BadRequest(error.to_string()))
}

/// The failure of JSON that cannot be read, for which every language has words.
pub(crate) fn json_failure(error: &serde_json::Error) -> Failure {
    let place = format!("{}:{}", error.line(), error.column());
    match error.classify() {
        Category::Data => {
            let reason = error.to_string();
            field_failure(&reason).unwrap_or(Failure::Field("failure-json-value", place))
        }
        Category::Syntax | Category::Eof | Category::Io => Failure::Field("failure-json", place),
    }
}

/// The field that is missing or too much, as serde's reasons name it.
pub(crate) fn field_failure(reason: &str) -> Option<Failure> {
    let named = [("missing field `", "failure-missing"), ("unknown field `", "failure-not-asked")];
    named.into_iter().find_map(|(words, message)| {
        let (name, _) = reason.split_once(words)?.1.split_once('`')?;
        Some(Failure::Field(message, name.to_owned()))
    })
}

/// An object of texts, numbers and truth values; null counts as missing.
fn parse_json(text: &[u8]) -> Result<HashMap<String, String>> {
    if text.is_empty() {
        return Ok(HashMap::new());
    }
    let object: HashMap<String, Value> =
        serde_json::from_slice(text).map_err(|error| json_failure(&error))?;
    let mut fields = HashMap::new();
    for (name, value) in object {
        let text = match value {
            Value::Null => continue,
            Value::String(text) => text,
            Value::Number(number) => number.to_string(),
            Value::Bool(truth) => truth.to_string(),
            Value::Array(_) | Value::Object(_) => {
                return Err(Failure::Field("failure-not-simple", name));
            }
        };
        fields.insert(name, text);
    }
    Ok(fields)
}
