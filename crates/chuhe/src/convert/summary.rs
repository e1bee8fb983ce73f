//! What came of it: how many games, what was dropped in reading, what was lost in writing.

/// More lines than this help nobody.
const MOST_LINES: usize = 40;

#[derive(Default)]
pub(super) struct Summary {
    games: usize,
    /// Files that could not be read.
    refused: Vec<String>,
    has_refused_named: bool,
    dropped: Lines,
    lost: Lines,
}

/// The first of many lines, and how many there were.
#[derive(Default)]
struct Lines {
    lines: Vec<String>,
    count: usize,
}

impl Lines {
    fn add(&mut self, line: String) {
        self.count += 1;
        if self.lines.len() < MOST_LINES {
            self.lines.push(line);
        }
    }

    fn tell(&self, heading: &str) {
        if self.count == 0 {
            return;
        }
        eprintln!("{heading}");
        self.lines.iter().for_each(|it| eprintln!("  {it}"));
        if self.lines.len() < self.count {
            eprintln!("  ... and {} more", self.count - self.lines.len());
        }
    }
}

impl Summary {
    pub(super) fn count(&mut self) {
        self.games += 1;
    }

    /// A file that is no record; by itself a mistake only if somebody named it.
    pub(super) fn refuse(&mut self, sentence: String, is_named: bool) {
        self.has_refused_named |= is_named;
        self.refused.push(sentence);
    }

    pub(super) fn drop(&mut self, name: &str, sentence: &str) {
        self.dropped.add(format!("{name}: {sentence}"));
    }

    pub(super) fn lose(&mut self, name: &str, sentence: &str) {
        self.lost.add(format!("{name}: {sentence}"));
    }

    pub(super) fn failed(&self) -> bool {
        self.has_refused_named || self.games == 0
    }

    pub(super) fn tell(&self, files: usize) {
        self.refused.iter().take(MOST_LINES).for_each(|it| eprintln!("error: {it}"));
        if MOST_LINES < self.refused.len() {
            eprintln!("error: {} more files cannot be read", self.refused.len() - MOST_LINES);
        }
        self.dropped.tell("Dropped in reading:");
        self.lost.tell("Lost in writing:");
        if 0 < self.games {
            let (games, dropped, lost) = (self.games, self.dropped.count, self.lost.count);
            let files = counted(files, "file");
            eprintln!("{} from {files}; {dropped} dropped, {lost} lost", counted(games, "game"));
        } else if self.refused.is_empty() {
            eprintln!("error: no file to read");
        }
    }
}

fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}
