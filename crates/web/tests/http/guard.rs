//! The site's guards: against other sites, nosy opponents, strange requests.

use merels_model::GameKey;
use serde_json::json;
use tokio::io::AsyncWriteExt;

use crate::common::{Client, Reply, Site, eventually};

/// Everything that changes something, with fields that would do.
const CHANGES: [(&str, &str, &str); 14] = [
    ("POST", "/signup", "email=cy@example.org&password=mill+and+more&confirm=mill+and+more"),
    ("POST", "/loginplayer", "email=ada@example.org&password=x"),
    ("POST", "/logout", ""),
    ("POST", "/language", "language=de"),
    ("POST", "/findmatch", "game=nine"),
    ("POST", "/cancelmatch", ""),
    ("POST", "/playagain", ""),
    ("POST", "/playcomputer", "colour=white"),
    ("PUT", "/place", "x=a&y=1"),
    ("PATCH", "/move", "move=a1"),
    ("POST", "/takeback", ""),
    ("POST", "/forfeit", ""),
    ("PUT", "/draw", ""),
    ("DELETE", "/delete", ""),
];

#[tokio::test]
async fn other_sites_change_nothing() {
    let site = Site::start().await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    let game = site.game("nine", &ada, &bo).await;
    let before = (ada.state(&game).await, ada.cookies());
    let here = format!("http://{}", site.address);
    let elsewhere = here.replace("http://", "https://elsewhere.");
    for sign in [
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
        ("origin", elsewhere.as_str()),
        ("origin", "http://127.0.0.1:1"),
        ("origin", "null"),
    ] {
        for (method, path, body) in CHANGES {
            let form = ("content-type", "application/x-www-form-urlencoded");
            let headers = [sign, form, ("accept", "application/json")];
            let reply = ada.send(method, path, &headers, body).await;
            assert_eq!(reply.status, 403, "{sign:?} {method} {path}: {}", reply.body);
            assert_eq!(reply.json()["error"], "cross-site");
        }
    }
    assert_eq!((ada.state(&game).await, ada.cookies()), before);
    assert_eq!(site.store.accounts().account("cy@example.org").await.unwrap(), None);
    // The same from this site's own page is done.
    let own = [("origin", here.as_str()), ("content-type", "application/x-www-form-urlencoded")];
    ada.send("PUT", "/place", &own, "x=a&y=1").await.expect(200);
}

#[tokio::test]
async fn a_link_on_another_site_signs_nobody_out() {
    let site = Site::start().await;
    let ada = site.player("Ada").await;
    for sign in [("sec-fetch-site", "cross-site"), ("referer", "https://elsewhere.example/page")] {
        ada.send("GET", "/logout", &[sign, ("accept", "text/html")], "").await.expect(403);
        ada.data("/home").await.expect(200);
    }
    let own = format!("http://{}/home", site.address);
    ada.send("GET", "/logout", &[("referer", &own), ("accept", "text/html")], "")
        .await
        .leads_to("/login?news=logged-out");
    ada.data("/home").await.expect(401);
}

#[tokio::test]
async fn behind_a_public_address_only_that_is_home() {
    let public = "https://merels.example".parse().unwrap();
    let site = Site::with(|settings| settings.public_url = Some(public)).await;
    let inner = format!("http://{}", site.address);
    let ask = async |origin: &str| {
        let headers = [("origin", origin), ("content-type", "application/json")];
        site.visitor().send("POST", "/playcomputer", &headers, "{}").await
    };
    ask("https://merels.example").await.expect(201);
    ask("http://merels.example").await.expect(403);
    ask(&inner).await.expect(403);
}

/// Pages of every kind, those that say no among them.
async fn all_kinds(site: &Site, ada: &Client, game: &str) -> Vec<Reply> {
    let visitor = site.visitor();
    let mut replies = vec![
        visitor.form("/signup", &[]).await,
        visitor.form("/loginplayer", &[]).await,
        ada.form("/place", &[]).await,
        ada.form("/place", &[("x", "a"), ("y", "1")]).await,
        ada.form("/place", &[("x", "a"), ("y", "4")]).await,
        ada.data("/home").await,
        ada.page(&format!("/game/{game}")).await,
    ];
    for path in ["/login", "/signup", "/rules", "/nowhere", "/healthz", "/metrics", "/favicon.ico"]
    {
        replies.push(visitor.page(path).await);
    }
    for path in ["/home", "/findmatch", "/place", "/rules/nine", "/rules/mingmang", "/rules/nimble"]
    {
        replies.push(ada.page(path).await);
    }
    ada.form("/findmatch", &[("game", "six")]).await;
    replies.push(ada.page("/findmatch").await);
    replies
}

#[tokio::test]
async fn every_answer_tells_browsers_to_be_careful() {
    let site = Site::start().await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    let game = site.game("nine", &ada, &bo).await;
    for reply in all_kinds(&site, &ada, &game).await {
        let policy = reply.header("content-security-policy");
        for part in ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"] {
            assert!(policy.contains(part), "{reply:?}");
        }
        // The rules and the engine in the page are WebAssembly; nothing else unsafe is allowed.
        let rest = policy.replace("'wasm-unsafe-eval'", "");
        assert!(!rest.contains("unsafe"), "{policy}");
        assert_eq!(reply.header("x-content-type-options"), "nosniff");
        assert_eq!(reply.header("x-frame-options"), "DENY");
        assert_eq!(reply.header("referrer-policy"), "same-origin");
        assert_eq!(reply.header("cross-origin-opener-policy"), "same-origin");
        assert_eq!(reply.header("strict-transport-security"), "");
        if reply.header("content-type").starts_with("text/html") {
            assert_eq!(reply.header("cache-control"), "no-store");
            assert_nothing_inline(&reply.body);
        }
    }
}

/// No script, style or handler stands in the page itself, only data.
fn assert_nothing_inline(page: &str) {
    for tag in page.split('<').skip(1) {
        let tag = tag.split('>').next().unwrap();
        let name = tag.split([' ', '/']).next().unwrap();
        let data = ["type=\"application/json\"", "type=\"application/ld+json\""];
        let is_data = data.iter().any(|kind| tag.contains(kind));
        assert!(name != "script" || is_data || tag.contains("src=\"/assets/"), "<{tag}>");
        assert_ne!(name, "style", "<{tag}>");
        for attribute in tag.split_whitespace().skip(1) {
            let handler = attribute.starts_with("on") && attribute.contains('=');
            let inline = handler || attribute.starts_with("style=");
            assert!(!inline && !attribute.contains("javascript:"), "<{tag}>");
        }
    }
}

#[tokio::test]
async fn a_body_that_is_too_long_is_refused_as_such() {
    let site = Site::start().await;
    let ada = site.player("Ada").await;
    let long = "x".repeat(17 * 1024);
    let reply = ada.api("POST", "/findmatch", json!({"game": "nine", "more": long})).await;
    assert_eq!(reply.expect(413).json()["error"], "too-long");
    ada.form("/findmatch", &[("game", "nine"), ("more", &long)]).await.expect(413);
    assert_eq!(ada.data("/findmatch").await.expect(404).json()["error"], "no-game");
}

#[tokio::test]
async fn a_body_that_is_not_understood_is_refused() {
    let site = Site::start().await;
    let ada = site.player("Ada").await;
    for (kind, body) in [
        ("application/json", "{"),
        ("application/json", "[]"),
        ("application/json", "{\"game\": {\"id\": 1}}"),
        ("text/plain", "game=nine"),
        ("multipart/form-data; boundary=x", "--x--"),
    ] {
        let headers = [("content-type", kind), ("accept", "application/json")];
        let reply = ada.send("POST", "/findmatch", &headers, body).await;
        assert_eq!(reply.status, 400, "{kind} {body}: {}", reply.body);
        assert_eq!(reply.json()["error"], "malformed");
    }
    ada.data("/findmatch").await.expect(404);
}

#[tokio::test]
async fn a_method_that_a_page_does_not_know_gets_a_page_too() {
    let site = Site::start().await;
    site.visitor().page("/place").await.expect(405).says(&["<html lang=\"en\">"]);
    let reply = site.visitor().api("PUT", "/home", json!({})).await.expect(405);
    assert_eq!(reply.json()["error"], "wrong-method");
}

#[tokio::test]
async fn nobody_sees_the_address_of_another() {
    let site = Site::start().await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    let game = site.game("nine", &ada, &bo).await;
    ada.play(&game, "a1").await;
    let path = format!("/game/{game}");
    // In data there is no address at all; every page has one's own, in the visitor's menu.
    let mut seen = vec![(site.visitor().page(&path).await, "example.org")];
    seen.push((site.visitor().data(&path).await, "example.org"));
    for (client, other) in [(&ada, "bo@"), (&bo, "ada@")] {
        seen.extend([(client.page(&path).await, other), (client.data(&path).await, "example.org")]);
        seen.push((client.page("/newgame").await, other));
        seen.push((client.data("/newgame").await, "example.org"));
    }
    bo.api("PUT", "/forfeit", json!({})).await.expect(200);
    seen.extend([(ada.page(&path).await, "bo@"), (bo.data(&path).await, "example.org")]);
    for (reply, address) in seen {
        assert!(!reply.body.contains(address), "{address} in {}", reply.body);
    }
    for reply in [ada.page("/home").await, ada.data("/home").await] {
        assert!(reply.body.contains("ada@example.org") && !reply.body.contains("bo@"));
    }
}

#[tokio::test]
async fn a_name_is_only_text_wherever_it_stands() {
    let site = Site::start().await;
    let ada = site.player("</script><script>x()").await;
    let bo = site.player("\"><img src=x>").await;
    let game = site.game("nine", &ada, &bo).await;
    let path = format!("/game/{game}");
    for page in [ada.page(&path).await, bo.page(&path).await, ada.page("/home").await] {
        let page = page.expect(200).body;
        assert!(!page.contains("<script>") && !page.contains("<img"), "{page}");
    }
    let form = site.visitor().form("/signup", &[("email", "\"><b>"), ("name", "<b>")]).await;
    assert!(!form.expect(422).body.contains("<b>"));
    let wrong = ada.form("/findmatch", &[("game", "<b>")]).await.expect(400);
    assert!(!wrong.body.contains("<b>"));
}

#[tokio::test]
async fn a_departure_is_complete_though_the_client_hangs_up() {
    let site = Site::start().await;
    for number in 0..10 {
        let (ada, bo) = (site.player("Ada").await, site.player(&format!("Bo {number}")).await);
        let game = site.game("nine", &ada, &bo).await;
        let head = format!(
            "DELETE /delete HTTP/1.1\r\nhost: {}\r\ncookie: {}\r\n\r\n",
            site.address,
            ada.cookies()
        );
        let mut line = tokio::net::TcpStream::connect(site.address).await.unwrap();
        line.write_all(head.as_bytes()).await.unwrap();
        // Hangs up in the middle: the player is gone, the games are not forfeited yet.
        eventually("the player is gone", async || {
            site.store.accounts().account("ada@example.org").await.unwrap().is_none().then_some(())
        })
        .await;
        drop(line);
        eventually("the game is forfeited", async || {
            site.store.games().game(&GameKey::new(game.as_str())).await.unwrap()?.score
        })
        .await;
    }
}

#[tokio::test]
async fn strange_characters_are_refused_and_harm_nothing() {
    let site = Site::start().await;
    let ada = site.player("Ada").await;
    ada.data("/newgame?game_id=a%0ab").await.expect(404);
    ada.data("/game/%00").await.expect(404);
    ada.api("POST", "/loginplayer", json!({"email": "a\0b", "password": "x"})).await.expect(400);
    let name = [("name", "Ada\u{202e}"), ("email", "x@example.org"), ("password", "mühle am bach")];
    let page = site.visitor().form("/signup", &name).await.expect(422);
    page.says(&["A name has at least one letter, and only characters that can be seen."]);
}

#[tokio::test]
async fn starting_games_is_limited_for_each_client() {
    let site = Site::with(|settings| settings.limits.games_per_minute = 3).await;
    let ada = site.player("Ada").await;
    let start = || ada.api("POST", "/playcomputer", json!({"game": "three"}));
    for _ in 0..3 {
        start().await.expect(201);
    }
    start().await.expect(429);
    assert_eq!(site.store.games().running_games(ada.id.as_ref().unwrap()).await.unwrap().len(), 3);
}

#[tokio::test]
async fn requests_at_once_do_not_pass_the_limit_of_running_games() {
    let site = Site::with(|settings| settings.limits.games_per_minute = 1000).await;
    let ada = site.player("Ada").await;
    let start = || ada.api("POST", "/playcomputer", json!({"game": "three"}));
    let answers = futures_util::future::join_all((0..60).map(|_| start())).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 20);
    assert_eq!(site.store.games().running_games(ada.id.as_ref().unwrap()).await.unwrap().len(), 20);
}
