//! The visitor of a request: session, client address, language.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, header};
use cookie::time::Duration;
use cookie::{Cookie, SameSite};
use jiff::{SignedDuration, Timestamp};
use merels_live::{Actor, Asker, ClientAddress, Network, PlayerMessage};
use merels_messages::Language;
use merels_model::{Player, PlayerId};
use merels_services::{Seeker, ServiceError};
use merels_store::{SessionId, SessionToken};

use crate::app::App;
use crate::edge::client_address::forwarded_client;
use crate::error::Failure;
use crate::own_pages::OwnPages;
use crate::settings::Settings;
use crate::webauthn::RelyingParty;

/// The lifetime of a session.
pub(crate) const SESSION_LASTS: SignedDuration = SignedDuration::from_hours(30 * 24);

const LANGUAGE_COOKIE: &str = "merels-language";

const SESSION_COOKIE: &str = "merels";

/// With this before a cookie's name, browsers let nobody but this host set it, over https alone.
const HOST_PREFIX: &str = "__Host-";

/// A cookie to be set for so many seconds.
pub(crate) fn set_cookie(settings: &Settings, name: &str, value: &str, seconds: i64) -> String {
    let prefix = if settings.is_secure() { HOST_PREFIX } else { "" };
    let cookie = Cookie::build((format!("{prefix}{name}"), value))
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .max_age(Duration::seconds(seconds))
        .secure(settings.is_secure());
    cookie.to_string()
}

/// In which language and form a visitor wants answers.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Preferences {
    pub(crate) language: Language,
    /// Data instead of a page.
    pub(crate) json: bool,
}

impl Preferences {
    pub(crate) fn of(method: &Method, headers: &HeaderMap) -> Preferences {
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
        let accepts = text(header::ACCEPT).unwrap_or("*/*");
        let sends_json =
            text(header::CONTENT_TYPE).is_some_and(|kind| kind.starts_with("application/json"));
        // Forms of pages only know GET and POST, so the other methods come from programs; and
        // nobody reads a page in place of a socket.
        let from_program = sends_json
            || headers.contains_key(header::UPGRADE)
            || !matches!(*method, Method::GET | Method::POST);
        let json = !accepts.contains("text/html") && (accepts.contains("json") || from_program);
        let chosen = cookie(headers, LANGUAGE_COOKIE).and_then(Language::from_code);
        let language = chosen.unwrap_or_else(|| {
            Language::accepted(text(header::ACCEPT_LANGUAGE).unwrap_or_default())
        });
        Preferences { language, json }
    }
}

/// One who asks for something: with a session or without, unless `S` says that there is one.
#[derive(Clone, Debug)]
pub(crate) struct Visitor<S = Option<Session>> {
    pub(crate) session: S,
    pub(crate) client: ClientAddress,
    pub(crate) language: Language,
    /// Data instead of a page.
    pub(crate) json: bool,
    /// For which site this browser could have passkeys.
    pub(crate) party: Option<RelyingParty>,
    pub(crate) own_pages: Arc<OwnPages>,
}

/// A session that holds, and whose it is.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    pub(crate) id: SessionId,
    pub(crate) player: Player,
    /// When it ends at the latest.
    pub(crate) expires: Timestamp,
    /// When more than a password was given for it, if so.
    pub(crate) strong: Option<Timestamp>,
}

/// The interval at which the use of a session is stored.
const NOTE_USE: SignedDuration = SignedDuration::from_hours(1);

/// A visitor who is signed in.
pub(crate) type SignedIn = Visitor<Session>;

impl Visitor {
    /// The visitor as the rule of fair play knows one.
    pub(crate) fn seeker(&self) -> Seeker {
        Seeker::of(self.asker(), self.client, self.player())
    }

    /// The visitor as the engine's gate knows one.
    pub(crate) fn asker(&self) -> Asker {
        let player = self.player().map(|player| player.id.clone());
        Asker { network: Network::Client(self.client), player }
    }

    pub(crate) fn player(&self) -> Option<&Player> {
        self.session.as_ref().map(|session| &session.player)
    }
}

impl SignedIn {
    pub(crate) fn player(&self) -> &Player {
        &self.session.player
    }

    pub(crate) fn id(&self) -> &PlayerId {
        &self.session.player.id
    }

    /// The same as one who acts in a game.
    pub(crate) fn actor(&self) -> Actor {
        Actor::Client(self.id().clone(), self.client)
    }
}

impl From<&SignedIn> for Visitor {
    fn from(visitor: &SignedIn) -> Visitor {
        let Visitor { session, client, language, json, party, own_pages } = visitor.clone();
        Visitor { session: Some(session), client, language, json, party, own_pages }
    }
}

/// The mark of routes that change something and are open to a bot's owner in a browser. A bot plays by
/// its token alone.
#[derive(Copy, Clone, Debug)]
pub(crate) struct OpenToBots;

impl FromRequestParts<App> for Visitor {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Visitor, Failure> {
        let visitor = Visitor::of(parts, app).await?;
        let is_open = parts.method.is_safe() || parts.extensions.get::<OpenToBots>().is_some();
        if !is_open && visitor.player().is_some_and(|player| player.is_bot) {
            return Err(Failure::BotsUseTokens);
        }
        Ok(visitor)
    }
}

impl Visitor {
    /// The visitor of any request, whether open to bots or not.
    pub(crate) async fn of(parts: &mut Parts, app: &App) -> Result<Visitor, Failure> {
        let Preferences { language, json } = Preferences::of(&parts.method, &parts.headers);
        let client = client_of(parts, app).await;
        let token = session_cookie(&parts.headers, &app.settings).map(SessionToken::new);
        let session = match token.map(|token| token.id()) {
            Some(id) => {
                let now = app.clock.now();
                let open = app.store.accounts().session(&id, now).await?;
                if open.as_ref().is_some_and(|open| open.used.is_none_or(|at| at + NOTE_USE < now))
                {
                    note_use(app, id.clone(), device(&parts.headers), now);
                }
                open.map(|open| Session {
                    id,
                    player: open.player,
                    expires: open.expires,
                    strong: open.strong,
                })
            }
            None => None,
        };
        let party = RelyingParty::of(&app.settings, &parts.headers);
        let own_pages = Arc::clone(&app.own_pages);
        Ok(Visitor { session, client, language, json, party, own_pages })
    }
}

impl TryFrom<Visitor> for SignedIn {
    type Error = Failure;

    fn try_from(visitor: Visitor) -> Result<SignedIn, Failure> {
        let Visitor { session, client, language, json, party, own_pages } = visitor;
        let session = session.ok_or(ServiceError::SignedOut)?;
        Ok(Visitor { session, client, language, json, party, own_pages })
    }
}

impl FromRequestParts<App> for SignedIn {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<SignedIn, Failure> {
        SignedIn::try_from(<Visitor>::from_request_parts(parts, app).await?)
    }
}

/// The address that a request comes from.
pub(crate) struct Client(pub(crate) ClientAddress);

impl FromRequestParts<App> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Client, Infallible> {
        Ok(Client(client_of(parts, app).await))
    }
}

pub(crate) async fn client_of(parts: &mut Parts, app: &App) -> ClientAddress {
    let peer = ConnectInfo::<SocketAddr>::from_request_parts(parts, app).await;
    let peer = peer.map_or(SocketAddr::from(([127, 0, 0, 1], 0)), |info| info.0);
    forwarded_client(peer, &parts.headers, &app.settings.trusted_proxies)
}

/// Notes that a session is used. Nobody waits for that, or is refused a page because it fails.
fn note_use(app: &App, id: SessionId, device: Option<String>, now: Timestamp) {
    let app = app.clone();
    tokio::spawn(async move {
        if let Err(error) = app.store.accounts().use_session(&id, device, now).await {
            tracing::warn!(%error, "the use of a session could not be noted");
        }
    });
}

/// With what somebody comes, in a few words: which browser, on which system.
fn device(headers: &HeaderMap) -> Option<String> {
    const BROWSERS: [(&str, &str); 6] = [
        ("Firefox/", "Firefox"),
        ("Edg/", "Edge"),
        ("OPR/", "Opera"),
        ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
        ("curl/", "curl"),
    ];
    const SYSTEMS: [(&str, &str); 6] = [
        ("Android", "Android"),
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Windows", "Windows"),
        ("Mac OS X", "macOS"),
        ("Linux", "Linux"),
    ];
    let agent = headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok());
    let agent = agent.unwrap_or_default();
    let named = |names: &[(&str, &'static str)]| {
        names.iter().find(|(mark, _)| agent.contains(mark)).map(|(_, name)| *name)
    };
    match (named(&BROWSERS), named(&SYSTEMS)) {
        (Some(browser), Some(system)) => Some(format!("{browser}, {system}")),
        (Some(one), None) | (None, Some(one)) => Some(one.to_owned()),
        (None, None) => None,
    }
}

/// The secret of a session. Over https only a cookie that this host itself has set counts.
fn session_cookie<'a>(headers: &'a HeaderMap, settings: &Settings) -> Option<&'a str> {
    if settings.is_secure() {
        return named_cookie(headers, &format!("{HOST_PREFIX}{SESSION_COOKIE}"));
    }
    named_cookie(headers, SESSION_COOKIE)
}

/// The value of a cookie that remembers a choice.
pub(crate) fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    named_cookie(headers, &format!("{HOST_PREFIX}{name}")).or_else(|| named_cookie(headers, name))
}

fn named_cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let values = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut cookies = values.flat_map(Cookie::split_parse).flatten();
    cookies.find(|cookie| cookie.name() == name)?.value_raw()
}

/// Signs a player in, by more than a password if it is to be `strong`; gives the cookie to set.
pub(crate) async fn start_session(
    app: &App,
    player: &PlayerId,
    strong: bool,
) -> Result<String, Failure> {
    let token = SessionToken::random();
    let now = app.clock.now();
    app.store.accounts().start_session(token.id(), player.clone(), now + SESSION_LASTS).await?;
    if strong {
        app.store.accounts().strengthen_session(&token.id(), now).await?;
    }
    Ok(set_session(&app.settings, token.secret(), SESSION_LASTS.as_secs()))
}

/// Gives a session another token, as its player has other rights from now on; gives the cookie to set.
/// Sockets with the old token are closed.
pub(crate) async fn rotate_session(app: &App, session: &Session) -> Result<String, Failure> {
    let token = SessionToken::random();
    let expires = app.clock.now() + SESSION_LASTS;
    app.store.accounts().rotate_session(&session.id, token.id(), expires).await?;
    let shown_out = PlayerMessage::SignedOut(Some(session.id.clone()));
    app.live.notify(&session.player.id, shown_out);
    Ok(set_session(&app.settings, token.secret(), SESSION_LASTS.as_secs()))
}

/// The cookie that takes the session's away.
pub(crate) fn clear_session(settings: &Settings) -> String {
    set_session(settings, "", 0)
}

fn set_session(settings: &Settings, value: &str, seconds: i64) -> String {
    set_cookie(settings, SESSION_COOKIE, value, seconds)
}

/// The cookie that remembers a language.
pub(crate) fn set_language(settings: &Settings, language: Language) -> String {
    let year = 365 * 24 * 60 * 60;
    set_cookie(settings, LANGUAGE_COOKIE, language.code(), year)
}
