//! Cookies: their guards, and the languages that they keep.

use serde_json::json;

use super::accounts::signup;
use crate::common::Site;

#[tokio::test]
async fn cookies_tell_browsers_to_guard_them() {
    for (public, name, secure) in [
        (None, "merels", false),
        (Some("http://merels.example"), "merels", false),
        (Some("https://merels.example/"), "__Host-merels", true),
    ] {
        let public = public.map(|url| url.parse().unwrap());
        let site = Site::with(|settings| settings.public_url = public).await;
        let reply = site.visitor().api("POST", "/playcomputer", json!({})).await.expect(201);
        let cookie = reply.header("set-cookie");
        assert!(cookie.starts_with(&format!("{name}=")), "{cookie}");
        for part in ["; Path=/;", "; HttpOnly;", "; SameSite=Lax;", "; Max-Age=2592000"] {
            assert!(cookie.contains(part), "{cookie}");
        }
        assert_eq!(cookie.contains("; Secure"), secure, "{cookie}");
        assert!(!cookie.contains("Domain"), "{cookie}");
        assert_eq!(reply.header("strict-transport-security").is_empty(), !secure);
    }
}

#[tokio::test]
async fn a_chosen_language_is_kept_and_leads_back_to_the_page() {
    let site = Site::start().await;
    let ada = site.visitor();
    let body = "language=de";
    let from = |url: &'static str| {
        [
            ("accept", "text/html"),
            ("content-type", "application/x-www-form-urlencoded"),
            ("referer", url),
        ]
    };
    let reply = ada.send("POST", "/language", &from("http://x.example/rules/six?a=b"), body).await;
    reply.leads_to("/rules/six?a=b");
    ada.page("/rules/six").await.expect(200).says(&["<html lang=\"de\">"]);
    let reply = ada.send("POST", "/language", &from("http://x.example//evil.example/"), body).await;
    reply.leads_to("/");
    ada.form("/language", &[("language", "tlh")]).await.expect(400);
}

#[tokio::test]
async fn a_language_chosen_on_the_answer_to_a_form_never_ends_in_405() {
    let site = Site::start().await;
    let ada = site.player("Ada").await;
    let form = ("content-type", "application/x-www-form-urlencoded");
    for address in [
        "/place",
        "/undo",
        "/claim",
        "/say",
        "/invite",
        "/invite/none/accept",
        "/arena/none/enter",
        "/account/name",
        "/account/proof",
        "/account/password/drop",
        "/account/tokens/revoke",
        "/push/end",
    ] {
        // Without scripts the answer to a form stands at its address, and so does the language form.
        let url = format!("http://{}{address}", site.address);
        let from = [("accept", "text/html"), ("referer", url.as_str())];
        let body = "language=de";
        let mut reply =
            ada.send("POST", "/language", &[from[0], from[1], form], body).await.expect(303);
        assert_eq!(reply.header("location"), address);
        while reply.status == 303 {
            let to = reply.header("location").to_owned();
            reply = ada.send("GET", &to, &from, "").await;
        }
        assert_ne!(reply.status, 405, "{address}");
        assert!(reply.body.contains("<html lang=\"de\">"), "{address}: {}", reply.body);
    }
    let position = "/analysis?game=six&position=WWxBBxxxxWxxxBxx+w+0+0";
    let url = format!("http://{}{position}", site.address);
    let from = [("accept", "text/html"), ("referer", url.as_str()), form];
    ada.send("POST", "/language", &from, "language=en").await.leads_to(position);
}

#[tokio::test]
async fn a_language_may_be_chosen_on_the_page_of_a_wrong_login() {
    let site = Site::start().await;
    site.visitor().page("/loginplayer").await.expect(200).says(&["action=\"/loginplayer\""]);
}

#[tokio::test]
async fn over_https_every_cookie_belongs_to_the_host_alone() {
    let public = Some("https://merels.example/".parse().unwrap());
    let site = Site::with(|settings| settings.public_url = public).await;
    let visitor = site.visitor();
    let headers = [
        ("origin", "https://merels.example"),
        ("accept", "text/html"),
        ("content-type", "application/x-www-form-urlencoded"),
    ];
    let language = visitor.send("POST", "/language", &headers, "language=de").await;
    let signup = signup("Ada").map(|(name, value)| (name.to_owned(), value));
    let signup = serde_urlencoded::to_string(signup).unwrap();
    let signup = visitor.send("POST", "/signup", &headers, signup).await;
    let choice = visitor.page("/?game=six").await;
    for reply in [&language, &signup, &choice] {
        let cookie = reply.header("set-cookie");
        assert!(cookie.starts_with("__Host-merels"), "{reply:?}");
        assert!(cookie.contains("; Secure") && cookie.contains("; HttpOnly"), "{cookie}");
    }
    visitor.page("/rules").await.expect(200).says(&["<html lang=\"de\">"]);
}
