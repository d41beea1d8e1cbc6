//! A client with a jar for its cookies.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Mutex;

use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1::handshake;
use hyper::header::{ACCEPT, CONTENT_TYPE, COOKIE, HOST, HeaderMap, LOCATION, SET_COOKIE};
use hyper::{Method, Request};
use hyper_util::rt::TokioIo;
use merels_model::PlayerId;
use serde_json::{Value, json};
use tokio::net::TcpStream;

use super::DEADLINE;

const HTML: &str = "text/html,application/xhtml+xml";
const JSON: &str = "application/json";
const FORM: &str = "application/x-www-form-urlencoded";

/// Headers beside those that every request has.
pub(crate) type Headers<'a> = &'a [(&'static str, &'a str)];

/// Somebody who talks to the site.
pub(crate) struct Client {
    address: SocketAddr,
    /// The player, if it is known.
    pub(crate) id: Option<PlayerId>,
    cookies: Mutex<BTreeMap<String, String>>,
}

impl Client {
    pub(super) fn new(address: SocketAddr) -> Client {
        Client { address, id: None, cookies: Mutex::default() }
    }

    /// Goes on with another server.
    pub(crate) fn move_to(&mut self, address: SocketAddr) {
        self.address = address;
    }

    pub(crate) fn set_cookie(&self, name: &str, value: &str) {
        self.cookies.lock().unwrap().insert(name.to_owned(), value.to_owned());
    }

    pub(crate) fn cookie(&self, name: &str) -> Option<String> {
        self.cookies.lock().unwrap().get(name).cloned()
    }

    /// All cookies as a request carries them.
    pub(crate) fn cookies(&self) -> String {
        let jar = self.cookies.lock().unwrap();
        let pairs: Vec<String> =
            jar.iter().map(|(name, value)| format!("{name}={value}")).collect();
        pairs.join("; ")
    }

    /// The same client in another browser: the cookies are copied.
    pub(crate) fn copy(&self) -> Client {
        let cookies = Mutex::new(self.cookies.lock().unwrap().clone());
        Client { address: self.address, id: self.id.clone(), cookies }
    }

    /// Any request at all.
    pub(crate) async fn send(
        &self,
        method: &str,
        path: &str,
        headers: Headers<'_>,
        body: impl Into<Bytes>,
    ) -> Reply {
        let mut request = Request::builder()
            .method(Method::from_bytes(method.as_bytes()).unwrap())
            .uri(path)
            .header(HOST, self.address.to_string());
        if !self.cookies().is_empty() {
            request = request.header(COOKIE, self.cookies());
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Full::new(body.into())).unwrap();
        let reply = tokio::time::timeout(DEADLINE, self.exchange(request)).await;
        let reply = reply.unwrap_or_else(|_| panic!("no answer to {method} {path}"));
        self.keep_cookies(&reply.headers);
        reply
    }

    async fn exchange(&self, request: Request<Full<Bytes>>) -> Reply {
        let stream = TcpStream::connect(self.address).await.unwrap();
        let (mut sender, connection) = handshake(TokioIo::new(stream)).await.unwrap();
        tokio::spawn(connection);
        let (head, body) = sender.send_request(request).await.unwrap().into_parts();
        let body = body.collect().await.unwrap().to_bytes();
        Reply {
            status: head.status.as_u16(),
            headers: head.headers,
            body: String::from_utf8_lossy(&body).into_owned(),
        }
    }

    /// The first line of an answer that goes on which is such.
    pub(crate) async fn first_line(
        &self,
        path: &str,
        headers: Headers<'_>,
        is_such: impl Fn(&str) -> bool,
    ) -> String {
        let mut request = Request::builder().uri(path).header(HOST, self.address.to_string());
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Full::new(Bytes::new())).unwrap();
        let reading = async {
            let stream = TcpStream::connect(self.address).await.unwrap();
            let (mut sender, connection) = handshake(TokioIo::new(stream)).await.unwrap();
            tokio::spawn(connection);
            let mut body = sender.send_request(request).await.unwrap().into_body();
            let mut text = String::new();
            loop {
                let frame = body.frame().await.expect("the answer ended").unwrap();
                text.push_str(&String::from_utf8_lossy(frame.data_ref().unwrap()));
                let (whole, rest) = text.rsplit_once('\n').unwrap_or(("", &text));
                if let Some(line) = whole.lines().find(|line| is_such(line)) {
                    return line.to_owned();
                }
                text = rest.to_owned();
            }
        };
        tokio::time::timeout(DEADLINE, reading).await.expect("a line")
    }

    fn keep_cookies(&self, headers: &HeaderMap) {
        let mut jar = self.cookies.lock().unwrap();
        for cookie in headers.get_all(SET_COOKIE) {
            let cookie = cookie.to_str().unwrap();
            let (name, rest) = cookie.split_once('=').unwrap();
            let value = rest.split(';').next().unwrap();
            if cookie.contains("Max-Age=0") {
                jar.remove(name);
            } else {
                jar.insert(name.to_owned(), value.to_owned());
            }
        }
    }

    /// Opens a page as a browser does.
    pub(crate) async fn page(&self, path: &str) -> Reply {
        self.send("GET", path, &[(ACCEPT.as_str(), HTML)], "").await
    }

    /// Sends a form as a browser does.
    pub(crate) async fn form(&self, path: &str, fields: &[(&str, &str)]) -> Reply {
        let headers = [(ACCEPT.as_str(), HTML), (CONTENT_TYPE.as_str(), FORM)];
        self.send("POST", path, &headers, encoded(fields)).await
    }

    /// Asks for data.
    pub(crate) async fn data(&self, path: &str) -> Reply {
        self.send("GET", path, &[(ACCEPT.as_str(), JSON)], "").await
    }

    /// Sends an object and wants one back.
    pub(crate) async fn api(&self, method: &str, path: &str, fields: Value) -> Reply {
        let headers = [(ACCEPT.as_str(), JSON), (CONTENT_TYPE.as_str(), JSON)];
        self.send(method, path, &headers, fields.to_string()).await
    }

    /// Sends a form and wants an object back.
    pub(crate) async fn api_form(
        &self,
        method: &str,
        path: &str,
        fields: &[(&str, &str)],
    ) -> Reply {
        let headers = [(ACCEPT.as_str(), JSON), (CONTENT_TYPE.as_str(), FORM)];
        self.send(method, path, &headers, encoded(fields)).await
    }

    /// The state of a game for this client.
    pub(crate) async fn state(&self, game: &str) -> Value {
        self.data(&format!("/game/{game}")).await.expect(200).json()
    }

    /// Plays a move in its text form; gives how the game stands then.
    pub(crate) async fn play(&self, game: &str, mv: &str) -> Value {
        let fields = json!({"game_id": game, "move": mv});
        self.api("PUT", "/move", fields).await.expect(200).json()
    }

    /// Asks for something that must be refused in this way, and sees that nothing changed by it.
    pub(crate) async fn refused(
        &self,
        game: &str,
        ask: (&str, &str, Value),
        (status, code): (u16, &str),
    ) {
        // Who is away changes by itself.
        let standing = async || {
            let mut state = self.state(game).await;
            state.as_object_mut().unwrap().retain(|key, _| key != "away" && key != "claimFrom");
            state
        };
        let before = standing().await;
        let (method, path, fields) = ask;
        let reply = self.api(method, path, fields.clone()).await;
        assert_eq!(
            (reply.status, reply.json()["error"].as_str()),
            (status, Some(code)),
            "{method} {path} {fields}: {}",
            reply.body
        );
        assert!(!reply.json()["message"].as_str().unwrap().is_empty());
        assert_eq!(standing().await, before, "{method} {path} {fields}");
    }

    /// Wins, losses and draws.
    pub(crate) async fn tally(&self) -> [u64; 3] {
        let home = self.data("/home").await.expect(200).json();
        ["wins", "losses", "draws"].map(|count| home[count].as_u64().unwrap())
    }
}

fn encoded(fields: &[(&str, &str)]) -> String {
    serde_urlencoded::to_string(fields).unwrap()
}

/// The site's answer.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) body: String,
}

impl Reply {
    /// The reply again, if its status is this one.
    #[track_caller]
    pub(crate) fn expect(self, status: u16) -> Reply {
        assert_eq!(self.status, status, "{self:?}");
        self
    }

    /// The reply again, if it leads to this place.
    #[track_caller]
    pub(crate) fn leads_to(self, path: &str) -> Reply {
        assert_eq!((self.status, self.header(LOCATION.as_str())), (303, path), "{self:?}");
        self
    }

    /// The reply again, if its text has all of these in it.
    #[track_caller]
    pub(crate) fn says(self, texts: &[&str]) -> Reply {
        for text in texts {
            assert!(self.body.contains(text), "'{text}' is not in {}", self.body);
        }
        self
    }

    /// A header as text; empty if it is missing.
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }
}
