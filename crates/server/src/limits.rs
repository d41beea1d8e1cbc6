//! How much one client may ask for.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};

use axum::http::HeaderMap;
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};
use tokio::sync::watch;

use crate::settings::{ClientLimits, Settings};

/// The address of a client; of IPv6 only the half that a household has.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ClientAddress(IpAddr);

impl ClientAddress {
    /// Who really asks: the peer, or whom a trusted proxy names. Each proxy adds the address it saw
    /// at the end of the list, so the last one that is no trusted proxy is the client.
    pub(crate) fn of(peer: SocketAddr, headers: &HeaderMap, settings: &Settings) -> ClientAddress {
        let trusted = |address: &IpAddr| settings.trusted_proxies.contains(address);
        let peer = peer.ip().to_canonical();
        if !trusted(&peer) {
            return ClientAddress::from(peer);
        }
        let values = headers.get_all("x-forwarded-for").iter();
        let named: Vec<&str> = values
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','))
            .collect();
        // What cannot be read ends the list: beyond it stands only what the client itself claims.
        let read = named.into_iter().rev().map_while(|text| text.trim().parse::<IpAddr>().ok());
        let mut hops = read.skip_while(trusted);
        ClientAddress::from(hops.next().unwrap_or(peer))
    }

    pub(crate) fn is_this_machine(self) -> bool {
        self.0.is_loopback()
    }
}

impl From<IpAddr> for ClientAddress {
    fn from(address: IpAddr) -> ClientAddress {
        ClientAddress(match address.to_canonical() {
            IpAddr::V6(address) if !address.is_loopback() => {
                let [a, b, c, d, ..] = address.segments();
                IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
            }
            address => address,
        })
    }
}

/// Counts what clients ask for.
#[derive(Debug)]
pub(crate) struct RateLimits {
    logins: DefaultKeyedRateLimiter<ClientAddress>,
    accounts: DefaultKeyedRateLimiter<(ClientAddress, String)>,
    signups: DefaultKeyedRateLimiter<ClientAddress>,
    games: DefaultKeyedRateLimiter<ClientAddress>,
    sockets: Arc<Sockets>,
    messages: Quota,
}

/// A number from the settings; 0 would lock everybody out and counts as 1.
fn some(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN)
}

impl RateLimits {
    pub(crate) fn new(limits: &ClientLimits) -> RateLimits {
        RateLimits {
            logins: RateLimiter::keyed(Quota::per_minute(some(limits.logins_per_minute))),
            accounts: RateLimiter::keyed(Quota::per_minute(some(limits.logins_per_account))),
            signups: RateLimiter::keyed(Quota::per_minute(some(limits.signups_per_minute))),
            games: RateLimiter::keyed(Quota::per_minute(some(limits.games_per_minute))),
            sockets: Arc::new(Sockets::new(limits.sockets)),
            messages: Quota::per_second(some(limits.messages_per_second)),
        }
    }

    /// Whether this attempt to log in may be looked at.
    pub(crate) fn allows_login(&self, client: ClientAddress, email: &str) -> bool {
        // By client and account: otherwise anybody could lock anybody out.
        let account = (client, email.trim().to_lowercase());
        self.logins.check_key(&client).is_ok() && self.accounts.check_key(&account).is_ok()
    }

    pub(crate) fn allows_signup(&self, client: ClientAddress) -> bool {
        self.signups.check_key(&client).is_ok()
    }

    /// Whether this client may start one more game.
    pub(crate) fn allows_game(&self, client: ClientAddress) -> bool {
        self.games.check_key(&client).is_ok()
    }

    /// A place for one more socket, given back when it is dropped.
    pub(crate) fn socket(&self, client: ClientAddress) -> Option<SocketPermit> {
        let mut open = self.sockets.open.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(client).or_default();
        if *count >= self.sockets.most {
            return None;
        }
        *count += 1;
        self.sockets.total.send_modify(|total| *total += 1);
        Some(SocketPermit { client, sockets: Arc::clone(&self.sockets) })
    }

    /// Waits until no socket is open.
    pub(crate) async fn all_sockets_closed(&self) {
        // The sender is at hand, so this does not fail.
        let _ = self.sockets.total.subscribe().wait_for(|total| *total == 0).await;
    }

    /// The measure for the messages of one socket.
    pub(crate) fn messages(&self) -> DefaultDirectRateLimiter {
        RateLimiter::direct(self.messages)
    }

    /// Forgets clients that were not seen for a while.
    pub(crate) fn tidy(&self) {
        self.logins.retain_recent();
        self.accounts.retain_recent();
        self.signups.retain_recent();
        self.games.retain_recent();
    }
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

/// One of a client's open sockets.
#[derive(Debug)]
pub(crate) struct SocketPermit {
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
    use super::*;

    #[test]
    fn a_proxy_is_believed_only_if_it_is_trusted() {
        let mut settings = Settings::new(([127, 0, 0, 1], 0).into(), "");
        let headers: HeaderMap =
            [("x-forwarded-for".parse().unwrap(), "6.6.6.6, 9.9.9.9, 10.0.0.2".parse().unwrap())]
                .into_iter()
                .collect();
        let peer = SocketAddr::from(([10, 0, 0, 1], 1234));
        let of = |settings: &Settings| ClientAddress::of(peer, &headers, settings);
        let address = |text: &str| ClientAddress::from(text.parse::<IpAddr>().unwrap());
        assert_eq!(of(&settings), address("10.0.0.1"));
        settings.trusted_proxies = vec!["10.0.0.1".parse().unwrap()];
        assert_eq!(of(&settings), address("10.0.0.2"));
        settings.trusted_proxies.push("10.0.0.2".parse().unwrap());
        assert_eq!(of(&settings), address("9.9.9.9"), "not what the client itself claims");
        assert_eq!(address("2001:db8:1:2:3:4:5:6"), address("2001:db8:1:2:ffff::"));
        assert_eq!(address("::ffff:10.0.0.1"), address("10.0.0.1"));
    }

    #[test]
    fn sockets_are_counted_and_given_back() {
        let limits = RateLimits::new(&ClientLimits { sockets: 2, ..ClientLimits::default() });
        let client = ClientAddress::from(IpAddr::from([1, 2, 3, 4]));
        let first = limits.socket(client).unwrap();
        let _second = limits.socket(client).unwrap();
        assert!(limits.socket(client).is_none());
        drop(first);
        assert!(limits.socket(client).is_some());
    }
}
