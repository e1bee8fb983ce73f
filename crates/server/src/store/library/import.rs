//! A file of any format on its way into the library, batch by batch.

use std::{path::Path, thread, time::Duration};

use records::{Document, Dropped, Refused};

use super::{Entry, Library, StoreError};

/// Games that are stored together: enough to be fast, few enough that a move of somebody who plays
/// meanwhile waits only for moments.
const BATCH: usize = 250;
/// Between two batches others may write.
const PAUSE: Duration = Duration::from_millis(2);
/// Complaints told; of the others, the count.
const MOST_COMPLAINTS: usize = 20;
/// Where a game goes that comes alone and says no name.
const LOOSE: &str = "Games";

/// Something of a file that is not in the library.
#[derive(Clone, PartialEq, Debug)]
pub enum Complaint {
    Dropped(Dropped),
    Refused(Refused),
}

/// What became of a file so far.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Report {
    /// Games read, those that were there already included.
    pub games: usize,
    pub added: usize,
    pub duplicates: usize,
    /// The first of them.
    pub complaints: Vec<Complaint>,
    pub complaint_count: usize,
}

impl Report {
    fn complain(&mut self, complaint: Complaint) {
        self.complaint_count += 1;
        if self.complaints.len() < MOST_COMPLAINTS {
            self.complaints.push(complaint);
        }
    }
}

impl Library {
    /// Adds all games of a file. `tell` hears of every batch that is on disk, and may end the import
    /// by saying `false`. A game whose file is no record at all is an error of its own.
    pub fn import(
        &mut self,
        name: &str,
        bytes: &[u8],
        collection: Option<&str>,
        tell: &mut dyn FnMut(&Report) -> bool,
    ) -> Result<Result<Report, Refused>, StoreError> {
        let mut games = match records::read(bytes) {
            Ok(games) => games.peekable(),
            Err(refused) => return Ok(Err(refused)),
        };
        let (mut report, mut batch) = (Report::default(), Vec::new());
        let mut target: Option<String> = collection.map(str::to_owned);
        while let Some(game) = games.next() {
            let document = take(game, &mut report);
            let is_alone = games.peek().is_none() && report.games < 2;
            let named = target.get_or_insert_with(|| collection_of(name, is_alone));
            batch.extend(document.as_ref().map(Entry::new));
            if BATCH <= batch.len() {
                self.add_batch(named, &mut batch, &mut report)?;
                if !tell(&report) {
                    return Ok(Ok(report));
                }
                thread::sleep(PAUSE);
            }
        }
        self.add_batch(target.as_deref().unwrap_or(LOOSE), &mut batch, &mut report)?;
        tell(&report);
        Ok(Ok(report))
    }

    fn add_batch(
        &mut self,
        collection: &str,
        batch: &mut Vec<Entry>,
        report: &mut Report,
    ) -> Result<(), StoreError> {
        if !batch.is_empty() {
            let added = self.add(collection, batch)?;
            report.added += added.added;
            report.duplicates += added.duplicates;
            batch.clear();
        }
        Ok(())
    }
}

fn take(game: Result<records::Reading, Refused>, report: &mut Report) -> Option<Document> {
    match game {
        Ok(reading) => {
            report.games += 1;
            reading.dropped.into_iter().for_each(|it| report.complain(Complaint::Dropped(it)));
            Some(reading.document)
        }
        Err(refused) => {
            report.complain(Complaint::Refused(refused));
            None
        }
    }
}

/// A file of several games is a collection under its own name.
fn collection_of(name: &str, is_alone: bool) -> String {
    let stem = Path::new(name).file_stem().unwrap_or_default().to_string_lossy();
    let stem: String = stem.chars().filter(|it| !it.is_control()).take(80).collect();
    if is_alone || stem.trim().is_empty() { LOOSE.to_owned() } else { stem.trim().to_owned() }
}
