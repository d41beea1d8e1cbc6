//! The end of a game on its page: the result and the ways on from it.

use maud::{Markup, html};
use merels_engine::Level;
use merels_messages::Language;
use merels_rules::{AnyPosition, Outcome};
use merels_services::people::{Aftermath, ComputerResults};

use super::page::Parts;
use crate::parts::script::side_name;
use crate::wording;

/// The one next step after a game that stands out.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Lead {
    Arena,
    /// The rematch that both have agreed on.
    NextGame,
    Rematch,
    NextLevel,
    Again,
    Review,
}

impl Parts<'_> {
    /// The minute after a game: how it ended, what it changed, and the ways on, of which one stands out.
    /// There are at most three sentences: the end, what decided it, and how the player does.
    pub(crate) fn result(&self, aftermath: Option<&Aftermath>) -> Markup {
        let Some(outcome) = self.snapshot.outcome else { return html! { div #result hidden {} } };
        let (language, ending) = (self.language, self.ending(outcome));
        let result = self.view.result.as_ref();
        let next = aftermath.and_then(|after| self.next_level(&after.computer_results));
        let lead = self.lead(next.is_some() && ending == "you-win");
        html! {
            div #result data-ending=(ending) {
                p.verdict { (wording::ending(language, self.snapshot, outcome, self.you)) }
                (self.rating_change(aftermath))
                p.words { @if let Some(result) = result { (result.words) } }
                p.decided { @if let Some(words) = result.and_then(|result| result.decided.as_ref()) { (words) } }
                p.record { @if let Some(words) = aftermath.and_then(|after| self.record(after)) { (words) } }
                div.after {
                    @if let Some(arena) = &self.snapshot.arena {
                        a.button.primary[lead == Lead::Arena] href={ "/arena/" (arena) } { (language.say("arena-back")) }
                    }
                    (self.rematch(lead))
                    @if let Some(next) = next { (self.next_form(next, lead == Lead::NextLevel)) }
                    (self.again(lead == Lead::Again))
                    a.button href={ "/game/" (self.view.game) "/replay" } { (language.say("result-replay")) }
                    a.button.primary[lead == Lead::Review] href={ "/game/" (self.view.game) "/review" } { (language.say("result-review")) }
                    (share(language, &self.view.game))
                    a.button href="/home" { (language.say("nav-home")) }
                }
            }
        }
    }

    /// The next step that stands out: back to the arena; with the same person; up a level; once more;
    /// for spectators, and whoever waits for an answer, the review.
    fn lead(&self, goes_up: bool) -> Lead {
        let rematch = self.view.rematch.as_ref();
        if self.snapshot.arena.is_some() {
            Lead::Arena
        } else if rematch.is_some_and(|rematch| rematch.game.is_some()) {
            Lead::NextGame
        } else if rematch.is_some_and(|rematch| rematch.may_offer || rematch.may_answer) {
            Lead::Rematch
        } else if self.you.is_none() || self.snapshot.rematch.offered_by.is_some() {
            Lead::Review
        } else if goes_up {
            Lead::NextLevel
        } else {
            Lead::Again
        }
    }

    /// The same once more: with people the next one who comes, which a rematch is not.
    fn again(&self, leads: bool) -> Markup {
        let with_people = self.snapshot.is_between_people();
        let words = if with_people { "result-again-anybody" } else { "result-again" };
        html! {
            @if self.you.is_some() {
                form method="post" action="/playagain" {
                    (self.game_id())
                    button.primary[leads] { (self.language.say(words)) }
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

    /// One sentence on how the player does: against the computer, or against the same person.
    fn record(&self, aftermath: &Aftermath) -> Option<String> {
        let (language, results) = (self.language, &aftermath.computer_results);
        let Some(level) = self.computers_level() else { return self.head_to_head(aftermath) };
        if self.view.assisted {
            return Some(language.say("result-practice"));
        }
        Some(match results.streak() {
            0 | 1 => wording::computer_results(language, results, self.game(), level),
            games => language.say_with("result-streak", &[("games", games.into())]),
        })
    }

    /// The results against the same person, once the two have met before.
    fn head_to_head(&self, aftermath: &Aftermath) -> Option<String> {
        let all = aftermath.against.filter(|results| results.games() > 1)?;
        let name = wording::seated(self.language, self.snapshot, !self.you?, self.you);
        let values = [
            ("name", name.into()),
            ("wins", all.wins.into()),
            ("losses", all.losses.into()),
            ("draws", all.draws.into()),
        ];
        Some(self.language.say_with("result-against", &values))
    }

    /// After a game between two people: once more, offered and answered.
    fn rematch(&self, lead: Lead) -> Markup {
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
                button.primary[lead == Lead::Rematch] name="response" value="accept" hidden[!offer && !answer] {
                    (language.say("rematch-button"))
                }
                button name="response" value="decline" hidden[!answer] { (language.say("actions-no")) }
            }
            p.next hidden[next.is_none()] {
                a.button.primary[lead == Lead::NextGame] href={ "/game/" (next.unwrap_or_default()) } { (language.say("rematch-go")) }
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
