//! The one exception of the package, with the sentences of the rules library.

use std::fmt::Display;

use pyo3::{PyErr, create_exception, exceptions::PyValueError};

create_exception!(
    chuhe,
    ChuheError,
    PyValueError,
    "What was given does not fit; the message says where and why. 输入有误，信息说明何处、为何。"
);

/// For `map_err`.
pub(crate) fn raise(error: impl Display) -> PyErr {
    ChuheError::new_err(error.to_string())
}
