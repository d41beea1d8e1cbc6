//! The boards that pages are really sent, written down for the checks of the browser's side:
//! `web/test/sent.js`. Its types are compared with those the scripts believe in, and its boards are
//! those the scripts' tests use, so that a board is laid out in one place only.
//!
//! `MERELS_WRITE_SENT=1 cargo test -p merels-web --test http sent` writes it anew.

use std::fmt::Write;
use std::path::Path;

use crate::common::{Client, Site};

/// The shape in the data of a game's page for the scripts.
async fn shape(client: &Client, game: &str) -> String {
    let page = client.page(&format!("/game/{game}")).await.expect(200).body;
    let (_, rest) = page.split_once("<script id=\"shape\" type=\"application/json\">").unwrap();
    rest.split_once("</script>").unwrap().0.to_owned()
}

#[tokio::test]
async fn sent_boards_are_what_the_scripts_expect() {
    let site = Site::start().await;
    let (ada, bo) = (site.player("Ada").await, site.player("Bo").await);
    let boards = [
        ("nine", "nine", String::new()),
        ("twelve", "twelve", String::new()),
        ("six", "six", String::new()),
        ("three", "three", String::new()),
        ("mingmang3", "mingmang", "xoo/x.o/xx. w".to_owned()),
        ("mingmang8", "mingmang", String::new()),
        ("nimble1", "nimble", "2 1".to_owned()),
        ("nimble12", "nimble", "0,0,0,0,0,0,0,0,0,0,1,2 1".to_owned()),
        ("nimble64", "nimble", format!("{}1 1", "0,".repeat(63))),
    ];
    let mut text = String::from(
        "// The boards that the server sends, written by its test `sent`; their types are checked by\n\
         // `npm run check`.\n\n\
         /** @type {Record<string, import(\"../board/types.js\").Shape>} */\n\
         export const shapes = {\n",
    );
    for (name, game, start) in boards {
        let key = if start.is_empty() {
            site.game(game, &ada, &bo).await
        } else {
            site.game_from(game, &start, &ada, &bo).await
        };
        writeln!(text, "  {name}: {},", shape(&ada, &key).await).unwrap();
    }
    text.push_str("};\n");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/test/sent.js");
    if std::env::var_os("MERELS_WRITE_SENT").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(known == text, "web/test/sent.js is not what is sent: write it anew, see the top here");
}
