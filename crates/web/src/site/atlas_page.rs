//! The atlas: what best play makes of the games of the mill family, one table for each board.

use maud::{Markup, html};
use merels_messages::Language;
use merels_rules::morris::{BoardName, Variant};

use super::atlas::{ATLAS, AtlasRow};
use super::variants_page::{address, verdict};
use crate::edge::visitor::Visitor;
use crate::parts::layout::Page;
use crate::parts::meta::Meta;
use crate::parts::places::Place;

pub(crate) fn atlas(visitor: &Visitor) -> Markup {
    let language = visitor.language;
    let title = language.say("atlas-title");
    let counts = [("known", ATLAS.len().into()), ("all", Variant::all().count().into())];
    let intro = language.say_with("atlas-intro", &counts);
    let main = html! {
        h1 { (title) }
        p { (intro) }
        ul.leads { @for board in BoardName::ALL {
            li { a href={ "#" (board.id()) } { (language.board_title(board)) } }
        } }
        @for board in BoardName::ALL { (section(language, board)) }
        p { (language.say("atlas-how")) }
        p { a href="/variants" { (language.say("variants-title")) } }
    };
    let meta = Some(Meta::listed("/atlas", intro));
    Page { meta, ..Page::new(visitor, &title, "prose atlas").at(Place::Learn, "/atlas") }
        .render(&main, &html! {})
}

fn section(language: Language, board: BoardName) -> Markup {
    let rows = || ATLAS.iter().filter(move |row| row.variant.board_name() == board);
    let all = Variant::all().filter(|variant| variant.board_name() == board).count();
    let left = all - rows().count();
    html! {
        h2 id=(board.id()) { (language.board_title(board)) }
        table {
            thead { tr {
                @for column in ["rules", "start", "moves", "drawn", "longest"] {
                    th scope="col" { (language.say(&format!("atlas-column-{column}"))) }
                }
            } }
            tbody { @for row in rows() { (line(language, row)) } }
        }
        @if left > 0 { p.hint { (language.say_with("atlas-left", &[("count", left.into())])) } }
    }
}

fn line(language: Language, row: &AtlasRow) -> Markup {
    let rules = language.unusual(row.variant).unwrap_or_else(|| language.say("atlas-usual"));
    let drawn = format!("{:.1}", row.drawn);
    let drawn = language.say_with("atlas-percent", &[("number", language.decimal(&drawn).into())]);
    html! {
        tr data-start=(row.start) {
            th scope="row" { a href={ "/rules/" (address(row.variant)) } { (rules) } }
            td { (verdict(language, row)) }
            td { (row.best.join(" ")) }
            td.number { (drawn) }
            td.number { (row.longest_win) }
        }
    }
}
