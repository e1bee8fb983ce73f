//! Threads that compute give way to threads that answer.

/// Moves the calling thread behind all others of this program that want the processor. Where the
/// system knows no priorities of single threads, nothing happens.
pub(crate) fn give_way() {
    if let Err(error) = system::give_way() {
        tracing::debug!("search threads keep their priority: {error}");
    }
}
