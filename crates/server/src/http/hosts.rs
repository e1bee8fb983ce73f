//! Under which names the server answers. Some site may point its own name here and have its visitors'
//! browsers ask us: whoever calls us by a name that is not ours is refused.

use std::net::{IpAddr, SocketAddr};

/// `--host` and the addresses of the machine.
#[derive(Clone, Debug)]
pub(crate) struct Hosts {
    named: Vec<String>,
    address: IpAddr,
}

impl Hosts {
    pub(crate) fn new(named: &[String], listens: SocketAddr) -> Hosts {
        Hosts { named: named.iter().map(|it| tidy(it)).collect(), address: listens.ip() }
    }

    /// A name as it stands in `Host`, without its port.
    pub(crate) fn knows(&self, name: &str) -> bool {
        let name = tidy(name);
        if self.named.contains(&name) || name == "localhost" {
            return true;
        }
        let Ok(asked) = name.parse::<IpAddr>() else { return false };
        if asked.is_loopback() || asked == self.address {
            return true;
        }
        // Asked each time: a laptop changes its addresses.
        self.address.is_unspecified() && own_addresses().any(|it| it == asked)
    }
}

pub(crate) fn own_addresses() -> impl Iterator<Item = IpAddr> {
    let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
    interfaces.into_iter().map(|it| it.ip())
}

/// Names are the same in capitals; addresses of IPv6 have brackets where a port may follow.
fn tidy(name: &str) -> String {
    let name = name.strip_prefix('[').and_then(|it| it.strip_suffix(']')).unwrap_or(name);
    name.trim_end_matches('.').to_ascii_lowercase()
}

#[test]
fn only_names_of_its_own_are_known() {
    let named = ["Chess.Example.org".to_owned()];
    let local = Hosts::new(&named, ([127, 0, 0, 1], 8090).into());
    for name in ["localhost", "127.0.0.1", "[::1]", "LOCALHOST", "chess.example.org", "localhost."]
    {
        assert!(local.knows(name), "{name}");
    }
    for name in ["evil.example", "localhost.evil.example", "10.0.0.1", "", "chess.example"] {
        assert!(!local.knows(name), "{name}");
    }
    let reachable = Hosts::new(&[], ([0, 0, 0, 0], 8090).into());
    assert!(own_addresses().all(|it| reachable.knows(&it.to_string())));
    assert!(!reachable.knows("evil.example") && !reachable.knows("203.0.113.99"));
    let fixed = Hosts::new(&[], ([192, 0, 2, 5], 8090).into());
    assert!(fixed.knows("192.0.2.5") && !fixed.knows("192.0.2.6"));
}
