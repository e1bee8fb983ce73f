//! The Python package `chuhe`: positions, notations, verdicts, records and the engine, for people
//! who know python-chess. `chuhe/__init__.pyi` is its manual.

mod engine;
mod error;
mod mv;
mod position;
mod record;
mod sprt;
mod verdict;

use pyo3::prelude::*;

#[pymodule]
fn _chuhe(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("ChuheError", module.py().get_type::<error::ChuheError>())?;
    module.add_class::<mv::PyMove>()?;
    module.add_class::<position::PyPosition>()?;
    module.add_class::<verdict::PyVerdict>()?;
    module.add_class::<record::PyRecord>()?;
    module.add_class::<record::PyNode>()?;
    module.add_class::<engine::PyEngine>()?;
    module.add_class::<engine::PyScore>()?;
    module.add_class::<engine::PyLine>()?;
    module.add_class::<engine::PySearchResult>()?;
    module.add_class::<engine::PyEvaluation>()?;
    module.add_class::<sprt::PySprt>()?;
    module.add_function(wrap_pyfunction!(record::loads, module)?)?;
    module.add_function(wrap_pyfunction!(record::read, module)?)?;
    module.add_function(wrap_pyfunction!(engine::evaluate, module)?)
}
