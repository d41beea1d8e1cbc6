use merels_live::Refusal;
use merels_rules::{AnyPosition, Draft, Game};

/// Checks that these spots, joined by commas, may be chosen one after the other in a game that is only
/// shown.
///
/// # Errors
///
/// Why the first that may not cannot be chosen.
pub fn check_draft(game: &Game<AnyPosition>, spots: &str) -> Result<(), Refusal> {
    let mut draft = Draft::new();
    for name in spots.split(',') {
        draft.choose(game, game.position().parse_spot(name)?)?;
    }
    Ok(())
}
