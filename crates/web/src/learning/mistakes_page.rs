//! Where points go: the mistakes of all of one's reviewed games by phase, by reason and by time, each a
//! way to the puzzles that train it.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};

use maud::{Markup, html};
use merels_messages::Language;
use merels_model::{Mistake, Pace};
use merels_rules::morris::Phase;
use merels_services::learning::{Learned, Wanted};
use strum::VariantArray;

use super::wanted::query;
use crate::edge::visitor::SignedIn;
use crate::parts::card::empty;
use crate::parts::layout::Page;
use crate::parts::places::Place;

pub(super) const ADDRESS: &str = "/puzzles/mistakes";

/// The most reasons that are listed.
const MOST_REASONS: usize = 8;

/// Mistakes of one kind: what they are, how many, and what trains them.
struct Share {
    words: String,
    count: usize,
    wanted: Wanted,
}

pub(super) fn mistakes(visitor: &SignedIn, learned: &Learned) -> Markup {
    let language = visitor.language;
    let title = language.say("mistakes-title");
    let page = Page {
        style: Some("places.css"),
        ..Page::new(visitor, &title, "mistakes").at(Place::Puzzles, ADDRESS)
    };
    let mistakes = &learned.mistakes;
    let games: HashSet<&str> = mistakes.iter().map(|mistake| mistake.game.as_str()).collect();
    let values = [("mistakes", mistakes.len().into()), ("games", games.len().into())];
    let main = html! {
        h1 { (title) }
        @if mistakes.is_empty() {
            (empty(&language.say("mistakes-none"), Some(("/play", &language.say("nav-play")))))
        } @else {
            p.quiet { (language.say_with("mistakes-all", &values)) }
            (own_card(language, learned))
            div.cards {
                (shares(language, "mistakes-by-phase", &by_phase(language, mistakes)))
                (shares(language, "mistakes-by-reason", &by_reason(language, mistakes)))
                (shares(language, "mistakes-by-pace", &by_pace(language, mistakes)))
            }
        }
    };
    page.render(&main, &html! {})
}

/// The puzzles of one's own mistakes: how many are due, and the way to them.
pub(super) fn own_card(language: Language, learned: &Learned) -> Markup {
    let open = learned.puzzles.iter().filter(|one| !one.mistake.spacing.is_done()).count();
    let values = [("due", learned.due.into()), ("waiting", (open - learned.due).into())];
    html! {
        section.card.own-puzzles {
            header { h2 { (language.say("own-title")) } }
            @if learned.due > 0 {
                p { (language.say_with("own-due", &values)) }
                a.button.primary href="/puzzles/own" { (language.say("own-train")) }
            } @else if open > 0 {
                p.quiet { (language.say_with("own-waiting", &values)) }
            } @else {
                p.quiet { (language.say("own-none")) }
            }
        }
    }
}

/// Where most points go, and the way to the puzzles that train it, as the content of a card elsewhere;
/// nothing as long as no mistake is known.
pub(crate) fn weakness(language: Language, learned: &Learned) -> Option<Markup> {
    let shares = by_phase(language, &learned.mistakes);
    let Share { words, count, wanted } = shares.into_iter().max_by_key(|share| share.count)?;
    let values = [
        ("phase", words.into()),
        ("count", count.into()),
        ("mistakes", learned.mistakes.len().into()),
    ];
    Some(html! {
        header {
            h2 { (language.say("mistakes-title")) }
            a href=(ADDRESS) { (language.say("mistakes-every")) }
        }
        p { (language.say_with("mistakes-most", &values)) }
        a.button.wide href={ "/puzzles/own" (query('?', &wanted)) } { (language.say("own-train")) }
    })
}

/// Shares of all mistakes as bars with their words.
fn shares(language: Language, heading: &str, shares: &[Share]) -> Markup {
    let most = shares.iter().map(|share| share.count).max().unwrap_or_default().max(1);
    html! {
        @if !shares.is_empty() {
            section.card {
                header { h2 { (language.say(heading)) } }
                ul.shares {
                    @for Share { words, count, wanted } in shares {
                        li { a href={ "/puzzles/own" (query('?', wanted)) } {
                            span { (words) } span.number { (count) }
                            svg viewBox={ "0 0 " (most) " 1" } preserveAspectRatio="none" aria-hidden="true" {
                                rect width=(count) height="1" {}
                            }
                        } }
                    }
                }
            }
        }
    }
}

fn share(mistakes: &[Mistake], words: String, wanted: Wanted) -> Option<Share> {
    let count = mistakes.iter().filter(|mistake| wanted.takes(mistake)).count();
    (count > 0).then_some(Share { words, count, wanted })
}

fn by_phase(language: Language, mistakes: &[Mistake]) -> Vec<Share> {
    let of = |phase: Phase| {
        let words = language.say(&format!("mistakes-phase-{}", phase.name()));
        share(mistakes, words, Wanted { phase: Some(phase), ..Wanted::default() })
    };
    Phase::ALL.into_iter().filter_map(of).collect()
}

fn by_pace(language: Language, mistakes: &[Mistake]) -> Vec<Share> {
    let of = |pace: &Pace| {
        let words = language.say(&format!("mistakes-pace-{}", pace.name()));
        share(mistakes, words, Wanted { pace: Some(*pace), ..Wanted::default() })
    };
    Pace::VARIANTS.iter().filter_map(of).collect()
}

fn by_reason(language: Language, mistakes: &[Mistake]) -> Vec<Share> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for reason in mistakes.iter().filter_map(|mistake| mistake.reason.as_deref()) {
        *counts.entry(reason).or_default() += 1;
    }
    let mut shares: Vec<Share> = counts
        .into_iter()
        .map(|(reason, count)| Share {
            words: language.reason(reason),
            count,
            wanted: Wanted { reason: Some(reason.to_owned()), ..Wanted::default() },
        })
        .collect();
    shares.sort_by_key(|share| Reverse(share.count));
    shares.truncate(MOST_REASONS);
    shares
}
