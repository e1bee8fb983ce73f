//! The positions a network learns from, out of files of games.
//!
//! Everything played is kept on disk; what teaches ([`filter`]) is decided here, when loading, so
//! that the rules can change. One game in [`HELD_OUT_ONE_IN`] is never trained on and measures
//! what was learned: whole games, since positions of one game are too alike.

mod filter;
mod sample;
mod shuffle;
mod statistics;

use std::{
    fs,
    io::{BufReader, Cursor},
    path::{Path, PathBuf},
};

pub use filter::{Fate, Filter};
pub(crate) use sample::Inputs;
pub use sample::Sample;
pub use shuffle::Part;
use shuffle::scatter;
pub use statistics::{ChanceModel, ResultsByScore, Statistics};

use crate::data::{Damage, DataError, GameRecord, Reader};

/// One game in so many is held out, by its number.
pub const HELD_OUT_ONE_IN: u64 = 32;

/// A file of games as far as it is used: it may have grown since.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    pub path: PathBuf,
    pub bytes: u64,
}

impl Source {
    pub fn whole(path: &Path) -> Result<Source, DataError> {
        Ok(Source { path: path.to_owned(), bytes: fs::metadata(path)?.len() })
    }

    /// Hands over the games, in order; answers what had to be skipped.
    pub fn each_game(&self, visit: &mut dyn FnMut(&GameRecord, bool)) -> Result<Damage, DataError> {
        let file = fs::File::open(&self.path)?;
        let limited = Limited { input: BufReader::with_capacity(1 << 18, file), end: self.bytes };
        let mut reader = Reader::new(limited)?;
        while let Some(games) = reader.next_block()? {
            for game in &games {
                visit(game, game.number.is_multiple_of(HELD_OUT_ONE_IN));
            }
        }
        Ok(reader.damage)
    }
}

/// A file that seems to end earlier than it does.
struct Limited<R> {
    input: R,
    end: u64,
}

impl<R: std::io::BufRead + std::io::Seek> std::io::Read for Limited<R> {
    fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
        let left = self.end.saturating_sub(self.input.stream_position()?);
        let count = usize::try_from(left).unwrap_or(usize::MAX).min(bytes.len());
        self.input.read(&mut bytes[..count])
    }
}

impl<R: std::io::BufRead + std::io::Seek> std::io::BufRead for Limited<R> {
    fn fill_buf(&mut self) -> std::io::Result<&[u8]> {
        let left = self.end.saturating_sub(self.input.stream_position()?);
        let bytes = self.input.fill_buf()?;
        let count = usize::try_from(left).unwrap_or(usize::MAX).min(bytes.len());
        Ok(&bytes[..count])
    }

    fn consume(&mut self, count: usize) {
        self.input.consume(count);
    }
}

impl<R: std::io::Seek> std::io::Seek for Limited<R> {
    fn seek(&mut self, to: std::io::SeekFrom) -> std::io::Result<u64> {
        self.input.seek(to)
    }
}

/// Positions to train on and positions to measure with.
pub struct Pile {
    /// Each is shuffled as a whole; together they are everything.
    pub parts: Vec<Part>,
    pub held_out: Vec<Sample>,
    /// What had to be skipped.
    pub damage: Damage,
}

impl Pile {
    /// Reads all sources. What does not fit into `most_bytes` of memory is dealt out at random to
    /// files in `scratch`, each of which does.
    pub fn load(
        sources: &[Source],
        filter: &Filter,
        most_bytes: u64,
        scratch: &Path,
        seed: u64,
    ) -> Result<Pile, DataError> {
        /// The smallest position on disk takes about two bytes.
        const BYTES_PER_POSITION: u64 = 2;
        let bytes: u64 = sources.iter().map(|it| it.bytes).sum();
        let most_positions = bytes / BYTES_PER_POSITION;
        let count = (most_positions * size_of::<Sample>() as u64).div_ceil(most_bytes.max(1));
        let (mut held_out, mut damage) = (Vec::new(), Damage::default());
        let parts = scatter(count.max(1) as usize, scratch, seed, &mut |keep| {
            for source in sources {
                let mut failure = None;
                let skipped = source.each_game(&mut |game, is_held_out| {
                    filter.samples(game, &mut |sample| {
                        if is_held_out {
                            held_out.push(sample);
                        } else if failure.is_none() {
                            failure = keep(sample).err();
                        }
                    });
                })?;
                damage.add(skipped);
                if let Some(error) = failure {
                    return Err(error.into());
                }
            }
            Ok(())
        })?;
        Ok(Pile { parts, held_out, damage })
    }

    pub fn len(&self) -> usize {
        self.parts.iter().map(Part::len).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Reads games from memory; what the fuzzer calls.
pub fn read_bytes(bytes: &[u8]) -> Result<Vec<GameRecord>, DataError> {
    let mut reader = Reader::new(Cursor::new(bytes))?;
    let mut games = Vec::new();
    while let Some(block) = reader.next_block()? {
        games.extend(block);
    }
    Ok(games)
}
