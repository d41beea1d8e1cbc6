//! The looks of pages, their weight, and their use for everybody.

use anyhow::{Context, Result, ensure};
use merels_rules::GameId;
use serde_json::Value;

use crate::driver::{Browser, DESK, OLD_PHONE, PHONE};
use crate::site::{Person, Seat, Site};

/// One page and who looks at it.
pub(crate) struct View<'a> {
    pub(crate) name: String,
    pub(crate) path: String,
    pub(crate) person: Option<&'a Person>,
}

/// Finds what keeps people from using the page; an empty list is the wish.
const AXE: &str = "
    const done = arguments[arguments.length - 1];
    axe.run(document, { resultTypes: ['violations'] }).then(
        ({ violations }) => done(violations.map((v) =>
            `${v.id}: ${v.nodes.map((n) => `${n.target} (${n.failureSummary})`).join('; ')}`)),
        (error) => done([String(error)]));";

pub(crate) fn axe_source() -> Result<String> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/node_modules/axe-core/axe.min.js");
    std::fs::read_to_string(path).context("axe-core is missing: run `npm ci` in web/")
}

/// Every kind of page, with games in every phase.
pub(crate) async fn views<'a>(
    site: &Site,
    ada: &'a Person,
    bert: &'a Person,
) -> Result<Vec<View<'a>>> {
    let view = |name: &str, path: &str, person| {
        let (name, path) = (name.to_owned(), path.to_owned());
        View { name, path, person }
    };
    let mut views = vec![
        view("first", "/", None),
        view("first-member", "/play", Some(ada)),
        view("first-nimble", "/?game=nimble", None),
        view("first-mingmang", "/?game=mingmang&size=5", None),
        view("lesson", "/learn/nine/2", None),
        view("lesson-nimble", "/learn/nimble", None),
        view("sign-up", "/signup", None),
        view("login", "/login", None),
        view("rules", "/rules", None),
        view("friend", "/friend", None),
        view("ratings", "/ratings", None),
        view("fairplay", "/fairplay", None),
        view("variants", "/variants?board=nine&misere=on", None),
        view("atlas", "/atlas", None),
        view("analysis", "/analysis?tree=d6.d2.f4~d6.b4&at=d6.d2&marks=d6-f4.b2", None),
        view("analysis-moving", "/analysis?position=WWWxxxxxxBxxBWxxBxBxBxxW+w+0+0&line=1", None),
        view("analysis-mingmang", "/analysis?game=mingmang&position=xoo/x.o/xxo+w", None),
        view("analysis-nimble", "/analysis?game=nimble&position=0,0,1,2+1", None),
        view("setup", "/analysis/setup?game=nine", None),
        view("openings", "/openings/nine?at=d6", None),
        view("puzzles", "/puzzles", None),
        view("puzzle", "/puzzles/six/7", None),
        view("run", "/puzzles/six/run", None),
        view("no-page", "/nothing", None),
    ];
    for game in GameId::ALL.map(GameId::id) {
        views.push(view(&format!("rules-{game}"), &format!("/rules/{game}"), None));
        let path = site.game_of(game, "", [ada, bert]).await?;
        views.push(view(&format!("game-{game}"), &path, Some(ada)));
    }
    let flying = "WWxxxxxxxxxxxWxxxxBxBxxB w 0 0 0";
    let path = site.game_of("nine", flying, [ada, bert]).await?;
    views.push(view("game-flying", &path, Some(ada)));
    let path = site.game("nine", "", Seat::Person(ada), Seat::Computer("3")).await?;
    views.push(view("game-computer", &path, Some(ada)));
    views.push(view("game-watched", &path, None));
    let path_by_days = site.game_by_days([ada, bert]).await?;
    views.push(view("game-days", &path_by_days, Some(ada)));
    views.push(view("own-page", "/about/imprint", None));
    views.push(view("home", "/home", Some(ada)));
    views.push(view("account", "/account", Some(ada)));
    views.push(view("programs", "/account/programs", Some(ada)));
    views.push(view("api", "/api", None));
    // An operator with a second factor, and one who is asked for it.
    for operator in [ada, bert] {
        site.store.accounts().set_operator(&operator.id, true).await?;
        // With other rights one comes in anew.
        let until = jiff::Timestamp::now() + jiff::SignedDuration::from_hours(1);
        site.store
            .accounts()
            .start_session(operator.token.id(), operator.id.clone(), until)
            .await?;
    }
    site.store.accounts().strengthen_session(&ada.token.id(), jiff::Timestamp::now()).await?;
    site.store
        .accounts()
        .report_name(&site.player(bert).await?, &ada.id, jiff::Timestamp::now())
        .await?;
    views.push(view("operator", "/operator", Some(ada)));
    views.push(view("second-factor", "/operator", Some(bert)));
    views.push(view("forgot", "/forgot", None));
    views.push(view("recover", "/recover", None));
    views.push(view("passkey-login", "/login/passkey", None));
    views.push(view("lobby", "/lobby", Some(ada)));
    views.push(view("lobby-visitor", "/lobby", None));
    views.push(view("people", "/people", Some(ada)));
    views.push(view("arenas", "/arenas", Some(ada)));
    views.push(view("arena", &site.arena(ada).await?, Some(ada)));
    let invitation = site.invitation(ada).await?;
    views.push(view("invitation-host", &invitation, Some(ada)));
    views.push(view("invitation", &invitation, None));
    views.push(view("replay", &format!("{path}/replay"), None));
    let path = site.finished_game(ada, bert).await?;
    views.push(view("review", &format!("{path}/review"), None));
    views.push(view("review-mistake", &format!("{path}/review?ply=2"), Some(bert)));
    let record = "%5BGame%20%22three%22%5D%0A%0A1.%20a1%20b1%202.%20a2%20b2%203.%20a3%201-0";
    views.push(view("import", "/import", None));
    views.push(view("import-wrong", "/import?record=nonsense", None));
    views.push(view("import-replay", &format!("/import?record={record}&ply=5"), None));
    for _ in 0..3 {
        site.rated_game("nine", [ada, bert]).await?;
    }
    views.push(view("profile", "/player/Ada", None));
    views.push(view("games", "/player/Ada/games", Some(ada)));
    let running = site.game_of("nine", "", [ada, bert]).await?;
    site.play(&running, &["d6", "d2"]).await?;
    views.push(view("watch", "/watch", None));
    views.push(view("first-best", "/", None));
    Ok(views)
}

/// A replay's log stands at the step that is shown, every other at its end.
const LAST_LINE_OF_THE_LOG_IS_SEEN: &str = "
    const line = document.querySelector('main:not(.replay) #log li:last-child');
    const box = line?.closest('.log').getBoundingClientRect();
    return !line || line.getBoundingClientRect().bottom <= box.bottom + 1;";

/// Looks at the page as it is now, light and dark, large and small.
pub(crate) async fn look_at(browser: &Browser, name: &str, axe: &str) -> Result<()> {
    browser.script(axe).await?;
    let looks = [("desk", DESK), ("phone", PHONE)].into_iter();
    let looks =
        looks.flat_map(|(size, screen)| ["light", "dark"].map(|scheme| (scheme, screen, size)));
    for (scheme, screen, size) in looks {
        browser.set_screen(screen).await?;
        browser.set_scheme(scheme).await?;
        browser.keep_picture(&format!("{name}-{size}-{scheme}")).await?;
        let found = browser.script_later(AXE).await?;
        ensure!(found == Value::Array(Vec::new()), "{name}, {scheme}, {size}: {found:#}");
        ensure!(!browser.scrolls_sideways().await?, "{name} is wider than the screen of a {size}");
        let told = browser.script(LAST_LINE_OF_THE_LOG_IS_SEEN).await?;
        ensure!(told == true, "the log of {name} hides its end on a {size}");
        if name.starts_with("game-") && screen == DESK {
            let tall = browser.script(TALLER_THAN_THE_SCREEN).await?;
            ensure!(tall == false, "{name} is taller than the screen of a {size}");
        }
    }
    browser.set_screen(DESK).await?;
    browser.set_scheme("light").await
}

const TALLER_THAN_THE_SCREEN: &str = "return document.documentElement.scrollHeight > innerHeight";

#[tokio::test(flavor = "multi_thread")]
async fn everybody_can_use_every_page() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let axe = axe_source()?;
    let (ada, bert) = (site.person("Ada").await?, site.person("Bert").await?);
    let browser = Browser::open(&site).await?;
    for View { name, path, person } in views(&site, &ada, &bert).await? {
        browser.forget_cookies().await?;
        if let Some(person) = person {
            browser.become_person(person).await?;
        }
        browser.go(&path).await?;
        browser.wait_for("main").await?;
        look_at(&browser, &name, &axe).await.context(path)?;
    }
    let complaints = browser.complaints().await?;
    // The page that does not exist, the record that cannot be read and the operator who is asked for
    // more are all to complain about.
    let refused = ["/nothing - ", "record=nonsense - ", "/operator - "];
    let expected = |entry: &String| refused.iter().any(|page| entry.contains(page));
    ensure!(complaints.iter().all(expected), "{complaints:#?}");
    Ok(())
}

/// German words are longer: on a phone they must fit, and everything must still be named.
#[tokio::test(flavor = "multi_thread")]
async fn everybody_can_use_every_page_in_german() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let axe = axe_source()?;
    let (ada, bert) = (site.person("Ada").await?, site.person("Bert").await?);
    let browser = Browser::open(&site).await?;
    browser.set_screen(PHONE).await?;
    for View { name, path, person } in views(&site, &ada, &bert).await? {
        browser.forget_cookies().await?;
        if let Some(person) = person {
            browser.become_person(person).await?;
        }
        browser.set_cookie("merels-language", "de").await?;
        browser.go(&path).await?;
        browser.wait_for("html[lang=de] main").await?;
        browser.script(&axe).await?;
        browser.keep_picture(&format!("{name}-phone-de")).await?;
        let found = browser.script_later(AXE).await?;
        ensure!(found == Value::Array(Vec::new()), "{name}: {found:#}");
        ensure!(!browser.scrolls_sideways().await?, "{name} is wider than the screen of a phone");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_can_use_the_pages_in_between() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let axe = axe_source()?;
    let (ada, bert) = (site.person("Ada").await?, site.person("Bert").await?);
    let browser = Browser::open(&site).await?;
    browser.go("/signup").await?;
    browser.write("#email", "ada").await?;
    browser.click("form.card button").await?;
    browser.wait_for("#email-error").await?;
    look_at(&browser, "sign-up-refused", &axe).await?;
    browser.become_person(&ada).await?;
    browser.go("/home").await?;
    look_at(&browser, "home-first", &axe).await?;
    browser.seek_somebody().await?;
    browser.wait_for("#invite").await?;
    look_at(&browser, "waiting", &axe).await?;

    let start = "WWxxxxxxxxxxxxxxxxxxxxBB w 7 7 0";
    let game = site.game_of("nine", start, [&ada, &bert]).await?;
    browser.go(&game).await?;
    browser.play("g1").await?;
    browser.wait_for("#board .takeable").await?;
    look_at(&browser, "game-mill", &axe).await?;
    browser.press("d7").await?;
    browser.wait_for_log("takes d7").await?;
    browser.click("form[data-do=draw] button").await?;
    browser.wait_for_log("proposes a draw").await?;
    browser.become_person(&bert).await?;
    browser.go(&game).await?;
    browser.wait_for("form[data-do=drawrespond]").await?;
    look_at(&browser, "game-draw-proposed", &axe).await?;
    browser.click("#actions summary").await?;
    look_at(&browser, "game-forfeit-asked", &axe).await?;
    browser.click("form[data-do=forfeit] button").await?;
    browser.wait_for(".verdict").await?;
    look_at(&browser, "game-end", &axe).await
}

/// The controls that are not wholly on the screen, without scrolling.
const OUT_OF_SIGHT: &str = "
    return [...document.querySelectorAll('#board .board, .panel button, .panel select, .panel summary, .panel input')]
        .filter((e) => e.type !== 'hidden' && e.checkVisibility())
        .filter((e) => { const r = e.getBoundingClientRect();
            return r.top < 0 || r.left < 0 || r.bottom > innerHeight || r.right > innerWidth; })
        .map((e) => `${e.tagName} ${e.textContent.trim() || e.name} ends at ${e.getBoundingClientRect().bottom}`);";

#[tokio::test(flavor = "multi_thread")]
async fn on_a_phone_every_control_is_in_sight() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let (ada, bert) = (site.person("Ada").await?, site.person("Bert").await?);
    let flying = "WWxxxxxxxxxxxWxxxxBxBxxB w 0 0 0";
    let browser = Browser::open(&site).await?;
    browser.set_screen(PHONE).await?;
    for language in ["en", "de"] {
        browser.forget_cookies().await?;
        browser.set_cookie("merels-language", language).await?;
        let offered = site.game_of("nine", flying, [&ada, &bert]).await?;
        browser.become_person(&bert).await?;
        browser.go(&offered).await?;
        browser.wait_for_board().await?;
        browser.click("form[data-do=draw] button").await?;
        browser.wait_for("form[data-do=draw] button[disabled]").await?;
        browser.become_person(&ada).await?;
        for (game, start) in [("nine", ""), ("lasker", ""), ("mingmang", ""), ("nimble", "")] {
            browser.go(&site.game_of(game, start, [&ada, &bert]).await?).await?;
            in_sight(&browser, &format!("{game}-{language}")).await?;
            browser.set_screen(OLD_PHONE).await?;
            in_sight(&browser, &format!("{game}-{language}-old")).await?;
            browser.set_screen(PHONE).await?;
        }
        browser.go(&offered).await?;
        browser.wait_for("form[data-do=drawrespond]").await?;
        in_sight(&browser, &format!("offered-{language}")).await?;
        browser.click("#actions summary").await?;
        in_sight(&browser, &format!("forfeit-{language}")).await?;
        browser.click("form[data-do=forfeit] button").await?;
        browser.wait_for(".verdict").await?;
        in_sight(&browser, &format!("end-{language}")).await?;
    }
    Ok(())
}

/// The note pushed the buttons of the question below the edge of the screen.
#[tokio::test(flavor = "multi_thread")]
async fn on_a_phone_every_control_is_in_sight_while_the_opponent_is_away() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let (ada, bert) = (site.person("Ada").await?, site.person("Bert").await?);
    let browser = Browser::open(&site).await?;
    browser.set_screen(PHONE).await?;
    for language in ["en", "de"] {
        browser.forget_cookies().await?;
        browser.set_cookie("merels-language", language).await?;
        let game = site.game_of("nine", "", [&ada, &bert]).await?;
        browser.become_person(&bert).await?;
        browser.go(&game).await?;
        browser.wait_for_board().await?;
        browser.click("form[data-do=draw] button").await?;
        browser.wait_for("form[data-do=draw] button[disabled]").await?;
        browser.become_person(&ada).await?;
        browser.go(&game).await?;
        browser.wait_for("#absence:not([hidden])").await?;
        in_sight(&browser, &format!("away-{language}")).await?;
        browser.click("#actions summary").await?;
        in_sight(&browser, &format!("away-forfeit-{language}")).await?;
        browser.script(CLAIM).await?;
        in_sight(&browser, &format!("away-claim-{language}")).await?;
    }
    Ok(())
}

/// Shows what is offered after an hour of absence.
const CLAIM: &str = "
    const view = JSON.parse(document.querySelector('#view').textContent);
    const away = { white: 1, black: 1, [view.you]: null };
    document.dispatchEvent(new CustomEvent('merels:view', { detail: { ...view, away, claimFrom: 1 } }));";

/// Once the next level was offered just below the edge of the screen.
#[tokio::test(flavor = "multi_thread")]
async fn on_a_phone_the_next_level_is_in_sight_after_a_win() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let ada = site.person("Ada").await?;
    let browser = Browser::open(&site).await?;
    browser.set_screen(PHONE).await?;
    browser.become_person(&ada).await?;
    for language in ["en", "de"] {
        browser.set_cookie("merels-language", language).await?;
        let (game, winning) = site.almost_won(&ada, "2").await?;
        browser.go(&game).await?;
        browser.wait_for_board().await?;
        for spot in winning.split(['-', 'x']) {
            browser.press(spot).await?;
        }
        // The second win in a row has one more thing to say.
        browser.wait_for("#result .record").await?;
        browser.wait_for("#result form[action=\"/play\"] button").await?;
        in_sight(&browser, &format!("next-level-{language}")).await?;
    }
    Ok(())
}

async fn in_sight(browser: &Browser, name: &str) -> Result<()> {
    browser.wait_for_board().await?;
    browser.keep_picture(&format!("phone-{name}")).await?;
    let hidden = browser.script(OUT_OF_SIGHT).await?;
    ensure!(hidden == Value::Array(Vec::new()), "out of sight in {name}: {hidden:#}");
    ensure!(!browser.scrolls_sideways().await?, "{name} scrolls sideways");
    Ok(())
}

/// Once the mark under the pointer lay over the cross of the man that was just taken.
#[tokio::test(flavor = "multi_thread")]
async fn the_hover_mark_does_not_hide_the_cross_of_a_taken_man() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let (ada, bert) = (site.person("Ada").await?, site.person("Bert").await?);
    let start = "WWxxxxxxxxxxxxxxxxxxxxBB w 7 7 0";
    let game = site.game_of("nine", start, [&ada, &bert]).await?;
    let browser = Browser::open(&site).await?;
    browser.become_person(&ada).await?;
    browser.go(&game).await?;
    browser.play("g1xg7").await?;
    browser.wait_for_log("takes g7").await?;
    browser.become_person(&bert).await?;
    browser.go(&game).await?;
    browser.wait_for_turn().await?;
    browser.hover("g7").await?;
    browser.wait_for("#board [data-spot=g7].possible.left").await?;
    let fill =
        "return getComputedStyle(document.querySelector('#board [data-spot=g7] .target')).fill";
    ensure!(
        browser.script(fill).await? == "none",
        "the mark is filled: {}",
        browser.script(fill).await?
    );
    // Where nothing was taken it is.
    browser.hover("a4").await?;
    let fill = fill.replace("g7", "a4");
    ensure!(browser.script(&fill).await? != "none");
    Ok(())
}

/// Once the board was framed in black after a click between its points.
#[tokio::test(flavor = "multi_thread")]
async fn no_rectangle_stands_round_the_board_after_a_click_into_its_middle() -> Result<()> {
    const FRAMED: &str = "
        return [...document.querySelectorAll('#board, #board svg, #board svg *')]
            .filter((e) => getComputedStyle(e).outlineStyle !== 'none' || getComputedStyle(e).userSelect !== 'none' && e.matches('svg'))
            .map((e) => `${e.tagName} ${getComputedStyle(e).outline}`);";
    let Some(site) = Site::start().await? else { return Ok(()) };
    let browser = Browser::open(&site).await?;
    for game in ["nine", "three", "mingmang"] {
        browser.go(&format!("/?game={game}&colour=white")).await?;
        browser.wait_for_board().await?;
        browser.press_the_middle().await?;
        browser.press_the_middle().await?;
        let framed = browser.script(FRAMED).await?;
        ensure!(framed == Value::Array(Vec::new()), "{game}: {framed:#}");
    }
    Ok(())
}
