//! What holds for all games of a match: rules, patience, and when a referee ends a game early.

use std::time::Duration;

use protocol::TimeLimits;
use xiangqi::{Color, RuleSet};

use crate::{control::Control, record::Opinion};

#[derive(Clone, Debug)]
pub struct Conditions {
    pub rules: RuleSet,
    /// For players without one of their own.
    pub control: Control,
    /// A move may be this late.
    pub margin: Duration,
    /// How long a move may take when nothing else limits its time.
    pub patience: Duration,
    pub adjudication: Adjudication,
    pub limits: TimeLimits,
}

impl Conditions {
    /// Everything that decides games besides the rules and the clocks, in one line.
    pub(crate) fn referee(&self) -> String {
        let Adjudication { win, draw, most_plies } = self.adjudication;
        let (margin, patience) = (self.margin.as_millis(), self.patience.as_secs_f64());
        let win = win.map(|it| format!(", win {},{}", it.centipawns, it.moves));
        let draw = draw.map(|it| format!(", draw {},{},{}", it.centipawns, it.moves, it.from_move));
        let plies = most_plies.map(|it| format!(", {it} plies"));
        let early: String = [win, draw, plies].into_iter().flatten().collect();
        format!("margin {margin} ms, patience {patience} s{early}")
    }

    pub fn new(control: Control) -> Conditions {
        Conditions {
            rules: RuleSet::default(),
            control,
            margin: Duration::from_millis(100),
            patience: Duration::from_secs(120),
            adjudication: Adjudication::default(),
            limits: TimeLimits::default(),
        }
    }
}

/// When to end a game that the rules would let go on. Nothing is set by default: the rules alone
/// end every game.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Adjudication {
    pub win: Option<WinRule>,
    pub draw: Option<DrawRule>,
    /// A game of so many plies is a draw.
    pub most_plies: Option<usize>,
}

/// Both players say for so many moves that the same side is ahead by at least so much.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WinRule {
    pub centipawns: u32,
    pub moves: usize,
}

/// Both players say for so many moves that nobody is ahead by more, late enough in the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRule {
    pub centipawns: u32,
    pub moves: usize,
    pub from_move: usize,
}

impl WinRule {
    /// `thoughts` are those of the plies so far, latest first, each with its mover.
    pub(crate) fn winner(
        self,
        thoughts: impl Iterator<Item = (Color, Option<Opinion>)>,
    ) -> Option<Color> {
        let mut seen = 0;
        let mut winner = None;
        for (mover, thought) in thoughts.take(2 * self.moves) {
            let score = thought?.score?;
            let ahead = if 0 < score { mover } else { mover.opponent() };
            if score.unsigned_abs() < self.centipawns || winner.is_some_and(|it| it != ahead) {
                return None;
            }
            winner = Some(ahead);
            seen += 1;
        }
        winner.filter(|_| seen == 2 * self.moves)
    }
}

impl DrawRule {
    pub(crate) fn applies(
        self,
        plies: usize,
        thoughts: impl Iterator<Item = (Color, Option<Opinion>)>,
    ) -> bool {
        let is_late = 2 * self.from_move <= plies;
        let is_level = |thought: Option<Opinion>| {
            let score = thought.and_then(|it| it.score);
            score.is_some_and(|it| it.unsigned_abs() <= self.centipawns)
        };
        let level = thoughts.take(2 * self.moves).take_while(|it| is_level(it.1)).count();
        is_late && 0 < self.moves && level == 2 * self.moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Scores of alternating movers, latest first, Red having moved last.
    fn thoughts(scores: &[Option<i32>]) -> impl Iterator<Item = (Color, Option<Opinion>)> {
        let opinion = |score| Opinion { score, depth: None, time: Duration::ZERO };
        let movers = Color::BOTH.into_iter().cycle();
        movers.zip(scores.to_vec()).map(move |(mover, score)| (mover, Some(opinion(score))))
    }

    #[test]
    fn wins_need_both_to_agree_long_enough() {
        let rule = WinRule { centipawns: 1000, moves: 2 };
        let winner = |scores: &[i32]| {
            rule.winner(thoughts(&scores.iter().map(|&it| Some(it)).collect::<Vec<_>>()))
        };
        assert_eq!(winner(&[1200, -1100, 1000, -3000, 0]), Some(Color::Red));
        assert_eq!(winner(&[-1200, 1100, -1000, 3000]), Some(Color::Black));
        assert_eq!(winner(&[1200, 1100, 1000, -3000]), None);
        assert_eq!(winner(&[1200, -999, 1000, -3000]), None);
        assert_eq!(winner(&[1200, -1100, 1000]), None);
        assert_eq!(rule.winner(thoughts(&[Some(2000), None, Some(2000), None])), None);
    }

    #[test]
    fn draws_need_late_level_scores() {
        let rule = DrawRule { centipawns: 15, moves: 1, from_move: 30 };
        assert!(rule.applies(60, thoughts(&[Some(-15), Some(10), Some(300)])));
        assert!(!rule.applies(59, thoughts(&[Some(-15), Some(10)])));
        assert!(!rule.applies(60, thoughts(&[Some(-16), Some(10)])));
        assert!(!rule.applies(60, thoughts(&[Some(0)])));
    }
}
