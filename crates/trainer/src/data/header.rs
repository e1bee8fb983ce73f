//! What all games of a file have in common, as lines of text between a mark and a checksum.

use std::io::{ErrorKind, Read};

use super::DataError;

/// How the games of a file were played. Games are added only to a file of the same kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// Name and version of the program that plays.
    pub program: String,
    /// What `chuhe bench` counts: the signature of the engine. Older files do not have it.
    pub bench: Option<u64>,
    /// `classical`, or the hash of the network.
    pub evaluation: String,
    /// Soft limit of nodes per move.
    pub nodes: u64,
    pub rules: String,
    pub seed: u64,
    /// The games whose positions some of these began from, if any.
    pub openings: Option<String>,
    /// Which part of a larger run this is, if it is one.
    pub shard: Option<String>,
}

const MARK: &[u8; 8] = b"CHUHEGAM";
const VERSION: u16 = 1;
const MOST_BYTES: usize = 1 << 16;

impl Header {
    /// What all games of a file have in common, by name. Files without openings do not speak of
    /// them, so that those of older programs stay the same.
    pub fn fields(&self) -> [(&'static str, Option<String>); 8] {
        [
            ("program", Some(self.program.clone())),
            ("bench", self.bench.map(|it| it.to_string())),
            ("evaluation", Some(self.evaluation.clone())),
            ("nodes", Some(self.nodes.to_string())),
            ("rules", Some(self.rules.clone())),
            ("seed", Some(self.seed.to_string())),
            ("openings", self.openings.clone()),
            ("shard", self.shard.clone()),
        ]
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let text: String = self
            .fields()
            .iter()
            .filter_map(|(name, value)| Some((name, value.as_ref()?)))
            .map(|(name, value)| format!("{name} {}\n", value.replace(char::is_control, " ")))
            .collect();
        let mut bytes = MARK.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((text.len() as u32).to_le_bytes());
        bytes.extend(text.as_bytes());
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a header, and how many bytes it takes.
    pub(super) fn read(input: &mut impl Read) -> Result<(Header, u64), DataError> {
        let mut bytes = vec![0; MARK.len() + 6];
        read_all(input, &mut bytes)?;
        if !bytes.starts_with(MARK) {
            return Err(foreign("this is not a file of games"));
        }
        let version = u16::from_le_bytes([bytes[8], bytes[9]]);
        if version != VERSION {
            let text = format!("this program reads files of version {VERSION}, not {version}");
            return Err(DataError::Foreign(text));
        }
        let len = u32::from_le_bytes([bytes[10], bytes[11], bytes[12], bytes[13]]) as usize;
        if MOST_BYTES < len {
            return Err(foreign("the header of the file is damaged"));
        }
        let text_start = bytes.len();
        bytes.resize(text_start + len, 0);
        read_all(input, &mut bytes[text_start..])?;
        let mut checksum = [0; 4];
        read_all(input, &mut checksum)?;
        let text = str::from_utf8(&bytes[text_start..]).ok();
        let is_sound = crc32fast::hash(&bytes) == u32::from_le_bytes(checksum);
        let header = text.filter(|_| is_sound).and_then(Header::from_text);
        let header = header.ok_or_else(|| foreign("the header of the file is damaged"))?;
        Ok((header, (bytes.len() + checksum.len()) as u64))
    }

    fn from_text(text: &str) -> Option<Header> {
        let field = |name: &str| {
            let mut lines = text.lines().filter_map(|it| it.split_once(' '));
            Some(lines.find(|it| it.0 == name)?.1.to_owned())
        };
        Some(Header {
            program: field("program")?,
            bench: field("bench").map(|it| it.parse()).transpose().ok()?,
            evaluation: field("evaluation")?,
            nodes: field("nodes")?.parse().ok()?,
            rules: field("rules")?,
            seed: field("seed")?.parse().ok()?,
            openings: field("openings"),
            shard: field("shard"),
        })
    }

    /// Is the file's header the one asked for?
    pub(super) fn check(&self, asked: &Header) -> Result<(), DataError> {
        for ((field, file), (_, asked)) in self.fields().into_iter().zip(asked.fields()) {
            let is_older = field == "bench" && file.is_none();
            if file != asked && !is_older {
                let [file, asked] = [file, asked].map(|it| it.unwrap_or("none".to_owned()));
                return Err(DataError::Different { field: field.to_owned(), file, asked });
            }
        }
        Ok(())
    }
}

fn foreign(reason: &str) -> DataError {
    DataError::Foreign(reason.to_owned())
}

fn read_all(input: &mut impl Read, bytes: &mut [u8]) -> Result<(), DataError> {
    input.read_exact(bytes).map_err(|error| match error.kind() {
        ErrorKind::UnexpectedEof => foreign("this is not a file of games: it ends too soon"),
        _ => DataError::Io(error),
    })
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in crate::data) fn header() -> Header {
        Header {
            program: "chuhe test".to_owned(),
            bench: Some(12345),
            evaluation: "classical".to_owned(),
            nodes: 1000,
            rules: "asian".to_owned(),
            seed: u64::MAX,
            openings: None,
            shard: None,
        }
    }

    #[test]
    fn headers_read_back_and_damage_is_seen() {
        let mut bytes = header().to_bytes();
        let (read, len) = Header::read(&mut &bytes[..]).unwrap();
        assert_eq!((read, len), (header(), bytes.len() as u64));
        for index in 0..bytes.len() {
            bytes[index] ^= 4;
            assert!(Header::read(&mut &bytes[..]).is_err(), "byte {index}");
            bytes[index] ^= 4;
            assert!(Header::read(&mut &bytes[..index]).is_err());
        }
    }

    #[test]
    fn other_games_are_told_apart() {
        let other = Header { nodes: 500, ..header() };
        let error = header().check(&other).unwrap_err();
        assert_eq!(error.to_string(), "its games were played with nodes 1000, not 500");
        let other = Header { openings: Some("3 games".to_owned()), ..header() };
        let error = header().check(&other).unwrap_err();
        assert_eq!(error.to_string(), "its games were played with openings none, not 3 games");
        let (read, _) = Header::read(&mut &other.to_bytes()[..]).unwrap();
        assert_eq!(read, other);
        let error = header().check(&Header { bench: Some(1), ..header() }).unwrap_err();
        assert_eq!(error.to_string(), "its games were played with bench 12345, not 1");
        let older = Header { bench: None, ..header() };
        assert!(older.check(&header()).is_ok(), "it may go on with any engine, as it always could");
    }
}
