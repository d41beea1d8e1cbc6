//! The computer as a player: an engine on a thread of its own, so that the players' side never
//! waits for it unless it wants to.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::thread;
use std::time::Duration;

use merels_engine::{Engine, EngineOptions, Info, Level, Limits, Report};
use merels_rules::{AnyPosition, Game};

/// As whom the engine is asked.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Role {
    /// Plays at a level, and not the same game every time.
    Player(Level),
    /// Says the best there is, and leaves nothing to chance.
    Adviser,
}

impl Role {
    fn options(self, usual: &EngineOptions) -> EngineOptions {
        let (level, variety) = match self {
            Role::Player(level) => (level, true),
            Role::Adviser => (Level::Perfect, false),
        };
        EngineOptions { level, variety, ..usual.clone() }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Task {
    pub(crate) game: Game<AnyPosition>,
    pub(crate) role: Role,
    pub(crate) limits: Limits,
}

/// A message of the engine while it thinks, and at the end.
#[derive(Debug)]
pub(crate) enum Thought {
    Progress(Info),
    /// `None` if there was nothing to choose.
    Done(Option<Report>),
}

#[derive(Debug)]
pub(crate) struct Thinker {
    tasks: Sender<Task>,
    thoughts: Receiver<Thought>,
    stop: Arc<AtomicBool>,
    thinking: bool,
}

impl Thinker {
    pub(crate) fn start(options: EngineOptions) -> Thinker {
        let (tasks, inbox) = channel::<Task>();
        let (outbox, thoughts) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        // The thread ends when the thinker goes and with it the channel.
        thread::spawn(move || {
            let mut engine = Engine::new(options);
            for task in inbox {
                let options = task.role.options(engine.options());
                engine.set_options(options);
                let mut tell = |info: &Info| {
                    let _ = outbox.send(Thought::Progress(info.clone()));
                };
                let report = engine.search(&task.game, &task.limits, &stopped, &mut tell);
                let _ = outbox.send(Thought::Done(report));
            }
        });
        Thinker { tasks, thoughts, stop, thinking: false }
    }

    pub(crate) fn is_thinking(&self) -> bool {
        self.thinking
    }

    /// Begins a task; one that is under way is given up first.
    pub(crate) fn begin(&mut self, task: Task) {
        self.cancel();
        self.stop.store(false, Ordering::Relaxed);
        self.thinking = self.tasks.send(task).is_ok();
    }

    /// Asks for the answer at once; it comes as the next [`Thought::Done`].
    pub(crate) fn hurry(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Gives up what is under way and forgets it.
    pub(crate) fn cancel(&mut self) {
        self.hurry();
        while self.wait().is_some() {}
    }

    pub(crate) fn poll(&mut self) -> Option<Thought> {
        let thought = match self.thoughts.try_recv() {
            Ok(thought) => thought,
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) => Thought::Done(None),
        };
        Some(self.noted(thought))
    }

    pub(crate) fn wait_for(&mut self, patience: Duration) -> Option<Thought> {
        let thought = match self.thoughts.recv_timeout(patience) {
            Ok(thought) => thought,
            Err(RecvTimeoutError::Timeout) => return None,
            Err(RecvTimeoutError::Disconnected) => Thought::Done(None),
        };
        Some(self.noted(thought))
    }

    /// Waits for the next thought; `None` if nothing is under way.
    fn wait(&mut self) -> Option<Thought> {
        if !self.thinking {
            return None;
        }
        let thought = self.thoughts.recv().unwrap_or(Thought::Done(None));
        Some(self.noted(thought))
    }

    fn noted(&mut self, thought: Thought) -> Thought {
        if let Thought::Done(_) = thought {
            self.thinking = false;
        }
        thought
    }
}
