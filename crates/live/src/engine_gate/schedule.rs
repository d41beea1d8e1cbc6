//! The order of the questions: who is next, who is refused, who gives up a place. It knows neither
//! threads nor time; it counts turns.

use std::collections::HashMap;

use merels_model::PlayerId;

use super::{Asker, GateLimits, Network, Purpose, Refused};

/// A network or player that has had no turn for this many turns is as good as new: it goes before those
/// that had one, and before them all what has waited for longer than that.
const HEAD_START: u64 = 16;

impl Purpose {
    /// The number of turns for which a question of this purpose lets others pass.
    const fn yields(self) -> u64 {
        match self {
            Purpose::Reply => 0,
            Purpose::LongReply => 1,
            Purpose::Hint => 2,
            Purpose::Values => 4,
            Purpose::Review => 6,
        }
    }

    /// The cost of an answer in turns beyond the first: about the tenths of a second that it takes.
    const fn weight(self) -> u64 {
        match self {
            Purpose::Reply | Purpose::Review => 0,
            Purpose::Values => 1,
            Purpose::Hint => 3,
            Purpose::LongReply => 8,
        }
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Ticket(u64);

#[derive(Debug)]
pub(super) struct Grant {
    pub(super) ticket: Ticket,
    pub(super) worker: usize,
    network: Network,
}

#[derive(Debug)]
struct Waiting {
    ticket: Ticket,
    player: Option<PlayerId>,
    purpose: Purpose,
}

#[derive(Debug)]
struct Line {
    /// The turn of all that it had last.
    served: u64,
    /// The number of turns that it had, and the last of each player.
    turns: u64,
    players: HashMap<Option<PlayerId>, u64>,
    running: usize,
    waiting: Vec<Waiting>,
}

impl Line {
    fn new(turn: u64) -> Line {
        Line {
            served: turn - HEAD_START,
            turns: HEAD_START,
            players: HashMap::new(),
            running: 0,
            waiting: Vec::new(),
        }
    }

    /// The place of the question whose turn it is within this network.
    fn first(&self) -> Option<usize> {
        let rank = |waiting: &Waiting| {
            let fresh = self.turns - HEAD_START;
            let served = self.players.get(&waiting.player).copied().unwrap_or(fresh);
            (served + waiting.purpose.yields(), waiting.ticket)
        };
        let places = self.waiting.iter().enumerate();
        places.min_by_key(|(_, waiting)| rank(waiting)).map(|(place, _)| place)
    }

    /// The place of the question that is given up first, if it is less urgent than this.
    fn last(&self, than: Option<Purpose>) -> Option<usize> {
        let places = self.waiting.iter().enumerate();
        let less =
            |(_, waiting): &(usize, &Waiting)| than.is_none_or(|than| waiting.purpose > than);
        let rank = |(_, waiting): &(usize, &Waiting)| (waiting.purpose, waiting.ticket);
        places.filter(less).max_by_key(rank).map(|(place, _)| place)
    }

    fn take(&mut self, place: usize, turn: u64) -> Waiting {
        let taken = self.waiting.swap_remove(place);
        self.served = turn + taken.purpose.weight();
        self.turns += 1;
        self.running += 1;
        self.players.insert(taken.player.clone(), self.turns + taken.purpose.weight());
        let (turns, waiting) = (self.turns, &self.waiting);
        self.players.retain(|player, served| {
            *served + HEAD_START > turns || waiting.iter().any(|other| other.player == *player)
        });
        taken
    }
}

#[derive(Debug)]
pub(super) struct Schedule {
    limits: GateLimits,
    turn: u64,
    tickets: u64,
    lines: HashMap<Network, Line>,
    waiting: usize,
    free: Vec<usize>,
}

impl Schedule {
    pub(super) fn new(limits: GateLimits) -> Schedule {
        let free = (0..limits.threads.max(1)).collect();
        let lines = HashMap::new();
        Schedule { limits, turn: HEAD_START, tickets: 0, lines, waiting: 0, free }
    }

    pub(super) fn waiting(&self) -> usize {
        self.waiting
    }

    /// Takes a question in, and says which one gave up its place for it.
    pub(super) fn enter(
        &mut self,
        asker: &Asker,
        purpose: Purpose,
    ) -> Result<(Ticket, Option<Ticket>), Refused> {
        let displaced = self.make_room(&asker.network, purpose)?;
        self.tickets += 1;
        let ticket = Ticket(self.tickets);
        let turn = self.turn;
        let line = self.lines.entry(asker.network.clone()).or_insert_with(|| Line::new(turn));
        line.waiting.push(Waiting { ticket, player: asker.player.clone(), purpose });
        self.waiting += 1;
        Ok((ticket, displaced))
    }

    fn make_room(
        &mut self,
        network: &Network,
        purpose: Purpose,
    ) -> Result<Option<Ticket>, Refused> {
        let own = self.lines.get(network).map_or(0, |line| line.waiting.len());
        let (refused, from, than) = if own >= self.limits.waiting_per_network {
            (Refused::NetworkFull, network.clone(), Some(purpose))
        } else if self.waiting >= self.limits.waiting {
            let longest = self.lines.iter().max_by_key(|(_, line)| line.waiting.len());
            match longest.filter(|(_, line)| line.waiting.len() > own + 1) {
                Some((longest, _)) => (Refused::Full, longest.clone(), None),
                None => (Refused::Full, network.clone(), Some(purpose)),
            }
        } else {
            return Ok(None);
        };
        let line = self.lines.get_mut(&from).ok_or(refused)?;
        let place = line.last(than).ok_or(refused)?;
        self.waiting -= 1;
        Ok(Some(line.waiting.swap_remove(place).ticket))
    }

    pub(super) fn next(&mut self) -> Option<Grant> {
        let worker_place = (0..self.free.len()).min_by_key(|place| self.free[*place])?;
        // One thread is kept for the others.
        let share = self.limits.threads.saturating_sub(1).max(1);
        let candidate = |(network, line): (&Network, &Line)| {
            let place = line.first().filter(|_| line.running < share)?;
            let Waiting { ticket, purpose, .. } = line.waiting[place];
            Some(((line.served + purpose.yields(), ticket), network.clone(), place))
        };
        let candidates = self.lines.iter().filter_map(candidate);
        let (_, network, place) = candidates.min_by_key(|(rank, ..)| *rank)?;
        self.turn += 1;
        let taken = self.lines.get_mut(&network)?.take(place, self.turn);
        self.waiting -= 1;
        let worker = self.free.swap_remove(worker_place);
        Some(Grant { ticket: taken.ticket, worker, network })
    }

    /// Removes a question that waits no more; one that does not wait is left as it is.
    pub(super) fn leave(&mut self, ticket: Ticket) {
        for line in self.lines.values_mut() {
            let place = line.waiting.iter().position(|waiting| waiting.ticket == ticket);
            if let Some(place) = place {
                line.waiting.swap_remove(place);
                self.waiting -= 1;
                return;
            }
        }
    }

    /// Takes a thread back.
    pub(super) fn release(&mut self, grant: &Grant) {
        self.free.push(grant.worker);
        if let Some(line) = self.lines.get_mut(&grant.network) {
            line.running -= 1;
        }
        let turn = self.turn;
        self.lines.retain(|_, line| {
            line.running > 0 || !line.waiting.is_empty() || line.served + HEAD_START > turn
        });
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    fn schedule(threads: usize) -> Schedule {
        Schedule::new(GateLimits { threads, waiting_per_network: 100, waiting: 1000 })
    }

    /// A player of a network, both by a number.
    fn asker(network: u8, player: u8) -> Asker {
        let client = IpAddr::from([192, 0, 2, network]).into();
        let player = Some(PlayerId::new(format!("{network}.{player}")));
        Asker { network: Network::Client(client), player }
    }

    /// Lets somebody ask.
    fn ask(schedule: &mut Schedule, network: u8, player: u8, purpose: Purpose) -> Ticket {
        schedule.enter(&asker(network, player), purpose).unwrap().0
    }

    /// The order in which one thread answers everything that waits.
    fn order(schedule: &mut Schedule) -> Vec<Ticket> {
        let mut order = Vec::new();
        while let Some(grant) = schedule.next() {
            order.push(grant.ticket);
            schedule.release(&grant);
        }
        order
    }

    #[test]
    fn twenty_eight_guests_of_one_address_weigh_as_one() {
        let mut schedule = schedule(1);
        for guest in 0..28 {
            for _ in 0..2 {
                ask(&mut schedule, 1, guest, Purpose::LongReply);
            }
        }
        // They have been at it for a while.
        for _ in 0..20 {
            let grant = schedule.next().unwrap();
            schedule.release(&grant);
        }
        let honest = ask(&mut schedule, 2, 0, Purpose::Reply);
        let analysis = ask(&mut schedule, 3, 0, Purpose::Values);
        let order = order(&mut schedule);
        assert_eq!(order[..2], [honest, analysis]);
        assert_eq!(order.len(), 2 + 36);
    }

    #[test]
    fn the_players_of_a_network_take_turns() {
        let mut schedule = schedule(1);
        let mut ask = |player| ask(&mut schedule, 1, player, Purpose::Reply);
        let [a1, a2, a3] = [ask(0), ask(0), ask(0)];
        let [b1, c1, b2] = [ask(1), ask(2), ask(1)];
        assert_eq!(order(&mut schedule), [a1, b1, c1, a2, b2, a3]);
    }

    #[test]
    fn replies_go_before_hints_hints_before_values_and_values_before_reviews() {
        let mut schedule = schedule(1);
        let review = ask(&mut schedule, 1, 0, Purpose::Review);
        let values = ask(&mut schedule, 2, 0, Purpose::Values);
        let hint = ask(&mut schedule, 3, 0, Purpose::Hint);
        let long = ask(&mut schedule, 4, 0, Purpose::LongReply);
        let reply = ask(&mut schedule, 5, 0, Purpose::Reply);
        assert_eq!(order(&mut schedule), [reply, long, hint, values, review]);
    }

    #[test]
    fn a_short_reply_does_not_wait_for_the_long_ones_of_its_own_network() {
        let mut schedule = schedule(1);
        for guest in 0..30 {
            ask(&mut schedule, 1, guest, Purpose::LongReply);
        }
        let short = ask(&mut schedule, 1, 40, Purpose::Reply);
        assert_eq!(order(&mut schedule)[0], short);
    }

    /// Somebody new comes with a reply before every turn, for ever.
    #[test]
    fn a_review_is_not_starved_by_replies() {
        let mut schedule = schedule(1);
        let review = ask(&mut schedule, 1, 0, Purpose::Review);
        let turns = (0..).find(|turn| {
            ask(&mut schedule, 2 + turn % 200, 0, Purpose::Reply);
            let grant = schedule.next().unwrap();
            schedule.release(&grant);
            grant.ticket == review
        });
        assert!(turns.is_some_and(|turns| turns < 30), "{turns:?}");
    }

    #[test]
    fn one_network_never_has_all_threads() {
        let mut schedule = schedule(3);
        for guest in 0..5 {
            ask(&mut schedule, 1, guest, Purpose::Reply);
        }
        let first: Vec<Grant> = std::iter::from_fn(|| schedule.next()).collect();
        assert_eq!(first.iter().map(|grant| grant.worker).collect::<Vec<_>>(), [0, 1]);
        let other = ask(&mut schedule, 2, 0, Purpose::Review);
        assert_eq!(schedule.next().unwrap().ticket, other);
    }

    #[test]
    fn a_full_network_is_refused_and_a_reply_takes_the_place_of_a_review() {
        let limits = GateLimits { threads: 1, waiting_per_network: 2, waiting: 1000 };
        let mut schedule = Schedule::new(limits);
        let hint = ask(&mut schedule, 1, 0, Purpose::Hint);
        let review = ask(&mut schedule, 1, 0, Purpose::Review);
        let refused = schedule.enter(&asker(1, 1), Purpose::Review).unwrap_err();
        assert_eq!(refused, Refused::NetworkFull);
        let (reply, displaced) = schedule.enter(&asker(1, 1), Purpose::Reply).unwrap();
        assert_eq!(displaced, Some(review));
        assert_eq!(order(&mut schedule), [reply, hint]);
    }

    #[test]
    fn where_all_places_are_taken_the_longest_queue_gives_one_up() {
        let limits = GateLimits { threads: 1, waiting_per_network: 100, waiting: 4 };
        let mut schedule = Schedule::new(limits);
        let greedy = [0, 1, 2, 3].map(|guest| ask(&mut schedule, 1, guest, Purpose::Values));
        let (first, displaced) = schedule.enter(&asker(2, 0), Purpose::Values).unwrap();
        assert_eq!(displaced, Some(greedy[3]));
        let (second, displaced) = schedule.enter(&asker(2, 1), Purpose::Values).unwrap();
        assert_eq!(displaced, Some(greedy[2]));
        // Both have two now.
        assert_eq!(schedule.enter(&asker(2, 2), Purpose::Values).unwrap_err(), Refused::Full);
        let order = order(&mut schedule);
        assert_eq!(order, [greedy[0], first, greedy[1], second]);
        assert_eq!(schedule.waiting(), 0);
    }

    #[test]
    fn what_was_asked_and_answered_leaves_nothing_behind() {
        let mut schedule = schedule(1);
        for network in 0..200 {
            let gone = ask(&mut schedule, network, 0, Purpose::Values);
            ask(&mut schedule, network, 1, Purpose::Values);
            schedule.leave(gone);
            order(&mut schedule);
        }
        assert!(schedule.lines.len() <= HEAD_START as usize + 2, "{}", schedule.lines.len());
    }
}
