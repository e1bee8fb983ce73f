//! Options of an engine, as both protocols describe them.

use crate::{Dialect, words::Words};

/// One option: its name, kind and default.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionSpec {
    pub name: String,
    pub kind: OptionKind,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    Check {
        default: bool,
    },
    Spin {
        default: i64,
        min: i64,
        max: i64,
    },
    Combo {
        default: String,
        choices: Vec<String>,
    },
    String {
        default: String,
    },
    Button,
    /// UCCI: text to show, nothing to set.
    Label,
}

impl OptionSpec {
    pub fn new(name: &str, kind: OptionKind) -> OptionSpec {
        OptionSpec { name: name.to_owned(), kind }
    }

    /// The line that announces the option. UCCI names are one word.
    pub fn line(&self, dialect: Dialect) -> String {
        let head = match dialect {
            Dialect::Uci => format!("option name {} type", self.name),
            Dialect::Ucci => format!("option {} type", self.name.replace(' ', "_")),
        };
        match &self.kind {
            OptionKind::Check { default } => format!("{head} check default {default}"),
            OptionKind::Spin { default, min, max } => {
                format!("{head} spin default {default} min {min} max {max}")
            }
            OptionKind::Combo { default, choices } => {
                let choices: String = choices.iter().map(|it| format!(" var {it}")).collect();
                format!("{head} combo default {default}{choices}")
            }
            OptionKind::String { default } => format!("{head} string default {default}"),
            OptionKind::Button => format!("{head} button"),
            OptionKind::Label => format!("{head} label"),
        }
    }

    /// Reads what follows `option`, in either dialect.
    pub(crate) fn parse(text: &str) -> Option<OptionSpec> {
        let text = text.strip_prefix("name ").unwrap_or(text);
        let (name, rest) = text.split_once(" type ")?;
        let mut words = Words::new(rest);
        let kind = words.next()?;
        let attributes = Attributes::read(&mut words);
        let default = attributes.default.clone();
        let kind = match kind {
            "check" => OptionKind::Check { default: default == "true" },
            "spin" => OptionKind::Spin {
                default: default.parse().unwrap_or(0),
                min: attributes.min.unwrap_or(i64::MIN),
                max: attributes.max.unwrap_or(i64::MAX),
            },
            "combo" => OptionKind::Combo { default, choices: attributes.choices },
            "string" => OptionKind::String { default },
            "button" => OptionKind::Button,
            "label" => OptionKind::Label,
            _ => return None,
        };
        Some(OptionSpec::new(name.trim(), kind))
    }
}

#[derive(Default)]
struct Attributes {
    default: String,
    min: Option<i64>,
    max: Option<i64>,
    choices: Vec<String>,
}

impl Attributes {
    /// Values may be several words; a keyword ends them.
    fn read(words: &mut Words) -> Attributes {
        let mut attributes = Attributes::default();
        let mut key = "";
        while let Some(word) = words.next() {
            match (key, word) {
                (_, "default" | "min" | "max" | "var") => {
                    key = word;
                    if word == "var" {
                        attributes.choices.push(String::new());
                    }
                }
                ("default", _) => append(&mut attributes.default, word),
                ("min", _) => attributes.min = word.parse().ok(),
                ("max", _) => attributes.max = word.parse().ok(),
                ("var", _) => {
                    if let Some(choice) = attributes.choices.last_mut() {
                        append(choice, word);
                    }
                }
                _ => {}
            }
        }
        attributes
    }
}

fn append(text: &mut String, word: &str) {
    if !text.is_empty() {
        text.push(' ');
    }
    text.push_str(word);
}

/// Do two names mean the same option? Case, spaces and underscores do not matter.
pub fn same_name(one: &str, other: &str) -> bool {
    fn letters(name: &str) -> impl Iterator<Item = char> + '_ {
        let is_letter = |it: &char| !matches!(it, ' ' | '_');
        name.chars().filter(is_letter).flat_map(char::to_lowercase)
    }
    letters(one).eq(letters(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn announcements_read_back() {
        let specs = [
            OptionSpec::new("Clear Hash", OptionKind::Button),
            OptionSpec::new("Hash", OptionKind::Spin { default: 16, min: 1, max: 1024 }),
            OptionSpec::new("Ponder", OptionKind::Check { default: true }),
            OptionSpec::new("EvalFile", OptionKind::String { default: "<none> of it".to_owned() }),
            OptionSpec::new(
                "Rules",
                OptionKind::Combo {
                    default: "asian".to_owned(),
                    choices: vec!["asian".to_owned(), "two words".to_owned()],
                },
            ),
        ];
        for spec in specs {
            for dialect in [Dialect::Uci, Dialect::Ucci] {
                let line = spec.line(dialect);
                let read = OptionSpec::parse(line.strip_prefix("option ").unwrap()).unwrap();
                assert!(same_name(&read.name, &spec.name));
                assert_eq!(read.kind, spec.kind, "{line}");
            }
        }
        assert_eq!(OptionSpec::parse("name X type nonsense"), None);
        assert_eq!(OptionSpec::parse("name X"), None);
    }

    #[test]
    fn names_are_compared_as_hosts_write_them() {
        assert!(same_name("Clear Hash", "clear_hash") && same_name("MultiPV", "multipv"));
        assert!(!same_name("Hash", "Has"));
    }
}
