//! Who has had how much: time of search threads by address and by person, slowly forgotten.

use std::{
    hash::Hash,
    net::IpAddr,
    num::NonZeroUsize,
    time::{Duration, Instant},
};

use lru::LruCache;

use super::owner::Owner;

/// After so long, half of what one had is forgotten.
const HALF_LIFE: Duration = Duration::from_secs(20);
/// Accounts kept; whoever had nothing for the longest time is forgotten first.
const ACCOUNTS: NonZeroUsize = NonZeroUsize::new(10_000).unwrap();

/// Seconds that are forgotten with time.
#[derive(Clone, Copy)]
struct Had {
    seconds: f64,
    at: Instant,
}

impl Had {
    fn now(self, now: Instant) -> f64 {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.seconds * (-passed / HALF_LIFE.as_secs_f64()).exp2()
    }
}

pub(super) struct Shares {
    addresses: LruCache<IpAddr, Had>,
    owners: LruCache<Owner, Had>,
}

impl Shares {
    pub(super) fn new() -> Shares {
        Shares { addresses: LruCache::new(ACCOUNTS), owners: LruCache::new(ACCOUNTS) }
    }

    pub(super) fn add(&mut self, owner: Owner, time: Duration, now: Instant) {
        add(&mut self.addresses, owner.address(), time, now);
        add(&mut self.owners, owner, time, now);
    }

    /// In seconds, what the address has had, and the person behind it.
    pub(super) fn had_by(&self, owner: Owner, now: Instant) -> (f64, f64) {
        let seconds = |it: Option<&Had>| it.map_or(0.0, |it| it.now(now));
        (seconds(self.addresses.peek(&owner.address())), seconds(self.owners.peek(&owner)))
    }
}

fn add<K: Hash + Eq>(accounts: &mut LruCache<K, Had>, key: K, time: Duration, now: Instant) {
    let account = accounts.get_or_insert_mut(key, || Had { seconds: 0.0, at: now });
    *account = Had { seconds: account.now(now) + time.as_secs_f64(), at: now };
}

#[test]
fn time_is_counted_by_address_and_person_and_forgotten_by_halves() {
    let mut shares = Shares::new();
    let now = Instant::now();
    let [one, two] = [1, 2].map(|person| Owner::new([10, 0, 0, 1].into(), person));
    shares.add(one, Duration::from_secs(8), now);
    assert_eq!((shares.had_by(one, now), shares.had_by(two, now)), ((8.0, 8.0), (8.0, 0.0)));
    shares.add(two, Duration::from_secs(2), now + HALF_LIFE);
    assert_eq!(shares.had_by(one, now + HALF_LIFE), (6.0, 4.0));
    assert_eq!(shares.had_by(Owner::new([10, 0, 0, 2].into(), 1), now), (0.0, 0.0));
}
