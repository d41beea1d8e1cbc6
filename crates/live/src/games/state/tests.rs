use merels_model::{PlayerId, Terms};
use merels_rules::{GameId, Outcome};
use merels_store::Event;

use super::super::command::Refusal;
use super::super::take_backs::MOST_TAKE_BACKS;
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
        terms: Terms::default(),
        rematch: None,
        next: None,
        arena: None,
    }
}

fn at(version: u32, event: Event) -> StoredEvent {
    StoredEvent { version, at: Timestamp::UNIX_EPOCH, event, left: None }
}

/// The state that a game's events lead to.
fn replayed(stored: StoredGame, events: &[StoredEvent]) -> Result<GameState, Unplayable> {
    let is_back = |stored: &&StoredEvent| matches!(stored.event, Event::TakenBack { .. });
    let taken_back = events.iter().filter(is_back).count() as u32;
    let past = StoredHistory { events: events.to_vec(), complete_after: 0, taken_back };
    GameState::replay(stored, &past)
}

fn begun(game: &str, start: Option<&str>) -> GameState {
    replayed(stored(game, start), &[at(1, Event::Start)]).unwrap()
}

/// A command as it is typed: what is no move is refused before it is one.
type Typed = Box<dyn Fn(&Snapshot) -> Result<Command, Refusal>>;

fn turn(text: &'static str) -> Typed {
    Box::new(move |game| Ok(Command::Play { ply: None, mv: game.parse_move(text)? }))
}

fn turn_at(ply: u32, text: &'static str) -> Typed {
    Box::new(move |game| Ok(Command::Play { ply: Some(ply), mv: game.parse_move(text)? }))
}

fn draft(ply: u32, text: &'static str) -> Typed {
    Box::new(move |game| Ok(Command::Draft { ply, mv: game.parse_move(text)? }))
}

fn capture(text: &'static str) -> Typed {
    Box::new(move |game| Ok(Command::Capture { ply: None, spot: game.parse_spot(text)? }))
}

fn capture_at(ply: u32, text: &'static str) -> Typed {
    Box::new(move |game| Ok(Command::Capture { ply: Some(ply), spot: game.parse_spot(text)? }))
}

fn just(command: Command) -> Typed {
    Box::new(move |_| Ok(command.clone()))
}

fn accept() -> Typed {
    just(Command::AnswerDraw { accept: true })
}

fn decline() -> Typed {
    just(Command::AnswerDraw { accept: false })
}

fn offer() -> Typed {
    just(Command::OfferDraw)
}

/// The store's view of a game.
struct Kept {
    game: StoredGame,
    events: Vec<StoredEvent>,
}

/// Does what a command comes to; says it in a word or two.
fn act(state: &mut GameState, kept: &mut Kept, side: Side, typed: &Typed) -> String {
    let decided = typed(&state.snapshot()).and_then(|command| state.decide(side, &command));
    match decided {
        Ok(Decision::Append(event)) => {
            let append = state.advance(event, Timing::at(Timestamp::UNIX_EPOCH));
            let kind = append.event.event.kind().name().to_owned();
            assert_eq!(append.mover, state.game.side());
            assert_eq!(append.finish, state.game.outcome().map(Outcome::score));
            kept.game.version = append.event.version;
            kept.game.draft = append.draft;
            kept.events.push(append.event);
            kind
        }
        Ok(Decision::Draft(draft)) => {
            kept.game.draft = state.draft_text(&draft);
            state.keep_draft(draft);
            kept.game.draft.as_ref().map_or("no draft".to_owned(), |draft| format!("draft {draft}"))
        }
        Ok(Decision::Done(version)) => format!("done {version}"),
        Err(refusal) => refusal.code().to_owned(),
    }
}

fn kept(game: &str, start: Option<&str>) -> Kept {
    Kept { game: stored(game, start), events: vec![at(1, Event::Start)] }
}

/// Follows a table of commands; what is refused or was done before must leave no trace.
#[track_caller]
fn follow(state: &mut GameState, kept: &mut Kept, table: &[(Side, Typed, &str)]) {
    for (row, (side, typed, expected)) in table.iter().enumerate() {
        let before = format!("{state:?}");
        assert_eq!(act(state, kept, *side, typed), *expected, "row {row}, {side:?}");
        let changes = expected.starts_with("draft ")
            || expected.starts_with("undo-")
            || ["no draft", "move", "draw-offered", "draw-declined", "draw-agreed", "resigned"]
                .contains(expected);
        assert!(changes || format!("{state:?}") == before, "row {row}, {side:?}");
        // Whatever is dropped is replayed from the store, and is the same then.
        let again = replayed(kept.game.clone(), &kept.events).unwrap();
        assert_eq!(format!("{again:?}"), format!("{state:?}"));
    }
}

/// Follows a table from the start of a game.
#[track_caller]
fn play(game: &str, start: Option<&str>, table: &[(Side, Typed, &str)]) -> (GameState, Kept) {
    let (mut state, mut kept) = (begun(game, start), kept(game, start));
    follow(&mut state, &mut kept, table);
    (state, kept)
}

#[test]
fn turns_are_taken_in_turn_and_once() {
    play(
        "nine",
        None,
        &[
            (BLACK, turn("a1"), "not-your-turn"),
            (WHITE, turn("z9"), "malformed"),
            (WHITE, turn("a1-a4"), "illegal"),
            (WHITE, turn_at(1, "a1"), "stale"),
            (WHITE, turn_at(0, "a1"), "move"),
            (WHITE, turn_at(0, "a1"), "done 2"),
            // The same point by its number.
            (WHITE, turn_at(0, "0"), "done 2"),
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
    let (_, kept) = play(
        "nine",
        Some("WWxBBxxxxxxxxxxxxxxxxxxx w 7 7 0"),
        &[
            (WHITE, capture("b2"), "illegal"),
            (WHITE, just(Command::ClearDraft), "no draft"),
            (BLACK, just(Command::ClearDraft), "not-your-turn"),
            (BLACK, capture("a1"), "not-your-turn"),
            (WHITE, turn("g1"), "draft g1"),
            (WHITE, capture("a1"), "illegal"),
            (WHITE, capture("g7"), "illegal"),
            (WHITE, capture("z9"), "malformed"),
            (WHITE, just(Command::ClearDraft), "no draft"),
            (WHITE, capture("b2"), "illegal"),
            (WHITE, turn_at(0, "g1"), "draft g1"),
            (WHITE, draft(0, "g1"), "draft g1"),
            (WHITE, draft(0, "g4"), "illegal"),
            (WHITE, draft(1, "g1"), "stale"),
            (WHITE, capture("b2"), "move"),
            (BLACK, capture("a1"), "illegal"),
            (BLACK, turn("f2"), "move"),
            (WHITE, capture_at(0, "b2"), "done 2"),
            (WHITE, capture_at(0, "d2"), "stale"),
            (BLACK, capture_at(1, "f2"), "stale"),
        ],
    );
    assert_eq!(kept.events[1].event, Event::Move { ply: 0, mv: "g1xb2".to_owned() });
}

#[test]
fn a_draft_is_dropped_by_another_turn() {
    let table = [(WHITE, turn("g1"), "draft g1"), (WHITE, turn("g7"), "move")];
    let (state, _) = play("nine", Some("WWxBBxxxxxxxxxxxxxxxxxxx w 7 7 0"), &table);
    assert!(state.draft().is_empty());
}

#[test]
fn a_draft_of_an_earlier_version_is_not_taken_up() {
    let start = Some("WWxBBxxxxxxxxxxxxxxxxxxx w 7 7 0");
    let drafted = StoredGame { draft: Some("g1".to_owned()), ..stored("nine", start) };
    let move_0 = at(2, Event::Move { ply: 0, mv: "g7".to_owned() });
    let late = replayed(drafted.clone(), &[at(1, Event::Start), move_0]).unwrap();
    assert!(late.draft().is_empty());
    let current = replayed(drafted, &[at(1, Event::Start)]).unwrap();
    assert_eq!(current.draft_text(current.draft()).as_deref(), Some("g1"));
}

#[test]
fn a_draw_is_proposed_again_only_after_the_next_move() {
    let (state, _) = play(
        "nine",
        None,
        &[
            (BLACK, accept(), "no-offer"),
            (WHITE, offer(), "draw-offered"),
            (WHITE, offer(), "offered-already"),
            (WHITE, accept(), "no-offer"),
            (BLACK, decline(), "draw-declined"),
            (BLACK, decline(), "no-offer"),
            (WHITE, offer(), "offered-already"),
            (WHITE, turn("a1"), "move"),
            (WHITE, offer(), "draw-offered"),
            (BLACK, turn("a4"), "move"),
            (BLACK, accept(), "no-offer"),
            (WHITE, offer(), "offered-already"),
            (BLACK, offer(), "draw-offered"),
            (WHITE, offer(), "draw-agreed"),
            (WHITE, offer(), "over"),
        ],
    );
    assert_eq!(state.game.outcome().unwrap().result(), "1/2-1/2");
}

#[test]
fn an_offer_outlives_the_move_of_the_one_who_made_it() {
    play(
        "nine",
        None,
        &[
            (WHITE, offer(), "draw-offered"),
            (WHITE, turn("a1"), "move"),
            (WHITE, offer(), "offered-already"),
            (BLACK, accept(), "draw-agreed"),
        ],
    );
}

#[test]
fn nothing_happens_in_a_game_that_is_over() {
    let (mut state, mut kept) = play("three", None, &[(BLACK, just(Command::Resign), "resigned")]);
    for side in Side::ALL {
        for typed in [
            turn("a1"),
            just(Command::Resign),
            offer(),
            accept(),
            decline(),
            just(Command::ClearDraft),
            capture("a1"),
        ] {
            follow(&mut state, &mut kept, &[(side, typed, "over")]);
        }
    }
    let snapshot = state.snapshot();
    assert_eq!((snapshot.mover(), snapshot.outcome.unwrap().result()), (None, "1-0"));
    assert!(snapshot.moves.is_empty());
}

#[test]
fn damaged_events_are_an_error_and_not_a_game() {
    let mv = |ply, text: &str| Event::Move { ply, mv: text.to_owned() };
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
        let error = replayed(stored("nine", None), &events).unwrap_err().to_string();
        assert!(error.contains("the stored game key") && error.contains(reason), "{error}");
    }
    let strange = stored("nine", Some("no position"));
    assert!(replayed(strange, &[at(1, Event::Start)]).is_err());
}

fn ask() -> Typed {
    just(Command::TakeBack { ply: None })
}

fn let_take_back(accept: bool) -> Typed {
    just(Command::AnswerTakeBack { accept })
}

#[test]
fn a_turn_is_taken_back_only_when_the_other_player_agrees() {
    let table = [
        (WHITE, ask(), "no-turn"),
        (WHITE, turn("a1"), "move"),
        (BLACK, let_take_back(true), "no-offer"),
        (WHITE, ask(), "undo-asked"),
        (WHITE, ask(), "asked-already"),
        (WHITE, let_take_back(true), "no-offer"),
        (BLACK, let_take_back(false), "undo-declined"),
        (WHITE, ask(), "asked-already"),
        (BLACK, turn("a4"), "move"),
        (BLACK, ask(), "undo-asked"),
        // Whoever moves on has answered.
        (WHITE, turn("d1"), "move"),
        (WHITE, let_take_back(true), "no-offer"),
        (WHITE, ask(), "undo-asked"),
    ];
    let (mut state, mut kept) = play("nine", None, &table);
    assert_eq!(act(&mut state, &mut kept, BLACK, &let_take_back(true)), "undo");
    assert_eq!((state.ply(), state.game.side()), (2, WHITE));
    assert!(!state.assisted, "nobody was helped");
}

#[test]
fn with_the_turn_the_answer_to_it_is_taken_back() {
    let table =
        [(WHITE, turn("a1"), "move"), (BLACK, turn("a4"), "move"), (WHITE, ask(), "undo-asked")];
    let (mut state, mut kept) = play("nine", None, &table);
    assert_eq!(act(&mut state, &mut kept, BLACK, &let_take_back(true)), "undo");
    assert_eq!((state.ply(), state.game.side()), (0, WHITE));
}

#[test]
fn two_at_one_screen_take_turns_back_without_asking() {
    let mut kept = kept("nine", None);
    kept.game.seats[1] = kept.game.seats[0].clone();
    let mut state = replayed(kept.game.clone(), &kept.events).unwrap();
    let table = [
        (WHITE, ask(), "no-turn"),
        (WHITE, turn("a1"), "move"),
        (BLACK, turn("a4"), "move"),
        (WHITE, ask(), "undo"),
        (BLACK, ask(), "undo"),
        (WHITE, ask(), "no-turn"),
    ];
    for (side, typed, expected) in &table {
        assert_eq!(act(&mut state, &mut kept, *side, typed), *expected);
    }
    assert_eq!((state.ply(), state.snapshot().help.assisted), (0, false));
}

#[test]
fn in_a_rated_game_nothing_is_taken_back() {
    let rated = StoredGame { terms: Terms { time: None, rated: true }, ..stored("nine", None) };
    let mut kept = Kept { game: rated.clone(), events: vec![at(1, Event::Start)] };
    let mut state = replayed(rated, &kept.events).unwrap();
    let table = [(WHITE, turn("a1"), "move"), (WHITE, ask(), "rated")];
    follow(&mut state, &mut kept, &table);
    assert!(!state.snapshot().help.may_take_back[0]);
}

#[test]
fn after_so_many_turns_taken_back_the_game_goes_on_without() {
    let computer = || {
        let mut kept = kept("nine", None);
        kept.game.seats[1] = Seat::Computer("1".to_owned());
        kept
    };
    let mut kept = computer();
    let mut state = replayed(kept.game.clone(), &kept.events).unwrap();
    for _ in 0..MOST_TAKE_BACKS {
        assert_eq!(act(&mut state, &mut kept, WHITE, &turn("a1")), "move");
        assert_eq!(act(&mut state, &mut kept, WHITE, &ask()), "undo");
    }
    assert_eq!(act(&mut state, &mut kept, WHITE, &turn("a1")), "move");
    assert_eq!(act(&mut state, &mut kept, WHITE, &ask()), "enough-taken-back");
    assert!(!state.snapshot().help.may_take_back[0]);
    assert_eq!(act(&mut state, &mut kept, BLACK, &turn("a4")), "move");
}

#[test]
fn what_was_taken_back_long_ago_may_be_left_out() {
    let game = StoredGame { version: 90, ..stored("nine", None) };
    let mv = |ply, text: &str| Event::Move { ply, mv: text.to_owned() };
    let mut past = StoredHistory {
        events: vec![at(1, Event::Start), at(41, mv(0, "a1")), at(90, mv(1, "a4"))],
        complete_after: 89,
        taken_back: 44,
    };
    let state = GameState::replay(game.clone(), &past).unwrap();
    assert_eq!((state.version(), state.ply(), state.taken_back), (90, 2, 44));
    let versions: Vec<u32> =
        state.snapshot().history.since(0).iter().map(|entry| entry.version).collect();
    assert_eq!(versions, [1, 41, 90]);
    past.complete_after = 88;
    assert!(GameState::replay(game, &past).is_err(), "the 89th is missing");
}

/// A game with a clock and its events as the store has them after turns were taken back.
fn taken_back() -> (GameState, Kept) {
    let time = Some("5+5".parse().unwrap());
    let game = StoredGame { terms: Terms { time, rated: false }, ..stored("nine", None) };
    let start = StoredEvent { left: Some([300_000; 2]), ..at(1, Event::Start) };
    let mut kept = Kept { game: game.clone(), events: vec![start] };
    let mut state = replayed(game, &kept.events).unwrap();
    let table = [
        (WHITE, turn("a1"), "move"),
        (BLACK, turn("a4"), "move"),
        (WHITE, turn("d1"), "move"),
        (BLACK, offer(), "draw-offered"),
        (BLACK, turn("d2"), "move"),
        (WHITE, ask(), "undo-asked"),
    ];
    for (side, typed, expected) in &table {
        assert_eq!(act(&mut state, &mut kept, *side, typed), *expected);
    }
    assert_eq!(act(&mut state, &mut kept, BLACK, &let_take_back(true)), "undo");
    for stored in &mut kept.events {
        match &stored.event {
            Event::Move { ply, mv: text } if *ply >= 2 => {
                stored.event = Event::Undone { text: text.clone() };
            }
            _ => {}
        }
    }
    (state, kept)
}

#[test]
fn a_game_replayed_after_turns_were_taken_back_is_the_same() {
    let (state, kept) = taken_back();
    let again = replayed(kept.game, &kept.events).unwrap();
    assert_eq!(again.game.position(), state.game.position());
    assert_eq!((again.ply(), &again.clock), (2, &state.clock));
    assert_eq!((again.may_offer, again.may_ask), (state.may_offer, state.may_ask));
    assert_eq!((again.offer, again.take_back_asked), (None, None));
    assert_eq!(again.version(), state.version());
    // What was added for the turns that went back is gone with them.
    assert_eq!(state.clock.unwrap().left, [300_000; 2]);
}

#[test]
fn a_win_or_a_draw_is_claimed_only_after_the_fair_wait() {
    let (mut state, mut kept) = (begun("nine", None), kept("nine", None));
    let minute = jiff::SignedDuration::from_mins(1);
    let (begin, hour) = (Timestamp::UNIX_EPOCH, 60 * minute);
    state.away[BLACK.index()] = Some(begin);
    act(&mut state, &mut kept, WHITE, &turn("a1"));
    let claim = |state: &GameState, side, now| state.claim(side, true, now);
    assert_eq!(claim(&state, WHITE, begin + 2 * hour), Err(Refusal::TooEarlyToClaim), "not begun");
    act(&mut state, &mut kept, BLACK, &turn("a4"));
    assert_eq!(claim(&state, WHITE, begin + 2 * hour), Err(Refusal::TooEarlyToClaim), "own turn");
    act(&mut state, &mut kept, WHITE, &turn("d1"));
    assert_eq!(claim(&state, WHITE, begin + 59 * minute), Err(Refusal::TooEarlyToClaim));
    let won = GameEvent::Forfeit { side: BLACK, cause: ForfeitCause::Away };
    assert_eq!(claim(&state, WHITE, begin + hour), Ok(won));
    assert_eq!(state.claim(WHITE, false, begin + hour), Ok(GameEvent::DrawClaimed(WHITE)));
    assert_eq!(claim(&state, BLACK, begin + hour), Err(Refusal::TooEarlyToClaim), "himself away");
    // Whoever comes back is not away.
    state.away = [None; 2];
    assert_eq!(claim(&state, WHITE, begin + 2 * hour), Err(Refusal::TooEarlyToClaim));
    // A live clock waits for a minute, days wait for nobody.
    state.away[BLACK.index()] = Some(begin);
    for (clock, after) in [("3+2", Some(minute)), ("3d", None)] {
        state.terms.time = Some(clock.parse().unwrap());
        let from = state.snapshot().absence.claim_from[WHITE.index()];
        assert_eq!(from, after.map(|after| begin + after), "{clock}");
    }
}
