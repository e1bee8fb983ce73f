//! The search of one thread.
//!
//! `root` deepens step by step, `node` is the search proper, `quiesce` settles captures at its
//! leaves, `hunt` looks for the shortest mate. `prune` and `reduce` hold one small function per
//! heuristic, `learn` what a node teaches the histories, `mind` what outlasts a search.

mod hunt;
mod learn;
mod mind;
mod moves;
mod node;
mod prune;
mod quiesce;
mod reduce;
mod root;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use endgame::Tables;
use xiangqi::{Game, Guard, Move, Position, RuleSet};

use crate::{
    blindness::Blindness,
    board::Board,
    clock::Deadlines,
    ending::to_the_end,
    eval::Evaluation,
    history::{CONTINUATIONS, History, NEAR_ROOT, PieceTo},
    limits::Limits,
    params::Params,
    picker::Scene,
    score::{DRAW, MAX_PLY, Value, clamp_eval, is_mate},
    signals::Signals,
    table::{Entry, TranspositionTable},
};

use hunt::Mate;

use mind::Kept;

pub(crate) use mind::Mind;
pub(crate) use reduce::Reductions;
pub(crate) use root::{Finding, RootMove};

/// What all threads share for one search.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a TranspositionTable,
    pub(crate) params: &'a Params,
    pub(crate) reductions: &'a Reductions,
    pub(crate) rules: RuleSet,
    pub(crate) evaluation: &'a Evaluation,
    /// Endgame tables, if they are to be asked.
    pub(crate) endings: Option<&'a Tables>,
    pub(crate) signals: &'a Signals,
    pub(crate) limits: &'a Limits,
    /// Set for levels below full strength.
    pub(crate) blindness: Option<Blindness>,
    pub(crate) deadlines: Deadlines,
    /// Set by the first thread when the search is over for all.
    pub(crate) is_over: AtomicBool,
    /// Nodes of each thread, brought up to date now and then.
    pub(crate) nodes: Vec<NodeCounter>,
}

/// Alone on its cache line, so that threads do not fight for it.
#[repr(align(64))]
#[derive(Default)]
pub(crate) struct NodeCounter(AtomicU64);

impl Shared<'_> {
    pub(crate) fn total_nodes(&self) -> u64 {
        self.nodes.iter().map(|it| it.0.load(Relaxed)).sum()
    }

    /// The line of a root move; a mate that rests on a table is shown to its end.
    pub(crate) fn whole_line(&self, root: &Position, root_move: &RootMove) -> Vec<Move> {
        match self.endings.filter(|_| is_mate(root_move.value)) {
            Some(tables) => to_the_end(tables, root, &root_move.line),
            None => root_move.line.clone(),
        }
    }
}

/// The search was told to stop. Carries no score on purpose: there is none to trust.
#[derive(Debug)]
pub(crate) struct Stopped;

pub(crate) type Outcome = Result<Value, Stopped>;

/// What one call was asked.
#[derive(Clone, Copy)]
struct Node {
    alpha: Value,
    beta: Value,
    depth: i32,
    ply: usize,
    /// Is a cutoff expected here?
    cut_node: bool,
}

/// The three kinds of nodes, as types, so that each gets its own code.
trait Kind {
    const ROOT: bool;
    const PV: bool;
}

struct Root;
struct Pv;
struct Scout;

impl Kind for Root {
    const ROOT: bool = true;
    const PV: bool = true;
}

impl Kind for Pv {
    const ROOT: bool = false;
    const PV: bool = true;
}

impl Kind for Scout {
    const ROOT: bool = false;
    const PV: bool = false;
}

/// What is remembered per ply of the line being searched.
#[derive(Clone, Copy)]
struct Frame {
    /// The corrected evaluation; in check that of two plies before.
    static_eval: Value,
    /// The move played from here.
    moved: PieceTo,
    mv: Option<Move>,
    /// Left out while asking whether it is the only good move.
    excluded: Option<Move>,
    /// Cutoffs among the children.
    cutoffs: i32,
    /// Double extensions on the line so far.
    doubles: i32,
    in_check: bool,
    was_pv: bool,
}

impl Frame {
    const EMPTY: Frame = Frame {
        static_eval: 0,
        moved: PieceTo::NONE,
        mv: None,
        excluded: None,
        cutoffs: 0,
        doubles: 0,
        in_check: false,
        was_pv: false,
    };
}

/// The best that the moves of a node have brought so far.
struct Best {
    value: Value,
    /// The move that raised alpha last.
    mv: Option<Move>,
    /// The window's lower end, which rises.
    alpha: Value,
}

impl Best {
    /// Does the move raise alpha? Then the best line starts with it.
    #[inline(always)]
    fn raise(&mut self, mv: Move, value: Value) -> bool {
        self.value = self.value.max(value);
        if value <= self.alpha {
            return false;
        }
        self.mv = Some(mv);
        self.alpha = value;
        true
    }
}

/// The best line from one ply on.
#[derive(Clone, Copy)]
struct Variation {
    moves: [Option<Move>; MAX_PLY],
    len: usize,
}

impl Variation {
    const EMPTY: Variation = Variation { moves: [None; MAX_PLY], len: 0 };
}

/// Frames before the root, so that looking back six plies needs no test.
const FRAMES_BEFORE: usize = 8;

/// What one thread owns.
pub(crate) struct Worker<'a> {
    shared: &'a Shared<'a>,
    /// 0 is the thread that watches the clock and reports.
    id: usize,
    board: Board,
    history: &'a mut History,
    /// Where judge, frames and lines go back to in the end.
    kept: &'a mut Kept,
    frames: Box<[Frame]>,
    lines: Box<[Variation]>,
    root_moves: Vec<RootMove>,
    /// The shortest mate that the hunt has proven.
    mate: Option<Mate>,
    /// Root moves before this one are already ranked (MultiPV).
    ranked: usize,
    root_depth: i32,
    selective_depth: usize,
    nodes: u64,
    /// When to look up from the board next.
    next_look: u64,
    /// No null move below this ply, while one is verified.
    null_from_ply: usize,
}

/// Nodes between two looks at the clock: below a millisecond.
const LOOK_INTERVAL: u64 = 1024;

impl<'a> Worker<'a> {
    pub(crate) fn new(
        shared: &'a Shared<'a>,
        id: usize,
        game: &Game,
        mind: &'a mut Mind,
        root_moves: &[Move],
    ) -> Worker<'a> {
        let Mind { history, kept } = mind;
        let judge = kept.take_judge(shared.evaluation);
        let board = Board::new(game, shared.rules, judge);
        let (frames, lines) = kept.take_frames();
        history.forget_near_root();
        Worker {
            shared,
            id,
            board,
            history,
            kept,
            frames,
            lines,
            root_moves: root_moves.iter().copied().map(RootMove::new).collect(),
            mate: None,
            ranked: 0,
            root_depth: 0,
            selective_depth: 0,
            nodes: 0,
            next_look: 0,
            null_from_ply: 0,
        }
    }

    #[inline(always)]
    fn params(&self) -> &'a Params {
        self.shared.params
    }

    #[inline(always)]
    fn frame(&self, ply: usize) -> &Frame {
        &self.frames[ply + FRAMES_BEFORE]
    }

    #[inline(always)]
    fn frame_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[ply + FRAMES_BEFORE]
    }

    /// The frame so many plies before, which exists up to [`FRAMES_BEFORE`].
    #[inline(always)]
    fn frame_before(&self, ply: usize, plies: usize) -> &Frame {
        &self.frames[ply + FRAMES_BEFORE - plies]
    }

    #[inline(always)]
    fn scene<'b>(&'b self, ply: usize, guard: &'b Guard) -> Scene<'b> {
        Scene {
            position: &self.board.position,
            guard,
            history: self.history,
            near_root: (self.params().near_root_on != 0 && ply < NEAR_ROOT).then_some(ply),
            formers: CONTINUATIONS.map(|(plies, _)| self.frame_before(ply, plies).moved),
        }
    }

    /// Looks up now and then whether to go on.
    #[inline(always)]
    fn enter(&mut self, ply: usize) -> Result<(), Stopped> {
        if self.next_look <= self.nodes {
            self.look_up()?;
        }
        self.selective_depth = self.selective_depth.max(ply);
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn look_up(&mut self) -> Result<(), Stopped> {
        let shared = self.shared;
        shared.nodes[self.id].0.store(self.nodes, Relaxed);
        self.next_look = self.nodes + LOOK_INTERVAL;
        if let Some(most) = shared.limits.nodes
            && self.nodes < most
        {
            self.next_look = self.next_look.min(most);
        }
        // The first iteration is always finished, so that there is a move worth playing.
        if self.id == 0 && self.root_depth <= 1 {
            return Ok(());
        }
        if shared.is_over.load(Relaxed) || shared.signals.is_stopped() {
            return Err(Stopped);
        }
        if self.id != 0 {
            return Ok(());
        }
        if shared.limits.nodes.is_some_and(|most| most <= shared.total_nodes()) {
            return Err(Stopped);
        }
        if shared.deadlines.is_hard_over(self.nodes) && !shared.signals.is_pondering() {
            return Err(Stopped);
        }
        Ok(())
    }

    pub(crate) fn publish_nodes(&self) {
        self.shared.nodes[self.id].0.store(self.nodes, Relaxed);
    }

    /// The static evaluation, from the table if it has one.
    #[inline(always)]
    fn raw_eval(&mut self, entry: Option<Entry>) -> Value {
        match entry {
            Some(entry) if entry.eval != Entry::NO_EVAL => entry.eval,
            _ => self.judge(),
        }
    }

    /// The static evaluation as this level judges it.
    #[inline(always)]
    fn judge(&mut self) -> Value {
        let value = self.board.evaluate();
        match &self.shared.blindness {
            None => value,
            Some(blindness) => clamp_eval(value + blindness.misjudgment(&self.board.position)),
        }
    }

    /// Is the move a reply that this level does not see?
    #[inline(always)]
    fn overlooks(&self, mv: Move, ply: usize) -> bool {
        let position = &self.board.position;
        self.shared.blindness.as_ref().is_some_and(|it| it.overlooks(position, mv, ply))
    }

    /// A draw, give or take one unit, so that the search is not blind to how it gets there.
    #[inline(always)]
    fn draw_value(&self) -> Value {
        DRAW - 1 + (self.nodes & 2) as Value
    }

    /// Plays a move, remembering it for the histories. This is what counts as a node.
    #[inline(always)]
    fn play(&mut self, ply: usize, mv: Move, gives_check: bool) {
        self.nodes += 1;
        self.shared.table.prefetch(self.board.key_after(mv));
        let played = self.board.play(mv, gives_check);
        let frame = self.frame_mut(ply);
        frame.moved = PieceTo::new(played.piece, mv.to());
        frame.mv = Some(mv);
    }

    /// The best line from `ply` on now starts with `mv`.
    #[inline(always)]
    fn extend_line(&mut self, ply: usize, mv: Move) {
        let (head, tail) = self.lines.split_at_mut(ply + 1);
        let (line, child) = (&mut head[ply], &tail[0]);
        let len = child.len.min(MAX_PLY - 1);
        line.moves[0] = Some(mv);
        line.moves[1..=len].copy_from_slice(&child.moves[..len]);
        line.len = len + 1;
    }
}
