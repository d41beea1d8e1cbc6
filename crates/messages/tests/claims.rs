//! Claims in words: the page of the documentation with every kind, an example on the board and the
//! sentences in every language.

#[path = "../../web/src/parts/claim_marks.rs"]
mod claim_marks;
#[path = "../../engine/tests/claims/solved.rs"]
mod solved;

use std::path::Path;
use std::sync::Arc;

use claim_marks::{claim_marks, move_mark};
use merels_drawing::{Shape, lone_picture, men};
use merels_engine::{Claim, Judge, Oracle, endgames};
use merels_messages::{ByColour, Language};
use merels_rules::morris::Variant;
use merels_rules::{AnyPosition, Game, GameId, Position, Side};
use solved::Solved;

/// A kind, what it says, and a board with a move of which it is true.
type Example = (&'static str, &'static str, &'static str, &'static str, &'static str);

const EXAMPLES: [Example; 22] = [
    ("closes", "The move fills a line.", "nine", "WWxBBxxxxxxxxxxxxxxxxxxx w 7 7", "g1xb2"),
    (
        "blocks",
        "The enemy could have closed the line in its next turn and no longer can.",
        "nine",
        "WxxBBxxxxxxxxxxxxxxxxxxx w 8 7",
        "f2",
    ),
    (
        "leaves-open",
        "The enemy can close the line in its next turn, as it could before.",
        "nine",
        "WxxBBxxxxxxxxxxxxxxxxxxx w 8 7",
        "g7",
    ),
    (
        "threatens",
        "The side could close the line in its next turn; before the move it could not.",
        "nine",
        "WxxBxxxxxxxxxxxxxxxxxxxx w 8 8",
        "d1",
    ),
    (
        "double-mill",
        "A man in a mill can step so that it closes another; that no answer breaks it is said only \
         where it is so.",
        "nine",
        "WxWWxWxWxxxxxxxxxBBBxxBB w 0 0",
        "d3-d2xe5",
    ),
    (
        "attacks-two",
        "A line can be closed on each of two points, and after every answer on one of them.",
        "nine",
        "WxWBxxxxxxxxxxxBxxxxxxxx w 7 7",
        "g7",
    ),
    (
        "locks-in",
        "Men that could step no longer can. Their side has no men in hand and does not fly.",
        "nine",
        "BxxxWxxxWWxxxWxxxxxBxxBB w 0 0",
        "d2-d1",
    ),
    (
        "frees",
        "Men that could not step can. Their side has no men in hand and does not fly.",
        "nine",
        "WWxxxxxWWBxxxxxxxxxxxBBB w 0 0",
        "d1-g1",
    ),
    (
        "takes-last-free",
        "The man taken was the enemy’s only one outside mills.",
        "nine",
        "WWxBxxxxxxxxxxxxxxxxxBBB w 5 5",
        "g1xb2",
    ),
    (
        "brings-down-to",
        "The enemy loses a man and has three left, or so few that it flies.",
        "nine",
        "WWxBxxWxxxxxxxWxxxxBxxBB w 0 0",
        "g4-g1xb2",
    ),
    (
        "crossing",
        "A man is placed on a point with as many neighbours as any.",
        "nine",
        "xxxxxxxxxxxxxxxxxxxxxxxx w 9 9",
        "d6",
    ),
    ("surrounds", "Pawns change colour.", "mingmang", "xoo../...x./...../...../o...o w", "d2-d1"),
    (
        "is-surrounded",
        "An answer turns pawns.",
        "mingmang",
        "xooooooo/x......o/...x...o/x....o../xx.....o/x......o/x......o/x.xxxxxo b",
        "c1-c3",
    ),
    ("nim-sum", "The nim-sum before and after.", "nimble", "0,0,1,2 1", "3-1"),
    ("only-move", "Exactly one move keeps a win or a draw.", "three", "xxWxxxBxW b 1 2 0", "c2"),
    (
        "only-step",
        "The moves that keep a win or a draw differ only in the man they take.",
        "six",
        "BxxWWxxxWWBxxBxB w 2 2 0",
        "d2xb4",
    ),
    (
        "others-lose-to",
        "All moves that do not keep the value lose, and one answer is best against each.",
        "three",
        "xxWxxxBxW b 1 2 0",
        "c2",
    ),
    (
        "wins",
        "The side wins whatever the other does; the number of plies counts the move.",
        "three",
        "BxWWBxBxW w 0 0 0",
        "c3-c2",
    ),
    (
        "holds-out",
        "Every move loses, and none later than this one.",
        "three",
        "BxWxWWBxB w 0 0 0",
        "c1-b1",
    ),
    (
        "forced-line",
        "At most seven plies to the end: every move of the winner is best, and no other defence \
         lasts longer.",
        "three",
        "BxWWBxBxW w 0 0 0",
        "c3-c2",
    ),
    (
        "allows",
        "Another claim is true of a best answer, and of no answer to a best move.",
        "three",
        "BxWWBWBxx b 0 0 0",
        "b2-b3",
    ),
    (
        "misses",
        "Another claim is true of a best move, and not of this one.",
        "six",
        "xWBBxWxxxWxBxWxx b 2 3 0",
        "c5",
    ),
];

const OPENING: &str = "\
# Claims about moves

A review, a hint or a puzzle gives reasons. Each is a *claim*: a statement about the board that is true by
the rules or by exact values, never an opinion. [`Claim`](../crates/engine/src/claims/claim.rs) defines every
kind exactly; this page shows an example of each. The pictures show the position before the move; the move is
green, a line or men that the claim speaks of are golden, and the enemy’s answer is red. A test writes the page
and its pictures (`crates/messages/tests/claims.rs`).

Of a mistake a review tells what it allows, then what a best move does that it does not; of another move what
it does. It makes at most two statements, the plainest first, and adds a forced line where there is one. With
`merels review --json` every move carries its claims as `kind`, `side`, `points` (to show on the board),
`line` (the moves the claim names) and `text`; `of` is the kind of what a mistake allows or misses.
";

/// The claims about a move, with all the values that are known of its game.
fn claims(game: GameId, position: &AnyPosition, mv: &str) -> Vec<Claim> {
    let three: GameId = "three".parse().expect("a game");
    let solved = || Arc::new(Solved::new(Variant::THREE)) as Arc<dyn Oracle>;
    let mut judge =
        Judge::new((game == three).then(solved)).with_endgames(endgames()).with_nodes(1);
    let game = Game::new(position.clone());
    let mv = position.parse_move(mv).expect("a move");
    assert!(position.is_legal(mv), "{position} {mv:?}");
    let judgement = judge.judge(&game);
    judge.claims(&game, mv, &judgement)
}

/// The position with the move and the claim on it.
fn drawn(position: &AnyPosition, mv: &str, claim: &Claim) -> String {
    let mv = position.parse_move(mv).expect("a move");
    let mut marks = claim_marks(position, std::slice::from_ref(claim));
    marks.push(move_mark(position, mv, "own"));
    let (shape, men) = (Shape::of(position), men(position));
    let picture = lone_picture(&shape, &men, Side::White, &standing(position), &marks);
    picture.into_string() + "\n"
}

/// The sides and the men in hand.
fn standing(position: &AnyPosition) -> String {
    let side = Language::ENGLISH.side(position.game(), position.side());
    match position {
        AnyPosition::Morris(morris) => {
            let [white, black] = Side::ALL.map(|side| morris.hand(side));
            match white + black {
                0 => format!("{side} to move"),
                _ => format!("{side} to move; in hand: White {white}, Black {black}"),
            }
        }
        _ => format!("{side} to move"),
    }
}

/// The page's words on a kind, and its picture.
fn example((kind, meaning, game, position, mv): Example) -> (String, String) {
    let game: GameId = game.parse().expect("a game");
    let position = game.parse_position(position).expect("a position");
    let all = claims(game, &position, mv);
    let claim = all.iter().find(|claim| claim.kind() == kind);
    let claim = claim.unwrap_or_else(|| panic!("no {kind} in {position} {mv}: {all:?}"));
    let said: String = Language::ALL
        .into_iter()
        .map(|language| {
            let text = language.claim(&ByColour(language, &position), claim);
            format!("- {}: {text}\n", language.code())
        })
        .collect();
    let (title, standing) = (Language::ENGLISH.title(game), standing(&position));
    let text = format!(
        "\n## {kind}\n\n{meaning}\n\n\
        <img src=\"claims/{kind}.svg\" width=\"260\" alt=\"{title}, {standing}\">\n\n\
        {title}, {standing}. The move is `{mv}`.\n\n{said}"
    );
    (text, drawn(&position, mv, claim))
}

/// A file of the documentation as it should be. With `MERELS_WRITE_DOCS` in the environment it is written
/// anew.
fn check(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name);
    if std::env::var_os("MERELS_WRITE_DOCS").is_some() {
        std::fs::write(&path, text).expect("the file can be written");
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(written == text, "docs/{name} is not what is said; MERELS_WRITE_DOCS=1 writes it");
}

#[test]
fn the_page_of_claims_shows_what_is_said() {
    let mut page = OPENING.to_owned();
    for of_kind in EXAMPLES {
        let (text, picture) = example(of_kind);
        page += &text;
        check(&format!("claims/{}.svg", of_kind.0), &picture);
    }
    check("claims.md", &page);
}

/// The plural, the case and the flight of the German sentences.
#[test]
fn german_sentences_agree_with_their_numbers() {
    let german = Language::from_code("de").expect("German");
    let position = GameId::NINE.start();
    let spot = |name: &str| position.parse_spot(name).expect("a spot");
    let (side, of) = (Side::White, Side::Black);
    let said = |claim: Claim| german.claim(&ByColour(german, &position), &claim);
    let mill = ["a1", "d1", "g1"].map(spot);
    let other = ["a1", "a4", "a7"].map(spot);
    let men = |names: &[&str]| names.iter().map(|name| spot(name)).collect::<Vec<_>>();
    assert_eq!(
        said(Claim::Closes { side, lines: vec![mill, other] }),
        "Das schließt die Mühlen a1-d1-g1 und a1-a4-a7."
    );
    assert_eq!(
        said(Claim::LocksIn { side, of, men: men(&["a1"]) }),
        "Das sperrt den Stein von Schwarz auf a1 ein."
    );
    assert_eq!(
        said(Claim::LocksIn { side, of, men: men(&["a1", "d1", "g1"]) }),
        "Das sperrt die Steine von Schwarz auf a1, d1 und g1 ein."
    );
    assert_eq!(
        said(Claim::BringsDownTo { side, men: 3, flies: true }),
        "Das lässt Schwarz noch 3 Steine, die von nun an springen."
    );
    assert_eq!(
        said(Claim::LeavesOpen { side, lines: vec![mill] }),
        "Das lässt die Mühle a1-d1-g1 offen, und Schwarz kann sie schließen."
    );
}
