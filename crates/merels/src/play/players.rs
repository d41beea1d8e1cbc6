//! The players, and their names in the record.

use anyhow::{Result, bail};
use merels_engine::Level;
use merels_rules::{Outcome, Record, Side};

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Player {
    Human,
    Computer(Level),
}

/// The name of the computer in records, before its level.
const COMPUTER: &str = "Merels ";

/// The name in records of a player of whom nothing is known.
const UNKNOWN: &str = "?";

impl Player {
    /// The player of this name in a record; `None` if the record does not say.
    pub(crate) fn named(name: &str) -> Option<Player> {
        if name == UNKNOWN {
            return None;
        }
        let level = name.strip_prefix(COMPUTER).and_then(|level| level.parse().ok());
        Some(level.map_or(Player::Human, Player::Computer))
    }

    pub(crate) fn at(self, level: Level) -> Player {
        match self {
            Player::Human => Player::Human,
            Player::Computer(_) => Player::Computer(level),
        }
    }
}

pub(crate) fn named_in(record: &Record) -> [Option<Player>; 2] {
    [&record.white, &record.black].map(|name| Player::named(name))
}

/// Writes who plays into the record. People keep the names that they have there, unless it is the
/// computer whose place they take.
pub(crate) fn enter(record: &mut Record, players: [Player; 2]) {
    for (name, player) in [&mut record.white, &mut record.black].into_iter().zip(players) {
        match player {
            Player::Computer(level) => *name = format!("{COMPUTER}{level}"),
            Player::Human if matches!(Player::named(name), Some(Player::Computer(_))) => {
                *name = UNKNOWN.to_owned();
            }
            Player::Human => {}
        }
    }
}

/// Writes the names that people gave into the record, White's before Black's.
///
/// # Errors
///
/// If there are more names than people, or if one could not be told from the computer's.
pub(crate) fn enter_names(
    record: &mut Record,
    players: [Player; 2],
    names: &[String],
) -> Result<()> {
    let seats = [&mut record.white, &mut record.black].into_iter().zip(players);
    let people: Vec<&mut String> =
        seats.filter(|(_, player)| *player == Player::Human).map(|(name, _)| name).collect();
    if names.len() > people.len() {
        let count = match people.len() {
            0 => "nobody but the computer plays".to_owned(),
            1 => "one person plays".to_owned(),
            _ => "two people play".to_owned(),
        };
        bail!("{} names were given, but {count}", names.len());
    }
    for (seat, name) in people.into_iter().zip(names) {
        let name = name.trim();
        if name.chars().any(char::is_control) {
            bail!("a name is one line of text");
        }
        if matches!(Player::named(name), Some(Player::Computer(_))) {
            bail!("'{name}' is what the computer is called");
        }
        if !name.is_empty() {
            *seat = name.to_owned();
        }
    }
    Ok(())
}

pub(crate) fn name_of(record: &Record, side: Side) -> Option<&str> {
    let name = match side {
        Side::White => &record.white,
        Side::Black => &record.black,
    };
    (name != UNKNOWN).then_some(name.as_str())
}

/// The number of games lost in a row that suggests a gentler level.
const LOSSES_IN_A_ROW: usize = 2;

/// The level that suits better after a game of one person against the computer: the next one after a
/// win, the one below after some losses in a row, of which `lost_before` came before this game.
pub(crate) fn suggested_level(
    players: [Player; 2],
    outcome: Outcome,
    lost_before: usize,
) -> Option<Level> {
    let (person, Level::Numbered(number)) = person_against(players)? else { return None };
    if outcome.winner()? == person {
        Level::numbered(number.get() + 1)
    } else if lost_before + 1 >= LOSSES_IN_A_ROW {
        Level::numbered(number.get() - 1)
    } else {
        None
    }
}

/// Returns `true` if the one person who plays the computer lost the game.
pub(crate) fn person_lost(players: [Player; 2], outcome: Outcome) -> bool {
    let person = person_against(players).map(|(person, _)| person);
    outcome.winner().is_some_and(|winner| person == Some(!winner))
}

/// The side of the one person who plays the computer, and the computer's level.
fn person_against(players: [Player; 2]) -> Option<(Side, Level)> {
    match players {
        [Player::Human, Player::Computer(level)] => Some((Side::White, level)),
        [Player::Computer(level), Player::Human] => Some((Side::Black, level)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use merels_rules::WinReason;

    use super::*;

    #[test]
    fn a_win_suggests_the_next_level_and_two_losses_the_one_below() {
        let against = |level| [Player::Human, Player::Computer(Level::numbered(level).unwrap())];
        let won = Outcome::win(Side::White, WinReason::Reduced);
        let lost = Outcome::win(Side::Black, WinReason::Reduced);
        assert_eq!(suggested_level(against(2), won, 0), Level::numbered(3));
        assert_eq!(suggested_level(against(10), won, 0), None);
        assert_eq!(suggested_level(against(2), lost, 0), None);
        assert_eq!(suggested_level(against(2), lost, 1), Level::numbered(1));
        assert_eq!(suggested_level(against(1), lost, 5), None);
        assert_eq!(suggested_level([Player::Human; 2], won, 0), None);
        assert_eq!(
            suggested_level([Player::Human, Player::Computer(Level::Classic)], won, 0),
            None
        );
    }

    #[test]
    fn records_name_the_computer_so_that_it_is_known_again() {
        for level in Level::all() {
            assert_eq!(Player::named(&format!("Merels {level}")), Some(Player::Computer(level)));
        }
        assert_eq!(Player::named("Merels the cat"), Some(Player::Human));
        assert_eq!(Player::named("?"), None);
    }
}
