//! How far a long command is: a bar on a terminal, lines elsewhere.

use std::io::{IsTerminal, stderr};

use indicatif::{ProgressBar, ProgressStyle};

pub(super) struct Progress {
    /// `None` if stderr is no terminal.
    bar: Option<ProgressBar>,
    total: u64,
    done: u64,
}

impl Progress {
    pub(super) fn new(total: u64) -> Progress {
        let bar = stderr().is_terminal().then(|| ProgressBar::new(total).with_style(style()));
        Progress { bar, total, done: 0 }
    }

    /// The next piece of work begins.
    pub(super) fn begin(&mut self, what: &str) {
        match &self.bar {
            Some(bar) => {
                bar.set_position(self.done);
                bar.set_message(what.to_owned());
                bar.tick();
            }
            None => eprintln!("[{}/{}] {what}", self.done + 1, self.total),
        }
        self.done += 1;
    }

    /// Runs something that prints, without the bar in its way.
    pub(super) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn style() -> ProgressStyle {
    ProgressStyle::with_template("[{elapsed_precise}] {bar:30} {pos}/{len} {msg}")
        .unwrap_or_else(|_| ProgressStyle::default_bar())
}
