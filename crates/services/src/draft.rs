use merels_live::Refusal;
use merels_rules::{AnyPosition, Draft, Game};

/// Checks that these spots, joined by commas, may be chosen one after the other in a game that is only
/// shown.
///
/// # Errors
///
/// The reason why the first of those that may not be chosen may not.
pub fn check_draft(game: &Game<AnyPosition>, spots: &str) -> Result<(), Refusal> {
    let mut draft = Draft::new();
    for name in spots.split(',') {
        draft.choose(game, game.position().parse_spot(name)?)?;
    }
    Ok(())
}
