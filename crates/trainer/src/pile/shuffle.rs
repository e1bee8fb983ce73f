//! Positions in random order, even if there are more than fit into memory.
//!
//! Dealing each position to one of several files at random and shuffling each file as a whole is
//! a true shuffle of everything; only one file is in memory at a time.

use std::{
    fs::{self, File},
    io::{self, BufWriter, Read, Write},
    path::{Path, PathBuf},
};

use random::Random;

use super::Sample;
use crate::data::DataError;

/// A share of the positions.
pub enum Part {
    Memory(Vec<Sample>),
    File(ScratchFile),
}

/// Positions on disk, which disappear with their owner.
pub struct ScratchFile {
    path: PathBuf,
    len: usize,
}

impl Drop for ScratchFile {
    fn drop(&mut self) {
        // What stays behind is overwritten next time.
        let _ = fs::remove_file(&self.path);
    }
}

impl Part {
    pub fn len(&self) -> usize {
        match self {
            Part::Memory(samples) => samples.len(),
            Part::File(file) => file.len,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All positions of the part, always in the same order.
    pub fn load(&self) -> io::Result<std::borrow::Cow<'_, [Sample]>> {
        match self {
            Part::Memory(samples) => Ok(samples.into()),
            Part::File(file) => {
                let mut bytes = Vec::with_capacity(file.len * Sample::BYTES);
                File::open(&file.path)?.read_to_end(&mut bytes)?;
                let (chunks, _) = bytes.as_chunks::<{ Sample::BYTES }>();
                Ok(chunks.iter().map(Sample::from_bytes).collect::<Vec<_>>().into())
            }
        }
    }
}

/// Takes a position; fails if the disk does.
pub(super) type Keep<'a> = dyn FnMut(Sample) -> io::Result<()> + 'a;

/// Deals what `fill` hands over to so many parts; a single one stays in memory.
pub(super) fn scatter(
    count: usize,
    folder: &Path,
    seed: u64,
    fill: &mut dyn FnMut(&mut Keep) -> Result<(), DataError>,
) -> Result<Vec<Part>, DataError> {
    if count <= 1 {
        let mut samples = Vec::new();
        fill(&mut |sample| {
            samples.push(sample);
            Ok(())
        })?;
        return Ok(vec![Part::Memory(samples)]);
    }
    fs::create_dir_all(folder)?;
    let mut files = Vec::new();
    for index in 0..count {
        let path = folder.join(format!("part-{index}"));
        let output = BufWriter::with_capacity(1 << 20, File::create(&path)?);
        files.push((output, ScratchFile { path, len: 0 }));
    }
    let mut random = Random::of(seed, 0x0005_ca77_e200);
    fill(&mut |sample| {
        let (output, file) = &mut files[random.scaled(count)];
        file.len += 1;
        output.write_all(&sample.to_bytes())
    })?;
    files.iter_mut().try_for_each(|(output, _)| output.flush())?;
    Ok(files.into_iter().map(|(_, file)| Part::File(file)).collect())
}

#[cfg(test)]
mod tests {
    use xiangqi::Position;

    use super::*;

    #[test]
    fn nothing_is_lost_between_memory_and_disk() {
        let folder = tempfile::tempdir().unwrap();
        let mut fill = |keep: &mut Keep<'_>| {
            for score in 0..1000 {
                keep(Sample::new(&Position::start(), score, None))?;
            }
            Ok(())
        };
        for count in [1, 4] {
            let parts = scatter(count, folder.path(), 3, &mut fill).unwrap();
            assert_eq!(parts.len(), count);
            let mut scores: Vec<i16> = parts
                .iter()
                .flat_map(|it| it.load().unwrap().iter().map(|it| it.score).collect::<Vec<_>>())
                .collect();
            assert!(parts.iter().all(|it| 100 < it.len()));
            scores.sort();
            assert_eq!(scores, (0..1000).collect::<Vec<_>>());
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "scratch files are removed");
    }
}
