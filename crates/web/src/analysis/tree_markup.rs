//! The lines that were tried on the analysis board, as a tree of buttons.

use maud::{Markup, html};
use merels_messages::Language;

use super::state::Analysis;
use super::tree::Tree;

pub(super) fn tree(language: Language, analysis: &Analysis) -> Markup {
    if analysis.tree.moves.is_empty() {
        return html! {};
    }
    html! {
        h2 { (language.say("analysis-tree")) }
        div.tree { (branches(&analysis.tree, (0, 0), analysis.number())) }
        @if let Some(without) = analysis.without_here() {
            p.after {
                a.button data-step="undo" href=(analysis.back_to(analysis.at.len() - 1)) { (language.say("analysis-undo")) }
                a.button href=(without.address()) { (language.say("analysis-remove")) }
            }
        }
    }
}

/// The moves of a tree: a line goes on in its place, what else was tried stands below it, set in. It
/// begins after so many plies, at the move of a number.
fn branches(tree: &Tree, (mut ply, mut number): (usize, usize), here: usize) -> Markup {
    // A line is walked, not descended: the moves that go on first stand beside each other.
    let mut at = tree;
    let mut items = Vec::new();
    while let Some(((text, next), others)) = at.moves.split_first() {
        (ply, number) = (ply + 1, number + 1);
        let link = tree_button(text, (ply, number), here);
        let mut other = number;
        let mut before = next;
        let mut aside = Vec::new();
        for (text, tree) in others {
            other += before.len() + 1;
            before = tree;
            let link = tree_button(text, (ply, other), here);
            aside.push(html! { li.aside { (link) (branches(tree, (ply, other), here)) } });
        }
        items.push(html! { li { (link) } @for item in &aside { (item) } });
        at = next;
    }
    if items.is_empty() {
        return html! {};
    }
    html! { ul { @for item in &items { (item) } } }
}

fn tree_button(text: &str, (ply, number): (usize, usize), here: usize) -> Markup {
    html! {
        button form="lines" name="at" value=(number) aria-current=[(number == here).then_some("step")] {
            @if ply % 2 == 1 { (ply / 2 + 1) ". " }
            (text)
        }
    }
}
