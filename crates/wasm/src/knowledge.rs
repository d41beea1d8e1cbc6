//! The values of moves, and true statements about them.

use merels_engine::{Engine, EngineOptions, Judge, chosen};
use merels_messages::{ByColour, Language, ToldClaim, Worth};
use merels_rules::{AnyPosition, Coordinates, Game, Position};
use serde::Serialize;

use crate::answer::{Answer, json};
use crate::pocket::Pocket;
use crate::thinking::options;

/// The size of the judge's transposition table, as on the site.
const HASH_MIB: usize = 8;

/// A position with the values of its moves.
#[derive(Serialize)]
struct Judged {
    /// Where the values come from, such as `openings` or `engine`.
    source: &'static str,
    worth: Worth,
    words: String,
    /// The best first.
    moves: Vec<JudgedMove>,
}

#[derive(Serialize)]
struct JudgedMove {
    #[serde(rename = "move")]
    mv: String,
    worth: Worth,
    words: String,
}

pub(crate) fn judge(
    pocket: &Pocket,
    game: &Game<AnyPosition>,
    nodes: Option<u64>,
    language: Language,
) -> Answer {
    let judgement = asked(pocket, game, nodes)?.judge(game);
    let position = game.position();
    let moves = judgement.moves.iter().map(|judged| JudgedMove {
        mv: position.move_text(judged.mv),
        worth: judged.verdict.into(),
        words: language.judged_move(position, judged),
    });
    json(&Judged {
        source: judgement.source.name(),
        worth: judgement.verdict.into(),
        words: language.judged_position(position, &judgement),
        moves: moves.collect(),
    })
}

/// The few statements to tell of a move, as reviews do.
pub(crate) fn claims(
    pocket: &Pocket,
    game: &Game<AnyPosition>,
    text: &str,
    nodes: Option<u64>,
    language: Language,
) -> Answer {
    let position = game.position();
    let mv = position.parse_move_as(text, Coordinates::NamesOrNumbers);
    let mv = mv.map_err(|error| error.to_string())?;
    game.check(mv).map_err(|illegal| illegal.to_string())?;
    let mut judge = asked(pocket, game, nodes)?;
    let judgement = judge.judge(game);
    let claims = judge.claims(game, mv, &judgement);
    let names = ByColour(language, position);
    let told: Vec<ToldClaim> = chosen(&claims, judgement.gives_away(mv))
        .iter()
        .map(|claim| language.told_claim(&names, claim))
        .collect();
    json(&told)
}

/// A judge that asks what was handed in for a game.
fn asked(pocket: &Pocket, game: &Game<AnyPosition>, nodes: Option<u64>) -> Result<Judge, String> {
    let options = EngineOptions { hash_mib: HASH_MIB, seed: Some(1), ..options(pocket, game) };
    let judge = Judge::new(None)
        .with_endgames(options.endgames)
        .with_openings(options.openings.clone())
        .with_engine(Some(Engine::try_new(options).map_err(|error| error.to_string())?));
    Ok(match nodes {
        Some(nodes) => judge.with_nodes(nodes),
        None => judge,
    })
}
