//! The pages as documents: an independent validator reads what the server sends.

use std::process::Command;

use anyhow::{Context, Result, ensure};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::looks::{View, views};
use crate::site::{Person, Site};

const WEB: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web");

/// The page at a path as somebody gets it, in a language.
async fn page(site: &Site, path: &str, person: Option<&Person>, language: &str) -> Result<String> {
    let session = person.map(|person| format!("merels={}; ", person.token.secret()));
    let request = format!(
        "GET {path} HTTP/1.0\r\nhost: {}\r\naccept: text/html\r\n\
         cookie: {}merels-language={language}\r\n\r\n",
        site.address,
        session.unwrap_or_default(),
    );
    let mut stream = TcpStream::connect(site.address).await?;
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let (_, body) = answer.split_once("\r\n\r\n").context("no answer")?;
    ensure!(body.starts_with("<!DOCTYPE html>"), "{path}: {answer}");
    Ok(body.to_owned())
}

/// Once the analysis board had four errors that no browser told.
#[tokio::test(flavor = "multi_thread")]
async fn every_page_is_valid_html() -> Result<()> {
    let Some(site) = Site::start().await? else { return Ok(()) };
    let (ada, bert) = (site.person("Ada").await?, site.person("Bert").await?);
    let folder = tempfile::tempdir()?;
    for View { name, path, person } in views(&site, &ada, &bert).await? {
        for language in ["en", "de"] {
            let text = page(&site, &path, person, language).await?;
            std::fs::write(folder.path().join(format!("{name}-{language}.html")), text)?;
        }
    }
    let validator = format!("{WEB}/node_modules/html-validate/bin/html-validate.mjs");
    let found = Command::new("node")
        .args([&validator, "--config", &format!("{WEB}/htmlvalidate.json"), "--ext", "html"])
        .args(["--formatter", "text", "--max-warnings", "0"])
        .arg(folder.path())
        .output()
        .context("node is missing")?;
    let said = String::from_utf8_lossy(&found.stdout);
    let trouble = String::from_utf8_lossy(&found.stderr);
    ensure!(found.status.success(), "run `npm ci` in web/ if it is missing: {said}{trouble}");
    Ok(())
}
