//! The description of the interface (OpenAPI), made from the routes themselves.
//!
//! Its examples are answers that the site has given: a test plays through `examples.json` and compares.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::model::Error;
use utoipa::{PartialSchema, ToSchema};

calls!(Calls: openapi);

/// By operation: what was sent, if anything, and what came back.
const EXAMPLES: &str = include_str!("examples.json");

static DESCRIPTION: LazyLock<String> = LazyLock::new(|| describe().to_string());

/// This description
#[utoipa::path(
    get,
    path = "/api/v1/openapi.json",
    tag = "account",
    operation_id = "description",
    responses((status = OK, body = Object))
)]
pub(super) async fn openapi() -> Response {
    let headers = [(header::CONTENT_TYPE, "application/json")];
    (headers, DESCRIPTION.as_str()).into_response()
}

/// The whole description.
fn describe() -> Value {
    let routes = super::routes().into_openapi();
    // Nothing in it can fail to be written.
    let mut whole = serde_json::to_value(routes).unwrap_or_default();
    whole["info"] = json!({
        "title": "Merels",
        "version": "1",
        "description": "Games, challenges and what is known of positions, for programs. \
            Every failure is an object with `error` and `message`. Every answer says in \
            `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset` (seconds) how often one may \
            call in a minute; who calls too often gets status 429 and `Retry-After`.",
    });
    whole["components"]["securitySchemes"] = json!({
        "token": {"type": "http", "scheme": "bearer", "description": "A token of the account page."},
    });
    whole["components"]["schemas"][Error::name().as_ref()] =
        serde_json::to_value(Error::schema()).unwrap_or_default();
    let examples: BTreeMap<String, Value> = serde_json::from_str(EXAMPLES).unwrap_or_default();
    for operation in each_operation(&mut whole) {
        let id = operation["operationId"].as_str().unwrap_or_default().to_owned();
        let reference = json!({"$ref": "#/components/schemas/Error"});
        let mut failure = json!({"schema": reference});
        if let Some(example) = examples.get(&id) {
            give_examples(operation, example, &mut failure);
        }
        describe_answers(operation);
        operation["responses"]["default"] = json!({
            "description": "What went wrong",
            "content": {"application/json": failure},
        });
    }
    whole
}

fn each_operation(whole: &mut Value) -> impl Iterator<Item = &mut Value> {
    let paths = whole["paths"].as_object_mut().into_iter().flat_map(|paths| paths.values_mut());
    paths.filter_map(Value::as_object_mut).flat_map(|item| item.values_mut())
}

/// The description of an answer: the summary of its call.
fn describe_answers(operation: &mut Value) {
    let summary = operation["summary"].clone();
    let answers =
        operation["responses"].as_object_mut().into_iter().flat_map(|all| all.values_mut());
    for answer in answers {
        answer["description"] = summary.clone();
    }
}

/// Puts an example beside the schemas of what is sent, what comes back and what may go wrong.
fn give_examples(operation: &mut Value, example: &Value, failure: &mut Value) {
    let put = |content: Option<&mut Value>, name: &str| {
        let kinds = content.and_then(Value::as_object_mut).into_iter();
        for kind in kinds.flat_map(|kinds| kinds.values_mut()) {
            if let Some(example) = example.get(name) {
                kind["example"] = example.clone();
            }
        }
    };
    put(operation.pointer_mut("/requestBody/content"), "request");
    for status in ["200", "201"] {
        put(operation.pointer_mut(&format!("/responses/{status}/content")), "answer");
    }
    if let Some(example) = example.get("failure") {
        failure["example"] = example.clone();
    }
}

/// An operation, for the page on which it can be tried.
pub(crate) struct Operation {
    pub(crate) id: String,
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) tag: String,
    /// The names of what stands in the path and the query.
    pub(crate) parameters: Vec<(String, bool)>,
    /// An example of its body.
    pub(crate) body: Option<String>,
    /// The scope it takes, if it takes one.
    pub(crate) scope: Option<String>,
}

/// All operations in the order of the description.
pub(crate) fn operations() -> Vec<Operation> {
    let whole: Value = serde_json::from_str(&DESCRIPTION).unwrap_or_default();
    let paths = whole["paths"].as_object().into_iter().flatten();
    let each = paths.flat_map(|(path, item)| {
        let methods = item.as_object().into_iter().flatten();
        methods.map(move |(method, operation)| Operation::of(path, method, operation))
    });
    each.collect()
}

impl Operation {
    fn of(path: &str, method: &str, operation: &Value) -> Operation {
        let text = |name: &str| operation[name].as_str().unwrap_or_default().to_owned();
        let parameters = operation["parameters"].as_array().into_iter().flatten();
        let parameter = |parameter: &Value| {
            let name = parameter["name"].as_str().unwrap_or_default().to_owned();
            (name, parameter["in"] == "path")
        };
        let body = operation.pointer("/requestBody/content/application~1json");
        let body = body.map(|body| match body.get("example") {
            Some(example) => example.to_string(),
            None => "{}".to_owned(),
        });
        Operation {
            id: text("operationId"),
            method: method.to_uppercase(),
            path: path.to_owned(),
            tag: operation["tags"][0].as_str().unwrap_or_default().to_owned(),
            parameters: parameters.map(parameter).collect(),
            body,
            scope: operation.pointer("/security/0/token/0").and_then(Value::as_str).map(Into::into),
        }
    }
}
