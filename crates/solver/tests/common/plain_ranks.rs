//! Ranks of draws from their definition, for comparison: explicit sets of positions that grow round
//! by round, over the rules' own lists of moves. Only values, counts and the numbering of positions
//! come from the tables.

use std::collections::{BTreeSet, HashMap};

use merels_rules::{Payoff, Position, Value};
use merels_tables::{Index, Sector, Tables};
use rayon::prelude::*;

/// A payoff as one side sees it: a place in the list, [`LOST`], or the length of the list for a
/// win. [`NONE`] is no exit, or a position that is in no set yet.
type Seen = i16;

const LOST: Seen = -1;
const NONE: Seen = Seen::MIN;

/// The number of positions whose moves are listed at once.
const AT_ONCE: usize = 1 << 20;

/// The place of a position that is not drawn.
const NO_PLACE: u16 = u16::MAX;

/// The drawn positions of a sector.
#[derive(Default)]
struct Draws {
    indices: Vec<u64>,
    /// The best of the moves that lead out of the draws of the pair, for the side to move.
    exits: Vec<Seen>,
    /// The moves of draw number n lead to the draws `next[starts[n]..starts[n + 1]]` of the mirror.
    starts: Vec<u32>,
    next: Vec<u32>,
}

impl Draws {
    fn next(&self, number: usize) -> &[u32] {
        &self.next[self.starts[number] as usize..self.starts[number + 1] as usize]
    }
}

/// The place of each index of a sector, and its plies to the exit.
struct Ranked {
    places: Vec<u16>,
    plies: Vec<u16>,
}

/// The ranks of all drawn positions with at most so many men a side.
pub(crate) struct PlainRanks<'a> {
    tables: &'a Tables,
    payoffs: Vec<Payoff>,
    ranked: HashMap<Sector, Ranked>,
}

impl<'a> PlainRanks<'a> {
    pub(crate) fn of(tables: &'a Tables, men: u8) -> PlainRanks<'a> {
        let variant = tables.variant();
        let mut sectors = Sector::all(variant);
        sectors.retain(|sector| sector.men_a_side() <= men);
        let recurring = sectors.iter().filter(|sector| sector.recurs(variant));
        let payoffs: BTreeSet<Payoff> = recurring.map(|sector| endless(tables, *sector)).collect();
        let payoffs = payoffs.into_iter().collect();
        let mut plain = PlainRanks { tables, payoffs, ranked: HashMap::new() };
        for sector in sectors {
            if sector.recurs(variant) {
                if sector.leads(variant) {
                    plain.rank_pair(sector);
                }
            } else {
                let draws = plain.draws(sector, None);
                let no_plies = vec![0; draws.exits.len()];
                plain.keep(sector, &draws, &draws.exits, no_plies);
            }
        }
        plain
    }

    /// The list of payoffs.
    pub(crate) fn payoffs(&self) -> &[Payoff] {
        &self.payoffs
    }

    /// The place and the plies to the exit of every drawn position of a sector.
    pub(crate) fn draws_of(&self, sector: Sector) -> impl Iterator<Item = (Index, u16, u16)> {
        let Ranked { places, plies } = &self.ranked[&sector];
        let all = (0..).map(Index).zip(places).zip(plies);
        let all = all.map(|((index, place), plies)| (index, *place, *plies));
        all.filter(|(_, place, _)| *place != NO_PLACE)
    }

    fn flipped(&self, seen: Seen) -> Seen {
        if seen == NONE { NONE } else { self.payoffs.len() as Seen - 1 - seen }
    }

    /// The sets of the definition, for the side A that is to move in `sector` and the other, B.
    /// Payoffs are those of A.
    fn rank_pair(&mut self, sector: Sector) {
        let numbers = [sector, sector.mirror()].map(|sector| self.numbers(sector));
        // A sector that is its own mirror stands for both: once with A to move, once with B.
        let draws =
            [self.draws(sector, Some(&numbers[1])), self.draws(sector.mirror(), Some(&numbers[0]))];
        let own = endless(self.tables, sector);
        let own = self.payoffs.iter().position(|payoff| *payoff == own).expect("listed") as Seen;
        let exits = [
            draws[0].exits.clone(),
            draws[1].exits.iter().map(|exit| self.flipped(*exit)).collect(),
        ];
        // A full board has no move, and so nobody leaves.
        let ended = |draws: &Draws, number: usize, exit: Seen| {
            if draws.next(number).is_empty() && exit == NONE { own } else { NONE }
        };
        let mut sets: [Vec<Seen>; 2] = [0, 1].map(|side: usize| {
            let exits = exits[side].iter().enumerate();
            exits.map(|(number, exit)| ended(&draws[side], number, *exit)).collect()
        });
        let mut plies = [0, 1].map(|side: usize| vec![0u16; draws[side].indices.len()]);
        let above = (own + 1..self.payoffs.len() as Seen).rev().map(|goal| (goal, 0));
        let below = (0..own).map(|goal| (goal, 1));
        for (goal, presser) in above.chain(below) {
            let is_in =
                |seen: Seen| seen != NONE && if presser == 0 { seen >= goal } else { seen <= goal };
            for round in 1.. {
                let joins = |side: usize, number: usize| {
                    let next = draws[side].next(number).iter();
                    let after = next.map(|next| sets[1 - side][*next as usize]);
                    let exit = exits[side][number];
                    let mut moves = after.chain((exit != NONE).then_some(exit));
                    sets[side][number] == NONE
                        && if side == presser { moves.any(is_in) } else { moves.all(is_in) }
                };
                let joined = [0, 1].map(|side: usize| {
                    let all = (0..draws[side].indices.len()).into_par_iter();
                    all.filter(|number| joins(side, *number)).collect::<Vec<usize>>()
                });
                for (side, joined) in joined.iter().enumerate() {
                    for number in joined {
                        (sets[side][*number], plies[side][*number]) = (goal, round);
                    }
                }
                if joined.iter().all(Vec::is_empty) {
                    break;
                }
            }
        }
        for (side, plies) in plies.into_iter().enumerate().rev() {
            let seen = sets[side].iter().map(|seen| if *seen == NONE { own } else { *seen });
            let seen = seen.map(|seen| if side == 0 { seen } else { self.flipped(seen) });
            let seen: Vec<Seen> = seen.collect();
            let sector = if side == 0 { sector } else { sector.mirror() };
            self.keep(sector, &draws[side], &seen, plies);
        }
    }

    fn keep(&mut self, sector: Sector, draws: &Draws, seen: &[Seen], plies: Vec<u16>) {
        let len = self.tables.indexer().len(sector) as usize;
        let mut ranked = Ranked { places: vec![NO_PLACE; len], plies: vec![0; len] };
        for ((index, seen), plies) in draws.indices.iter().zip(seen).zip(plies) {
            ranked.places[*index as usize] = u16::try_from(*seen).expect("a place");
            ranked.plies[*index as usize] = plies;
        }
        self.ranked.insert(sector, ranked);
    }

    /// The number of each draw of a sector among its draws, by its index; else `u32::MAX`.
    fn numbers(&self, sector: Sector) -> Vec<u32> {
        let mut next = 0;
        let number = |is_draw: bool| {
            next += u32::from(is_draw);
            if is_draw { next - 1 } else { u32::MAX }
        };
        self.is_draw(sector).into_iter().map(number).collect()
    }

    fn is_draw(&self, sector: Sector) -> Vec<bool> {
        let file = self.tables.file(sector).expect("readable").expect("solved");
        let value = |index| self.tables.stored(file, sector, Index(index)).expect("readable");
        let all = (0..file.cells()).into_par_iter();
        all.map(|index| value(index) == Value::Draw).collect()
    }

    /// The draws of a sector with their moves; `numbers` are those of the mirror's draws, if play
    /// can stay.
    fn draws(&self, sector: Sector, numbers: Option<&[u32]>) -> Draws {
        let is_draw = self.is_draw(sector);
        let indices = (0..).zip(is_draw).filter(|(_, is_draw)| *is_draw);
        let mut draws = Draws {
            indices: indices.map(|(index, _)| index).collect(),
            starts: vec![0],
            ..Draws::default()
        };
        for indices in draws.indices.chunks(AT_ONCE) {
            let moves: Vec<_> = indices
                .par_iter()
                .map(|index| self.moves_of(sector, Index(*index), numbers))
                .collect();
            for (exit, next) in moves {
                draws.exits.push(exit);
                draws.next.extend(next);
                draws.starts.push(u32::try_from(draws.next.len()).expect("not so many"));
            }
        }
        draws
    }

    /// The best exit of a position and the draws that its other moves lead to.
    fn moves_of(&self, sector: Sector, index: Index, numbers: Option<&[u32]>) -> (Seen, Vec<u32>) {
        let position = self.tables.indexer().position(sector, index).expect("there");
        let position = position.with_automatic_draws(false);
        let (mut exit, mut inside) = (NONE, Vec::new());
        for mv in position.legal_moves() {
            let mut next = position;
            next.play_unchecked(mv);
            let value = self.tables.value(&next).expect("readable").expect("solved");
            let (after, index) = (Sector::of(&next), self.tables.indexer().index(&next));
            let seen = match (value, numbers) {
                (Value::Win(_), _) => LOST,
                (Value::Loss(_), _) => panic!("a draw with a winning move: {position}"),
                (Value::Draw, Some(numbers)) if after == sector.mirror() => {
                    inside.push(numbers[index.0 as usize]);
                    continue;
                }
                (Value::Draw, _) => {
                    self.flipped(self.ranked[&after].places[index.0 as usize] as Seen)
                }
            };
            exit = exit.max(seen);
        }
        (exit, inside)
    }
}

/// The payoff of endless play in a sector: points made over games played.
fn endless(tables: &Tables, sector: Sector) -> Payoff {
    let counts = |sector| tables.file(sector).expect("readable").expect("solved").counts();
    let (own, mirror) = (counts(sector), counts(sector.mirror()));
    let half_points = 2 * own.win + own.draw + 2 * mirror.loss + mirror.draw;
    Payoff::new(half_points, 2 * (own.total() + mirror.total())).expect("a payoff")
}
