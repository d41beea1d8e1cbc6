//! Chromium, and what a person does with it.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use data_encoding::BASE64;
use serde_json::{Value, json};
use tempfile::TempDir;
use thirtyfour::prelude::*;
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::site::{Person, Site};

/// The number of browsers that run at once, whatever the number of tests: a test that needs two
/// does not wait for a long one that needs one.
const MOST_BROWSERS: u32 = 3;
static PLACES: Semaphore = Semaphore::const_new(MOST_BROWSERS as usize);

/// The longest that anything may take to show up.
const PATIENCE: Duration = Duration::from_secs(15);
const LOOK_AGAIN: Duration = Duration::from_millis(25);

const ARGUMENTS: [&str; 10] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--lang=en",
];

/// A screen: its width, its height.
pub(crate) type Screen = (u32, u32);
pub(crate) const DESK: Screen = (1280, 800);
pub(crate) const PHONE: Screen = (360, 740);
pub(crate) const OLD_PHONE: Screen = (320, 568);
pub(crate) const SMALLEST: Screen = (320, 480);

/// The driver's own process; it is ended when it is dropped.
struct Chromedriver {
    process: Child,
    /// Held open, so that whatever else the driver says has somewhere to go.
    _says: BufReader<ChildStdout>,
    port: u16,
}

/// The number of attempts to start chromedriver: the port that it finds free for IPv4 may be taken
/// for IPv6, and then it ends at once.
const STARTS: usize = 5;

impl Chromedriver {
    fn start() -> Result<Chromedriver> {
        for _ in 0..STARTS {
            if let Some(driver) = Chromedriver::try_start()? {
                return Ok(driver);
            }
        }
        bail!("chromedriver did not say its port")
    }

    /// `None` if it ended without saying its port.
    fn try_start() -> Result<Option<Chromedriver>> {
        let mut process = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("chromedriver is not installed")?;
        let mut says = BufReader::new(process.stdout.take().context("chromedriver says nothing")?);
        let mut line = String::new();
        while says.read_line(&mut line)? > 0 {
            let port = line.trim().split_once("successfully on port ");
            if let Some((_, port)) = port {
                let port = port.trim_end_matches('.').parse()?;
                return Ok(Some(Chromedriver { process, _says: says, port }));
            }
            line.clear();
        }
        process.wait()?;
        Ok(None)
    }
}

impl Drop for Chromedriver {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A browser with a profile of its own. Its parts are dropped in this order.
pub(crate) struct Browser {
    driver: WebDriver,
    _chromedriver: Chromedriver,
    _profile: TempDir,
    base: String,
    _place: Arc<SemaphorePermit<'static>>,
}

impl Browser {
    pub(crate) async fn open(site: &Site) -> Result<Browser> {
        Browser::start(site, true, Arc::new(PLACES.acquire().await?)).await
    }

    /// Two at once: had each test taken one and waited for the other, they would wait for ever.
    pub(crate) async fn open_two(site: &Site) -> Result<[Browser; 2]> {
        Browser::open_on([site, site]).await
    }

    /// Two at once, each on a node of its own.
    pub(crate) async fn open_on([one, other]: [&Site; 2]) -> Result<[Browser; 2]> {
        let place = Arc::new(PLACES.acquire_many(2).await?);
        let first = Browser::start(one, true, Arc::clone(&place)).await?;
        Ok([first, Browser::start(other, true, place).await?])
    }

    /// One that runs no scripts, and one that does.
    pub(crate) async fn open_plain_and_usual(site: &Site) -> Result<[Browser; 2]> {
        let place = Arc::new(PLACES.acquire_many(2).await?);
        let first = Browser::start(site, false, Arc::clone(&place)).await?;
        Ok([first, Browser::start(site, true, place).await?])
    }

    async fn start(
        site: &Site,
        scripts: bool,
        place: Arc<SemaphorePermit<'static>>,
    ) -> Result<Browser> {
        let profile = tempfile::tempdir()?;
        let chromedriver = Chromedriver::start()?;
        let mut wanted = DesiredCapabilities::chrome();
        for argument in ARGUMENTS {
            wanted.add_arg(argument)?;
        }
        wanted.add_arg(&format!("--user-data-dir={}", profile.path().display()))?;
        if !scripts {
            let key = "profile.managed_default_content_settings.javascript";
            wanted.add_experimental_option("prefs", json!({ key: 2 }))?;
        }
        wanted.set("goog:loggingPrefs", json!({"browser": "ALL"}))?;
        let address = format!("http://127.0.0.1:{}", chromedriver.port);
        let driver = WebDriver::new(address, wanted).await.context("chromium does not start")?;
        let base = format!("http://{}", site.address);
        let browser =
            Browser { driver, _chromedriver: chromedriver, _profile: profile, base, _place: place };
        browser.set_screen(DESK).await?;
        Ok(browser)
    }

    /// From now on the site is looked at under a name: a bare number has no passkeys.
    pub(crate) fn use_host_name(&mut self) {
        self.base = self.base.replace("127.0.0.1", "localhost");
    }

    /// Gives the browser an authenticator, with an owner who always agrees.
    pub(crate) async fn add_authenticator(&self) -> Result<()> {
        self.cdp("WebAuthn.enable", json!({})).await?;
        let options = json!({
            "protocol": "ctap2",
            "transport": "internal",
            "hasResidentKey": true,
            "hasUserVerification": true,
            "isUserVerified": true,
            "automaticPresenceSimulation": true,
        });
        self.cdp("WebAuthn.addVirtualAuthenticator", json!({ "options": options })).await?;
        Ok(())
    }

    pub(crate) async fn cdp(&self, command: &str, parameters: Value) -> Result<Value> {
        Ok(self.driver.cdp().send_raw(command, parameters).await?)
    }

    pub(crate) async fn set_screen(&self, (width, height): Screen) -> Result<()> {
        let mobile = width < 600;
        let size =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile});
        self.cdp("Emulation.setDeviceMetricsOverride", size).await?;
        Ok(())
    }

    /// Light or dark; without motion, so that a picture never catches a fade.
    pub(crate) async fn set_scheme(&self, scheme: &str) -> Result<()> {
        let features = json!([
            {"name": "prefers-color-scheme", "value": scheme},
            {"name": "prefers-reduced-motion", "value": "reduce"},
        ]);
        self.cdp("Emulation.setEmulatedMedia", json!({ "features": features })).await?;
        Ok(())
    }

    /// Signs a person in, without the form.
    pub(crate) async fn become_person(&self, person: &Person) -> Result<()> {
        self.set_cookie("merels", person.token.secret()).await
    }

    pub(crate) async fn set_cookie(&self, name: &str, value: &str) -> Result<()> {
        let cookie = json!({"name": name, "value": value, "url": self.base, "httpOnly": true});
        self.cdp("Network.setCookie", cookie).await?;
        Ok(())
    }

    pub(crate) async fn forget_cookies(&self) -> Result<()> {
        self.cdp("Network.clearBrowserCookies", json!({})).await?;
        Ok(())
    }

    pub(crate) async fn go(&self, path: &str) -> Result<()> {
        let address = format!("{}{path}", self.base);
        self.driver.goto(&address).await.with_context(|| address.clone())
    }

    pub(crate) async fn reload(&self) -> Result<()> {
        Ok(self.driver.refresh().await?)
    }

    /// The browser's present path on the site.
    pub(crate) async fn path(&self) -> Result<String> {
        Ok(self.driver.current_url().await?.path().to_owned())
    }

    /// Looks again and again until `looks` gives something. A page may change while it is looked at,
    /// so errors count only when the time is up.
    async fn wait<T>(&self, what: &str, looks: impl AsyncFn() -> Result<Option<T>>) -> Result<T> {
        let begun = Instant::now();
        loop {
            let seen = looks().await;
            if let Ok(Some(seen)) = seen {
                return Ok(seen);
            }
            if begun.elapsed() > PATIENCE {
                let test = std::thread::current().name().unwrap_or("test").replace("::", "-");
                self.keep_picture(&format!("failed-{test}")).await.ok();
                let text = self.text("main").await.unwrap_or_default();
                seen.with_context(|| format!("waiting for {what} on {text}"))?;
                bail!("waited in vain for {what} at {}; the page says: {text}", self.path().await?);
            }
            tokio::time::sleep(LOOK_AGAIN).await;
        }
    }

    pub(crate) async fn wait_for_path(&self, start: &str) -> Result<String> {
        let looks = async || Ok(Some(self.path().await?).filter(|path| path.starts_with(start)));
        self.wait(&format!("the address {start}"), looks).await
    }

    /// Waits until something that fits is shown.
    pub(crate) async fn wait_for(&self, css: &str) -> Result<WebElement> {
        self.wait(css, async || {
            let element = self.driver.find(By::Css(css)).await?;
            Ok(element.is_displayed().await?.then_some(element))
        })
        .await
    }

    pub(crate) async fn wait_until_gone(&self, css: &str) -> Result<()> {
        let gone = async || Ok((!self.shows(css).await?).then_some(()));
        self.wait(&format!("no {css}"), gone).await
    }

    /// Waits until an element says this among other things.
    pub(crate) async fn wait_for_text(&self, css: &str, text: &str) -> Result<()> {
        let says = async || Ok(self.text(css).await?.contains(text).then_some(()));
        self.wait(&format!("'{text}' in {css}"), says).await
    }

    /// Returns `true` if something that fits is shown now.
    pub(crate) async fn shows(&self, css: &str) -> Result<bool> {
        for element in self.driver.find_all(By::Css(css)).await? {
            if element.is_displayed().await? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    pub(crate) async fn text(&self, css: &str) -> Result<String> {
        Ok(self.driver.find(By::Css(css)).await?.text().await?)
    }

    pub(crate) async fn click(&self, css: &str) -> Result<()> {
        let element = self.wait_for(css).await?;
        // What lies under the bar at the foot is scrolled to, as a person does.
        let scroll = "arguments[0].scrollIntoView({ block: 'nearest' })";
        self.driver.execute(scroll, vec![element.to_json()?]).await?;
        element.click().await.with_context(|| format!("clicking {css}"))
    }

    pub(crate) async fn write(&self, css: &str, text: &str) -> Result<()> {
        let element = self.wait_for(css).await?;
        element.clear().await?;
        Ok(element.send_keys(text).await?)
    }

    /// Chooses an option by its value.
    pub(crate) async fn choose(&self, css: &str, value: &str) -> Result<()> {
        // The options of a closed list are not shown, so their list is waited for.
        self.wait_for(css).await?;
        let options = self.driver.find_all(By::Css(format!("{css} option"))).await?;
        for option in options {
            if option.prop("value").await?.as_deref() == Some(value) {
                return Ok(option.click().await?);
            }
        }
        bail!("{css} has no {value}")
    }

    /// Presses keys one after the other, wherever the focus is. Where the last one leads to another page
    /// while the driver still looks at this one, it says so, but the key is pressed.
    pub(crate) async fn keys(&self, keys: impl Into<TypingData>) -> Result<()> {
        match self.driver.action_chain().send_keys(keys).perform().await {
            Err(error) if error.to_string().contains("aborted by navigation") => Ok(()),
            done => Ok(done?),
        }
    }

    pub(crate) async fn script(&self, script: &str) -> Result<Value> {
        Ok(self.driver.execute(script, Vec::new()).await?.json().clone())
    }

    /// A script that answers later, by calling its last argument.
    pub(crate) async fn script_later(&self, script: &str) -> Result<Value> {
        Ok(self.driver.execute_async(script, Vec::new()).await?.json().clone())
    }

    /// Runs a script at the beginning of every page from the next one on.
    pub(crate) async fn run_on_every_page(&self, script: &str) -> Result<()> {
        self.cdp("Page.addScriptToEvaluateOnNewDocument", json!({ "source": script })).await?;
        Ok(())
    }

    /// Waits until a script gives something.
    pub(crate) async fn wait_for_value(&self, script: &str) -> Result<Value> {
        let looks = async || Ok(Some(self.script(script).await?).filter(|value| !value.is_null()));
        self.wait(script, looks).await
    }

    /// Returns `true` if the page is wider than the screen.
    pub(crate) async fn scrolls_sideways(&self) -> Result<bool> {
        let wider = "return document.documentElement.scrollWidth > innerWidth";
        Ok(self.script(wider).await? == true)
    }

    /// The browser's complaints since it was asked last.
    pub(crate) async fn complaints(&self) -> Result<Vec<String>> {
        let entries = self.driver.browser_log().await?;
        Ok(entries.into_iter().map(|entry| format!("{entry:?}")).collect())
    }

    /// Keeps what the screen shows.
    pub(crate) async fn keep_picture(&self, name: &str) -> Result<()> {
        let folder = pictures();
        std::fs::create_dir_all(&folder)?;
        Ok(self.driver.screenshot(&folder.join(format!("{name}.png"))).await?)
    }
}

/// A picture for a page of the docs.
impl Browser {
    /// The picture of the screen, smaller, as WebP.
    pub(crate) async fn small_picture(&self, (width, height): Screen) -> Result<Vec<u8>> {
        let clip = json!({"x": 0, "y": 0, "width": width, "height": height, "scale": 0.6});
        let how = json!({"format": "webp", "quality": 75, "clip": clip});
        let answer = self.cdp("Page.captureScreenshot", how).await?;
        let data = answer["data"].as_str().context("a picture")?;
        Ok(BASE64.decode(data.as_bytes())?)
    }
}

/// The folder of pictures: `screenshots` in the folder of all that is built.
fn pictures() -> PathBuf {
    let made = Path::new(env!("CARGO_TARGET_TMPDIR"));
    made.parent().unwrap_or(made).join("screenshots")
}

/// The turn in the making, as the server knows it.
const DRAFT: &str = "
    const done = arguments[arguments.length - 1];
    fetch(location.href, { headers: { accept: 'application/json' } })
        .then((answer) => answer.json())
        .then(({ draft }) => done(draft), () => done(null));";

/// Writes down every happening: when it was told, and what.
const LISTEN: &str = "
    window.told = [];
    document.addEventListener('merels:happening', ({ detail }) => window.told.push({
        at: performance.now(), phase: detail.phase, kind: detail.type, side: detail.side ?? null }));";

/// A happening as the page told it.
#[derive(Clone, Debug, serde::Deserialize)]
pub(crate) struct Told {
    pub(crate) at: f64,
    pub(crate) phase: String,
    pub(crate) kind: String,
    pub(crate) side: Option<String>,
}

/// On the board.
impl Browser {
    /// Waits until the board can be played on.
    pub(crate) async fn wait_for_board(&self) -> Result<()> {
        self.wait_for("#board .spot").await.map(drop)
    }

    pub(crate) async fn spot(&self, name: &str) -> Result<WebElement> {
        self.wait_for(&format!("#board [data-spot=\"{name}\"]")).await
    }

    pub(crate) async fn press(&self, spot: &str) -> Result<()> {
        let spot = self.spot(spot).await?;
        Ok(self.driver.action_chain().move_to_element_center(&spot).click().perform().await?)
    }

    pub(crate) async fn double_press(&self, spot: &str) -> Result<()> {
        let spot = self.spot(spot).await?;
        Ok(self.driver.action_chain().double_click_element(&spot).perform().await?)
    }

    /// Holds the pointer over a spot.
    pub(crate) async fn hover(&self, spot: &str) -> Result<()> {
        let spot = self.spot(spot).await?;
        Ok(self.driver.action_chain().move_to_element_center(&spot).perform().await?)
    }

    /// Clicks into the middle of the board, where no spot is.
    pub(crate) async fn press_the_middle(&self) -> Result<()> {
        let board = self.wait_for("#board svg").await?;
        Ok(self.driver.action_chain().move_to_element_center(&board).click().perform().await?)
    }

    pub(crate) async fn drag(&self, from: &str, to: &str) -> Result<()> {
        let (from, to) = (self.spot(from).await?, self.spot(to).await?);
        Ok(self.driver.action_chain().drag_and_drop_element(&from, &to).perform().await?)
    }

    /// Plays a turn such as `d6-d5xa1` by clicks as soon as it is this side's turn.
    pub(crate) async fn play(&self, turn: &str) -> Result<()> {
        self.wait_for_turn().await?;
        for spot in turn.split(['-', 'x']) {
            self.press(spot).await?;
        }
        Ok(())
    }

    /// Makes a turn on a board where anybody may.
    pub(crate) async fn play_on_the_analysis_board(&self, turn: &str) -> Result<()> {
        for spot in turn.split(['-', 'x']) {
            self.press(spot).await?;
        }
        Ok(())
    }

    /// On Home: wants to play with the next person who comes.
    pub(crate) async fn seek_somebody(&self) -> Result<()> {
        self.click("#chooser label:has(input[value=anybody])").await?;
        self.click("#chooser button.primary").await
    }

    /// Keeps every happening that the page tells, from the next page on.
    pub(crate) async fn listen_to_happenings(&self) -> Result<()> {
        self.run_on_every_page(LISTEN).await
    }

    /// The happenings on this page so far.
    pub(crate) async fn happenings(&self) -> Result<Vec<Told>> {
        Ok(serde_json::from_value(self.script("return window.told").await?)?)
    }

    /// Waits until something of this type has happened so often.
    pub(crate) async fn wait_for_happening(&self, kind: &str, count: usize) -> Result<()> {
        let ended = |told: &&Told| told.kind == kind && told.phase == "end";
        let looks = async || {
            let told = self.happenings().await?;
            Ok((told.iter().filter(ended).count() >= count).then_some(()))
        };
        self.wait(&format!("{count} times '{kind}'"), looks).await
    }

    /// Waits until the person is to move.
    pub(crate) async fn wait_for_turn(&self) -> Result<()> {
        self.wait_for_text("#status", "Your turn").await
    }

    /// Waits until the server keeps this as the turn that still owes its removal.
    pub(crate) async fn wait_for_draft(&self, draft: &str) -> Result<()> {
        let kept = async || Ok((self.script_later(DRAFT).await? == draft).then_some(()));
        self.wait(&format!("the draft {draft}"), kept).await
    }

    pub(crate) async fn wait_for_log(&self, sentence: &str) -> Result<()> {
        self.wait_for_text("#log", sentence).await
    }
}
