//! The options of the engine: one table for both dialects.

use std::{sync::Arc, time::Duration};

use endgame::Tables;
use engine::{Engine, Evaluation, Level};
use protocol::{Dialect, OptionKind, OptionSpec, same_name};
use records::book::Variety;
use xiangqi::RuleSet;

use super::{
    book::BookSettings,
    brain::{Changed, OptionError},
};
use crate::{
    books, endings,
    machine::{free_megabytes, most_useful_threads},
    network,
};

/// An engine begins with next to no table, until the host has said what it wants.
pub(super) const FIRST_HASH_MEGABYTES: usize = 1;

/// Everything a host can set.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    pub(super) threads: usize,
    pub(super) hash_megabytes: usize,
    pub(super) multi_pv: usize,
    pub(super) move_overhead: Duration,
    pub(super) shows_wdl: bool,
    pub(super) rules: RuleSet,
    /// 1 to 10.
    pub(super) level_number: u8,
    /// Play at `rating` instead of a level.
    pub(super) limits_strength: bool,
    pub(super) rating: i32,
    /// UCCI clocks count milliseconds instead of seconds.
    pub(super) in_millis: bool,
    pub(super) evaluation: Evaluation,
    pub(super) book: BookSettings,
    pub(super) endings: Option<Arc<Tables>>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            threads: 1,
            hash_megabytes: 64,
            multi_pv: 1,
            move_overhead: Duration::from_millis(30),
            shows_wdl: false,
            rules: RuleSet::default(),
            level_number: 10,
            limits_strength: false,
            rating: Level::FULL.rating(),
            in_millis: false,
            evaluation: Evaluation::default(),
            book: BookSettings::default(),
            endings: endings::load(endings::DEFAULT),
        }
    }
}

/// What a value may be.
enum Kind {
    Check(fn(&Settings) -> bool, fn(&mut Settings, bool)),
    Spin(fn(&Settings) -> i64, i64, i64, fn(&mut Settings, i64)),
    Combo(&'static str, &'static [&'static str], fn(&mut Settings, &str)),
    Text(&'static str, fn(&mut Settings, &str) -> Changed),
    Button(Changed),
}

/// One option: its names in the dialects, and what it does. A name may be missing in one
/// dialect's greeting, but it is understood in both.
struct Entry {
    uci: Option<&'static str>,
    ucci: Option<&'static str>,
    kind: Kind,
}

fn table() -> Vec<Entry> {
    let both = |uci, ucci, kind| Entry { uci: Some(uci), ucci: Some(ucci), kind };
    let uci = |name, kind| Entry { uci: Some(name), ucci: None, kind };
    let ucci = |name, kind| Entry { uci: None, ucci: Some(name), kind };
    let most_threads = Engine::MOST_THREADS as i64;
    let most_hash = Engine::MOST_HASH_MEGABYTES as i64;
    vec![
        both(
            "Threads",
            "threads",
            Kind::Spin(|it| it.threads as i64, 1, most_threads, |it, n| it.threads = n as usize),
        ),
        both(
            "Hash",
            "hashsize",
            Kind::Spin(
                |it| it.hash_megabytes as i64,
                1,
                most_hash,
                |it, n| it.hash_megabytes = n as usize,
            ),
        ),
        both("Clear Hash", "newgame", Kind::Button(Changed::ForgetEverything)),
        both("Ponder", "ponder", Kind::Check(|_| false, |_, _| {})),
        both(
            "MultiPV",
            "multipv",
            Kind::Spin(|it| it.multi_pv as i64, 1, 128, |it, n| it.multi_pv = n as usize),
        ),
        both(
            "Move Overhead",
            "moveoverhead",
            Kind::Spin(
                |it| it.move_overhead.as_millis() as i64,
                0,
                5000,
                |it, n| it.move_overhead = Duration::from_millis(n as u64),
            ),
        ),
        uci("UCI_ShowWDL", Kind::Check(|it| it.shows_wdl, |it, on| it.shows_wdl = on)),
        both(
            "Level",
            "level",
            Kind::Spin(|it| it.level_number.into(), 1, 10, |it, n| it.level_number = n as u8),
        ),
        uci(
            "UCI_LimitStrength",
            Kind::Check(|it| it.limits_strength, |it, on| it.limits_strength = on),
        ),
        uci(
            "UCI_Elo",
            Kind::Spin(
                |it| it.rating.into(),
                Level::LOWEST.rating().into(),
                Level::FULL.rating().into(),
                |it, n| it.rating = n as i32,
            ),
        ),
        both(
            "Rules",
            "rules",
            Kind::Combo("asian", &["asian", "chinese", "course"], |it, name| {
                it.rules = name.parse().unwrap_or_default();
            }),
        ),
        uci("UCI_Variant", Kind::Combo("xiangqi", &["xiangqi"], |_, _| {})),
        both("EvalFile", "evalfile", Kind::Text(network::DEFAULT, set_evaluation)),
        both("EndgamePath", "egtbpaths", Kind::Text(endings::DEFAULT, set_endings)),
        both("OwnBook", "usebook", Kind::Check(|it| it.book.is_on, |it, on| it.book.is_on = on)),
        both("BookFile", "bookfiles", Kind::Text(books::DEFAULT, set_book)),
        both(
            "BookDepth",
            "bookdepth",
            Kind::Spin(|it| it.book.depth.into(), 0, 200, |it, n| it.book.depth = n as u32),
        ),
        both(
            "BookVariety",
            "bookvariety",
            Kind::Spin(
                |it| it.book.variety.into(),
                0,
                Variety::MOST.into(),
                |it, n| it.book.variety = n as u32,
            ),
        ),
        ucci("usemillisec", Kind::Check(|it| it.in_millis, |it, on| it.in_millis = on)),
    ]
}

/// A file that is no network changes nothing.
fn set_evaluation(settings: &mut Settings, name: &str) -> Changed {
    match network::load(name) {
        Ok(evaluation) => {
            settings.evaluation = evaluation;
            Changed::Message(format!("evaluation {}", settings.evaluation.name()))
        }
        Err(error) => {
            let kept = settings.evaluation.name();
            Changed::Message(format!("EvalFile: {error:#}; {kept} stays in use"))
        }
    }
}

/// Any folder will do: tables in it are read when they are needed.
fn set_endings(settings: &mut Settings, name: &str) -> Changed {
    settings.endings = endings::load(name);
    Changed::Message(match &settings.endings {
        Some(tables) => format!("endgame tables in {}", tables.folder().display()),
        None => "no endgame tables".to_owned(),
    })
}

/// A file that is no book changes nothing.
fn set_book(settings: &mut Settings, names: &str) -> Changed {
    match books::load(names) {
        Ok(book) => {
            let sentence = format!("book of {} games", book.games());
            settings.book.book = Some(Arc::new(book));
            Changed::Message(sentence)
        }
        Err(error) => Changed::Message(format!("BookFile: {error:#}; the book in use stays")),
    }
}

impl Entry {
    fn name(&self, dialect: Dialect) -> Option<&'static str> {
        match dialect {
            Dialect::Uci => self.uci,
            Dialect::Ucci => self.ucci,
        }
    }

    fn is_called(&self, name: &str) -> bool {
        [self.uci, self.ucci].into_iter().flatten().any(|it| same_name(it, name))
    }

    fn spec(&self, name: &str) -> OptionSpec {
        let defaults = Settings::default();
        let kind = match &self.kind {
            Kind::Check(get, _) => OptionKind::Check { default: get(&defaults) },
            Kind::Spin(get, min, max, _) => {
                OptionKind::Spin { default: get(&defaults), min: *min, max: *max }
            }
            Kind::Combo(default, choices, _) => OptionKind::Combo {
                default: (*default).to_owned(),
                choices: choices.iter().map(|it| (*it).to_owned()).collect(),
            },
            Kind::Text(default, _) => OptionKind::String { default: (*default).to_owned() },
            Kind::Button(_) => OptionKind::Button,
        };
        OptionSpec::new(name, kind)
    }
}

/// The options as the greeting lists them.
pub(super) fn announced(dialect: Dialect) -> Vec<OptionSpec> {
    let name = |entry: &Entry| entry.name(dialect).map(|name| entry.spec(name));
    table().iter().filter_map(name).collect()
}

/// Options of UCCI hosts that change nothing here.
const TOLERATED: [&str; 10] = [
    "batch",
    "debug",
    "useegtb",
    "evalapi",
    "idle",
    "promotion",
    "pruning",
    "knowledge",
    "randomness",
    "style",
];

impl Settings {
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<Changed, OptionError> {
        if TOLERATED.iter().any(|it| same_name(it, name)) {
            return Ok(Changed::Setting);
        }
        let table = table();
        let unknown = || OptionError::unknown(name);
        let entry = table.iter().find(|it| it.is_called(name)).ok_or_else(unknown)?;
        let label = entry.uci.or(entry.ucci).unwrap_or_default();
        let bad = |expected: String| OptionError::bad_value(label, value, expected);
        match &entry.kind {
            Kind::Check(_, set) => match value.to_ascii_lowercase().as_str() {
                "true" | "on" | "yes" | "1" => set(self, true),
                "false" | "off" | "no" | "0" => set(self, false),
                _ => return Err(bad("true or false".to_owned())),
            },
            Kind::Spin(get, min, max, set) => {
                let expected = || bad(format!("a number from {min} to {max}"));
                let number: i64 = value.parse().map_err(|_| expected())?;
                // Zero means "as you like" under UCCI.
                let number =
                    if number == 0 && 0 < *min { get(&Settings::default()) } else { number };
                set(self, number.clamp(*min, *max));
            }
            Kind::Combo(_, choices, set) => {
                let choice = choices.iter().find(|it| it.eq_ignore_ascii_case(value));
                set(self, choice.ok_or_else(|| bad(format!("one of: {}", choices.join(", "))))?);
            }
            Kind::Text(_, set) => return Ok(set(self, value)),
            Kind::Button(changed) => return Ok(changed.clone()),
        }
        Ok(Changed::Setting)
    }

    /// `None` for full strength.
    pub(super) fn level(&self) -> Option<Level> {
        let level = match self.limits_strength {
            true => Some(Level::from_rating(self.rating)),
            false => Level::new(self.level_number),
        };
        level.filter(|it| !it.is_full())
    }

    /// Brings the engine in line with the settings; those that this machine cannot follow are
    /// changed to what it can, which is told.
    pub(super) fn apply(&mut self, engine: &mut Engine) -> Vec<String> {
        let mut remarks = Vec::new();
        if !self.apply_hash(engine) {
            let wanted = self.hash_megabytes;
            // The first engine has had no table to keep: it gets the usual one.
            let is_first = engine.hash_megabytes() == FIRST_HASH_MEGABYTES;
            self.hash_megabytes = Settings::default().hash_megabytes;
            if !is_first || !self.apply_hash(engine) {
                self.hash_megabytes = engine.hash_megabytes();
            }
            let kept = self.hash_megabytes;
            remarks.push(format!("Hash: no memory for {wanted} MB; {kept} MB stay in use"));
        }
        let most = most_useful_threads();
        if most < self.threads {
            let wanted = self.threads;
            remarks
                .push(format!("Threads: {most} are used, {wanted} are too many for this machine"));
            self.threads = most;
        }
        engine.set_threads(self.threads);
        engine.set_rules(self.rules);
        engine.set_evaluation(self.evaluation.clone());
        engine.set_endings(self.endings.clone());
        remarks
    }

    /// Systems promise more memory than they have, and end the program when it is used.
    fn apply_hash(&self, engine: &mut Engine) -> bool {
        let room = free_megabytes().map(|it| it + engine.hash_megabytes());
        room.is_none_or(|it| self.hash_megabytes <= it) && engine.set_hash(self.hash_megabytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_values_are_read_tolerantly() {
        let mut settings = Settings::default();
        assert_eq!(settings.set("hash", "128"), Ok(Changed::Setting));
        assert_eq!(settings.hash_megabytes, 128);
        assert_eq!(settings.set("HASHSIZE", "0"), Ok(Changed::Setting));
        assert_eq!(settings.hash_megabytes, Settings::default().hash_megabytes);
        assert_eq!(settings.set("move_overhead", "99999"), Ok(Changed::Setting));
        assert_eq!(settings.move_overhead, Duration::from_secs(5));
        assert_eq!(settings.set("Rules", "Chinese"), Ok(Changed::Setting));
        assert_eq!(settings.rules, RuleSet::Chinese);
        assert_eq!(settings.set("clear_hash", ""), Ok(Changed::ForgetEverything));
        assert_eq!(settings.level(), None);
        assert_eq!(settings.set("Level", "3"), Ok(Changed::Setting));
        assert_eq!(settings.level(), Level::new(3));
        assert_eq!(settings.set("uci_limitstrength", "true"), Ok(Changed::Setting));
        assert_eq!(settings.level(), None);
        assert_eq!(settings.set("UCI_Elo", "1"), Ok(Changed::Setting));
        assert_eq!(settings.level(), Some(Level::LOWEST));
        assert!(settings.set("Threads", "many").is_err());
        assert!(settings.set("Rules", "house").is_err());
        assert!(settings.set("nonsense", "1").is_err());
    }
}
