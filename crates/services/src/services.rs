use std::sync::Arc;

use merels_live::{Bus, Clock, EngineGate, GateLimits, Live, Oracles, Wakeups};
use merels_store::Store;
use url::Url;

use crate::analysis::Analysis;
use crate::fair_play::FairPlay;
use crate::heartbeat::Heartbeats;
use crate::jobs::Jobs;
use crate::learning::Puzzles;
use crate::limits::{ClientLimits, RateLimits};
use crate::meeting::Meeting;
use crate::notices::{Mailer, Mails, PushService};
use crate::opening_stats::OpeningStats;
use crate::security_log::SecurityLog;
use crate::spotlight::Spotlight;

/// The services of a site over one store.
pub struct Services {
    pub store: Arc<Store>,
    pub live: Arc<Live>,
    /// Games in which the computer has something to do.
    pub computer: Arc<Wakeups>,
    pub gate: EngineGate,
    pub oracles: Arc<Oracles>,
    pub clock: Clock,
    pub limits: Arc<RateLimits>,
    pub meeting: Arc<Meeting>,
    pub fair_play: FairPlay,
    pub analysis: Analysis,
    pub opening_stats: Arc<OpeningStats>,
    pub puzzles: Puzzles,
    pub spotlight: Arc<Spotlight>,
    pub heartbeats: Arc<Heartbeats>,
    pub jobs: Arc<Jobs>,
    pub security: SecurityLog,
    pub mails: Arc<Mails>,
    /// Tells players elsewhere that it is their turn.
    pub push: Arc<PushService>,
}

/// How a site is set up, as far as its services ask.
pub struct SiteSetup {
    pub bus: Arc<dyn Bus>,
    pub clock: Clock,
    pub limits: ClientLimits,
    pub gate: GateLimits,
    pub oracles: Oracles,
    pub push: PushService,
    /// How mails leave the site, if they do.
    pub mailer: Option<Mailer>,
    /// Where people find the site, for the links in mails.
    pub public_url: Option<Url>,
}

impl Services {
    pub fn new(store: Arc<Store>, setup: SiteSetup) -> Services {
        let SiteSetup { bus, clock, limits, gate, oracles, push, mailer, public_url } = setup;
        let (gate, oracles) = (EngineGate::new(gate), Arc::new(oracles));
        let computer = Arc::new(Wakeups::default());
        let live = Live::new(Arc::clone(&store), bus, Arc::clone(&computer), clock.clone());
        let live = Arc::new(live);
        let handles = || (Arc::clone(&store), Arc::clone(&live), clock.clone());
        let (s, l, c) = handles();
        let limits = Arc::new(RateLimits::new(limits, s, c));
        let security = SecurityLog::new(Arc::clone(&store), Arc::clone(&limits), clock.clone());
        let (s, _, c) = handles();
        let meeting = Meeting::new(s, l, Arc::clone(&computer), Arc::clone(&limits), c);
        let (s, l, c) = handles();
        let (meeting, heartbeats) = (Arc::new(meeting), Arc::new(Heartbeats::new(s, l, c)));
        let (s, l, c) = handles();
        let mails = Mails::new(Arc::clone(&s), Arc::clone(&limits), c.clone(), public_url, mailer);
        let (mails, push) = (Arc::new(mails), Arc::new(push));
        let jobs = Jobs {
            store: s,
            live: l,
            clock: c,
            meeting: Arc::clone(&meeting),
            heartbeats: Arc::clone(&heartbeats),
            limits: Arc::clone(&limits),
            mails: Arc::clone(&mails),
            push: Arc::clone(&push),
        };
        let (s, l, c) = handles();
        Services {
            analysis: Analysis::new(Arc::clone(&l), gate.clone(), Arc::clone(&oracles)),
            fair_play: FairPlay::new(Arc::clone(&s), Arc::clone(&l)),
            opening_stats: Arc::new(OpeningStats::new(Arc::clone(&s))),
            puzzles: Puzzles::new(Arc::clone(&s), c.clone()),
            spotlight: Arc::new(Spotlight::new(s, l, c)),
            jobs: Arc::new(jobs),
            store,
            live,
            computer,
            gate,
            oracles,
            clock,
            limits,
            meeting,
            heartbeats,
            security,
            mails,
            push,
        }
    }
}
