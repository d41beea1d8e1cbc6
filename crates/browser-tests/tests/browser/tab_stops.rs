//! Tab goes from one thing that can be used to the next, and nowhere else.

use anyhow::{Context, Result, ensure};
use serde_json::Value;
use thirtyfour::prelude::Key;

use crate::driver::{Browser, DESK, PHONE};
use crate::site::{Person, Seat, Site};

/// More stops than any page has.
const MOST: usize = 90;

/// Faults of the stop that has the focus now, its name first; null after the last one.
const STOP: &str = "
    const e = document.activeElement;
    if (!e || e === document.body || e === document.documentElement) return null;
    const box = e.getBoundingClientRect();
    const labels = [...(e.labels ?? [])].map((l) => l.textContent).join();
    const name = (e.getAttribute('aria-label') || labels || e.textContent || e.value || '').trim();
    const marked = [e, e.closest('label'), e.querySelector('.focus')].some((m) => m
        && (getComputedStyle(m).outlineStyle !== 'none' || (m !== e && getComputedStyle(m).opacity !== '0')));
    const used = e.matches('a[href], button:enabled, input:enabled, select, summary, [role=button]');
    const scrolls = e.scrollHeight > e.clientHeight && getComputedStyle(e).overflowY !== 'visible';
    const seen = e.seenAsStop;
    e.seenAsStop = true;
    return [`${e.tagName} ${name.slice(0, 40)}`,
        name ? '' : 'has no name',
        box.width > 0 && box.height > 0 && e.checkVisibility() ? '' : 'cannot be seen',
        marked ? '' : 'is not marked',
        used || scrolls ? '' : 'is of no use',
        seen ? 'comes twice' : ''];";

async fn walk(browser: &Browser, page: &str) -> Result<usize> {
    let mut stops = 0;
    while stops < MOST {
        browser.keys(Key::Tab + "").await?;
        let stop = browser.script(STOP).await?;
        let Some(stop) = stop.as_array() else { return Ok(stops) };
        let faults: Vec<&Value> = stop[1..].iter().filter(|fault| *fault != "").collect();
        // Round the page once, without the browser's own controls in between.
        if faults.iter().any(|fault| *fault == "comes twice") && stops > 0 {
            return Ok(stops);
        }
        ensure!(faults.is_empty(), "{page}, stop {stops}: {} {faults:?}", stop[0]);
        stops += 1;
    }
    anyhow::bail!("{page} has no end of stops")
}

#[tokio::test(flavor = "multi_thread")]
async fn no_tab_stop_is_stray() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let (ada, bert) = (site.person("Ada").await?, site.person("Bert").await?);
    let browser = Browser::open(&site).await?;
    let people = site.game_of("nine", "", [&ada, &bert]).await?;
    let computer = site.game("nine", "", Seat::Person(&ada), Seat::Computer("2")).await?;
    let replay = format!("{people}/replay");
    let pages: [(&str, Option<&Person>); 13] = [
        ("/", None),
        ("/?game=nimble", None),
        ("/?game=mingmang", None),
        ("/signup", None),
        ("/rules", None),
        ("/rules/nine", None),
        ("/learn/nine", None),
        ("/nothing", None),
        ("/home", Some(&ada)),
        (&people, Some(&ada)),
        (&people, None),
        (&computer, Some(&ada)),
        (&replay, None),
    ];
    // Without motion a mark is there at once.
    browser.set_scheme("light").await?;
    for screen in [DESK, PHONE] {
        browser.set_screen(screen).await?;
        for (page, person) in pages {
            browser.forget_cookies().await?;
            if let Some(person) = person {
                browser.become_person(person).await?;
            }
            browser.go(page).await?;
            browser.wait_for("main").await?;
            let stops = walk(&browser, page).await.context(page.to_owned())?;
            ensure!(stops >= 3, "{page}: only {stops} stops");
        }
    }
    Ok(())
}
