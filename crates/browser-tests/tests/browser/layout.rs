//! The places of things on screens of every shape: nothing lies over anything else, nothing jumps.

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::driver::{Browser, DESK, OLD_PHONE, PHONE, SMALLEST, Screen};
use crate::site::{Seat, Site};

/// Phones on their side, and laptops whose pages are enlarged.
const LOW: [Screen; 4] = [(844, 390), (667, 375), (640, 400), (1093, 500)];

/// Faults in the places of the board, the seats and the panel; nothing if all is well.
const CRAMPED: &str = "
    const place = (element) => element.getBoundingClientRect();
    const over = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
        && one.top < other.bottom - 1 && other.top < one.bottom - 1;
    const board = place(document.querySelector('#board'));
    const seats = [...document.querySelectorAll('.seat')].map(place);
    const panel = place(document.querySelector('.panel'));
    const strip = document.querySelector('#board .strip') !== null;
    return [
        over(board, panel) && 'the board lies over the panel',
        seats.some((seat) => over(seat, panel) || over(seat, board)) && 'a seat lies over something',
        seats.some((seat) => seat.left < 0 || seat.right > innerWidth) && 'a seat is cut off',
        seats.some((seat) => seat.height > 140) && 'a seat is a column of letters',
        board.width < 180 && 'the board is tiny',
        !strip && board.bottom > innerHeight && 'the board ends below the screen',
        document.documentElement.scrollWidth > innerWidth && 'the page scrolls sideways',
    ].filter(Boolean).join(', ');";

#[tokio::test(flavor = "multi_thread")]
async fn on_a_phone_on_its_side_board_seats_and_panel_stand_beside_each_other() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let (ada, bert) = (site.person("Ada Augusta").await?, site.person("Bert").await?);
    let nine = site.game_of("nine", "", [&ada, &bert]).await?;
    let nimble = site.game_of("nimble", "", [&ada, &bert]).await?;
    let browser = Browser::open(&site).await?;
    let look = async |path: &str, screen: Screen| -> Result<()> {
        browser.set_screen(screen).await?;
        browser.go(path).await?;
        browser.wait_for_board().await?;
        let cramped = browser.script(CRAMPED).await?;
        ensure!(cramped == "", "{path} at {screen:?}: {cramped}");
        Ok(())
    };
    for screen in LOW {
        for path in ["/", "/learn/nine", "/puzzles/daily", "/analysis?game=six"] {
            look(path, screen).await?;
        }
    }
    browser.become_person(&ada).await?;
    for screen in LOW {
        for path in [&nine, &nimble] {
            look(path, screen).await?;
        }
    }
    Ok(())
}

/// Once a name beside a clock was a column of letters.
#[tokio::test(flavor = "multi_thread")]
async fn seats_fit_phones_with_and_without_clocks() -> Result<()> {
    const BAD: &str = "return [...document.querySelectorAll('.seat, .seat *')].filter((part) => {
        const { left, right, height } = part.getBoundingClientRect();
        return left < 0 || right > innerWidth || height > 60;
    }).map((part) => part.className).join(', ')";
    let Some(site) = Site::start().await? else { return Ok(()) };
    let (ada, bert) = (site.person("Ada").await?, site.person("Bert").await?);
    let plain = site.game("nine", "", Seat::Person(&ada), Seat::Computer("2")).await?;
    let by_days = site.game_by_days([&ada, &bert]).await?;
    let browser = Browser::open(&site).await?;
    browser.become_person(&ada).await?;
    browser.set_cookie("merels-language", "de").await?;
    for screen in [SMALLEST, PHONE, (390, 844)] {
        browser.set_screen(screen).await?;
        for game in [&plain, &by_days] {
            browser.go(game).await?;
            browser.wait_for_board().await?;
            let bad = browser.script(BAD).await?;
            ensure!(bad == "", "{bad} stick out at {screen:?}");
        }
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_board_stays_where_it_is_whosever_turn_it_is() -> Result<()> {
    const TOPS: &str = "
        const seats = [...document.querySelectorAll('.seat')];
        return [0, 1].map((turn) => {
            seats.forEach((seat, at) => seat.setAttribute('aria-current', String(at === turn)));
            return document.querySelector('#board').getBoundingClientRect().top;
        }).map(Math.round);";
    let Some(site) = Site::start().await? else { return Ok(()) };
    let ada = site.person("Ada Augusta King").await?;
    let game = site.game("nine", "", Seat::Person(&ada), Seat::Computer("2")).await?;
    let browser = Browser::open(&site).await?;
    browser.become_person(&ada).await?;
    for width in (PHONE.0..=430).step_by(10) {
        browser.set_screen((width, 844)).await?;
        browser.go(&game).await?;
        browser.wait_for_board().await?;
        let tops = browser.script(TOPS).await?;
        ensure!(tops[0] == tops[1], "{tops} with {width} pixels");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn numbers_can_be_read_where_they_are_chosen() -> Result<()> {
    const NARROW: &str = "return [...document.querySelectorAll('.chooser input')]
        .filter((field) => field.checkVisibility() && !['radio', 'checkbox'].includes(field.type))
        .filter((field) => field.clientWidth < 60).map((field) => field.name).join(', ')";
    let Some(site) = Site::start().await? else { return Ok(()) };
    let browser = Browser::open(&site).await?;
    for game in ["mingmang", "nimble"] {
        browser.go(&format!("/?game={game}")).await?;
        browser.wait_for_board().await?;
        browser.wait_for(&format!(".only.{game} input")).await?;
        let narrow = browser.script(NARROW).await?;
        ensure!(narrow == "", "{narrow} cannot be read in {game}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn log_in_shows_its_card_at_once() -> Result<()> {
    const IN_SIGHT: &str = "
        const { top, bottom } = document.querySelector('#email').getBoundingClientRect();
        const seen = document.activeElement.id === 'email' && top >= 0 && bottom <= innerHeight;
        return seen || null;";
    let Some(site) = Site::start().await? else { return Ok(()) };
    let browser = Browser::open(&site).await?;
    for screen in [DESK, PHONE, LOW[0]] {
        browser.set_screen(screen).await?;
        browser.go("/").await?;
        browser.wait_for_board().await?;
        browser.click("#login summary").await?;
        browser.wait_for("#email").await?;
        browser.go("/login").await?;
        browser.wait_for_board().await?;
        browser.wait_for_value(IN_SIGHT).await?;
    }
    Ok(())
}

/// Things that are cut off at the right of the analysis panel, or scroll in it by themselves.
const CLIPPED: &str = "
    const panel = document.querySelector('#panel');
    const parts = [panel, ...panel.querySelectorAll('*')].filter((e) => e.checkVisibility());
    const right = Math.min(innerWidth, panel.getBoundingClientRect().right) + 1;
    return parts.filter((e) => e.getBoundingClientRect().right > right
        || (e.scrollHeight > e.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(e).overflowY)))
        .map((e) => e.outerHTML.slice(0, 90));";

/// Once the selector of a level was cut off, and two of sixteen moves hid in a list that scrolled.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_in_the_analysis_panel_is_clipped_or_scrolls_by_itself() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let browser = Browser::open(&site).await?;
    let pages = [
        ("six", "game=six"),
        ("flying", "game=nine&position=WWxxxxxxxxxxxWxxxxBxBxxB+w+0+0"),
        ("tree", "game=nine&tree=d6.d2.f4.b4.d7.d1.a7.g1~d6.b4&at=d6.d2&line=1"),
        ("mingmang", "game=mingmang&line=1"),
    ];
    for (screen, size) in [(DESK, "desk"), ((390, 844), "phone")] {
        browser.set_screen(screen).await?;
        for (name, query) in pages {
            browser.go(&format!("/analysis?{query}")).await?;
            browser.wait_for_board().await?;
            browser.keep_picture(&format!("analysis-{name}-{size}")).await?;
            let clipped = browser.script(CLIPPED).await?;
            ensure!(clipped == Value::Array(Vec::new()), "{query} on a {size}: {clipped:#}");
        }
    }
    Ok(())
}

/// Once they were as wide as the page allowed.
#[tokio::test(flavor = "multi_thread")]
async fn the_little_boards_before_puzzles_and_rules_are_little() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let browser = Browser::open(&site).await?;
    for screen in [DESK, PHONE] {
        browser.set_screen(screen).await?;
        for path in ["/puzzles", "/rules"] {
            browser.go(path).await?;
            browser.wait_for(".emblem").await?;
            let widest = browser
                .script(
                    "return Math.max(...[...document.querySelectorAll('.emblem')]
                        .map((e) => e.getBoundingClientRect().width))",
                )
                .await?;
            let widest = widest.as_f64().context("no width")?;
            ensure!((48.0..=112.0).contains(&widest), "{path}: {widest} wide");
        }
    }
    Ok(())
}

/// The lines that the places take, how many they are, whether the current one is marked and puzzles are
/// among them; and what of the bar sticks out.
const PLACES: &str = "
    const links = [...document.querySelectorAll('#nav a, .places a')].filter((e) => e.checkVisibility());
    const lines = new Set(links.map((e) => Math.round(e.getBoundingClientRect().top)));
    const puzzles = (e) => e.getAttribute('href') === '/puzzles';
    const marked = links.filter((e) => e.hasAttribute('aria-current')).length;
    const out = [...document.querySelectorAll('.bar > *')].filter((e) => e.getBoundingClientRect().right > innerWidth);
    return [lines.size, links.length, marked, links.some(puzzles), out.length];";

#[tokio::test(flavor = "multi_thread")]
async fn everybody_finds_the_same_five_places_in_one_line() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let ada = site.person("Ada").await?;
    let browser = Browser::open(&site).await?;
    for (screen, person, language) in [
        (DESK, None, "en"),
        (PHONE, None, "en"),
        (OLD_PHONE, None, "en"),
        (OLD_PHONE, None, "de"),
        (OLD_PHONE, Some(&ada), "de"),
        (LOW[2], Some(&ada), "de"),
        (DESK, Some(&ada), "de"),
    ] {
        browser.set_screen(screen).await?;
        browser.forget_cookies().await?;
        browser.set_cookie("merels-language", language).await?;
        if let Some(person) = person {
            browser.become_person(person).await?;
        }
        browser.go("/puzzles").await?;
        browser.wait_for("main").await?;
        let (wide, new) = (screen.0, person.is_none());
        browser.keep_picture(&format!("places-{wide}-{language}-{new}")).await?;
        let found = browser.script(PLACES).await?;
        ensure!(found == serde_json::json!([1, 5, 1, true, 0]), "{wide} {language} {new}: {found}");
        ensure!(!browser.scrolls_sideways().await?, "{wide} {language}");
    }
    Ok(())
}

/// Once it was 192 pixels wide on a screen of 320 by 480.
#[tokio::test(flavor = "multi_thread")]
async fn the_board_is_wide_on_the_smallest_phone() -> Result<()> {
    const WIDTH: &str = "return document.querySelector('#board svg').getBoundingClientRect().width";
    let Some(site) = Site::start().await? else { return Ok(()) };
    let (ada, bert) = (site.person("Ada").await?, site.person("Bert").await?);
    let browser = Browser::open(&site).await?;
    browser.set_screen(SMALLEST).await?;
    let game = site.game_of("nine", "", [&ada, &bert]).await?;
    for (path, person) in [("/", None), ("/learn/nine", None), (&game, Some(&ada))] {
        if let Some(person) = person {
            browser.become_person(person).await?;
        }
        browser.go(path).await?;
        browser.wait_for_board().await?;
        browser.keep_picture(&format!("smallest{}", path.replace('/', "-"))).await?;
        let width = browser.script(WIDTH).await?.as_f64().context("no width")?;
        ensure!(width >= 270.0, "{path}: {width} pixels");
        ensure!(!browser.scrolls_sideways().await?, "{path} scrolls sideways");
    }
    Ok(())
}

/// Once the dot of the last move stood beside a board on which nobody had moved yet.
#[tokio::test(flavor = "multi_thread")]
async fn a_board_before_its_first_move_has_no_dot_of_the_last() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let browser = Browser::open(&site).await?;
    browser.go("/puzzles/six/run").await?;
    browser.wait_for_board().await?;
    let dots = browser.script("return document.querySelectorAll('#board .landed').length").await?;
    ensure!(dots == 0, "{dots} dots");
    Ok(())
}
