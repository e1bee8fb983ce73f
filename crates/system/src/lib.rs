//! What is different on every system, and nothing else: signals, priorities, limits, the life of
//! processes. Each function has one meaning, said here, and a body for Unix and one for Windows;
//! where a system has no such thing, it says so and nothing happens.
//!
//! Locks of files are not here: the standard library has them on all systems.

#[cfg(unix)]
mod unix;
#[cfg(unix)]
use unix as own;

#[cfg(windows)]
mod windows;
#[cfg(windows)]
use windows as own;

use std::{
    fs::OpenOptions,
    io,
    process::{Child, Command},
};

/// Starts a program that ends with this one, even with one that is killed.
pub fn start_tied(command: Command) -> io::Result<Child> {
    own::start_tied(command)
}

/// This program ends when the one ends that started it, however it ends.
pub fn end_with_parent() -> io::Result<()> {
    own::end_with_parent()
}

/// Moves the calling thread behind all others that want the processor.
pub fn give_way() -> io::Result<()> {
    own::give_way()
}

/// Raises this process's limit of open files to `wanted` or as far as it may; answers the limit.
/// `None` where there is none, or where the system does not tell.
pub fn raise_open_files(wanted: u64) -> Option<u64> {
    own::raise_open_files(wanted)
}

/// Standard output is a pipe whose other end is closed. Where the system does not tell, one hears
/// of it by writing.
pub fn nobody_reads() -> bool {
    own::nobody_reads()
}

/// A file that is made is for its owner only. Where rights come with the folder, those of the
/// user's own folders are the same.
pub fn make_private(options: &mut OpenOptions) {
    own::make_private(options);
}

/// Returns when the user or a service manager asks politely for the end.
#[cfg(feature = "async")]
pub async fn end_asked_for() {
    tokio::select! {
        _ = tokio::signal::ctrl_c() => (),
        () = own::end_asked_for() => (),
    }
}

/// A server that was just ended leaves its address free for the next one, but never to a second
/// one beside it.
#[cfg(feature = "async")]
pub fn reuse_address(socket: &tokio::net::TcpSocket) -> io::Result<()> {
    own::reuse_address(socket)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_started_and_waited_for() {
        let mut own = Command::new(std::env::current_exe().unwrap());
        own.arg("--list").stdout(std::process::Stdio::null());
        assert!(start_tied(own).unwrap().wait().unwrap().success());
        assert!(start_tied(Command::new("no such program")).is_err());
        assert!(!nobody_reads());
    }

    #[test]
    fn a_limit_is_only_raised() {
        let before = raise_open_files(0);
        assert_eq!(raise_open_files(1), before);
        if let (Some(before), Some(now)) = (before, raise_open_files(u64::MAX)) {
            assert!(before <= now);
        }
    }
}
