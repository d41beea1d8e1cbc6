//! The threads of the gate, each with its own engine.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use merels_engine::{Engine, EngineOptions, Judge};

/// The size of the transposition table of a thread's engine.
const HASH_MIB: usize = 16;

/// After so much idleness a thread gives its memory back.
const IDLE: Duration = Duration::from_secs(10);

/// The threads that serve go before these.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

pub(super) type Job = Box<dyn FnOnce(&mut Desk) + Send>;

/// A thread that is started with its first job and ends with the gate.
#[derive(Debug, Default)]
pub(super) struct Worker(OnceLock<Sender<Job>>);

impl Worker {
    /// Has the thread do a job; only the holder of its turn may.
    pub(super) fn start(&self, job: Job) {
        let jobs = self.0.get_or_init(|| {
            let (sender, receiver) = channel();
            let thread = thread::Builder::new().name("merels-engine".to_owned());
            // If there is no thread, the job is dropped with the receiver and its asker refused.
            if let Err(error) = thread.spawn(move || work(&receiver)) {
                tracing::error!(%error, "a thread of the engine could not be started");
            }
            sender
        });
        let _ = jobs.send(job);
    }
}

fn work(jobs: &Receiver<Job>) {
    yield_to_those_who_serve();
    let mut desk = Desk::default();
    loop {
        let job = match jobs.recv_timeout(IDLE) {
            Ok(job) => job,
            Err(RecvTimeoutError::Timeout) => {
                desk = Desk::default();
                let Ok(job) = jobs.recv() else { return };
                job
            }
            Err(RecvTimeoutError::Disconnected) => return,
        };
        if catch_unwind(AssertUnwindSafe(|| job(&mut desk))).is_err() {
            tracing::error!("a thought broke off");
            desk = Desk::default();
        }
    }
}

/// On Linux every thread has its own niceness; elsewhere the whole process has one.
fn yield_to_those_who_serve() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, NICENESS) {
        tracing::warn!(%error, "the engine runs at the priority of the threads that serve");
    }
}

/// The memory of a thread from one job to the next; nothing that was learned stays in it.
#[derive(Debug, Default)]
pub struct Desk {
    player: Option<Engine>,
    judge: Option<Engine>,
}

impl Desk {
    /// An engine that knows nothing of other games.
    pub fn engine(&mut self, options: EngineOptions) -> &mut Engine {
        let options = EngineOptions { hash_mib: HASH_MIB, ..options };
        let engine = self.player.get_or_insert_with(|| Engine::new(options.clone()));
        engine.set_options(options);
        engine.new_game();
        engine
    }

    /// Has a judge answer who may ask these tables, until it is told to stop.
    pub fn ask_judge<T>(
        &mut self,
        judge: Judge,
        stop: &Arc<AtomicBool>,
        question: impl FnOnce(&mut Judge) -> T,
    ) -> T {
        let mut judge = judge.with_engine(self.judge.take()).stopped_by(Arc::clone(stop));
        let answer = question(&mut judge);
        self.judge = judge.into_engine();
        answer
    }
}
