//! Whose turn it is at the search threads. The more urgent comes first; among equals the address
//! that has had the least, and behind one address the person. No address ever holds all threads, so
//! that whoever comes finds one free or soon gets one: work that had its slice makes room for those
//! who wait.

use std::{
    cmp::Ordering,
    sync::Arc,
    time::{Duration, Instant},
};

use thiserror::Error;

use super::{
    owner::{Claim, Owner, Urgency},
    shares::Shares,
    stop::StopSign,
};

/// Work that may wait, in all and of one address.
const LONGEST: usize = 4096;
const LONGEST_OF_ADDRESS: usize = 1024;
/// Who waits no longer than this is not bothered with its place.
const TELL_AFTER: Duration = Duration::from_millis(400);

/// So many wait already, or the pool is closed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("{0} searches wait already")]
pub(crate) struct PoolFull(pub(crate) usize);

/// How many threads there are, and how many of them one address may hold.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crew {
    pub(crate) threads: usize,
    pub(crate) share: usize,
}

impl Crew {
    /// One address may keep all processors busy, and still two threads are left for others: the
    /// system divides its time among them.
    pub(crate) fn for_processors(processors: usize) -> Crew {
        let share = processors.max(1);
        Crew { threads: share + 2, share }
    }
}

/// What a thread is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Duty {
    /// Moves of games only, so that no other work delays them.
    Games,
    /// Hints and analyses first, so that no flood of games ends them.
    Studies,
    Everything,
}

impl Duty {
    fn of(thread: usize, threads: usize) -> Duty {
        match thread {
            0 if 1 < threads => Duty::Games,
            1 if 2 < threads => Duty::Studies,
            _ => Duty::Everything,
        }
    }

    fn serves(self, urgency: Urgency) -> bool {
        match self {
            Duty::Games => urgency == Urgency::Game,
            Duty::Studies => !urgency.is_background(),
            Duty::Everything => true,
        }
    }

    /// Smaller comes first.
    fn rank(self, urgency: Urgency) -> u8 {
        let comes_last = self == Duty::Studies && urgency == Urgency::Game;
        if comes_last { u8::MAX } else { urgency as u8 }
    }
}

struct Waiting<W> {
    number: u64,
    claim: Claim,
    since: Instant,
    /// The place it was told last.
    told: Option<usize>,
    stop: Arc<StopSign>,
    work: W,
}

struct Running {
    claim: Claim,
    since: Instant,
    stop: Arc<StopSign>,
    makes_room: bool,
}

pub(super) struct Queue<W> {
    share: usize,
    waiting: Vec<Waiting<W>>,
    /// What is under way, by thread.
    running: Vec<Option<Running>>,
    had: Shares,
    asked: u64,
}

impl<W> Queue<W> {
    pub(super) fn new(crew: Crew) -> Queue<W> {
        let running = (0..crew.threads.max(1)).map(|_| None).collect();
        let (share, had) = (crew.share.max(1), Shares::new());
        Queue { share, waiting: Vec::new(), running, had, asked: 0 }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// The number with which it may be withdrawn.
    pub(super) fn push(
        &mut self,
        claim: Claim,
        stop: Arc<StopSign>,
        work: W,
        now: Instant,
    ) -> Result<u64, PoolFull> {
        let address = claim.owner.address();
        let own = self.waiting.iter().filter(|it| it.claim.owner.address() == address).count();
        if LONGEST <= self.waiting.len() || LONGEST_OF_ADDRESS <= own {
            return Err(PoolFull(own));
        }
        self.asked += 1;
        let number = self.asked;
        self.waiting.push(Waiting { number, claim, since: now, told: None, stop, work });
        Ok(number)
    }

    /// Nobody waits for it any more. What has begun is no longer here.
    pub(super) fn withdraw(&mut self, number: u64) -> Option<W> {
        let index = self.waiting.iter().position(|it| it.number == number)?;
        Some(self.waiting.swap_remove(index).work)
    }

    /// What this thread does next.
    pub(super) fn next(&mut self, thread: usize, now: Instant) -> Option<(W, Arc<StopSign>)> {
        let duty = Duty::of(thread, self.running.len());
        let may_begin = |it: &Waiting<W>| duty.serves(it.claim.urgency) && self.has_share(it.claim);
        let (index, _) = self
            .waiting
            .iter()
            .enumerate()
            .filter(|(_, it)| may_begin(it))
            .min_by_key(|(_, it)| self.key(duty, it, now))?;
        let Waiting { claim, stop, work, .. } = self.waiting.swap_remove(index);
        let running = Running { claim, since: now, stop: Arc::clone(&stop), makes_room: false };
        self.running[thread] = Some(running);
        Some((work, stop))
    }

    /// The thread is free again. Whether its work was cut short because others wait.
    pub(super) fn finish(&mut self, thread: usize, now: Instant) -> bool {
        let Some(done) = self.running[thread].take() else { return false };
        self.had.add(done.claim.owner, now.saturating_duration_since(done.since), now);
        done.makes_room
    }

    /// Ends what had its slice, if somebody waits who comes before it; one at a time.
    pub(super) fn make_room(&mut self, now: Instant) {
        if self.running.iter().flatten().any(|it| it.makes_room) {
            return;
        }
        let mut waiting: Vec<&Waiting<W>> = self.waiting.iter().collect();
        waiting.sort_by_cached_key(|it| self.key(Duty::Everything, it, now));
        let victim = waiting.into_iter().find_map(|it| self.victim_for(it.claim, now));
        if let Some(running) = victim.and_then(|thread| self.running[thread].as_mut()) {
            running.makes_room = true;
            running.stop.raise();
        }
    }

    /// The thread whose work ends for the sake of this: the least urgent, of who has had the most.
    fn victim_for(&self, waiting: Claim, now: Instant) -> Option<usize> {
        let needs_share = !self.has_share(waiting);
        let threads = self.running.iter().enumerate();
        let running = threads.filter_map(|(thread, it)| it.as_ref().map(|it| (thread, it)));
        let victims = running.filter(|(thread, running)| {
            let duty = Duty::of(*thread, self.running.len());
            let gives_share = running.claim.owner.address() == waiting.owner.address()
                && running.claim.urgency <= waiting.urgency;
            let helps = duty.serves(waiting.urgency) && (!needs_share || gives_share);
            let time = now.saturating_duration_since(running.since);
            helps && self.slice(duty, running.claim, waiting, now).is_some_and(|it| it <= time)
        });
        let badness = |claim: Claim| (claim.urgency, self.had_by(claim.owner, now).0.to_bits());
        victims.max_by_key(|(_, it)| badness(it.claim)).map(|(thread, _)| thread)
    }

    /// How long work goes on before it makes room for what waits; `None`: to its end.
    fn slice(&self, duty: Duty, running: Claim, waiting: Claim, now: Instant) -> Option<Duration> {
        let (theirs, ours) = (running.urgency, waiting.urgency);
        match duty.rank(ours).cmp(&duty.rank(theirs)) {
            Ordering::Less if ours < theirs => Some(theirs.slice_before_urgent()),
            Ordering::Less => Some(theirs.slice_before_equals()),
            Ordering::Equal => self
                .had_less(waiting.owner, running.owner, now)
                .then(|| theirs.slice_before_equals()),
            Ordering::Greater => None,
        }
    }

    fn had_less(&self, one: Owner, two: Owner, now: Instant) -> bool {
        let ((ours, our_own), (theirs, their_own)) = (self.had_by(one, now), self.had_by(two, now));
        if one.address() == two.address() { our_own < their_own } else { ours < theirs }
    }

    /// Tells everyone who waits for long its place, if it changed.
    pub(super) fn tell_places(&mut self, now: Instant, mut tell: impl FnMut(&mut W, usize)) {
        let mut order: Vec<usize> = (0..self.waiting.len()).collect();
        order.sort_by_cached_key(|&it| self.key(Duty::Everything, &self.waiting[it], now));
        for (before, index) in order.into_iter().enumerate() {
            let waiting = &mut self.waiting[index];
            let waits_long = TELL_AFTER <= now.saturating_duration_since(waiting.since);
            if waits_long && waiting.told != Some(before + 1) {
                waiting.told = Some(before + 1);
                tell(&mut waiting.work, before + 1);
            }
        }
    }

    /// Drops what waits and stops what runs.
    pub(super) fn clear(&mut self) -> Vec<W> {
        for running in self.running.iter().flatten() {
            running.stop.raise();
        }
        std::mem::take(&mut self.waiting).into_iter().map(|it| it.work).collect()
    }

    /// Less urgent work of one's own does not count against one's share: it makes room.
    fn has_share(&self, Claim { owner, urgency }: Claim) -> bool {
        let own = || {
            let running = self.running.iter().flatten().map(|it| it.claim);
            running.filter(|it| it.owner.address() == owner.address() && it.urgency <= urgency)
        };
        if urgency.is_background() {
            let is_first = !own().any(|it| it.urgency == urgency);
            return is_first && own().count() < self.share.max(2);
        }
        own().count() < self.share
    }

    /// Smaller comes first. Seconds are never negative, so their bits are in their order.
    fn key(&self, duty: Duty, waiting: &Waiting<W>, now: Instant) -> (u8, u64, u64, u64) {
        let (address, person) = self.had_by(waiting.claim.owner, now);
        let rank = duty.rank(waiting.claim.urgency);
        (rank, address.to_bits(), person.to_bits(), waiting.number)
    }

    /// What is under way counts as had already.
    fn had_by(&self, owner: Owner, now: Instant) -> (f64, f64) {
        let (mut address, mut person) = self.had.had_by(owner, now);
        for running in self.running.iter().flatten() {
            let time = now.saturating_duration_since(running.since).as_secs_f64();
            let theirs = running.claim.owner;
            address += if theirs.address() == owner.address() { time } else { 0.0 };
            person += if theirs == owner { time } else { 0.0 };
        }
        (address, person)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claim(address: u8, person: u64, urgency: Urgency) -> Claim {
        Claim { owner: Owner::new([10, 0, 0, address].into(), person), urgency }
    }

    /// Two processors, so four threads: games only, studies first, and two for everything.
    struct Desk {
        queue: Queue<&'static str>,
        now: Instant,
    }

    impl Desk {
        fn new() -> Desk {
            Desk { queue: Queue::new(Crew::for_processors(2)), now: Instant::now() }
        }

        fn ask(&mut self, name: &'static str, claim: Claim) -> Arc<StopSign> {
            let stop = Arc::new(StopSign::default());
            self.queue.push(claim, Arc::clone(&stop), name, self.now).unwrap();
            stop
        }

        /// All free threads look for work.
        fn begin(&mut self) -> Vec<&'static str> {
            let threads = self.queue.running.len();
            let free: Vec<usize> =
                (0..threads).filter(|&it| self.queue.running[it].is_none()).collect();
            free.into_iter().filter_map(|it| Some(self.queue.next(it, self.now)?.0)).collect()
        }

        /// What made room is finished, and the threads look for work.
        fn later(&mut self, milliseconds: u64) -> Vec<&'static str> {
            self.now += Duration::from_millis(milliseconds);
            self.queue.make_room(self.now);
            for thread in 0..self.queue.running.len() {
                let ends =
                    self.queue.running[thread].as_ref().is_some_and(|it| it.stop.is_raised());
                if ends {
                    assert!(self.queue.finish(thread, self.now));
                }
            }
            self.begin()
        }
    }

    #[test]
    fn an_address_that_floods_leaves_threads_for_another() {
        for flood in [Urgency::Game, Urgency::Hint, Urgency::Analysis, Urgency::Experiment] {
            let mut desk = Desk::new();
            for person in 0..100 {
                desk.ask("flood", claim(1, person, flood));
            }
            let held = desk.begin();
            assert!(held.iter().all(|it| *it == "flood") && held.len() <= 2, "{flood:?} {held:?}");
            desk.ask("move", claim(2, 1, Urgency::Game));
            assert_eq!(desk.begin(), ["move"], "{flood:?}");
            let thread = desk.queue.running.iter().position(|it| {
                it.as_ref().is_some_and(|it| it.claim == claim(2, 1, Urgency::Game))
            });
            desk.queue.finish(thread.unwrap(), desk.now);
            desk.ask("analysis", claim(2, 1, Urgency::Analysis));
            assert_eq!(desk.begin(), ["analysis"], "{flood:?}");
        }
    }

    #[test]
    fn persons_behind_one_address_take_turns() {
        let mut desk = Desk::new();
        for _ in 0..4 {
            desk.ask("one", claim(1, 1, Urgency::Game));
        }
        assert_eq!(desk.begin(), ["one", "one"]);
        desk.ask("two", claim(1, 2, Urgency::Game));
        assert!(desk.later(900).is_empty(), "a slice is a second");
        assert_eq!(desk.later(200), ["two"]);
        assert!(desk.later(900).is_empty(), "the other of both goes on: nobody has had less");
    }

    #[test]
    fn games_come_first_and_a_review_gives_way_at_once() {
        let mut desk = Desk::new();
        let review = desk.ask("review", claim(1, 1, Urgency::Review));
        desk.ask("experiment", claim(2, 1, Urgency::Experiment));
        desk.ask("second review", claim(1, 1, Urgency::Review));
        assert_eq!(desk.begin(), ["review", "experiment"], "one of a kind and address at a time");
        desk.ask("analysis", claim(3, 1, Urgency::Analysis));
        assert_eq!(desk.begin(), ["analysis"]);
        desk.ask("game", claim(3, 1, Urgency::Game));
        assert_eq!(desk.begin(), ["game"]);
        desk.ask("second analysis", claim(4, 1, Urgency::Analysis));
        assert_eq!(desk.later(1), ["second analysis"]);
        assert!(review.is_raised());
    }

    #[test]
    fn many_addresses_get_their_slices_of_analysis_and_games_go_before() {
        let mut desk = Desk::new();
        for address in 1..=6 {
            desk.ask("analysis", claim(address, 1, Urgency::Analysis));
        }
        assert_eq!(desk.begin().len(), 3, "one thread never analyses");
        desk.ask("first game", claim(9, 1, Urgency::Game));
        desk.ask("second game", claim(8, 1, Urgency::Game));
        assert_eq!(desk.begin(), ["first game"]);
        assert_eq!(desk.later(260), ["second game"], "an analysis makes room for a game soon");
        assert_eq!(desk.later(800), ["analysis"], "and for another one after its slice");
    }

    #[test]
    fn games_without_end_do_not_end_the_studies() {
        let mut desk = Desk::new();
        for address in 1..=9 {
            desk.ask("game", claim(address, 1, Urgency::Game));
        }
        assert_eq!(desk.begin().len(), 4);
        desk.ask("analysis", claim(10, 1, Urgency::Analysis));
        let begun: Vec<_> = (0..3).flat_map(|_| desk.later(1100)).collect();
        assert!(begun.contains(&"analysis"), "{begun:?}");
    }

    #[test]
    fn who_waits_hears_its_place_and_who_goes_frees_it() {
        let mut desk = Desk::new();
        for _ in 0..3 {
            desk.ask("flood", claim(1, 1, Urgency::Game));
        }
        desk.begin();
        let stop = Arc::new(StopSign::default());
        let last = claim(1, 2, Urgency::Analysis);
        let number = desk.queue.push(last, Arc::clone(&stop), "last", desk.now).unwrap();
        let places = |desk: &mut Desk| {
            let mut told = Vec::new();
            desk.queue.tell_places(desk.now, |name, place| told.push((*name, place)));
            told
        };
        assert_eq!(places(&mut desk), [], "it may begin any moment");
        desk.now += TELL_AFTER;
        assert_eq!(places(&mut desk), [("flood", 1), ("last", 2)]);
        assert_eq!(places(&mut desk), [], "nothing new");
        assert_eq!(desk.queue.withdraw(number), Some("last"));
        assert_eq!(desk.queue.withdraw(number), None);
    }

    #[test]
    fn the_queue_has_an_end_for_each_address() {
        let mut desk = Desk::new();
        for _ in 0..LONGEST_OF_ADDRESS {
            desk.ask("flood", claim(1, 1, Urgency::Game));
        }
        let push = |desk: &mut Desk, address| {
            let claim = claim(address, 1, Urgency::Game);
            desk.queue.push(claim, Arc::default(), "more", desk.now)
        };
        assert_eq!(push(&mut desk, 1), Err(PoolFull(LONGEST_OF_ADDRESS)));
        assert!(push(&mut desk, 2).is_ok());
    }
}
