//! The end of a game on its page: the result and the ways on from it.

use maud::{Markup, html};
use merels_engine::Level;
use merels_messages::Language;
use merels_rules::{AnyPosition, Outcome};
use merels_services::people::{Aftermath, ComputerResults};

use super::page::Parts;
use crate::parts::script::side_name;
use crate::wording;

impl Parts<'_> {
    /// The minute after a game: how it ended, what it changed, and the ways on, of which one stands out.
    pub(crate) fn result(&self, aftermath: Option<&Aftermath>) -> Markup {
        let Some(outcome) = self.snapshot.outcome else { return html! { div #result hidden {} } };
        let language = self.language;
        let next = aftermath.and_then(|after| self.next_level(&after.computer_results));
        let ending = self.ending(outcome);
        let goes_up = next.is_some() && ending == "you-win";
        html! {
            div #result data-ending=(ending) {
                p.verdict { (wording::ending(language, self.snapshot, outcome, self.you)) }
                (self.rating_change(aftermath))
                p.words { @if let Some(result) = &self.view.result { (result.words) } }
                p.decided { @if let Some(words) = self.view.result.as_ref().and_then(|r| r.decided.as_ref()) { (words) } }
                p.record { @if let (Some(level), Some(after)) = (self.computers_level(), aftermath) { (self.record(level, &after.computer_results)) } }
                div.after {
                    @if let Some(arena) = &self.snapshot.arena {
                        a.button.primary href={ "/arena/" (arena) } { (language.say("arena-back")) }
                    }
                    (self.rematch())
                    @if let Some(next) = next { (self.next_form(next, goes_up)) }
                    @if self.you.is_some() {
                        form method="post" action="/playagain" {
                            (self.game_id())
                            @let is_first = !goes_up && !self.snapshot.is_between_people();
                            button.primary[is_first] { (language.say("result-again")) }
                        }
                    }
                    a.button href={ "/game/" (self.view.game) "/replay" } { (language.say("result-replay")) }
                    a.button href={ "/game/" (self.view.game) "/review" } { (language.say("result-review")) }
                    (share(language, &self.view.game))
                    a.button href="/home" { (language.say("nav-home")) }
                }
            }
        }
    }

    /// The rating before and after a game that counted.
    fn rating_change(&self, aftermath: Option<&Aftermath>) -> Markup {
        let rating = self.you.and(aftermath).and_then(|aftermath| aftermath.rating);
        let Some([before, after]) = rating else { return html! {} };
        let values = [
            ("before", before.into()),
            ("after", after.into()),
            ("change", format!("{:+}", after - before).into()),
        ];
        html! { p.rating-change { (self.language.say_with("result-rating", &values)) } }
    }

    /// One sentence on how the player does against the computer.
    fn record(&self, level: &str, results: &ComputerResults) -> String {
        if self.view.assisted {
            return self.language.say("result-practice");
        }
        match results.streak() {
            0 | 1 => wording::computer_results(self.language, results, self.game(), level),
            games => self.language.say_with("result-streak", &[("games", games.into())]),
        }
    }

    /// After a game between two people: once more, offered and answered.
    fn rematch(&self) -> Markup {
        if !self.snapshot.is_between_people() {
            return html! {};
        }
        let (language, view) = (self.language, self.view.rematch.as_ref());
        let next = view.and_then(|view| view.game.as_deref());
        let (offer, answer) =
            (view.is_some_and(|v| v.may_offer), view.is_some_and(|v| v.may_answer));
        let asked = view.is_some() && self.you.is_some() && !offer && !answer && next.is_none();
        html! {
            form.rematch data-do="rematch" method="post" action="/rematch" hidden[self.you.is_none()] {
                (self.game_id())
                p.offer hidden[!answer] { (language.say("rematch-offered")) }
                p.asked role="status" hidden[!asked] { (language.say("rematch-asked")) }
                button.primary[self.snapshot.arena.is_none()] name="response" value="accept" hidden[!offer && !answer] {
                    (language.say("rematch-button"))
                }
                button name="response" value="decline" hidden[!answer] { (language.say("actions-no")) }
            }
            p.next hidden[next.is_none()] {
                a.button.primary href={ "/game/" (next.unwrap_or_default()) } { (language.say("rematch-go")) }
            }
        }
    }

    fn next_level(&self, results: &ComputerResults) -> Option<Level> {
        let level = self.computers_level().filter(|_| !self.view.assisted)?;
        results.next_level(self.game(), level)
    }

    /// The same game at another level, with the colours exchanged.
    fn next_form(&self, level: Level, is_first: bool) -> Markup {
        let colour = self.you.map_or("random", |you| side_name(!you));
        let name = self.language.level_with_hint(level);
        html! {
            form method="post" action="/play" {
                input type="hidden" name="game" value=(self.view.kind);
                @if let Some((name, measure)) = self.measure() { input type="hidden" name=(name) value=(measure); }
                input type="hidden" name="level" value=(level);
                input type="hidden" name="colour" value=(colour);
                button.primary[is_first] { (self.language.say_with("result-level", &[("level", name.into())])) }
            }
        }
    }

    /// The size of the board, where that can be chosen.
    fn measure(&self) -> Option<(&'static str, usize)> {
        match &self.snapshot.position {
            AnyPosition::Morris(_) => None,
            AnyPosition::MingMang(board) => Some(("size", board.size())),
            AnyPosition::Nimble(strip) => Some(("squares", strip.squares())),
        }
    }

    /// The look of the result in the style sheet, and its sound.
    fn ending(&self, outcome: Outcome) -> &'static str {
        match (outcome.winner(), self.you.filter(|_| !self.snapshot.is_shared())) {
            (None, _) if outcome == Outcome::Aborted => "aborted",
            (None, _) => "draw",
            (Some(_), None) => "over",
            (Some(winner), Some(you)) if winner == you => "you-win",
            (Some(_), Some(_)) => "you-lose",
        }
    }
}

/// The link and the picture of a game, to be given to others.
pub(crate) fn share(language: Language, game: &str) -> Markup {
    html! {
        // Shown by the script, which does the sharing.
        button #share type="button" data-kept hidden { (language.say("share-link")) }
        a.button #picture href={ "/game/" (game) "/picture.png" } download="merels.png" {
            (language.say("share-picture"))
        }
        span #shared role="status" data-kept {}
    }
}
