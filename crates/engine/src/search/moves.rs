//! The move loop: extensions, pruning move by move, reductions, and what follows from a cutoff.

use xiangqi::{Guard, Move};

use super::{
    Best, Kind, Node, Outcome, Pv, Scout, Stopped, Worker,
    prune::{Facts, futility_value, late_move_count},
    reduce::{Doubts, PLY, adjust},
};
use crate::{
    history::{CONTINUATIONS, PieceTo},
    picker::Picker,
    score::{Bound, INFINITE, MAX_PLY, Value, is_decisive, mated_in},
    see::wins_at_least,
};

/// The moves tried before the one that cut, to be remembered as worse.
pub(super) struct Tried {
    moves: [Option<Move>; Tried::MOST],
    len: usize,
}

impl Tried {
    const MOST: usize = 48;

    fn new() -> Tried {
        Tried { moves: [None; Tried::MOST], len: 0 }
    }

    fn push(&mut self, mv: Move) {
        if self.len < Tried::MOST {
            self.moves[self.len] = Some(mv);
            self.len += 1;
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Move> + '_ {
        self.moves[..self.len].iter().flatten().copied()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.len == 0
    }
}

/// One move of the loop and what is known about it before playing it.
#[derive(Clone, Copy)]
struct Candidate {
    mv: Move,
    /// 1 for the first move tried.
    number: usize,
    is_capture: bool,
    gives_check: bool,
    history: i32,
    extension: i32,
}

impl Worker<'_> {
    pub(super) fn search_moves<K: Kind>(&mut self, node: Node, facts: &Facts) -> Outcome {
        let ply = node.ply;
        let guard = &self.board.position.guard();
        let mut picker = self.new_picker(ply, facts, guard);
        let table_move = picker.table_move();
        let excluded = self.frame(ply).excluded;
        let mut best = Best { value: -INFINITE, mv: None, alpha: node.alpha };
        let (mut quiets, mut captures) = (Tried::new(), Tried::new());
        let mut number = 0;
        self.frame_mut(ply + 2).cutoffs = 0;

        while let Some(mv) = picker.next(&self.scene(ply, guard)) {
            if Some(mv) == excluded || (K::ROOT && !self.is_root_candidate(mv)) {
                continue;
            }
            number += 1;
            if self.overlooks(mv, ply) {
                continue;
            }
            let mut candidate = self.candidate(ply, mv, number);
            if !K::ROOT && self.is_pruned(&node, facts, &best, &mut picker, guard, &candidate) {
                if !candidate.is_capture {
                    quiets.push(mv);
                }
                continue;
            }
            if !K::ROOT && Some(mv) == table_move && !facts.excluded {
                match self.singular_extension::<K>(&node, facts, mv)? {
                    Singular::Extend(plies) => candidate.extension = plies,
                    Singular::MultiCut(value) => return Ok(value),
                }
            }
            let value = self.try_move::<K>(&node, best.alpha, facts, &candidate)?;
            if best.raise(mv, value) {
                if K::PV {
                    self.extend_line(ply, mv);
                }
                if node.beta <= value {
                    break;
                }
            }
            if candidate.is_capture { captures.push(mv) } else { quiets.push(mv) }
        }

        if number == 0 {
            // With one move left out this is no mate, only no alternative.
            return Ok(if excluded.is_some() { node.alpha } else { mated_in(ply) });
        }
        if best.value == -INFINITE {
            // Everything was overlooked: nothing seems to happen.
            return Ok(facts.eval);
        }
        self.conclude(&node, facts, &best, &quiets, &captures);
        Ok(best.value)
    }

    /// Is the move skipped unseen? When enough quiet moves were tried, only checks are left.
    #[inline(always)]
    fn is_pruned(
        &self,
        node: &Node,
        facts: &Facts,
        best: &Best,
        picker: &mut Picker,
        guard: &Guard,
        candidate: &Candidate,
    ) -> bool {
        if !self.may_prune(best, facts) {
            return false;
        }
        if late_move_count(self.params(), node.depth, facts.improving) <= candidate.number {
            picker.keep_checks(&self.scene(node.ply, guard));
        }
        let is_late = picker.keeps_checks() && !candidate.is_capture && !candidate.gives_check;
        is_late || self.is_futile(node, best.alpha, facts, candidate)
    }

    /// Plays the move, searches what follows and takes it back.
    #[inline(always)]
    fn try_move<K: Kind>(
        &mut self,
        node: &Node,
        alpha: Value,
        facts: &Facts,
        candidate: &Candidate,
    ) -> Outcome {
        let nodes_before = self.nodes;
        self.play(node.ply, candidate.mv, candidate.gives_check);
        let value = self.search_child::<K>(node, alpha, facts, candidate);
        self.board.undo();
        let value = value?;
        if K::ROOT {
            self.note_root_move(candidate.mv, value, alpha, candidate.number, nodes_before);
        }
        Ok(value)
    }

    #[inline(always)]
    fn new_picker(&self, ply: usize, facts: &Facts, guard: &Guard) -> Picker {
        let table_move = facts.entry.and_then(|it| it.mv);
        Picker::new(&self.scene(ply, guard), table_move)
    }

    #[inline(always)]
    fn candidate(&self, ply: usize, mv: Move, number: usize) -> Candidate {
        let position = &self.board.position;
        let victim = position.piece_at(mv.to());
        let history = match (position.piece_at(mv.from()), victim) {
            (Some(piece), Some(victim)) => {
                self.history.capture(PieceTo::new(piece, mv.to()), victim.kind())
            }
            (Some(piece), None) => {
                let piece_to = PieceTo::new(piece, mv.to());
                self.history.main(piece.color(), mv) + self.continuation_score(ply, piece_to)
            }
            _ => 0,
        };
        let gives_check = position.gives_check(mv);
        Candidate { mv, number, is_capture: victim.is_some(), gives_check, history, extension: 0 }
    }

    #[inline(always)]
    fn continuation_score(&self, ply: usize, piece_to: PieceTo) -> i32 {
        CONTINUATIONS[..2]
            .iter()
            .map(|&(plies, _)| {
                self.history.continuation(self.frame_before(ply, plies).moved, piece_to)
            })
            .sum()
    }

    /// Pruning of single moves near the leaves: futility and static exchange. Checks are spared:
    /// one that gives something away is what mates begin with.
    #[inline(always)]
    fn is_futile(&self, node: &Node, alpha: Value, facts: &Facts, candidate: &Candidate) -> bool {
        if candidate.gives_check {
            return false;
        }
        let params = self.params();
        let reduction = self.shared.reductions.base(node.depth, candidate.number);
        let depth = (node.depth - reduction / PLY).max(0);
        let (plies, loss) = if candidate.is_capture {
            (2 * depth, params.see_capture * node.depth)
        } else {
            (depth, params.see_quiet * depth * depth)
        };
        let is_too_little = !facts.in_check
            && depth < params.fp_depth
            && futility_value(params, facts, plies) + self.gain(candidate.mv) <= alpha;
        is_too_little || !wins_at_least(&self.board.position, candidate.mv, -loss)
    }

    /// Is the table move the only good one? Then it deserves a deeper look.
    #[inline(always)]
    fn singular_extension<K: Kind>(
        &mut self,
        node: &Node,
        facts: &Facts,
        mv: Move,
    ) -> Result<Singular, Stopped> {
        let params = self.params();
        let Some(entry) = facts.entry else { return Ok(Singular::Extend(0)) };
        let is_worth_asking = params.singular_depth <= node.depth
            && node.depth - 3 <= entry.depth
            && entry.is_lower()
            && !is_decisive(facts.table_value)
            && node.ply < 2 * self.root_depth as usize;
        if !is_worth_asking {
            return Ok(Singular::Extend(0));
        }
        self.ask_singular::<K>(node, facts.table_value, mv)
    }

    fn ask_singular<K: Kind>(
        &mut self,
        node: &Node,
        table_value: Value,
        mv: Move,
    ) -> Result<Singular, Stopped> {
        let params = self.params();
        let (ply, depth) = (node.ply, (node.depth - 1) / 2);
        let beta = table_value - params.singular_margin * node.depth / 64;
        self.frame_mut(ply).excluded = Some(mv);
        let value = self.search::<Scout>(Node { alpha: beta - 1, beta, depth, ..*node });
        self.frame_mut(ply).excluded = None;
        let value = value?;

        if value < beta {
            let may_double = !K::PV
                && value < beta - params.singular_double
                && self.frame_before(ply, 1).doubles < params.singular_doubles_most;
            return Ok(Singular::Extend(if may_double { 2 } else { 1 }));
        }
        if node.beta <= beta && !is_decisive(value) {
            return Ok(Singular::MultiCut(beta));
        }
        let is_ordinary = node.beta <= table_value;
        Ok(Singular::Extend(if is_ordinary {
            -2
        } else if node.cut_node {
            -1
        } else {
            0
        }))
    }

    /// Searches the position after a move: reduced first, fully if that surprised.
    #[inline(always)]
    fn search_child<K: Kind>(
        &mut self,
        node: &Node,
        alpha: Value,
        facts: &Facts,
        candidate: &Candidate,
    ) -> Outcome {
        let (ply, params) = (node.ply, self.params());
        let before = self.frame_before(ply, 1).doubles;
        self.frame_mut(ply).doubles = before + i32::from(2 <= candidate.extension);
        let depth = (node.depth - 1 + candidate.extension).min((MAX_PLY - 1 - ply) as i32);
        let scout =
            Node { alpha: -alpha - 1, beta: -alpha, depth, ply: ply + 1, cut_node: !node.cut_node };

        let mut value = -INFINITE;
        let may_reduce =
            params.lmr_on != 0 && 2 <= node.depth && 1 + usize::from(K::ROOT) < candidate.number;
        if may_reduce {
            value = self.search_reduced::<K>(node, scout, alpha, facts, candidate)?;
        } else if !K::PV || 1 < candidate.number {
            value = -self.search::<Scout>(scout)?;
        }
        if K::PV && (candidate.number == 1 || alpha < value) {
            let full = Node { alpha: -node.beta, cut_node: false, ..scout };
            value = -self.search::<Pv>(full)?;
        }
        Ok(value)
    }

    #[inline(always)]
    fn search_reduced<K: Kind>(
        &mut self,
        node: &Node,
        scout: Node,
        alpha: Value,
        facts: &Facts,
        candidate: &Candidate,
    ) -> Outcome {
        let params = self.params();
        let doubts = Doubts {
            is_pv: K::PV,
            was_pv: facts.was_pv,
            improving: facts.improving,
            gives_check: candidate.gives_check,
            has_table_move: facts.entry.is_some_and(|it| it.mv.is_some()),
            table_capture: facts.table_capture && !candidate.is_capture,
            cutoffs: self.frame(node.ply + 1).cutoffs,
            history: candidate.history,
        };
        let base = self.shared.reductions.base(node.depth, candidate.number);
        let reduction = adjust(params, node, base, doubts) / PLY;
        let depth = (scout.depth - reduction).clamp(1.min(scout.depth), scout.depth);
        let value = -self.search::<Scout>(Node { depth, cut_node: true, ..scout })?;
        if value <= alpha || scout.depth <= depth {
            return Ok(value);
        }
        // Better than thought: look again, as deep as the surprise was big.
        let deeper = i32::from(alpha + params.lmr_deeper + 2 * scout.depth < value);
        let shallower = i32::from(value < alpha + params.lmr_shallower);
        let full = Node { depth: scout.depth + deeper - shallower, ..scout };
        if full.depth <= depth {
            return Ok(value);
        }
        Ok(-self.search::<Scout>(full)?)
    }

    /// Teaches the histories and the table what this node found.
    #[inline(always)]
    fn conclude(
        &mut self,
        node: &Node,
        facts: &Facts,
        best: &Best,
        quiets: &Tried,
        captures: &Tried,
    ) {
        let is_cut = node.beta <= best.value;
        if let Some(mv) = best.mv {
            if is_cut {
                self.frame_mut(node.ply).cutoffs += 1;
            }
            self.learn(node, mv, best.value, quiets, captures);
        } else {
            self.reward_refuted_expectation(node);
        }
        let bound = match best.mv {
            _ if is_cut => Bound::Lower,
            Some(_) => Bound::Exact,
            None => Bound::Upper,
        };
        self.learn_correction(node, facts, best, bound);
        if self.ranked == 0 || node.ply != 0 {
            self.remember(node.ply, facts, best.mv, best.value, node.depth, bound);
        }
    }
}

enum Singular {
    Extend(i32),
    /// More than one move beats beta: the node does too.
    MultiCut(Value),
}
