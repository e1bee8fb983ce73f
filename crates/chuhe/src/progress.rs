//! How long runs show how far they are: a bar on a terminal, a line now and then elsewhere.

use std::{
    io::{IsTerminal, stderr},
    time::{Duration, Instant},
};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

const LINE_INTERVAL: Duration = Duration::from_secs(10);

pub(crate) struct Display {
    bar: Option<ProgressBar>,
    last_line: Instant,
}

impl Display {
    pub(crate) fn new() -> Display {
        let style = ProgressStyle::with_template("[{elapsed_precise}] {bar:30} {pos}/{len} {msg}")
            .unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = stderr().is_terminal().then(|| ProgressBar::new(0).with_style(style));
        Display { bar, last_line: Instant::now() }
    }

    pub(crate) fn show(&mut self, done: u64, total: u64, text: &str, left: Option<Duration>) {
        let left = left.map_or(String::new(), |it| format!(", {} left", HumanDuration(it)));
        match &self.bar {
            Some(bar) => {
                bar.set_length(total);
                bar.set_position(done);
                bar.set_message(format!("{text}{left}"));
            }
            None if LINE_INTERVAL <= self.last_line.elapsed() => {
                self.last_line = Instant::now();
                eprintln!("{done}/{total} {text}{left}");
            }
            None => {}
        }
    }

    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
