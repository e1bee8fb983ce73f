//! Parts of a match become one: what their files say, which games belong to them, and the standings
//! of all together.

use std::{
    fs::File,
    io::{self, BufRead, BufReader},
    ops::Range,
    path::Path,
};

use serde_json::{Map, Value};

use crate::{
    record::Record,
    results::{BadResultLine, ResultsError},
    schedule::{Form, Schedule},
    standings::{Standings, Summary},
};

/// A file of results, read.
pub struct ResultsFile {
    /// What must be the same in all parts, and `shard`.
    pub header: Map<String, Value>,
    pub records: Vec<Record>,
}

impl ResultsFile {
    /// Reads what was finished. A last line without its end was being written when a program died.
    pub fn read(path: &Path) -> Result<ResultsFile, ResultsError> {
        let failed = |error| ResultsError::Io { path: path.to_owned(), error };
        let file = File::open(path).map_err(failed)?;
        let (mut header, mut records) = (None, Vec::new());
        let mut reader = BufReader::new(file);
        let mut line = Vec::new();
        for number in 1.. {
            line.clear();
            reader.read_until(b'\n', &mut line).map_err(failed)?;
            if line.last() != Some(&b'\n') {
                break;
            }
            let bad = |error| ResultsError::BadLine { path: path.to_owned(), number, error };
            let text = str::from_utf8(&line).map_err(|it| bad(BadResultLine::from(it)))?;
            if header.is_none() {
                header = serde_json::from_str(text).ok();
            } else {
                records.push(Record::from_json(text).map_err(|it| bad(it.into()))?);
            }
        }
        let is_ours = |it: &Map<String, Value>| it.contains_key("chuhe_match");
        let no_match = || failed(io::Error::other("it has no results of a match"));
        let header = header.filter(is_ours).ok_or_else(no_match)?;
        Ok(ResultsFile { header, records })
    }
}

/// A whole match, as far as the files of its parts tell.
pub struct Plan {
    names: Vec<String>,
    schedule: Schedule,
}

impl Plan {
    /// `None` if the header does not describe a match.
    pub fn new(header: &Map<String, Value>, games_per_pairing: usize) -> Option<Plan> {
        let players = header.get("players")?.as_array()?;
        let names = players.iter().map(|it| Some(it["name"].as_str()?.to_owned()));
        let names: Vec<String> = names.collect::<Option<_>>()?;
        let form = header.get("form")?.as_str()?;
        let form = [Form::Gauntlet, Form::RoundRobin].into_iter().find(|it| it.name() == form)?;
        // Which opening a game has does not matter here, only which games there are.
        let schedule = Schedule::new(form, names.len(), games_per_pairing, 1, 0);
        Some(Plan { names, schedule })
    }

    /// How many pairs of games there are in all.
    pub fn pairs(&self) -> usize {
        self.schedule.pairs()
    }

    /// The numbers of the games in these pairs.
    pub fn numbers(&self, pairs: Range<usize>) -> Vec<usize> {
        let part = self.schedule.clone().part(pairs);
        part.fixtures().map(|it| it.number).collect()
    }

    /// Nothing is counted yet.
    pub fn standings(&self) -> Standings {
        Standings::new(self.names.clone(), &self.schedule, None)
    }

    pub fn count(&self, standings: &mut Standings, record: &Record) {
        if let Some(fixture) = self.schedule.fixture(record.number) {
            standings.add(record.number, fixture.players, Summary::from(record));
        }
    }
}
