//! The visitor of a request: session, client address, language.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::ops::Deref;
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, header};
use cookie::time::Duration;
use cookie::{Cookie, SameSite};
use merels_messages::Language;
use merels_services::accounts::{CHALLENGE_LASTS, OneTimeSecret, SESSION_LASTS, SessionToken};
use merels_services::live::ClientAddress;
use merels_services::{self as services, RelyingParty, Session};
use url::Url;

use crate::app::App;
use crate::edge::client_address::forwarded_client;
use crate::error::{Failure, Result};
use crate::own_pages::OwnPages;
use crate::settings::Settings;

const LANGUAGE_COOKIE: &str = "merels-language";

const SESSION_COOKIE: &str = "merels";

/// The cookie of a proof that is remembered for a few minutes.
const PROOF_COOKIE: &str = "merels-proof";

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

/// The language and form in which a visitor wants answers.
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

/// The author of a request as the services know one, and the form of the answer.
#[derive(Clone, Debug)]
pub(crate) struct Visitor<S = Option<Session>> {
    pub(crate) author: services::Visitor<S>,
    /// Data instead of a page.
    pub(crate) json: bool,
    pub(crate) own_pages: Arc<OwnPages>,
    pub(crate) settings: Arc<Settings>,
}

pub(crate) type SignedIn = Visitor<Session>;

impl<S> Visitor<S> {
    pub(crate) fn new(author: services::Visitor<S>, json: bool, app: &App) -> Visitor<S> {
        let (own_pages, settings) = (Arc::clone(&app.own_pages), Arc::clone(&app.settings));
        Visitor { author, json, own_pages, settings }
    }
}

impl<S> Deref for Visitor<S> {
    type Target = services::Visitor<S>;

    fn deref(&self) -> &services::Visitor<S> {
        &self.author
    }
}

impl From<&SignedIn> for Visitor {
    fn from(visitor: &SignedIn) -> Visitor {
        let SignedIn { author, json, own_pages, settings } = visitor.clone();
        Visitor { author: author.into(), json, own_pages, settings }
    }
}

/// The mark of routes that change something and are open to a bot's owner in a browser. A bot plays by
/// its token alone.
#[derive(Copy, Clone, Debug)]
pub(crate) struct OpenToBots;

impl FromRequestParts<App> for Visitor {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Visitor> {
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
    pub(crate) async fn of(parts: &mut Parts, app: &App) -> Result<Visitor> {
        let Preferences { language, json } = Preferences::of(&parts.method, &parts.headers);
        let client = client_of(parts, app).await;
        let session = match guarded_cookie(&parts.headers, &app.settings, SESSION_COOKIE) {
            Some(secret) => {
                app.services.accounts.session(secret, || device(&parts.headers)).await?
            }
            None => None,
        };
        let party = relying_party(&app.settings, &parts.headers);
        let proven = guarded_cookie(&parts.headers, &app.settings, PROOF_COOKIE);
        let proven = proven.filter(|secret| !secret.is_empty()).map(OneTimeSecret::new);
        let author = services::Visitor { session, client, language, party, proven };
        Ok(Visitor::new(author, json, app))
    }
}

impl TryFrom<Visitor> for SignedIn {
    type Error = Failure;

    fn try_from(visitor: Visitor) -> Result<SignedIn> {
        let Visitor { author, json, own_pages, settings } = visitor;
        Ok(Visitor { author: author.signed_in()?, json, own_pages, settings })
    }
}

impl FromRequestParts<App> for SignedIn {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<SignedIn> {
        SignedIn::try_from(<Visitor>::from_request_parts(parts, app).await?)
    }
}

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

/// The site as browsers know it for passkeys: its public address, else where the request went.
fn relying_party(settings: &Settings, headers: &HeaderMap) -> Option<RelyingParty> {
    match &settings.public_url {
        Some(url) => RelyingParty::at(url),
        None => {
            let host = headers.get(header::HOST)?.to_str().ok()?;
            RelyingParty::at(&Url::parse(&format!("http://{host}")).ok()?)
        }
    }
}

/// The browser and the system of a visitor, in a few words.
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

/// A cookie with a secret. Over https only one that this host itself has set counts.
fn guarded_cookie<'a>(headers: &'a HeaderMap, settings: &Settings, name: &str) -> Option<&'a str> {
    if settings.is_secure() {
        return named_cookie(headers, &format!("{HOST_PREFIX}{name}"));
    }
    named_cookie(headers, name)
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

pub(crate) fn keep_session(settings: &Settings, token: &SessionToken) -> String {
    set_session(settings, token.secret(), SESSION_LASTS.as_secs())
}

/// The cookie by which a browser shows that its owner proved a while ago to be it.
pub(crate) fn keep_proof(settings: &Settings, secret: &OneTimeSecret) -> String {
    set_cookie(settings, PROOF_COOKIE, secret.secret(), CHALLENGE_LASTS.as_secs())
}

pub(crate) fn clear_proof(settings: &Settings) -> String {
    set_cookie(settings, PROOF_COOKIE, "", 0)
}

/// The cookie that takes the session's away.
pub(crate) fn clear_session(settings: &Settings) -> String {
    set_session(settings, "", 0)
}

fn set_session(settings: &Settings, value: &str, seconds: i64) -> String {
    set_cookie(settings, SESSION_COOKIE, value, seconds)
}

pub(crate) fn set_language(settings: &Settings, language: Language) -> String {
    let year = 365 * 24 * 60 * 60;
    set_cookie(settings, LANGUAGE_COOKIE, language.code(), year)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passkeys_are_for_the_public_address_else_for_where_the_request_went() {
        let settings = Settings::new(([127, 0, 0, 1], 0).into(), "sqlite://merels.db");
        let asked = |host: &str| HeaderMap::from_iter([(header::HOST, host.parse().unwrap())]);
        let party = |host| relying_party(&settings, &asked(host));
        assert_eq!(party("127.0.0.1:8080"), None);
        assert_eq!(relying_party(&settings, &HeaderMap::new()), None);
        let at = |url: &str| RelyingParty::at(&url.parse().unwrap());
        assert_eq!(party("localhost:8080"), at("http://localhost:8080"));
        let public_url = Some("https://merels.example/".parse().unwrap());
        let public = Settings { public_url, ..settings };
        let party = relying_party(&public, &asked("evil.example"));
        assert_eq!(party, at("https://merels.example/"));
    }
}
