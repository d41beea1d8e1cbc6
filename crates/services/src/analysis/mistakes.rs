//! The mistakes in a review, as their players learn from them.

use jiff::Timestamp;
use merels_engine::Claim;
use merels_live::Snapshot;
use merels_model::{EventKind, Mistake, PlayerId, Seat, Spacing};
use merels_rules::morris::Phase;
use merels_rules::{AnyPosition, Game, Position, Side, Wdl};
use merels_store::MistakesOf;

use super::game_review::{GameReview, MoveReview};

/// The mistakes of the players of a game. Where two play at one screen nobody knows whose they are.
pub(super) fn mistakes_of(
    snapshot: &Snapshot,
    game: &Game<AnyPosition>,
    review: &GameReview,
    found: Timestamp,
) -> MistakesOf {
    let spent = spent(snapshot);
    let mistake = |(ply, reviewed): (usize, &MoveReview)| {
        let position = game.positions().get(ply)?;
        let player = learner(snapshot, position.side())?;
        let spent = spent.get(ply).copied().flatten();
        Some((player, mistake(snapshot, (ply, position), reviewed, (spent, found))?))
    };
    let mistakes = review.moves.iter().enumerate();
    let mistakes = mistakes.filter(|_| !snapshot.is_shared()).filter_map(mistake).collect();
    MistakesOf { game: snapshot.key.clone(), mistakes }
}

fn learner(snapshot: &Snapshot, side: Side) -> Option<PlayerId> {
    match snapshot.seat(side) {
        seat if seat.is_bot() => None,
        Seat::Player { id, .. } => Some(id.clone()),
        Seat::Computer(_) | Seat::Gone => None,
    }
}

fn mistake(
    snapshot: &Snapshot,
    (ply, position): (usize, &AnyPosition),
    reviewed: &MoveReview,
    (spent, found): (Option<i64>, Timestamp),
) -> Option<Mistake> {
    let mistake = reviewed.mistake.as_ref()?;
    let is_only = reviewed.keeping.0 == 1;
    Some(Mistake {
        game: snapshot.key.clone(),
        ply: ply as u32,
        kind: snapshot.kind,
        position: position.to_string(),
        keeping: mistake.better.first().filter(|_| is_only).cloned(),
        keeps: reviewed.before.value.filter(|kept| *kept != Wdl::Loss),
        reason: reviewed.claims_in(position).first().map(reason),
        phase: phase(position),
        spent,
        spacing: Spacing::new(found),
    })
}

/// The kind of a claim, after it that of what it says is allowed or missed.
fn reason(claim: &Claim) -> String {
    match claim {
        Claim::Allows { claim: of, .. } | Claim::Misses { claim: of, .. } => {
            format!("{} {}", claim.kind(), of.kind())
        }
        _ => claim.kind().to_owned(),
    }
}

fn phase(position: &AnyPosition) -> Phase {
    match position {
        AnyPosition::Morris(morris) => morris.phase(morris.side()),
        AnyPosition::MingMang(_) | AnyPosition::Nimble(_) => Phase::Moving,
    }
}

/// The milliseconds between each turn that stands and the last change of the board before it.
fn spent(snapshot: &Snapshot) -> Vec<Option<i64>> {
    let history = snapshot.history.since(0);
    let turns = snapshot.history.turns();
    let since = |version: u32| {
        let changes = |kind: EventKind| {
            use EventKind::{Move, Start, TakenBack, Undone};
            matches!(kind, Start | Move | Undone | TakenBack)
        };
        let place = history.binary_search_by_key(&version, |entry| entry.version).ok()?;
        let before = history[..place].iter().rev().find(|entry| changes(entry.kind))?;
        let spent = history[place].at.duration_since(before.at).as_millis();
        i64::try_from(spent).ok().filter(|spent| *spent >= 0)
    };
    turns.into_iter().map(|(version, _)| since(version)).collect()
}
