//! Appends games to a file, block by block. One writer at a time; what a killed writer left
//! unfinished is cut off by the next one.

use std::{
    collections::HashSet,
    fs::{File, OpenOptions, TryLockError},
    io::{BufReader, Read, Seek, SeekFrom, Write},
    path::Path,
};

use super::{Damage, DataError, Header, Reader, block, game::GameRecord};

pub struct Writer {
    file: File,
    payload: Vec<u8>,
    /// The number of the last game in the payload.
    last: u64,
    /// Every block is on the disk before the next one.
    is_patient: bool,
}

/// What a file held when a writer opened it.
#[derive(Default, Debug)]
pub struct Found {
    pub numbers: HashSet<u64>,
    pub positions: u64,
    pub damage: Damage,
}

/// A block is written as soon as it is this long: some six games, which is what a flipped bit costs.
const BLOCK_BYTES: usize = 1 << 11;

impl Writer {
    /// Makes a file, or goes on with one that was made with the same header.
    pub fn open(path: &Path, header: &Header) -> Result<(Writer, Found), DataError> {
        let mut options = OpenOptions::new();
        let mut file = options.read(true).write(true).create(true).truncate(false).open(path)?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => DataError::Locked,
            TryLockError::Error(error) => DataError::Io(error),
        })?;
        let mut found = Found::default();
        let head = header.to_bytes();
        let mut beginning = Vec::new();
        (&file).take(head.len() as u64).read_to_end(&mut beginning)?;
        // Empty, or a piece of the header: what a kill in the first moment leaves.
        let is_new = beginning.len() < head.len() && head.starts_with(&beginning);
        if is_new {
            file.seek(SeekFrom::Start(0))?;
            file.set_len(0)?;
            file.write_all(&head)?;
            file.sync_data()?;
        } else {
            let mut reader = Reader::new(BufReader::new(&file))?;
            reader.header.check(header)?;
            while let Some(games) = reader.next_block()? {
                found.numbers.extend(games.iter().map(|it| it.number));
                found.positions += games.iter().map(|it| it.moves.len() as u64).sum::<u64>();
            }
            found.damage = reader.damage;
            let end = reader.sound_end();
            file.set_len(end)?;
        }
        file.seek(SeekFrom::End(0))?;
        Ok((Writer { file, payload: Vec::new(), last: 0, is_patient: true }, found))
    }

    /// Makes a file of games that are elsewhere already: it need not be on the disk before it is
    /// whole, which [`Writer::finish`] sees to.
    pub fn create(path: &Path, header: &Header) -> Result<Writer, DataError> {
        let mut file = File::create(path)?;
        file.write_all(&header.to_bytes())?;
        Ok(Writer { file, payload: Vec::new(), last: 0, is_patient: false })
    }

    /// The file is whole, and on the disk.
    pub fn finish(mut self) -> Result<(), DataError> {
        self.flush()?;
        Ok(self.file.sync_all()?)
    }

    pub fn push(&mut self, game: &GameRecord) -> Result<(), DataError> {
        game.write(self.last, &mut self.payload);
        self.last = game.number;
        if BLOCK_BYTES <= self.payload.len() { self.flush() } else { Ok(()) }
    }

    /// Writes the games of the last, unfinished block.
    pub fn flush(&mut self) -> Result<(), DataError> {
        if !self.payload.is_empty() {
            self.file.write_all(&block::seal(&self.payload))?;
            if self.is_patient {
                self.file.sync_data()?;
            }
            self.payload.clear();
            self.last = 0;
        }
        Ok(())
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        // Nobody is left to hear about a failure; the games can be played again.
        let _ = self.flush();
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use xiangqi::Position;

    use super::*;
    use crate::data::{game::tests::random_game, header::tests::header};

    fn numbers(path: &Path) -> (Vec<u64>, u64) {
        let mut reader = Reader::open(path).unwrap();
        let games: Vec<GameRecord> = reader.by_ref().flat_map(Result::unwrap).collect();
        for game in &games {
            assert_eq!(*game, random_game(game.number, Position::start()));
        }
        (games.iter().map(|it| it.number).collect(), reader.damage.places)
    }

    fn write(path: &Path, numbers: std::ops::Range<u64>) -> Vec<u64> {
        let (mut writer, found) = Writer::open(path, &header()).unwrap();
        for number in numbers {
            writer.push(&random_game(number, Position::start())).unwrap();
            if number % 3 == 0 {
                writer.flush().unwrap();
            }
        }
        let mut found: Vec<u64> = found.numbers.into_iter().collect();
        found.sort();
        found
    }

    #[test]
    fn a_second_writer_goes_on_and_a_torn_tail_is_cut_off() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        assert!(write(&path, 0..10).is_empty());
        let whole = fs::read(&path).unwrap();
        assert_eq!(numbers(&path), ((0..10).collect(), 0));
        // Every length a kill may leave; the blocks before the cut stay readable.
        for len in (0..whole.len()).rev().step_by(37) {
            fs::write(&path, &whole[..len]).unwrap();
            let found = write(&path, 90..92);
            let expected: Vec<u64> = found.iter().copied().chain(90..92).collect();
            assert_eq!(numbers(&path), (expected, 0), "cut to {len} bytes");
        }
    }

    #[test]
    fn damage_in_the_middle_costs_one_block() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        write(&path, 0..13);
        let whole = fs::read(&path).unwrap();
        let start = header().to_bytes().len();
        for index in (start..whole.len()).step_by(97) {
            let mut bytes = whole.clone();
            bytes[index] ^= 0x10;
            fs::write(&path, &bytes).unwrap();
            let (left, _) = numbers(&path);
            assert!(9 <= left.len() && left.len() < 13, "byte {index}: {left:?}");
        }
    }

    #[test]
    fn one_writer_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let (_first, _) = Writer::open(&path, &header()).unwrap();
        assert!(matches!(Writer::open(&path, &header()), Err(DataError::Locked)));
    }

    #[test]
    fn games_of_another_kind_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        write(&path, 0..1);
        let other = Header { evaluation: "material".to_owned(), ..header() };
        assert!(matches!(Writer::open(&path, &other), Err(DataError::Different { .. })));
        fs::write(
            &path,
            "not games at all, but long enough to be a header of some kind. ".repeat(9),
        )
        .unwrap();
        assert!(matches!(Writer::open(&path, &header()), Err(DataError::Foreign(_))));
    }
}
