//! Absence, claims and take-backs on the game page: who is away, what may be claimed
//! then, and the wish to take a turn back. The script is `web/app/claims.js`.

use jiff::Timestamp;
use maud::{Markup, html};
use merels_model::{Relation, Seat, TimeControl};
use merels_services::live::claim_wait;

use super::page::Parts;
use crate::json::claim_from;
use crate::parts::push_switch::push_switch;

impl Parts<'_> {
    /// The note that the other player is away, and the moment from which something may be claimed.
    pub(crate) fn absence(&self) -> Markup {
        let Some(you) = self.you.filter(|_| self.snapshot.is_between_people()) else {
            return html! {};
        };
        let language = self.language;
        let away = self.snapshot.absence.away[(!you).index()].is_some();
        let claim_from = claim_from(self.snapshot, self.you);
        let may_claim = claim_from.is_some_and(|from| from <= self.now);
        let waits = claim_from.is_some() && !may_claim;
        let left = claim_from.map_or(0, |from| from.duration_since(self.now).as_millis() as i64);
        let name = language.seat(self.snapshot.seat(!you));
        html! {
            div #absence hidden[!away] data-claim-from=[claim_from.map(Timestamp::as_millisecond)] {
                p role="status" { (language.say_with("away-is", &[("name", name.into())])) " "
                    span.waits hidden[!waits] {
                        (language.say("away-claim-in")) " "
                        span.left aria-hidden="true" data-kept { (language.time_left(left)) }
                    } }
                @if claim_wait(self.snapshot.terms.time).is_some() {
                    form data-do="claim" method="post" action="/claim" hidden[!may_claim] {
                        (self.game_id())
                        button name="claim" value="win" { (language.say("away-claim-win")) }
                        button name="claim" value="draw" { (language.say("away-claim-draw")) }
                        a href="/fairplay#away" { (language.say("away-why")) }
                    }
                }
            }
        }
    }

    /// The switch by which a player of a game by days is told elsewhere.
    pub(crate) fn notify(&self, push_key: &str) -> Markup {
        let by_days = matches!(self.snapshot.terms.time, Some(TimeControl::Days(_)));
        let plays = self.you.is_some() && self.snapshot.outcome.is_none();
        if !(by_days && plays && self.snapshot.is_between_people()) {
            return html! {};
        }
        push_switch(self.language, push_key)
    }

    /// The other player would like to take a turn back.
    pub(crate) fn take_back_question(&self) -> Markup {
        if !self.snapshot.is_between_people() || self.snapshot.terms.rated {
            return html! {};
        }
        let language = self.language;
        html! {
            form data-do="undorespond" method="post" action="/undorespond"
                hidden[!self.view.undo.may_answer] {
                (self.game_id())
                p.offer { (language.say("undo-offered")) }
                button name="response" value="accept" { (language.say("actions-yes")) }
                button name="response" value="decline" { (language.say("actions-no")) }
            }
            p.asked-undo role="status" hidden[!self.waits_for_answer(self.view.undo.asked_by)] { (language.say("undo-asked")) }
        }
    }

    /// The button to follow the other player, and apart from it the one to block; nothing if there is none.
    pub(crate) fn opponent(&self, relation: Option<Option<Relation>>) -> Markup {
        let (Some(relation), Some(you)) = (relation, self.you) else { return html! {} };
        let language = self.language;
        let Seat::Player { name: kept, .. } = self.snapshot.seat(!you) else { return html! {} };
        let name = language.player_name(kept);
        let button = |value: &str, words: &str| {
            let words = language.say_with(words, &[("name", name.as_str().into())]);
            html! {
                form method="post" action="/relate" aria-label=(words) {
                    (self.game_id())
                    input type="hidden" name="name" value=(kept);
                    button name="relation" value=(value) { (words) }
                }
            }
        };
        let block = button("block", "people-block-name");
        html! {
            @match relation {
                None => (button("follow", "people-follow-name")),
                Some(Relation::Follows) => (button("none", "people-unfollow-name")),
                Some(Relation::Blocks) => (button("none", "people-unblock-name")),
            }
            @if relation != Some(Relation::Blocks) {
                details.drop { summary { (language.say("profile-trouble")) } (block) }
            }
        }
    }

    /// Returns `true` if turns can be taken back in this game: from the computer, at one screen, or by
    /// consent.
    pub(crate) fn has_take_back(&self) -> bool {
        let people = self.snapshot.is_between_people();
        let alone = self.computers_level().is_some() || self.snapshot.is_shared();
        if people { !self.snapshot.terms.rated } else { alone }
    }
}
