//! How much the server takes from anyone.

use std::{net::IpAddr, num::NonZeroUsize, sync::Mutex, time::Duration};

use lru::LruCache;

use crate::door::bucket::{Bucket, Rate};

/// Largest request body; records have a limit of their own.
pub(crate) const BODY: usize = 64 * 1024;
/// Largest record to be read, or drawn on the page and written as PGN.
pub(crate) const RECORD: usize = 4 * 1024 * 1024;
/// Largest study to be kept.
pub(crate) const STUDY: usize = 512 * 1024;
/// Largest file for the library.
pub(crate) const LIBRARY_FILE: usize = 64 * 1024 * 1024;
/// Largest message on a socket.
pub(crate) const MESSAGE: usize = 8 * 1024;
/// Rooms open at once.
pub(crate) const ROOMS: usize = 2000;
/// Connections of all kinds; so many of ten may be sockets, and one address may have so many sockets.
pub(crate) const CONNECTIONS: usize = 5000;
pub(crate) const SOCKETS_OF_TEN: usize = 8;
pub(crate) const SOCKETS_OF_ADDRESS: usize = 500;
/// One analysis ends after this, unless it is asked for again.
pub(crate) const ANALYSIS: Duration = Duration::from_secs(120);
pub(crate) const ANALYSIS_LINES: usize = 5;
/// Questions to endgame tables answered at a time; others wait.
pub(crate) const PROBES: usize = 2;
/// Requests, new games and socket messages: how many at once, how many per second.
pub(crate) const REQUESTS: Rate = Rate { burst: 400.0, per_second: 40.0 };
pub(crate) const NEW_GAMES: Rate = Rate { burst: 400.0, per_second: 2.0 };
pub(crate) const MESSAGES: Rate = Rate { burst: 60.0, per_second: 20.0 };
/// A bot answers as fast as it can, in several games.
pub(crate) const BOT_MESSAGES: Rate = Rate { burst: 1000.0, per_second: 1000.0 };
/// Join codes that no league has: how many an address may try.
pub(crate) const WRONG_CODES: Rate = Rate { burst: 10.0, per_second: 0.05 };
/// A whole game is much to say: how often a socket may ask for it.
pub(crate) const SYNCS: Rate = Rate { burst: 30.0, per_second: 2.0 };
/// Whoever is refused more often than this is sent away.
pub(crate) const REFUSALS: Rate = Rate { burst: 150.0, per_second: 1.0 };

/// Addresses remembered; whoever was silent the longest is forgotten first, which can only be too
/// kind.
const ADDRESSES: NonZeroUsize = NonZeroUsize::new(10_000).unwrap();

/// One bucket per address.
pub(crate) struct ByAddress {
    rate: Rate,
    buckets: Mutex<LruCache<IpAddr, Bucket>>,
}

impl ByAddress {
    pub(crate) fn new(rate: Rate) -> ByAddress {
        ByAddress { rate, buckets: Mutex::new(LruCache::new(ADDRESSES)) }
    }

    /// Whether there is something to take.
    pub(crate) fn has(&self, address: IpAddr) -> bool {
        let mut buckets = self.buckets.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        buckets.get_or_insert_mut(address, || Bucket::full(self.rate)).has()
    }

    pub(crate) fn take(&self, address: IpAddr) -> bool {
        let mut buckets = self.buckets.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        buckets.get_or_insert_mut(address, || Bucket::full(self.rate)).take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_was_silent_the_longest_is_forgotten_first() {
        let by_address = ByAddress::new(Rate { burst: 2.0, per_second: 0.0 });
        let address = |number: usize| IpAddr::from([10, 0, (number >> 8) as u8, number as u8]);
        assert!(by_address.take(address(0)) && by_address.take(address(1)));
        for number in 2..ADDRESSES.get() {
            by_address.take(address(number));
        }
        assert!(by_address.take(address(0)));
        by_address.take(address(ADDRESSES.get()));
        assert!(!by_address.take(address(0)), "it asked lately, so it is remembered");
        assert!(by_address.take(address(1)) && by_address.take(address(1)), "forgotten: a new one");
    }
}
