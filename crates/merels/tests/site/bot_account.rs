//! Bot accounts on the database of a site.

use jiff::Timestamp;
use merels_store::{ApiToken, NewPlayer, NewToken, PlayerId, Scope, Store};

pub(crate) struct Bot {
    pub(crate) id: PlayerId,
    pub(crate) secret: String,
}

/// A bot with a token to play.
pub(crate) async fn bot(store: &Store, name: &str) -> Bot {
    let (id, at) = (PlayerId::random(), Timestamp::now());
    let login = Some((format!("{name}@example.org"), "no hash".to_owned()));
    let player = NewPlayer { id: id.clone(), login, name: name.to_owned(), at };
    store.create_player(player).await.unwrap().unwrap();
    store.make_bot(&id).await.unwrap();
    let secret = ApiToken::random();
    let (label, player) = ("test".to_owned(), id.clone());
    let token = NewToken { id: secret.id(), player, label, scope: Scope::Play, at, most: 5 };
    assert!(store.make_token(token).await.unwrap());
    Bot { id, secret: secret.secret().to_owned() }
}
