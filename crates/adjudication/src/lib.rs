//! Ends games early that both players agree about: far ahead for so many moves in a row is won,
//! level for so many moves late in the game is drawn.
//!
//! The arena, self-play and the engine's duels all end games so. It is a crate of its own because
//! none of them may know another: the arena sees every engine as a process, the trainer knows no
//! arena, and the rules of the game know no scores. The unit of scores is the caller's.

use xiangqi::Color;

/// Both players say for so many moves that the same side is ahead by at least so much.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WinRule {
    pub score: u32,
    /// Of both sides; with none the rule never applies.
    pub moves: usize,
}

/// Both players say for so many moves that nobody is ahead by more, late enough in the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRule {
    pub score: u32,
    /// Of both sides; with none the rule never applies.
    pub moves: usize,
    pub from_move: usize,
}

/// Which rules hold; none of them by default.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Agreements {
    pub win: Option<WinRule>,
    pub draw: Option<DrawRule>,
}

/// What both players agree about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Agreed {
    Win(Color, WinRule),
    Draw(DrawRule),
}

/// Listens to the scores of one game.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    rules: Agreements,
    /// Who is far ahead, and for how many plies both have said so.
    leader: Option<Color>,
    led_plies: usize,
    level_plies: usize,
}

impl Adjudicator {
    pub fn new(rules: Agreements) -> Adjudicator {
        Adjudicator { rules, leader: None, led_plies: 0, level_plies: 0 }
    }

    /// The score that a mover gave its move, for itself; `None` if it gave none.
    pub fn hear(&mut self, mover: Color, score: Option<i32>) {
        let size = score.map(i32::unsigned_abs);
        let ahead = if score.is_some_and(|it| 0 < it) { mover } else { mover.opponent() };
        let is_clear = self.rules.win.zip(size).is_some_and(|(rule, size)| rule.score <= size);
        let is_level = self.rules.draw.zip(size).is_some_and(|(rule, size)| size <= rule.score);
        let leader = is_clear.then_some(ahead);
        self.led_plies = match leader {
            None => 0,
            same if same == self.leader => self.led_plies + 1,
            _ => 1,
        };
        self.leader = leader;
        self.level_plies = if is_level { self.level_plies + 1 } else { 0 };
    }

    /// Is there agreement after so many plies of the game?
    pub fn agreed(&self, plies: usize) -> Option<Agreed> {
        let lasts = |said: usize, moves: usize| 0 < moves && 2 * moves <= said;
        let win = self.rules.win.filter(|it| lasts(self.led_plies, it.moves));
        if let Some((winner, rule)) = self.leader.zip(win) {
            return Some(Agreed::Win(winner, rule));
        }
        let is_late = |it: &DrawRule| 2 * it.from_move <= plies;
        let draw = self.rules.draw.filter(is_late);
        draw.filter(|it| lasts(self.level_plies, it.moves)).map(Agreed::Draw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Scores of alternating movers, Red first.
    fn after(rules: Agreements, scores: &[Option<i32>]) -> Adjudicator {
        let mut adjudicator = Adjudicator::new(rules);
        for (mover, &score) in Color::BOTH.into_iter().cycle().zip(scores) {
            adjudicator.hear(mover, score);
        }
        adjudicator
    }

    #[test]
    fn wins_need_both_to_agree_long_enough() {
        let rule = WinRule { score: 1000, moves: 2 };
        let winner = |scores: &[Option<i32>]| {
            let rules = Agreements { win: Some(rule), draw: None };
            match after(rules, scores).agreed(scores.len())? {
                Agreed::Win(winner, it) if it == rule => Some(winner),
                other => panic!("{other:?}"),
            }
        };
        let said = |scores: &[i32]| winner(&scores.iter().map(|&it| Some(it)).collect::<Vec<_>>());
        assert_eq!(said(&[0, -3000, 1000, -1100, 1200]), Some(Color::Red));
        assert_eq!(said(&[-1200, 1100, -1000, 3000]), Some(Color::Black));
        assert_eq!(said(&[-3000, 1000, 1100, 1200]), None);
        assert_eq!(said(&[3000, -1000, 999, -1200]), None);
        assert_eq!(said(&[1000, -1100, 1200]), None);
        assert_eq!(winner(&[Some(2000), None, Some(2000), None]), None);
        assert_eq!(winner(&[Some(2000), Some(-2000), None, Some(-2000), Some(2000)]), None);
    }

    #[test]
    fn draws_need_late_level_scores() {
        let rule = DrawRule { score: 15, moves: 1, from_move: 30 };
        let rules = Agreements { win: None, draw: Some(rule) };
        let drawn = |plies, scores: &[i32]| {
            let scores: Vec<_> = scores.iter().map(|&it| Some(it)).collect();
            after(rules, &scores).agreed(plies) == Some(Agreed::Draw(rule))
        };
        assert!(drawn(60, &[300, 10, -15]));
        assert!(!drawn(59, &[10, -15]));
        assert!(!drawn(60, &[10, -16]));
        assert!(!drawn(60, &[0]));
    }

    #[test]
    fn rules_of_no_moves_never_apply() {
        let rules = Agreements {
            win: Some(WinRule { score: 0, moves: 0 }),
            draw: Some(DrawRule { score: 9, moves: 0, from_move: 0 }),
        };
        assert_eq!(after(rules, &[Some(5), Some(5)]).agreed(2), None);
        assert_eq!(Adjudicator::new(Agreements::default()).agreed(400), None);
    }
}
