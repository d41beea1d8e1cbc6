//! The places for connections: so many in all, and only a share of them for one client network.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use merels_services::live::ClientAddress;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// One network leaves at least this share of all places to the others.
const ROOM_KEPT: u32 = 8;

#[derive(Clone, Debug)]
pub(crate) struct Room {
    /// Of all clients together.
    pub(crate) connections: u32,
    /// Of one client network.
    pub(crate) per_network: u32,
    /// Proxies speak for many clients, so that no share of theirs is counted: they hold back half
    /// requests themselves.
    pub(crate) proxies: Vec<IpAddr>,
}

impl Room {
    /// Without a share for one network: for doors that only operators know.
    pub(crate) fn for_all(connections: u32) -> Room {
        Room { connections, per_network: connections, proxies: Vec::new() }
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum NoPlace {
    /// For nobody.
    Full,
    /// For this network: it has its share.
    ShareTaken,
}

#[derive(Debug)]
pub(crate) struct Places {
    room: Room,
    free: Arc<Semaphore>,
    taken: Mutex<HashMap<ClientAddress, u32>>,
}

impl Places {
    pub(crate) fn new(room: Room) -> Arc<Places> {
        let free = Arc::new(Semaphore::new(room.connections as usize));
        Arc::new(Places { room, free, taken: Mutex::default() })
    }

    /// A place for a connection from an address, given back when it is dropped.
    ///
    /// # Errors
    ///
    /// If all places are taken, or the network's share of them is.
    pub(crate) fn take(self: &Arc<Places>, peer: IpAddr) -> Result<Place, NoPlace> {
        let free = Arc::clone(&self.free).try_acquire_owned().map_err(|_| NoPlace::Full)?;
        let peer = peer.to_canonical();
        let is_proxy = self.room.proxies.contains(&peer);
        let share = if is_proxy { None } else { Some(self.take_share(peer.into())?) };
        Ok(Place { _share: share, _free: free })
    }

    fn take_share(self: &Arc<Places>, network: ClientAddress) -> Result<Share, NoPlace> {
        let Room { connections, per_network, .. } = self.room;
        let most = per_network.min(connections - connections / ROOM_KEPT);
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let count = taken.entry(network).or_default();
        if *count >= most {
            return Err(NoPlace::ShareTaken);
        }
        *count += 1;
        Ok(Share { places: Arc::clone(self), network })
    }

    /// Waits until everybody has gone.
    pub(crate) async fn all_free(&self) {
        let _ = self.free.acquire_many(self.room.connections).await;
    }
}

#[derive(Debug)]
pub(crate) struct Place {
    /// Given back first: when all places are free, so are all shares.
    _share: Option<Share>,
    _free: OwnedSemaphorePermit,
}

#[derive(Debug)]
struct Share {
    places: Arc<Places>,
    network: ClientAddress,
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut taken = self.places.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = taken.get_mut(&self.network) {
            *count -= 1;
            if *count == 0 {
                taken.remove(&self.network);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    fn places(connections: u32, per_network: u32) -> Arc<Places> {
        Places::new(Room { connections, per_network, proxies: vec![address("10.0.0.1")] })
    }

    #[test]
    fn a_network_has_its_share_and_gets_it_back() {
        let places = places(100, 2);
        let ours = ["2001:db8:1:2::1", "2001:db8:1:2:3::4"].map(address);
        let held = ours.map(|peer| places.take(peer).unwrap());
        assert_eq!(places.take(ours[0]).unwrap_err(), NoPlace::ShareTaken);
        let _neighbour = places.take(address("2001:db8:1:3::1")).unwrap();
        drop(held);
        assert!(places.take(ours[1]).is_ok());
        assert_eq!(places.taken.lock().unwrap().len(), 1, "only who is there is counted");
    }

    #[test]
    fn no_network_takes_all_places() {
        let places = places(16, 1000);
        let held: Vec<_> = std::iter::repeat_with(|| places.take(address("1.2.3.4")))
            .map_while(Result::ok)
            .collect();
        assert_eq!(held.len(), 14);
        let _others = [1, 2].map(|last| places.take([5, 6, 7, last].into()).unwrap());
        assert_eq!(places.take(address("5.6.7.3")).unwrap_err(), NoPlace::Full);
    }

    #[test]
    fn a_trusted_proxy_is_not_counted_as_one_client() {
        let places = places(16, 2);
        let held = [(); 16].map(|()| places.take(address("10.0.0.1")).unwrap());
        assert_eq!(places.take(address("10.0.0.1")).unwrap_err(), NoPlace::Full);
        drop(held);
    }
}
