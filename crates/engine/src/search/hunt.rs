//! The hunt for the shortest mate, beside the ordinary search.
//!
//! The ordinary search finds mates, but it prunes and reduces on the way there and may overlook
//! the shortest. The hunt asks one question only: can the side to move force mate in so many
//! moves, with so many of them quiet? Its yes is a proof. Its no is none: a quiet move has to
//! threaten mate if the opponent passes, so zugzwang is left to the ordinary search.

use xiangqi::{Bitboard, Move, MoveList, Position};

use super::{Stopped, Worker};

/// What a mate may consist of.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Means {
    /// Moves of the attacker that give no check.
    quiets: i32,
    /// The same within what each of them threatens.
    threat_quiets: i32,
}

impl Means {
    /// After a quiet move.
    fn fewer(self) -> Means {
        Means { quiets: self.quiets - 1, ..self }
    }

    /// For the mate that a quiet move threatens.
    fn threat(self) -> Means {
        Means { quiets: self.threat_quiets, threat_quiets: (self.threat_quiets - 1).max(0) }
    }
}

const MOST_QUIETS: i32 = 5;
const MOST_THREAT_QUIETS: i32 = 2;
/// The memory grows with the nodes asked for: a search of a few hundred must not pay for megabytes.
const FEWEST_SLOTS: usize = 1 << 10;
const MOST_SLOTS: usize = 1 << 20;

/// What is known about one position and one allowance of quiet moves.
#[derive(Clone, Copy, Default)]
struct Slot {
    key: u64,
    /// Mate in so many moves is proven; 0 if it is not.
    proven: u8,
    /// Mate in so many moves is refuted.
    refuted: u8,
    /// The move that mates, or that escaped.
    mv: Option<Move>,
}

impl Slot {
    /// Is there mate in so many moves, as far as it is known?
    fn answer(&self, moves: i32) -> Option<bool> {
        if self.proven != 0 && i32::from(self.proven) <= moves {
            Some(true)
        } else if moves <= i32::from(self.refuted) {
            Some(false)
        } else {
            None
        }
    }
}

/// A proven mate.
pub(super) struct Mate {
    pub(super) moves: i32,
    pub(super) line: Vec<Move>,
}

/// The hunt's memory from slice to slice.
pub(super) struct Hunt {
    /// Where the hunt stands. A copy: it needs neither evaluation nor repetitions, so it does not
    /// walk the search's board.
    position: Position,
    slots: Box<[Slot]>,
    /// How much is asked next: 3 for a move, 2 more if it is quiet, 4 for quiet ones in threats.
    level: i32,
    /// The last escape, by the moves left to mate.
    escapes: [Option<Move>; 16],
    /// The present slice ends at this count of nodes.
    until: u64,
    /// Nodes spent in all slices.
    pub(super) spent: u64,
}

impl Hunt {
    pub(super) fn new(root: &Position) -> Hunt {
        Hunt {
            position: *root,
            slots: vec![Slot::default(); FEWEST_SLOTS].into_boxed_slice(),
            level: 1,
            escapes: [None; 16],
            until: 0,
            spent: 0,
        }
    }

    /// Room for a slice of so many nodes. What is known moves along.
    fn make_room(&mut self, nodes: u64) {
        let wanted =
            usize::try_from(nodes.saturating_mul(4)).unwrap_or(MOST_SLOTS).clamp(1, MOST_SLOTS);
        if wanted <= self.slots.len() {
            return;
        }
        let slots = vec![Slot::default(); wanted.next_power_of_two()].into_boxed_slice();
        let old = std::mem::replace(&mut self.slots, slots);
        for slot in old.into_iter().filter(|it| it.key != 0) {
            *self.slot(slot.key) = slot;
        }
    }

    fn slot(&mut self, key: u64) -> &mut Slot {
        let index = key as usize % self.slots.len();
        &mut self.slots[index]
    }

    fn key(position: &Position, means: Means) -> u64 {
        let means = (means.quiets * 8 + means.threat_quiets) as u64;
        position.hash() ^ means.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn note(&mut self, key: u64, moves: i32, is_mate: bool, mv: Option<Move>) {
        let known = self.get(key);
        let mut slot = Slot { mv: mv.or(known.mv), ..known };
        if is_mate {
            slot.proven = moves as u8;
        } else {
            slot.refuted = slot.refuted.max(moves as u8);
        }
        *self.slot(key) = slot;
    }

    fn get(&self, key: u64) -> Slot {
        let slot = self.slots[key as usize % self.slots.len()];
        if slot.key == key { slot } else { Slot { key, ..Slot::default() } }
    }

    /// The proven line, as far as it is remembered: the longest defense.
    fn mating_line(&self, moves: i32, means: Means) -> Vec<Move> {
        let mut position = self.position;
        let (mut left, mut means) = (moves, means);
        let mut line = Vec::new();
        while let Some(mv) = self.get(Hunt::key(&position, means)).mv {
            if left == 0 || !position.is_legal(mv) {
                break;
            }
            if !position.gives_check(mv) && !position.in_check() {
                means = means.fewer();
            }
            position.play_unchecked(mv);
            line.push(mv);
            left -= 1;
            let defense = |&answer: &Move| {
                let mut after = position;
                after.play_unchecked(answer);
                i32::from(self.get(Hunt::key(&after, means)).proven)
            };
            let Some(answer) = position.legal_moves().iter().copied().max_by_key(defense) else {
                break;
            };
            if defense(&answer) == 0 || left < defense(&answer) {
                break;
            }
            position.play_unchecked(answer);
            line.push(answer);
        }
        line
    }
}

impl Worker<'_> {
    /// Looks for a mate in at most `most` moves for so many nodes. Easy questions come first:
    /// short mates, and those by checks alone.
    pub(super) fn hunt(&mut self, hunt: &mut Hunt, most: i32, nodes: u64) -> Option<Mate> {
        let before = self.nodes;
        hunt.make_room(hunt.spent.saturating_add(nodes));
        hunt.until = self.nodes + nodes;
        // The last slice may have ended in the middle of a line.
        hunt.position = self.board.position;
        let mut found = None;
        let mut most = most;
        while hunt.level <= 3 * most + 2 * MOST_QUIETS + 4 * MOST_THREAT_QUIETS {
            match self.hunt_level(hunt, most) {
                Ok(None) => hunt.level += 1,
                Ok(Some(mate)) => {
                    most = mate.moves - 1;
                    found = Some(mate);
                }
                Err(Stopped) => break,
            }
        }
        hunt.spent += self.nodes - before;
        found
    }

    fn hunt_level(&mut self, hunt: &mut Hunt, most: i32) -> Result<Option<Mate>, Stopped> {
        for threat_quiets in 0..=MOST_THREAT_QUIETS {
            for quiets in threat_quiets..=MOST_QUIETS {
                let rest = hunt.level - 2 * quiets - 4 * threat_quiets;
                let (moves, means) = (rest / 3, Means { quiets, threat_quiets });
                let is_asked = rest % 3 == 0 && quiets < moves && moves <= most;
                if is_asked && self.can_mate(hunt, moves, means)? {
                    return Ok(Some(Mate { moves, line: hunt.mating_line(moves, means) }));
                }
            }
        }
        Ok(None)
    }

    /// Can the side to move force mate?
    fn can_mate(&mut self, hunt: &mut Hunt, moves: i32, means: Means) -> Result<bool, Stopped> {
        let key = Hunt::key(&hunt.position, means);
        let known = hunt.get(key);
        if let Some(answer) = known.answer(moves) {
            return Ok(answer);
        }
        let winner = self.mating_move(hunt, moves, means, known.mv)?;
        hunt.note(key, moves, winner.is_some(), winner);
        Ok(winner.is_some())
    }

    /// The move that forces mate, if there is one.
    fn mating_move(
        &mut self,
        hunt: &mut Hunt,
        moves: i32,
        means: Means,
        first: Option<Move>,
    ) -> Result<Option<Move>, Stopped> {
        let guard = hunt.position.guard();
        // Answers to a check are few: they are free.
        let is_evasion = !guard.checkers.is_empty();
        let mut list = MoveList::new();
        hunt.position.generate(&guard, Bitboard::ALL, &mut list);
        let (mut tries, mut count) = ([(0, 0); MoveList::CAPACITY], 0);
        for &mv in &list {
            let gives_check = hunt.position.gives_check(mv);
            let score = if gives_check {
                // Few answers before many.
                let answers = self.after(hunt, mv, |_, hunt| Ok(hunt.position.count_legal()))?;
                if answers == 0 {
                    return Ok(Some(mv));
                }
                i32::MAX - answers as i32
            } else if 1 < moves && (is_evasion || 0 < means.quiets) {
                self.history.main(hunt.position.side(), mv)
            } else {
                continue;
            };
            tries[count] = (if Some(mv) == first { i32::MAX } else { score }, mv.bits());
            count += 1;
        }
        if moves == 1 {
            return Ok(None);
        }
        tries[..count].sort_unstable_by(|one, other| other.cmp(one));
        for mv in tries[..count].iter().filter_map(|it| Move::from_bits(it.1)) {
            let is_free = is_evasion || hunt.position.gives_check(mv);
            let wins = self.after(hunt, mv, |it, hunt| {
                if is_free {
                    it.is_lost(hunt, moves - 1, means)
                } else {
                    Ok(it.is_threatened(hunt, moves - 1, means.threat())?
                        && it.is_lost(hunt, moves - 1, means.fewer())?)
                }
            })?;
            if wins {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    /// Would the opponent mate if the side to move passed?
    fn is_threatened(
        &mut self,
        hunt: &mut Hunt,
        moves: i32,
        means: Means,
    ) -> Result<bool, Stopped> {
        // Asked after a quiet move only, so nobody is in check.
        hunt.position.pass_unchecked();
        let outcome = self.can_mate(hunt, moves, means);
        hunt.position.pass_unchecked();
        outcome
    }

    /// Does every answer of the side to move allow mate in so many moves?
    fn is_lost(&mut self, hunt: &mut Hunt, moves: i32, means: Means) -> Result<bool, Stopped> {
        let key = Hunt::key(&hunt.position, means);
        let known = hunt.get(key);
        if let Some(answer) = known.answer(moves) {
            return Ok(answer);
        }
        let escape = self.escape(hunt, moves, means, known.mv)?;
        hunt.note(key, moves, escape.is_none(), escape);
        Ok(escape.is_none())
    }

    /// The answer that avoids mate in so many moves, if there is one.
    fn escape(
        &mut self,
        hunt: &mut Hunt,
        moves: i32,
        means: Means,
        first: Option<Move>,
    ) -> Result<Option<Move>, Stopped> {
        let position = &hunt.position;
        let mut answers = position.legal_moves();
        // What helped before, here or elsewhere, then taking something.
        let enemies = position.of_color(position.side().opponent());
        let tried = [first, hunt.escapes[moves as usize % hunt.escapes.len()]];
        let tried = tried.map(|mv| mv.filter(|it| answers.contains(it)));
        let mut captures = answers.clone();
        captures.retain(|it| enemies.contains(it.to()) && !tried.contains(&Some(it)));
        answers.retain(|it| !enemies.contains(it.to()) && !tried.contains(&Some(it)));
        for &mv in tried.iter().flatten().chain(captures.iter()).chain(answers.iter()) {
            if !self.after(hunt, mv, |it, hunt| it.can_mate(hunt, moves, means))? {
                hunt.escapes[moves as usize % hunt.escapes.len()] = Some(mv);
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    /// Asks a question about the position after a move.
    fn after<T>(
        &mut self,
        hunt: &mut Hunt,
        mv: Move,
        ask: impl FnOnce(&mut Self, &mut Hunt) -> Result<T, Stopped>,
    ) -> Result<T, Stopped> {
        if hunt.until <= self.nodes {
            return Err(Stopped);
        }
        if self.next_look <= self.nodes {
            self.look_up()?;
        }
        self.nodes += 1;
        let played = hunt.position.play_unchecked(mv);
        let answer = ask(self, hunt);
        hunt.position.undo(played);
        answer
    }
}
