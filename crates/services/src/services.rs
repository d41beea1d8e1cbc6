use std::sync::Arc;

use merels_live::{Bus, Clock, EngineGate, GateLimits, Live, Oracles, Wakeups};
use merels_store::Store;
use url::Url;

use crate::accounts::Accounts;
use crate::analysis::{Analysis, Openings, Reviews};
use crate::arenas::Arenas;
use crate::error::Result;
use crate::fair_play::FairPlay;
use crate::games::Games;
use crate::heartbeat::Heartbeats;
use crate::jobs::Jobs;
use crate::learning::{Days, OwnPuzzles, Puzzles};
use crate::limits::{ClientLimits, RateLimits};
use crate::meeting::Meeting;
use crate::moderation::Moderation;
use crate::notices::{Mailer, Mails, PushService};
use crate::people::People;
use crate::security_log::SecurityLog;
use crate::site::Site;
use crate::spotlight::Spotlight;

pub struct Services {
    pub(crate) store: Arc<Store>,
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
    pub people: People,
    pub openings: Openings,
    pub reviews: Reviews,
    pub puzzles: Puzzles,
    pub own_puzzles: OwnPuzzles,
    pub days: Days,
    pub spotlight: Spotlight,
    pub heartbeats: Arc<Heartbeats>,
    pub jobs: Arc<Jobs>,
    pub mails: Arc<Mails>,
    /// Tells players elsewhere that it is their turn.
    pub push: Arc<PushService>,
}

pub struct SiteSetup {
    pub database: String,
    pub bus: Arc<dyn Bus>,
    pub clock: Clock,
    pub limits: ClientLimits,
    pub gate: GateLimits,
    pub oracles: Oracles,
    /// Push services may be on this machine and without https: for tests.
    pub local_push: bool,
    pub mailer: Option<Mailer>,
    /// The address of the site, for the links in mails and push messages.
    pub public_url: Option<Url>,
}

impl Services {
    /// Opens the database, brings its tables up to date, and builds the services over it.
    pub async fn open(setup: SiteSetup) -> Result<Services> {
        let store = Arc::new(Store::open(&setup.database).await?);
        let push = PushService::open(&store, setup.public_url.as_ref(), setup.local_push).await?;
        Ok(Services::new(store, push, setup))
    }

    fn new(store: Arc<Store>, push: PushService, setup: SiteSetup) -> Services {
        let SiteSetup { bus, clock, limits, gate, oracles, mailer, public_url, .. } = setup;
        let (gate, oracles) = (EngineGate::new(gate), Arc::new(oracles));
        let computer = Arc::new(Wakeups::default());
        let live = Live::new(Arc::clone(&store), bus, Arc::clone(&computer), clock.clone());
        let limits = Arc::new(RateLimits::new(limits, Arc::clone(&store), clock.clone()));
        let site = Site { store, live: Arc::new(live), clock, limits };
        let mails = Arc::new(Mails { site: site.clone(), address: public_url, mailer });
        let security = SecurityLog { site: site.clone() };
        let fair_play = FairPlay { site: site.clone() };
        let meeting = Arc::new(Meeting {
            site: site.clone(),
            computer: Arc::clone(&computer),
            oracles: Arc::clone(&oracles),
            fair_play: fair_play.clone(),
        });
        let heartbeats = Arc::new(Heartbeats::new(site.clone()));
        let push = Arc::new(push);
        let jobs = Jobs {
            site: site.clone(),
            meeting: Arc::clone(&meeting),
            heartbeats: Arc::clone(&heartbeats),
            mails: Arc::clone(&mails),
            push: Arc::clone(&push),
        };
        let analysis =
            Analysis { site: site.clone(), gate: gate.clone(), oracles: Arc::clone(&oracles) };
        let days = Days { site: site.clone() };
        let Site { store, live, clock, limits } = site.clone();
        Services {
            accounts: Accounts {
                site: site.clone(),
                security: security.clone(),
                mails: Arc::clone(&mails),
            },
            moderation: Moderation { site: site.clone(), security },
            games: Games { site: site.clone(), fair_play: fair_play.clone() },
            arenas: Arenas { site: site.clone(), meeting: Arc::clone(&meeting) },
            people: People { site: site.clone() },
            openings: Openings::new(site.clone(), analysis.clone()),
            reviews: Reviews::new(site.clone(), gate.clone(), analysis.clone()),
            puzzles: Puzzles { site: site.clone(), analysis: analysis.clone(), days: days.clone() },
            own_puzzles: OwnPuzzles {
                site: site.clone(),
                analysis: analysis.clone(),
                days: days.clone(),
            },
            days,
            spotlight: Spotlight::new(site),
            jobs: Arc::new(jobs),
            store,
            live,
            computer,
            gate,
            oracles,
            clock,
            limits,
            meeting,
            fair_play,
            analysis,
            heartbeats,
            mails,
            push,
        }
    }

    /// Checks that the database can be written to and has room left.
    pub async fn check_writes(&self) -> Result<()> {
        Ok(self.store.check_writes().await?)
    }

    /// Waits until everything is written, and closes the database.
    pub async fn close(&self) {
        self.store.close().await;
    }
}
