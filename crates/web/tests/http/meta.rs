//! The descriptions of pages for search engines and for those who are sent a link: one title, one
//! description, one address, a picture.

use std::collections::HashSet;

use serde_json::{Value, json};

use crate::common::{Client, Site};

const ADDRESS: &str = "http://merels.example";

async fn site_with_address() -> Site {
    Site::with(|settings| settings.public_url = ADDRESS.parse().ok()).await
}

/// The head of a page.
#[derive(Debug)]
struct Head(String);

impl Head {
    async fn of(visitor: &Client, path: &str) -> Head {
        let page = visitor.page(path).await.expect(200).body;
        Head(page.split("</head>").next().unwrap().to_owned())
    }

    /// The text between a beginning and the next quotation mark.
    fn after(&self, beginning: &str) -> Option<&str> {
        self.0.split(beginning).nth(1)?.split('"').next()
    }

    fn property(&self, name: &str) -> Option<&str> {
        self.after(&format!("<meta property=\"{name}\" content=\""))
    }

    fn description(&self) -> Option<&str> {
        self.after("<meta name=\"description\" content=\"")
    }

    fn canonical(&self) -> Option<&str> {
        self.after("<link rel=\"canonical\" href=\"")
    }

    fn title(&self) -> &str {
        self.0.split("<title>").nth(1).unwrap().split("</title>").next().unwrap()
    }

    fn is_listed(&self) -> bool {
        !self.0.contains("<meta name=\"robots\" content=\"noindex\">")
    }

    fn linked_data(&self) -> Option<Value> {
        let rest = self.0.split("<script type=\"application/ld+json\">").nth(1)?;
        Some(serde_json::from_str(rest.split("</script>").next()?).unwrap())
    }
}

async fn is_picture(visitor: &Client, address: &str) {
    let path = address.strip_prefix(ADDRESS).unwrap();
    let picture = visitor.page(path).await.expect(200);
    assert_eq!(picture.header("content-type"), "image/png", "{path}");
}

#[tokio::test]
async fn every_page_of_the_sitemap_has_its_own_title_description_address_and_picture() {
    let site = site_with_address().await;
    let visitor = site.visitor();
    let sitemap = visitor.page("/sitemap.xml").await.expect(200);
    assert!(sitemap.header("content-type").starts_with("application/xml"));
    let pages: Vec<&str> = sitemap.body.split("<loc>").skip(1).collect();
    assert!((30..100).contains(&pages.len()), "{}", pages.len());
    let (mut titles, mut descriptions, mut pictures) =
        (HashSet::new(), HashSet::new(), HashSet::new());
    for address in pages {
        let address = address.split("</loc>").next().unwrap();
        let head = Head::of(&visitor, address.strip_prefix(ADDRESS).unwrap()).await;
        assert!(head.is_listed(), "{address}");
        assert_eq!(head.canonical(), Some(address));
        assert_eq!(head.property("og:url"), Some(address));
        assert_eq!(head.property("og:title"), Some(head.title()), "{address}");
        assert_eq!(head.property("og:description"), head.description(), "{address}");
        let description = head.description().unwrap().to_owned();
        assert!((20..400).contains(&description.len()), "{address}: {description}");
        // The first page is named after the game on its board, as that game's rules are.
        assert!(titles.insert(head.title().to_owned()) || address.contains("/rules/nine"));
        assert!(descriptions.insert(description), "{address}");
        pictures.insert(head.property("og:image").unwrap().to_owned());
    }
    for picture in pictures {
        is_picture(&visitor, &picture).await;
    }
}

#[tokio::test]
async fn what_is_for_everybody_is_listed_and_what_is_for_some_is_not() {
    let site = site_with_address().await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    let game = site.game("nine", &ada, &bo).await;
    let made = ada.api("POST", "/invite", json!({"game": "lasker"})).await.expect(201).json();
    let invitation = made["invitation"].as_str().unwrap();
    let fields = json!({"game": "six", "clock": "3+2", "ahead": "5"});
    let opened = ada.api("POST", "/arenas", fields).await.expect(201).json();
    let arena = format!("/arena/{}", opened["arena"].as_str().unwrap());
    let visitor = site.visitor();
    for (path, canonical, listed) in [
        ("/puzzles/nine/7", "/puzzles/nine/7", true),
        ("/puzzles/nine/7?theme=double", "/puzzles/nine/7", true),
        ("/player/Ada", "/player/Ada", true),
        ("/rules/nine%2Bmisere", "/rules/nine%2Bmisere", true),
        ("/learn/nine/3", "/learn/nine", true),
        ("/?game=six", "/", true),
        ("/analysis?game=six", "/analysis", true),
        (&arena, &arena, true),
        (&format!("/game/{game}"), &format!("/game/{game}"), false),
        (&format!("/game/{game}/replay?ply=0"), &format!("/game/{game}"), false),
        (&format!("/invite/{invitation}"), &format!("/invite/{invitation}"), false),
    ] {
        let head = Head::of(&visitor, path).await;
        assert_eq!(head.canonical(), Some(format!("{ADDRESS}{canonical}").as_str()), "{path}");
        assert_eq!(head.is_listed(), listed, "{path}");
        assert!(head.description().is_some_and(|words| words.len() > 10), "{path}");
        is_picture(&visitor, head.property("og:image").unwrap()).await;
    }
    let words = Head::of(&visitor, &format!("/invite/{invitation}")).await;
    assert!(words.title().starts_with("Ada invites you to play"), "{}", words.title());
    assert!(words.description().unwrap().starts_with("Lasker Morris, "));
    for path in ["/home", "/account", "/people", "/account/programs", "/player/Ada/games"] {
        let head = Head::of(&ada, path).await;
        assert!(!head.is_listed() && head.description().is_none(), "{path}");
        assert!(head.property("og:title").is_none(), "{path}");
    }
    for path in ["/login", "/signup", "/forgot", "/analysis/setup", "/import"] {
        assert!(!Head::of(&visitor, path).await.is_listed(), "{path}");
    }
}

/// Every kind of page either announces itself whole or keeps out of lists and previews.
#[tokio::test]
async fn every_kind_of_page_has_a_whole_preview_or_none() {
    let site = site_with_address().await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    let over = site.rated_game("six", &ada, &bo).await;
    let visitor = site.visitor();
    let head = Head::of(&visitor, "/player/Ada").await;
    assert!(
        head.property("og:image").unwrap().ends_with("/rules/six/picture.png"),
        "what she plays"
    );
    let of_game = ["replay", "review"].map(|page| format!("/game/{over}/{page}"));
    let public = [
        "/",
        "/play",
        "/rules",
        "/rules/six",
        "/learn/six",
        "/puzzles",
        "/puzzles/six/3",
        "/lobby",
        "/watch",
        "/arenas",
        "/ratings",
        "/player/Ada",
        "/analysis",
        "/openings/nine",
        "/variants",
        "/atlas",
        "/fairplay",
        "/api",
        "/friend",
    ];
    for path in public.into_iter().chain(of_game.iter().map(String::as_str)) {
        let head = Head::of(&visitor, path).await;
        assert!(head.title().ends_with("– Merels") && head.title().len() > 12, "{path}");
        assert!(head.description().is_some_and(|words| words.len() > 20), "{path}");
        assert!(head.canonical().is_some_and(|address| address.starts_with(ADDRESS)), "{path}");
        assert_eq!(head.property("og:title"), Some(head.title()), "{path}");
        is_picture(&visitor, head.property("og:image").unwrap()).await;
    }
    let own = ["/home", "/account", "/account/programs", "/people", "/player/Ada/games"];
    for (client, path) in own.map(|path| (&ada, path)).into_iter().chain(
        [
            "/login",
            "/signup",
            "/forgot",
            "/recover",
            "/login/passkey",
            "/import",
            "/puzzles/six/run",
        ]
        .map(|path| (&visitor, path)),
    ) {
        let head = Head::of(client, path).await;
        assert!(!head.is_listed() && head.property("og:title").is_none(), "{path}");
        assert!(head.title().ends_with("– Merels"), "{path}");
    }
}

#[tokio::test]
async fn the_site_its_games_and_its_arenas_are_described_for_machines() {
    let site = site_with_address().await;
    let ada = site.player("Ada").await;
    let fields = json!({"game": "six", "clock": "3+2", "ahead": "5"});
    let opened = ada.api("POST", "/arenas", fields).await.expect(201).json();
    let arena = format!("/arena/{}", opened["arena"].as_str().unwrap());
    let visitor = site.visitor();
    for (path, kind) in [("/", "WebApplication"), ("/rules/six", "Game"), (&*arena, "Event")] {
        let data = Head::of(&visitor, path).await.linked_data().unwrap();
        assert_eq!(data["@context"], "https://schema.org");
        assert_eq!(
            (&data["@type"], &data["url"]),
            (&json!(kind), &json!(format!("{ADDRESS}{path}")))
        );
        assert!(data["name"].as_str().is_some_and(|name| !name.is_empty()), "{path}");
    }
}

/// Once a page that is not there was titled "That did not work", and the login "● Your turn".
#[tokio::test]
async fn titles_say_what_a_page_is() {
    let site = Site::start().await;
    let visitor = site.visitor();
    for (path, status, title) in [
        ("/nowhere", 404, "Nothing here – Merels"),
        ("/game/nowhere", 404, "Nothing here – Merels"),
        ("/player/Nobody", 404, "Nothing here – Merels"),
        ("/invite/abcdefghijkm", 410, "Too late – Merels"),
        ("/?game=chess", 400, "That did not work – Merels"),
        ("/login", 200, "Log in – Merels"),
        ("/", 200, "Nine Men’s Morris – Merels"),
    ] {
        let page = visitor.page(path).await.expect(status);
        page.says(&[&format!("<title>{title}</title>")]);
    }
}

#[tokio::test]
async fn a_site_that_does_not_know_its_address_gives_none() {
    let site = Site::start().await;
    let visitor = site.visitor();
    visitor.page("/sitemap.xml").await.expect(404);
    let robots = visitor.page("/robots.txt").await.expect(200);
    assert!(robots.body.starts_with("User-agent: *\n") && !robots.body.contains("Sitemap"));
    let head = Head::of(&visitor, "/rules/nine").await;
    assert!(head.canonical().is_none() && head.property("og:image").is_none());
    assert!(head.description().is_some() && head.is_listed());
    let known = site_with_address().await;
    let sitemap = format!("Sitemap: {ADDRESS}/sitemap.xml");
    known.visitor().page("/robots.txt").await.expect(200).says(&[&sitemap]);
}
