use std::sync::Arc;

use merels_live::{Bus, Clock, EngineGate, GateLimits, Live, Oracles, Wakeups};
use merels_store::Store;
use url::Url;

use crate::accounts::Accounts;
use crate::analysis::{Analysis, Openings, Reviews};
use crate::arenas::Arenas;
use crate::error::ServiceError;
use crate::fair_play::FairPlay;
use crate::games::Games;
use crate::heartbeat::Heartbeats;
use crate::jobs::Jobs;
use crate::learning::Puzzles;
use crate::limits::{ClientLimits, RateLimits};
use crate::meeting::Meeting;
use crate::moderation::Moderation;
use crate::notices::{Mailer, Mails, PushService};
use crate::people::People;
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
    pub accounts: Accounts,
    pub moderation: Moderation,
    pub meeting: Arc<Meeting>,
    pub games: Games,
    pub arenas: Arenas,
    pub fair_play: FairPlay,
    pub analysis: Analysis,
    pub people: Arc<People>,
    pub openings: Openings,
    pub reviews: Reviews,
    pub puzzles: Puzzles,
    pub spotlight: Arc<Spotlight>,
    pub heartbeats: Arc<Heartbeats>,
    pub jobs: Arc<Jobs>,
    pub mails: Arc<Mails>,
    /// Tells players elsewhere that it is their turn.
    pub push: Arc<PushService>,
}

/// The setup of a site, as far as its services ask.
pub struct SiteSetup {
    pub database: String,
    pub bus: Arc<dyn Bus>,
    pub clock: Clock,
    pub limits: ClientLimits,
    pub gate: GateLimits,
    pub oracles: Oracles,
    /// Push services may be on this machine and without https: for tests.
    pub local_push: bool,
    /// The way by which mails leave the site, if they do.
    pub mailer: Option<Mailer>,
    /// The address of the site, for the links in mails and push messages.
    pub public_url: Option<Url>,
}

impl Services {
    /// Opens the database, brings its tables up to date, and builds the services over it.
    pub async fn open(setup: SiteSetup) -> Result<Services, ServiceError> {
        let store = Arc::new(Store::open(&setup.database).await?);
        let push = PushService::open(&store, setup.public_url.as_ref(), setup.local_push).await?;
        Ok(Services::new(store, push, setup))
    }

    fn new(store: Arc<Store>, push: PushService, setup: SiteSetup) -> Services {
        let SiteSetup { bus, clock, limits, gate, oracles, mailer, public_url, .. } = setup;
        let (gate, oracles) = (EngineGate::new(gate), Arc::new(oracles));
        let computer = Arc::new(Wakeups::default());
        let live = Live::new(Arc::clone(&store), bus, Arc::clone(&computer), clock.clone());
        let live = Arc::new(live);
        let handles = || (Arc::clone(&store), Arc::clone(&live), clock.clone());
        let (s, l, c) = handles();
        let limits = Arc::new(RateLimits::new(limits, s, c));
        let security = SecurityLog::new(Arc::clone(&store), Arc::clone(&limits), clock.clone());
        let (s, _, c) = handles();
        let fair_play = FairPlay::new(Arc::clone(&s), Arc::clone(&l));
        let (computers, o) = (Arc::clone(&computer), Arc::clone(&oracles));
        let meeting = Meeting::new(s, l, computers, o, Arc::clone(&limits), fair_play.clone(), c);
        let (s, l, c) = handles();
        let (meeting, heartbeats) = (Arc::new(meeting), Arc::new(Heartbeats::new(s, l, c)));
        let (s, l, c) = handles();
        let mails = Mails::new(Arc::clone(&s), Arc::clone(&limits), c.clone(), public_url, mailer);
        let (mails, push) = (Arc::new(mails), Arc::new(push));
        let (m, n) = (Arc::clone(&limits), Arc::clone(&mails));
        let accounts = Accounts::new(handles(), Arc::clone(&limits), security.clone(), n);
        let moderation = Moderation::new(handles(), m, security);
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
        let analysis = Analysis::new(Arc::clone(&l), gate.clone(), Arc::clone(&oracles));
        let reviews = Reviews::new(s, l, gate.clone(), analysis.clone(), c);
        let (s, l, c) = handles();
        Services {
            games: Games::new(Arc::clone(&s), Arc::clone(&l), fair_play.clone(), c.clone()),
            fair_play,
            arenas: Arenas::new(Arc::clone(&s), Arc::clone(&meeting), c.clone()),
            people: Arc::new(People::new(Arc::clone(&s), Arc::clone(&l), c.clone())),
            openings: Openings::new(Arc::clone(&s), analysis.clone()),
            reviews,
            analysis,
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
            accounts,
            moderation,
            meeting,
            heartbeats,
            mails,
            push,
        }
    }

    /// Checks that the database can be written to and has room left.
    pub async fn check_writes(&self) -> Result<(), ServiceError> {
        Ok(self.store.check_writes().await?)
    }

    /// Waits until everything is written, and closes the database.
    pub async fn close(&self) {
        self.store.close().await;
    }
}
