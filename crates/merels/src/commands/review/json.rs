//! A review for programs.

use merels_engine::{Review, ReviewedMove, line_text};
use merels_messages::{ByColour, Language, ToldClaim};
use merels_rules::{AnyPosition, Game, Position, Side};
use serde_json::{Value, json};

pub(super) fn of(game: &Game<AnyPosition>, review: &Review, language: Language) -> Value {
    let moves = review.moves.iter().enumerate();
    let moves: Vec<Value> =
        moves.map(|(ply, reviewed)| of_move(game, ply, reviewed, language)).collect();
    json!({
        "moves": moves,
        "end": review.end.to_string(),
        "turned": review.turning_ply(),
        "moments": review.moments(),
        "accuracy": {"white": review.accuracy(Side::White), "black": review.accuracy(Side::Black)},
    })
}

fn of_move(
    game: &Game<AnyPosition>,
    ply: usize,
    reviewed: &ReviewedMove,
    language: Language,
) -> Value {
    let position = &game.positions()[ply];
    let mistake = reviewed.mistake.as_ref().map(|mistake| {
        let better: Vec<String> = mistake.better.iter().map(|mv| position.move_text(*mv)).collect();
        json!({"better": better, "line": line_text(&game.positions()[ply + 1], &mistake.line)})
    });
    let names = ByColour(language, position);
    let claims: Vec<ToldClaim> =
        reviewed.claims.iter().map(|claim| language.told_claim(&names, claim)).collect();
    json!({
        "move": position.move_text(reviewed.mv),
        "side": reviewed.side.to_string(),
        "source": reviewed.source.name(),
        "before": reviewed.before.to_string(),
        "played": reviewed.played.to_string(),
        "mistake": mistake,
        "claims": claims,
    })
}
