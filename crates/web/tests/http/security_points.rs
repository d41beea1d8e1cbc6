//! Points of docs/security.md that no other test shows.

use std::fs;
use std::path::Path;

use merels_store::SecurityKind;
use serde_json::json;

use crate::common::{Site, site_with_tables};

const PASSWORD: &str = "mühle am bach";
const ELSEWHERE: (&str, &str) = ("origin", "https://evil.example");

#[tokio::test]
async fn password_fields_are_such_and_let_keepers_help() {
    let site = Site::start().await;
    let ada = site.player("Ada").await;
    for page in [
        site.visitor().page("/login").await,
        site.visitor().page("/signup").await,
        site.visitor().page("/recover").await,
        ada.page("/account").await,
    ] {
        let body = page.expect(200).body;
        let fields: Vec<&str> = body
            .split("<input")
            .filter(|field| field.contains("name=\"password\"") || field.contains("name=\"new\""))
            .collect();
        assert!(!fields.is_empty(), "{body}");
        for field in fields {
            let field = field.split('>').next().unwrap();
            assert!(field.contains("type=\"password\""), "{field}");
            assert!(field.contains("-password\""), "what keepers are to fill in: {field}");
            assert!(!field.contains("onpaste") && !field.contains("maxlength"), "{field}");
        }
    }
}

#[tokio::test]
async fn a_password_is_compared_as_it_is_typed() {
    let site = Site::start().await;
    site.player("Ada").await;
    for (password, status) in
        [("mühle am bach ", 401), ("Mühle am bach", 401), ("mühle am", 401), (PASSWORD, 200)]
    {
        let fields = json!({"email": "ada@example.org", "password": password});
        site.visitor().api("POST", "/loginplayer", fields).await.expect(status);
    }
}

/// Values of positions are public, and GAMESMAN's page asks for them; everything else is for our pages.
#[tokio::test]
async fn only_answers_without_persons_may_be_read_by_other_sites() {
    let site = site_with_tables().await;
    let ada = site.player("Ada").await;
    let header = "access-control-allow-origin";
    for path in ["/", "/login", "/home", "/account", "/account/data", "/api/v1/games", "/lobby"] {
        let reply = ada.send("GET", path, &[("accept", "application/json"), ELSEWHERE], "").await;
        assert_eq!(reply.header(header), "", "{path}");
    }
    let reply = ada.send("GET", "/gamesman/", &[ELSEWHERE], "").await.expect(200);
    assert_eq!((reply.header(header), reply.header("set-cookie")), ("*", ""));
    assert_eq!(reply.header("access-control-allow-credentials"), "");
    assert!(!reply.body.contains("Ada"));
}

#[test]
fn scripts_write_text_and_no_markup() {
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    let mut looked_at = 0;
    for folder in ["app", "board"] {
        for entry in fs::read_dir(web.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|kind| kind != "js") {
                continue;
            }
            let script = fs::read_to_string(&path).unwrap();
            for way in
                ["innerHTML =", "outerHTML =", "insertAdjacentHTML", "document.write", "eval("]
            {
                let written = script.replace("innerHTML ===", "").contains(way);
                assert!(!written, "{way} in {}", path.display());
            }
            looked_at += 1;
        }
    }
    assert!(looked_at > 20, "{looked_at}");
}

#[tokio::test]
async fn no_file_of_the_server_is_served() {
    let site = Site::start().await;
    for path in
        ["/.git/config", "/.env", "/Cargo.toml", "/merels.db", "/static/..%2f..%2fCargo.toml"]
    {
        site.visitor().page(path).await.expect(404);
    }
}

#[tokio::test]
async fn refused_access_is_logged() {
    let site = Site::start().await;
    let ada = site.player("Ada").await;
    ada.page("/operator").await.expect(404);
    let log = site.store.accounts().security_log_of(ada.id.as_ref().unwrap()).await.unwrap();
    assert!(log.iter().any(|line| line.kind == SecurityKind::OperatorRefused), "{log:?}");
}
