//! The offers of the first page besides its board: other people, and one's own things.

use crate::common::{Client, Site};
use crate::push::game_by_days;

/// The visible part of a page: without its head, which tells others, its addresses and the data of its scripts.
fn shown(page: &str) -> String {
    let (_, body) = page.split_once("<body").unwrap();
    let without = |text: &str, from: &str, to: &str| {
        let mut parts = text.split(from);
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |text, part| text + part.split_once(to).map_or("", |(_, rest)| rest))
    };
    without(&without(body, "<script", "</script>"), "href=\"", "\"")
}

/// The part of a page from one text on to another.
fn part<'a>(page: &'a str, from: &str, to: &str) -> &'a str {
    let (_, rest) = page.split_once(from).unwrap_or_else(|| panic!("no {from} in {page}"));
    rest.split(to).next().unwrap_or_default()
}

#[tokio::test]
async fn open_seats_and_clocks_are_one_tap_away() {
    let site = Site::start().await;
    let page = site.visitor().page("/?game=six").await.expect(200).body;
    let online = part(&page, "id=\"online\"", "</section>");
    for words in ["Nobody else is here just now", "name=\"game\" value=\"six\"", ">3+2<", ">1 day<"]
    {
        assert!(online.contains(words), "{words} in {online}");
    }
    assert!(!online.contains("action=\"/seat\""));
    // A clock waits at once, and the seat stands on the next one's page.
    let ada = site.player("Ada").await;
    let fields = [("game", "six"), ("opponent", "anybody"), ("clock", "5+5")];
    ada.form("/play", &fields).await.leads_to("/findmatch");
    let guest = site.visitor();
    let page = guest.page("/").await.expect(200).body;
    let online = part(&page, "id=\"online\"", "</section>");
    for words in ["Ada", "Six Men’s Morris, 5 min + 5 s a move, unrated"] {
        assert!(online.contains(words), "{words} in {online}");
    }
    let seat = part(online, "name=\"seat\" value=\"", "\"");
    let reply = guest.form("/seat", &[("seat", seat)]).await.expect(303);
    assert!(reply.header("location").starts_with("/game/"));
}

#[tokio::test]
async fn whoever_has_an_account_finds_the_own_things_at_the_board() {
    let site = Site::start().await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    let game = game_by_days(&site, &ada, &bo).await;
    let page = ada.page("/play").await.expect(200).body;
    let link = format!("href=\"/game/{game}\"");
    let own = part(&page, "card own", "</section>");
    for words in ["One game waits for your move", "begin a row of days", "class=\"streak\"", &link]
    {
        assert!(own.contains(words), "{words} in {own}");
    }
    let below = part(&page, "class=\"cards first-only below\"", "</main>");
    for words in ["turn-card", &link, "Puzzle of the day", "Play online"] {
        assert!(below.contains(words), "{words} in {below}");
    }
    // It is Ada's move, not Bo's.
    let page = bo.page("/play").await.expect(200).body;
    assert!(!page.contains("turn-card") && page.contains("No game waits for your move"));
    // Who has none has the same page without them.
    let page = site.visitor().page("/").await.expect(200).body;
    assert!(!page.contains("class=\"streak\"") && page.contains("Puzzle of the day"));
}

#[tokio::test]
async fn the_level_has_its_name_beside_its_number() {
    let site = Site::start().await;
    let page = site.visitor().page("/?game=nine&level=2").await.expect(200).body;
    let seat = part(&page, "id=\"seat-black\"", "class=\"counts\"");
    assert!(seat.contains("Computer, level 2") && seat.contains("learner"), "{seat}");
    let ada = site.player("Ada").await;
    ada.page("/home").await.expect(200).says(&["Play level 2 – learner"]);
}

async fn name_of(client: &Client) -> String {
    client.data("/home").await.expect(200).json()["name"].as_str().unwrap().to_owned()
}

/// Once captions, chat and greetings called a guest by a number of seven digits.
#[tokio::test]
async fn a_guest_without_a_name_is_you_on_every_page_of_ones_own() {
    let site = Site::start().await;
    let (guest, other) = (site.visitor(), site.visitor());
    for one in [&guest, &other] {
        one.form("/play", &[("game", "three"), ("opponent", "anybody")]).await.expect(303);
    }
    let reply = guest.page("/findmatch").await.expect(303);
    let game = reply.header("location").strip_prefix("/game/").unwrap().to_owned();
    let said = [("game_id", game.as_str()), ("phrase", "hello"), ("version", "1")];
    guest.form("/say", &said).await.expect(303);
    let (name, opponent) = (name_of(&guest).await, name_of(&other).await);
    let check = async |path: &str| {
        let page = shown(&guest.page(path).await.expect(200).body);
        assert!(!page.contains(&name), "{name} on {path}: {page}");
        page
    };
    let place = format!("/game/{game}");
    let page = check(&place).await;
    assert!(page.contains(">You<") && page.contains(&opponent), "{page}");
    assert!(page.contains("White: ") || page.contains("Black: "), "{page}");
    guest.form("/play", &[("game", "six"), ("opponent", "anybody")]).await.expect(303);
    for path in ["/", "/home", "/login", "/lobby", "/watch", "/people", &format!("{place}/replay")]
    {
        check(path).await;
    }
    guest.form("/forfeit", &[("game_id", &game)]).await.expect(303);
    check(&place).await;
}
