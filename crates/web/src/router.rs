//! The routes of the site and the layers around them.

use std::net::SocketAddr;
use std::panic::AssertUnwindSafe;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use futures_util::FutureExt;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use merels_services::ServiceError;
use tokio::time::timeout;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};
use tower_http::set_header::SetResponseHeaderLayer;

use crate::api;
use crate::app::App;
use crate::edge::assets;
use crate::edge::hang_up::HangUp;
use crate::edge::origin;
use crate::edge::reply::go_to;
use crate::edge::visitor::Preferences;
use crate::error::{Failure, Result};
use crate::settings::Settings;
use crate::site::failures::render_failures;
use crate::{
    account, analysis, arenas, game, home, learning, meeting, operator, people, site, socket,
};

/// The longest body of a request: forms are short.
const LONGEST_BODY: usize = 16 * 1024;

/// The longest that an answer is waited for; the store gives up sooner.
const LONGEST_REQUEST: Duration = Duration::from_secs(30);

/// Answers shorter than this are not worth compressing.
const WORTH_COMPRESSING: u64 = 1024;

pub(crate) fn router(app: App) -> Router {
    Router::new()
        .merge(account::router())
        .merge(analysis::router())
        .merge(arenas::router())
        .merge(game::router())
        .merge(home::router())
        .merge(learning::router())
        .merge(meeting::router())
        .merge(operator::router())
        .merge(people::router())
        .merge(site::router())
        .merge(socket::router())
        .merge(api::router(&app))
        .route("/assets/{*path}", get(assets::serve))
        .route("/favicon.ico", get(assets::icon))
        .fallback(no_page)
        .method_not_allowed_fallback(wrong_method)
        .layer(middleware::from_fn_with_state(app.clone(), refuse_other_sites))
        .layer(middleware::from_fn(carry_through))
        .layer(middleware::from_fn(limit_time))
        .layer(middleware::from_fn_with_state(app.clone(), read_body))
        .layer(middleware::from_fn_with_state(app.clone(), render_failures))
        .layer(CompressionLayer::new().compress_when(worth_compressing()))
        .layer(middleware::from_fn(count_and_log))
        .layer(SetResponseHeaderLayer::overriding(
            header::CONTENT_SECURITY_POLICY,
            content_security_policy(&app.settings),
        ))
        .layer(fixed_header(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(fixed_header(header::X_FRAME_OPTIONS, "DENY"))
        .layer(fixed_header(header::REFERRER_POLICY, "same-origin"))
        .layer(fixed_header(
            header::HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ))
        .layer(middleware::from_fn_with_state(app.clone(), demand_https))
        .with_state(app)
}

/// Short answers and pictures are not worth it (drawn ones are text), and what is told bit by bit must
/// not be held back.
fn worth_compressing() -> impl Predicate {
    SizeAbove::new(WORTH_COMPRESSING)
        .and(NotForContentType::IMAGES)
        .and(NotForContentType::const_new("text/event-stream"))
        .and(NotForContentType::const_new("application/x-ndjson"))
}

fn fixed_header(
    name: header::HeaderName,
    value: &'static str,
) -> SetResponseHeaderLayer<HeaderValue> {
    SetResponseHeaderLayer::overriding(name, HeaderValue::from_static(value))
}

/// Only what this site serves itself, nothing inline, nowhere else to send anything. WebAssembly is compiled
/// under a permission of its own, which allows no eval of scripts.
fn content_security_policy(settings: &Settings) -> HeaderValue {
    // Some browsers do not count a socket to the same host as 'self'.
    let socket = settings.public_url.as_ref().and_then(|url| {
        let scheme = if url.scheme() == "https" { "wss" } else { "ws" };
        let host = url.host_str()?;
        let port = url.port().map(|port| format!(":{port}")).unwrap_or_default();
        Some(format!(" {scheme}://{host}{port}"))
    });
    let policy = format!(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
         img-src 'self'; font-src 'self'; connect-src 'self'{}; manifest-src 'self'; worker-src 'self'; \
         form-action 'self'; base-uri 'none'; \
         frame-ancestors 'none'",
        socket.unwrap_or_default()
    );
    HeaderValue::from_str(&policy)
        .unwrap_or(HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'"))
}

/// Reads the whole body before any work begins: one that comes slowly holds nothing but its own
/// connection.
async fn read_body(State(app): State<App>, request: Request, next: Next) -> Result {
    let (parts, body) = request.into_parts();
    let reading = Limited::new(body, LONGEST_BODY).collect();
    let read = timeout(app.settings.timeouts.body, reading).await.map_err(|_| Failure::TooSlow)?;
    let body = read.map_err(|error| match error.downcast_ref::<LengthLimitError>() {
        Some(_) => Failure::TooLong,
        None => Failure::BadRequest(error.to_string()),
    })?;
    Ok(next.run(Request::from_parts(parts, Body::from(body.to_bytes()))).await)
}

/// Waits for an answer only so long. What was begun goes on, so whoever asked for a change is told
/// that it may yet come about.
async fn limit_time(request: Request, next: Next) -> Result {
    let reads = request.method().is_safe();
    let late = if reads { ServiceError::Busy.into() } else { Failure::Uncertain };
    timeout(LONGEST_REQUEST, next.run(request)).await.map_err(|_| late)
}

/// A change that was begun is carried through, even if whoever asked hangs up meanwhile: half a departure
/// would leave sockets open and opponents waiting. What only reads ends with its connection.
async fn carry_through(request: Request, next: Next) -> Response {
    let finished = if request.method().is_safe() {
        AssertUnwindSafe(next.run(request)).catch_unwind().await.ok()
    } else {
        let (connected, hang_up) = HangUp::of_request();
        let mut request = request;
        request.extensions_mut().insert(hang_up);
        let finished = tokio::spawn(next.run(request)).await.ok();
        drop(connected);
        finished
    };
    finished.unwrap_or_else(|| {
        tracing::error!("a request broke off");
        StatusCode::INTERNAL_SERVER_ERROR.into_response()
    })
}

/// Over https, browsers are told to come over https only from now on.
async fn demand_https(State(app): State<App>, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    if app.settings.is_secure() {
        let age = if app.settings.hsts_subdomains {
            "max-age=31536000; includeSubDomains"
        } else {
            "max-age=31536000"
        };
        let age = HeaderValue::from_static(age);
        response.headers_mut().insert(header::STRICT_TRANSPORT_SECURITY, age);
    }
    response
}

/// Refuses requests of other sites' pages that would change something.
async fn refuse_other_sites(State(app): State<App>, request: Request, next: Next) -> Result {
    let reads = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if !reads && !origin::may_change(request.headers(), &app.settings) {
        return Err(Failure::CrossSite);
    }
    Ok(next.run(request).await)
}

/// One line for each request, with nothing in it that is secret: no query, no body, no cookie.
async fn count_and_log(request: Request, next: Next) -> Response {
    let begun = std::time::Instant::now();
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let response = next.run(request).await;
    let (status, time) = (response.status().as_u16(), begun.elapsed());
    metrics::counter!("merels_requests_total", "status" => status.to_string()).increment(1);
    metrics::histogram!("merels_request_seconds").record(time.as_secs_f64());
    let milliseconds = time.as_secs_f64() * 1000.0;
    tracing::debug!(%method, path, status, milliseconds, ?peer, "request");
    response
}

async fn no_page() -> Failure {
    Failure::NoPage
}

/// The answer to a form has the form's address, which may know no GET. Who is led back there, after
/// choosing another language, say, is led on to the page above it.
async fn wrong_method(method: Method, uri: Uri, headers: HeaderMap) -> Result {
    let asks_for_page = method == Method::GET && !Preferences::of(&method, &headers).json;
    let comes_from_here =
        origin::page_before(&headers).is_some_and(|page| page.starts_with(uri.path()));
    match uri.path().rsplit_once('/') {
        Some((above, _)) if asks_for_page && comes_from_here => {
            Ok(go_to(if above.is_empty() { "/" } else { above }))
        }
        _ => Err(Failure::WrongMethod),
    }
}
