use merels_rules::GameId;
use merels_store::GameKey;

use super::*;

const WHITE: Side = Side::White;
const BLACK: Side = Side::Black;

fn stored(game: &str, start: Option<&str>) -> StoredGame {
    let game: GameId = game.parse().unwrap();
    let player = |name: &str| Seat::Player { id: PlayerId::new(name), name: name.to_owned() };
    StoredGame {
        key: GameKey::new("key"),
        game,
        start: start.map_or_else(|| game.start().to_string(), str::to_owned),
        seats: [player("ada"), player("bo")],
        created: Timestamp::UNIX_EPOCH,
        version: 1,
        mover: WHITE,
        touched: Timestamp::UNIX_EPOCH,
        score: None,
        draft: None,
    }
}

fn at(version: u32, event: Event) -> StoredEvent {
    StoredEvent { version, at: Timestamp::UNIX_EPOCH, event }
}

fn begun(game: &str, start: Option<&str>) -> GameState {
    GameState::replay(stored(game, start), vec![at(1, Event::Start)]).unwrap()
}

fn turn(text: &str) -> Action {
    Action::Turn { ply: None, text: text.to_owned() }
}

fn draft(ply: u32, text: &str) -> Action {
    Action::Draft { ply, text: text.to_owned() }
}

fn turn_at(ply: u32, text: &str) -> Action {
    Action::Turn { ply: Some(ply), text: text.to_owned() }
}

fn capture(point: &str) -> Action {
    Action::Capture { point: point.to_owned() }
}

const ACCEPT: Action = Action::AnswerDraw { accept: true };
const DECLINE: Action = Action::AnswerDraw { accept: false };

/// Does what an action comes to; says it in a word or two.
fn act(state: &mut GameState, side: Side, action: &Action) -> String {
    match state.decide(side, action) {
        Ok(Decision::Append(event)) => {
            let (next, append) = state.after(event, Timestamp::UNIX_EPOCH).unwrap();
            let kind = append.event.event.kind().name().to_owned();
            *state = next;
            assert_eq!(append.mover, state.game.side());
            assert_eq!(append.finish, state.outcome().map(Into::into));
            kind
        }
        Ok(Decision::Draft(draft)) => {
            state.keep_draft(draft.clone());
            draft.map_or("no draft".to_owned(), |draft| format!("draft {draft}"))
        }
        Ok(Decision::Done(version)) => format!("done {version}"),
        Err(refusal) => refusal.code().to_owned(),
    }
}

/// Follows a table of actions; what is refused or was done before must leave no trace.
#[track_caller]
fn follow(state: &mut GameState, table: &[(Side, Action, &str)]) {
    for (side, action, expected) in table {
        let before = format!("{state:?}");
        assert_eq!(act(state, *side, action), *expected, "{side:?} {action:?}");
        let changes = expected.starts_with("draft ")
            || ["no draft", "move", "draw-offered", "draw-declined", "draw-agreed", "resigned"]
                .contains(expected);
        assert!(changes || format!("{state:?}") == before, "{side:?} {action:?}");
        // Whatever is dropped is replayed from the store, and is the same then.
        let again = GameState::replay(state.stored.clone(), state.events.clone()).unwrap();
        assert_eq!(format!("{again:?}"), format!("{state:?}"));
    }
}

#[test]
fn turns_are_taken_in_turn_and_once() {
    let mut state = begun("nine", None);
    follow(
        &mut state,
        &[
            (BLACK, turn("a1"), "not-your-turn"),
            (WHITE, turn("z9"), "malformed"),
            (WHITE, turn("a1-a4"), "illegal"),
            (WHITE, turn_at(1, "a1"), "stale"),
            (WHITE, turn_at(0, "a1"), "move"),
            (WHITE, turn_at(0, "a1"), "done 2"),
            (WHITE, turn_at(0, "a4"), "stale"),
            (BLACK, turn_at(0, "a1"), "stale"),
            (WHITE, turn("a4"), "not-your-turn"),
            (BLACK, turn_at(1, "a1"), "illegal"),
            (BLACK, turn_at(1, "a4"), "move"),
            (WHITE, turn_at(0, "a1"), "done 2"),
            (BLACK, turn_at(1, "a4"), "done 3"),
            (BLACK, turn_at(u32::MAX, "a4"), "stale"),
        ],
    );
}

#[test]
fn a_mill_is_closed_in_two_steps_or_one() {
    let mut state = begun("nine", Some("WWxBBxxxxxxxxxxxxxxxxxxx w 7 7 0"));
    follow(
        &mut state,
        &[
            (WHITE, capture("b2"), "illegal"),
            (WHITE, Action::TakeBack, "no draft"),
            (BLACK, Action::TakeBack, "not-your-turn"),
            (BLACK, capture("a1"), "not-your-turn"),
            (WHITE, turn("g1"), "draft g1"),
            (WHITE, capture("a1"), "illegal"),
            (WHITE, capture("g7"), "illegal"),
            (WHITE, capture("z9"), "malformed"),
            (WHITE, Action::TakeBack, "no draft"),
            (WHITE, capture("b2"), "illegal"),
            (WHITE, turn_at(0, "g1"), "draft g1"),
            (WHITE, draft(0, "g1"), "draft g1"),
            (WHITE, draft(0, "g4"), "illegal"),
            (WHITE, draft(1, "g1"), "stale"),
            (WHITE, capture("b2"), "move"),
            (BLACK, capture("a1"), "illegal"),
            (BLACK, turn("f2"), "move"),
        ],
    );
    assert_eq!(state.events[1].event, Event::Move { ply: 0, text: "g1xb2".to_owned() });
}

#[test]
fn a_draft_is_dropped_by_another_turn() {
    let mut state = begun("nine", Some("WWxBBxxxxxxxxxxxxxxxxxxx w 7 7 0"));
    follow(&mut state, &[(WHITE, turn("g1"), "draft g1"), (WHITE, turn("g7"), "move")]);
    assert_eq!(state.draft(), None);
}

#[test]
fn a_draft_of_an_earlier_version_is_not_taken_up() {
    let start = Some("WWxBBxxxxxxxxxxxxxxxxxxx w 7 7 0");
    let drafted = StoredGame { draft: Some("g1".to_owned()), ..stored("nine", start) };
    let move_0 = at(2, Event::Move { ply: 0, text: "g7".to_owned() });
    let late = GameState::replay(drafted.clone(), vec![at(1, Event::Start), move_0]).unwrap();
    assert_eq!(late.draft(), None);
    let current = GameState::replay(drafted, vec![at(1, Event::Start)]).unwrap();
    assert_eq!(current.draft(), Some("g1"));
}

#[test]
fn a_draw_is_proposed_again_only_after_the_next_move() {
    let mut state = begun("nine", None);
    follow(
        &mut state,
        &[
            (BLACK, ACCEPT, "no-offer"),
            (WHITE, Action::ProposeDraw, "draw-offered"),
            (WHITE, Action::ProposeDraw, "offered-already"),
            (WHITE, ACCEPT, "no-offer"),
            (BLACK, DECLINE, "draw-declined"),
            (BLACK, DECLINE, "no-offer"),
            (WHITE, Action::ProposeDraw, "offered-already"),
            (WHITE, turn("a1"), "move"),
            (WHITE, Action::ProposeDraw, "draw-offered"),
            (BLACK, turn("a4"), "move"),
            (BLACK, ACCEPT, "no-offer"),
            (WHITE, Action::ProposeDraw, "offered-already"),
            (BLACK, Action::ProposeDraw, "draw-offered"),
            (WHITE, Action::ProposeDraw, "draw-agreed"),
            (WHITE, Action::ProposeDraw, "over"),
        ],
    );
    assert_eq!(state.outcome().unwrap().result(), "1/2-1/2");
}

#[test]
fn an_offer_outlives_the_move_of_the_one_who_made_it() {
    let mut state = begun("nine", None);
    follow(
        &mut state,
        &[
            (WHITE, Action::ProposeDraw, "draw-offered"),
            (WHITE, turn("a1"), "move"),
            (WHITE, Action::ProposeDraw, "offered-already"),
            (BLACK, ACCEPT, "draw-agreed"),
        ],
    );
}

#[test]
fn nothing_happens_in_a_game_that_is_over() {
    let mut state = begun("three", None);
    follow(&mut state, &[(BLACK, Action::Forfeit, "resigned")]);
    for side in Side::ALL {
        for action in [
            turn("a1"),
            Action::Forfeit,
            Action::ProposeDraw,
            ACCEPT,
            DECLINE,
            Action::TakeBack,
            capture("a1"),
        ] {
            follow(&mut state, &[(side, action, "over")]);
        }
    }
    assert_eq!((state.mover(), state.outcome().unwrap().result()), (None, "1-0"));
}

#[test]
fn damaged_events_are_an_error_and_not_a_game() {
    let mv = |ply, text: &str| Event::Move { ply, text: text.to_owned() };
    let end = Event::Forfeit { side: WHITE, cause: ForfeitCause::Idle };
    for (events, reason) in [
        (vec![at(1, Event::Start), at(3, mv(0, "a1"))], "version 3 is out of order"),
        (vec![at(2, Event::Start)], "version 2 is out of order"),
        (vec![at(1, mv(0, "a1"))], "a game starts once"),
        (vec![at(1, Event::Start), at(2, Event::Start)], "a game starts once"),
        (vec![at(1, Event::Start), at(2, mv(0, "z9"))], "no point of this board"),
        (vec![at(1, Event::Start), at(2, mv(0, ""))], "a point is missing"),
        (vec![at(1, Event::Start), at(2, mv(0, "a1-a4"))], "version 2"),
        (vec![at(1, Event::Start), at(2, mv(1, "a1"))], "ply 1 is out of order"),
        (vec![at(1, Event::Start), at(2, end.clone()), at(3, mv(0, "a1"))], "was over"),
        (vec![at(1, Event::Start), at(2, end), at(3, Event::DrawOffered(WHITE))], "was over"),
    ] {
        let error = GameState::replay(stored("nine", None), events).unwrap_err().to_string();
        assert!(error.contains("the stored game key") && error.contains(reason), "{error}");
    }
    let strange = stored("nine", Some("no position"));
    assert!(GameState::replay(strange, vec![at(1, Event::Start)]).is_err());
}
