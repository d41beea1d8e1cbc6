//! The game page: the table (a board with a seat at each edge) and the panel beside it. Its script is
//! `web/app/game.js`; without scripts all of it works by selectors and buttons.

use jiff::Timestamp;
use maud::{Markup, html};
use merels_drawing::{Man, Shape, picture};
use merels_messages::Language;
use merels_model::{Phrase, Relation, Seat, TimeControl};
use merels_rules::{AnyMove, GameId, Position, Side};
use merels_services::live::Snapshot;
use merels_services::people::Aftermath;

use super::events::EventView;
use super::meta::meta_of_game;
use super::view::View;
use crate::edge::visitor::Visitor;
use crate::parts::layout::Page;
use crate::parts::links::address_of;
use crate::parts::places::Place;
use crate::parts::script::json;
use crate::parts::seat::{SeatBar, table};
use crate::parts::sheet::{Sheet, Way, steps};
use crate::wording;

/// Without scripts the page looks again after so many seconds while the other side thinks.
const REFRESH: u32 = 5;

/// Something to be said with a game: its code if it is a refusal, and its words.
pub(crate) type Notice<'a> = (Option<&'a str>, &'a str);

/// The contents of a game's page.
pub(crate) struct GamePage<'a> {
    pub(crate) parts: Parts<'a>,
    pub(crate) events: &'a [EventView],
    pub(crate) notice: Option<Notice<'a>>,
    /// The relation to the other player, if there is one.
    pub(crate) opponent: Option<Option<Relation>>,
    /// True if the player waits for an opponent meanwhile.
    pub(crate) seeks: bool,
    /// The news for the player when the game is over.
    pub(crate) aftermath: Option<&'a Aftermath>,
    /// The number of spectators.
    pub(crate) watchers: u32,
    /// The address of the review whose mistake is tried again.
    pub(crate) review: Option<String>,
    /// The key by which push services know the site.
    pub(crate) push_key: &'a str,
}

pub(crate) fn game(visitor: &Visitor, game: GamePage<'_>) -> Markup {
    let GamePage { parts, events, notice, opponent, .. } = game;
    let GamePage { seeks, aftermath, watchers, review, push_key, .. } = game;
    let Parts { language, snapshot, you, view, .. } = parts;
    let waits = view.result.is_none() && you != snapshot.mover();
    let page = Page {
        game: Some(&view.game),
        script: Some("game.js"),
        more_script: snapshot.is_between_people().then_some("claims.js"),
        meta: Some(meta_of_game(language, snapshot)),
        has_clock: view.result.is_none()
            && you.is_some()
            && matches!(snapshot.terms.time, Some(TimeControl::Live { .. })),
        refresh: waits.then(|| (REFRESH, format!("/game/{}", view.game))),
        ..Page::new(visitor, &view.title, "game").at(Place::Play, "")
    };
    let shape = Shape::of(&snapshot.position);
    let main = html! {
        h1.unseen { (view.title) }
        (parts.table(&shape, visitor.player().is_none()))
        section.panel aria-label=(language.say("panel-label")) {
            div.card.moment {
                p #matched role="status" data-seeks=[seeks.then_some("")] {}
                @if you.is_none() { p.watching-note { (language.say("panel-watching")) } }
                (parts.status(notice))
                (parts.absence())
                (parts.result(aftermath))
                (parts.terms(watchers, review.as_deref()))
                (parts.notify(push_key))
            }
            (parts.sheet())
            @if you.is_some() {
                div.card.tools {
                    (parts.actions())
                    div.drawers { (parts.selectors(&shape)) (parts.quick_words(opponent)) }
                }
            }
            (parts.log(events))
        }
    };
    page.render(&main, &parts.data(&shape))
}

/// The material of the page's parts.
pub(crate) struct Parts<'a> {
    pub(crate) language: Language,
    pub(crate) snapshot: &'a Snapshot,
    pub(crate) you: Option<Side>,
    pub(crate) view: &'a View,
    /// When the page was made: clocks go on from there.
    pub(crate) now: Timestamp,
}

impl Parts<'_> {
    pub(crate) fn game(&self) -> GameId {
        self.snapshot.kind
    }

    /// The board with the seats at its edges, one's own below. Only those who are signed in have a
    /// socket; others hear how the game goes on.
    pub(crate) fn table(&self, shape: &Shape, stranger: bool) -> Markup {
        let near = self.you.unwrap_or(Side::White);
        let board = html! {
            div #board data-stranger=[stranger.then_some("")] {
                (picture(shape, &self.view.men, near, &self.board_label()))
            }
        };
        let [white, black] = Side::ALL.map(|side| self.seat(side));
        table(near, [&white, &black], self.snapshot.is_shared(), &board)
    }

    /// The next thing to do, and what there is to say besides.
    pub(crate) fn status(&self, notice: Option<Notice<'_>>) -> Markup {
        let refused = notice.filter(|(code, _)| code.is_some());
        let hint = notice.filter(|(code, _)| code.is_none());
        html! {
            p #status aria-live="polite" { (self.view.status) }
            p #notice role="alert" { @if let Some((_, words)) = refused { (words) } }
            p #hint role="status" { @if let Some((_, words)) = hint { (words) } }
            p.assisted hidden[!self.view.assisted || self.view.result.is_some()] { (self.language.say("panel-assisted")) }
        }
    }

    /// The review it came from, the game, its terms and place, its rules, and the number of spectators.
    fn terms(&self, watchers: u32, review: Option<&str>) -> Markup {
        let (language, terms) = (self.language, self.snapshot.terms);
        html! {
            p.terms {
                @if let Some(review) = review {
                    a.back href=(review) { (language.say("review-back")) } " · "
                }
                @if let Some(arena) = &self.snapshot.arena {
                    span.arena { a href={ "/arena/" (arena) } { (language.say("arena-back")) } } " · "
                }
                @if self.snapshot.is_between_people() {
                    (language.time_control(terms.time)) " · "
                    (language.say(if terms.rated { "rated-yes" } else { "rated-no" })) " · "
                }
                a href={ "/rules/" (self.view.kind) } { (language.say("panel-rules")) }
                // Whoever waits for days has other games meanwhile.
                @if self.you.is_some() && matches!(terms.time, Some(TimeControl::Days(_))) {
                    " · " a.next href="/home" { (language.say("home-running")) }
                }
                " " span.watchers { (language.watchers(watchers)) }
            }
        }
    }

    /// The moves so far. A game can be looked through while it goes on, without scripts in its replay.
    pub(crate) fn sheet(&self) -> Markup {
        let Snapshot { position, history, start, .. } = self.snapshot;
        let text = |(_, mv): &(u32, AnyMove)| position.move_text(*mv);
        let turns: Vec<String> = history.turns().iter().map(text).collect();
        // Of a game that has not begun there is no replay yet.
        let is_begun = !self.view.game.is_empty();
        let replay = is_begun.then(|| format!("/game/{}/replay", self.view.game));
        let replay = replay.unwrap_or_else(|| "#".to_owned());
        let sheet = Sheet { turns: &turns, first: start.side(), shown: turns.len(), signs: &[] };
        let way = |ply: usize| Way::Address(format!("{replay}?ply={ply}"));
        html! {
            div.card.sheet #sheet data-replay=(replay) {
                (sheet.render(self.language, &way))
                (steps(self.language, turns.len(), turns.len(), &[], &way))
            }
        }
    }

    /// The data for the script.
    pub(crate) fn data(&self, shape: &Shape) -> Markup {
        html! {
            script type="application/json" #shape { (json(shape)) }
            script type="application/json" #view { (json(self.view)) }
            @if self.view.clock.is_some() || self.snapshot.is_between_people() {
                script type="application/json" #now { (self.now.as_millisecond()) }
            }
            script type="application/json" #words { (json(self.language.browser_words())) }
        }
    }

    /// The board in words: what stands where.
    fn board_label(&self) -> String {
        let standing = |man: &Man| match man {
            Man::Of(Side::White) => self.language.side(self.game(), Side::White),
            Man::Of(Side::Black) => self.language.side(self.game(), Side::Black),
            Man::Pawns(number) => number.to_string(),
        };
        let men: Vec<String> =
            self.view.men.iter().map(|(spot, man)| format!("{spot} {}", standing(man))).collect();
        format!("{}. {}", self.view.title, men.join(", "))
    }

    pub(crate) fn seat(&self, side: Side) -> SeatBar {
        let language = self.language;
        let left = self.snapshot.times_left(self.now);
        let seat = self.snapshot.seat(side);
        let name = wording::seated(language, self.snapshot, side, self.you);
        SeatBar {
            page: self.page_of(seat),
            about: self.about(side),
            clock: left.map(|left| language.time_left(left[side.index()])),
            is_to_move: self.snapshot.mover() == Some(side),
            is_computer: matches!(seat, Seat::Computer(_)),
            is_away: self.snapshot.absence.away[side.index()].is_some(),
            ..SeatBar::new(language, &self.snapshot.position, side, name)
        }
    }

    /// The address of a player's page, between two people.
    fn page_of(&self, seat: &Seat) -> Option<String> {
        let Seat::Player { name, .. } = seat else { return None };
        let has_page = self.snapshot.is_between_people() && !wording::is_nameless(seat);
        has_page.then(|| address_of(name))
    }

    /// The rating of a player, which men are theirs, and whether it is you; the names of two at one
    /// screen say it.
    fn about(&self, side: Side) -> Markup {
        let colour = self.language.side(self.game(), side);
        let yours = self.you == Some(side) && !self.view.game.is_empty();
        html! {
            @if let Some(rating) = self.snapshot.ratings[side.index()] {
                span.rating { (wording::rating_text(rating)) } " "
            }
            @if let Seat::Computer(level) = self.snapshot.seat(side) {
                @if let Some(name) = self.language.level_name(level) { span.side.level { (name) " · " } }
            }
            @if !self.snapshot.is_shared() {
                @if yours && !wording::is_nameless(self.snapshot.seat(side)) {
                    span.you { (self.language.say_with("panel-you", &[("side", colour.into())])) }
                } @else {
                    span.side { (colour) }
                }
            }
        }
    }

    /// The few friendly things that can be said, and what one may do about who says them.
    pub(crate) fn quick_words(&self, opponent: Option<Option<Relation>>) -> Markup {
        if !self.view.may_say {
            return html! {};
        }
        let language = self.language;
        html! {
            details.words {
                summary { (language.say("phrases-summary")) }
                form data-do="say" method="post" action="/say" {
                    (self.game_id())
                    input type="hidden" name="version" value=(self.view.version);
                    @for phrase in Phrase::ALL {
                        button name="phrase" value=(phrase.name()) { (language.phrase(phrase)) }
                    }
                }
                (self.opponent(opponent))
            }
        }
    }

    /// The level of the computer that the player has against him.
    pub(crate) fn computers_level(&self) -> Option<&str> {
        match self.snapshot.seat(!self.you?) {
            Seat::Computer(level) => Some(level),
            Seat::Player { .. } | Seat::Gone => None,
        }
    }

    pub(crate) fn game_id(&self) -> Markup {
        html! { input type="hidden" name="game_id" value=(self.view.game); }
    }

    /// The turn and the game that a form is about: sent twice, it is played once.
    pub(crate) fn turn(&self) -> Markup {
        html! {
            (self.game_id())
            input type="hidden" name="ply" value=(self.view.ply);
        }
    }

    /// The buttons keep their places for the whole game.
    pub(crate) fn actions(&self) -> Markup {
        if self.you.is_none() {
            return html! {};
        }
        let (language, view) = (self.language, self.view);
        let over = view.result.is_some();
        html! {
            div #actions {
                form data-do="drawrespond" method="post" action="/drawrespond" hidden[!view.draw.may_answer] {
                    (self.game_id())
                    p.offer { (language.say("actions-offered")) }
                    button name="response" value="accept" { (language.say("actions-yes")) }
                    button name="response" value="decline" { (language.say("actions-no")) }
                }
                p.asked-draw role="status" hidden[!self.waits_for_answer(self.view.draw.offered_by)] { (language.say("actions-proposed")) }
                (self.take_back_question())
                div.running hidden[over] {
                    @if self.has_take_back() {
                        form data-do="undo" method="post" action="/undo" {
                            (self.turn())
                            button disabled[!view.may_undo] { (language.say("actions-undo")) }
                        }
                    }
                    @if self.computers_level().is_some() {
                        form data-do="hint" method="post" action="/hint" {
                            (self.turn())
                            button disabled[!view.may_hint] { (language.say("actions-hint")) }
                        }
                    }
                    // Somebody always wins Nimble.
                    @if self.game() != GameId::Nimble {
                        form data-do="draw" method="post" action="/draw" {
                            (self.game_id())
                            button disabled[!view.draw.may_offer] { (language.say(self.draw_words())) }
                        }
                    }
                    details.danger {
                        summary { (language.say("actions-forfeit")) }
                        form data-do="forfeit" method="post" action="/forfeit" {
                            (self.game_id())
                            span { (language.say("actions-forfeit-question")) }
                            button { (language.say("actions-forfeit-yes")) }
                            @if self.snapshot.is_between_people() {
                                button data-do="abort" formaction="/abort" hidden[!view.may_abort] {
                                    (language.say("actions-abort"))
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    /// The message on the button for a draw.
    fn draw_words(&self) -> &'static str {
        if self.snapshot.is_shared() { "actions-draw-here" } else { "actions-draw" }
    }

    /// `true` if a proposal is the player's own.
    pub(crate) fn waits_for_answer(&self, by: Option<Side>) -> bool {
        by.is_some() && by == self.you
    }

    pub(crate) fn log(&self, events: &[EventView]) -> Markup {
        html! {
            div.log role="log" tabindex="0" aria-label=(self.language.say("log-label")) {
                @if events.first().is_some_and(|first| first.kind != "start") {
                    p { a href={ "/game/" (self.view.game) "/replay" } { (self.language.say("log-earlier")) } }
                }
                ol #log data-version=(self.view.version) {
                    @for event in events {
                        @for sentence in &event.words {
                            li data-said=[event.said.as_ref().map(|_| "")] { (sentence) }
                        }
                    }
                }
            }
        }
    }
}
