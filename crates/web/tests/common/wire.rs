//! A live connection, as a page holds it.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::handshake::client::Request;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use super::{Client, DEADLINE, Site};

/// A live connection.
pub(crate) struct Wire {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    next: u64,
}

/// The request for a connection of a client.
pub(crate) fn request(site: &Site, client: &Client, headers: &[(&'static str, &str)]) -> Request {
    let mut request = format!("ws://{}/socket", site.address).into_client_request().unwrap();
    if !client.cookies().is_empty() {
        request.headers_mut().insert("cookie", client.cookies().parse().unwrap());
    }
    for (name, value) in headers {
        request.headers_mut().insert(*name, value.parse().unwrap());
    }
    request
}

impl Wire {
    pub(crate) async fn open(site: &Site, client: &Client) -> Wire {
        Wire::try_open(request(site, client, &[])).await.unwrap()
    }

    /// Connects, or gives the status with which that was refused.
    pub(crate) async fn try_open(request: Request) -> Result<Wire, u16> {
        match timeout(DEADLINE, connect_async(request)).await.unwrap() {
            Ok((socket, _)) => Ok(Wire { socket, next: 1 }),
            Err(Error::Http(response)) => Err(response.status().as_u16()),
            Err(error) => panic!("{error}"),
        }
    }

    /// Connects and watches a game; gives its first message too.
    pub(crate) async fn watching(site: &Site, client: &Client, game: &str) -> (Wire, Value) {
        let mut wire = Wire::open(site, client).await;
        wire.send(json!({"do": "watch", "game": game})).await;
        let news = wire.hear("game").await;
        (wire, news)
    }

    /// Connects as a page that shows no game does, and is known to be here.
    pub(crate) async fn waiting_for_news(site: &Site, client: &Client) -> Wire {
        let mut wire = Wire::open(site, client).await;
        wire.send(json!({"do": "ping"})).await;
        wire.hear("pong").await;
        wire
    }

    pub(crate) async fn send(&mut self, message: Value) {
        self.send_raw(Message::text(message.to_string())).await;
    }

    pub(crate) async fn send_raw(&mut self, message: Message) {
        timeout(DEADLINE, self.socket.send(message)).await.unwrap().unwrap();
    }

    /// The next thing the server says; `None` when it has closed the connection.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        loop {
            match timeout(DEADLINE, self.socket.next()).await.expect("the server says something")? {
                Ok(Message::Text(text)) => return Some(serde_json::from_str(&text).unwrap()),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// The next message of a type; others are passed over.
    pub(crate) async fn hear(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await.unwrap_or_else(|| panic!("closed before '{kind}'"));
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// Sends with a number of its own and waits for the answer to it.
    pub(crate) async fn ask(&mut self, mut message: Value) -> Value {
        let id = self.next;
        self.next += 1;
        message["id"] = json!(id);
        self.send(message).await;
        loop {
            let answer = self.next().await.expect("an answer");
            if answer["id"] == id {
                return answer;
            }
        }
    }

    pub(crate) async fn play(&mut self, game: &str, ply: u64, mv: &str) -> Value {
        self.ask(json!({"do": "move", "game": game, "ply": ply, "move": mv})).await
    }

    /// The next news of the watched game that has this version.
    pub(crate) async fn news_of(&mut self, version: u64) -> Value {
        loop {
            let news = self.hear("game").await;
            if news["view"]["version"] == version {
                return news;
            }
        }
    }

    /// Waits for the farewell and the end; gives the reason.
    pub(crate) async fn bye(&mut self) -> String {
        let bye = self.hear("bye").await;
        assert!(self.next().await.is_none(), "nothing comes after the farewell");
        bye["reason"].as_str().unwrap().to_owned()
    }

    /// Waits until the server has closed the connection; everything before that is passed over.
    pub(crate) async fn is_closed(&mut self) {
        while self.next().await.is_some() {}
    }
}

/// The code of a refusal.
pub(crate) fn refusal(answer: &Value) -> &str {
    assert_eq!(answer["type"], "refused", "{answer}");
    assert!(!answer["reason"].as_str().unwrap().is_empty(), "{answer}");
    answer["code"].as_str().unwrap()
}
