//! The graph of a review: how the game stood, won, level or lost, before each move and at the end. Every
//! ply is a way to it.

use maud::{Markup, html};
use merels_messages::Language;
use merels_rules::Wdl;
use merels_services::analysis::GameReview;

use crate::game::replay_page::Replay;

/// The graph in units.
const WIDTH: f64 = 340.0;
const HEIGHT: f64 = 84.0;
const MARGIN: f64 = 8.0;

/// The graph for the side that is near, with a dot at each of these moves.
pub(super) fn graph(
    language: Language,
    replay: &Replay<'_>,
    review: &GameReview,
    moments: &[usize],
) -> Markup {
    let near = replay.near();
    let [above, below] = [near, !near].map(|side| language.side(replay.snapshot.kind, side));
    let label = [("near", above.as_str().into()), ("far", below.as_str().into())];
    let standings = review.standings(near);
    let wide = (WIDTH - 2.0 * MARGIN) / (standings.len().max(2) - 1) as f64;
    let x = |ply: usize| MARGIN + wide * ply as f64;
    html! {
        svg.graph viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) role="group" aria-label=(language.say_with("review-graph", &label)) {
            text x=(MARGIN) y="14" aria-hidden="true" { (above) }
            text x=(MARGIN) y=(HEIGHT - 6.0) aria-hidden="true" { (below) }
            path.middle d=(format!("M{MARGIN} {}H{}", HEIGHT / 2.0, WIDTH - MARGIN)) {}
            path.course d=(course(&standings, wide)) {}
            g aria-hidden="true" {
                @for ply in 0..standings.len() {
                    a data-ply=(ply) href={ "?ply=" (ply) } tabindex="-1" aria-current=[(ply == replay.ply).then_some("step")] {
                        rect x=(format!("{:.1}", x(ply) - wide / 2.0)) width=(format!("{wide:.1}")) {}
                    }
                }
            }
            @for at in moments {
                @if let Some(before) = standings.get(*at) {
                    circle cx=(format!("{:.1}", x(at + 1))) cy=(height(*before)) r="5" {}
                }
            }
        }
    }
}

/// The course of the game in steps: each standing lasts until the next move.
fn course(standings: &[Wdl], wide: f64) -> String {
    let Some(first) = standings.first() else { return String::new() };
    let mut path = format!("M{MARGIN} {}", height(*first));
    for (ply, pair) in standings.windows(2).enumerate() {
        if pair[0] != pair[1] {
            path += &format!("H{:.1}V{}", MARGIN + wide * (ply + 1) as f64, height(pair[1]));
        }
    }
    path + &format!("H{}", WIDTH - MARGIN)
}

fn height(standing: Wdl) -> f64 {
    match standing {
        Wdl::Win => 24.0,
        Wdl::Draw => HEIGHT / 2.0,
        Wdl::Loss => HEIGHT - 24.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_course_goes_in_steps() {
        let standings = [Wdl::Draw, Wdl::Draw, Wdl::Loss, Wdl::Win];
        assert_eq!(course(&standings, 10.0), "M8 42H28.0V60H38.0V24H332");
        assert_eq!(course(&[Wdl::Win], 10.0), "M8 24H332");
        assert_eq!(course(&[], 10.0), "");
    }
}
