//! Batches in random order: the batch of any step can be asked for, which makes going on after an
//! interruption the same as never having stopped.

use std::{borrow::Cow, io};

use random::Random;

use crate::pile::{Part, Sample};

/// Positions to learn from at once, and which of them to flip.
pub(super) struct Batch {
    pub(super) samples: Vec<Sample>,
    pub(super) flips: Vec<bool>,
}

pub(super) struct Feed<'a> {
    parts: &'a [Part],
    batch: usize,
    seed: u64,
    loaded: Option<Loaded<'a>>,
}

/// A part in memory, in the order of one epoch.
struct Loaded<'a> {
    epoch: u64,
    part: usize,
    samples: Cow<'a, [Sample]>,
    order: Vec<u32>,
}

impl<'a> Feed<'a> {
    pub(super) fn new(parts: &'a [Part], batch: usize, seed: u64) -> Feed<'a> {
        Feed { parts, batch: batch.max(1), seed, loaded: None }
    }

    /// What fills no batch is left out; the next epoch leaves out others.
    fn steps_of(&self, part: usize) -> u64 {
        let len = self.parts[part].len();
        if len == 0 { 0 } else { (len / self.batch).max(1) as u64 }
    }

    pub(super) fn steps_per_epoch(&self) -> u64 {
        (0..self.parts.len()).map(|it| self.steps_of(it)).sum()
    }

    pub(super) fn batch(&mut self, step: u64) -> io::Result<Batch> {
        let per_epoch = self.steps_per_epoch().max(1);
        let (epoch, mut step_left) = (step / per_epoch, step % per_epoch);
        let mut parts: Vec<usize> = (0..self.parts.len()).collect();
        self.random(epoch, u64::MAX).shuffle_scaled(&mut parts);
        let mut chosen = 0;
        for part in parts {
            if step_left < self.steps_of(part) {
                chosen = part;
                break;
            }
            step_left -= self.steps_of(part);
        }
        self.load(epoch, chosen)?;
        let mut random = Random::of(self.seed ^ 0x00f1_1900, step);
        let Some(loaded) = &self.loaded else {
            return Ok(Batch { samples: Vec::new(), flips: Vec::new() });
        };
        let start = step_left as usize * self.batch;
        let end = loaded.order.len().min(start + self.batch);
        let samples: Vec<Sample> =
            loaded.order[start..end].iter().map(|&it| loaded.samples[it as usize]).collect();
        let flips = samples.iter().map(|_| random.scaled(2) == 1).collect();
        Ok(Batch { samples, flips })
    }

    fn random(&self, epoch: u64, part: u64) -> Random {
        Random::of(self.seed ^ epoch.rotate_left(32), part)
    }

    fn load(&mut self, epoch: u64, part: usize) -> io::Result<()> {
        if self.loaded.as_ref().is_some_and(|it| it.epoch == epoch && it.part == part) {
            return Ok(());
        }
        let kept = self.loaded.take().filter(|it| it.part == part).map(|it| it.samples);
        let samples = match kept {
            Some(samples) => samples,
            None => self.parts[part].load()?,
        };
        let mut order: Vec<u32> = (0..samples.len() as u32).collect();
        self.random(epoch, part as u64).shuffle_scaled(&mut order);
        self.loaded = Some(Loaded { epoch, part, samples, order });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use xiangqi::Position;

    use super::*;

    #[test]
    fn every_position_comes_once_an_epoch_and_steps_repeat() {
        let part = |scores: std::ops::Range<i16>| {
            Part::Memory(scores.map(|it| Sample::new(&Position::start(), it, None)).collect())
        };
        let parts = [part(0..30), part(30..50)];
        let scores = |feed: &mut Feed, step| -> Vec<i16> {
            feed.batch(step).unwrap().samples.iter().map(|it| it.score).collect()
        };
        let mut feed = Feed::new(&parts, 10, 7);
        assert_eq!(feed.steps_per_epoch(), 5);
        let first: Vec<Vec<i16>> = (0..10).map(|it| scores(&mut feed, it)).collect();
        for epoch in first.chunks(5) {
            assert_eq!(epoch.iter().flatten().collect::<HashSet<_>>().len(), 50);
        }
        assert_ne!(first[..5], first[5..]);
        for step in [7, 2, 9, 0] {
            assert_eq!(scores(&mut Feed::new(&parts, 10, 7), step), first[step as usize]);
        }
    }
}
