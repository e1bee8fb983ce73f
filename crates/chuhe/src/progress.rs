//! How long commands show how far they are: a bar on a terminal, lines elsewhere.

use std::{
    io::{IsTerminal, stderr},
    time::{Duration, Instant},
};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

/// Between two lines of [`Progress::tell`].
const LINE_INTERVAL: Duration = Duration::from_secs(10);

pub(crate) struct Progress {
    /// `None` if stderr is no terminal.
    bar: Option<ProgressBar>,
    last_line: Instant,
}

impl Progress {
    pub(crate) fn new() -> Progress {
        let style = ProgressStyle::with_template("[{elapsed_precise}] {bar:30} {pos}/{len} {msg}")
            .unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = stderr().is_terminal().then(|| ProgressBar::new(0).with_style(style));
        Progress { bar, last_line: Instant::now() }
    }

    pub(crate) fn has_bar(&self) -> bool {
        self.bar.is_some()
    }

    /// Moves the bar; without one, nothing happens.
    pub(crate) fn show(&self, done: u64, total: u64, text: &str) {
        if let Some(bar) = &self.bar {
            bar.set_length(total);
            bar.set_position(done);
            bar.set_message(text.to_owned());
            bar.tick();
        }
    }

    /// The same with the bar's own guess of the time left.
    pub(crate) fn show_with_guess(&self, done: u64, total: u64, text: &str) {
        let left = self.bar.as_ref().map_or(Duration::ZERO, ProgressBar::eta);
        self.show(done, total, &format!("{text} (ETA {:#})", HumanDuration(left)));
    }

    /// The next of several pieces of work begins: the bar, or else a line for each.
    pub(crate) fn begin(&self, done: u64, total: u64, what: &str) {
        match self.bar {
            Some(_) => self.show(done, total, what),
            None => eprintln!("[{}/{total}] {what}", done + 1),
        }
    }

    /// Reports that come often: the bar, or else a line now and then.
    pub(crate) fn tell(&mut self, done: u64, total: u64, text: &str, left: Option<Duration>) {
        let left = left.map_or(String::new(), |it| format!(", {} left", HumanDuration(it)));
        if self.has_bar() {
            self.show(done, total, &format!("{text}{left}"));
        } else if LINE_INTERVAL <= self.last_line.elapsed() {
            self.last_line = Instant::now();
            eprintln!("{done}/{total} {text}{left}");
        }
    }

    /// A line that stays, above the bar.
    pub(crate) fn say(&self, text: &str) {
        self.suspend(|| eprintln!("{text}"));
    }

    /// Runs something that prints, without the bar in its way.
    pub(crate) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }
}

/// What is printed next should not stand behind a bar.
impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
