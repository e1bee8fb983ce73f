//! Linux and the other Unix systems.

use std::{fs::OpenOptions, io, os::unix::fs::OpenOptionsExt};

#[cfg(target_os = "linux")]
pub(crate) use linux::{end_with_parent, give_way, start_tied};
#[cfg(not(target_os = "linux"))]
pub(crate) use others::{end_with_parent, give_way, start_tied};

pub(crate) fn raise_open_files(wanted: u64) -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let now = getrlimit(Resource::Nofile);
    let wanted = wanted.min(now.maximum.unwrap_or(u64::MAX));
    match now.current {
        None => None,
        Some(current) if wanted <= current => Some(current),
        Some(current) => {
            let raised = Rlimit { current: Some(wanted), maximum: now.maximum };
            Some(setrlimit(Resource::Nofile, raised).map_or(current, |()| wanted))
        }
    }
}

pub(crate) fn nobody_reads() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let stdout = io::stdout();
    let mut ends = [PollFd::new(&stdout, PollFlags::empty())];
    let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
    let polled = poll(&mut ends, Some(&at_once));
    polled.is_ok() && ends[0].revents().intersects(PollFlags::ERR | PollFlags::NVAL)
}

pub(crate) fn make_private(options: &mut OpenOptions) {
    options.mode(0o600);
}

/// The signal of service managers, and of `kill`.
#[cfg(feature = "async")]
pub(crate) async fn end_asked_for() {
    use tokio::signal::unix::{SignalKind, signal};
    match signal(SignalKind::terminate()) {
        Ok(mut terminate) => _ = terminate.recv().await,
        Err(_) => std::future::pending().await,
    }
}

#[cfg(feature = "async")]
pub(crate) fn reuse_address(socket: &tokio::net::TcpSocket) -> io::Result<()> {
    socket.set_reuseaddr(true)
}

#[cfg(target_os = "linux")]
mod linux {
    use std::{
        io,
        os::unix::process::CommandExt,
        process::{Child, Command},
        sync::{
            LazyLock,
            mpsc::{SyncSender, sync_channel},
        },
        thread,
    };

    use rustix::process::{
        Pid, Signal, getpid, getppid, set_parent_process_death_signal, setpriority_process,
    };

    type Job = (Command, SyncSender<io::Result<Child>>);

    /// Linux sends the signal when the thread ends that started the child, so one thread starts
    /// them all and ends with the program.
    static STARTER: LazyLock<io::Result<SyncSender<Job>>> = LazyLock::new(|| {
        let (sender, jobs) = sync_channel::<Job>(1);
        let work = move || {
            for (mut command, answer) in jobs {
                let _ = answer.send(command.spawn());
            }
        };
        thread::Builder::new().name("starter".to_owned()).spawn(work)?;
        Ok(sender)
    });

    pub(crate) fn start_tied(mut command: Command) -> io::Result<Child> {
        die_with_parent(&mut command, getpid());
        let gone = || io::Error::other("no thread starts programs");
        let starter = STARTER.as_ref().map_err(|_| gone())?;
        let (answer, started) = sync_channel(1);
        starter.send((command, answer)).map_err(|_| gone())?;
        started.recv().map_err(|_| gone())?
    }

    #[allow(unsafe_code, reason = "what a child does before its program has no safe form")]
    fn die_with_parent(command: &mut Command, parent: Pid) {
        let prepare = move || {
            set_parent_process_death_signal(Some(Signal::KILL))?;
            // A parent that was killed in between sends no signal any more.
            if getppid() == Some(parent) { Ok(()) } else { Err(io::Error::other("no parent")) }
        };
        // SAFETY: between fork and exec only two system calls are made; nothing is allocated or locked.
        unsafe { command.pre_exec(prepare) };
    }

    pub(crate) fn end_with_parent() -> io::Result<()> {
        Ok(set_parent_process_death_signal(Some(Signal::KILL))?)
    }

    /// Linux counts niceness by thread; "this process" is the thread that asks.
    pub(crate) fn give_way() -> io::Result<()> {
        const NICENESS: i32 = 10;
        Ok(setpriority_process(None, NICENESS)?)
    }

    #[test]
    fn only_the_calling_thread_gives_way() {
        let niceness = || rustix::process::getpriority_process(None).unwrap();
        let before = niceness();
        let other = thread::spawn(move || {
            give_way().unwrap();
            niceness()
        });
        assert!(before <= other.join().unwrap());
        assert_eq!(niceness(), before);
    }
}

/// Neither a signal for the death of a parent nor priorities of single threads.
#[cfg(not(target_os = "linux"))]
mod others {
    use std::{
        io,
        process::{Child, Command, exit},
        thread,
        time::Duration,
    };

    use rustix::process::getppid;

    /// An engine whose host is killed hears that its input has ended, and ends by that.
    pub(crate) fn start_tied(mut command: Command) -> io::Result<Child> {
        command.spawn()
    }

    /// Whoever loses his parent gets another one.
    pub(crate) fn end_with_parent() -> io::Result<()> {
        const GLANCE: Duration = Duration::from_secs(1);
        let parent = getppid();
        let watch = move || {
            while getppid() == parent {
                thread::sleep(GLANCE);
            }
            exit(1);
        };
        thread::Builder::new().name("orphan-watch".to_owned()).spawn(watch)?;
        Ok(())
    }

    pub(crate) fn give_way() -> io::Result<()> {
        Ok(())
    }
}
