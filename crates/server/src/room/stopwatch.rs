//! Counts the time of a turn, with pauses.

use std::time::Duration;

use tokio::time::Instant;

#[derive(Default)]
pub(crate) struct Stopwatch {
    banked: Duration,
    since: Option<Instant>,
}

impl Stopwatch {
    pub(crate) fn restart(&mut self) {
        *self = Stopwatch { banked: Duration::ZERO, since: Some(Instant::now()) };
    }

    pub(crate) fn pause(&mut self) {
        self.banked = self.elapsed();
        self.since = None;
    }

    pub(crate) fn resume(&mut self) {
        self.since.get_or_insert_with(Instant::now);
    }

    pub(crate) fn is_running(&self) -> bool {
        self.since.is_some()
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.banked + self.since.map_or(Duration::ZERO, |it| it.elapsed())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn time_counts_only_while_running() {
        let mut timer = Stopwatch::default();
        timer.restart();
        tokio::time::advance(Duration::from_secs(3)).await;
        timer.pause();
        tokio::time::advance(Duration::from_secs(60)).await;
        timer.resume();
        tokio::time::advance(Duration::from_secs(2)).await;
        assert_eq!(timer.elapsed(), Duration::from_secs(5));
    }
}
