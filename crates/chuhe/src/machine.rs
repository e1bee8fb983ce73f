//! What the machine has to give: memory that is free, and processors.

use std::thread;

/// Megabytes that could be had now; `None` where the system does not tell.
pub fn free_megabytes() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|it| it.strip_prefix("MemAvailable:"))?;
    let kilobytes: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes / 1024)
}

/// More searching threads than this only wait for one another, and for so long that a move comes
/// late.
pub fn most_useful_threads() -> usize {
    const ALWAYS: usize = 16;
    let processors = thread::available_parallelism().map_or(1, usize::from);
    ALWAYS.max(4 * processors)
}
