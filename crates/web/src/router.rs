//! Where requests go.

use std::net::SocketAddr;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post, put};
use futures_util::FutureExt;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use tokio::time::timeout;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};
use tower_http::set_header::SetResponseHeaderLayer;

use crate::api;
use crate::app::App;
use crate::assets;
use crate::error::Failure;
use crate::hang_up::HangUp;
use crate::origin;
use crate::own_pages;
use crate::reply::{go_to, render_failures};
use crate::routes::{
    about, account, accounts, api_page, arenas, downloads, game, health, home, import, invitations,
    knowledge, lessons, lobby, matches, operator, passkeys, people, play, profile, programs, push,
    ratings, recovery, recovery_codes, replay, rules, second_factor, shell, socket, turn_mails,
    variants, watch,
};
use crate::settings::Settings;
use crate::visitor::Preferences;

/// The longest body of a request: forms are short.
const LONGEST_BODY: usize = 16 * 1024;

/// The longest that an answer is waited for; the store gives up sooner.
const LONGEST_REQUEST: Duration = Duration::from_secs(30);

/// Answers shorter than this are not worth compressing.
const WORTH_COMPRESSING: u64 = 1024;

pub(crate) fn router(app: Arc<App>) -> Router {
    Router::new()
        .route("/", get(accounts::first_page))
        .route("/login", get(accounts::login_page))
        // A visitor may choose a language on the page that a wrong login shows, and is led back to it.
        .route("/loginplayer", get(accounts::login_page).post(accounts::log_in))
        .route("/signup", get(accounts::signup_page).post(accounts::sign_up))
        .route("/logout", get(accounts::log_out).post(accounts::log_out))
        .route("/delete", delete(accounts::delete_account).post(accounts::delete_account))
        .route("/account", get(account::show))
        .route("/account/password", post(account::change_password))
        .route("/account/password/drop", post(passkeys::drop_password))
        .route("/account/name", post(account::change_name))
        .route("/account/email", post(account::change_email))
        .route("/account/sessions", post(account::end_sessions))
        .route("/account/data", get(account::download))
        .route("/account/confirm", post(recovery::confirm_again))
        .route("/account/turn-mails", post(turn_mails::want))
        .route("/account/guests", post(account::refuse_guests))
        .route("/account/passkeys", post(passkeys::add))
        .route("/account/passkeys/remove", post(passkeys::remove))
        .route("/account/second-factor", post(passkeys::set_second_factor))
        .route("/account/codes", post(recovery_codes::make))
        .route("/passkey/challenge", post(passkeys::challenge))
        .route("/login/passkey", get(second_factor::passkey_page).post(second_factor::log_in))
        // A visitor may choose a language on this page too, and is led to the login then.
        .route("/login/second", get(accounts::login_page).post(second_factor::second_step))
        .route("/recover", get(recovery_codes::recover_page).post(recovery_codes::recover))
        .route("/operator", get(operator::show).post(operator::act))
        .route("/report", post(operator::report))
        .route("/forgot", get(recovery::forgot_page).post(recovery::forgot))
        .route("/reset", get(recovery::reset_page).post(recovery::reset))
        .route("/confirm", get(recovery::confirm_page).post(recovery::confirm))
        .route("/language", post(accounts::choose_language))
        .route("/home", get(home::show))
        .route("/findmatch", get(matches::waiting_page).post(matches::find))
        .route("/cancelmatch", post(matches::cancel))
        .route("/newgame", get(matches::matched_game).post(matches::matched_game))
        .route("/newGame", get(matches::matched_game).post(matches::matched_game))
        .route("/playagain", post(matches::play_again))
        .route("/rematch", post(matches::rematch))
        .route("/say", post(game::say))
        .route("/play", post(play::play))
        .route("/playcomputer", post(matches::play_computer))
        .route("/friend", get(invitations::form))
        .route("/invite", post(invitations::invite))
        .route("/invite/{id}", get(invitations::show))
        .route("/invite/{id}/accept", post(invitations::accept))
        .route("/invite/{id}/decline", post(invitations::decline))
        .route("/invite/{id}/withdraw", post(invitations::withdraw))
        .route("/lobby", get(lobby::show))
        .route("/seat", post(lobby::take_seat))
        .route("/arenas", get(arenas::list).post(arenas::open))
        .route("/arena/{id}", get(arenas::show))
        .route("/arena/{id}/enter", post(arenas::enter))
        .route("/arena/{id}/pause", post(arenas::pause))
        .route("/people", get(people::show))
        .route("/push", post(push::subscribe))
        .route("/push/end", post(push::unsubscribe))
        .route("/relate", post(people::relate))
        .route("/game/{id}", get(game::show))
        .route("/game/{id}/live", get(watch::live))
        .route("/game/{id}/replay", get(replay::show))
        .route("/game/{id}/picture.png", get(replay::picture))
        .route("/game/{id}/picture.svg", get(downloads::still))
        .route("/game/{id}/animated.svg", get(downloads::animated))
        .route("/game/{id}/record", get(downloads::record))
        .route("/import", get(import::show))
        .route("/place", put(game::place).patch(game::place).post(game::place))
        .route("/move", put(game::mv).patch(game::mv).post(game::mv))
        .route("/capture", put(game::capture).patch(game::capture).post(game::capture))
        .route("/takeback", put(game::take_back).patch(game::take_back).post(game::take_back))
        .route("/undo", put(game::undo).patch(game::undo).post(game::undo))
        .route(
            "/undorespond",
            put(game::answer_undo).patch(game::answer_undo).post(game::answer_undo),
        )
        .route("/claim", put(game::claim).patch(game::claim).post(game::claim))
        .route("/hint", put(game::give_hint).patch(game::give_hint).post(game::give_hint))
        .route("/forfeit", put(game::forfeit).patch(game::forfeit).post(game::forfeit))
        .route("/abort", put(game::abort).patch(game::abort).post(game::abort))
        .route("/draw", put(game::draw).patch(game::draw).post(game::draw))
        .route(
            "/drawrespond",
            put(game::answer_draw).patch(game::answer_draw).post(game::answer_draw),
        )
        .route("/learn/{game}", get(lessons::begin))
        .route("/learn/{game}/{step}", get(lessons::show))
        .route("/watch", get(watch::index))
        .route("/player/{name}", get(profile::show))
        .route("/player/{name}/games", get(profile::games))
        .route("/ratings", get(ratings::leaderboard))
        .route("/fairplay", get(ratings::fair_play))
        .route("/rules", get(rules::index))
        .route("/rules/{game}", get(rules::show))
        .route("/variants", get(variants::show))
        .route("/atlas", get(variants::atlas))
        .route("/about/{name}", get(about::show))
        .merge(knowledge::router())
        .merge(programs::router())
        .merge(api::router(&app))
        .route("/api", get(api_page::show))
        .route("/socket", get(socket::open))
        .route("/assets/{*path}", get(assets::serve))
        .route("/favicon.ico", get(assets::icon))
        .route("/manifest.webmanifest", get(shell::manifest))
        .route("/icon/{file}", get(shell::icon))
        .route("/offline", get(shell::offline))
        .route("/worker.js", get(shell::worker))
        .route("/healthz", get(health::alive))
        .route("/readyz", get(health::ready))
        .route("/metrics", get(health::metrics))
        .fallback(no_page)
        .method_not_allowed_fallback(wrong_method)
        .layer(middleware::from_fn_with_state(Arc::clone(&app), refuse_other_sites))
        // Inside and outside: what is carried through is a task of its own.
        .layer(middleware::from_fn_with_state(Arc::clone(&app), own_pages::have_at_hand))
        .layer(middleware::from_fn(carry_through))
        .layer(middleware::from_fn(limit_time))
        .layer(middleware::from_fn_with_state(Arc::clone(&app), read_body))
        .layer(middleware::from_fn_with_state(Arc::clone(&app), render_failures))
        .layer(middleware::from_fn_with_state(Arc::clone(&app), own_pages::have_at_hand))
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
        .layer(middleware::from_fn_with_state(Arc::clone(&app), demand_https))
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

/// Only what this site serves itself, nothing inline, nowhere else to send anything.
fn content_security_policy(settings: &Settings) -> HeaderValue {
    // Some browsers do not count a socket to the same host as 'self'.
    let socket = settings.public_url.as_ref().and_then(|url| {
        let scheme = if url.scheme() == "https" { "wss" } else { "ws" };
        let host = url.host_str()?;
        let port = url.port().map(|port| format!(":{port}")).unwrap_or_default();
        Some(format!(" {scheme}://{host}{port}"))
    });
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
         font-src 'self'; connect-src 'self'{}; manifest-src 'self'; worker-src 'self'; \
         form-action 'self'; base-uri 'none'; \
         frame-ancestors 'none'",
        socket.unwrap_or_default()
    );
    HeaderValue::from_str(&policy)
        .unwrap_or(HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'"))
}

/// Reads the whole body before any work begins: one that comes slowly holds nothing but its own
/// connection.
async fn read_body(
    State(app): State<Arc<App>>,
    request: Request,
    next: Next,
) -> Result<Response, Failure> {
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
async fn limit_time(request: Request, next: Next) -> Result<Response, Failure> {
    let reads = request.method().is_safe();
    let late = if reads { Failure::Busy } else { Failure::Uncertain };
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
async fn demand_https(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
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
async fn refuse_other_sites(
    State(app): State<Arc<App>>,
    request: Request,
    next: Next,
) -> Result<Response, Failure> {
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
async fn wrong_method(method: Method, uri: Uri, headers: HeaderMap) -> Result<Response, Failure> {
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
