//! Being told elsewhere: a push service on this machine takes the messages and opens them as a browser
//! would.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use data_encoding::BASE64URL_NOPAD;
use merels_model::{GameKey, Terms, TimeControl};
use merels_rules::{GameId, Position};
use merels_store::{NewGame, NewSeat};
use merels_web::{Server, Settings};
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::hkdf::{HKDF_SHA256, KeyType, Salt};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey as Verifier};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::common::{Client, Site, Wire, eventually, now};

/// A message as the service took it: for whom, under which head, and what.
#[derive(Clone, Debug)]
struct Taken {
    browser: String,
    headers: HeaderMap,
    body: Bytes,
}

/// A push service on this machine.
#[derive(Clone, Default)]
struct PushServer {
    taken: Arc<Mutex<Vec<Taken>>>,
    /// Its answers to messages for browsers whose name begins like this.
    odd: Arc<Mutex<Vec<(&'static str, u16)>>>,
}

impl PushServer {
    async fn start() -> (PushServer, SocketAddr) {
        let server = PushServer::default();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = Router::new().route("/to/{browser}", post(take)).with_state(server.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        (server, address)
    }

    fn taken(&self) -> Vec<Taken> {
        self.taken.lock().unwrap().clone()
    }

    /// The first message for a browser.
    async fn message_for(&self, browser: &str) -> Taken {
        let find = async || self.taken().into_iter().find(|taken| taken.browser == browser);
        eventually(&format!("a message for {browser}"), find).await
    }
}

async fn take(
    State(server): State<PushServer>,
    Path(browser): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> StatusCode {
    let odd = server.odd.lock().unwrap().clone();
    let answer = odd.iter().find(|(name, _)| browser == *name).map_or(201, |(_, status)| *status);
    server.taken.lock().unwrap().push(Taken { browser, headers, body });
    StatusCode::from_u16(answer).unwrap()
}

/// A browser with a key of its own, which opens one message.
struct Browser {
    name: &'static str,
    key: EphemeralPrivateKey,
    public: Vec<u8>,
    auth: [u8; 16],
}

impl Browser {
    fn new(name: &'static str) -> Browser {
        let key = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).unwrap();
        let public = key.compute_public_key().unwrap().as_ref().to_vec();
        Browser { name, key, public, auth: *b"sixteen letters!" }
    }

    fn subscription(&self, service: SocketAddr) -> Value {
        json!({
            "endpoint": format!("http://{service}/to/{}", self.name),
            "p256dh": BASE64URL_NOPAD.encode(&self.public),
            "auth": BASE64URL_NOPAD.encode(&self.auth),
        })
    }

    async fn subscribe(&self, client: &Client, service: SocketAddr) {
        client.api("POST", "/push", self.subscription(service)).await.expect(200);
    }

    /// Opens a message as RFC 8291 says.
    fn open(self, body: &[u8]) -> Value {
        let (salt, rest) = body.split_at(16);
        let (size, rest) = rest.split_at(4);
        assert!(u32::from_be_bytes(size.try_into().unwrap()) as usize >= rest.len());
        let (theirs, sealed) = rest[1..].split_at(usize::from(rest[0]));
        let peer = UnparsedPublicKey::new(&ECDH_P256, theirs);
        let info = [b"WebPush: info\0".as_slice(), &self.public, theirs].concat();
        let auth = self.auth;
        let secret = agree_ephemeral(self.key, &peer, |shared| derive(&auth, shared, &info, 32));
        let secret = secret.unwrap();
        let key = derive(salt, &secret, b"Content-Encoding: aes128gcm\0", 16);
        let nonce = derive(salt, &secret, b"Content-Encoding: nonce\0", 12);
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).unwrap());
        let nonce = Nonce::try_assume_unique_for_key(&nonce).unwrap();
        let mut sealed = sealed.to_vec();
        let opened = key.open_in_place(nonce, Aad::empty(), &mut sealed).unwrap();
        let (end, text) = opened.split_last().unwrap();
        assert_eq!(*end, 2, "the only record is the last one");
        serde_json::from_slice(text).unwrap()
    }
}

struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

fn derive(salt: &[u8], secret: &[u8], info: &[u8], length: usize) -> Vec<u8> {
    let mut derived = vec![0; length];
    let key = Salt::new(HKDF_SHA256, salt).extract(secret);
    key.expand(&[info], Length(length)).unwrap().fill(&mut derived).unwrap();
    derived
}

/// A game of nine with days for each turn.
pub(crate) async fn game_by_days(site: &Site, white: &Client, black: &Client) -> String {
    let seat = |client: &Client| NewSeat::Player(client.id.clone().unwrap());
    let start = GameId::NINE.start();
    let new = NewGame {
        key: GameKey::random(),
        game: GameId::NINE,
        start: start.to_string(),
        mover: start.side(),
        seats: [seat(white), seat(black)],
        terms: Terms { time: Some(TimeControl::Days(3)), rated: false },
        at: now(),
    };
    let key = new.key.to_string();
    site.store.games().create_game(new).await.unwrap();
    key
}

async fn site_with_push() -> Site {
    Site::with(|settings| settings.local_push = true).await
}

/// Checks that the header shows that this site wrote it, for this service.
fn check_authorization(headers: &HeaderMap, service: SocketAddr) {
    let value = headers["authorization"].to_str().unwrap();
    let (token, key) = value.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
    let (signed, signature) = token.rsplit_once('.').unwrap();
    let decode = |text: &str| BASE64URL_NOPAD.decode(text.as_bytes()).unwrap();
    let verifier = Verifier::new(&ECDSA_P256_SHA256_FIXED, decode(key));
    verifier.verify(signed.as_bytes(), &decode(signature)).unwrap();
    let claims: Value = serde_json::from_slice(&decode(signed.split('.').nth(1).unwrap())).unwrap();
    assert_eq!(claims["aud"], format!("http://{service}"));
    let left = claims["exp"].as_i64().unwrap() - now().as_second();
    assert!((0..=24 * 60 * 60).contains(&left), "{claims}");
}

#[tokio::test(flavor = "multi_thread")]
async fn whose_turn_it_has_become_is_told_in_words_only_that_browser_can_read() {
    let (service, address) = PushServer::start().await;
    let site = site_with_push().await;
    let (ada, bob) = (site.player("Ada").await, site.player("Bob").await);
    let browser = Browser::new("bobs");
    browser.subscribe(&bob, address).await;
    let game = game_by_days(&site, &ada, &bob).await;
    ada.play(&game, "d6").await;
    let message = service.message_for("bobs").await;
    let header = |name: &str| message.headers[name].to_str().unwrap().to_owned();
    assert_eq!(header("content-encoding"), "aes128gcm");
    assert_eq!(header("topic"), game);
    assert!(header("ttl").parse::<u32>().unwrap() > 0);
    check_authorization(&message.headers, address);
    let text = browser.open(&message.body);
    assert_eq!(text["path"], format!("/game/{game}"));
    assert_eq!(
        (&text["title"], &text["body"]),
        (&json!("Your turn"), &json!("Nine Men’s Morris against Ada"))
    );
    // It is told once, and he may take it along or have it forgotten.
    let again = Browser::new("again");
    again.subscribe(&bob, address).await;
    bob.play(&game, "f4").await;
    ada.play(&game, "b4").await;
    service.message_for("again").await;
    let told = service.taken().iter().filter(|taken| taken.browser == "bobs").count();
    assert_eq!(told, 2, "once for each turn");
    let kept = bob.data("/account/data").await.expect(200).json();
    assert_eq!(kept["notifications"].as_array().unwrap().len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_at_the_board_or_plays_by_minutes_is_not_told() {
    let (service, address) = PushServer::start().await;
    let site = site_with_push().await;
    let (ada, bob) = (site.player("Ada").await, site.player("Bob").await);
    for (client, name) in [(&ada, "adas"), (&bob, "bobs")] {
        Browser::new(name).subscribe(client, address).await;
    }
    let untimed = site.game("nine", &ada, &bob).await;
    ada.play(&untimed, "d6").await;
    let watched = game_by_days(&site, &ada, &bob).await;
    let (_wire, _) = Wire::watching(&site, &bob, &watched).await;
    ada.play(&watched, "d6").await;
    // The last of the three is told, so the others would have been.
    let away = game_by_days(&site, &bob, &ada).await;
    bob.play(&away, "d6").await;
    service.message_for("adas").await;
    let told = service.taken();
    let topics: Vec<&str> =
        told.iter().map(|taken| taken.headers["topic"].to_str().unwrap()).collect();
    assert!(
        !topics.contains(&untimed.as_str())
            && !told.iter().any(|taken| {
                taken.browser == "bobs" && taken.headers["topic"] == watched.as_str()
            }),
        "{told:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_that_its_service_does_not_know_any_more_is_forgotten() {
    let (service, address) = PushServer::start().await;
    service.odd.lock().unwrap().extend([("gone", 410), ("missing", 404)]);
    let site = site_with_push().await;
    let (ada, bob) = (site.player("Ada").await, site.player("Bob").await);
    for name in ["gone", "missing", "well"] {
        Browser::new(name).subscribe(&bob, address).await;
    }
    let game = game_by_days(&site, &ada, &bob).await;
    ada.play(&game, "d6").await;
    let bob = bob.id.unwrap();
    let left = eventually("two are forgotten", async || {
        let left = site.store.notices().subscriptions_of(&bob).await.unwrap();
        (left.len() == 1).then_some(left)
    });
    assert!(left.await[0].endpoint.ends_with("/well"));
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_nodes_one_tells() {
    let (service, address) = PushServer::start().await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("merels.db");
    let settings = || {
        let listen = ([127, 0, 0, 1], 0).into();
        let mut settings = Settings::new(listen, format!("sqlite://{}", file.display()));
        settings.local_push = true;
        settings
    };
    let nodes =
        [Server::start(settings()).await.unwrap(), Server::start(settings()).await.unwrap()];
    let site = Site::at(&nodes[0], &file).await;
    let (ada, bob) = (site.player("Ada").await, site.player("Bob").await);
    Browser::new("bobs").subscribe(&bob, address).await;
    for _ in 0..5 {
        let game = game_by_days(&site, &ada, &bob).await;
        ada.play(&game, "d6").await;
    }
    eventually("all are told", async || (service.taken().len() >= 5).then_some(())).await;
    // What comes later comes after whatever a second node might still have sent.
    let last = game_by_days(&site, &ada, &bob).await;
    ada.play(&last, "d6").await;
    let is_last = |taken: &Taken| taken.headers["topic"] == last.as_str();
    eventually("the last one", async || service.taken().iter().any(is_last).then_some(())).await;
    assert_eq!(service.taken().len(), 6);
    for node in nodes {
        node.shut_down().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn only_push_services_on_the_open_internet_are_taken() {
    let site = Site::start().await;
    let ada = site.player("Ada").await;
    let browser = Browser::new("adas");
    let mut fields = browser.subscription(([127, 0, 0, 1], 9).into());
    for endpoint in [
        "http://push.example/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://a@push.example/",
    ] {
        fields["endpoint"] = json!(endpoint);
        let refused = ada.api("POST", "/push", fields.clone()).await.expect(400);
        assert_eq!(refused.json()["error"], "malformed", "{endpoint}");
    }
    fields["endpoint"] = json!("https://push.example/x");
    for (name, value) in [("p256dh", "AAAA"), ("auth", "AAAA"), ("auth", "")] {
        let mut fields = fields.clone();
        fields[name] = json!(value);
        ada.api("POST", "/push", fields).await.expect(400);
    }
    site.visitor().api("POST", "/push", fields.clone()).await.expect(401);
    let id = ada.id.clone().unwrap();
    assert!(site.store.notices().subscriptions_of(&id).await.unwrap().is_empty());
    ada.api("POST", "/push", fields.clone()).await.expect(200);
    assert_eq!(site.store.notices().subscriptions_of(&id).await.unwrap().len(), 1);
    // Another one cannot end it; logging out does.
    let bob = site.player("Bob").await;
    bob.api("POST", "/push/end", fields.clone()).await.expect(200);
    assert_eq!(site.store.notices().subscriptions_of(&id).await.unwrap().len(), 1);
    ada.form("/logout", &[]).await;
    assert!(site.store.notices().subscriptions_of(&id).await.unwrap().is_empty());
}
