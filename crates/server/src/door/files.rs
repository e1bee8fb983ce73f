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
    raise().unwrap_or(USUAL).saturating_sub(RESERVE).max(RESERVE)
}

#[cfg(target_os = "linux")]
fn raise() -> Option<usize> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let now = getrlimit(Resource::Nofile);
    let wanted = now.maximum.unwrap_or(ENOUGH).min(ENOUGH);
    let current = now.current.unwrap_or(ENOUGH);
    if current < wanted {
        let raised = Rlimit { current: Some(wanted), maximum: now.maximum };
        if let Err(error) = setrlimit(Resource::Nofile, raised) {
            tracing::debug!("the limit of open files stays {current}: {error}");
            return usize::try_from(current).ok();
        }
    }
    usize::try_from(current.max(wanted)).ok()
}

#[cfg(not(target_os = "linux"))]
fn raise() -> Option<usize> {
    let _ = ENOUGH;
    None
}
