//! The connections that are open. One address has so many of them; when there are too many, the one
//! that did nothing for the longest time goes, but never one with a request under way or a socket.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{
        Arc, Mutex, MutexGuard,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
    time::Instant,
};

use tokio::sync::Notify;

pub(super) struct Places {
    most: usize,
    per_address: usize,
    /// Addresses that stand for many people: proxies.
    unlimited: Vec<IpAddr>,
    opened: Instant,
    taken: Mutex<Taken>,
}

#[derive(Default)]
struct Taken {
    last: u64,
    guests: HashMap<u64, Arc<Guest>>,
}

struct Guest {
    address: IpAddr,
    requests: AtomicUsize,
    is_socket: AtomicBool,
    /// In microseconds since the door was opened.
    active: AtomicU64,
    leave: Notify,
}

/// A connection's place, free again when it is dropped.
pub(super) struct Place {
    number: u64,
    guest: Arc<Guest>,
    places: Arc<Places>,
}

/// A request under way.
pub(super) struct Busy<'a>(&'a Guest);

impl Places {
    pub(super) fn new(most: usize, per_address: usize, unlimited: Vec<IpAddr>) -> Places {
        let opened = Instant::now();
        Places { most, per_address, unlimited, opened, taken: Mutex::default() }
    }

    pub(super) fn count(&self) -> usize {
        self.lock().guests.len()
    }

    /// `None`: all places are taken by connections that do something.
    pub(super) fn admit(self: &Arc<Places>, address: IpAddr) -> Option<Place> {
        let mut taken = self.lock();
        let own = taken.guests.values().filter(|it| it.address == address).count();
        let is_over_share = self.per_address <= own && !self.unlimited.contains(&address);
        if is_over_share && !taken.evict(|it| it.address == address) {
            return None;
        }
        if self.most <= taken.guests.len() && !taken.evict(|_| true) {
            return None;
        }
        taken.last += 1;
        let number = taken.last;
        let guest = Arc::new(Guest {
            address,
            requests: AtomicUsize::new(0),
            is_socket: AtomicBool::new(false),
            active: AtomicU64::new(self.now()),
            leave: Notify::new(),
        });
        taken.guests.insert(number, Arc::clone(&guest));
        Some(Place { number, guest, places: Arc::clone(self) })
    }

    /// The system has no more files: the oldest idle connection goes.
    pub(super) fn evict_oldest(&self) -> bool {
        self.lock().evict(|_| true)
    }

    fn now(&self) -> u64 {
        self.opened.elapsed().as_micros() as u64
    }

    fn lock(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl Taken {
    fn evict(&mut self, may_go: impl Fn(&Guest) -> bool) -> bool {
        let idle = self.guests.iter().filter(|(_, it)| it.is_idle() && may_go(it));
        let oldest = idle.min_by_key(|(number, it)| (it.active.load(Ordering::Relaxed), **number));
        let Some((&number, _)) = oldest else { return false };
        if let Some(guest) = self.guests.remove(&number) {
            guest.leave.notify_one();
        }
        true
    }
}

impl Guest {
    fn is_idle(&self) -> bool {
        self.requests.load(Ordering::Relaxed) == 0 && !self.is_socket.load(Ordering::Relaxed)
    }
}

impl Place {
    pub(super) fn begin_request(&self) -> Busy<'_> {
        self.guest.requests.fetch_add(1, Ordering::Relaxed);
        self.touch();
        Busy(&self.guest)
    }

    /// From now on it is a socket, and has its own ways to end.
    pub(super) fn becomes_socket(&self) {
        self.guest.is_socket.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_socket(&self) -> bool {
        self.guest.is_socket.load(Ordering::Relaxed)
    }

    pub(super) fn touch(&self) {
        self.guest.active.store(self.places.now(), Ordering::Relaxed);
    }

    /// Returns when the connection has to go for another's sake.
    pub(super) async fn evicted(&self) {
        self.guest.leave.notified().await;
    }
}

impl Drop for Busy<'_> {
    fn drop(&mut self) {
        self.0.requests.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.places.lock().guests.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(number: u8) -> IpAddr {
        [10, 0, 0, number].into()
    }

    #[tokio::test]
    async fn the_oldest_idle_goes_and_nobody_who_does_something() {
        let places = Arc::new(Places::new(3, 2, Vec::new()));
        let first = places.admit(address(1)).unwrap();
        let second = places.admit(address(1)).unwrap();
        let busy = first.begin_request();
        let _third = places.admit(address(1)).unwrap();
        second.evicted().await;
        assert_eq!(places.count(), 2, "an address makes room for itself");
        drop(second);
        let socket = places.admit(address(2)).unwrap();
        socket.becomes_socket();
        let _fourth = places.admit(address(3)).unwrap();
        assert_eq!(places.count(), 3, "the third one of the first address had to go");
        drop(busy);
        let fifth = places.admit(address(4)).unwrap();
        let fourth_goes = places.admit(address(5)).unwrap();
        let _working = [fifth.begin_request(), fourth_goes.begin_request()];
        assert!(places.admit(address(6)).is_none(), "a socket and two requests");
    }

    #[test]
    fn a_proxy_stands_for_many() {
        let places = Arc::new(Places::new(10, 1, vec![address(1)]));
        let held: Vec<_> = (0..3).map(|_| places.admit(address(1)).unwrap()).collect();
        assert_eq!((held.len(), places.count()), (3, 3));
    }
}
