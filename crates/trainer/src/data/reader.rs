//! Reads games block by block. Damage is stepped over and counted, never an error.

use std::{
    fs::File,
    io::{BufRead, BufReader, Read, Seek, SeekFrom},
    path::Path,
};

use super::{DataError, Header, block, game::GameRecord};

/// What a reader had to step over.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Damage {
    /// Stretches of bytes that are no block.
    pub places: u64,
    pub bytes: u64,
}

impl Damage {
    pub fn add(&mut self, other: Damage) {
        self.places += other.places;
        self.bytes += other.bytes;
    }

    /// A sentence, if there is anything to tell.
    pub fn sentence(&self) -> Option<String> {
        let Damage { places, bytes } = self;
        (0 < *places).then(|| format!("{places} damaged blocks ({bytes} bytes) were skipped"))
    }
}

/// Yields the games of one block at a time.
pub struct Reader<R> {
    input: R,
    pub header: Header,
    pub damage: Damage,
    /// Where the next block should begin.
    position: u64,
    /// Where the last sound block ended.
    sound_end: u64,
}

impl Reader<BufReader<File>> {
    pub fn open(path: &Path) -> Result<Reader<BufReader<File>>, DataError> {
        Reader::new(BufReader::with_capacity(1 << 18, File::open(path)?))
    }
}

impl<R: BufRead + Seek> Reader<R> {
    pub fn new(mut input: R) -> Result<Reader<R>, DataError> {
        input.seek(SeekFrom::Start(0))?;
        let (header, position) = Header::read(&mut input)?;
        Ok(Reader { input, header, damage: Damage::default(), position, sound_end: position })
    }

    /// The end of the last sound block read so far.
    pub(super) fn sound_end(&self) -> u64 {
        self.sound_end
    }

    /// The games of the next sound block; `None` at the end.
    pub fn next_block(&mut self) -> Result<Option<Vec<GameRecord>>, DataError> {
        let mut skipped = 0;
        loop {
            let mut head = [0; block::HEAD_BYTES];
            if !fill(&mut self.input, &mut head)? {
                // A torn tail is what a killed writer leaves, and no damage.
                return Ok(None);
            }
            if let Some(len) = block::payload_len(&head) {
                let mut payload = vec![0; len];
                let is_whole = fill(&mut self.input, &mut payload)?;
                if let Some(games) = block::open(&head, &payload).filter(|_| is_whole) {
                    self.position += (block::HEAD_BYTES + len) as u64;
                    self.sound_end = self.position;
                    self.damage.places += u64::from(0 < skipped);
                    self.damage.bytes += skipped;
                    return Ok(Some(games));
                }
            }
            // No block begins here: look for the next mark.
            self.input.seek(SeekFrom::Start(self.position + 1))?;
            let step = 1 + distance_to_mark(&mut self.input)?;
            self.position += step;
            skipped += step;
            self.input.seek(SeekFrom::Start(self.position))?;
        }
    }
}

impl<R: BufRead + Seek> Iterator for Reader<R> {
    type Item = Result<Vec<GameRecord>, DataError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_block().transpose()
    }
}

/// False if the input ends before `bytes` are full.
fn fill(input: &mut impl Read, bytes: &mut [u8]) -> Result<bool, DataError> {
    match input.read_exact(bytes) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// How many bytes lie before the next mark, or before the end.
fn distance_to_mark(input: &mut impl BufRead) -> Result<u64, DataError> {
    let mut window = [0; block::MARK.len()];
    let mut count = 0;
    for byte in input.bytes() {
        window.rotate_left(1);
        window[block::MARK.len() - 1] = byte?;
        count += 1;
        if window == block::MARK {
            return Ok(count - block::MARK.len() as u64);
        }
    }
    Ok(count)
}
