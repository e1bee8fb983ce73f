//! What stands above the moves: names and values, in the words of PGN.

use super::notes::plain;

/// Names that mean the same in every format.
pub mod tag {
    pub const TITLE: &str = "Title";
    pub const EVENT: &str = "Event";
    pub const SITE: &str = "Site";
    pub const DATE: &str = "Date";
    pub const ROUND: &str = "Round";
    pub const RED: &str = "Red";
    pub const RED_TEAM: &str = "RedTeam";
    pub const RED_ELO: &str = "RedElo";
    pub const RED_TIME: &str = "RedTime";
    pub const BLACK: &str = "Black";
    pub const BLACK_TEAM: &str = "BlackTeam";
    pub const BLACK_ELO: &str = "BlackElo";
    pub const BLACK_TIME: &str = "BlackTime";
    pub const TIME_CONTROL: &str = "TimeControl";
    pub const OPENING: &str = "Opening";
    pub const ECCO: &str = "ECCO";
    pub const ANNOTATOR: &str = "Annotator";
    pub const AUTHOR: &str = "Author";
    pub const REMARK: &str = "Remark";
    /// The library a game was found in.
    pub const SOURCE: &str = "Source";
}

/// Names and values in the order in which they were found, which makes no difference. Empty
/// values are not kept.
#[derive(Clone, Default, Debug)]
pub struct Headers(Vec<(String, String)>);

impl Headers {
    /// The value, or an empty text.
    pub fn get(&self, name: &str) -> &str {
        self.0.iter().find(|it| it.0 == name).map_or("", |it| &it.1)
    }

    /// Sets a value, trimmed; an empty one removes the name.
    pub fn set(&mut self, name: &str, value: &str) {
        let value = plain(value);
        let value = value.trim_matches(is_blank);
        let found = self.0.iter().position(|it| it.0 == name);
        match (found, value) {
            (Some(index), "") => drop(self.0.remove(index)),
            (Some(index), value) => self.0[index].1 = value.to_owned(),
            (None, "") => (),
            (None, value) => self.0.push((name.to_owned(), value.to_owned())),
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl PartialEq for Headers {
    fn eq(&self, other: &Headers) -> bool {
        let sorted = |it: &Headers| {
            let mut pairs = it.0.clone();
            pairs.sort();
            pairs
        };
        self.len() == other.len() && sorted(self) == sorted(other)
    }
}

/// White space, and what fixed fields are filled up with.
fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || letter.is_control()
}
