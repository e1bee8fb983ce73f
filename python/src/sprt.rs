//! The sequential test of the arena.

use arena::statistics::{Decision, EloModel, Sprt};
use pyo3::prelude::*;

use crate::error::ChuheError;

/// A test that says when enough pairs of games were played. 序贯检验。
#[pyclass(name = "Sprt", module = "chuhe", frozen)]
pub(crate) struct PySprt(Sprt);

#[pymethods]
impl PySprt {
    #[new]
    #[pyo3(signature = (elo0, elo1, *, alpha = 0.05, beta = 0.05, model = "logistic"))]
    fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, model: &str) -> PyResult<PySprt> {
        let known = [EloModel::Logistic, EloModel::Normalized];
        let found = known.into_iter().find(|it| it.name() == model);
        let Some(model) = found else {
            return Err(ChuheError::new_err(format!(
                "the model is logistic or normalized, not {model:?}"
            )));
        };
        let is_chance = |it: f64| 0.0 < it && it < 0.5;
        if !is_chance(alpha) || !is_chance(beta) {
            return Err(ChuheError::new_err("alpha and beta are chances between 0 and 0.5"));
        }
        let is_elo = |it: f64| it.abs() <= 1000.0;
        if !is_elo(elo0) || !is_elo(elo1) || elo1 <= elo0 {
            return Err(ChuheError::new_err(
                "the bounds are two numbers up to 1000, the lower one first",
            ));
        }
        Ok(PySprt(Sprt { elo0, elo1, alpha, beta, model }))
    }

    /// The log-likelihood ratios at which H0 and H1 are accepted. 上下界。
    #[getter]
    fn bounds(&self) -> (f64, f64) {
        self.0.bounds()
    }

    /// Of pairs of games, counted by the half points of the first player: 0 to 4. 对数似然比。
    fn llr(&self, pairs: [u64; 5]) -> f64 {
        self.0.llr(&pairs)
    }

    /// "H0", "H1", or None while it is open. 结论。
    fn decision(&self, pairs: [u64; 5]) -> Option<&'static str> {
        self.0.decision(self.0.llr(&pairs)).map(|it| match it {
            Decision::AcceptH0 => "H0",
            Decision::AcceptH1 => "H1",
        })
    }
}
