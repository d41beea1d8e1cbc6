//! Progress in a won position with an oracle that knows no distances: a proof that the winner can
//! force a move that cannot be taken back (a capture, a placement) or the end of the game.
//!
//! Every position of the search is won for the same side, so nothing has to be refuted: the winner
//! chooses among the moves that keep the win, the loser among all. A position is *settled* once the
//! plies to such a move are known. The search expands the positions that few answers lead to
//! first, and carries what is settled back to the positions above, as a retrograde analysis does.
//! Each settled position leads to another one with fewer plies, so play that follows them cannot
//! walk in circles. What one search has found serves the next moves of the game: a win that needs
//! more than the limits of one move is proved within a few.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::mem;

use merels_rules::{Side, Wdl};

use crate::deadline::Deadline;
use crate::evaluate::Evaluate;
use crate::oracle::Oracle;
use crate::search::RepetitionStack;

/// The most positions of a game's searches, with those that are settled.
const MOST_POSITIONS: usize = 1 << 20;

/// The cost of a ply, and of a factor of *e* in the number of moves to look at.
const PLY_COST: u32 = 64;
const WIDTH_COST: f64 = 256.0;

/// A position of the search that is not settled when it is found.
#[derive(Debug)]
struct Node<P> {
    position: P,
    /// The plies to the winner's next move that cannot be taken back.
    plies: Option<u16>,
    /// The most plies after an answer of the loser.
    most: u16,
    /// The answers of the loser that are not settled.
    open: usize,
    /// The positions that lead here, and those that this one leads to, once it is expanded.
    above: Vec<usize>,
    below: Vec<usize>,
    expanded: bool,
    /// The positions above that still wait for this one.
    wanted_by: usize,
    cost: u32,
}

/// The findings of a game's searches so far.
#[derive(Debug)]
pub(crate) struct Findings<P> {
    winner: Side,
    /// The plies that the last root could be taken back.
    reversible: usize,
    /// The plies to the winner's next move that cannot be taken back, by position.
    settled: HashMap<u64, u16>,
    nodes: Vec<Node<P>>,
    numbers: HashMap<u64, usize>,
    frontier: BinaryHeap<Reverse<(u32, usize)>>,
}

impl<P> Findings<P> {
    /// The number of positions.
    fn size(&self) -> usize {
        self.nodes.len() + self.settled.len()
    }
}

impl<P> Default for Findings<P> {
    fn default() -> Findings<P> {
        Findings {
            winner: Side::White,
            reversible: 0,
            settled: HashMap::new(),
            nodes: Vec::new(),
            numbers: HashMap::new(),
            frontier: BinaryHeap::new(),
        }
    }
}

/// A search for progress.
pub(crate) struct Conversion<'a, P> {
    oracle: &'a dyn Oracle,
    deadline: &'a Deadline<'a>,
    repetition: &'a RepetitionStack,
    found: &'a mut Findings<P>,
    root: usize,
    visited: u64,
}

/// A move that makes progress.
pub(crate) struct Progress<M> {
    pub(crate) mv: M,
    /// The plies to the winner's next move that cannot be taken back, at most.
    pub(crate) plies: u16,
}

impl<'a, P: Evaluate> Conversion<'a, P> {
    /// Prepares a search from a position that its side to move wins.
    pub(crate) fn new(
        root: &P,
        oracle: &'a dyn Oracle,
        deadline: &'a Deadline<'a>,
        repetition: &'a RepetitionStack,
        found: &'a mut Findings<P>,
    ) -> Conversion<'a, P> {
        // Nothing leads back behind a move that cannot be taken back.
        let goes_on = found.winner == root.side() && found.reversible < root.reversible_plies();
        if !goes_on || found.size() >= MOST_POSITIONS {
            *found = Findings { winner: root.side(), ..Findings::default() };
        }
        found.reversible = root.reversible_plies();
        let mut conversion =
            Conversion { oracle, deadline, repetition, found, root: 0, visited: 0 };
        conversion.root = conversion.add(root.clone().with_automatic_draws(false), 0);
        conversion.want_only(conversion.root);
        conversion
    }

    /// Searches until one of these moves, which keep the win and can be taken back, is settled, or
    /// half of the limits is used up. Returns the settled move with the fewest plies, and the
    /// number of positions visited.
    pub(crate) fn run(mut self, moves: &[P::Move]) -> (Option<Progress<P::Move>>, u64) {
        let root = self.found.nodes[self.root].position.clone();
        let moves: Vec<(P::Move, P)> =
            moves.iter().map(|mv| (*mv, root.after_unchecked(*mv))).collect();
        if !self.found.nodes[self.root].expanded {
            self.found.nodes[self.root].expanded = true;
            self.grow(self.root, moves.iter().map(|(_, next)| next.clone()).collect());
        }
        while self.found.nodes[self.root].plies.is_none()
            && self.found.size() < MOST_POSITIONS
            && !self.deadline.is_half_over(self.visited)
        {
            let Some(Reverse((_, number))) = self.found.frontier.pop() else { break };
            let node = &self.found.nodes[number];
            if !node.expanded && node.plies.is_none() && node.wanted_by > 0 {
                self.expand(number);
            }
        }
        let moves = moves.iter().filter(|(_, next)| !self.is_spent(next));
        let settled = moves.filter_map(|(mv, next)| {
            let plies = self.found.settled.get(&next.hash())?.saturating_add(1);
            Some(Progress { mv: *mv, plies })
        });
        (settled.min_by_key(|progress| progress.plies), self.visited)
    }

    /// Looks at the moves of a position.
    fn expand(&mut self, number: usize) {
        let position = self.found.nodes[number].position.clone();
        let is_winners = position.side() == self.found.winner;
        let next = position.legal_moves().into_iter().map(|mv| position.after_unchecked(mv));
        let next = next.filter(|next| !is_winners || self.keeps_win(next)).collect();
        self.found.nodes[number].expanded = true;
        self.grow(number, next);
    }

    /// Adds the positions that a position leads to.
    fn grow(&mut self, number: usize, next: Vec<P>) {
        let is_winners = self.found.nodes[number].position.side() == self.found.winner;
        let (mut least, mut most, mut spent) = (None, 0, 0);
        let mut open = Vec::new();
        for position in next {
            if self.is_spent(&position) {
                spent += 1;
                continue;
            }
            match self.plies_of(&position) {
                Some(plies) => {
                    least = Some(least.map_or(plies, |least: u16| least.min(plies)));
                    most = most.max(plies);
                }
                None => open.push(position),
            }
        }
        let node = &mut self.found.nodes[number];
        (node.open, node.most) = (open.len() + spent, most);
        let decided = if is_winners { least } else { (node.open == 0).then_some(most) };
        if let Some(plies) = decided {
            self.settle(number, plies.saturating_add(1));
            return;
        }
        let width = (open.len().max(1) as f64).ln() * WIDTH_COST;
        let cost = self.found.nodes[number].cost.saturating_add(PLY_COST + width as u32);
        for position in open {
            let below = self.add(position, cost);
            self.found.nodes[below].above.push(number);
            self.found.nodes[number].below.push(below);
            self.want(below);
        }
    }

    /// The node of a position that is not settled.
    fn add(&mut self, position: P, cost: u32) -> usize {
        let number = self.found.nodes.len();
        let known = *self.found.numbers.entry(position.hash()).or_insert(number);
        if known == number {
            self.found.nodes.push(Node {
                position,
                plies: None,
                most: 0,
                open: 0,
                above: Vec::new(),
                below: Vec::new(),
                expanded: false,
                wanted_by: 0,
                cost,
            });
        }
        let node = &mut self.found.nodes[known];
        node.cost = node.cost.min(cost);
        if !node.expanded {
            self.found.frontier.push(Reverse((node.cost, known)));
        }
        known
    }

    /// Returns `true` if the game would be drawn in a position because it occurs for the third time.
    fn is_spent(&self, position: &P) -> bool {
        self.repetition.times(position) >= 2
    }

    /// The plies to the winner's next move that cannot be taken back, if they are known or if he
    /// has such a move here.
    fn plies_of(&mut self, position: &P) -> Option<u16> {
        let key = position.hash();
        if let Some(plies) = self.found.settled.get(&key) {
            return Some(*plies);
        }
        if self.found.numbers.contains_key(&key) {
            return None;
        }
        self.visited += 1;
        let plies = match position.outcome() {
            Some(outcome) => (outcome.winner() == Some(self.found.winner)).then_some(0),
            None if position.side() == self.found.winner => {
                self.has_progress(position).then_some(1)
            }
            None => None,
        };
        if let Some(plies) = plies {
            self.found.settled.insert(key, plies);
        }
        plies
    }

    /// Returns `true` if the winner, who is to move, has a move that cannot be taken back.
    fn has_progress(&mut self, position: &P) -> bool {
        let moves = position.legal_moves().into_iter();
        let mut next = moves.map(|mv| position.after_unchecked(mv)).filter(is_progress);
        next.any(|next| self.keeps_win(&next))
    }

    /// Returns `true` if a position after the winner's move is still won.
    fn keeps_win(&mut self, next: &P) -> bool {
        self.visited += 1;
        match next.outcome() {
            Some(outcome) => outcome.winner() == Some(self.found.winner),
            None => next.probe_result(self.oracle) == Some(Wdl::Loss),
        }
    }

    /// Settles a position, and those above that follow from it.
    fn settle(&mut self, number: usize, plies: u16) {
        let mut found = vec![(number, plies)];
        while let Some((number, plies)) = found.pop() {
            let node = &mut self.found.nodes[number];
            if node.plies.is_some() {
                continue;
            }
            node.plies = Some(plies);
            self.found.settled.insert(node.position.hash(), plies);
            let (above, below) = (mem::take(&mut node.above), mem::take(&mut node.below));
            if node.wanted_by > 0 {
                below.into_iter().for_each(|number| self.forget(number));
            }
            for number in above {
                let node = &mut self.found.nodes[number];
                node.most = node.most.max(plies);
                node.open -= 1;
                if node.position.side() == self.found.winner {
                    found.push((number, plies.saturating_add(1)));
                } else if node.open == 0 {
                    found.push((number, node.most.saturating_add(1)));
                }
            }
        }
    }

    /// Nothing waits but for this position, and what waits below it.
    fn want_only(&mut self, number: usize) {
        self.found.nodes.iter_mut().for_each(|node| node.wanted_by = 0);
        self.found.frontier.clear();
        self.want(number);
    }

    /// One more position waits for this one.
    fn want(&mut self, number: usize) {
        let mut wanted = vec![number];
        while let Some(number) = wanted.pop() {
            let node = &mut self.found.nodes[number];
            node.wanted_by += 1;
            if node.wanted_by > 1 || node.plies.is_some() {
                continue;
            }
            if !node.expanded {
                self.found.frontier.push(Reverse((node.cost, number)));
            }
            wanted.extend(&self.found.nodes[number].below);
        }
    }

    /// One position less waits for this one; if it was the last, none waits below it.
    fn forget(&mut self, number: usize) {
        let mut forgotten = vec![number];
        while let Some(number) = forgotten.pop() {
            let node = &mut self.found.nodes[number];
            node.wanted_by = node.wanted_by.saturating_sub(1);
            if node.wanted_by == 0 && node.plies.is_none() {
                forgotten.extend(&node.below);
            }
        }
    }
}

/// Returns `true` if the move that led here ended the game or cannot be taken back.
pub(crate) fn is_progress<P: Evaluate>(next: &P) -> bool {
    next.outcome().is_some() || next.reversible_plies() == 0
}
