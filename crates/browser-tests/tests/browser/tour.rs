//! Pictures of the pages as they are: of every one at three widths, to be looked at, and of twelve for
//! docs/tour.md.

use std::path::PathBuf;
use std::{env, fs};

use anyhow::{Context, Result, ensure};

use crate::driver::{Browser, Screen};
use crate::face::visit;
use crate::looks::{View, views};
use crate::site::Site;

/// Pictures of pages are made where this is set: of every one with `all`, as the gate does with `--long`,
/// or of those that it names.
const EVERY_PAGE: &str = "MERELS_TEST_PICTURES";

/// The folder for the pictures of the tour, which are made where it is named.
const TOUR: &str = "MERELS_TOUR";

const PHONE: Screen = (390, 844);
const TABLET: Screen = (820, 1180);
const DESK: Screen = (1440, 900);

/// No picture of the docs has more bytes.
const LARGEST: usize = 40_000;

/// The pictures of the tour: a page of `looks::views`, the screen and the scheme.
const STOPS: [(&str, Screen, &str); 12] = [
    ("first", DESK, "light"),
    ("first", PHONE, "dark"),
    ("lesson", DESK, "light"),
    ("rules", TABLET, "light"),
    ("game-flying", DESK, "dark"),
    ("game-days", PHONE, "light"),
    ("review", DESK, "light"),
    ("analysis-moving", DESK, "dark"),
    ("puzzle", PHONE, "light"),
    ("home", DESK, "light"),
    ("arena", TABLET, "dark"),
    ("invitation-host", PHONE, "light"),
];

#[tokio::test(flavor = "multi_thread")]
async fn every_page_at_three_widths_in_both_schemes() -> Result<()> {
    let Ok(wanted) = env::var(EVERY_PAGE) else { return Ok(()) };
    let is_wanted = |name: &str| wanted == "all" || wanted.split(',').any(|one| one == name);
    let Some(site) = Site::start().await? else { return Ok(()) };
    let (ada, bert) = (site.person("Ada").await?, site.person("Bert").await?);
    let browser = Browser::open(&site).await?;
    let views = views(&site, &ada, &bert).await?;
    for View { name, path, person } in views.into_iter().filter(|view| is_wanted(&view.name)) {
        visit(&browser, &path, person).await?;
        for screen in [PHONE, TABLET, DESK] {
            browser.set_screen(screen).await?;
            for scheme in ["light", "dark"] {
                browser.set_scheme(scheme).await?;
                browser.keep_picture(&format!("{name}-{}-{scheme}", screen.0)).await?;
            }
            let wide = browser.scrolls_sideways().await?;
            ensure!(!wide, "{name} is wider than a screen of {} px", screen.0);
        }
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_tour() -> Result<()> {
    let Some(folder) = env::var_os(TOUR).map(PathBuf::from) else { return Ok(()) };
    let Some(site) = Site::start().await? else { return Ok(()) };
    let (ada, bert) = (site.person("Ada").await?, site.person("Bert").await?);
    let browser = Browser::open(&site).await?;
    let views = views(&site, &ada, &bert).await?;
    fs::create_dir_all(&folder)?;
    for (name, screen, scheme) in STOPS {
        let view = views.iter().find(|view| view.name == name).context(name)?;
        browser.set_screen(screen).await?;
        browser.set_scheme(scheme).await?;
        visit(&browser, &view.path, view.person).await?;
        let picture = browser.small_picture(screen).await?;
        ensure!(picture.len() <= LARGEST, "{name} has {} bytes", picture.len());
        fs::write(folder.join(format!("{name}-{}.webp", screen.0)), picture)?;
    }
    Ok(())
}
