//! A program with a token.

use merels_store::{ApiToken, NewToken, Scope};
use serde_json::Value;

use super::{Client, Reply, Site, now};

/// Somebody's program.
pub(crate) struct Program {
    client: Client,
    header: String,
}

impl Site {
    /// A token of a player, made without going through the page.
    pub(crate) async fn program(&self, owner: &Client, scope: Scope) -> Program {
        let secret = self.secret(owner, scope).await;
        self.program_with(&secret)
    }

    /// The secret of such a token.
    pub(crate) async fn secret(&self, owner: &Client, scope: Scope) -> String {
        let secret = ApiToken::random();
        let player = owner.id.clone().unwrap();
        let label = "test".to_owned();
        let token = NewToken { id: secret.id(), player, label, scope, at: now(), most: 20 };
        assert!(self.store.accounts().make_token(token).await.unwrap());
        secret.secret().to_owned()
    }

    pub(crate) fn program_with(&self, secret: &str) -> Program {
        Program { client: self.visitor(), header: format!("Bearer {secret}") }
    }

    /// A bot and its program.
    pub(crate) async fn bot(&self, name: &str) -> (Client, Program) {
        let client = self.player(name).await;
        self.store.accounts().make_bot(client.id.as_ref().unwrap()).await.unwrap();
        let program = self.program(&client, Scope::Play).await;
        (client, program)
    }
}

impl Program {
    pub(crate) async fn get(&self, path: &str) -> Reply {
        self.client.send("GET", path, &[("authorization", &self.header)], "").await
    }

    pub(crate) async fn send(&self, method: &str, path: &str, body: Value) -> Reply {
        let json = ("content-type", "application/json");
        let headers = [("authorization", self.header.as_str()), json];
        self.client.send(method, path, &headers, body.to_string()).await
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Reply {
        self.send("POST", path, body).await
    }

    /// The first line of a stream that goes on.
    pub(crate) async fn first_line(&self, path: &str) -> Value {
        self.line(path, |_| true).await
    }

    /// The first line of a stream that is such.
    pub(crate) async fn line(&self, path: &str, is_such: impl Fn(&str) -> bool) -> Value {
        let headers = [("authorization", self.header.as_str())];
        let line = self.client.first_line(path, &headers, is_such).await;
        serde_json::from_str(&line).unwrap()
    }
}
