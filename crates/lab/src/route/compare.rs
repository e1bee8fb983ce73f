//! A* beside uniform-cost search on the same maps: numbers, CSV and a page with charts.

use std::{
    fmt,
    time::{Duration, Instant},
};

use super::{
    map::Map,
    search::{Algorithm, search},
};
use crate::{
    chart::{Axis, Chart, Series, Shape},
    report,
};

/// Both searches on one map.
#[derive(Clone, Debug)]
pub struct Comparison {
    pub name: String,
    pub rows: usize,
    pub columns: usize,
    pub supplies: u32,
    /// The length of the shortest way, the same for both; `None` if there is none.
    pub steps: Option<usize>,
    pub astar: Run,
    pub uniform_cost: Run,
}

#[derive(Clone, Copy, Debug)]
pub struct Run {
    pub expanded: u64,
    pub time: Duration,
}

/// The two searches contradict each other, which must never happen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disagreement {
    pub name: String,
    pub message: String,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name, self.message)
    }
}

impl std::error::Error for Disagreement {}

/// Runs both searches. They must agree on the length, and A* must not expand more states.
pub fn compare(name: &str, map: &Map) -> Result<Comparison, Disagreement> {
    let run = |algorithm| {
        let begin = Instant::now();
        let outcome = search(map, algorithm, |_| ());
        let run = Run { expanded: outcome.expanded, time: begin.elapsed() };
        (outcome.path.map(|path| path.len()), run)
    };
    let (steps, astar) = run(Algorithm::AStar);
    let (other_steps, uniform_cost) = run(Algorithm::UniformCost);

    let disagree = |message: String| Err(Disagreement { name: name.to_owned(), message });
    if steps != other_steps {
        return disagree(format!("A* found {steps:?} steps, uniform cost {other_steps:?}"));
    }
    if uniform_cost.expanded < astar.expanded {
        let (more, fewer) = (astar.expanded, uniform_cost.expanded);
        return disagree(format!("A* expanded {more} states, uniform cost only {fewer}"));
    }
    let (rows, columns, supplies) = (map.rows(), map.columns(), map.supplies());
    Ok(Comparison { name: name.to_owned(), rows, columns, supplies, steps, astar, uniform_cost })
}

const HEADERS: [&str; 9] = [
    "file",
    "rows",
    "columns",
    "supplies",
    "steps",
    "astar_expanded",
    "ucs_expanded",
    "astar_ms",
    "ucs_ms",
];

/// One line per map; `steps` is -1 where there is no way.
pub fn csv(comparisons: &[Comparison]) -> String {
    report::csv(&HEADERS, &comparisons.iter().map(Comparison::fields).collect::<Vec<_>>())
}

/// A self-contained page with two charts and the table.
pub fn html(comparisons: &[Comparison]) -> String {
    let chart = |title: &str, number: fn(&Run) -> f64| {
        let series = |name: &str, run: fn(&Comparison) -> Run| Series {
            name: name.to_owned(),
            values: comparisons.iter().map(|it| Some(number(&run(it)))).collect(),
            is_dashed: false,
        };
        let chart = Chart {
            title: title.to_owned(),
            categories: comparisons.iter().map(|it| it.name.clone()).collect(),
            series: vec![
                series("A*", |it| it.astar),
                series("一致代价搜索 uniform cost", |it| it.uniform_cost),
            ],
            shape: Shape::Bars,
            axis: Axis::Logarithmic,
        };
        chart.svg()
    };
    let rows: Vec<_> = comparisons.iter().map(Comparison::fields).collect();
    let body = INTRODUCTION.to_owned()
        + &chart("扩展的状态数 · expanded states", |run| run.expanded as f64)
        + &chart("用时（毫秒）· time in milliseconds", |run| milliseconds(run.time))
        + &report::table(&HEADERS, &rows);
    report::page("带补给的 A* 搜索 · A* with supplies", &body)
}

const INTRODUCTION: &str = "\
<p>状态是（行，列，剩余补给）。A* 按 f = g + h 的次序扩展，h 为曼哈顿距离；一致代价搜索只看 g。\
两者的最短步数必须相同，A* 扩展的状态不会更多。纵轴为对数刻度。</p>\n\
<p lang=\"en\">A state is (row, column, supplies left). A* expands in the order of f = g + h with the \
Manhattan distance h, uniform-cost search in the order of g alone. Both must find the same number of \
steps, and A* never expands more states. The vertical axes are logarithmic.</p>\n";

impl Comparison {
    fn fields(&self) -> Vec<String> {
        vec![
            self.name.clone(),
            self.rows.to_string(),
            self.columns.to_string(),
            self.supplies.to_string(),
            self.steps.map_or("-1".to_owned(), |steps| steps.to_string()),
            self.astar.expanded.to_string(),
            self.uniform_cost.expanded.to_string(),
            format!("{:.3}", milliseconds(self.astar.time)),
            format!("{:.3}", milliseconds(self.uniform_cost.time)),
        ]
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
