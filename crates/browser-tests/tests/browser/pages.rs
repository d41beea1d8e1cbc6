//! Every page, measured: its width, its weight, and where its one filled button stands.

use anyhow::{Context, Result, ensure};
use serde_json::json;

use crate::driver::Browser;
use crate::face::{MODERN_PHONE, visit};
use crate::looks::{View, views};
use crate::site::{Person, Site};

/// From the narrowest phone to a wide desk.
const WIDTHS: [u32; 6] = [320, 360, 390, 768, 820, 1440];

/// Every page, and those who look at them.
struct Pages {
    site: Site,
    ada: Person,
    bert: Person,
}

impl Pages {
    async fn start() -> Result<Option<Pages>> {
        let Some(site) = Site::start().await? else { return Ok(None) };
        let name = "Ada Augusta King of Lovelace";
        let (ada, bert) = (site.person(name).await?, site.person("Bert").await?);
        Ok(Some(Pages { site, ada, bert }))
    }

    async fn views(&self) -> Result<Vec<View<'_>>> {
        views(&self.site, &self.ada, &self.bert).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_page_scrolls_sideways_at_any_width() -> Result<()> {
    let Some(pages) = Pages::start().await? else { return Ok(()) };
    let browser = Browser::open(&pages.site).await?;
    for View { name, path, person } in pages.views().await? {
        visit(&browser, &path, person).await?;
        for width in WIDTHS {
            browser.set_screen((width, 800)).await?;
            ensure!(!browser.scrolls_sideways().await?, "{name} at {width} pixels");
        }
    }
    Ok(())
}

/// Gives the page's filled buttons: those of another colour than the card they stand on.
pub(crate) const FILLED: &str = "
    const ground = (e) => getComputedStyle(e?.closest('.card') ?? document.body).backgroundColor;
    const filled = [...document.querySelectorAll('main .primary')].filter((e) => e.checkVisibility())
        .filter((e) => getComputedStyle(e).backgroundColor !== ground(e));";

/// Where the first screen ends: above the bar at the foot.
pub(crate) const FIRST_SCREEN: &str = "
    const foot = document.querySelector('.places');
    const end = foot.checkVisibility() ? foot.getBoundingClientRect().top : innerHeight;
    const inSight = (e) => { const { top, bottom } = e.getBoundingClientRect(); return top >= 0 && bottom <= end; };";

/// The faults of the filled buttons.
const FAULTS: &str = "
    const hidden = filled.filter((e) => !inSight(e)).map((e) => `${e.textContent} ends at ${e.getBoundingClientRect().bottom} of ${end}`);
    return filled.length > 1 ? [`${filled.length} filled buttons`, ...hidden] : hidden;";

#[tokio::test(flavor = "multi_thread")]
async fn the_one_filled_button_is_on_the_first_screen_of_a_phone() -> Result<()> {
    let Some(pages) = Pages::start().await? else { return Ok(()) };
    let browser = Browser::open(&pages.site).await?;
    browser.set_screen(MODERN_PHONE).await?;
    let mut faults = Vec::new();
    for View { name, path, person } in pages.views().await? {
        visit(&browser, &path, person).await?;
        let found = browser.script(&[FILLED, FIRST_SCREEN, FAULTS].concat()).await?;
        if found != json!([]) {
            faults.push(format!("{name}: {found}"));
        }
    }
    ensure!(faults.is_empty(), "{faults:#?}");
    Ok(())
}

/// The bytes that a page transfers with all that belongs to it, and its requests.
const WEIGHT: &str = "
    const parts = [performance.getEntriesByType('navigation')[0], ...performance.getEntriesByType('resource')];
    return [parts.reduce((sum, part) => sum + part.transferSize, 0), parts.length];";

#[tokio::test(flavor = "multi_thread")]
async fn every_page_is_light() -> Result<()> {
    const FIRST: (f64, u64) = (70_000.0, 20);
    const OTHERS: (f64, u64) = (80_000.0, 20);
    let Some(pages) = Pages::start().await? else { return Ok(()) };
    let browser = Browser::open(&pages.site).await?;
    for View { name, path, person } in pages.views().await? {
        browser.cdp("Network.clearBrowserCache", json!({})).await?;
        visit(&browser, &path, person).await?;
        let loaded = "return document.readyState === 'complete' ? true : null";
        browser.wait_for_value(loaded).await?;
        let weight = browser.script(WEIGHT).await?;
        let (bytes, requests) = (weight[0].as_f64(), weight[1].as_u64());
        let (bytes, requests) = bytes.zip(requests).context("no figures")?;
        eprintln!("{name}: {bytes} bytes in {requests} requests");
        let (most, often) = if name.starts_with("first") { FIRST } else { OTHERS };
        ensure!(bytes > 0.0 && bytes < most, "{name}: {bytes} bytes");
        ensure!(requests <= often, "{name}: {requests} requests");
    }
    Ok(())
}
