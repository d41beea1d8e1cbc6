use std::collections::BTreeMap;

use merels_drawing::Man;
use merels_rules::{AnyPosition, GameId, Position, Side, Spot, TextError};

use super::state::Analysis;
use crate::edge::fields::Fields;
use crate::error::{Failure, Result};

/// In Nimble a click puts one pawn more, up to so many.
const MOST_PAWNS: u32 = 4;

/// A board that is being set up by hand, not checked yet; like an analysis it stands in its address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SetUp {
    pub(crate) game: GameId,
    /// The content of each spot: a letter of the game's text, or a number of pawns.
    cells: Vec<String>,
    pub(crate) side: Side,
    pub(crate) hands: [u32; 2],
}

impl SetUp {
    /// Reads the fields of an address: a `position` to begin with, or `cells`, `side`, `white` and `black` of
    /// one in the making.
    ///
    /// # Errors
    ///
    /// The field that is not understood.
    pub(crate) fn read(fields: &Fields) -> Result<SetUp> {
        let game = fields.word_or("game", "failure-unknown-game", GameId::NINE)?;
        let Some(cells) = fields.get("cells") else {
            return Ok(SetUp::of(Analysis::read(fields)?.here.position()));
        };
        let number = |name: &str| fields.number(name).map(Option::unwrap_or_default);
        let set_up = SetUp {
            game,
            cells: cells
                .split('.')
                .map(|cell| if cell == "-" { "." } else { cell }.to_owned())
                .collect(),
            side: if fields.get("side") == Some("b") { Side::Black } else { Side::White },
            hands: [number("white")?, number("black")?],
        };
        // The size of the board follows from the cells: it must be one that can be drawn.
        if set_up.board().spot_count() != set_up.cells.len() {
            return Err(Failure::Field("failure-analysis", cells.to_owned()));
        }
        Ok(set_up)
    }

    fn of(position: &AnyPosition) -> SetUp {
        let text = position.to_string();
        let board = text.split(' ').next().unwrap_or_default();
        let cells = match position {
            AnyPosition::Nimble(_) => board.split(',').map(str::to_owned).collect(),
            _ => board.chars().filter(|letter| *letter != '/').map(String::from).collect(),
        };
        let hands = match position {
            AnyPosition::Morris(position) => Side::ALL.map(|side| position.hand(side) as u32),
            _ => [0, 0],
        };
        SetUp { game: position.game(), cells, side: position.side(), hands }
    }

    fn text(&self) -> String {
        let side = self.side.letter();
        match self.game {
            GameId::Morris(_) => {
                let [white, black] = self.hands;
                format!("{} {side} {white} {black}", self.cells.concat())
            }
            GameId::MingMang | GameId::MingMangNoRepeat => {
                let size = self.cells.len().isqrt().max(1);
                let rows: Vec<String> = self.cells.chunks(size).map(|row| row.concat()).collect();
                format!("{} {side}", rows.join("/"))
            }
            GameId::Nimble => {
                let number = if self.side == Side::White { 1 } else { 2 };
                format!("{} {number}", self.cells.join(","))
            }
        }
    }

    /// The position, if it is one.
    ///
    /// # Errors
    ///
    /// The reason why it is none.
    pub(crate) fn position(&self) -> Result<AnyPosition, TextError> {
        self.game.parse_position(&self.text())
    }

    /// A position with the board of this one, whatever stands on it.
    pub(crate) fn board(&self) -> AnyPosition {
        match self.game {
            GameId::Morris(_) => self.game.start(),
            _ => self.position().unwrap_or_else(|_| self.game.start()),
        }
    }

    pub(crate) fn men(&self) -> BTreeMap<String, Man> {
        let board = self.board();
        let man = |(spot, cell): (usize, &String)| {
            let man = match (self.game, cell.as_str()) {
                (GameId::Morris(_), "W") => Man::Of(Side::White),
                (GameId::Morris(_), "B") => Man::Of(Side::Black),
                (GameId::MingMang | GameId::MingMangNoRepeat, "x") => Man::Of(Side::White),
                (GameId::MingMang | GameId::MingMangNoRepeat, "o") => Man::Of(Side::Black),
                (GameId::Nimble, pawns) => Man::Pawns(pawns.parse().ok().filter(|n| *n > 0)?),
                _ => return None,
            };
            Some((board.spot_name(Spot(spot as u16)), man))
        };
        self.cells.iter().enumerate().filter_map(man).collect()
    }

    /// The same with the next man on a spot: nobody's, White's, Black's, or one pawn more.
    pub(crate) fn with_next_at(&self, spot: usize) -> SetUp {
        let mut next = self.clone();
        let Some(cell) = next.cells.get_mut(spot) else { return next };
        *cell = match (self.game, cell.as_str()) {
            (GameId::Morris(_), "W") => "B".to_owned(),
            (GameId::Morris(_), "B") => "x".to_owned(),
            (GameId::Morris(_), _) => "W".to_owned(),
            (GameId::Nimble, pawns) => {
                let pawns: u32 = pawns.parse().unwrap_or_default();
                if pawns >= MOST_PAWNS { "0".to_owned() } else { (pawns + 1).to_string() }
            }
            (_, "x") => "o".to_owned(),
            (_, "o") => ".".to_owned(),
            (_, _) => "x".to_owned(),
        };
        next
    }

    /// The same with nothing on the board.
    pub(crate) fn emptied(&self) -> SetUp {
        let empty = match self.game {
            GameId::Morris(_) => "x",
            GameId::Nimble => "0",
            GameId::MingMang | GameId::MingMangNoRepeat => ".",
        };
        SetUp { cells: vec![empty.to_owned(); self.cells.len()], hands: [0, 0], ..self.clone() }
    }

    /// The fields that say what stands on the board.
    pub(crate) fn cells(&self) -> String {
        // A point in an address stands between cells: an empty square of Ming Mang is one itself.
        self.cells
            .iter()
            .map(|cell| if cell == "." { "-" } else { cell })
            .collect::<Vec<_>>()
            .join(".")
    }

    pub(crate) fn address(&self) -> String {
        let [white, black] = self.hands.map(|hand| hand.to_string());
        let fields = [
            ("game", self.game.id().to_owned()),
            ("cells", self.cells()),
            ("side", self.side.letter().to_string()),
            ("white", white),
            ("black", black),
        ];
        format!("/analysis/setup?{}", serde_urlencoded::to_string(fields).unwrap_or_default())
    }

    pub(crate) fn analysis_address(&self) -> String {
        let fields = [("game", self.game.id().to_owned()), ("position", self.text())];
        format!("/analysis?{}", serde_urlencoded::to_string(fields).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(address: &str) -> SetUp {
        let query = address.split_once('?').map_or(address, |(_, query)| query);
        SetUp::read(&Fields::of_query(query).unwrap()).unwrap()
    }

    #[test]
    fn boards_of_every_game_are_set_up_click_by_click() {
        for (game, spot, text) in [
            ("nine", 19, "xxxxxxxxxxxxxxxxxxxBxxxx w 0 0 0"),
            (
                "mingmang",
                9,
                "......../.o....../......../......../......../......../......../........ w",
            ),
            ("nimble", 3, "2"),
        ] {
            let set_up = read(&format!("game={game}")).emptied();
            let twice =
                read(&read(&set_up.with_next_at(spot).address()).with_next_at(spot).address());
            let position = twice.position().unwrap().to_string();
            assert!(position.contains(text), "{position}");
            assert_eq!(read(&twice.address()), twice);
        }
    }

    #[test]
    fn what_cannot_be_is_said_not_corrected() {
        let mut set_up = read("game=three").emptied();
        for spot in 0..4 {
            set_up = set_up.with_next_at(spot);
        }
        let reason = set_up.position().unwrap_err().to_string();
        assert_eq!(reason, "White has 4 men (4 on the board, 0 in hand); 3 are allowed");
        let bad = Fields::of_query("game=nine&cells=W.B&side=w").unwrap();
        assert!(SetUp::read(&bad).is_err());
    }
}
