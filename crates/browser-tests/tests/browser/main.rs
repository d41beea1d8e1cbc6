//! The site as people meet it: a real server, a real browser, real clicks.
//!
//! They run when `MERELS_TEST_BROWSER` is set and need Chromium with its driver, and axe-core and
//! html-validate from `npm ci` in `web/`. What every page looks like is kept under `target/screenshots`.

mod accounts;
mod analysis;
mod app;
mod draws;
mod driver;
mod face;
mod friends;
mod html;
mod layout;
mod lessons;
mod looks;
mod mistakes;
mod pages;
mod passkeys;
mod plain;
mod play;
mod push;
mod returning;
mod reviews;
mod sharing;
mod site;
mod tab_stops;
mod tables;
mod tempo;
mod tour;
mod walk;
mod watching;
