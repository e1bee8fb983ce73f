//! So many at once, and so many of one address.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard},
};

pub(crate) struct Headcount {
    most: usize,
    per_address: usize,
    /// Invariant: no address with a count of zero.
    inside: Mutex<HashMap<IpAddr, usize>>,
}

/// Whoever holds it is inside.
pub(crate) struct Ticket {
    address: IpAddr,
    of: Arc<Headcount>,
}

impl Headcount {
    pub(crate) fn new(most: usize, per_address: usize) -> Headcount {
        Headcount { most, per_address, inside: Mutex::default() }
    }

    pub(crate) fn enter(self: &Arc<Headcount>, address: IpAddr) -> Option<Ticket> {
        let mut inside = self.lock();
        let is_full = self.most <= inside.values().sum();
        let own = inside.get(&address).copied().unwrap_or(0);
        if is_full || self.per_address <= own {
            return None;
        }
        inside.insert(address, own + 1);
        Some(Ticket { address, of: Arc::clone(self) })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.inside.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut inside = self.of.lock();
        if let Some(count) = inside.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                inside.remove(&self.address);
            }
        }
    }
}

#[test]
fn no_address_takes_all_places() {
    let count = Arc::new(Headcount::new(3, 2));
    let [one, two, three] = [1, 2, 3].map(|it| IpAddr::from([10, 0, 0, it]));
    let first = count.enter(one);
    let second = count.enter(one);
    assert!(first.is_some() && second.is_some() && count.enter(one).is_none());
    let _third = count.enter(two).unwrap();
    assert!(count.enter(three).is_none(), "all are taken");
    drop(first);
    assert!(count.enter(three).is_some());
}
