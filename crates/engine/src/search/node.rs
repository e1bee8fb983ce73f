//! Principal variation search: one node, as a table of contents.

use xiangqi::PieceKind;

use super::{
    Best, Kind, Node, Outcome, Root, Scout, Stopped, Worker,
    prune::{Facts, bettered, is_hopeless, null_move_reduction, reverse_futility, table_cutoff},
};
use crate::{
    board::Repetition,
    ending::{is_ending, value_of},
    history::PieceTo,
    picker::victim_value,
    score::{
        Bound, DRAW, MAX_PLY, Value, clamp_eval, from_table, is_by_rule, is_loss, is_win, mate_in,
        mated_in, rule_win_at, to_table,
    },
    table::Entry,
};

/// So close to the no-capture limit the table, which does not know the counter, is not believed.
const DOUBT_TABLE: i32 = 8;

impl Worker<'_> {
    /// Returns a value for the side to move; outside the window it is only a bound.
    pub(super) fn search<K: Kind>(&mut self, mut node: Node) -> Outcome {
        debug_assert!(node.alpha < node.beta);
        if node.depth <= 0 {
            return self.quiesce::<K>(node);
        }
        self.enter(node.ply)?;
        let ply = node.ply;
        if K::PV {
            self.lines[ply].len = 0;
        }

        // 1. Is the game over here, or is a shorter mate known already?
        if !K::ROOT {
            if let Some(value) = self.adjudicate(ply) {
                return Ok(value);
            }
            node.alpha = node.alpha.max(mated_in(ply));
            node.beta = node.beta.min(mate_in(ply + 1));
            if node.beta <= node.alpha {
                return Ok(node.alpha);
            }
        }

        // 2. Did we know the answer already?
        let facts = self.look_around::<K>(&node);
        if let Some(value) = self.known_answer::<K>(&node, &facts) {
            return Ok(value);
        }

        if !K::ROOT && !facts.in_check && !facts.excluded {
            self.learn_from_evaluation(ply, facts.static_eval);
        }

        // 3. Can we guess the answer without searching?
        if !K::PV
            && !facts.in_check
            && let Some(value) = self.guess(&node, &facts)?
        {
            return Ok(value);
        }

        // 4. Without a move to begin with, a shallower search finds one for the next time.
        let has_move = facts.entry.is_some_and(|it| it.mv.is_some());
        if (K::PV || node.cut_node) && self.params().iir_depth <= node.depth && !has_move {
            node.depth -= 1;
        }

        // 5. Try the moves.
        self.search_moves::<K>(node, &facts)
    }

    /// Verdicts that need no search: repetition, no captures for long, nothing left to attack with,
    /// and what endgame tables know.
    #[inline(always)]
    pub(super) fn adjudicate(&mut self, ply: usize) -> Option<Value> {
        match self.board.repetition() {
            None => {}
            Some(Repetition::Draw) => return Some(self.draw_value()),
            Some(Repetition::LostBy(color)) => {
                let is_ours = color == self.board.position.side();
                return Some(if is_ours { -rule_win_at(ply) } else { rule_win_at(ply) });
            }
        }
        if self.board.plies_to_draw() <= 0 {
            return Some(if self.board.position.has_legal_move() { DRAW } else { mated_in(ply) });
        }
        if self.board.is_dead() {
            return Some(DRAW);
        }
        // Other material than a move before, or than at the root: else the answer was no already.
        if let Some(tables) = self.shared.endings
            && (self.board.is_changed() || ply == 1)
            && is_ending(&self.board.position)
        {
            let (position, left) = (&self.board.position, self.board.plies_to_draw());
            if let Some(value) = value_of(tables, position, left, ply) {
                return Some(value);
            }
        }
        if MAX_PLY - 1 <= ply {
            return Some(if self.board.in_check() { DRAW } else { self.board.evaluate() });
        }
        None
    }

    /// Probes the table and evaluates.
    #[inline(always)]
    fn look_around<K: Kind>(&mut self, node: &Node) -> Facts {
        let ply = node.ply;
        let mut entry = self.shared.table.get(self.board.key());
        if K::ROOT {
            let mv = self.root_moves.get(self.ranked).map(|it| it.line[0]);
            entry = entry.map(|it| Entry { mv, ..it });
        }
        let table_value = entry.map_or(0, |it| from_table(it.value, ply));
        let position = &self.board.position;
        let excluded = self.frame(ply).excluded.is_some();
        let in_check = self.board.in_check();
        let side = position.side();
        let majors = position.of_kind(PieceKind::Chariot)
            | position.of_kind(PieceKind::Horse)
            | position.of_kind(PieceKind::Cannon);
        let mut facts = Facts {
            in_check,
            raw_eval: Entry::NO_EVAL,
            static_eval: self.frame_before(ply, 2).static_eval,
            eval: self.frame_before(ply, 2).static_eval,
            correction: 0,
            improving: false,
            opponent_worsening: false,
            was_pv: K::PV || entry.is_some_and(|it| it.was_pv),
            table_capture: entry
                .and_then(|it| it.mv)
                .is_some_and(|it| position.piece_at(it.to()).is_some()),
            entry,
            table_value,
            excluded,
            has_major: majors.intersects(position.of_color(side)),
        };
        if !in_check {
            self.evaluate_into(&mut facts, ply);
        }
        let frame = self.frame_mut(ply);
        frame.static_eval = facts.static_eval;
        frame.in_check = in_check;
        frame.was_pv = facts.was_pv;
        facts
    }

    #[inline(always)]
    fn evaluate_into(&mut self, facts: &mut Facts, ply: usize) {
        facts.raw_eval = self.raw_eval(facts.entry);
        (facts.static_eval, facts.correction) = self.corrected(facts.raw_eval, ply);
        facts.eval = bettered(facts.static_eval, facts.entry, facts.table_value);
        facts.improving = self.frame_before(ply, 2).static_eval < facts.static_eval;
        facts.opponent_worsening = -self.frame_before(ply, 1).static_eval < facts.static_eval;
    }

    /// The evaluation, faded by plies without capture and corrected by experience.
    #[inline(always)]
    pub(super) fn corrected(&self, raw: Value, ply: usize) -> (Value, Value) {
        let params = self.params();
        let faded = raw - raw * self.board.plies_without_capture() / params.fade;
        let last = self.frame_before(ply, 1).moved;
        let side = self.board.position.side();
        let correction = self.history.correction(params, side, self.board.keys(), last);
        (clamp_eval(faded + correction), correction)
    }

    /// Does the table's value hold here? It hardly knows the counter of plies without capture.
    #[inline(always)]
    pub(super) fn trusts_table(&self) -> bool {
        DOUBT_TABLE < self.board.plies_to_draw()
    }

    #[inline(always)]
    fn known_answer<K: Kind>(&mut self, node: &Node, facts: &Facts) -> Option<Value> {
        let entry = facts.entry?;
        let is_answer = !K::PV
            && !facts.excluded
            && table_cutoff(&entry, facts.table_value, node)
            && self.trusts_table();
        if !is_answer {
            return None;
        }
        if let Some(mv) = entry.mv
            && node.beta <= facts.table_value
            && !facts.table_capture
        {
            self.reward_table_move(node.ply, mv, node.depth);
        }
        Some(facts.table_value)
    }

    /// The guesses, cheapest first.
    #[inline(always)]
    fn guess(&mut self, node: &Node, facts: &Facts) -> Result<Option<Value>, Stopped> {
        let params = self.params();
        if facts.excluded {
            return Ok(None);
        }
        if is_hopeless(params, node, facts) {
            let value = self.quiesce::<Scout>(Node { depth: 0, ..*node })?;
            if value <= node.alpha {
                return Ok(Some(value));
            }
        }
        if let Some(value) = reverse_futility(params, node, facts) {
            return Ok(Some(value));
        }
        self.null_move(node, facts)
    }

    /// Null move: if passing is good enough, moving surely is.
    fn null_move(&mut self, node: &Node, facts: &Facts) -> Result<Option<Value>, Stopped> {
        let ply = node.ply;
        let after_pass = self.frame_before(ply, 1).mv.is_none();
        if !node.cut_node || after_pass || ply < self.null_from_ply {
            return Ok(None);
        }
        let Some(reduction) = null_move_reduction(self.params(), node, facts) else {
            return Ok(None);
        };
        self.board.pass();
        let frame = self.frame_mut(ply);
        frame.moved = PieceTo::NONE;
        frame.mv = None;
        let value = self.search::<Scout>(Node {
            alpha: -node.beta,
            beta: 1 - node.beta,
            depth: node.depth - reduction,
            ply: ply + 1,
            cut_node: false,
        });
        self.board.undo();
        let value = -value?;
        if value < node.beta {
            return Ok(None);
        }
        // A pass proves no mate.
        let value = if is_win(value) { node.beta } else { value };
        if node.depth < self.params().nmp_verify_depth || 0 < self.null_from_ply {
            return Ok(Some(value));
        }
        self.verify_null_move(node, reduction, value)
    }

    /// Deep down, passing must also hold without further passes: zugzwang is real.
    fn verify_null_move(
        &mut self,
        node: &Node,
        reduction: i32,
        value: Value,
    ) -> Result<Option<Value>, Stopped> {
        let depth = node.depth - reduction;
        self.null_from_ply = node.ply + 1 + (3 * depth.max(0) / 4) as usize;
        let verified =
            self.search::<Scout>(Node { alpha: node.beta - 1, depth, cut_node: false, ..*node });
        self.null_from_ply = 0;
        Ok((node.beta <= verified?).then_some(value))
    }

    /// Writes what was found into the table. Wins by rule hang on the path and are not kept.
    #[inline(always)]
    pub(super) fn remember(
        &self,
        ply: usize,
        facts: &Facts,
        mv: Option<xiangqi::Move>,
        value: Value,
        depth: i32,
        bound: Bound,
    ) {
        if facts.excluded {
            return;
        }
        let bound = (!is_by_rule(value)).then_some(bound);
        self.shared.table.put(
            self.board.key(),
            Entry {
                mv,
                value: to_table(value, ply),
                eval: facts.raw_eval,
                depth,
                bound,
                was_pv: facts.was_pv,
            },
        );
    }

    /// The search of the root with a given window.
    pub(super) fn search_root(&mut self, alpha: Value, beta: Value, depth: i32) -> Outcome {
        self.search::<Root>(Node { alpha, beta, depth, ply: 0, cut_node: false })
    }

    /// How much a capture brings at once, for pruning.
    #[inline(always)]
    pub(super) fn gain(&self, mv: xiangqi::Move) -> Value {
        victim_value(&self.board.position, mv)
    }

    /// May moves be skipped unseen? Not while everything tried so far loses, and not when only
    /// a faster win would do: evaluations say nothing about that.
    #[inline(always)]
    pub(super) fn may_prune(&self, best: &Best, facts: &Facts) -> bool {
        !is_loss(best.value) && !is_win(best.alpha) && facts.has_major
    }
}
