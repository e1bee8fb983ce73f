//! Who somebody is, as far as an address tells.

use std::net::{IpAddr, Ipv6Addr};

use axum::http::HeaderMap;

/// What counts as one address: whoever has one of IPv6 has a whole network of them.
pub(crate) fn household(address: IpAddr) -> IpAddr {
    const HOST_BITS: u32 = 64;
    match address.to_canonical() {
        IpAddr::V6(long) if !long.is_loopback() => {
            Ipv6Addr::from_bits(long.to_bits() >> HOST_BITS << HOST_BITS).into()
        }
        other => other,
    }
}

/// Who asks through a proxy we trust: the last address of `X-Forwarded-For`, which is the one that
/// the proxy saw itself. From anybody else the header means nothing.
pub(super) fn behind_proxy(peer: IpAddr, headers: &HeaderMap, proxies: &[IpAddr]) -> IpAddr {
    if !proxies.contains(&peer.to_canonical()) {
        return peer;
    }
    let mut values = headers.get_all("x-forwarded-for").iter();
    let last = values.next_back().and_then(|it| it.to_str().ok()?.rsplit(',').next());
    last.and_then(|it| it.trim().parse().ok()).unwrap_or(peer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_household_is_one_address_or_one_network_of_the_new_kind() {
        let same = |one: &str, two: &str| {
            household(one.parse().unwrap()) == household(two.parse().unwrap())
        };
        assert!(same("10.0.0.1", "10.0.0.1") && !same("10.0.0.1", "10.0.0.2"));
        assert!(same("10.0.0.1", "::ffff:10.0.0.1"));
        assert!(same("2001:db8::1", "2001:db8::ffff:1") && !same("2001:db8::1", "2001:db8:0:1::1"));
    }

    #[test]
    fn only_a_trusted_proxy_says_who_asks() {
        let [proxy, other]: [IpAddr; 2] = [[127, 0, 0, 1].into(), [10, 0, 0, 9].into()];
        let mut headers = HeaderMap::new();
        assert_eq!(behind_proxy(proxy, &headers, &[proxy]), proxy);
        headers.append("x-forwarded-for", "1.1.1.1, 203.0.113.7".parse().unwrap());
        let guest: IpAddr = [203, 0, 113, 7].into();
        assert_eq!(behind_proxy(proxy, &headers, &[proxy]), guest);
        assert_eq!(behind_proxy(other, &headers, &[proxy]), other);
        assert_eq!(behind_proxy(proxy, &headers, &[]), proxy);
        headers.append("x-forwarded-for", "nonsense".parse().unwrap());
        assert_eq!(behind_proxy(proxy, &headers, &[proxy]), proxy);
    }
}
