//! The card of a review that speaks of the move in view: at most two sentences and a line of moves, and
//! after a mistake another try. At the start it sums the game up.

use maud::{Markup, html};
use merels_engine::{Claim, Skill};
use merels_messages::ByColour;
use merels_model::Seat;
use merels_rules::{AnyPosition, Outcome, Position, Side};
use merels_services::analysis::MoveReview;

use super::review_page::Shown;
use crate::parts::sheet::turn_number;
use crate::wording;

impl Shown<'_> {
    /// A card for every step, of which one is seen.
    pub(super) fn cards(&self) -> Markup {
        html! {
            article data-at="0" hidden[self.replay.ply != 0] { (self.summary()) }
            @for at in 0..self.turns.len() {
                @let reviewed = self.review.moves.get(at);
                @let is_mistake = reviewed.is_some_and(|reviewed| reviewed.mistake.is_some());
                article data-at=(at + 1) data-look=[is_mistake.then_some("bad")] hidden[self.replay.ply != at + 1] {
                    @match reviewed {
                        Some(reviewed) => (self.card(at, reviewed)),
                        None => h2 { (self.turn(at)) },
                    }
                    @if at + 1 == self.turns.len() { (self.end()) }
                }
            }
        }
    }

    /// The number and the text of a turn.
    fn turn(&self, at: usize) -> String {
        let first = self.replay.positions[0].side();
        format!("{} {}", turn_number(first, at), self.turns[at])
    }

    /// Two sentences: where the game turned, and what to train.
    fn summary(&self) -> Markup {
        let language = self.language;
        let turned = self.review.turned.and_then(|at| Some((at, self.review.moves.get(at)?)));
        let turned = match turned {
            Some((at, reviewed)) => language.turning_turn(
                &self.turn(at),
                self.side_at(at),
                [reviewed.before, reviewed.played],
            ),
            None => language.say("review-never-turned"),
        };
        let first = self.moments.first().map(|at| at + 1);
        html! {
            h2 { (turned) }
            @if let Some(advice) = self.to_train() { p { (advice) } }
            @if let Some(words) = self.drawn_by_rule() { p.quiet { (words) } }
            @if let Some(ply) = first {
                div.after {
                    a.button.primary href={ "?ply=" (ply) } data-ply=(ply) { (language.say("review-to-mistakes")) }
                }
            }
        }
    }

    /// The advice to train for the visitor, for the side that lost, or else for both.
    fn to_train(&self) -> Option<String> {
        let language = self.language;
        let loser = self.replay.snapshot.outcome.and_then(Outcome::winner).map(|winner| !winner);
        let learner = self.replay.you.filter(|_| !self.replay.snapshot.is_shared()).or(loser);
        let positions = self.replay.positions;
        let learns = |at: &usize| learner.is_none_or(|side| positions[*at].side() == side);
        let mistakes = (0..self.review.moves.len())
            .filter(|at| self.review.moves[*at].mistake.is_some() && learns(at));
        let skills =
            mistakes.map(|at| Skill::wanted_by(&self.review.moves[at].claims_in(&positions[at])));
        match (Skill::most_wanted(skills), learner) {
            (Some(skill), _) => Some(language.to_train(skill)),
            (None, Some(side)) => {
                let side = language.side(self.replay.snapshot.kind, side);
                Some(language.say_with("review-train-nothing", &[("side", side.into())]))
            }
            (None, None) => None,
        }
    }

    fn card(&self, at: usize, reviewed: &MoveReview) -> Markup {
        let language = self.language;
        let position = &self.replay.positions[at];
        let names = ByColour(language, position);
        let (lines, said): (Vec<Claim>, Vec<Claim>) = reviewed
            .claims_in(position)
            .into_iter()
            .partition(|claim| matches!(claim, Claim::ForcedLine { .. }));
        let mistake = reviewed.mistake.as_ref();
        let worths = [reviewed.before, reviewed.played];
        let instead = mistake.filter(|_| said.len() < 2 && !said.iter().any(names_better));
        html! {
            h2 { (language.effect(&self.turn(at), worths, mistake.is_some())) }
            @for claim in &said {
                p.better[mistake.is_some() && names_better(claim)] { (language.claim(&names, claim)) }
            }
            @if let Some(better) = instead.and_then(|mistake| mistake.better.first()) {
                p.better { (language.say_with("review-instead", &[("move", better.as_str().into())])) }
            }
            @if let Some(forced) = lines.first() { p.quiet { (language.claim(&names, forced)) } }
            @else if let Some(mistake) = mistake.filter(|mistake| !mistake.line.is_empty()) {
                p.quiet { (language.say_with("review-line", &[("line", mistake.line.join(" ").into())])) }
            }
            @if mistake.is_some() { (self.ways_on(at, reviewed)) }
        }
    }

    /// After a mistake: another try from before it, and what punishes it on the analysis board.
    fn ways_on(&self, at: usize, reviewed: &MoveReview) -> Markup {
        let (language, key) = (self.language, &self.replay.snapshot.key);
        html! {
            div.after {
                form method="post" action={ "/analysis/play?from=" (key) "&ply=" (at) } {
                    input type="hidden" name="level" value=(self.opponent_again(at, reviewed));
                    button.primary { (language.say("review-again")) }
                }
                a.button href={ "/analysis?from=" (key) "&ply=" (at + 1) "&line=1" } { (language.say("review-show")) }
            }
        }
    }

    /// The level that another try meets: the one that punished the mistake in the game, or the lowest
    /// that finds the punishment.
    fn opponent_again(&self, at: usize, reviewed: &MoveReview) -> String {
        let position: &AnyPosition = &self.replay.positions[at];
        let enemy: Side = !position.side();
        let answer = self.review.moves.get(at + 1);
        let punished = answer.is_some_and(|answer| answer.mistake.is_none());
        match self.replay.snapshot.seat(enemy) {
            Seat::Computer(level) if punished => level.clone(),
            _ => reviewed.punishing_level(position).to_string(),
        }
    }

    /// The end of the game in words.
    fn end(&self) -> Markup {
        let snapshot = self.replay.snapshot;
        html! {
            @if let Some(outcome) = snapshot.outcome {
                p.quiet { (wording::outcome(self.language, snapshot, outcome)) }
            }
        }
    }
}

/// Returns `true` if a claim about a mistake names the better move.
fn names_better(claim: &Claim) -> bool {
    matches!(claim, Claim::Misses { .. } | Claim::OnlyMove { .. } | Claim::OnlyStep { .. })
}
