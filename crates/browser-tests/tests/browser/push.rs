//! Being told that it is one's turn, as far as a browser without a line to its push service can.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use serde_json::json;

use crate::app::READY;
use crate::driver::Browser;
use crate::site::Site;

/// Counts how often the browser's own question is asked, and answers in the place of the push service,
/// which is not on this machine.
pub(crate) const IN_PLACE_OF_A_SERVICE: &str = "
    window.asked = 0;
    const ask = Notification.requestPermission.bind(Notification);
    Notification.requestPermission = () => { window.asked++; return ask(); };
    const subscription = (key) => ({
        endpoint: 'https://push.example/here',
        options: { applicationServerKey: key.buffer },
        toJSON: () => ({ endpoint: 'https://push.example/here', keys: {
            p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
            auth: 'BTBZMqHH6r4Tts7J_aSIgg' } }),
        unsubscribe: async () => { sessionStorage.removeItem('key'); return true; },
    });
    const kept = () => sessionStorage.getItem('key');
    PushManager.prototype.getSubscription = async () =>
        kept() && subscription(Uint8Array.from(JSON.parse(kept())));
    PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey: key }) => {
        if (!userVisibleOnly || key.length !== 65) throw new Error('not so');
        sessionStorage.setItem('key', JSON.stringify([...key]));
        return subscription(key);
    };";

pub(crate) const SWITCH: &str = "#push button";

/// A push service on this machine, which takes every message.
pub(crate) struct PushService {
    pub(crate) address: SocketAddr,
    /// The paths to which messages came.
    taken: Receiver<String>,
}

impl PushService {
    pub(crate) fn start() -> Result<PushService> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let address = listener.local_addr()?;
        let (tell, taken) = channel();
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let _ = take(&stream, &tell);
            }
        });
        Ok(PushService { address, taken })
    }

    /// Waits for the next message: the path to which it came.
    pub(crate) fn message(&self) -> Result<String> {
        self.taken.recv_timeout(Duration::from_secs(15)).context("no message came")
    }
}

/// Takes one message: its head with the length of its body, then that.
fn take(mut stream: &TcpStream, tell: &Sender<String>) -> Result<()> {
    let mut head = BufReader::new(stream);
    let (mut first, mut length) = (String::new(), 0);
    head.read_line(&mut first)?;
    for line in head.by_ref().lines() {
        let line = line?.to_ascii_lowercase();
        if line.is_empty() {
            break;
        }
        if let Some(value) = line.strip_prefix("content-length:") {
            length = value.trim().parse()?;
        }
    }
    head.read_exact(&mut vec![0; length])?;
    stream.write_all(b"HTTP/1.1 201 Created\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")?;
    tell.send(first.split(' ').nth(1).unwrap_or_default().to_owned())?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_asks_to_be_told_by_pressing_a_switch() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let (ada, bert) = (site.person("Ada").await?, site.person("Bert").await?);
    let live = site.game_of("nine", "", [&ada, &bert]).await?;
    let game = site.game_by_days([&ada, &bert]).await?;
    let browser = Browser::open(&site).await?;
    let origin = format!("http://{}", site.address);
    let permissions = json!({"origin": origin, "permissions": ["notifications"]});
    browser.cdp("Browser.grantPermissions", permissions).await?;
    browser.run_on_every_page(IN_PLACE_OF_A_SERVICE).await?;
    browser.become_person(&ada).await?;
    browser.go(&game).await?;
    browser.wait_for(SWITCH).await?;
    ensure!(browser.script("return asked").await? == 0, "nobody is asked before the press");
    ensure!(site.endpoints(&ada).await?.is_empty());
    browser.click(SWITCH).await?;
    browser.wait_for_text("#push p", "This browser tells you when it is your turn").await?;
    ensure!(browser.script("return asked").await? == 1);
    ensure!(site.endpoints(&ada).await? == ["https://push.example/here"]);
    browser.keep_picture("push-on").await?;
    browser.reload().await?;
    browser.wait_for("#push button[aria-checked=true]").await?;
    ensure!(browser.script("return asked").await? == 0);
    browser.click(SWITCH).await?;
    browser.wait_for("#push button[aria-checked=false]").await?;
    ensure!(site.endpoints(&ada).await?.is_empty());
    browser.go("/account").await?;
    browser.click(SWITCH).await?;
    browser.wait_for("#push button[aria-checked=true]").await?;
    ensure!(site.endpoints(&ada).await? == ["https://push.example/here"]);
    browser.go(&live).await?;
    browser.wait_for_board().await?;
    ensure!(!browser.shows("#push").await?, "a game by minutes has none");
    Ok(())
}

/// Once the switch seemed to do nothing where the browser had refused before.
#[tokio::test(flavor = "multi_thread")]
async fn a_refused_switch_says_so_and_how_to_allow_it() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let ada = site.person("Ada").await?;
    let browser = Browser::open(&site).await?;
    let origin = format!("http://{}", site.address);
    let permit = async |setting: &str| {
        let permission = json!({"name": "notifications"});
        let fields = json!({"origin": origin, "permission": permission, "setting": setting});
        browser.cdp("Browser.setPermission", fields).await
    };
    permit("denied").await?;
    browser.run_on_every_page(IN_PLACE_OF_A_SERVICE).await?;
    browser.become_person(&ada).await?;
    browser.go("/account").await?;
    browser.click(SWITCH).await?;
    browser.wait_for_text("#push p", "To allow them, press the sign before the address").await?;
    let off = "#push button[aria-checked=false]";
    browser.wait_for(off).await?;
    browser.keep_picture("push-refused").await?;
    browser.script("Notification.requestPermission = async () => 'default'").await?;
    browser.click(SWITCH).await?;
    browser.wait_for_text("#push p", "left without an answer").await?;
    browser.script("Notification.requestPermission = async () => 'granted'").await?;
    browser.script("window.fetch = async () => { throw new Error('no line') }").await?;
    browser.click(SWITCH).await?;
    browser.wait_for_text("#push p", "The site could not be told").await?;
    browser.wait_for(off).await?;
    ensure!(site.endpoints(&ada).await?.is_empty());
    permit("granted").await?;
    browser.reload().await?;
    browser.click(SWITCH).await?;
    browser.wait_for_text("#push p", "This browser tells you when it is your turn").await?;
    ensure!(site.endpoints(&ada).await? == ["https://push.example/here"]);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_of_the_push_service_is_shown() -> Result<()> {
    // What is shown, as soon as there is anything, or nothing after a second.
    const SHOWN: &str = "
        const done = arguments[arguments.length - 1];
        const end = performance.now() + 1000;
        const look = async () => {
            const worker = await navigator.serviceWorker.ready;
            const shown = await worker.getNotifications();
            if (shown.length === 0 && performance.now() < end) setTimeout(look, 20);
            else done(shown.map(({ title, body, data }) => `${title}: ${body} ${data}`).join());
        };
        look();";
    let Some(site) = Site::start().await? else { return Ok(()) };
    let browser = Browser::open(&site).await?;
    let origin = format!("http://{}", site.address);
    let permissions = json!({"origin": origin, "permissions": ["notifications"]});
    browser.cdp("Browser.grantPermissions", permissions).await?;
    browser.go("/rules").await?;
    ensure!(browser.script_later(READY).await? == true);
    browser.cdp("ServiceWorker.enable", json!({})).await?;
    let deliver = async |data: &str| {
        let message = json!({"origin": origin, "registrationId": "0", "data": data});
        browser.cdp("ServiceWorker.deliverPushMessage", message).await
    };
    // One that leads elsewhere is not shown.
    deliver(r#"{"title": "Odd", "body": "x", "path": "https://evil.example/"}"#).await?;
    let yours = r#"{"title": "Your turn", "body": "Nine against Bert", "path": "/game/abc"}"#;
    // A busy browser may lose what comes this way, so it is delivered until it is shown, once.
    for _ in 0..30 {
        deliver(yours).await?;
        let shown = browser.script_later(SHOWN).await?;
        if shown != "" {
            ensure!(shown == "Your turn: Nine against Bert /game/abc", "{shown}");
            return Ok(());
        }
    }
    anyhow::bail!("nothing is shown")
}
