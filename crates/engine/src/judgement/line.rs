//! Lines of best play (principal variations).

use merels_rules::{AnyMove, AnyPosition, Game};

use super::{Judge, Judgement};

/// The number of nodes for continuing a line within the openings.
const FURTHER_NODES: u64 = 10_000;

impl Judge {
    /// Best play of both sides from a game with this judgement, as far as it is known, for at most
    /// `plies` plies. It begins with a move that the judgement calls best.
    pub fn line(
        &mut self,
        game: &Game<AnyPosition>,
        judgement: &Judgement,
        plies: usize,
    ) -> Vec<AnyMove> {
        let mut line = Vec::new();
        let mut game = game.clone();
        let mut judged = Some(judgement.clone());
        let mut nodes = self.nodes;
        while line.len() < plies && game.outcome().is_none() {
            let by_list = judged.filter(Judgement::ranks_moves);
            let is_searched = by_list.is_none();
            let found: Vec<AnyMove> = match by_list {
                Some(list) => list.moves.first().map(|best| best.mv).into_iter().collect(),
                None => self.searched_line(&game, std::mem::replace(&mut nodes, FURTHER_NODES)),
            };
            let played = found.iter().take_while(|mv| game.play(**mv).is_ok()).count();
            line.extend(&found[..played]);
            judged = self.known(&game);
            // A searched line is not extended by another search.
            if played == 0 || is_searched && judged.is_none() {
                break;
            }
        }
        line.truncate(plies);
        line
    }

    /// The engine's principal variation from here, up to the first move that contradicts exact
    /// knowledge.
    fn searched_line(&mut self, game: &Game<AnyPosition>, nodes: u64) -> Vec<AnyMove> {
        self.forget();
        let line = self.search(game, nodes).map_or(Vec::new(), |(_, line)| line);
        let mut game = game.clone();
        let keeps = |mv: &AnyMove| {
            let known = self.known(&game);
            let keeps = known.is_none_or(|known| {
                known.of(*mv).is_some_and(|verdict| verdict.keeps(known.verdict))
            });
            keeps && game.play(*mv).is_ok()
        };
        line.into_iter().take_while(keeps).collect()
    }
}
