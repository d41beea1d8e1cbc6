//! Coming back: the way in for those who have an account, and the games that go on.

use crate::common::{Client, Site};

const PASSWORD: &str = "a board by the window";

/// Two guests in a game with each other; gives its address.
async fn guests_in_a_game(site: &Site) -> (Client, Client, String) {
    let (first, second) = (site.visitor(), site.visitor());
    for guest in [&first, &second] {
        let fields = [("game", "three"), ("opponent", "anybody"), ("clock", "5+5")];
        guest.form("/play", &fields).await.expect(303);
    }
    let reply = first.page("/findmatch").await.expect(303);
    (first, second, reply.header("location").to_owned())
}

/// The fields of the page before anything else that can be written into.
fn first_field(page: &str) -> &str {
    page.split("<input ").nth(1).and_then(|rest| rest.split('>').next()).unwrap()
}

/// Once the form stood far below the board, and "Log in" seemed to do nothing.
#[tokio::test]
async fn log_in_leads_to_the_form_and_its_first_field() {
    let site = Site::start().await;
    let closed = site
        .visitor()
        .page("/")
        .await
        .expect(200)
        .says(&["<details class=\"menu login\" id=\"login\">"]);
    assert_eq!(closed.body.matches("action=\"/loginplayer\"").count(), 1);
    site.visitor().page("/rules").await.expect(200).says(&["href=\"/login\""]);
    let page = site.visitor().page("/login").await.expect(200);
    let field = first_field(&page.body);
    assert!(field.contains("id=\"email\"") && field.contains("autofocus"), "{field}");
    let page = page.says(&["id=\"board\"", "id=\"login\" open"]);
    assert_eq!(page.body.matches("action=\"/loginplayer\"").count(), 1);
    let wrong = [("email", "ada@example.org"), ("password", "not the one")];
    let page = site.visitor().form("/loginplayer", &wrong).await.expect(401);
    let page = page.says(&["The e-mail or the password is not right."]);
    assert!(first_field(&page.body).contains("value=\"ada@example.org\""));
    // The first page does not take the focus from the board.
    assert!(!site.visitor().page("/").await.body.contains("autofocus"));
}

#[tokio::test]
async fn a_guest_finds_the_way_in_and_is_told_what_becomes_of_the_games() {
    let site = Site::start().await;
    let guest = site.visitor();
    guest.form("/play", &[("game", "nine"), ("colour", "white")]).await.expect(303);
    guest.page("/home").await.expect(200).says(&["href=\"/login\"", "href=\"/signup\""]);
    let page = guest.page("/login").await.expect(200);
    page.says(&["and have a game in progress", "sign up instead and keep it"]);
    guest.form("/play", &[("game", "nine"), ("colour", "white")]).await.expect(303);
    let wrong = [("email", "ada@example.org"), ("password", "not the one")];
    let page = guest.form("/loginplayer", &wrong).await.expect(401);
    page.says(&["and have 2 games in progress"]);
    let stranger = site.visitor().page("/login").await.expect(200);
    assert!(!stranger.body.contains("in progress"));
}

/// Once a guest who came back saw a fresh board and nothing of the game that went on.
#[tokio::test]
async fn a_guest_who_comes_back_finds_the_running_game_on_the_first_page() {
    let site = Site::start().await;
    let (first, second, game) = guests_in_a_game(&site).await;
    let link = format!("href=\"{game}\"");
    let pages = [first.page("/").await.expect(200).body, second.page("/").await.expect(200).body];
    let says = |words: &str| pages.iter().filter(|page| page.contains(words)).count();
    assert_eq!((says(&link), says(">your turn<"), says(">their turn<")), (2, 1, 1));
    // Games against the computer are at home; the board here begins another one.
    let alone = site.visitor();
    alone.form("/play", &[("game", "nine"), ("colour", "white")]).await.expect(303);
    assert!(!alone.page("/").await.expect(200).body.contains("your turn<"));
    first.form("/forfeit", &[]).await.expect(303);
    assert!(!second.page("/").await.expect(200).body.contains(&link));
}

#[tokio::test]
async fn who_is_refused_values_is_led_to_the_game_that_is_in_the_way() {
    let site = Site::start().await;
    let (first, _second, game) = guests_in_a_game(&site).await;
    let page = first.page("/analysis?game=three").await.expect(403);
    page.says(&[&format!("href=\"{game}\""), "Finish the game, or break it off"]);
    let page = first.page("/nowhere").await.expect(404);
    assert!(!page.body.contains(&game));
}

#[tokio::test]
async fn a_name_like_that_of_a_guest_is_refused_for_that_reason() {
    let site = Site::start().await;
    let fields = [
        ("email", "ada@example.org"),
        ("password", PASSWORD),
        ("confirm", PASSWORD),
        ("name", "Guest 12"),
    ];
    let page = site.visitor().form("/signup", &fields).await.expect(422);
    page.says(&["Guests without a name are called like this."]);
}

/// Once a reader of English met "Gast 3568522".
#[tokio::test]
async fn a_guest_without_a_name_is_called_so_in_the_language_of_the_reader() {
    let site = Site::start().await;
    let (first, second, game) = guests_in_a_game(&site).await;
    let headers = [("accept", "text/html"), ("accept-language", "de")];
    let german = second.send("GET", &game, &headers, "").await.expect(200).body;
    let english = first.page(&game).await.expect(200).body;
    let names = |page: &str, word: &str| page.matches(&format!(">{word} ")).count();
    assert!(names(&english, "Guest") > 1 && names(&english, "Gast") == 0, "{english}");
    assert!(names(&german, "Gast") > 1 && names(&german, "Guest") == 0, "{german}");
    // Whom a form names is named as the store does.
    assert!(german.contains("name=\"name\" value=\"Guest "), "{german}");
}

/// Once every game that was left lay above the way to a new one.
#[tokio::test]
async fn home_shows_games_with_people_first_and_three_against_the_computer() {
    let site = Site::start().await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    let with_bo = site.game("nine", &ada, &bo).await;
    let mut games = Vec::new();
    for _ in 0..5 {
        let reply = ada.form("/play", &[("game", "three"), ("colour", "white")]).await.expect(303);
        games.push(reply.header("location").strip_prefix("/game/").unwrap().to_owned());
    }
    let page = ada.page("/home").await.expect(200).says(&["2 more games"]).body;
    let (shown, more) = page.split_once("class=\"more\"").unwrap();
    assert_eq!(shown.matches("href=\"/game/").count(), 4);
    assert_eq!(
        more.split("</details></section>").next().unwrap().matches("href=\"/game/").count(),
        2
    );
    assert!(shown.find(&with_bo).unwrap() < shown.find("three").unwrap_or(usize::MAX));
    assert_eq!(page.matches("action=\"/forfeit\"").count(), 5, "nobody waits in these");
    let fields = [("game_id", games[0].as_str()), ("back", "home")];
    ada.form("/forfeit", &fields).await.leads_to("/home");
    ada.page("/home").await.expect(200).says(&["One more game"]);
}

/// Once the way to one's account stood below everything else.
#[tokio::test]
async fn home_leads_on_above_its_games() {
    let site = Site::start().await;
    let page = site.player("Ada").await.page("/home").await.expect(200).body;
    let games = page.find("id=\"running\"").unwrap();
    for way in ["/lobby", "/people", "/player/Ada", "/puzzles", "/account"] {
        let at = page.find(&format!("<a href=\"{way}\"")).unwrap();
        assert!(at < games, "{way}");
    }
    let guest = site.visitor();
    guest.form("/play", &[("game", "nine"), ("colour", "white")]).await.expect(303);
    assert!(!guest.page("/home").await.expect(200).body.contains("href=\"/account\""));
}
