//! Windows.

use std::{
    fs::OpenOptions,
    io,
    os::windows::io::AsRawHandle,
    process::{Child, Command},
    sync::LazyLock,
};

use win32job::Job;

/// A job ends with the last handle to it, which is ours, and all its processes end with it.
static JOB: LazyLock<Option<Job>> = LazyLock::new(|| {
    let job = Job::create().ok()?;
    let mut limits = job.query_extended_limit_info().ok()?;
    limits.limit_kill_on_job_close();
    job.set_extended_limit_info(&limits).ok()?;
    Some(job)
});

/// A process that cannot be tied still hears the end of its input.
pub(crate) fn start_tied(mut command: Command) -> io::Result<Child> {
    let child = command.spawn()?;
    if let Some(job) = &*JOB {
        let _ = job.assign_process(child.as_raw_handle() as isize);
    }
    Ok(child)
}

/// Only the parent can arrange this, by a job of its own.
pub(crate) fn end_with_parent() -> io::Result<()> {
    Ok(())
}

/// The system itself favors the window in front.
pub(crate) fn give_way() -> io::Result<()> {
    Ok(())
}

/// There is no such limit.
pub(crate) fn raise_open_files(_: u64) -> Option<u64> {
    None
}

pub(crate) fn nobody_reads() -> bool {
    false
}

pub(crate) fn make_private(_: &mut OpenOptions) {}

/// The window is closed, or the user logs off.
#[cfg(feature = "async")]
pub(crate) async fn end_asked_for() {
    use tokio::signal::windows::{ctrl_close, ctrl_shutdown};
    match (ctrl_close(), ctrl_shutdown()) {
        (Ok(mut closed), Ok(mut shut_down)) => tokio::select! {
            _ = closed.recv() => (),
            _ = shut_down.recv() => (),
        },
        _ => std::future::pending().await,
    }
}

/// Addresses are free at once; asking for it would let two programs listen.
#[cfg(feature = "async")]
pub(crate) fn reuse_address(_: &tokio::net::TcpSocket) -> io::Result<()> {
    Ok(())
}
