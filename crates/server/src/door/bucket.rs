//! How much of something in how much time: a bucket that fills with time and is emptied by use.

use std::time::Instant;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Rate {
    pub(crate) burst: f64,
    pub(crate) per_second: f64,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    rate: Rate,
    tokens: f64,
    at: Instant,
}

impl Bucket {
    pub(crate) fn full(rate: Rate) -> Bucket {
        Bucket { rate, tokens: rate.burst, at: Instant::now() }
    }

    pub(crate) fn take(&mut self) -> bool {
        self.take_at(1.0, Instant::now())
    }

    /// Whether there is something to take.
    pub(crate) fn has(&mut self) -> bool {
        self.take_at(0.0, Instant::now()) && 1.0 <= self.tokens
    }

    pub(crate) fn take_many(&mut self, count: usize) -> bool {
        self.take_at(count as f64, Instant::now())
    }

    fn take_at(&mut self, count: f64, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.tokens = (self.tokens + passed * self.rate.per_second).min(self.rate.burst);
        self.at = now;
        let has_enough = count <= self.tokens;
        if has_enough {
            self.tokens -= count;
        }
        has_enough
    }
}

#[test]
fn a_bucket_empties_and_fills_again() {
    use std::time::Duration;
    let mut bucket = Bucket::full(Rate { burst: 2.0, per_second: 1.0 });
    let start = bucket.at;
    assert!(bucket.take_at(1.0, start) && bucket.take_at(1.0, start));
    assert!(!bucket.take_at(1.0, start));
    assert!(bucket.take_at(1.0, start + Duration::from_secs(1)));
    assert!(!bucket.take_at(1.0, start + Duration::from_secs(1)));
    assert!(bucket.take_at(2.0, start + Duration::from_secs(9)));
}
