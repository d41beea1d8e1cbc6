//! The one gate to the engine and the tables: replies of the computer, hints, values, analysis and
//! reviews all think on the threads of this gate, and on no other.
//!
//! It promises:
//!
//! - **Fairness by network.** Networks ([`ClientAddress`]) take turns, and the players of a network take
//!   turns within it, so that many guests of one address weigh as one. Where there is more than one
//!   thread, one network never has all of them.
//! - **Priority without starvation.** A reply goes before a hint, a hint before values, values before a
//!   review, and a short thought before a long one; but each is passed by a bounded number of turns only.
//!   A review takes one turn for each position.
//! - **Bounds.** A network has only so many questions waiting, and so have all together. What is beyond is
//!   refused at once, before any work. Where all places are taken, the network with the most questions
//!   gives one up for a network with fewer.
//! - **Cancellation.** Whoever drops the future of a question leaves the queue; a thought that has begun
//!   is stopped, and its thread is free for the next one as soon as it has ended.
//! - **Quiet.** The threads run at a lower priority than those that serve, and give the memory of the
//!   engine back when they have been idle for a while.

mod schedule;
mod workers;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use merels_model::PlayerId;
use tokio::sync::oneshot;

use crate::client_address::ClientAddress;
use schedule::{Grant, Schedule, Ticket};
pub use workers::Desk;
use workers::Worker;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Network {
    Client(ClientAddress),
    /// Games that were woken without a request share one network: after a restart, or by another node.
    Unknown,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Asker {
    pub network: Network,
    pub player: Option<PlayerId>,
}

/// The purpose of a question, the most urgent first.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Purpose {
    /// A move of the computer in a running game, or its answer to a draw offer.
    Reply,
    /// The same where the computer uses all its time.
    LongReply,
    Hint,
    /// Values of a position, for analysis, openings and programs.
    Values,
    /// One position of a review.
    Review,
}

#[derive(Copy, Clone, Debug)]
pub struct GateLimits {
    /// Questions that are worked on at once.
    pub threads: usize,
    pub waiting_per_network: usize,
    pub waiting: usize,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The network has too many questions waiting.
    NetworkFull,
    /// All places are taken, or the thought broke off.
    Full,
}

/// The gate to the engine and the tables: see the head of this module.
#[derive(Clone, Debug)]
pub struct EngineGate(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    queue: Mutex<Queue>,
    workers: Vec<Worker>,
}

#[derive(Debug)]
struct Queue {
    schedule: Schedule,
    waiters: HashMap<Ticket, oneshot::Sender<Turn>>,
}

impl EngineGate {
    pub fn new(limits: GateLimits) -> EngineGate {
        let schedule = Schedule::new(limits);
        let queue = Mutex::new(Queue { schedule, waiters: HashMap::new() });
        let workers = (0..limits.threads.max(1)).map(|_| Worker::default()).collect();
        EngineGate(Arc::new(Inner { queue, workers }))
    }

    /// Waits for a thread and works on it.
    pub async fn ask<T: Send + 'static>(
        &self,
        asker: &Asker,
        purpose: Purpose,
        work: impl FnOnce(&mut Desk, &Arc<AtomicBool>) -> T + Send + 'static,
    ) -> Result<T, Refused> {
        self.turn(asker, purpose).await?.run(work).await
    }

    /// Waits for a thread.
    /// Fails if the question is refused, now or because more urgent ones need its place.
    pub async fn turn(&self, asker: &Asker, purpose: Purpose) -> Result<Turn, Refused> {
        let (sender, receiver) = oneshot::channel();
        let _place = self.enter(asker, purpose, sender)?;
        self.0.dispatch();
        // Who gives the place up is told nothing more.
        receiver.await.map_err(|_| Refused::NetworkFull)
    }

    fn enter(
        &self,
        asker: &Asker,
        purpose: Purpose,
        sender: oneshot::Sender<Turn>,
    ) -> Result<Place, Refused> {
        let mut queue = self.0.lock();
        let entered = queue.schedule.enter(asker, purpose);
        let refused = metrics::counter!("merels_engine_refused_total");
        let (ticket, displaced) = entered.inspect_err(|_| refused.increment(1))?;
        if displaced.and_then(|displaced| queue.waiters.remove(&displaced)).is_some() {
            refused.increment(1);
        }
        queue.waiters.insert(ticket, sender);
        Ok(Place { gate: Arc::clone(&self.0), ticket })
    }

    pub fn waiting(&self) -> usize {
        self.0.lock().schedule.waiting()
    }
}

impl Inner {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives the free threads to those whose turn it is.
    fn dispatch(self: &Arc<Self>) {
        let mut granted = Vec::new();
        let mut queue = self.lock();
        while let Some(grant) = queue.schedule.next() {
            let waiter = queue.waiters.remove(&grant.ticket);
            granted.push((waiter, Turn { gate: Arc::clone(self), grant }));
        }
        drop(queue);
        for (waiter, turn) in granted {
            // Who has gone meanwhile gives the thread back by dropping the turn.
            let _ = waiter.map(|waiter| waiter.send(turn));
        }
    }
}

/// A place in the queue, left when it is dropped.
struct Place {
    gate: Arc<Inner>,
    ticket: Ticket,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut queue = self.gate.lock();
        queue.schedule.leave(self.ticket);
        queue.waiters.remove(&self.ticket);
    }
}

/// A thread of the gate, held until this is dropped.
#[derive(Debug)]
pub struct Turn {
    gate: Arc<Inner>,
    grant: Grant,
}

impl Turn {
    /// Works on the thread of this turn. If the returned future is dropped, the work is told to stop.
    pub async fn run<T: Send + 'static>(
        self,
        work: impl FnOnce(&mut Desk, &Arc<AtomicBool>) -> T + Send + 'static,
    ) -> Result<T, Refused> {
        let stop = Arc::new(AtomicBool::new(false));
        let _stops = StopWhenDropped(Arc::clone(&stop));
        let (sender, receiver) = oneshot::channel();
        let gate = Arc::clone(&self.gate);
        let worker = &gate.workers[self.grant.worker];
        worker.start(Box::new(move |desk| {
            // Dropped when the work has ended, also if it breaks off.
            let _turn = self;
            if !stop.load(Ordering::Relaxed) {
                let _ = sender.send(work(desk, &stop));
            }
        }));
        receiver.await.map_err(|_| Refused::Full)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.gate.lock().schedule.release(&self.grant);
        self.gate.dispatch();
    }
}

struct StopWhenDropped(Arc<AtomicBool>);

impl Drop for StopWhenDropped {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests;
