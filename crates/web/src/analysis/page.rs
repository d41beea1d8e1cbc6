//! The analysis board: what every move is worth, the lines that were tried, and what can be done with a
//! position. Every step is a link or a button of a form, so that all of it works without scripts;
//! `web/app/analysis.js` only follows them in place and lets moves be made on the board. The buttons are
//! many and name a move by its number; the tree stands in their form once.

use maud::{Markup, html};
use merels_drawing::{Mark, Shape, marked_picture, men, overlay};
use merels_engine::{JudgedMove, Judgement, Level};
use merels_messages::{Language, Worth, quiet_draw_may_come_first};
use merels_model::{PlayerId, Seat};
use merels_rules::{AnyPosition, DrawRank, GameId, Position, Side};
use merels_services::analysis::{Look, Reasons};
use merels_services::live::{Oracles, Snapshot};
use serde_json::{Value, json};

use super::reasons;
use super::state::Analysis;
use super::tree_markup::tree;
use crate::edge::visitor::Visitor;
use crate::game::events::EventView;
use crate::game::view::{LastMove, View};
use crate::parts::claim_marks::{claim_marks, move_mark};
use crate::parts::layout::Page;
use crate::parts::meta::Meta;
use crate::parts::places::Place;
use crate::parts::script::{json, side_name};
use crate::parts::seat::{SeatBar, table};
use crate::wording;

/// The most moves that are marked on the board as the best.
const MOST_MARKED: usize = 3;

/// The number of moves listed at once: all that the first turn of any morris has.
const MOST_BEST: usize = 24;

pub(crate) struct AnalysisPage<'a> {
    analysis: &'a Analysis,
    judgement: &'a Judgement,
    /// The reasons of the turn that led here.
    reasons: Option<&'a Reasons>,
    /// Best play from here, if it was asked for, and whether the game goes on after it.
    line: Vec<String>,
    goes_on: bool,
    levels: Vec<Level>,
}

impl<'a> AnalysisPage<'a> {
    pub(crate) fn new(
        analysis: &'a Analysis,
        look: &'a Look,
        oracles: &Oracles,
    ) -> AnalysisPage<'a> {
        let mut game = analysis.here.clone();
        let mut texts = Vec::new();
        for mv in &look.line {
            texts.push(game.position().move_text(*mv));
            game.play_unchecked(*mv);
        }
        let levels = merels_services::live::levels(analysis.game, oracles);
        let goes_on = game.outcome().is_none();
        let (judgement, reasons) = (&look.judgement, look.reasons.as_ref());
        AnalysisPage { analysis, judgement, reasons, line: texts, goes_on, levels }
    }

    /// The same for programs.
    pub(crate) fn data(&self, language: Language) -> Value {
        let position = self.analysis.here.position();
        let moves: Vec<Value> = self
            .judgement
            .moves
            .iter()
            .map(|judged| {
                let answers = judged.answers.map(|(held, all)| json!({"held": held, "all": all}));
                json!({
                    "move": position.move_text(judged.mv),
                    "value": Worth::from(judged.verdict),
                    "answers": answers,
                    "rank": rank_data(judged.rank, position),
                })
            })
            .collect();
        json!({
            "game": self.analysis.game.id(),
            "position": position.to_string(),
            "source": self.judgement.source.name(),
            "value": Worth::from(self.judgement.verdict),
            "rank": rank_data(self.judgement.rank, position),
            "quietDrawMayComeFirst": quiet_draw_may_come_first(position, self.judgement),
            "why": language.why(position, self.judgement),
            "moves": moves,
            "line": self.line,
            "address": self.analysis.address(),
        })
    }

    /// The game as the board shows it: whoever is to move may.
    fn view(&self, language: Language) -> View {
        let (game, here) = (self.analysis.game, &self.analysis.here);
        let seat = |side| Seat::Player { id: PlayerId::new(""), name: language.side(game, side) };
        let snapshot = Snapshot::of_game(here, Side::ALL.map(seat));
        let view = View::of(&snapshot, Some(here.side()), language);
        let status = match here.outcome() {
            Some(outcome) => wording::outcome(language, &snapshot, outcome),
            None => language.judged_position(here.position(), self.judgement),
        };
        let last = here.moves().last().map(|mv| LastMove::of(here.position(), *mv));
        View { version: here.ply() as u32, last, status, ..view }
    }

    fn event(&self) -> Option<EventView> {
        let here = &self.analysis.here;
        let ply = here.ply().checked_sub(1)?;
        Some(EventView::of_turn(here.position(), here.ply() as u32, &here.happenings(ply)))
    }

    /// The visitor's marks, and the best moves.
    fn marks(&self) -> Vec<Mark> {
        let position = self.analysis.here.position();
        let best = self.judgement.moves.first().map(|judged| judged.verdict.preference());
        let is_best = |judged: &&JudgedMove| Some(judged.verdict.preference()) == best;
        let best_moves: Vec<&JudgedMove> = self.judgement.moves.iter().filter(is_best).collect();
        // Where many are equal, a few of them would look better than the others.
        let few = if best_moves.len() > MOST_MARKED { Vec::new() } else { best_moves };
        let best_moves = few.into_iter().map(|judged| move_mark(position, judged.mv, "best"));
        own_marks(self.analysis).chain(best_moves).collect()
    }
}

fn own_marks(analysis: &Analysis) -> impl Iterator<Item = Mark> {
    analysis.marks.iter().map(|spots| Mark { spots: spots.clone(), class: "own" })
}

pub(crate) fn analysis(visitor: &Visitor, shown: &AnalysisPage<'_>) -> Markup {
    let language = visitor.language;
    let AnalysisPage { analysis, .. } = shown;
    let title =
        language.say_with("analysis-title", &[("title", language.title(analysis.game).into())]);
    let position = analysis.here.position();
    let shape = Shape::of(position);
    let view = shown.view(language);
    let marks = shown.marks();
    let reasons = shown.reasons.map(|reasons| claim_marks(&reasons.position, &reasons.claims));
    let is_mistake = shown.reasons.is_some_and(|reasons| reasons.is_mistake);
    let pictured: Vec<Mark> =
        marks.iter().chain(reasons.iter().flatten().filter(|_| is_mistake)).cloned().collect();
    let [white, black] = Side::ALL.map(|side| SeatBar {
        is_to_move: analysis.here.outcome().is_none() && analysis.here.side() == side,
        ..SeatBar::new(language, position, side, language.side(analysis.game, side))
    });
    let page = Page {
        style: Some("values.css"),
        script: Some("analysis.js"),
        meta: Some(Meta::listed("/analysis", language.say("meta-analysis"))),
        ..Page::new(visitor, &title, "game analysis").at(Place::Analysis, "")
    };
    let main = html! {
        h1.unseen { (title) }
        (table(analysis.near, [&white, &black], false, &html! {
            div.marked {
                div #board { (marked_picture(&shape, &men(position), analysis.near, &view.status, &pictured)) }
                div #marks {
                    (overlay(&shape, analysis.near, &marks))
                    @if let Some(reasons) = &reasons {
                        div #reason-marks data-look=[is_mistake.then_some("bad")] {
                            (overlay(&shape, analysis.near, reasons))
                        }
                    }
                }
            }
        }))
        section.panel #panel aria-label=(title) {
            (lines_form("lines", analysis))
            div.card.moment { (verdict(language, shown, &view)) }
            div.card { (steps(language, analysis)) (tree(language, analysis)) }
            div.card { (moves(language, shown)) (best_line(language, shown)) }
            div.card { (tools(language, shown)) }
        }
    };
    let after = html! {
        script type="application/json" #shape { (json(&shape)) }
        div #data {
            script type="application/json" #view { (json(&view)) }
            script type="application/json" #event { (json(&shown.event())) }
            script type="application/json" #address { (json(&analysis.address())) }
        }
        script type="application/json" #words { (json(language.browser_words())) }
    };
    page.render(&main, &after)
}

fn verdict(language: Language, shown: &AnalysisPage<'_>, view: &View) -> Markup {
    let judgement = shown.judgement;
    let worth = Worth::from(judgement.verdict);
    html! {
        p #status.value data-look=(worth.look()) aria-live="polite" { (view.status) }
        @let position = shown.analysis.here.position();
        @if shown.analysis.here.outcome().is_none() { p.source { (language.source(position, judgement)) } }
        @let why = language.why(position, judgement);
        @if !why.is_empty() { ul.why { @for sentence in why { li { (sentence) } } } }
        @if let Some(reasons) = shown.reasons { (reasons::told(language, reasons)) }
    }
}

fn steps(language: Language, analysis: &Analysis) -> Markup {
    let (ply, onward) = (analysis.at.len(), analysis.onward());
    let step = |name: &str, to: usize, key: &str, sign: &str, there: bool| {
        let line = &onward[..to];
        html! {
            a.button data-step=(name) href=[there.then(|| analysis.seen_from(line).address())]
                role=[(!there).then_some("link")] aria-disabled=[(!there).then_some("true")] aria-label=(language.say(key)) { (sign) }
        }
    };
    html! {
        nav.steps aria-label=(language.say("replay-steps")) {
            (step("first", 0, "replay-first", "|◀", ply > 0))
            (step("back", ply.saturating_sub(1), "replay-back", "◀", ply > 0))
            (step("forward", (ply + 1).min(onward.len()), "replay-forward", "▶", onward.len() > ply))
            (step("last", onward.len(), "replay-last", "▶|", onward.len() > ply))
        }
    }
}

/// A form whose buttons lead to moves of an analysis by their numbers.
fn lines_form(id: &str, analysis: &Analysis) -> Markup {
    html! {
        form.lines id=(id) method="get" action="/analysis" {
            @for (name, value) in analysis.fields() { @if name != "at" && name != "marks" {
                input type="hidden" name=(name) value=(value);
            } }
        }
    }
}

/// Every legal move with its value, each a button; after the best ones the others fold away, so that
/// what can be done with the position stays near.
fn moves(language: Language, shown: &AnalysisPage<'_>) -> Markup {
    let (best, others) = shown.judgement.moves.split_at(MOST_BEST.min(shown.judgement.moves.len()));
    html! {
        h2 { (language.say("analysis-moves")) }
        (valued(language, shown, best))
        @if !others.is_empty() {
            details #other-moves {
                summary { (language.say_with("analysis-other-moves", &[("count", others.len().into())])) }
                (valued(language, shown, others))
            }
        }
    }
}

/// The rank of a draw, seen by the side to move.
fn rank_data(rank: Option<DrawRank>, position: &AnyPosition) -> Option<Value> {
    let DrawRank { place, places, payoff, plies, .. } = rank?;
    Some(json!({
        "place": place,
        "places": places,
        "payoff": payoff.to_f64(),
        "pliesToExit": plies,
        "presses": rank?.presses(position.side()).map(side_name),
    }))
}

fn valued(language: Language, shown: &AnalysisPage<'_>, moves: &[JudgedMove]) -> Markup {
    let position = shown.analysis.here.position();
    let number = shown.analysis.number();
    html! {
        ol.valued {
            @for judged in moves {
                @let worth = Worth::from(judged.verdict);
                @let text = position.move_text(judged.mv);
                li data-look=(worth.look()) {
                    button form="lines" name="at" value={ (number) "." (text) } data-move=(text) {
                        span.sign aria-hidden="true" { (worth.sign()) }
                        span.text { (text) } " "
                        span.words { (language.judged_move(position, judged)) }
                    }
                }
            }
        }
    }
}

fn best_line(language: Language, shown: &AnalysisPage<'_>) -> Markup {
    let analysis = shown.analysis;
    if shown.judgement.moves.is_empty() {
        return html! {};
    }
    if shown.line.is_empty() {
        let address = format!("{}&line=1", analysis.address());
        return html! { p { a.button #line href=(address) { (language.say("analysis-line")) } } };
    }
    let whole: Vec<String> = analysis.at.iter().chain(&shown.line).cloned().collect();
    let known = analysis.seen_from(&whole);
    html! {
        h2 { (language.say("analysis-line")) }
        (lines_form("best", &known))
        ol.line {
            @for (number, text) in shown.line.iter().enumerate() {
                @let there = known.tree.number(&whole[..analysis.at.len() + number + 1]);
                li { button form="best" name="at" value=[there] { (text) } }
            }
            @if shown.goes_on { li { "…" } }
        }
        // Lets the script play it out.
        p { button #playout type="button" hidden data-href=(known.seen_from(&analysis.at).address()) {
            (language.say("analysis-play-out"))
        } }
    }
}

fn tools(language: Language, shown: &AnalysisPage<'_>) -> Markup {
    let analysis = shown.analysis;
    let query = analysis.query();
    let near = Analysis { near: !analysis.near, ..analysis.clone() };
    let unmarked = Analysis { marks: Vec::new(), ..analysis.clone() };
    html! {
        div.after {
            // Shown by the script, which does both.
            button #copy type="button" hidden { (language.say("share-link")) }
            button.switch #marking type="button" role="switch" aria-checked="false" hidden { (language.say("analysis-mark")) }
            @if !analysis.marks.is_empty() { a.button href=(unmarked.address()) { (language.say("analysis-unmark")) } }
            a.button href=(near.address()) { (language.say("analysis-turn")) }
            a.button href={ "/analysis/setup?" (query) } { (language.say("analysis-set-up")) }
            @if let GameId::Morris(_) = analysis.game {
                a.button href={ "/openings/" (analysis.game.id().replace('+', "%2B")) } { (language.say("openings-link")) }
            }
            a.button href={ "/analysis/record?" (query) } download { (language.say("analysis-record")) }
            a.button href={ "/analysis/board.svg?" (query) } download { (language.say("analysis-svg")) }
            span #shared role="status" {}
        }
        p.source #marking-how hidden { (language.say("analysis-mark-how")) }
        @if !shown.judgement.moves.is_empty() {
            form.selectors method="post" action={ "/analysis/play?" (query) } {
                label { (language.say("analysis-play-level"))
                    select name="level" {
                        @for level in &shown.levels { option value=(level) selected[*level == Level::USUAL] { (language.level_with_hint(*level)) } }
                    }
                }
                button { (language.say("analysis-play")) }
            }
        }
        details #from-text {
            summary { (language.say("analysis-from-text")) }
            form method="get" action="/analysis" {
                input type="hidden" name="game" value=(analysis.game.id());
                label { (language.say("analysis-position")) input name="position" autocomplete="off" value=(analysis.here.position().to_string()); }
                button { (language.say("analysis-show")) }
            }
            form method="post" action="/analysis" {
                label { (language.say("analysis-paste")) textarea name="record" rows="4" {} }
                button { (language.say("analysis-show")) }
            }
        }
    }
}

/// The board of an analysis as a picture that stands alone.
pub(crate) fn board_svg(analysis: &Analysis) -> Markup {
    let position = analysis.here.position();
    let shape = Shape::of(position);
    let marks: Vec<Mark> = own_marks(analysis).collect();
    merels_drawing::lone_picture(
        &shape,
        &men(position),
        analysis.near,
        &position.to_string(),
        &marks,
    )
}
