//! Rate limits of one client.

use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, RateLimiter};
use jiff::SignedDuration;
use merels_live::{ClientAddress, Clock};
use merels_model::{PlayerId, email_key};
use merels_store::{Quota, Store};
use tokio::sync::watch;

use crate::error::Result;

/// The limits of one client.
#[derive(Copy, Clone, Debug, PartialEq, Eq, clap::Args)]
pub struct ClientLimits {
    /// Attempts to log in from one address, a minute
    #[arg(long, value_name = "N", env = "MERELS_LOGINS_PER_MINUTE", default_value_t = 60)]
    pub logins_per_minute: u32,
    /// Attempts to log in to one account from one address, a minute
    #[arg(long, value_name = "N", env = "MERELS_LOGINS_PER_ACCOUNT", default_value_t = 10)]
    pub logins_per_account: u32,
    /// Attempts to log in to one account from all new addresses, an hour
    #[arg(long, value_name = "N", env = "MERELS_LOGINS_PER_ACCOUNT_HOUR", default_value_t = 100)]
    pub logins_per_account_hour: u32,
    /// New accounts and guests from one address, a minute
    #[arg(long, value_name = "N", env = "MERELS_SIGNUPS_PER_MINUTE", default_value_t = 30)]
    pub signups_per_minute: u32,
    /// Games started from one address, a minute
    #[arg(long, value_name = "N", env = "MERELS_GAMES_PER_MINUTE", default_value_t = 60)]
    pub games_per_minute: u32,
    /// Open connections of all clients together, sockets among them
    #[arg(long, value_name = "N", env = "MERELS_CONNECTIONS", default_value_t = 20_000)]
    pub connections: u32,
    /// Open connections of one address; a trusted proxy may have more
    #[arg(long, value_name = "N", env = "MERELS_CONNECTIONS_PER_ADDRESS", default_value_t = 500)]
    pub connections_per_address: u32,
    /// Open sockets of one address
    #[arg(long = "sockets-per-address", value_name = "N", env = "MERELS_SOCKETS_PER_ADDRESS")]
    #[arg(default_value_t = 100)]
    pub sockets: u32,
    /// Messages on one socket, a second
    #[arg(long, value_name = "N", env = "MERELS_MESSAGES_PER_SECOND", default_value_t = 50)]
    pub messages_per_second: u32,
    /// Calls of a program, a minute: with one token, or from an address without
    #[arg(long, value_name = "N", env = "MERELS_API_CALLS_PER_MINUTE", default_value_t = 1200)]
    pub api_calls_per_minute: u32,
    /// Questions for values, a minute: with one token, or from an address without. Analysis,
    /// openings, reviews, hints, GAMESMAN's interface and the tables count together
    #[arg(long, value_name = "N", env = "MERELS_VALUES_PER_MINUTE", default_value_t = 600)]
    #[arg(alias = "api-probes-per-minute")]
    pub values_per_minute: u32,
    /// Questions to the engine and the tables from one address that wait
    #[arg(long, value_name = "N", env = "MERELS_WAITING_QUESTIONS", default_value_t = 64)]
    pub waiting_questions: u32,
}

impl Default for ClientLimits {
    fn default() -> ClientLimits {
        default_settings()
    }
}

/// A group of settings with their defaults, whatever the environment says.
pub fn default_settings<T: clap::Args>() -> T {
    let command = T::augment_args(clap::Command::new("defaults"));
    let matches = command.mut_args(|arg| arg.env(None::<&str>)).get_matches_from(["defaults"]);
    T::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
}

/// Counts what clients ask for: attempts to come in for all nodes together, in the store; sockets
/// and their messages here.
#[derive(Debug)]
pub struct RateLimits {
    store: Arc<Store>,
    clock: Clock,
    limits: ClientLimits,
    sockets: Arc<Sockets>,
    /// Lines of the security log that each network may cause by being refused.
    refusals: DefaultKeyedRateLimiter<IpAddr>,
}

pub type MessageLimit = DefaultDirectRateLimiter;

/// A whole network may ask for so many times what one of its clients may.
const NETWORK_SHARE: u32 = 4;

/// From where somebody came in within this time, he may come in again however many strangers try.
pub(crate) const KNOWN_FOR: SignedDuration = SignedDuration::from_hours(30 * 24);

/// The time between two pages that are sent away, and the latest for the last one.
const FAREWELL_EACH: Duration = Duration::from_millis(2);
const LONGEST_FAREWELL: Duration = Duration::from_secs(4);

/// The mails that one client may ask for, and that one address gets.
const MAILS_PER_MINUTE: u32 = 20;
const MAILS_PER_ADDRESS_HOUR: u32 = 5;
const NOTICES_PER_ADDRESS_HOUR: u32 = 10;

const REPORTS_PER_HOUR: u32 = 10;

const INVITATIONS_PER_HOUR: u32 = 60;

/// The refusals of one network that are written down at once; one more follows each minute.
const REFUSALS_NOTED: NonZeroU32 = NonZeroU32::new(60).unwrap();
const REFUSAL_NOTED_EACH: Duration = Duration::from_secs(60);

const DOWNLOADS_PER_HOUR: u32 = 20;

const MINUTE: SignedDuration = SignedDuration::from_mins(1);
const HOUR: SignedDuration = SignedDuration::from_hours(1);

impl RateLimits {
    pub fn new(limits: ClientLimits, store: Arc<Store>, clock: Clock) -> RateLimits {
        let sockets = Arc::new(Sockets::new(limits.sockets));
        let noted = governor::Quota::with_period(REFUSAL_NOTED_EACH);
        let noted = noted.unwrap_or(governor::Quota::per_minute(NonZeroU32::MIN));
        let refusals = RateLimiter::keyed(noted.allow_burst(REFUSALS_NOTED));
        RateLimits { store, clock, limits, sockets, refusals }
    }

    /// Returns `true` if one more refusal of this client is worth a line in the security log. Counted on each node
    /// by itself: asking costs no write.
    pub fn notes_refusal(&self, client: ClientAddress) -> bool {
        self.refusals.check_key(&client.network().unwrap_or(client.ip())).is_ok()
    }

    /// Forgets the clients that have their whole allowance again.
    pub fn tidy(&self) {
        self.refusals.retain_recent();
    }

    /// Counts one more download of all data of a player.
    pub async fn allows_download(&self, player: &PlayerId) -> Result<bool> {
        self.take(vec![hourly(format!("download {player}"), DOWNLOADS_PER_HOUR)]).await
    }

    /// Counts an attempt to log in. `account` is the owner of the address, if
    /// anybody's.
    pub async fn allows_login(
        &self,
        client: ClientAddress,
        email: &str,
        account: Option<&PlayerId>,
    ) -> Result<bool> {
        let mut quotas = self.by_client("login", client, self.limits.logins_per_minute);
        let key = client_account_key(client, email);
        quotas.push(Quota { key, most: self.limits.logins_per_account, per: MINUTE });
        // From many addresses at once: but nobody must be able to lock somebody else out. Looked up for
        // nobody too, so that it takes as long.
        let (nobody, since) = (PlayerId::new(""), self.clock.now() - KNOWN_FOR);
        let player = account.unwrap_or(&nobody);
        if !self.store.accounts().has_logged_in_from(player, &client.to_string(), since).await? {
            quotas.push(hourly(account_key(email), self.limits.logins_per_account_hour));
        }
        self.take(quotas).await
    }

    /// The right password was given: strangers' attempts are forgotten.
    pub async fn logged_in(&self, email: &str) -> Result<()> {
        Ok(self.store.cluster().forgive(&account_key(email)).await?)
    }

    /// One who is signed in has shown to be the owner: the own attempts are forgotten.
    pub async fn proved_identity(&self, client: ClientAddress, email: &str) -> Result<()> {
        Ok(self.store.cluster().forgive(&client_account_key(client, email)).await?)
    }

    pub async fn allows_signup(&self, client: ClientAddress) -> Result<bool> {
        self.take(self.by_client("signup", client, self.limits.signups_per_minute)).await
    }

    /// Returns `true` if a token that does not hold is worth a line in the security log.
    pub async fn allows_token_refusal(&self, client: ClientAddress) -> Result<bool> {
        self.take(self.by_client("token", client, self.limits.logins_per_minute)).await
    }

    /// Counts a request of this client for something to sign with a passkey, or its answer.
    pub async fn allows_challenge(&self, client: ClientAddress) -> Result<bool> {
        self.take(self.by_client("passkey", client, self.limits.logins_per_minute)).await
    }

    /// Counts one more note to an address that its account has changed: whoever gave an address
    /// that is somebody else's must not be able to flood it.
    pub async fn allows_notice(&self, address: &str) -> Result<bool> {
        let key = format!("notice to {}", email_key(address));
        self.take(vec![hourly(key, NOTICES_PER_ADDRESS_HOUR)]).await
    }

    /// Counts one more report of a name.
    pub async fn allows_report(&self, client: ClientAddress) -> Result<bool> {
        self.take(vec![hourly(format!("report {client}"), REPORTS_PER_HOUR)]).await
    }

    /// Counts a mail to this address, on the wish of this client. The same for
    /// addresses that have an account and those that have none.
    pub async fn allows_mail(&self, client: ClientAddress, address: &str) -> Result<bool> {
        let mut quotas = self.by_client("mail", client, MAILS_PER_MINUTE);
        let key = format!("mail to {}", email_key(address));
        quotas.push(hourly(key, MAILS_PER_ADDRESS_HOUR));
        self.take(quotas).await
    }

    /// Takes one from each quota; `false` if one of them has none left.
    async fn take(&self, quotas: Vec<Quota>) -> Result<bool> {
        Ok(self.store.cluster().take(quotas, self.clock.now()).await?)
    }

    /// The quotas of a client and its network within a minute.
    fn by_client(&self, what: &str, client: ClientAddress, most: u32) -> Vec<Quota> {
        let mut quotas = vec![Quota { key: format!("{what} {client}"), most, per: MINUTE }];
        if let Some(network) = client.network() {
            let most = most.saturating_mul(NETWORK_SHARE);
            quotas.push(Quota { key: format!("{what} {network}/48"), most, per: MINUTE });
        }
        quotas
    }

    /// Counts one more game that this client starts.
    pub async fn allows_game(&self, client: ClientAddress) -> Result<bool> {
        self.take(self.by_client("game", client, self.limits.games_per_minute)).await
    }

    /// Counts one more invitation or challenge: open ones last for days, and whoever drops the cookie could
    /// make ever more of them.
    pub async fn allows_invitation(&self, client: ClientAddress) -> Result<bool> {
        self.take(vec![hourly(format!("offer {client}"), INVITATIONS_PER_HOUR)]).await
    }

    /// A place for one more socket, given back when it is dropped.
    pub fn socket(&self, client: ClientAddress) -> Option<SocketPermit> {
        let mut open = self.sockets.open.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(client).or_default();
        if *count >= self.sockets.most {
            return None;
        }
        *count += 1;
        self.sockets.total.send_modify(|total| *total += 1);
        Some(SocketPermit { client, sockets: Arc::clone(&self.sockets) })
    }

    /// The time that a page may stay when the server ends: the more there are, the more they are spread.
    pub fn farewell_delay(&self) -> Duration {
        let open = *self.sockets.total.borrow() as u32;
        let spread = (open * FAREWELL_EACH).min(LONGEST_FAREWELL);
        spread.mul_f64(f64::from(getrandom::u32().unwrap_or_default()) / f64::from(u32::MAX))
    }

    pub fn messages(&self) -> MessageLimit {
        // 0 would lock everybody out and counts as 1.
        let most = NonZeroU32::new(self.limits.messages_per_second).unwrap_or(NonZeroU32::MIN);
        RateLimiter::direct(governor::Quota::per_second(most))
    }
}

fn hourly(key: String, most: u32) -> Quota {
    Quota { key, most, per: HOUR }
}

fn client_account_key(client: ClientAddress, email: &str) -> String {
    format!("login {client} {}", email_key(email))
}

fn account_key(email: &str) -> String {
    format!("account {}", email_key(email))
}

#[derive(Debug)]
struct Sockets {
    most: u32,
    open: Mutex<HashMap<ClientAddress, u32>>,
    /// All that are open, whosever they are.
    total: watch::Sender<usize>,
}

impl Sockets {
    fn new(most: u32) -> Sockets {
        Sockets { most, open: Mutex::default(), total: watch::Sender::new(0) }
    }
}

#[derive(Debug)]
pub struct SocketPermit {
    client: ClientAddress,
    sockets: Arc<Sockets>,
}

impl Drop for SocketPermit {
    fn drop(&mut self) {
        let mut open = self.sockets.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&self.client) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.client);
            }
        }
        self.sockets.total.send_modify(|total| *total -= 1);
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv6Addr;

    use merels_store::{NewPlayer, SecurityEvent, SecurityKind};

    use super::*;

    async fn limits(change: impl FnOnce(&mut ClientLimits)) -> (RateLimits, tempfile::TempDir) {
        let folder = tempfile::tempdir().unwrap();
        let database = format!("sqlite://{}", folder.path().join("merels.db").display());
        let store = Arc::new(Store::open(&database).await.unwrap());
        let mut limits = ClientLimits::default();
        change(&mut limits);
        (RateLimits::new(limits, store, Clock::of_machine()), folder)
    }

    #[tokio::test]
    async fn sockets_are_counted_and_given_back() {
        let (limits, _folder) = limits(|limits| limits.sockets = 2).await;
        let client = ClientAddress::from(IpAddr::from([1, 2, 3, 4]));
        let first = limits.socket(client).unwrap();
        let _second = limits.socket(client).unwrap();
        assert!(limits.socket(client).is_none());
        drop(first);
        assert!(limits.socket(client).is_some());
    }

    #[tokio::test]
    async fn an_account_is_guarded_against_many_addresses_without_locking_its_owner_out() {
        let (limits, _folder) = limits(|limits| limits.logins_per_account_hour = 5).await;
        let (store, ada) = (Arc::clone(&limits.store), PlayerId::random());
        let (name, at) = ("Ada".to_owned(), limits.clock.now());
        let player = NewPlayer { id: ada.clone(), login: None, name, at };
        store.accounts().create_player(player).await.unwrap().unwrap();
        let home = ClientAddress::from(IpAddr::from([9, 9, 9, 9]));
        let event = SecurityEvent {
            at: limits.clock.now(),
            kind: SecurityKind::LoggedIn,
            actor: None,
            player: Some(ada.clone()),
            client: home.to_string(),
        };
        store.accounts().log_security(event).await.unwrap();
        let mut allowed = 0;
        for last in 0..50 {
            let stranger = ClientAddress::from(IpAddr::from([1, 2, 3, last]));
            let allows = limits.allows_login(stranger, "ada@example.org", Some(&ada)).await;
            allowed += u32::from(allows.unwrap());
        }
        assert_eq!(allowed, 5);
        assert!(limits.allows_login(home, "Ada@example.org ", Some(&ada)).await.unwrap());
        limits.logged_in("ada@example.org").await.unwrap();
        let stranger = ClientAddress::from(IpAddr::from([1, 2, 3, 99]));
        assert!(limits.allows_login(stranger, "ada@example.org", Some(&ada)).await.unwrap());
    }

    #[tokio::test]
    async fn a_network_of_ipv6_has_its_limit_too() {
        let (limits, _folder) = limits(|limits| limits.signups_per_minute = 2).await;
        let mut allowed = 0;
        for subnet in 0..40 {
            let address = Ipv6Addr::new(0x2001, 0xdb8, 1, subnet, 0, 0, 0, 1);
            let client = ClientAddress::from(IpAddr::from(address));
            allowed += u32::from(limits.allows_signup(client).await.unwrap());
        }
        assert_eq!(allowed, 2 * NETWORK_SHARE);
    }
}
