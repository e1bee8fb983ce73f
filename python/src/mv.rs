//! A move: from one point to another.

use pyo3::prelude::*;
use xiangqi::Move;

use crate::error::raise;

/// A move from one point to another, such as Move("h2e2"). 着法，如 Move("h2e2")。
#[pyclass(name = "Move", module = "chuhe", frozen, eq, hash, ord, from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PyMove(pub(crate) Move);

#[pymethods]
impl PyMove {
    #[new]
    fn new(text: &str) -> PyResult<PyMove> {
        text.parse().map(PyMove).map_err(raise)
    }

    /// The point it leaves, such as "h2". 起点。
    #[getter(from_square)]
    fn origin(&self) -> String {
        self.0.from().to_string()
    }

    /// The point it goes to. 落点。
    #[getter(to_square)]
    fn target(&self) -> String {
        self.0.to().to_string()
    }

    /// As programs write it: "h2e2".
    fn uci(&self) -> String {
        self.0.to_string()
    }

    /// The same move on the mirrored board. 左右对称的着法。
    fn mirrored(&self) -> PyMove {
        PyMove(self.0.mirror_files())
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Move('{}')", self.0)
    }

    fn __reduce__(&self, py: Python<'_>) -> (Py<PyAny>, (String,)) {
        (py.get_type::<PyMove>().into_any().unbind(), (self.0.to_string(),))
    }
}
