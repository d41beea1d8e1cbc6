//! Messages on the socket of a real site: each is answered or passed over, and the connection
//! lives on.
//!
//! `GAME` in an input stands for the key of a running game, which no input could guess.
#![no_main]

use std::cell::OnceCell;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use jiff::{SignedDuration, Timestamp};
use libfuzzer_sys::fuzz_target;
use merels_model::{GameKey, PlayerId, Terms};
use merels_rules::{GameId, Position};
use merels_store::{NewGame, NewPlayer, NewSeat, SessionToken, Store};
use merels_web::{ClientLimits, Server, Settings};
use tokio::net::TcpStream;
use tokio::runtime::Runtime;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// Longer messages are refused by closing, as they must be.
const LONGEST: usize = 4000;

/// Nothing that is waited for takes longer.
const PATIENCE: Duration = Duration::from_secs(20);

/// A site with one player, a game of his, and his socket.
struct Site {
    runtime: Runtime,
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    game: GameKey,
    asked: u64,
    _server: Server,
    _folder: tempfile::TempDir,
}

thread_local! {
    static SITE: OnceCell<std::cell::RefCell<Site>> = const { OnceCell::new() };
}

impl Site {
    fn start() -> Site {
        let runtime = Runtime::new().expect("threads");
        let folder = tempfile::tempdir().expect("a folder");
        let database = format!("sqlite://{}", folder.path().join("fuzz.db").display());
        let (server, socket, game) = runtime.block_on(async {
            let mut settings = Settings::new(([127, 0, 0, 1], 0).into(), &database);
            settings.limits = ClientLimits { messages_per_second: u32::MAX, ..settings.limits };
            let server = Server::start(settings).await.expect("the site starts");
            let store = Store::open(&database).await.expect("its database");
            let (token, game) = seed(&store).await;
            let address = format!("ws://{}/socket", server.address());
            let mut request = address.into_client_request().expect("an address");
            let cookie = format!("merels={}", token.secret()).parse().expect("a cookie");
            request.headers_mut().insert("Cookie", cookie);
            let (socket, _) = connect_async(request).await.expect("the socket opens");
            (server, socket, game)
        });
        Site { runtime, socket, game, asked: 0, _server: server, _folder: folder }
    }

    /// Sends a message, then one whose answer is known, and waits for that answer.
    fn try_message(&mut self, text: &str) {
        let text = text.replace("GAME", self.game.as_str());
        if text.len() > LONGEST {
            return;
        }
        self.asked += 1;
        let id = (1 << 40) + self.asked;
        let question = format!("{{\"id\":{id},\"do\":\"draw\",\"game\":\"no such game\"}}");
        let socket = &mut self.socket;
        self.runtime.block_on(async {
            socket.send(Message::text(text)).await.expect("the connection lives");
            socket.send(Message::text(question)).await.expect("the connection lives");
            loop {
                let heard = timeout(PATIENCE, socket.next()).await.expect("an answer in time");
                let heard = heard.expect("the connection lives").expect("a message");
                let Message::Text(answer) = heard else { continue };
                let answer: serde_json::Value =
                    serde_json::from_str(&answer).expect("the site speaks JSON");
                if answer["id"] == id {
                    assert_eq!(answer["type"], "refused");
                    break;
                }
            }
        });
    }
}

async fn seed(store: &Store) -> (SessionToken, GameKey) {
    let (id, token, at) = (PlayerId::random(), SessionToken::random(), Timestamp::now());
    let login = Some(("fuzz@example.org".to_owned(), "no password".to_owned()));
    let player = NewPlayer { id: id.clone(), login, name: "Fuzz".to_owned(), at };
    store.accounts().create_player(player).await.expect("a player").expect("a free name");
    let expires = at + SignedDuration::from_hours(24);
    store.accounts().start_session(token.id(), id.clone(), expires).await.expect("a session");
    let (key, start) = (GameKey::random(), GameId::NINE.start());
    let seats = [NewSeat::Player(id.clone()), NewSeat::Player(id)];
    let (text, mover) = (start.to_string(), start.side());
    let game = NewGame {
        key: key.clone(),
        game: GameId::NINE,
        start: text,
        mover,
        seats,
        terms: Terms::default(),
        at,
    };
    store.games().create_game(game).await.expect("a game");
    (token, key)
}

fuzz_target!(|text: &str| {
    SITE.with(|site| {
        let site = site.get_or_init(|| Site::start().into());
        site.borrow_mut().try_message(text);
    });
});
