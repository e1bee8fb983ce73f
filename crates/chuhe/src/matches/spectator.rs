//! Shows how a match goes: a bar on a terminal, a line per game elsewhere.

use arena::{Event, Record, Standings};
use xiangqi::Language;

use crate::progress::Progress;

pub(super) struct Spectator {
    language: Language,
    progress: Progress,
}

impl Spectator {
    pub(super) fn new(language: Language) -> Spectator {
        Spectator { language, progress: Progress::new() }
    }

    pub(super) fn hear(&mut self, event: &Event) {
        match event {
            Event::Resumed(standings) => {
                let finished = standings.finished;
                self.progress.say(&match self.language {
                    Language::Chinese => format!("接着下：已有 {finished} 局"),
                    Language::English => format!("going on after {finished} games"),
                });
                self.show(standings);
            }
            Event::Finished(record, standings) => {
                let is_notable = !self.progress.has_bar() || record.fault().is_some();
                if is_notable {
                    self.progress.say(&self.line(record, standings));
                }
                self.show(standings);
            }
        }
    }

    fn line(&self, record: &Record, standings: &Standings) -> String {
        let [zh, en] = &record.explanation;
        let reasons = match self.language {
            Language::Chinese => zh,
            Language::English => en,
        };
        let [red, black] = &record.players;
        format!(
            "[{}/{}] {red} - {black}: {} {} ({})",
            standings.finished,
            standings.total,
            record.outcome.token(),
            record.ending.name(),
            reasons.first().map_or("", String::as_str)
        )
    }

    fn show(&self, standings: &Standings) {
        let tally = standings.overall(0);
        let estimate = tally.estimate();
        let mut text =
            format!("{} +{} ={} -{}", standings.names[0], tally.wins, tally.draws, tally.losses);
        // A few games, or only wins, have no error yet; several opponents have no common Elo.
        if estimate.error.is_finite() && standings.names.len() == 2 {
            text += &format!("  Elo {:.0} ± {:.0}", estimate.elo, estimate.error);
        }
        if standings.sprt.is_some() {
            text += &format!("  LLR {:.2}", standings.llr());
        }
        self.progress.show_with_guess(standings.finished as u64, standings.total as u64, &text);
    }
}
