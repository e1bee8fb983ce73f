//! The referee's word on a position.

use pyo3::prelude::*;
use xiangqi::{Color, Language, RuleSet, Status, Verdict};

use crate::error::{ChuheError, raise};

/// How a game stands under a rule set, and why. 裁决及其理由。
#[pyclass(name = "Verdict", module = "chuhe", frozen)]
pub(crate) struct PyVerdict(pub(crate) Verdict);

#[pymethods]
impl PyVerdict {
    /// "ongoing", "red_wins", "black_wins" or "draw".
    #[getter]
    fn status(&self) -> &'static str {
        self.0.status.name()
    }

    /// "checkmate", "stalemate", "perpetual_check" ...; None while the game goes on.
    #[getter]
    fn reason(&self) -> Option<&'static str> {
        self.0.reason.map(|it| it.name())
    }

    /// "red", "black", or None. 胜方。
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        match self.0.status {
            Status::Won(color) => Some(color.name()),
            _ => None,
        }
    }

    /// "1-0", "0-1", "1/2-1/2" or "*".
    #[getter]
    fn result(&self) -> &'static str {
        self.0.status.token()
    }

    /// The name of the rule set that was asked.
    #[getter]
    fn rules(&self) -> &'static str {
        self.0.rules.name()
    }

    #[getter]
    fn is_over(&self) -> bool {
        self.0.is_over()
    }

    /// The reasons as sentences, lang "en" or "zh". 理由，逐句。
    #[pyo3(signature = (lang = "en"))]
    fn explain(&self, lang: &str) -> PyResult<Vec<String>> {
        Ok(self.0.explanation.sentences(language(lang)?))
    }

    fn __bool__(&self) -> bool {
        self.0.is_over()
    }

    fn __str__(&self) -> String {
        let sentences = self.0.explanation.sentences(Language::English);
        match sentences.is_empty() {
            true => self.status().to_owned(),
            false => format!("{}: {}", self.status(), sentences.join(" ")),
        }
    }

    fn __repr__(&self) -> String {
        format!("Verdict({}, {})", self.status(), self.reason().unwrap_or("None"))
    }
}

pub(crate) fn language(name: &str) -> PyResult<Language> {
    match name {
        "en" => Ok(Language::English),
        "zh" => Ok(Language::Chinese),
        _ => Err(ChuheError::new_err(format!("the language is en or zh, not {name:?}"))),
    }
}

pub(crate) fn rule_set(name: &str) -> PyResult<RuleSet> {
    name.parse().map_err(raise)
}

pub(crate) fn color(name: &str) -> PyResult<Color> {
    Color::BOTH
        .into_iter()
        .find(|it| it.name() == name)
        .ok_or_else(|| ChuheError::new_err(format!("a side is red or black, not {name:?}")))
}
