//! The position as the search walks it: board, evaluation state and the way it was reached.

use xiangqi::{
    Blame, Color, Game, Move, MoveFacts, NoCapture, Played, Position, RuleSet, judge_loop,
};

use crate::{
    eval::Judge,
    keys::PartKeys,
    score::{MAX_PLY, Value},
};

/// A step on the way to the present position, with what undoing it restores.
#[derive(Clone, Copy)]
struct Step {
    /// `None` for a pass.
    played: Option<Played>,
    /// The hash before the step.
    hash: u64,
    keys: PartKeys,
    no_capture: NoCapture,
    in_check: bool,
    /// How many steps back repetitions may be looked for, before the step.
    reversible: u16,
}

/// How a repetition ends the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Repetition {
    Draw,
    LostBy(Color),
}

pub(crate) struct Board {
    pub(crate) position: Position,
    keys: PartKeys,
    judge: Judge,
    steps: Vec<Step>,
    /// Steps that belong to the game, before the search began.
    game_len: usize,
    /// Steps since the last capture or pass.
    reversible: u16,
    no_capture: NoCapture,
    in_check: bool,
    rules: RuleSet,
    /// The moves of a loop while it is judged; kept, so that the search allocates nothing.
    cycle: Vec<Played>,
}

impl Board {
    /// The last position of a game, which is the root of the search.
    pub(crate) fn new(game: &Game, rules: RuleSet, mut judge: Judge) -> Board {
        judge.reset(game.position());
        let room = game.len() + MAX_PLY + 8;
        let mut board = Board {
            position: *game.position(),
            keys: PartKeys::of(game.position()),
            judge,
            steps: Vec::with_capacity(room),
            game_len: game.len(),
            reversible: 0,
            no_capture: game.no_capture(),
            in_check: game.position().in_check(),
            rules,
            cycle: Vec::with_capacity(room),
        };
        for ply in game.plies() {
            // The search never goes back behind its root: only what repetitions ask for matters.
            board.steps.push(Step {
                played: Some(ply.played),
                hash: ply.hash_before,
                keys: PartKeys::default(),
                no_capture: ply.no_capture_before,
                in_check: false,
                reversible: board.reversible,
            });
            board.reversible = if ply.played.captured.is_some() { 0 } else { board.reversible + 1 };
        }
        board
    }

    /// The judge, for the next search.
    pub(crate) fn into_judge(self) -> Judge {
        self.judge
    }

    #[inline(always)]
    pub(crate) fn play(&mut self, mv: Move, gives_check: bool) -> Played {
        let hash = self.position.hash();
        let played = self.position.play_unchecked(mv);
        self.steps.push(Step {
            played: Some(played),
            hash,
            keys: self.keys,
            no_capture: self.no_capture,
            in_check: self.in_check,
            reversible: self.reversible,
        });
        self.keys.play(&played);
        self.judge.play(&self.position, &played);
        self.reversible = if played.captured.is_some() { 0 } else { self.reversible + 1 };
        self.no_capture = self.no_capture.after(MoveFacts {
            mover: played.piece.color(),
            captures: played.captured.is_some(),
            gives_check,
            was_in_check: self.in_check,
        });
        self.in_check = gives_check;
        played
    }

    #[inline(always)]
    pub(crate) fn pass(&mut self) {
        self.steps.push(Step {
            played: None,
            hash: self.position.hash(),
            keys: self.keys,
            no_capture: self.no_capture,
            in_check: self.in_check,
            reversible: self.reversible,
        });
        self.position.pass_unchecked();
        self.reversible = 0;
    }

    /// Takes back the last move or pass.
    #[inline(always)]
    pub(crate) fn undo(&mut self) {
        let Some(step) = self.steps.pop() else { return };
        match step.played {
            Some(played) => {
                self.position.undo(played);
                self.judge.undo();
            }
            None => self.position.pass_unchecked(),
        }
        self.keys = step.keys;
        self.reversible = step.reversible;
        self.no_capture = step.no_capture;
        self.in_check = step.in_check;
    }

    /// Is the side to move in check? Known since the move that gave it.
    #[inline(always)]
    pub(crate) fn in_check(&self) -> bool {
        self.in_check
    }

    #[inline(always)]
    pub(crate) fn evaluate(&mut self) -> Value {
        self.judge.evaluate(&self.position)
    }

    #[inline(always)]
    pub(crate) fn keys(&self) -> &PartKeys {
        &self.keys
    }

    /// The table's key. Long without capture, positions with different counters are different.
    #[inline(always)]
    pub(crate) fn key(&self) -> u64 {
        self.position.hash() ^ counter_key(self.plies_without_capture())
    }

    /// The key after a move, as far as it is known before.
    #[inline(always)]
    pub(crate) fn key_after(&self, mv: Move) -> u64 {
        let is_capture = self.position.piece_at(mv.to()).is_some();
        let counter = if is_capture { 0 } else { self.plies_without_capture() + 1 };
        self.position.hash_after(mv) ^ counter_key(counter)
    }

    pub(crate) fn last_was_capture(&self) -> bool {
        let last = self.steps.last().and_then(|it| it.played);
        last.is_some_and(|it| it.captured.is_some())
    }

    /// Plies without capture, as the rules count them.
    #[inline(always)]
    pub(crate) fn plies_without_capture(&self) -> i32 {
        i32::from(self.rules.plies_without_capture(&self.position, self.no_capture))
    }

    /// Plies without capture until the game is drawn.
    #[inline(always)]
    pub(crate) fn plies_to_draw(&self) -> i32 {
        i32::from(self.rules.no_capture_limit()) - self.plies_without_capture()
    }

    /// Was the last step a capture (or a pass)?
    #[inline(always)]
    pub(crate) fn is_changed(&self) -> bool {
        self.reversible == 0
    }

    /// Can neither side ever attack the other again?
    #[inline(always)]
    pub(crate) fn is_dead(&self) -> bool {
        self.rules.is_dead(&self.position)
    }

    /// The verdict if this position ends the game by repetition.
    ///
    /// The referee waits for the third occurrence. Inside the search the second is enough: had
    /// either side something better, it would have played it the first time.
    #[inline(always)]
    pub(crate) fn repetition(&mut self) -> Option<Repetition> {
        let start = self.cycle_start()?;
        Some(self.judge(start))
    }

    /// Where the loop begins that the present position closes.
    #[inline(always)]
    fn cycle_start(&self) -> Option<usize> {
        let hash = self.position.hash();
        let len = self.steps.len();
        let mut seen = 0;
        let mut back = 4;
        while back <= usize::from(self.reversible) {
            let index = len - back;
            if self.steps[index].hash == hash {
                seen += 1;
                let is_inside = self.game_len < index && self.rules != RuleSet::Course;
                if is_inside || seen == 2 {
                    return Some(index);
                }
            }
            back += 2;
        }
        None
    }

    #[cold]
    #[inline(never)]
    fn judge(&mut self, start: usize) -> Repetition {
        self.cycle.clear();
        self.cycle.extend(self.steps[start..].iter().filter_map(|it| it.played));
        match judge_loop(&self.position, &self.cycle, self.rules) {
            Blame::Nobody => Repetition::Draw,
            Blame::On(color, _) => Repetition::LostBy(color),
        }
    }
}

/// Tells counters apart in steps of eight, once they matter.
#[inline(always)]
fn counter_key(plies: i32) -> u64 {
    if plies < 14 { 0 } else { ((plies - 14) as u64 / 8 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) }
}
