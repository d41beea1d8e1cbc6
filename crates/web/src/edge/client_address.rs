//! The client's address behind proxies.

use std::net::{IpAddr, SocketAddr};

use axum::http::HeaderMap;
use merels_services::live::ClientAddress;

/// The address of the client: the peer, or the one that a trusted proxy names. Each proxy adds the address
/// it saw at the end of the list, so the last one that is no trusted proxy is the client.
pub(crate) fn forwarded_client(
    peer: SocketAddr,
    headers: &HeaderMap,
    proxies: &[IpAddr],
) -> ClientAddress {
    let trusted = |address: &IpAddr| proxies.contains(address);
    let peer = peer.ip().to_canonical();
    if !trusted(&peer) {
        return ClientAddress::from(peer);
    }
    let values = headers.get_all("x-forwarded-for").iter();
    let named: Vec<&str> =
        values.filter_map(|value| value.to_str().ok()).flat_map(|value| value.split(',')).collect();
    // What cannot be read ends the list: beyond it stands only what the client itself claims.
    let read = named.into_iter().rev().map_while(|text| text.trim().parse::<IpAddr>().ok());
    let mut hops = read.skip_while(trusted);
    ClientAddress::from(hops.next().unwrap_or(peer))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proxy_is_believed_only_if_it_is_trusted() {
        let mut proxies = Vec::new();
        let headers: HeaderMap =
            [("x-forwarded-for".parse().unwrap(), "6.6.6.6, 9.9.9.9, 10.0.0.2".parse().unwrap())]
                .into_iter()
                .collect();
        let peer = SocketAddr::from(([10, 0, 0, 1], 1234));
        let of = |proxies: &[IpAddr]| forwarded_client(peer, &headers, proxies);
        let address = |text: &str| ClientAddress::from(text.parse::<IpAddr>().unwrap());
        assert_eq!(of(&proxies), address("10.0.0.1"));
        proxies.push("10.0.0.1".parse().unwrap());
        assert_eq!(of(&proxies), address("10.0.0.2"));
        proxies.push("10.0.0.2".parse().unwrap());
        assert_eq!(of(&proxies), address("9.9.9.9"), "not what the client itself claims");
        assert_eq!(address("2001:db8:1:2:3:4:5:6"), address("2001:db8:1:2:ffff::"));
        assert_eq!(address("::ffff:10.0.0.1"), address("10.0.0.1"));
    }
}
