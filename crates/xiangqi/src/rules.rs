//! The rule sets, what can end a game, and the count towards a draw without captures.

use std::{fmt, str::FromStr};

use crate::{color::Color, position::Position};

/// Named, versioned referees. They agree on how pieces move and differ in what ends a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum RuleSet {
    /// The Asian rules, version 1: `docs/rules.md` has the text we execute.
    #[default]
    Asian,
    /// An approximation of the Chinese rules: checks and mate threats count as chases.
    Chinese,
    /// The classroom's: whoever makes a position occur a third time loses.
    Course,
}

impl RuleSet {
    pub const ALL: [RuleSet; 3] = [RuleSet::Asian, RuleSet::Chinese, RuleSet::Course];

    pub const fn name(self) -> &'static str {
        match self {
            RuleSet::Asian => "asian",
            RuleSet::Chinese => "chinese",
            RuleSet::Course => "course",
        }
    }

    /// The plies without a capture after which the game is drawn.
    pub const fn no_capture_limit(self) -> u16 {
        match self {
            RuleSet::Asian | RuleSet::Chinese => 120,
            RuleSet::Course => 60,
        }
    }

    /// The plies without a capture, as these rules count them: the classroom counts all.
    #[inline(always)]
    pub fn plies_without_capture(self, position: &Position, count: NoCapture) -> u16 {
        match self {
            RuleSet::Course => position.plies_since_capture(),
            RuleSet::Asian | RuleSet::Chinese => count.plies,
        }
    }

    /// Is the game drawn because nobody can attack any more? The classroom plays on.
    #[inline(always)]
    pub fn is_dead(self, position: &Position) -> bool {
        self != RuleSet::Course && !Color::BOTH.into_iter().any(|it| position.can_attack(it))
    }
}

/// No rule set has that name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownRuleSet(pub String);

impl fmt::Display for UnknownRuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the rules are asian, chinese or course, not {:?}", self.0)
    }
}

impl std::error::Error for UnknownRuleSet {}

impl FromStr for RuleSet {
    type Err = UnknownRuleSet;

    fn from_str(text: &str) -> Result<RuleSet, UnknownRuleSet> {
        RuleSet::ALL
            .into_iter()
            .find(|it| it.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| UnknownRuleSet(crate::fen::shorten(text)))
    }
}

/// How a game stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    Ongoing,
    Won(Color),
    Draw,
}

impl Status {
    pub const ALL: [Status; 4] =
        [Status::Ongoing, Status::Won(Color::Red), Status::Won(Color::Black), Status::Draw];

    /// The word of the command line contract.
    pub const fn name(self) -> &'static str {
        match self {
            Status::Ongoing => "ongoing",
            Status::Won(Color::Red) => "red_wins",
            Status::Won(Color::Black) => "black_wins",
            Status::Draw => "draw",
        }
    }

    /// As PGN writes it.
    pub const fn token(self) -> &'static str {
        match self {
            Status::Ongoing => "*",
            Status::Won(Color::Red) => "1-0",
            Status::Won(Color::Black) => "0-1",
            Status::Draw => "1/2-1/2",
        }
    }

    pub fn from_token(text: &str) -> Option<Status> {
        Status::ALL.into_iter().find(|it| it.token() == text)
    }

    /// As a Chinese record writes it; `None` while the game goes on.
    pub const fn hanzi(self) -> Option<&'static str> {
        match self {
            Status::Ongoing => None,
            Status::Won(Color::Red) => Some("红胜"),
            Status::Won(Color::Black) => Some("黑胜"),
            Status::Draw => Some("和棋"),
        }
    }
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    Checkmate,
    Stalemate,
    PerpetualCheck,
    PerpetualChase,
    Repetition,
    NoCapture,
    InsufficientMaterial,
}

impl Reason {
    /// The word of the command line contract.
    pub const fn name(self) -> &'static str {
        match self {
            Reason::Checkmate => "checkmate",
            Reason::Stalemate => "stalemate",
            Reason::PerpetualCheck => "perpetual_check",
            Reason::PerpetualChase => "perpetual_chase",
            Reason::Repetition => "repetition",
            Reason::NoCapture => "no_capture",
            Reason::InsufficientMaterial => "insufficient_material",
        }
    }
}

/// The count towards a draw without captures. Of each side's checks only the first ten since
/// the last capture count; later ones, and the answers to them, add nothing.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct NoCapture {
    pub plies: u16,
    /// Checks given by Red and Black since the last capture.
    pub checks: [u16; 2],
}

/// What the count needs to know of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveFacts {
    pub mover: Color,
    pub captures: bool,
    pub gives_check: bool,
    pub was_in_check: bool,
}

impl NoCapture {
    const COUNTED_CHECKS: u16 = 10;

    pub fn starting_at(plies: u16) -> NoCapture {
        NoCapture { plies, checks: [0; 2] }
    }

    #[must_use]
    #[inline]
    pub fn after(mut self, facts: MoveFacts) -> NoCapture {
        if facts.captures {
            return NoCapture::default();
        }
        let (own, other) = (facts.mover.index(), facts.mover.opponent().index());
        self.checks[own] += u16::from(facts.gives_check);
        if facts.gives_check && NoCapture::COUNTED_CHECKS < self.checks[own] {
            return self;
        }
        let answers_uncounted_check =
            facts.was_in_check && NoCapture::COUNTED_CHECKS < self.checks[other];
        if answers_uncounted_check {
            self.checks[other] += 1;
            return self;
        }
        self.plies = self.plies.saturating_add(1);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_ten_checks_of_a_side_count() {
        let check = MoveFacts {
            mover: Color::Red,
            captures: false,
            gives_check: true,
            was_in_check: false,
        };
        let answer = MoveFacts {
            mover: Color::Black,
            captures: false,
            gives_check: false,
            was_in_check: true,
        };
        let mut count = NoCapture::default();
        for _ in 0..10 {
            count = count.after(check).after(answer);
        }
        assert_eq!(count.plies, 20);
        for _ in 0..30 {
            count = count.after(check).after(answer);
        }
        assert_eq!(count.plies, 20);
        count = count.after(MoveFacts { gives_check: false, ..check });
        assert_eq!(count.plies, 21);
        assert_eq!(count.after(MoveFacts { captures: true, ..check }), NoCapture::default());
    }
}
