//! The starts of games: strips on which nobody could move, and boards that keep their size.

use merels_model::GameKey;
use merels_rules::GameScore;
use merels_store::Scope;
use serde_json::json;

use crate::common::{Client, Site};

/// Such a game began decided, could not be left, and went on for ever in the store.
#[tokio::test]
async fn a_strip_on_which_nobody_could_move_is_refused_at_every_door() {
    let site = Site::start().await;
    let ada = site.player("Ada").await;
    let program = site.program(&ada, Scope::Play).await;
    for measures in [json!({"strip": "5,0"}), json!({"squares": 1}), json!({"strip": "3"})] {
        let mut fields = measures.clone();
        fields["game"] = json!("nimble");
        let refused = program.post("/api/v1/challenges", fields.clone()).await;
        assert_eq!(refused.status, 400, "/api/v1/challenges {fields}");
        for (path, opponent) in [
            ("/play", "computer"),
            ("/play", "here"),
            ("/play", "anybody"),
            ("/play", "friend"),
            ("/playcomputer", "computer"),
            ("/findmatch", "anybody"),
            ("/invite", "friend"),
            ("/arenas", "anybody"),
        ] {
            fields["opponent"] = json!(opponent);
            let refused = ada.api("POST", path, fields.clone()).await.expect(400).json();
            assert_eq!(refused["error"], "malformed", "{path} {fields}");
        }
    }
    assert_eq!(site.store.games().running_games(ada.id.as_ref().unwrap()).await.unwrap(), []);
    let page = site.visitor().page("/?game=nimble&strip=5,0").await.expect(400);
    page.says(&["nobody could move"]);
}

#[tokio::test]
async fn a_game_that_began_decided_ends_in_the_store_too_and_one_like_it_can_be_played() {
    let site = Site::start().await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    let me = ada.id.as_ref().unwrap();
    for start in ["5,0 1", "2 1"] {
        let game = site.game_from("nimble", start, &ada, &bo).await;
        assert_eq!(site.store.games().running_games(me).await.unwrap().len(), 1);
        assert_eq!(ada.state(&game).await["result"]["winner"], "black");
        let stored = site.store.games().game(&GameKey::new(&game)).await.unwrap().unwrap();
        assert_eq!(stored.score.map(GameScore::text), Some("0-1"));
        assert_eq!(site.store.games().running_games(me).await.unwrap(), [], "nobody is kept by it");
        // A strip that is laid anew is one that can be played.
        let again = json!({"game_id": game});
        ada.api("POST", "/rematch", again.clone()).await.expect(200);
        let rematch = bo.api("POST", "/rematch", again).await.expect(200).json();
        let rematch = rematch["game_id"].as_str().unwrap().to_owned();
        assert_eq!(ada.state(&rematch).await["result"], json!(null));
        ada.api("PUT", "/forfeit", json!({"game_id": rematch})).await.expect(200);
    }
}

/// Loses twice against a level, so that the one below is offered; gives the page that offers it.
async fn lose_twice(client: &Client, fields: &[(&str, &str)]) -> String {
    let mut page = String::new();
    for _ in 0..2 {
        let begun = client.form("/play", fields).await.expect(303);
        let path = begun.header("location").to_owned();
        let key = path.rsplit('/').next().unwrap();
        client.form("/forfeit", &[("game_id", key)]).await.expect(303);
        page = client.page(&path).await.expect(200).body;
    }
    page
}

#[tokio::test]
async fn the_next_level_keeps_the_size_of_the_board_and_what_is_remembered() {
    let site = Site::start().await;
    let ada = site.player("Ada").await;
    let chosen =
        [("game", "mingmang"), ("size", "4"), ("squares", "6"), ("pawns", "2"), ("level", "2")];
    let page = lose_twice(&ada, &chosen).await;
    assert!(page.contains("name=\"size\" value=\"4\""), "{page}");
    let next = [("game", "mingmang"), ("size", "4"), ("level", "1"), ("colour", "black")];
    let begun = ada.form("/play", &next).await.expect(303);
    let key = begun.header("location").rsplit('/').next().unwrap().to_owned();
    let stored = site.store.games().game(&GameKey::new(&key)).await.unwrap().unwrap();
    assert_eq!(stored.start.split(['/', ' ']).count(), 5, "{}", stored.start);
    let remembered = ["name=\"size\" min=\"3\" max=\"19\" value=\"4\"", "max=\"64\" value=\"6\""];
    ada.page("/home").await.expect(200).says(&remembered);

    let chosen = [("game", "nimble"), ("squares", "6"), ("pawns", "2"), ("level", "2")];
    let page = lose_twice(&ada, &chosen).await;
    assert!(page.contains("name=\"squares\" value=\"6\""), "{page}");
    let next = [("game", "nimble"), ("squares", "6"), ("level", "1")];
    ada.form("/play", &next).await.expect(303);
    let remembered = ["max=\"64\" value=\"6\"", "max=\"99\" value=\"2\"", "max=\"19\" value=\"4\""];
    ada.page("/home").await.expect(200).says(&remembered);
}

/// The value of a page's field.
fn field<'a>(page: &'a str, name: &str) -> &'a str {
    let (_, rest) = page.split_once(&format!("name=\"{name}\"")).expect(name);
    let (tag, _) = rest.split_once('>').unwrap();
    tag.split_once("value=\"").expect(name).1.split('"').next().unwrap()
}

/// Without scripts nobody empties the field of the strip, which came first.
#[tokio::test]
async fn the_measures_of_nimble_count_without_scripts_beside_the_strip_on_show() {
    let site = Site::start().await;
    let ada = site.player("Ada").await;
    let page = ada.page("/home?game=nimble&squares=5&pawns=2").await.expect(200).body;
    let (strip, laid) = (field(&page, "strip"), field(&page, "laid"));
    assert_eq!((strip.split(',').count(), field(&page, "squares")), (5, "5"));
    for (squares, start) in [("9", None), ("5", Some(strip))] {
        let fields = [("game", "nimble"), ("opponent", "here"), ("squares", squares)];
        let shown = [("pawns", "2"), ("strip", strip), ("laid", laid)];
        let begun = ada.form("/play", &[fields, shown].concat()).await.expect(303);
        let key = begun.header("location").rsplit('/').next().unwrap().to_owned();
        let stored = site.store.games().game(&GameKey::new(&key)).await.unwrap().unwrap();
        let strip_of_game = stored.start.split(' ').next().unwrap();
        assert_eq!(strip_of_game.split(',').count().to_string(), squares);
        assert!(start.is_none_or(|start| start == strip_of_game), "{strip_of_game}");
    }
}
