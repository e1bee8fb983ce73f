//! Threads that compute give way to threads that answer.

/// Moves the calling thread behind all others of this program that want the processor. Where the
/// system knows no priorities of single threads, nothing happens.
pub(crate) fn give_way() {
    #[cfg(target_os = "linux")]
    {
        const NICENESS: i32 = 10;
        // Linux counts niceness by thread; "this process" is the thread that asks.
        if let Err(error) = rustix::process::setpriority_process(None, NICENESS) {
            tracing::debug!("search threads keep their priority: {error}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn only_the_calling_thread_gives_way() {
    let niceness = || rustix::process::getpriority_process(None).unwrap();
    let before = niceness();
    let other = std::thread::spawn(move || {
        give_way();
        niceness()
    });
    assert!(before <= other.join().unwrap());
    assert_eq!(niceness(), before);
}
