//! Arenas: who meets whom, what counts, and that no node takes a result with it.

use std::collections::HashMap;

use futures_util::future::join_all;
use jiff::{SignedDuration, Timestamp};
use merels_model::{
    Arena, ArenaId, ForfeitCause, GameKey, PlayerId, Relation, TimeControl, Whereabouts,
};
use merels_rules::{GameId, Side, SplitMix};
use merels_store::{Append, Event, NewPlayer, Pairing, Store, StoredEvent};

use super::{Fixture, now, on_postgres, on_sqlite, player};

conformance!(
    two_hundred_players_over_ten_minutes_meet_fairly_and_nobody_is_forgotten,
    an_arena_is_paired_once_however_many_nodes_try,
    who_is_away_pauses_or_did_not_begin_is_not_paired,
    nobody_is_paired_with_guests_who_refuses_them,
    a_host_has_one_open_arena,
    a_running_arena_is_paired_and_listed_however_many_are_announced,
);

const SECOND: SignedDuration = SignedDuration::from_secs(1);

fn arena(host: &PlayerId, begins: Timestamp) -> Arena {
    Arena {
        id: ArenaId::random(),
        host: Some(host.clone()),
        game: GameId::NINE,
        start: GameId::NINE.start().to_string(),
        mover: Side::White,
        clock: TimeControl::Live { minutes: 3, increment: 2 },
        rated: false,
        begins,
        ends: begins + SignedDuration::from_hours(1),
    }
}

/// Has players come to the site and into an arena.
async fn come_in(store: &Store, arena: &Arena, players: &[PlayerId], at: Timestamp) {
    store.cluster().node_is_alive("node", at).await.unwrap();
    let come = players.iter().map(|player| async {
        let here = Whereabouts { player: player.clone(), game: None };
        store.cluster().has_come(here, "node").await.unwrap();
        store.arenas().enter_arena(&arena.id, player, at).await.unwrap();
    });
    join_all(come).await;
}

async fn people(store: &Store, number: usize) -> Vec<PlayerId> {
    let names: Vec<String> = (0..number).map(|i| format!("Player{i}")).collect();
    join_all(names.iter().map(|name| player(store, name))).await
}

/// The end of a game with a score.
fn end(key: &GameKey, score: &str, at: Timestamp) -> Append {
    let event = match score {
        "1-0" => Event::Forfeit { side: Side::Black, cause: ForfeitCause::Resigned },
        "0-1" => Event::Forfeit { side: Side::White, cause: ForfeitCause::Resigned },
        "*" => Event::Aborted(Side::White),
        _ => Event::DrawAgreed(Side::White),
    };
    Append {
        game: key.clone(),
        event: StoredEvent { version: 2, at, event, left: Some([0; 2]) },
        mover: Side::White,
        finish: Some(score.parse().unwrap()),
        draft: None,
        flag: None,
    }
}

/// The test's own record of a player.
#[derive(Clone, Default)]
struct Known {
    points: i64,
    games: u32,
    free_since: Timestamp,
    last: Option<PlayerId>,
    playing: bool,
}

/// The rule as it is stated, written down once more.
fn within_reach(
    one: &PlayerId,
    other: &PlayerId,
    known: &HashMap<PlayerId, Known>,
    now: Timestamp,
) -> bool {
    let (a, b) = (&known[one], &known[other]);
    let waited = now.duration_since(a.free_since.min(b.free_since)).as_secs();
    let just_met = a.last.as_ref() == Some(other) && b.last.as_ref() == Some(one);
    let near = (a.points - b.points).abs() <= 2 + waited || waited >= 8;
    near && (!just_met || waited >= 5)
}

async fn two_hundred_players_over_ten_minutes_meet_fairly_and_nobody_is_forgotten(
    fixture: &Fixture,
) {
    let (store, mut other) = (&fixture.store, Some(fixture.other_node().await));
    let players = people(store, 200).await;
    let begin = now();
    let arena = arena(&players[0], begin);
    assert!(store.arenas().open_arena(arena.clone(), begin).await.unwrap());
    come_in(store, &arena, &players, begin).await;
    let fresh = Known { free_since: begin, ..Known::default() };
    let mut known: HashMap<PlayerId, Known> =
        players.iter().map(|player| (player.clone(), fresh.clone())).collect();
    let mut random = SplitMix::new(7);
    let mut running: Vec<(Timestamp, Pairing)> = Vec::new();
    let mut begun = 0;
    for second in 0..600_i32 {
        let now = begin + second * SECOND;
        // Games end, on whichever node; in the middle one node is lost.
        if second == 300 {
            other.take().unwrap().close().await;
        }
        let nodes: Vec<_> = [Some(store), other.as_ref()].into_iter().flatten().collect();
        let (over, on): (Vec<_>, Vec<_>) = running.into_iter().partition(|(at, _)| *at <= now);
        running = on;
        let scores: Vec<&str> =
            over.iter().map(|_| ["1-0", "0-1", "1/2-1/2"][random.below(3)]).collect();
        let ends = over.iter().zip(&scores).enumerate().map(|(i, ((_, pairing), score))| {
            nodes[i % nodes.len()].games().append(end(&pairing.game, score, now))
        });
        assert!(join_all(ends).await.into_iter().all(Result::unwrap));
        for ((_, pairing), score) in over.iter().zip(&scores) {
            let points = match *score {
                "1-0" => [2, 0],
                "0-1" => [0, 2],
                _ => [1, 1],
            };
            for (i, who) in pairing.players.iter().enumerate() {
                let state = known.get_mut(who).unwrap();
                state.points += points[i];
                state.games += 1;
                (state.free_since, state.playing) = (now, false);
                state.last = Some(pairing.players[1 - i].clone());
            }
        }
        nodes[0].cluster().node_is_alive("node", now).await.unwrap();
        let node = nodes[second as usize % nodes.len()];
        for pairing in node.arenas().pair_arena(&arena, now).await.unwrap() {
            let [white, black] = &pairing.players;
            assert!(within_reach(white, black, &known, now), "an unfair pairing at {second} s");
            for who in [white, black] {
                let state = known.get_mut(who).unwrap();
                assert!(!state.playing, "somebody plays twice at {second} s");
                state.playing = true;
            }
            let lasts = 10 + random.below(80) as i32;
            running.push((now + lasts * SECOND, pairing));
            begun += 1;
        }
        // Whoever is still free has nobody within reach.
        let free: Vec<&PlayerId> = players.iter().filter(|who| !known[*who].playing).collect();
        for (i, one) in free.iter().enumerate() {
            let waits = free[i + 1..].iter().any(|other| within_reach(one, other, &known, now));
            assert!(!waits, "two could have met at {second} s");
        }
    }
    assert!(begun > 1000, "{begun} games are too few to say anything");
    let standings = store.arenas().arena_standings(&arena.id).await.unwrap();
    assert_eq!(standings.len(), players.len());
    for standing in &standings {
        let own = &known[&standing.player];
        assert_eq!((i64::from(standing.points), standing.games), (own.points, own.games));
    }
    let in_order = standings.windows(2).all(|pair| pair[0].points >= pair[1].points);
    assert!(in_order && standings[0].points > standings[199].points);
    // Another node that has seen nothing of it says the same.
    let late = fixture.other_node().await;
    assert_eq!(late.arenas().arena_standings(&arena.id).await.unwrap(), standings);
}

async fn an_arena_is_paired_once_however_many_nodes_try(fixture: &Fixture) {
    let (store, other) = (&fixture.store, fixture.other_node().await);
    let players = people(store, 20).await;
    let begin = now();
    let arena = arena(&players[0], begin);
    assert!(store.arenas().open_arena(arena.clone(), begin).await.unwrap());
    come_in(store, &arena, &players, begin).await;
    assert_eq!(store.arenas().pair_arena(&arena, begin - SECOND).await.unwrap(), [], "not begun");
    let nodes = [store, &other, store, &other, store, &other];
    let paired = join_all(nodes.map(|node| node.arenas().pair_arena(&arena, begin + SECOND))).await;
    let paired: Vec<Pairing> = paired.into_iter().flat_map(Result::unwrap).collect();
    assert_eq!(paired.len(), 10);
    for who in &players {
        assert_eq!(store.games().running_games(who).await.unwrap().len(), 1);
    }
    assert_eq!(store.arenas().pair_arena(&arena, arena.ends).await.unwrap(), [], "over");
}

async fn who_is_away_pauses_or_did_not_begin_is_not_paired(fixture: &Fixture) {
    let store = &fixture.store;
    let players = people(store, 3).await;
    let [ada, bo, cy] = [0, 1, 2].map(|i| players[i].clone());
    let begin = now();
    let arena = arena(&ada, begin);
    assert!(store.arenas().open_arena(arena.clone(), begin).await.unwrap());
    come_in(store, &arena, &players, begin).await;
    // Cy goes away, Bo pauses.
    let place = Whereabouts { player: cy.clone(), game: None };
    store.cluster().has_gone(place.clone(), "node", begin).await.unwrap();
    store.arenas().pause_arena(&arena.id, &bo).await.unwrap();
    assert_eq!(store.arenas().pair_arena(&arena, begin + SECOND).await.unwrap(), []);
    store.arenas().enter_arena(&arena.id, &bo, begin + SECOND).await.unwrap();
    let pairing = store.arenas().pair_arena(&arena, begin + SECOND).await.unwrap().remove(0);
    assert_eq!(pairing.players[0], ada, "who waits longer");
    // Ada does not begin: the game is broken off, and Ada is not paired before coming in again.
    assert!(store.games().append(end(&pairing.game, "*", begin + 2 * SECOND)).await.unwrap());
    store.cluster().node_is_alive("node", begin + 8 * SECOND).await.unwrap();
    assert_eq!(store.arenas().pair_arena(&arena, begin + 8 * SECOND).await.unwrap(), []);
    store.cluster().has_come(place, "node").await.unwrap();
    let next = store.arenas().pair_arena(&arena, begin + 9 * SECOND).await.unwrap();
    assert_eq!(next.len(), 1);
    assert!(next[0].players.contains(&bo) && next[0].players.contains(&cy));
    let standings = store.arenas().arena_standings(&arena.id).await.unwrap();
    assert!(standings.iter().all(|standing| (standing.points, standing.games) == (0, 0)));
    // Those who want nothing to do with each other never meet.
    assert!(store.games().append(end(&next[0].game, "1-0", begin + 10 * SECOND)).await.unwrap());
    store.accounts().relate(&bo, &cy, Some(Relation::Blocks), begin, 9).await.unwrap();
    store.cluster().node_is_alive("node", begin + 60 * SECOND).await.unwrap();
    assert_eq!(store.arenas().pair_arena(&arena, begin + 60 * SECOND).await.unwrap(), []);
    store.arenas().enter_arena(&arena.id, &ada, begin + 60 * SECOND).await.unwrap();
    let last = store.arenas().pair_arena(&arena, begin + 61 * SECOND).await.unwrap();
    assert!(last[0].players.contains(&ada));
}

async fn nobody_is_paired_with_guests_who_refuses_them(fixture: &Fixture) {
    let store = &fixture.store;
    let (ada, bo) = (player(store, "Ada").await, player(store, "Bo").await);
    let (guest, begin) = (PlayerId::random(), now());
    let name = "Player17".to_owned();
    let new = NewPlayer { id: guest.clone(), login: None, name, at: begin };
    store.accounts().create_player(new).await.unwrap().unwrap();
    store.accounts().refuse_guests(&ada, true).await.unwrap();
    let arena = arena(&ada, begin);
    assert!(store.arenas().open_arena(arena.clone(), begin).await.unwrap());
    come_in(store, &arena, &[ada.clone(), guest.clone()], begin).await;
    let paired = async |at| {
        store.cluster().node_is_alive("node", at).await.unwrap();
        let pairings = store.arenas().pair_arena(&arena, at).await.unwrap();
        pairings.into_iter().map(|pairing| pairing.players).collect::<Vec<_>>()
    };
    for seconds in [1, 60, 600] {
        assert_eq!(paired(begin + seconds * SECOND).await, Vec::<[PlayerId; 2]>::new());
    }
    come_in(store, &arena, std::slice::from_ref(&bo), begin + 600 * SECOND).await;
    let met = paired(begin + 601 * SECOND).await;
    assert!(met.len() == 1 && met[0].contains(&bo), "{met:?}");
    store.accounts().refuse_guests(&ada, false).await.unwrap();
    store.arenas().enter_arena(&arena.id, &ada, begin + 602 * SECOND).await.unwrap();
}

async fn a_host_has_one_open_arena(fixture: &Fixture) {
    let (store, other) = (&fixture.store, fixture.other_node().await);
    let ada = player(store, "Ada").await;
    let at = now();
    let first = arena(&ada, at);
    assert!(store.arenas().open_arena(first.clone(), at).await.unwrap());
    // Neither one that overlaps nor one that is announced for later.
    for begins in [at + 60 * SECOND, first.ends, first.ends + 60 * SECOND] {
        assert!(!store.arenas().open_arena(arena(&ada, begins), at).await.unwrap());
    }
    let only_first = std::slice::from_ref(&first);
    assert_eq!(store.arenas().open_arenas(at).await.unwrap(), only_first);
    assert_eq!(store.arenas().open_arenas(first.ends).await.unwrap(), []);
    assert_eq!(store.arenas().ended_arenas(at, first.ends).await.unwrap(), only_first);
    let again = (0..6).map(|i| {
        let node = if i % 2 == 0 { store } else { &other };
        node.arenas().open_arena(arena(&ada, first.ends), first.ends)
    });
    let opened = join_all(again).await.into_iter().map(Result::unwrap);
    assert_eq!(opened.filter(|opened| *opened).count(), 1, "once, on whichever node");
    assert_eq!(store.arenas().arena(&first.id).await.unwrap(), Some(first));
}

/// The latest fifty hid the one that ran, and nobody was paired in it.
async fn a_running_arena_is_paired_and_listed_however_many_are_announced(fixture: &Fixture) {
    let store = &fixture.store;
    let players = people(store, 60).await;
    let begin = now();
    let runs = arena(&players[0], begin);
    assert!(store.arenas().open_arena(runs.clone(), begin).await.unwrap());
    come_in(store, &runs, &players[..2], begin).await;
    let announced: Vec<Arena> = players[1..]
        .iter()
        .map(|host| arena(host, begin + SignedDuration::from_hours(2)))
        .collect();
    for later in &announced {
        assert!(store.arenas().open_arena(later.clone(), begin).await.unwrap());
        store.arenas().enter_arena(&later.id, &players[0], begin).await.unwrap();
    }
    let now = begin + SECOND;
    assert_eq!(store.arenas().arenas_to_pair(now).await.unwrap(), std::slice::from_ref(&runs));
    assert_eq!(store.arenas().pair_arena(&runs, now).await.unwrap().len(), 1);
    let listed = store.arenas().open_arenas(now).await.unwrap();
    assert_eq!((listed.len(), &listed[0]), (60, &runs), "what runs comes first");
    store.arenas().pause_arena(&runs.id, &players[1]).await.unwrap();
    assert_eq!(store.arenas().arenas_to_pair(now).await.unwrap(), [], "nobody to be paired with");
}
