//! Who sits at a game: people and machines.

use lab::zoo::Member;

use super::error::UnknownPlayer;

/// How many levels the engine has.
pub(crate) const LEVELS: u8 = 10;
/// Names are shown to others: short, and without control characters.
const LONGEST_NAME: usize = 24;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Player {
    Human {
        name: Option<String>,
    },
    Machine(MachinePlayer),
    /// Somebody's program, in a league: it thinks elsewhere.
    Bot {
        name: String,
    },
}

/// A machine that sits at a board. Full strength is no player: it belongs to analysis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MachinePlayer {
    Level(LevelNumber),
    Zoo(Member),
}

/// A level of the engine. Invariant: 1 to [`LEVELS`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LevelNumber(u8);

impl LevelNumber {
    pub(crate) fn new(number: u8) -> Result<LevelNumber, UnknownPlayer> {
        let is_known = (1..=LEVELS).contains(&number);
        if is_known {
            Ok(LevelNumber(number))
        } else {
            Err(UnknownPlayer(format!("level:{number}")))
        }
    }

    pub(crate) fn get(self) -> u8 {
        self.0
    }
}

impl Player {
    /// A human under a name that others may be shown.
    pub(crate) fn human(name: Option<&str>) -> Player {
        Player::Human { name: name.and_then(clean_name) }
    }

    pub(crate) fn level(number: u8) -> Result<Player, UnknownPlayer> {
        Ok(Player::Machine(MachinePlayer::Level(LevelNumber::new(number)?)))
    }

    /// A member of the zoo that a visitor may choose; deeper ones take hours for a move and are for
    /// the command line.
    pub(crate) fn offered_zoo(name: &str) -> Result<Player, UnknownPlayer> {
        let is_shown = Member::SHOWN.iter().any(|it| it.to_string() == name);
        if is_shown { Player::zoo(name) } else { Err(unknown_member(name)) }
    }

    pub(crate) fn zoo(name: &str) -> Result<Player, UnknownPlayer> {
        let member = name.parse().map_err(|_| unknown_member(name))?;
        Ok(Player::Machine(MachinePlayer::Zoo(member)))
    }

    pub(crate) fn is_bot(&self) -> bool {
        matches!(self, Player::Bot { .. })
    }

    pub(crate) fn is_human(&self) -> bool {
        matches!(self, Player::Human { .. })
    }
}

/// A name as others may be shown it; `None` if nothing is left of it.
pub(crate) fn clean_name(text: &str) -> Option<String> {
    clean_text(text, LONGEST_NAME)
}

/// What can be printed of a text, so many letters at most.
pub(crate) fn clean_text(text: &str, longest: usize) -> Option<String> {
    let printable = text.trim().chars().filter(|it| !it.is_control() && !is_invisible(*it));
    let clean: String = printable.take(longest).collect();
    Some(clean).filter(|it| !it.is_empty())
}

/// Letters that show nothing and turn around what stands beside them.
fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

fn unknown_member(name: &str) -> UnknownPlayer {
    UnknownPlayer(format!("zoo:{name:.40}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_ten_levels() {
        assert!(LevelNumber::new(0).is_err() && LevelNumber::new(LEVELS + 1).is_err());
        let known =
            |number| engine::Level::new(number).is_some() == LevelNumber::new(number).is_ok();
        assert!((0..=20).all(known), "the engine has the same levels");
    }

    #[test]
    fn names_are_short_and_printable() {
        let name = |text: &str| match Player::human(Some(text)) {
            Player::Human { name } => name,
            Player::Machine(_) | Player::Bot { .. } => None,
        };
        assert_eq!(name("  \u{7}Ann\n "), Some("Ann".to_owned()));
        assert_eq!(name("  "), None);
        assert_eq!(name(&"x".repeat(100)).map(|it| it.len()), Some(LONGEST_NAME));
    }
}
