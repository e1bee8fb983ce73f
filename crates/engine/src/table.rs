//! The transposition table: what is known about positions seen before. Shared by all threads,
//! lock-free, in safe code: every access is a relaxed atomic, and an entry torn by two writers
//! fails its own checksum and counts as absent.

use std::{
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    thread,
};

use xiangqi::Move;

use crate::{
    pages,
    score::{Bound, Value},
};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// From another position with the same sixteen bits of key it may be any move: check it.
    pub(crate) mv: Option<Move>,
    /// Mates count from the node.
    pub(crate) value: Value,
    /// The raw static evaluation, or [`Entry::NO_EVAL`] in check.
    pub(crate) eval: Value,
    pub(crate) depth: i32,
    /// What the value says; `None` if the entry holds a move or an evaluation only.
    pub(crate) bound: Option<Bound>,
    /// Has the position ever been on a principal variation?
    pub(crate) was_pv: bool,
}

impl Entry {
    pub(crate) const NO_EVAL: Value = i16::MIN as Value;
    /// Depths from here up can be stored; quiescence uses 0 and below.
    pub(crate) const LOWEST_DEPTH: i32 = -8;

    /// By their two bits: at most, at least, or both.
    const BOUNDS: [Option<Bound>; 4] =
        [None, Some(Bound::Upper), Some(Bound::Lower), Some(Bound::Exact)];

    /// Is the position worth at least the value?
    #[inline(always)]
    pub(crate) fn is_lower(&self) -> bool {
        matches!(self.bound, Some(Bound::Lower | Bound::Exact))
    }

    /// Is the position worth at most the value?
    #[inline(always)]
    pub(crate) fn is_upper(&self) -> bool {
        matches!(self.bound, Some(Bound::Upper | Bound::Exact))
    }

    // Layout of a word: move 16, value 16, eval 16, depth 8, age 5 + was_pv 1 + bound 2.
    fn pack(self, age: u8) -> u64 {
        let depth = (self.depth - Entry::LOWEST_DEPTH + 1).clamp(1, 255) as u64;
        let bound = u64::from(self.is_lower()) << 1 | u64::from(self.is_upper());
        let flags = u64::from(age << 3) | u64::from(self.was_pv) << 2 | bound;
        u64::from(self.mv.map_or(0, Move::bits))
            | u64::from(self.value as i16 as u16) << 16
            | u64::from(self.eval as i16 as u16) << 32
            | depth << 48
            | flags << 56
    }

    #[inline(always)]
    fn unpack(word: u64) -> Entry {
        Entry {
            mv: Move::from_bits(word as u16),
            value: Value::from((word >> 16) as i16),
            eval: Value::from((word >> 32) as i16),
            depth: packed_depth(word) + Entry::LOWEST_DEPTH - 1,
            bound: Entry::BOUNDS[(word >> 56) as usize & 3],
            was_pv: word >> 58 & 1 != 0,
        }
    }
}

#[inline(always)]
fn packed_depth(word: u64) -> i32 {
    (word >> 48) as i32 & 0xff
}

#[inline(always)]
fn packed_age(word: u64) -> u8 {
    (word >> 59) as u8
}

const SLOTS: usize = 3;
const AGES: u8 = 32;

/// Three entries and a word with their three tags, half a cache line.
#[repr(align(32))]
#[derive(Default)]
struct Cluster {
    entries: [AtomicU64; SLOTS],
    tags: AtomicU64,
}

/// A tag is the key's low sixteen bits mixed with the entry, so that it also checks the entry.
#[inline(always)]
fn tag_of(key: u64, word: u64) -> u16 {
    let folded = word ^ word >> 32;
    (key ^ folded ^ folded >> 16) as u16
}

pub(crate) struct TranspositionTable {
    clusters: Vec<Cluster>,
    age: u8,
}

impl TranspositionTable {
    pub(crate) fn new(megabytes: usize) -> TranspositionTable {
        TranspositionTable::try_new(megabytes).expect("there is memory for a table of usual size")
    }

    /// `None` if the system has no memory for it.
    pub(crate) fn try_new(megabytes: usize) -> Option<TranspositionTable> {
        let count = (megabytes.max(1) << 20) / size_of::<Cluster>();
        let mut clusters = pages::with_capacity(count)?;
        clusters.resize_with(count, Cluster::default);
        Some(TranspositionTable { clusters, age: 0 })
    }

    /// Forgets everything, on as many threads as told.
    pub(crate) fn clear(&mut self, threads: usize) {
        let share = self.clusters.len().div_ceil(threads.max(1));
        thread::scope(|scope| {
            for part in self.clusters.chunks_mut(share) {
                scope.spawn(|| part.iter_mut().for_each(|it| *it = Cluster::default()));
            }
        });
        self.age = 0;
    }

    /// Entries of earlier searches become the first to be replaced.
    pub(crate) fn start_search(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    #[inline(always)]
    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.clusters.len() as u128) >> 64) as usize
    }

    #[inline(always)]
    fn cluster(&self, key: u64) -> &Cluster {
        &self.clusters[self.index(key)]
    }

    /// Asks the memory for the entry of `key` before it is needed.
    #[inline(always)]
    pub(crate) fn prefetch(&self, key: u64) {
        prefetch(self.cluster(key));
    }

    #[inline(always)]
    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        let cluster = self.cluster(key);
        let tags = cluster.tags.load(Relaxed);
        for slot in 0..SLOTS {
            let word = cluster.entries[slot].load(Relaxed);
            if (tags >> (16 * slot)) as u16 == tag_of(key, word) && packed_depth(word) != 0 {
                return Some(Entry::unpack(word));
            }
        }
        None
    }

    /// Stores an entry in the place of the same position, or of the least useful one.
    #[inline(always)]
    pub(crate) fn put(&self, key: u64, entry: Entry) {
        let cluster = self.cluster(key);
        let tags = cluster.tags.load(Relaxed);
        let (slot, old) = self.choose_slot(cluster, tags, key);

        let mut entry = entry;
        if let Some(old) = old {
            let known = Entry::unpack(old);
            let is_poorer = entry.bound != Some(Bound::Exact)
                && packed_age(old) == self.age
                && entry.depth + 2 * i32::from(entry.was_pv) + 4 <= known.depth;
            if is_poorer {
                return;
            }
            entry.mv = entry.mv.or(known.mv);
        }
        let word = entry.pack(self.age);
        let shift = 16 * slot;
        let new_tags = tags & !(0xffff << shift) | u64::from(tag_of(key, word)) << shift;
        cluster.entries[slot].store(word, Relaxed);
        cluster.tags.store(new_tags, Relaxed);
    }

    /// The slot to write to, and the word in it if it belongs to the same position.
    #[inline(always)]
    fn choose_slot(&self, cluster: &Cluster, tags: u64, key: u64) -> (usize, Option<u64>) {
        let mut worst = (0, i32::MAX);
        for slot in 0..SLOTS {
            let word = cluster.entries[slot].load(Relaxed);
            let is_same =
                (tags >> (16 * slot)) as u16 == tag_of(key, word) && packed_depth(word) != 0;
            if is_same {
                return (slot, Some(word));
            }
            let years = i32::from((self.age + AGES - packed_age(word)) % AGES);
            let worth = packed_depth(word) - 8 * years;
            if worth < worst.1 {
                worst = (slot, worth);
            }
        }
        (worst.0, None)
    }

    /// How full of this search's entries the table is, in thousandths, from a sample.
    pub(crate) fn fullness(&self) -> u32 {
        let sample = &self.clusters[..self.clusters.len().min(1000 / SLOTS)];
        let is_current = |word: u64| packed_depth(word) != 0 && packed_age(word) == self.age;
        let used: usize = sample
            .iter()
            .map(|it| it.entries.iter().filter(|it| is_current(it.load(Relaxed))).count())
            .sum();
        (used * 1000 / (sample.len() * SLOTS)) as u32
    }
}

/// Brings a cluster into the cache while the search goes on; nothing else happens, so the result
/// is the same where the processor knows no such instruction.
///
/// Worth its `unsafe`: with it `chuhe bench` visits a tenth more nodes per second (best of six
/// runs each, 884 against 801 thousand).
#[expect(unsafe_code, reason = "the instruction has no safe form in the standard library")]
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn prefetch(cluster: &Cluster) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: the address is that of a reference; prefetching reads nothing that could be seen.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(cluster).cast()) };
}

#[cfg(not(target_arch = "x86_64"))]
fn prefetch(_: &Cluster) {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::mate_in;

    fn entry(depth: i32, value: Value) -> Entry {
        let mv = "h2e2".parse().ok();
        Entry { mv, value, eval: -55, depth, bound: Some(Bound::Lower), was_pv: true }
    }

    #[test]
    fn what_goes_in_comes_out() {
        let table = TranspositionTable::new(1);
        for (key, depth) in [(7, 9), (u64::MAX, 0), (1 << 40, Entry::LOWEST_DEPTH)] {
            let entry = entry(depth, mate_in(3));
            table.put(key, entry);
            assert_eq!(table.get(key), Some(entry));
        }
        assert_eq!(table.get(8), None);
    }

    #[test]
    fn a_shallow_entry_does_not_replace_a_deep_one_but_a_move_is_kept() {
        let table = TranspositionTable::new(1);
        table.put(7, entry(12, 100));
        table.put(7, entry(3, 50));
        assert_eq!(table.get(7).unwrap().depth, 12);
        table.put(7, Entry { mv: None, bound: Some(Bound::Exact), ..entry(3, 50) });
        assert_eq!(table.get(7).unwrap().depth, 3);
        assert_eq!(table.get(7).unwrap().mv, "h2e2".parse().ok());
    }

    #[test]
    fn a_full_cluster_gives_up_its_least_useful_entry() {
        let table = TranspositionTable::new(1);
        for key in 0..4 {
            table.put(key, entry(10 + key as i32, 0));
        }
        assert_eq!(table.get(0), None);
        assert!((1..4).all(|key| table.get(key).is_some()));
    }
}
