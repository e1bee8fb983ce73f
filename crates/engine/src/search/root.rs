//! Iterative deepening: the root searched again and again, one ply deeper each time.

use xiangqi::Move;

use super::{Outcome, Stopped, Worker, hunt::Hunt};
use crate::{
    report::Report,
    score::{Bound, INFINITE, Score, Value, is_decisive, is_mate, mate_in},
};

/// A move of the root and what is known about it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    /// The best line that starts with the move; at least the move itself.
    pub(crate) line: Vec<Move>,
    pub(crate) value: Value,
    /// Its value in the iteration before.
    previous: Value,
    selective_depth: usize,
    /// Nodes spent on it.
    nodes: u64,
}

impl RootMove {
    pub(crate) fn new(mv: Move) -> RootMove {
        RootMove {
            line: vec![mv],
            value: -INFINITE,
            previous: -INFINITE,
            selective_depth: 0,
            nodes: 0,
        }
    }
}

/// What one thread found.
pub(crate) struct Finding {
    /// Best first.
    pub(crate) root_moves: Vec<RootMove>,
    /// The last finished depth.
    pub(crate) depth: i32,
}

const DEEPEST: i32 = 120;
/// From here on a mate is hunted unasked...
const FAR_AHEAD: Value = 700;
/// ... and from here on before all else: the game is decided, only its end is left to find out.
const DECIDED: Value = 2160;
/// So many moves a mate may take that nobody asked for: longer ones cost the time of the shorter.
const LONGEST_PREY: i32 = 6;
/// Widened so often, the window is opened completely.
const MOST_MISSES: i32 = 6;

/// How the choice of the move developed, for deciding how long to think.
struct Trend {
    /// Iterations since the best move last changed.
    stable_for: usize,
    best: Option<Move>,
    value: Value,
}

impl Worker<'_> {
    /// Deepens until a limit is reached. Only the first thread reports and ends the search.
    pub(crate) fn deepen(mut self, report: &mut (dyn FnMut(&Report) + Send)) -> Finding {
        let deepest = self.shared.limits.depth.unwrap_or(DEEPEST).clamp(1, DEEPEST);
        let mut trend = Trend { stable_for: 0, best: None, value: 0 };
        let mut finished = 0;
        let mut hunt = None;
        for depth in 1..=deepest {
            self.root_depth = depth;
            for root_move in &mut self.root_moves {
                root_move.previous = root_move.value;
            }
            if self.iterate(depth, report).is_err() {
                break;
            }
            finished = depth;
            self.hunt_slice(&mut hunt, report);
            if self.id == 0 && self.is_enough(depth, &mut trend) {
                break;
            }
        }
        self.prefer_mate();
        self.publish_nodes();
        self.kept.bring_back(self.board.into_judge(), self.frames, self.lines);
        Finding { root_moves: self.root_moves, depth: finished }
    }

    /// How long a mate is worth hunting for, and for how many nodes: one that was asked for, a
    /// shorter one than known, or any when far ahead. On the clock any mate will do, so there the
    /// hunt is only for those who ask.
    fn prey(&self, spent: u64) -> Option<(i32, u64)> {
        let (limits, best) = (&self.shared.limits, self.root_moves[0].value);
        let may_hunt = self.id == 0 && limits.multi_pv == 1 && self.shared.blindness.is_none();
        if !may_hunt || (self.shared.deadlines.has_clock() && limits.mate.is_none()) {
            return None;
        }
        let searched = self.nodes - spent;
        let (most, nodes) = match (limits.mate, Score::of(best).mate_moves()) {
            (Some(wanted), None) => (wanted, 4 * searched),
            (None, None) if DECIDED <= best => (LONGEST_PREY, 4 * searched),
            (None, None) if FAR_AHEAD <= best => (LONGEST_PREY, searched / 2),
            (wanted, Some(known)) if 0 < known => {
                (wanted.unwrap_or(known).min(known - 1), searched)
            }
            _ => return None,
        };
        // The hunt does not count plies without capture.
        let most = most.min((self.board.plies_to_draw() - 1) / 2);
        let nodes = nodes.saturating_sub(spent);
        (0 < most && 0 < nodes).then_some((most, nodes))
    }

    fn hunt_slice(&mut self, hunt: &mut Option<Hunt>, report: &mut (dyn FnMut(&Report) + Send)) {
        let spent = hunt.as_ref().map_or(0, |it| it.spent);
        let Some((most, nodes)) = self.prey(spent) else { return };
        let hunt = hunt.get_or_insert_with(|| Hunt::new(&self.board.position));
        let Some(mate) = self.hunt(hunt, most, nodes) else { return };
        if mate.line.first().is_some_and(|&it| self.is_root_candidate(it)) {
            self.mate = Some(mate);
            self.prefer_mate();
            self.report_line(self.root_depth, 0, Bound::Exact, report);
        }
    }

    /// A mate proven by the hunt stands until a shorter one is found.
    fn prefer_mate(&mut self) {
        let Some(mate) = &self.mate else { return };
        let value = mate_in(2 * mate.moves as usize - 1);
        if value <= self.root_moves[0].value || self.ranked != 0 {
            return;
        }
        if let Some(at) = self.root_moves.iter().position(|it| it.line[0] == mate.line[0]) {
            self.root_moves[..=at].rotate_right(1);
            self.root_moves[0].value = value;
            self.root_moves[0].line.clone_from(&mate.line);
        }
    }

    /// One iteration: as many lines as asked for, each without the moves ranked before.
    fn iterate(
        &mut self,
        depth: i32,
        report: &mut (dyn FnMut(&Report) + Send),
    ) -> Result<(), Stopped> {
        let lines = self.shared.limits.multi_pv.clamp(1, self.root_moves.len());
        for ranked in 0..lines {
            self.ranked = ranked;
            self.selective_depth = 0;
            let outcome = self.aspire(depth, report);
            self.sort_from(ranked);
            outcome?;
            self.sort_from(0);
            self.prefer_mate();
            if self.id == 0 && (ranked + 1 == lines || self.is_slow()) {
                self.report_lines(depth, ranked + 1, report);
            }
        }
        self.ranked = 0;
        Ok(())
    }

    /// Aspiration: a narrow window around the expected value, wider after every miss.
    fn aspire(&mut self, depth: i32, report: &mut (dyn FnMut(&Report) + Send)) -> Outcome {
        let params = self.params();
        let expected = self.root_moves[self.ranked].previous;
        if depth < params.asp_depth || is_decisive(expected) {
            return self.search_root(-INFINITE, INFINITE, depth);
        }
        let mut delta = params.asp_delta + self.id as i32 % 8 + expected.abs() / 64;
        let (mut alpha, mut beta) = (expected - delta, expected + delta);
        let (mut misses, mut shallower) = (0, 0);
        loop {
            let value = self.search_root(alpha, beta, (depth - shallower).max(1))?;
            self.sort_from(self.ranked);
            if alpha < value && value < beta {
                return Ok(value);
            }
            if self.id == 0 && self.is_slow() {
                let bound = if value <= alpha { Bound::Upper } else { Bound::Lower };
                self.report_line(depth, self.ranked, bound, report);
            }
            if value <= alpha {
                beta = (alpha + beta) / 2;
                alpha = (value - delta).max(-INFINITE);
                shallower = 0;
            } else {
                beta = (value + delta).min(INFINITE);
                shallower = (shallower + 1).min(3);
            }
            delta += delta * params.asp_growth / 128 + 1;
            misses += 1;
            if MOST_MISSES <= misses || is_decisive(value) {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// Best first; moves not searched in this iteration keep their order.
    fn sort_from(&mut self, first: usize) {
        self.root_moves[first..].sort_by_key(|it| (-it.value, -it.previous));
    }

    /// May the move be searched at the root now? Not if it is ranked already or not wanted.
    pub(super) fn is_root_candidate(&self, mv: Move) -> bool {
        self.root_moves[self.ranked..].iter().any(|it| it.line[0] == mv)
    }

    pub(super) fn note_root_move(
        &mut self,
        mv: Move,
        value: Value,
        alpha: Value,
        number: usize,
        nodes_before: u64,
    ) {
        let (nodes, selective_depth) = (self.nodes - nodes_before, self.selective_depth);
        let line = &self.lines[1];
        let ranked = self.ranked;
        let Some(root_move) = self.root_moves[ranked..].iter_mut().find(|it| it.line[0] == mv)
        else {
            return;
        };
        root_move.nodes += nodes;
        if number == 1 || alpha < value {
            root_move.value = value;
            root_move.selective_depth = selective_depth;
            root_move.line.truncate(1);
            root_move.line.extend(line.moves[..line.len].iter().flatten());
        } else {
            root_move.value = -INFINITE;
        }
    }

    /// Is there no point in another iteration?
    fn is_enough(&mut self, depth: i32, trend: &mut Trend) -> bool {
        let limits = &self.shared.limits;
        let best = &self.root_moves[0];
        let is_first = trend.best.is_none();
        let has_changed = trend.best != Some(best.line[0]);
        trend.stable_for = if has_changed { 0 } else { trend.stable_for + 1 };
        trend.best = Some(best.line[0]);
        let drop = if is_first { 0 } else { trend.value - best.value };
        trend.value = best.value;

        let score = Score::of(best.value);
        if let (Some(wanted), Some(moves)) = (limits.mate, score.mate_moves())
            && moves.abs() <= wanted
        {
            return true;
        }
        if limits.soft_nodes.is_some_and(|most| most <= self.nodes) {
            return true;
        }
        if limits.infinite
            || self.shared.signals.is_pondering()
            || !self.shared.deadlines.has_clock()
        {
            return false;
        }
        let is_forced = self.root_moves.len() == 1;
        let is_mate_proven =
            is_mate(best.value) && score.mate_moves().is_some_and(|it| 2 * it.abs() + 4 < depth);
        is_forced
            || is_mate_proven
            || self.shared.deadlines.is_soft_over(self.difficulty(trend, drop), self.nodes)
    }

    /// How much longer than usual the move deserves.
    fn difficulty(&self, trend: &Trend, drop: Value) -> f64 {
        /// How far the way from unstable to stable is after so many iterations with the same move.
        const SETTLED: [f64; 6] = [0.0, 0.4, 0.67, 0.8, 0.93, 1.0];
        let params = self.params();
        let percent = |it: i32| f64::from(it) / 100.0;
        let settled = SETTLED[trend.stable_for.min(SETTLED.len() - 1)];
        let (unstable, stable) = (percent(params.time_unstable), percent(params.time_stable));
        let stability = unstable + settled * (stable - unstable);
        let share = self.root_moves[0].nodes as f64 / self.nodes.max(1) as f64;
        let effort = percent(params.time_effort) - percent(params.time_effort_slope) * share;
        let falling = 1.0 + percent(params.time_falling) * f64::from(drop.clamp(-60, 120)) / 100.0;
        stability * effort.clamp(0.55, 1.6) * falling.clamp(0.75, 1.6)
    }

    /// Short searches report only what is finished.
    fn is_slow(&self) -> bool {
        3000 < self.shared.deadlines.elapsed().as_millis()
    }

    fn report_lines(&self, depth: i32, count: usize, report: &mut (dyn FnMut(&Report) + Send)) {
        for rank in 0..count {
            self.report_line(depth, rank, Bound::Exact, report);
        }
    }

    fn report_line(
        &self,
        depth: i32,
        rank: usize,
        bound: Bound,
        report: &mut (dyn FnMut(&Report) + Send),
    ) {
        self.publish_nodes();
        let root_move = &self.root_moves[rank];
        report(&Report {
            depth,
            selective_depth: root_move.selective_depth,
            rank: rank + 1,
            score: Score::of(root_move.value),
            bound,
            nodes: self.shared.total_nodes(),
            time: self.shared.deadlines.elapsed(),
            hash_full: self.shared.table.fullness(),
            line: self.shared.whole_line(&self.board.position, root_move),
        });
    }
}
