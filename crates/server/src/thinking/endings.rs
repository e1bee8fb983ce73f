//! Endgame tables for the page: those that are there, and small ones built in the background, one
//! after the other.

use std::{
    collections::VecDeque,
    sync::{Arc, LazyLock, Mutex},
    thread,
};

use endgame::{Material, SMALL, Tables, catalogue, positions_of};

/// More wishes than this wait for nobody: the page asks again.
const LONGEST_QUEUE: usize = 16;

pub(crate) struct Endings {
    tables: Arc<Tables>,
    wanted: Mutex<Wanted>,
}

#[derive(Default)]
struct Wanted {
    queue: VecDeque<Material>,
    /// Tables that could not be built or written; they are not tried again.
    failed: Vec<Material>,
    is_busy: bool,
}

/// What there is of a table.
pub(crate) enum Shelf {
    /// It and what captures lead to can be asked.
    Ready,
    /// Being computed, or waiting for it.
    Building,
    /// Not one of those built unasked, or it cannot be written.
    Missing,
}

/// What the server builds unasked: the small tables of the catalogue and those they need. Visitors
/// cannot make it compute or write anything else.
static BUILDABLE: LazyLock<Vec<Material>> = LazyLock::new(|| {
    let is_small = |it: &Material| positions_of(it) <= SMALL;
    let endings = catalogue().iter().map(|it| it.material).filter(is_small);
    let mut buildable: Vec<Material> = endings.flat_map(|it| it.family()).collect();
    buildable.sort_unstable();
    buildable.dedup();
    buildable
});

impl Endings {
    pub(crate) fn new(tables: Arc<Tables>) -> Arc<Endings> {
        Arc::new(Endings { tables, wanted: Mutex::default() })
    }

    pub(crate) fn tables(&self) -> &Arc<Tables> {
        &self.tables
    }

    /// The table, or the word that it is being built. Reads files: not for threads in a hurry.
    pub(crate) fn ask(self: &Arc<Self>, material: &Material) -> Shelf {
        // What captures lead to is needed for judging moves.
        let mut needed = material.after_captures();
        needed.push(*material);
        let is_there = || needed.iter().all(|it| self.tables.get(it).is_some());
        if is_there() {
            return Shelf::Ready;
        }
        // Somebody may have built it with the command meanwhile.
        self.tables.refresh();
        if is_there() {
            return Shelf::Ready;
        }
        if !BUILDABLE.contains(material) {
            return Shelf::Missing;
        }
        self.want(material)
    }

    fn want(self: &Arc<Self>, material: &Material) -> Shelf {
        let Ok(mut wanted) = self.wanted.lock() else { return Shelf::Missing };
        if wanted.failed.contains(material) {
            return Shelf::Missing;
        }
        if !wanted.queue.contains(material) && wanted.queue.len() < LONGEST_QUEUE {
            wanted.queue.push_back(*material);
        }
        if !wanted.is_busy {
            let endings = Arc::clone(self);
            let builder = thread::Builder::new().name("endings".to_owned());
            wanted.is_busy = builder.spawn(move || endings.build_all()).is_ok();
        }
        Shelf::Building
    }

    /// One thread, one table after the other: games and analysis go on beside it.
    fn build_all(&self) {
        while let Some(material) = self.next() {
            let built = self.tables.build(&material, 1, &mut |_, _| {});
            let Ok(mut wanted) = self.wanted.lock() else { return };
            wanted.queue.retain(|it| *it != material);
            if let Err(error) = built {
                tracing::warn!("the endgame table {material} was not built: {error}");
                wanted.failed.push(material);
            }
        }
    }

    fn next(&self) -> Option<Material> {
        let mut wanted = self.wanted.lock().ok()?;
        let next = wanted.queue.front().copied();
        wanted.is_busy = next.is_some();
        next
    }
}
