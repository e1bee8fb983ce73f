//! What a program holds: settings, memory that lasts from search to search, and `search`.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    thread,
    time::Instant,
};

use endgame::Tables;
use xiangqi::{Game, Move, Position, RuleSet};

use crate::{
    blindness::Blindness,
    board::Board,
    clock::Deadlines,
    ending,
    eval::{Evaluation, Judge},
    level::Level,
    limits::Limits,
    params::Params,
    report::{RankedLine, Report, SearchResult},
    score::{Score, Value, mated_in},
    search::{Finding, Mind, NodeCounter, Reductions, RootMove, Shared, Worker},
    signals::Signals,
    table::TranspositionTable,
};

/// A searcher with its memory. One search at a time; for several, several engines.
pub struct Engine {
    table: TranspositionTable,
    hash_megabytes: usize,
    /// One per thread.
    minds: Vec<Mind>,
    params: Params,
    reductions: Reductions,
    rules: RuleSet,
    evaluation: Evaluation,
    endings: Option<Arc<Tables>>,
    /// Whose judgments the table holds.
    judge: Option<(Level, u64)>,
    /// Search on the calling thread.
    in_place: bool,
}

/// An entry of the table, for the curious.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    pub best: Option<Move>,
    /// The position is worth at least this.
    pub lower: Option<Score>,
    /// The position is worth at most this.
    pub upper: Option<Score>,
    pub depth: i32,
}

impl Engine {
    /// The stack of a searching thread: enough for the deepest line, in debug builds too.
    pub const STACK_SIZE: usize = 16 << 20;
    pub const MOST_THREADS: usize = 512;
    pub const MOST_HASH_MEGABYTES: usize = 1 << 20;

    /// A table of so many megabytes, so many threads; each at least one.
    pub fn new(hash_megabytes: usize, threads: usize) -> Engine {
        let params = Params::default();
        let mut engine = Engine {
            table: TranspositionTable::new(hash_megabytes),
            hash_megabytes,
            minds: Vec::new(),
            reductions: Reductions::new(&params),
            params,
            rules: RuleSet::default(),
            evaluation: Evaluation::default(),
            endings: None,
            judge: None,
            in_place: false,
        };
        engine.set_threads(threads);
        engine
    }

    /// Other numbers than the tuned ones, for tests of the numbers.
    pub fn set_params(&mut self, params: Params) {
        self.reductions = Reductions::new(&params);
        self.params = params;
    }

    /// Resizes the table, and what it knew is lost; without enough memory it stays as large as it
    /// was, and the answer is false.
    pub fn set_hash(&mut self, megabytes: usize) -> bool {
        let megabytes = megabytes.clamp(1, Engine::MOST_HASH_MEGABYTES);
        if megabytes == self.hash_megabytes {
            return true;
        }
        // The old table goes first: both at once might not fit.
        self.table = TranspositionTable::new(1);
        let made = TranspositionTable::try_new(megabytes);
        let is_made = made.is_some();
        if is_made {
            self.hash_megabytes = megabytes;
        }
        let old = || TranspositionTable::new(self.hash_megabytes);
        self.table = made.unwrap_or_else(old);
        is_made
    }

    pub fn hash_megabytes(&self) -> usize {
        self.hash_megabytes
    }

    pub fn set_threads(&mut self, threads: usize) {
        self.minds.resize_with(threads.clamp(1, Engine::MOST_THREADS), Mind::new);
    }

    /// With one thread, search on the caller's, which then needs a stack of
    /// [`Engine::STACK_SIZE`]. For many short searches, which a new thread each would slow down.
    pub fn set_in_place(&mut self, in_place: bool) {
        self.in_place = in_place;
    }

    /// Whose word on repetitions counts.
    pub fn set_rules(&mut self, rules: RuleSet) {
        if rules != self.rules {
            self.rules = rules;
            self.clear();
        }
    }

    /// Who judges positions. The table's values are another judge's, so they are forgotten.
    pub fn set_evaluation(&mut self, evaluation: Evaluation) {
        if evaluation != self.evaluation {
            self.evaluation = evaluation;
            self.minds.iter_mut().for_each(Mind::dismiss_judge);
            self.clear();
        }
    }

    /// Endgame tables to ask, or none. They are asked at full strength only: weak levels err in
    /// endings too, and the classroom's rules end games that the tables call drawn. What was found
    /// before stays true, so nothing is forgotten.
    pub fn set_endings(&mut self, tables: Option<Arc<Tables>>) {
        self.endings = tables;
    }

    pub fn threads(&self) -> usize {
        self.minds.len()
    }

    /// Forgets everything learned, as at the start of a new game.
    pub fn clear(&mut self) {
        self.table.clear(self.minds.len());
        self.minds.iter_mut().for_each(Mind::clear);
    }

    /// Searches the position a game has come to until a limit is reached or `signals` say stop, and
    /// tells `report` on the way. The moves of the game decide what counts as a repetition.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        signals: &Signals,
        report: &mut (dyn FnMut(&Report) + Send),
    ) -> SearchResult {
        let start = Instant::now();
        let position = game.position();
        let root_moves = wanted_moves(position, limits);
        if root_moves.is_empty() {
            return no_moves(position, &self.evaluation, start);
        }
        self.change_judge(limits);
        self.table.start_search();
        let blindness = limits.level.and_then(|it| Blindness::new(it, limits.seed));
        let restricted = blindness.as_ref().map(|it| it.restrict(limits));
        let limits = restricted.as_ref().unwrap_or(limits);
        let asks_tables = blindness.is_none() && self.rules != RuleSet::Course;
        let endings = self.endings.as_deref().filter(|_| asks_tables);
        if let Some(tables) = endings
            && let Some(ranked) = ending::answer(tables, game, self.rules, limits, &root_moves)
        {
            return ending::tell(&ranked, limits, start.elapsed(), report);
        }
        let threads = if blindness.is_some() { 1 } else { self.minds.len() };
        let shared = Shared {
            table: &self.table,
            params: &self.params,
            reductions: &self.reductions,
            rules: self.rules,
            evaluation: &self.evaluation,
            endings,
            signals,
            limits,
            blindness,
            deadlines: Deadlines::new(limits, &self.params, start),
            is_over: AtomicBool::new(false),
            nodes: (0..threads).map(|_| NodeCounter::default()).collect(),
        };
        let minds = &mut self.minds[..threads];
        let mut findings = match minds {
            [mind] if self.in_place => {
                vec![Worker::new(&shared, 0, game, mind, &root_moves).deepen(report)]
            }
            _ => run(&shared, minds, game, &root_moves, report),
        };
        if findings.is_empty() {
            // Not a single thread could be started: any move is better than none.
            let root_moves = root_moves.into_iter().map(RootMove::new).collect();
            findings.push(Finding { root_moves, depth: 0 });
        }
        if let Some(blindness) = &blindness {
            let finding = &mut findings[0];
            let count = limits.multi_pv.min(finding.root_moves.len());
            let ranked: Vec<(Move, Value)> =
                finding.root_moves[..count].iter().map(|it| (it.line[0], it.value)).collect();
            let chosen = blindness.choose(position, &ranked);
            finding.root_moves.swap(0, chosen);
        }
        result(&shared, position, &findings)
    }

    /// A level's misjudgments must not outlive it.
    fn change_judge(&mut self, limits: &Limits) {
        let judge = limits.level.filter(|it| !it.is_full()).map(|it| (it, limits.seed));
        if judge != self.judge {
            self.judge = judge;
            self.clear();
        }
    }

    /// What the table knows about a position.
    pub fn probe(&self, game: &Game) -> Option<Known> {
        let board = Board::new(game, self.rules, Judge::new(&Evaluation::Classical));
        let entry = self.table.get(board.key())?;
        let score = Score::of(entry.value);
        Some(Known {
            best: entry.mv.filter(|&it| board.position.is_legal(it)),
            lower: entry.is_lower().then_some(score),
            upper: entry.is_upper().then_some(score),
            depth: entry.depth,
        })
    }
}

fn wanted_moves(position: &Position, limits: &Limits) -> Vec<Move> {
    let is_wanted = |mv: &Move| {
        (limits.search_moves.is_empty() || limits.search_moves.contains(mv))
            && !limits.ban_moves.contains(mv)
    };
    position.legal_moves().iter().copied().filter(is_wanted).collect()
}

fn no_moves(position: &Position, evaluation: &Evaluation, start: Instant) -> SearchResult {
    let is_lost = !position.has_legal_move();
    let value = if is_lost { mated_in(0) } else { evaluation.value(position) };
    SearchResult {
        best: None,
        ponder: None,
        score: Score::of(value),
        value,
        depth: 0,
        nodes: 0,
        time: start.elapsed(),
        lines: Vec::new(),
    }
}

/// Lazy SMP: every thread searches the same root and helps the others through the table.
fn run(
    shared: &Shared,
    minds: &mut [Mind],
    game: &Game,
    root_moves: &[Move],
    report: &mut (dyn FnMut(&Report) + Send),
) -> Vec<Finding> {
    thread::scope(|scope| {
        let mut handles = Vec::new();
        let mut report = Some(report);
        for (id, mind) in minds.iter_mut().enumerate() {
            let report = report.take();
            let work = move || {
                let worker = Worker::new(shared, id, game, mind, root_moves);
                let mut silence = |_: &Report| {};
                let finding = worker.deepen(report.unwrap_or(&mut silence));
                if id == 0 {
                    shared.is_over.store(true, Relaxed);
                }
                finding
            };
            let builder =
                thread::Builder::new().name(format!("search-{id}")).stack_size(Engine::STACK_SIZE);
            match builder.spawn_scoped(scope, work) {
                Ok(handle) => handles.push(handle),
                // Out of threads: fewer helpers do.
                Err(_) => break,
            }
        }
        handles.into_iter().filter_map(|it| it.join().ok()).collect()
    })
}

fn result(shared: &Shared, root: &Position, findings: &[Finding]) -> SearchResult {
    let wants_lines = 1 < shared.limits.multi_pv;
    let chosen = if wants_lines { 0 } else { deepest(findings) };
    let finding = &findings[chosen];
    let count = shared.limits.multi_pv.clamp(1, finding.root_moves.len());
    let lines: Vec<RankedLine> = finding.root_moves[..count]
        .iter()
        .map(|it| RankedLine { score: Score::of(it.value), moves: shared.whole_line(root, it) })
        .collect();
    let best = &finding.root_moves[0];
    SearchResult {
        best: best.line.first().copied(),
        ponder: best.line.get(1).copied(),
        score: Score::of(best.value),
        value: best.value,
        depth: finding.depth,
        nodes: shared.total_nodes(),
        time: shared.deadlines.elapsed(),
        lines,
    }
}

/// Which thread's move to play: the first one's, unless another has finished a deeper iteration.
/// The highest score must not decide: of several guesses that is the one that errs the most.
fn deepest(findings: &[Finding]) -> usize {
    let mut best = 0;
    for (index, finding) in findings.iter().enumerate().skip(1) {
        if findings[best].depth < finding.depth {
            best = index;
        }
    }
    best
}
