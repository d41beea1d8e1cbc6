//! Bot accounts on the database of a site.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};

use jiff::Timestamp;
use merels_model::PlayerId;
use merels_store::{ApiToken, NewPlayer, NewToken, Scope, Store};
use serde_json::Value;

/// A call with a token: the status and what came back.
pub(crate) fn call(
    site: SocketAddr,
    secret: &str,
    (method, path): (&str, &str),
    body: &Value,
) -> (u16, Value) {
    let mut stream = TcpStream::connect(site).unwrap();
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: {site}\r\nconnection: close\r\n\
         authorization: Bearer {secret}\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    (status, serde_json::from_str(body).unwrap_or_default())
}

pub(crate) struct Bot {
    pub(crate) id: PlayerId,
    pub(crate) secret: String,
}

/// A bot with a token to play.
pub(crate) async fn bot(store: &Store, name: &str) -> Bot {
    let (id, at) = (PlayerId::random(), Timestamp::now());
    let login = Some((format!("{name}@example.org"), "no hash".to_owned()));
    let player = NewPlayer { id: id.clone(), login, name: name.to_owned(), at };
    store.accounts().create_player(player).await.unwrap().unwrap();
    store.accounts().make_bot(&id).await.unwrap();
    let secret = ApiToken::random();
    let (label, player) = ("test".to_owned(), id.clone());
    let token = NewToken { id: secret.id(), player, label, scope: Scope::Play, at, most: 5 };
    assert!(store.accounts().make_token(token).await.unwrap());
    Bot { id, secret: secret.secret().to_owned() }
}
