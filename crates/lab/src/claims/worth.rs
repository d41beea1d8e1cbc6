//! Claims that need exact values, from [`Claim::OnlyMove`] on.

use merels_engine::{Claim, Distance, Oracle};
use merels_rules::morris::{MorrisPosition, Move};
use merels_rules::{AnyMove, Position, Side, Spot, Value, Wdl};

use super::board::{Turn, point, replies};
use super::{Checked, Untrue, ensure, statements};

/// The longest line that is shown as forced.
const FORCED_PLIES: usize = 7;

/// Exact values by an oracle, for the side that makes a turn.
pub(super) struct Worth<'a>(pub(super) &'a dyn Oracle);

impl Worth<'_> {
    fn of(&self, turn: &Turn) -> Result<Value, Untrue> {
        let next = &turn.after;
        let value = match next.outcome() {
            Some(outcome) => Some(Value::of_outcome(outcome, next.side())),
            None => self.0.value(next),
        };
        value.map(Value::before_move).ok_or(Untrue("the tables do not know"))
    }

    /// All turns of a position with their values.
    fn all(&self, position: &MorrisPosition) -> Result<Vec<(Move, Value)>, Untrue> {
        replies(position).iter().map(|turn| Ok((turn.mv, self.of(turn)?))).collect()
    }

    /// Checks that a turn is legal in a position and that no other is worth more.
    fn check_best(&self, position: &MorrisPosition, mv: Move) -> Checked {
        let turns = self.all(position)?;
        let own = turns.iter().find(|(other, _)| *other == mv);
        let own = own.ok_or(Untrue("the turn is not legal"))?.1;
        ensure(turns.iter().all(|(_, value)| order(*value) <= order(own)), "another is better")
    }

    /// Checks a claim about a turn.
    pub(super) fn check(&self, turn: &Turn, claim: &Claim) -> Checked {
        match claim {
            Claim::OnlyMove { mv, .. } => self.only_move(turn, *mv),
            Claim::OnlyStep { from, to, .. } => self.only_step(turn, *from, *to),
            Claim::OthersLoseTo { reply, .. } => self.others_lose_to(turn, *reply),
            Claim::Wins { side, plies } => self.wins(turn, *side, *plies),
            Claim::HoldsOut { plies, .. } => self.holds_out(turn, *plies),
            Claim::ForcedLine { side, line } => self.forced_line(turn, *side, line),
            Claim::Allows { best, reply, claim, .. } => {
                let best = self.better(turn, *best)?;
                let reply = Turn::new(turn.after, morris(*reply)?);
                self.check_best(&turn.after, reply.mv)?;
                statements::check(&reply, claim)?;
                replies(&best.after)
                    .iter()
                    .try_for_each(|other| statements::check_no_part(other, claim))
            }
            Claim::Misses { best, claim, .. } => {
                let best = self.better(turn, *best)?;
                statements::check(&best, claim)?;
                statements::check_no_part(turn, claim)
            }
            _ => statements::check(turn, claim),
        }
    }

    /// The best turn that a claim names; it must be better than the one that was played.
    fn better(&self, turn: &Turn, best: AnyMove) -> Result<Turn, Untrue> {
        let best = Turn::new(turn.before, morris(best)?);
        self.check_best(&turn.before, best.mv)?;
        ensure(order(self.of(&best)?) > order(self.of(turn)?), "the turn was best itself")?;
        Ok(best)
    }

    /// The turns that keep a win or a draw, and those that do not.
    fn parted(&self, position: &MorrisPosition) -> Result<[Vec<(Move, Value)>; 2], Untrue> {
        let turns = self.all(position)?;
        let best = turns.iter().map(|(_, value)| Wdl::from(*value)).max();
        ensure(best.is_some_and(|best| best > Wdl::Loss), "there is nothing to keep")?;
        let (keeping, others) =
            turns.into_iter().partition(|(_, value)| Some(Wdl::from(*value)) == best);
        Ok([keeping, others])
    }

    fn only_move(&self, turn: &Turn, mv: AnyMove) -> Checked {
        let [keeping, others] = self.parted(&turn.before)?;
        ensure(!others.is_empty(), "there is no other turn")?;
        let mv = morris(mv)?;
        ensure(matches!(keeping[..], [(only, _)] if only == mv), "others keep it, or not this one")
    }

    fn only_step(&self, turn: &Turn, from: Option<Spot>, to: Spot) -> Checked {
        let [keeping, others] = self.parted(&turn.before)?;
        ensure(!others.is_empty(), "there is no other turn")?;
        ensure(keeping.len() >= 2, "there is one turn only")?;
        let from = from.and_then(|from| point(&turn.before, from));
        let to = point(&turn.before, to);
        let same = |(mv, _): &(Move, Value)| mv.from == from && Some(mv.to) == to;
        ensure(keeping.iter().all(same), "another step keeps it")
    }

    fn others_lose_to(&self, turn: &Turn, reply: AnyMove) -> Checked {
        let [keeping, others] = self.parted(&turn.before)?;
        ensure(!others.is_empty(), "there is no other turn")?;
        let [(first, _), ..] = keeping[..] else { return ensure(false, "no turn keeps it") };
        let one_step = keeping.iter().all(|(mv, _)| (mv.from, mv.to) == (first.from, first.to));
        ensure(one_step, "several steps keep it")?;
        let reply = morris(reply)?;
        others.into_iter().try_for_each(|(mv, value)| {
            ensure(matches!(value, Value::Loss(_)), "another turn does not lose")?;
            self.check_best(&turn.before.after_unchecked(mv), reply)
        })
    }

    fn wins(&self, turn: &Turn, side: Side, plies: Distance) -> Checked {
        let value = self.of(turn)?;
        let wins = match value {
            Value::Win(_) => side == turn.side(),
            Value::Loss(_) => side == turn.enemy(),
            Value::Draw => false,
        };
        ensure(wins, "it is not won")?;
        far(value, plies)
    }

    fn holds_out(&self, turn: &Turn, plies: Distance) -> Checked {
        let own = self.of(turn)?;
        let turns = self.all(&turn.before)?;
        let all_lose = turns.iter().all(|(_, value)| matches!(value, Value::Loss(_)));
        ensure(all_lose, "a turn does not lose")?;
        let latest = turns.iter().all(|(_, value)| order(*value) <= order(own));
        ensure(latest, "another turn holds out longer")?;
        far(own, plies)
    }

    fn forced_line(&self, turn: &Turn, winner: Side, line: &[AnyMove]) -> Checked {
        ensure(line.len() <= FORCED_PLIES, "the line is too long")?;
        let [first, rest @ ..] = line else { return ensure(false, "the line is empty") };
        ensure(morris(*first)? == turn.mv, "the line begins with another turn")?;
        let mut position = turn.after;
        for mv in rest {
            let mv = morris(*mv)?;
            ensure(position.outcome().is_none(), "the game is over within the line")?;
            // For the loser too: every other turn loses no later.
            self.check_best(&position, mv)?;
            position = position.after_unchecked(mv);
        }
        let ends = position.outcome().is_some_and(|outcome| outcome.winner() == Some(winner));
        ensure(ends, "the line does not end with this win")
    }
}

/// Checks a distance against an exact value.
fn far(value: Value, told: Distance) -> Checked {
    let plies = value.plies().map(u32::from);
    let exact = plies.filter(|_| !value.is_at_least());
    let holds = match told {
        Distance::Exact(told) => exact == Some(told),
        Distance::AtMost(told) => exact.is_some_and(|plies| told >= plies),
        Distance::AtLeast(told) => plies.is_some_and(|plies| told <= plies),
        Distance::Unknown => true,
    };
    ensure(holds, "the distance is another")
}

/// The order of values for the side that turns; distances that tables cannot tell apart are equal.
fn order(value: Value) -> i32 {
    match value {
        Value::Win(_) if value.is_at_least() => Value::Win(u16::MAX - 1).preference(),
        Value::Loss(_) if value.is_at_least() => Value::Loss(u16::MAX - 1).preference(),
        value => value.preference(),
    }
}

fn morris(mv: AnyMove) -> Result<Move, Untrue> {
    match mv {
        AnyMove::Morris(mv) => Ok(mv),
        _ => Err(Untrue("a turn of another game")),
    }
}
