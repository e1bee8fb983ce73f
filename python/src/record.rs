//! Games as files: any format in, five formats out.

use std::{
    collections::{BTreeMap, HashSet},
    fs,
    path::PathBuf,
};

use pyo3::{
    prelude::*,
    types::{IntoPyDict, PyBytes, PyDict},
};
use records::{Document, Format, NodeId, Options};
use xiangqi::{Game, Status};

use crate::{
    error::{ChuheError, raise},
    mv::PyMove,
    position::PyPosition,
};

/// A game as a file has it: headers, moves with comments and variations. 棋谱。
#[pyclass(name = "Record", module = "chuhe")]
pub(crate) struct PyRecord {
    document: Document,
    dropped: Vec<String>,
}

/// A move of a record's tree. 棋谱中的一着。
#[pyclass(name = "Node", module = "chuhe", frozen, get_all)]
#[derive(Clone)]
pub(crate) struct PyNode {
    #[pyo3(name = "move")]
    mv: PyMove,
    /// Moves from the start to this one, itself included.
    ply: usize,
    /// Is it in the main line?
    is_main: bool,
    comment: String,
}

/// The games of a file of any format. 读任何格式的棋谱文件。
#[pyfunction]
pub(crate) fn read(py: Python<'_>, path: PathBuf) -> PyResult<Vec<PyRecord>> {
    let name = path.display().to_string();
    let bytes = fs::read(&path).map_err(|it| ChuheError::new_err(format!("{name}: {it}")))?;
    parse(py, &bytes).map_err(|it| ChuheError::new_err(format!("{name}: {it}")))
}

/// The games in a text or in bytes. 读文本或字节中的棋谱。
#[pyfunction]
pub(crate) fn loads(py: Python<'_>, data: &Bound<'_, PyAny>) -> PyResult<Vec<PyRecord>> {
    let bytes = match data.extract::<String>() {
        Ok(text) => text.into_bytes(),
        Err(_) => data.extract::<Vec<u8>>()?,
    };
    parse(py, &bytes).map_err(ChuheError::new_err)
}

fn parse(py: Python<'_>, bytes: &[u8]) -> Result<Vec<PyRecord>, String> {
    py.detach(|| {
        let games = records::read(bytes).map_err(|it| it.to_string())?;
        games
            .map(|game| {
                let reading = game.map_err(|it| it.to_string())?;
                let dropped = reading.dropped.iter().map(ToString::to_string).collect();
                Ok(PyRecord { document: reading.document, dropped })
            })
            .collect()
    })
}

#[pymethods]
impl PyRecord {
    /// A record of the moves of a position; headers such as Red="张三", Event="...". 由局面生成棋谱。
    #[new]
    #[pyo3(signature = (position, result = "*", **headers))]
    fn new(
        position: PyRef<'_, PyPosition>,
        result: &str,
        headers: Option<BTreeMap<String, String>>,
    ) -> PyResult<PyRecord> {
        let mut document = Document::new(*position.0.start());
        let mut node = NodeId::ROOT;
        for mv in position.0.moves() {
            node = document.add(node, mv);
        }
        document.result = Status::from_token(result).ok_or_else(|| {
            ChuheError::new_err(format!("a result is 1-0, 0-1, 1/2-1/2 or *, not {result:?}"))
        })?;
        for (name, value) in headers.unwrap_or_default() {
            document.headers.set(&name, &value);
        }
        Ok(PyRecord { document, dropped: Vec::new() })
    }

    /// What the file says about the game: "Event", "Date", "Red", "Black" ... 棋谱信息。
    #[getter]
    fn headers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.document.headers.iter().collect::<Vec<_>>().into_py_dict(py)
    }

    /// One header, or an empty text.
    fn header(&self, name: &str) -> &str {
        self.document.headers.get(name)
    }

    /// "1-0", "0-1", "1/2-1/2" or "*".
    #[getter]
    fn result(&self) -> &'static str {
        self.document.result.token()
    }

    /// The main line as a position with its moves; slice it for earlier ones. 主线终局面。
    #[getter]
    fn position(&self) -> PyResult<PyPosition> {
        let game = Game::with_moves(*self.document.start(), self.document.main_moves());
        game.map(PyPosition).map_err(raise)
    }

    /// The main line. 主线着法。
    #[getter]
    fn moves(&self) -> Vec<PyMove> {
        self.document.main_moves().map(PyMove).collect()
    }

    /// What is said before the first move. 开头的注释。
    #[getter]
    fn comment(&self) -> String {
        self.document.notes(NodeId::ROOT).map_or_else(String::new, |it| it.after.clone())
    }

    /// Every move of the tree: the main line first, then its variations from the last to the first,
    /// each after the moves that lead to it. 全部着法（先主线，后变着）。
    #[getter]
    fn nodes(&self) -> Vec<PyNode> {
        let main: HashSet<NodeId> = self.document.main_line().collect();
        let node = |(id, depth): (NodeId, usize)| {
            Some(PyNode {
                mv: PyMove(self.document.mv(id)?),
                ply: depth,
                is_main: main.contains(&id),
                comment: self.document.notes(id).map_or_else(String::new, |it| it.after.clone()),
            })
        };
        self.document.preorder().filter_map(node).collect()
    }

    /// What of the file could not be kept, as sentences. 未能读入的内容。
    #[getter]
    fn dropped(&self) -> Vec<String> {
        self.dropped.clone()
    }

    /// The bytes of a file: format "pgn", "xqf", "cbr", "dhtmlxq" or "txt". 写成文件内容。
    #[pyo3(signature = (format = "pgn", style = "chinese"))]
    fn write<'py>(
        &self,
        py: Python<'py>,
        format: &str,
        style: &str,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let kind: Format = format.parse().map_err(raise)?;
        let options = Options { notation: style.parse().map_err(raise)? };
        let written = kind.write(&self.document, &options);
        let written = written.ok_or_else(|| ChuheError::new_err("that format is only read"))?;
        Ok(PyBytes::new(py, &written.bytes))
    }

    fn __len__(&self) -> usize {
        self.document.main_moves().count()
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __repr__(&self) -> String {
        let header = |name| self.document.headers.get(name);
        let (red, black) = (header("Red"), header("Black"));
        format!("Record({red:?} - {black:?}, {} plies, {})", self.__len__(), self.result())
    }
}
