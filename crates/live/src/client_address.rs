//! The address of a client.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr};

/// The address of a client; of IPv6 only the half that a household has.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct ClientAddress(IpAddr);

impl ClientAddress {
    /// The network of a client: of IPv6 all that a provider gives to one customer.
    pub fn network(self) -> Option<IpAddr> {
        match self.0 {
            IpAddr::V6(address) if !address.is_loopback() => {
                let [a, b, c, ..] = address.segments();
                Some(IpAddr::V6(Ipv6Addr::new(a, b, c, 0, 0, 0, 0, 0)))
            }
            _ => None,
        }
    }

    pub fn ip(self) -> IpAddr {
        self.0
    }
}

impl fmt::Display for ClientAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
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
