//! An attacker at work: asks at a pace that leaves the machine's processors to the server, and counts
//! what is answered.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use tokio::time::{MissedTickBehavior, interval, sleep};

use super::attacks::Target;
use crate::http::Browser;

/// One who asks again as soon as he is answered waits for so long, or would only measure himself.
const PAUSE: Duration = Duration::from_millis(10);

/// The count of each status answered.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally(BTreeMap<u16, usize>);

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = self.0.iter().map(|(status, count)| match status {
            0 => format!("{count} without an answer"),
            _ => format!("{count} with {status}"),
        });
        f.write_str(&counts.collect::<Vec<_>>().join(", "))
    }
}

#[derive(Clone)]
pub(super) struct Attacker {
    pub(super) target: Rc<Target>,
    tally: Rc<RefCell<Tally>>,
}

impl Attacker {
    pub(super) fn new(target: Target) -> Attacker {
        Attacker { target: Rc::new(target), tally: Rc::default() }
    }

    pub(super) fn tally(&self) -> Tally {
        self.tally.borrow().clone()
    }

    /// Counts an answer; 0 is none.
    pub(super) fn note(&self, status: u16) {
        *self.tally.borrow_mut().0.entry(status).or_default() += 1;
    }

    pub(super) async fn get(&self, path: String) {
        self.get_as(&self.target.attacker, path).await;
    }

    pub(super) async fn get_as(&self, browser: &Browser, path: String) {
        self.note(browser.get(&path).await.map_or(0, |answer| answer.status));
    }

    pub(super) async fn form(&self, browser: &Browser, method: &str, path: &str, form: String) {
        let answer = browser.send_form(method, path, &form).await;
        self.note(answer.map_or(0, |answer| answer.status));
    }

    /// Sends requests at a steady rate, whether or not earlier ones are answered.
    pub(super) async fn paced<F: Future<Output = ()>>(
        &self,
        rate: u32,
        request: impl Fn(usize) -> F,
    ) {
        self.bursts(1, Duration::from_secs(1) / rate, request).await;
    }

    /// Sends requests at once, again after a while, whether or not earlier ones are answered.
    pub(super) async fn bursts<F: Future<Output = ()>>(
        &self,
        count: usize,
        every: Duration,
        request: impl Fn(usize) -> F,
    ) {
        let mut ticks = interval(every);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut asked = FuturesUnordered::new();
        let mut number = 0;
        loop {
            tokio::select! {
                _ = ticks.tick() => {
                    asked.extend((number..number + count).map(&request));
                    number += count;
                }
                Some(()) = asked.next() => {}
            }
        }
    }

    /// Keeps a number of requests open: each is sent again as soon as it is answered.
    pub(super) async fn workers<F: Future<Output = ()>>(
        &self,
        count: usize,
        request: impl Fn() -> F,
    ) {
        let work = async || {
            loop {
                request().await;
                sleep(PAUSE).await;
            }
        };
        futures_util::future::join_all((0..count).map(|_| work())).await;
    }
}
