//! The engine: searches that let other Python threads run, and evaluations piece by piece.

use std::{
    sync::{Mutex, PoisonError, mpsc},
    thread,
    time::Duration,
};

use engine::{Engine, Evaluation, Level, Limits, Score, SearchResult, Signals};
use pyo3::{prelude::*, types::PyDict};
use xiangqi::Position;

use crate::{
    error::{ChuheError, raise},
    mv::PyMove,
    position::PyPosition,
    verdict::rule_set,
};

/// How often a search looks whether Ctrl-C was pressed.
const LOOK_UP: Duration = Duration::from_millis(50);
/// Nodes of a search that was told no limit: about a tenth of a second.
const DEFAULT_NODES: u64 = 100_000;

/// The engine of Chuhe. 楚河引擎。
#[pyclass(name = "Engine", module = "chuhe", frozen)]
pub(crate) struct PyEngine(Mutex<Engine>);

/// What a position is worth to the side to move. 分数，从走棋方看。
#[pyclass(name = "Score", module = "chuhe", frozen, eq)]
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct PyScore(Score);

/// A line of moves and its score. 变化及其分数。
#[pyclass(name = "Line", module = "chuhe", frozen, get_all)]
#[derive(Clone)]
pub(crate) struct PyLine {
    score: PyScore,
    moves: Vec<PyMove>,
}

/// What a search found. 搜索结果。
#[pyclass(name = "SearchResult", module = "chuhe", frozen, get_all)]
pub(crate) struct PySearchResult {
    /// The move to play; None if there is none.
    best: Option<PyMove>,
    /// The expected answer.
    ponder: Option<PyMove>,
    score: PyScore,
    depth: i32,
    nodes: u64,
    /// Seconds.
    time: f64,
    /// As many as were asked for, best first.
    lines: Vec<PyLine>,
}

/// A position at first sight. 静态评估。
#[pyclass(name = "Evaluation", module = "chuhe", frozen, get_all)]
pub(crate) struct PyEvaluation {
    /// For the side to move.
    score: PyScore,
    /// Centipawns by point, each from the view of the piece's owner.
    pieces: Py<PyDict>,
}

#[pymethods]
impl PyEngine {
    #[new]
    #[pyo3(signature = (*, hash = 64, threads = 1, net = None, rules = "asian"))]
    fn new(hash: usize, threads: usize, net: Option<&str>, rules: &str) -> PyResult<PyEngine> {
        if !(1..=Engine::MOST_HASH_MEGABYTES).contains(&hash) {
            return Err(ChuheError::new_err(format!("hash is megabytes, at least 1, not {hash}")));
        }
        if !(1..=Engine::MOST_THREADS).contains(&threads) {
            let most = Engine::MOST_THREADS;
            return Err(ChuheError::new_err(format!("threads are 1 to {most}, not {threads}")));
        }
        let mut engine = Engine::new(hash, threads);
        engine.set_evaluation(judge(net.unwrap_or("net"))?);
        engine.set_rules(rule_set(rules)?);
        Ok(PyEngine(Mutex::new(engine)))
    }

    /// Searches until the first limit: nodes, time (seconds), depth; about a tenth of a second if
    /// none is given. Other Python threads run meanwhile; Ctrl-C ends it. 搜索最佳着法。
    #[pyo3(signature = (position, *, nodes = None, time = None, depth = None, lines = 1, level = None))]
    #[expect(clippy::too_many_arguments, reason = "keywords in Python")]
    fn search(
        &self,
        py: Python<'_>,
        position: PyRef<'_, PyPosition>,
        nodes: Option<u64>,
        time: Option<f64>,
        depth: Option<i32>,
        lines: usize,
        level: Option<u8>,
    ) -> PyResult<PySearchResult> {
        let has_limit = nodes.is_some() || time.is_some() || depth.is_some();
        let limits = Limits {
            nodes: if has_limit { nodes } else { Some(DEFAULT_NODES) },
            move_time: time.map(seconds).transpose()?,
            depth,
            multi_pv: lines.max(1),
            level: level.map(level_of).transpose()?,
            ..Limits::default()
        };
        let game = position.0.clone();
        drop(position);
        let result = self.run(py, &game, &limits)?;
        Ok(PySearchResult {
            best: result.best.map(PyMove),
            ponder: result.ponder.map(PyMove),
            score: PyScore(result.score),
            depth: result.depth,
            nodes: result.nodes,
            time: result.time.as_secs_f64(),
            lines: result
                .lines
                .iter()
                .map(|it| PyLine {
                    score: PyScore(it.score),
                    moves: it.moves.iter().copied().map(PyMove).collect(),
                })
                .collect(),
        })
    }

    /// Forgets what earlier searches learned. 清空记忆。
    fn clear(&self, py: Python<'_>) {
        py.detach(|| self.lock().clear());
    }
}

impl PyEngine {
    fn lock(&self) -> std::sync::MutexGuard<'_, Engine> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The search on a thread of its own, and this one watching for Ctrl-C.
    fn run(&self, py: Python<'_>, game: &xiangqi::Game, limits: &Limits) -> PyResult<SearchResult> {
        let signals = Signals::new();
        let (tell, mut told) = mpsc::channel();
        thread::scope(|scope| {
            scope.spawn(|| {
                let result = self.lock().search(game, limits, &signals, &mut |_| {});
                // Whoever asked may have been interrupted.
                let _ = tell.send(result);
            });
            loop {
                let (received, back) = py.detach(move || (told.recv_timeout(LOOK_UP), told));
                told = back;
                match received {
                    Ok(result) => return Ok(result),
                    Err(mpsc::RecvTimeoutError::Disconnected) => {
                        return Err(ChuheError::new_err("the search ended without a result"));
                    }
                    Err(mpsc::RecvTimeoutError::Timeout) => {
                        py.check_signals().inspect_err(|_| signals.stop())?;
                    }
                }
            }
        })
    }
}

#[pymethods]
impl PyScore {
    /// One number, with mates and wins by rule beyond any evaluation. 百分之一兵。
    #[getter]
    fn centipawns(&self) -> i32 {
        self.0.as_centipawns()
    }

    /// Moves to mate, negative if the side to move is mated; None if no mate is seen. 几步杀。
    #[getter]
    fn mate(&self) -> Option<i32> {
        self.0.mate_moves()
    }

    /// Is it a win or loss because somebody breaks the repetition rule? 是否因犯规判定。
    #[getter]
    fn is_by_rule(&self) -> bool {
        matches!(self.0, Score::RuleWin { .. } | Score::RuleLoss { .. })
    }

    /// Win, draw and loss, adding up to 1. 胜、和、负的机会。
    #[getter]
    fn chances(&self) -> (f64, f64, f64) {
        let [win, draw, loss] = self.0.win_draw_loss().map(|it| f64::from(it) / 1000.0);
        (win, draw, loss)
    }

    fn __int__(&self) -> i32 {
        self.centipawns()
    }

    fn __str__(&self) -> String {
        match self.0 {
            Score::Centipawns(value) => format!("{:+.2}", f64::from(value) / 100.0),
            Score::RuleWin { .. } => "+rule".to_owned(),
            Score::RuleLoss { .. } => "-rule".to_owned(),
            _ => format!("#{}", self.mate().unwrap_or_default()),
        }
    }

    fn __repr__(&self) -> String {
        format!("Score({})", self.__str__())
    }
}

#[pymethods]
impl PyLine {
    fn __repr__(&self) -> String {
        let moves: Vec<String> = self.moves.iter().map(|it| it.0.to_string()).collect();
        format!("Line({} {})", self.score.__str__(), moves.join(" "))
    }
}

#[pymethods]
impl PySearchResult {
    fn __repr__(&self) -> String {
        let best = self.best.map_or_else(|| "None".to_owned(), |it| it.0.to_string());
        let score = self.score.__str__();
        format!("SearchResult({best}, {score}, depth {}, {} nodes)", self.depth, self.nodes)
    }
}

/// What a position is worth at first sight, and each piece in it: judge "net", "classical" or the
/// path of a network. 静态评估，逐子。
#[pyfunction]
#[pyo3(signature = (position, judge = "net"))]
pub(crate) fn evaluate(
    py: Python<'_>,
    position: PyRef<'_, PyPosition>,
    judge: &str,
) -> PyResult<PyEvaluation> {
    let position: Position = *position.0.position();
    let evaluation = self::judge(judge)?;
    let pieces = PyDict::new(py);
    for (square, _, value) in evaluation.by_piece(&position) {
        pieces.set_item(square.to_string(), value)?;
    }
    Ok(PyEvaluation { score: PyScore(evaluation.evaluate(&position)), pieces: pieces.unbind() })
}

fn judge(name: &str) -> PyResult<Evaluation> {
    match name {
        "net" => Ok(Evaluation::default()),
        "classical" => Ok(Evaluation::Classical),
        path => {
            let told = |it: &dyn std::fmt::Display| ChuheError::new_err(format!("{path}: {it}"));
            let bytes = std::fs::read(path).map_err(|it| told(&it))?;
            Evaluation::from_bytes(&bytes).map_err(|it| told(&it))
        }
    }
}

fn seconds(value: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(value).map_err(|it| raise(format!("time is seconds: {it}")))
}

fn level_of(number: u8) -> PyResult<Level> {
    Level::new(number)
        .ok_or_else(|| ChuheError::new_err(format!("a level is 1 to 10, not {number}")))
}
