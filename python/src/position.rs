//! A position and the moves that led to it, as python-chess's `Board` has them.

use picture::View;
use pyo3::{
    prelude::*,
    types::{PyDict, PySlice, PyString},
};
use xiangqi::{Game, Move, Position, Square, Style, parse_line, perft};

use crate::{
    error::{ChuheError, raise},
    mv::PyMove,
    verdict::{PyVerdict, color, rule_set},
};

/// A position and the moves that led to it. 局面及其着法。
#[pyclass(name = "Position", module = "chuhe")]
#[derive(Clone)]
pub(crate) struct PyPosition(pub(crate) Game);

#[pymethods]
impl PyPosition {
    #[new]
    #[pyo3(signature = (fen = None, moves = None))]
    fn new(fen: Option<&str>, moves: Option<&Bound<'_, PyAny>>) -> PyResult<PyPosition> {
        let start = match fen {
            Some(fen) => Position::from_fen(fen).map_err(raise)?,
            None => Position::start(),
        };
        let mut position = PyPosition(Game::new(start));
        match moves {
            Some(line) if line.is_instance_of::<PyString>() => {
                let text: String = line.extract()?;
                for mv in parse_line(&start, &text).map_err(raise)? {
                    position.0.play(mv).map_err(raise)?;
                }
            }
            Some(list) => {
                for mv in list.try_iter()? {
                    position.play(&mv?)?;
                }
            }
            None => {}
        }
        Ok(position)
    }

    /// The position as text. 局面的 FEN。
    #[getter]
    fn fen(&self) -> String {
        self.0.position().fen()
    }

    /// Where the moves began.
    #[getter]
    fn start_fen(&self) -> String {
        self.0.start().fen()
    }

    /// "red" or "black": who is to move. 轮到谁走。
    #[getter]
    fn turn(&self) -> &'static str {
        self.0.position().side().name()
    }

    /// A number that equal positions share, whatever led to them.
    #[getter]
    fn key(&self) -> u64 {
        self.0.position().hash()
    }

    /// Every legal move, in no order that means anything. 所有合法着法。
    #[getter]
    fn legal_moves(&self) -> Vec<PyMove> {
        self.0.position().legal_moves().iter().copied().map(PyMove).collect()
    }

    /// The legal moves that capture. 吃子着法。
    #[getter]
    fn captures(&self) -> Vec<PyMove> {
        let position = self.0.position();
        let moves = position.legal_moves();
        let captures = moves.iter().filter(|it| position.piece_at(it.to()).is_some());
        captures.copied().map(PyMove).collect()
    }

    /// The moves played so far. 已走的着法。
    #[getter]
    fn moves(&self) -> Vec<PyMove> {
        self.0.moves().map(PyMove).collect()
    }

    /// Is the side to move in check? 是否被将军。
    #[getter]
    fn in_check(&self) -> bool {
        self.0.position().in_check()
    }

    fn is_legal(&self, mv: &Bound<'_, PyAny>) -> PyResult<bool> {
        let mv = mv.extract::<PyMove>().or_else(|_| self.read_any(mv));
        Ok(mv.is_ok_and(|it| self.0.position().is_legal(it.0)))
    }

    /// Would this legal move give check?
    fn gives_check(&self, mv: &Bound<'_, PyAny>) -> PyResult<bool> {
        let mv = self.legal(mv)?;
        Ok(self.0.position().gives_check(mv.0))
    }

    /// Does this legal move take a piece?
    fn is_capture(&self, mv: &Bound<'_, PyAny>) -> PyResult<bool> {
        let mv = self.legal(mv)?;
        Ok(self.0.position().piece_at(mv.0.to()).is_some())
    }

    /// Plays a move, given as Move or in any notation, and gives it back. 走一着。
    fn play(&mut self, mv: &Bound<'_, PyAny>) -> PyResult<PyMove> {
        let mv = self.legal(mv)?;
        self.0.play(mv.0).map_err(raise)?;
        Ok(mv)
    }

    /// Takes the last move back and gives it back; None at the start. 悔一着。
    fn undo(&mut self) -> Option<PyMove> {
        self.0.undo().map(PyMove)
    }

    /// As play, under python-chess's name.
    fn push(&mut self, mv: &Bound<'_, PyAny>) -> PyResult<PyMove> {
        self.play(mv)
    }

    /// As undo, under python-chess's name.
    fn pop(&mut self) -> Option<PyMove> {
        self.undo()
    }

    /// A new position after a move; this one stays. 走后的新局面。
    fn after(&self, mv: &Bound<'_, PyAny>) -> PyResult<PyPosition> {
        let mut next = self.clone();
        next.play(mv)?;
        Ok(next)
    }

    fn copy(&self) -> PyPosition {
        self.clone()
    }

    fn __copy__(&self) -> PyPosition {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyPosition {
        self.clone()
    }

    fn __reduce__(&self, py: Python<'_>) -> (Py<PyAny>, (String, Vec<PyMove>)) {
        (py.get_type::<PyPosition>().into_any().unbind(), (self.start_fen(), self.moves()))
    }

    /// The letter of the piece on a point such as "e0", capitals for Red; None if empty. 该点的棋子。
    fn piece_at(&self, square: &str) -> PyResult<Option<char>> {
        let square: Square = square.parse().map_err(raise)?;
        Ok(self.0.position().piece_at(square).map(|it| it.letter()))
    }

    /// All pieces by point, or those of one side. 各点的棋子。
    #[pyo3(signature = (side = None))]
    fn pieces<'py>(&self, py: Python<'py>, side: Option<&str>) -> PyResult<Bound<'py, PyDict>> {
        let side = side.map(color).transpose()?;
        let pieces = PyDict::new(py);
        for (square, piece) in self.0.position().placement() {
            if side.is_none_or(|it| it == piece.color()) {
                pieces.set_item(square.to_string(), piece.letter())?;
            }
        }
        Ok(pieces)
    }

    /// A legal move in words: style "chinese", "traditional", "wxf", "iccs" or "uci". 记谱。
    #[pyo3(signature = (mv, style = "chinese"))]
    fn write(&self, mv: &Bound<'_, PyAny>, style: &str) -> PyResult<String> {
        let mv = self.legal(mv)?;
        Ok(self.0.position().write_move(mv.0, style_of(style)?))
    }

    /// The move that a text in any notation means here. 读任何记谱法的着法。
    fn read(&self, text: &str) -> PyResult<PyMove> {
        self.0.position().read_move(text).map(PyMove).map_err(raise)
    }

    /// All moves played so far in words. 全部着法的记谱。
    #[pyo3(signature = (style = "chinese"))]
    fn line(&self, style: &str) -> PyResult<Vec<String>> {
        let style = style_of(style)?;
        let mut position = *self.0.start();
        let write = |mv: Move| {
            let text = position.write_move(mv, style);
            position.play_unchecked(mv);
            text
        };
        Ok(self.0.moves().map(write).collect())
    }

    /// The referee's word under "asian", "chinese" or "course" rules. 裁决。
    #[pyo3(signature = (rules = "asian"))]
    fn verdict(&self, rules: &str) -> PyResult<PyVerdict> {
        Ok(PyVerdict(self.0.verdict(rule_set(rules)?)))
    }

    /// Is the game over under these rules? 是否终局。
    #[pyo3(signature = (rules = "asian"))]
    fn is_over(&self, rules: &str) -> PyResult<bool> {
        Ok(self.0.outcome(rule_set(rules)?).1.is_some())
    }

    /// Positions after so many plies, for checking move generators.
    fn perft(&self, py: Python<'_>, depth: u32) -> u64 {
        let position = *self.0.position();
        py.detach(|| perft(&position, depth))
    }

    /// The board as an SVG picture; arrows are moves. 棋盘图。
    #[pyo3(signature = (*, flipped = false, arrows = Vec::new(), width = None))]
    fn svg(&self, flipped: bool, arrows: Vec<PyMove>, width: Option<u32>) -> String {
        let view = View {
            is_flipped: flipped,
            last_move: self.0.moves().next_back(),
            arrows: arrows.into_iter().map(|it| it.0).collect(),
            width,
        };
        picture::svg(self.0.position(), &view)
    }

    fn _repr_svg_(&self) -> String {
        self.svg(false, Vec::new(), Some(400))
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __bool__(&self) -> bool {
        // Otherwise a position without moves would count as nothing.
        true
    }

    /// The n-th move played, or with a slice a position: game[:10] is the game after ten plies.
    fn __getitem__(&self, py: Python<'_>, index: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let moves: Vec<Move> = self.0.moves().collect();
        if let Ok(slice) = index.cast::<PySlice>() {
            let range = slice.indices(moves.len() as isize)?;
            if range.step != 1 {
                return Err(ChuheError::new_err("a slice of a game has no step"));
            }
            let (from, to) = (range.start as usize, range.stop.max(range.start) as usize);
            let start = Game::with_moves(*self.0.start(), moves[..from].iter().copied());
            let start = *start.map_err(raise)?.position();
            let part = Game::with_moves(start, moves[from..to].iter().copied()).map_err(raise)?;
            return Ok(Py::new(py, PyPosition(part))?.into_any());
        }
        let index: isize = index.extract()?;
        let at = if index < 0 { index + moves.len() as isize } else { index };
        let found = usize::try_from(at).ok().and_then(|it| moves.get(it));
        let out_of_range =
            || pyo3::exceptions::PyIndexError::new_err("so many moves were not played");
        Ok(Py::new(py, PyMove(*found.ok_or_else(out_of_range)?))?.into_any())
    }

    /// Equal when pieces and side to move are, whatever led there.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<PyPosition>() else { return false };
        let other = other.borrow();
        let (one, two) = (self.0.position(), other.0.position());
        one.side() == two.side() && one.placement().eq(two.placement())
    }

    fn __str__(&self) -> String {
        self.0.position().diagram()
    }

    fn __repr__(&self) -> String {
        format!("Position('{}')", self.fen())
    }
}

impl PyPosition {
    fn read_any(&self, mv: &Bound<'_, PyAny>) -> PyResult<PyMove> {
        match mv.extract::<String>() {
            Ok(text) => self.read(&text),
            Err(_) => {
                let kind = mv.get_type().name()?;
                Err(ChuheError::new_err(format!("a move is a Move or a text, not {kind}")))
            }
        }
    }

    fn legal(&self, mv: &Bound<'_, PyAny>) -> PyResult<PyMove> {
        match mv.extract::<PyMove>() {
            Ok(mv) if self.0.position().is_legal(mv.0) => Ok(mv),
            Ok(mv) => Err(ChuheError::new_err(format!("{} is not legal here", mv.0))),
            Err(_) => self.read_any(mv),
        }
    }
}

fn style_of(name: &str) -> PyResult<Style> {
    name.parse().map_err(raise)
}
