//! The tables of a folder, shared by all who ask: read when first needed, within a limit of memory,
//! and small ones built when they are missing.

use std::{
    collections::{HashMap, hash_map::RandomState},
    error, fmt,
    fs::{self, File},
    hash::{BuildHasher, Hasher},
    io::{self, Read, Write},
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, RwLock,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

use xiangqi::Position;

use crate::{
    build::{BuildError, Stage, build, positions_of},
    file::{self, FileError, HEADER_BYTES, Header},
    material::Material,
    table::{Table, Value},
};

/// Tables with at most so many positions are built when they are needed and not there.
pub const SMALL: usize = 10_000_000;

/// The ending of a table's file.
const ENDING: &str = "chuhe-eg";

/// What a folder has, what is in memory, and how much of it.
pub struct Tables {
    folder: PathBuf,
    most_bytes: usize,
    memory: RwLock<Memory>,
    /// One build at a time: two would need twice the memory and share the processors anyway.
    building: Mutex<()>,
    /// Counts look-ups of whole tables, for finding the one not asked for longest.
    clock: AtomicU64,
}

#[derive(Default)]
struct Memory {
    /// `None` for what is not in the folder or does not fit.
    slots: HashMap<Material, Option<Slot>>,
    bytes: usize,
}

struct Slot {
    table: Arc<Table>,
    last_used: AtomicU64,
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tables").field("folder", &self.folder).finish_non_exhaustive()
    }
}

/// A file by its name, and what its header says.
pub type Listed = (String, Result<Header, FileError>);

/// Why there is no table.
#[derive(Debug)]
pub enum TablesError {
    Build(BuildError),
    /// It is not there and too large to be built unasked.
    NotBuilt {
        material: Material,
        positions: usize,
    },
    File {
        path: PathBuf,
        error: FileError,
    },
    Io {
        path: PathBuf,
        error: io::Error,
    },
}

impl fmt::Display for TablesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TablesError::Build(error) => error.fmt(f),
            TablesError::NotBuilt { material, positions } => write!(
                f,
                "the table {material} is not built; its {} million positions need: chuhe endgame build {material}",
                positions.div_ceil(1_000_000)
            ),
            TablesError::File { path, error } => write!(f, "{} {error}", path.display()),
            TablesError::Io { path, error } => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl error::Error for TablesError {}

impl From<BuildError> for TablesError {
    fn from(error: BuildError) -> TablesError {
        TablesError::Build(error)
    }
}

impl Tables {
    /// The tables of a folder, which need not exist. At most so many bytes of values are kept in
    /// memory; a table larger than that is not used.
    pub fn new(folder: &Path, most_bytes: usize) -> Tables {
        Tables {
            folder: folder.to_owned(),
            most_bytes,
            memory: RwLock::default(),
            building: Mutex::default(),
            clock: AtomicU64::new(0),
        }
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The value of a position, if its table is there. Reads the table at first.
    pub fn value(&self, position: &Position) -> Option<Value> {
        let (material, _) = Material::of(position)?;
        self.get(&material)?.value(position)
    }

    /// The table, from memory or else from its file; `None` if it is not there or does not fit.
    pub fn get(&self, material: &Material) -> Option<Arc<Table>> {
        if let Ok(memory) = self.memory.read()
            && let Some(slot) = memory.slots.get(material)
        {
            let slot = slot.as_ref()?;
            slot.last_used.store(self.clock.fetch_add(1, Relaxed), Relaxed);
            return Some(slot.table.clone());
        }
        let fits = positions_of(material) <= self.most_bytes;
        let table = if fits { self.read(material).ok().flatten().map(Arc::new) } else { None };
        self.keep(material, table.clone());
        table
    }

    /// The table; if it is small and missing, it and those it needs are built and written.
    pub fn obtain(
        &self,
        material: &Material,
        threads: usize,
        report: &mut dyn FnMut(&Material, Stage),
    ) -> Result<Arc<Table>, TablesError> {
        if let Some(table) = self.get(material) {
            return Ok(table);
        }
        let positions = positions_of(material);
        if SMALL < positions {
            return Err(TablesError::NotBuilt { material: *material, positions });
        }
        self.build(material, threads, report)
    }

    /// Builds a table and those it needs, as far as they are missing, and writes them.
    pub fn build(
        &self,
        material: &Material,
        threads: usize,
        report: &mut dyn FnMut(&Material, Stage),
    ) -> Result<Arc<Table>, TablesError> {
        let _one_at_a_time = self.building.lock();
        let mut family: Vec<Arc<Table>> = Vec::new();
        for member in material.family() {
            let table = match self.read_unless_kept(&member)? {
                Some(table) => table,
                None => {
                    let table =
                        build(&member, &family, threads, &mut |stage| report(&member, stage))?;
                    self.write(&table)?;
                    Arc::new(table)
                }
            };
            self.keep(&member, Some(table.clone()));
            family.push(table);
        }
        // The family ends with the table itself.
        family
            .pop()
            .ok_or(TablesError::Build(BuildError::Missing { wanted: *material, by: *material }))
    }

    fn read_unless_kept(&self, material: &Material) -> Result<Option<Arc<Table>>, TablesError> {
        let kept = self.memory.read().ok().and_then(|memory| {
            memory.slots.get(material).and_then(Option::as_ref).map(|it| it.table.clone())
        });
        match kept {
            Some(table) => Ok(Some(table)),
            None => Ok(self.read(material)?.map(Arc::new)),
        }
    }

    /// Reads a table's file; `None` if there is none.
    pub fn read(&self, material: &Material) -> Result<Option<Table>, TablesError> {
        let path = self.path(material);
        let Some(bytes) = read_file(&path, 2 * positions_of(material) as u64 + 4096)? else {
            return Ok(None);
        };
        let table =
            file::read(&bytes).map_err(|error| TablesError::File { path: path.clone(), error })?;
        if table.material() != material {
            return Err(TablesError::File { path, error: FileError::Damaged });
        }
        Ok(Some(table))
    }

    /// Writes a table under its name, only when it is whole.
    fn write(&self, table: &Table) -> Result<(), TablesError> {
        let path = self.path(table.material());
        // Two programs may build the same table at the same time.
        let unforeseen = RandomState::new().build_hasher().finish();
        let part = path.with_extension(format!("{unforeseen:016x}.part"));
        let failed = |error| TablesError::Io { path: path.clone(), error };
        fs::create_dir_all(&self.folder).map_err(failed)?;
        let bytes = file::write(table, &table.counts());
        let mut file = File::create(&part).map_err(failed)?;
        let written = file.write_all(&bytes).and_then(|()| file.sync_all());
        drop(file);
        let renamed = written.and_then(|()| fs::rename(&part, &path));
        if renamed.is_err() {
            // Half a file is of no use; if it cannot be removed, it is at least called a part.
            let _ = fs::remove_file(&part);
        }
        renamed.map_err(failed)
    }

    /// Removes a table's file, so that it is built once more. No file is no mistake.
    pub fn remove(&self, material: &Material) -> Result<(), TablesError> {
        let path = self.path(material);
        if let Ok(mut memory) = self.memory.write()
            && let Some(Some(old)) = memory.slots.remove(material)
        {
            memory.bytes -= old.table.bytes();
        }
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(TablesError::Io { path, error })
            }
            _ => Ok(()),
        }
    }

    fn keep(&self, material: &Material, table: Option<Arc<Table>>) {
        let Ok(mut memory) = self.memory.write() else { return };
        let fits = table.filter(|it| it.bytes() <= self.most_bytes);
        if let Some(Some(old)) = memory.slots.remove(material) {
            memory.bytes -= old.table.bytes();
        }
        if let Some(table) = &fits {
            while self.most_bytes < memory.bytes + table.bytes() && memory.forget_oldest() {}
            memory.bytes += table.bytes();
        }
        let last_used = AtomicU64::new(self.clock.fetch_add(1, Relaxed));
        memory.slots.insert(*material, fits.map(|table| Slot { table, last_used }));
    }

    /// Looks again for what was not there.
    pub fn refresh(&self) {
        if let Ok(mut memory) = self.memory.write() {
            memory.slots.retain(|_, slot| slot.is_some());
        }
    }

    /// The tables of the folder by name, each with what its header says.
    pub fn list(&self) -> Result<Vec<Listed>, TablesError> {
        let failed = |error| TablesError::Io { path: self.folder.clone(), error };
        let entries = match fs::read_dir(&self.folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(failed(error)),
        };
        let mut list = Vec::new();
        for entry in entries {
            let path = entry.map_err(failed)?.path();
            if path.extension().is_some_and(|it| it == ENDING) && path.is_file() {
                let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                let mut bytes = Vec::new();
                let read = File::open(&path)
                    .and_then(|it| it.take(HEADER_BYTES as u64).read_to_end(&mut bytes));
                read.map_err(|error| TablesError::Io { path, error })?;
                list.push((name, file::read_header(&bytes)));
            }
        }
        list.sort_by(|one, other| (one.0.len(), &one.0).cmp(&(other.0.len(), &other.0)));
        Ok(list)
    }

    fn path(&self, material: &Material) -> PathBuf {
        self.folder.join(format!("{material}.{ENDING}"))
    }
}

impl Memory {
    /// Drops the table not asked for longest; false if there is none. It is read again when needed.
    fn forget_oldest(&mut self) -> bool {
        let used = |slot: &Option<Slot>| slot.as_ref().map(|it| it.last_used.load(Relaxed));
        let oldest = self
            .slots
            .iter()
            .filter_map(|(material, slot)| Some((used(slot)?, *material)))
            .min_by_key(|it| it.0);
        let Some((_, material)) = oldest else { return false };
        if let Some(Some(slot)) = self.slots.remove(&material) {
            self.bytes -= slot.table.bytes();
        }
        true
    }
}

/// A regular file of at most so many bytes; `None` if nothing is there.
fn read_file(path: &Path, most: u64) -> Result<Option<Vec<u8>>, TablesError> {
    let failed = |error| TablesError::Io { path: path.to_owned(), error };
    match fs::metadata(path) {
        Ok(it) if it.is_file() && it.len() <= most => {}
        Ok(_) => {
            let (path, error) = (path.to_owned(), FileError::NotATable);
            return Err(TablesError::File { path, error });
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed(error)),
    }
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|it| it.take(most).read_to_end(&mut bytes))
        .map(|_| Some(bytes))
        .map_err(failed)
}
