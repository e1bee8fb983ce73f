//! Engines are started so that they do not outlive their host, even one that is killed.

use std::{
    io,
    process::{Child, Command},
};

/// Starts a program that ends with this one, where the system can be asked for that.
pub(crate) fn start(command: Command) -> io::Result<Child> {
    #[cfg(target_os = "linux")]
    return linux::start(command);
    #[cfg(not(target_os = "linux"))]
    {
        let mut command = command;
        command.spawn()
    }
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

    use rustix::process::{Pid, Signal, getpid, getppid, set_parent_process_death_signal};

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
        thread::Builder::new().name("engine-starter".to_owned()).spawn(work)?;
        Ok(sender)
    });

    pub(super) fn start(mut command: Command) -> io::Result<Child> {
        die_with_parent(&mut command, getpid());
        let gone = || io::Error::other("no thread starts engines");
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
}
