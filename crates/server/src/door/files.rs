//! Every connection is an open file, and systems count them.

/// What is left for the database, the log and whatever else opens files.
const RESERVE: usize = 64;
/// Where the system does not tell.
const USUAL: usize = 1024;
/// More is never needed.
const ENOUGH: u64 = 65_536;

/// Raises this process's limit of open files as far as it may; answers how many connections that
/// leaves room for.
pub(crate) fn room_for_connections() -> usize {
    let files = system::raise_open_files(ENOUGH).and_then(|it| usize::try_from(it).ok());
    files.unwrap_or(USUAL).saturating_sub(RESERVE).max(RESERVE)
}
