//! The computer's answer to a draw offer.

use merels_rules::{AnyPosition, Game};

use crate::score::Score;

/// The number of consecutive plies without a placement or a capture before the computer agrees to a
/// draw: ten moves by each side in which nothing was decided.
pub const QUIET_PLIES_FOR_DRAW: usize = 20;

/// The largest advantage, in hundredths of a man, that is not worth playing on for.
const EVEN_MARGIN: i32 = 25;

/// The reason why the computer declines a draw.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum DrawDeclined {
    /// This game always has a winner.
    AlwaysWon,
    /// Too few quiet plies have passed.
    TooEarly,
    /// The computer has not evaluated this game yet.
    NotJudged,
    /// The computer thinks that it can win.
    StandsBetter,
}

/// Accepts or declines a draw in this game. `score` is the computer's own evaluation of its chances
/// (from its side, not from the mover's), if it has one.
///
/// # Errors
///
/// Returns the reason for declining.
pub fn answer_draw_offer(
    game: &Game<AnyPosition>,
    score: Option<Score>,
) -> Result<(), DrawDeclined> {
    declined_unjudged(game.position())?;
    match score {
        None => Err(DrawDeclined::NotJudged),
        Some(score) if score.hundredths() > EVEN_MARGIN => Err(DrawDeclined::StandsBetter),
        Some(_) => Ok(()),
    }
}

/// The part of the answer that needs no evaluation: the game must have come far enough for a draw.
///
/// # Errors
///
/// Returns the reason for declining, regardless of the position's value.
pub fn declined_unjudged(position: &AnyPosition) -> Result<(), DrawDeclined> {
    let quiet = match position {
        AnyPosition::Morris(position) => position.quiet(),
        AnyPosition::MingMang(position) => position.quiet(),
        AnyPosition::Nimble(_) => return Err(DrawDeclined::AlwaysWon),
    };
    if usize::from(quiet) < QUIET_PLIES_FOR_DRAW { Err(DrawDeclined::TooEarly) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use merels_rules::GameId;

    use super::*;

    #[test]
    fn no_draw_is_accepted_at_the_start_whatever_the_score() {
        for game in GameId::ALL {
            for score in [None, Some(Score::DRAW), Some(Score::loss_in(4))] {
                let answer = answer_draw_offer(&Game::new(game.start()), score);
                let reason = match game {
                    GameId::Nimble => DrawDeclined::AlwaysWon,
                    _ => DrawDeclined::TooEarly,
                };
                assert_eq!(answer, Err(reason), "{game}");
            }
        }
    }

    #[test]
    fn a_draw_is_accepted_after_twenty_quiet_plies_by_who_does_not_stand_better() {
        let quiet = |plies: u32, score| {
            let text = format!("WxWWxxxxxxxxxxxxxxxxBBxB w 0 0 {plies}");
            answer_draw_offer(&Game::new(GameId::NINE.parse_position(&text).unwrap()), score)
        };
        assert_eq!(quiet(19, Some(Score::DRAW)), Err(DrawDeclined::TooEarly));
        assert_eq!(quiet(20, Some(Score::DRAW)), Ok(()));
        assert_eq!(quiet(20, Some(Score::loss_in(3))), Ok(()));
        assert_eq!(quiet(20, Some(Score::win_in(9))), Err(DrawDeclined::StandsBetter));
        assert_eq!(quiet(20, Some(Score::new(EVEN_MARGIN))), Ok(()));
        assert_eq!(quiet(20, Some(Score::new(EVEN_MARGIN + 1))), Err(DrawDeclined::StandsBetter));
        assert_eq!(quiet(20, None), Err(DrawDeclined::NotJudged));
    }
}
