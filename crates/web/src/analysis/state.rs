//! An analysis: where it starts, the lines that were tried, where in them one is, and what is marked
//! on the board. All of it stands in the address, so that it can be shared and needs no keeping.
//!
//! `game=nine&position=…&tree=d6.d2.f4~d6.b4&at=d6.d2&marks=d6.f4-g4`: the lines of the tree are
//! joined by `~`, their moves by `.`; `at` is the way from the start to where one is. It may begin with
//! the number of a move of the tree ([`Tree::number`]), so that a page can name every move of a long
//! tree without repeating the tree.

use merels_rules::{AnyPosition, Game, GameId, Position, Side};

use super::tree::Tree;
use crate::edge::fields::Fields;
use crate::error::{Failure, Result};

/// The limits of a tree in moves and characters: it must fit into an address.
const MOST_MOVES: usize = 600;
const LONGEST_TREE: usize = 12_000;

/// A way of more moves than this is written as a number.
const LONG_WAY: usize = 20;

const MOST_MARKS: usize = 40;

#[derive(Clone, Debug)]
pub(crate) struct Analysis {
    pub(crate) game: GameId,
    pub(crate) tree: Tree,
    /// The line to where one is.
    pub(crate) at: Vec<String>,
    /// From the start to where one is.
    pub(crate) here: Game<AnyPosition>,
    /// One spot, or two for an arrow.
    pub(crate) marks: Vec<Vec<String>>,
    pub(crate) near: Side,
}

impl Analysis {
    /// An analysis that begins at the end of a game.
    pub(crate) fn of_game(game: &Game<AnyPosition>, ply: usize, near: Side) -> Analysis {
        let texts: Vec<String> = game
            .moves()
            .iter()
            .zip(game.positions())
            .map(|(mv, position)| position.move_text(*mv))
            .collect();
        let mut tree = Tree::default();
        tree.insert(&texts);
        let mut here = Game::new(game.start().clone());
        for mv in &game.moves()[..ply.min(game.ply())] {
            // A finished game is played again, so each of its moves is legal.
            let _ = here.play(*mv);
        }
        let at = texts[..here.ply()].to_vec();
        Analysis { game: game.position().game(), tree, at, here, marks: Vec::new(), near }
    }

    /// Reads the fields of an address.
    ///
    /// # Errors
    ///
    /// The field that is not understood, and the reason.
    pub(crate) fn read(fields: &Fields) -> Result<Analysis> {
        let game = fields.word_or("game", "failure-unknown-game", GameId::NINE)?;
        let start = match fields.get("position") {
            Some(text) => game.parse_position(text).map_err(|error| bad(error.to_string()))?,
            None => game.start(),
        };
        let text = fields.get("tree").unwrap_or_default();
        check_length(text.len())?;
        let mut tree = Tree::default();
        for line in text.split('~') {
            tree.insert(&split(line));
        }
        let at = read_way(fields.get("at").unwrap_or_default(), &tree)?;
        tree.insert(&at);
        if tree.len() > MOST_MOVES {
            return Err(too_long());
        }
        check_length(tree.text().len())?;
        tree.check(&mut Game::new(start.clone())).map_err(bad)?;
        let mut here = Game::new(start);
        for text in &at {
            play(&mut here, text).map_err(bad)?;
        }
        let marks = marks(fields.get("marks").unwrap_or_default(), here.position())?;
        let near = match fields.get("near") {
            Some("black") => Side::Black,
            _ => Side::White,
        };
        Ok(Analysis { game, tree, at, here, marks, near })
    }

    pub(crate) fn query(&self) -> String {
        serde_urlencoded::to_string(self.fields()).unwrap_or_default()
    }

    pub(crate) fn fields(&self) -> Vec<(&'static str, String)> {
        let start = self.here.start();
        let mut fields = vec![("game", self.game.id().to_owned())];
        if self.game.usual_start().as_ref() != Some(start) {
            fields.push(("position", start.to_string()));
        }
        let marks: Vec<String> = self.marks.iter().map(|mark| mark.join("-")).collect();
        let number = self.tree.number(&self.at).filter(|_| self.at.len() > LONG_WAY);
        fields.push(("tree", self.tree.text()));
        fields.push(("at", number.map_or_else(|| self.at.join("."), |number| number.to_string())));
        fields.push(("marks", marks.join(".")));
        fields.retain(|(_, value)| !value.is_empty());
        if self.near == Side::Black {
            fields.push(("near", "black".to_owned()));
        }
        fields
    }

    pub(crate) fn address(&self) -> String {
        format!("/analysis?{}", self.query())
    }

    /// The same tree, seen from the end of another line, which is added to it. Marks belong to a
    /// position.
    pub(crate) fn seen_from(&self, at: &[String]) -> Analysis {
        let mut tree = self.tree.clone();
        tree.insert(at);
        Analysis { tree, at: at.to_vec(), marks: Vec::new(), ..self.clone() }
    }

    pub(crate) fn number(&self) -> usize {
        self.tree.number(&self.at).unwrap_or_default()
    }

    /// The address so many moves back.
    pub(crate) fn back_to(&self, ply: usize) -> String {
        self.seen_from(&self.at[..ply.min(self.at.len())]).address()
    }

    /// The line on from here, as far as it was first tried.
    pub(crate) fn onward(&self) -> Vec<String> {
        let mut line = self.at.clone();
        line.extend(self.tree.first_line(&self.at));
        line
    }

    /// The same without the line that leads on from the move before.
    pub(crate) fn without_here(&self) -> Option<Analysis> {
        let (_, before) = self.at.split_last()?;
        let mut tree = self.tree.clone();
        tree.remove(&self.at);
        Some(Analysis { tree, at: before.to_vec(), marks: Vec::new(), ..self.clone() })
    }
}

fn bad(reason: String) -> Failure {
    Failure::Field("failure-analysis", reason)
}

fn too_long() -> Failure {
    bad(format!("An analysis has {MOST_MOVES} moves and {LONGEST_TREE} characters at most."))
}

fn check_length(characters: usize) -> Result<()> {
    if characters > LONGEST_TREE { Err(too_long()) } else { Ok(()) }
}

/// The way to where one is: moves, or the number of a move in the tree and moves from there on.
fn read_way(text: &str, tree: &Tree) -> Result<Vec<String>> {
    check_length(text.len())?;
    let mut way = split(text);
    // No move of any game is a number.
    let Some(number) = way.first().and_then(|first| first.parse().ok()) else { return Ok(way) };
    let no_move = || bad(format!("there is no move {number} in the tree"));
    let line = tree.line(number).ok_or_else(no_move)?;
    way.splice(..1, line);
    Ok(way)
}

fn split(line: &str) -> Vec<String> {
    line.split('.').filter(|text| !text.is_empty()).map(str::to_owned).collect()
}

/// Plays a move in its text form.
///
/// # Errors
///
/// The reason why it cannot be played.
pub(crate) fn play(game: &mut Game<AnyPosition>, text: &str) -> Result<(), String> {
    let said = |reason: String| format!("{text}: {reason}");
    let mv = game.position().parse_move(text).map_err(|error| said(error.to_string()))?;
    game.play(mv).map_err(|error| said(error.to_string()))
}

/// The marks on a board: spots, or two joined by `-` for an arrow.
fn marks(text: &str, position: &AnyPosition) -> Result<Vec<Vec<String>>> {
    let mark = |text: String| -> Result<Vec<String>> {
        let spots: Vec<String> = text.split('-').map(str::to_owned).collect();
        for spot in &spots {
            position.parse_spot(spot).map_err(|error| bad(error.to_string()))?;
        }
        if spots.len() > 2 {
            return Err(bad(format!("{text}: a mark is one spot or two")));
        }
        Ok(spots)
    };
    let marks: Vec<Vec<String>> = split(text).into_iter().map(mark).collect::<Result<_, _>>()?;
    if marks.len() > MOST_MARKS {
        return Err(bad(format!("there are {MOST_MARKS} marks at most")));
    }
    Ok(marks)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(query: &str) -> Result<Analysis> {
        Analysis::read(&Fields::of_query(query).unwrap())
    }

    #[test]
    fn an_analysis_is_read_from_its_address_as_it_was_written() {
        for query in [
            "game=nine",
            "game=nine&tree=d6.d2.f4%7Ed6.b4&at=d6.d2&marks=d6.f4-g4",
            "game=six&position=WWxBBxxxxWxxxBxx+w+0+0+0&tree=e3-e1xb2&at=e3-e1xb2",
            "game=mingmang&near=black",
        ] {
            assert_eq!(read(query).unwrap().query(), query);
        }
        assert_eq!(read("at=d6").unwrap().query(), "game=nine&tree=d6&at=d6");
    }

    #[test]
    fn what_is_no_analysis_gets_a_reason() {
        for (query, reason) in [
            ("position=xx+w", "character 3: the board has 2 letters; 24 are wanted"),
            ("tree=d6.d6", "d6: d6 is occupied"),
            ("tree=d9", "d9: character 1: 'd9' is no point of this board"),
            ("tree=d6&at=2", "there is no move 2 in the tree"),
            ("marks=d9", "character 1: 'd9' is no point of this board"),
            ("marks=d6-d5-d7", "d6-d5-d7: a mark is one spot or two"),
        ] {
            match read(query) {
                Err(Failure::Field("failure-analysis", said)) => assert_eq!(said, reason),
                other => panic!("{query}: {other:?}"),
            }
        }
        assert!(matches!(read("game=chess"), Err(Failure::Field("failure-unknown-game", _))));
    }

    #[test]
    fn lines_are_added_walked_and_removed() {
        let start = read("tree=d6.d2.f4").unwrap();
        assert_eq!(start.onward(), ["d6", "d2", "f4"]);
        let other = read("tree=d6.d2.f4&at=0.b2").unwrap();
        assert_eq!(other.query(), "game=nine&tree=d6.d2.f4%7Eb2&at=b2");
        let longer = read("tree=d6.d2.f4~b2&at=2.b4").unwrap();
        assert_eq!(longer.query(), "game=nine&tree=d6.d2.f4%7Ed6.d2.b4%7Eb2&at=d6.d2.b4");
        let there = read("tree=d6.d2.f4~b2&at=d6.d2").unwrap();
        assert_eq!(there.back_to(1), "/analysis?game=nine&tree=d6.d2.f4%7Eb2&at=d6");
        let without = there.without_here().unwrap();
        assert_eq!(without.query(), "game=nine&tree=d6%7Eb2&at=d6");
    }
}
