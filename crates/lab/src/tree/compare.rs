//! The four searches beside each other on the same positions: numbers, CSV and a page with
//! charts.

use std::{
    fmt,
    time::{Duration, Instant},
};

use xiangqi::Position;

use super::{Algorithm, score::readable, search};
use crate::{
    chart::{Axis, Chart, Series, Shape, escape},
    evaluation::Evaluation,
    report,
};

/// All searches at all depths on one position.
#[derive(Clone, Debug)]
pub struct Comparison {
    pub name: String,
    pub fen: String,
    /// Depth 1, 2, 3, ...
    pub depths: Vec<Depth>,
}

#[derive(Clone, Debug)]
pub struct Depth {
    /// The same from all searches.
    pub score: i32,
    /// In the order of [`Algorithm::ALL`].
    pub measures: Vec<Measure>,
}

#[derive(Clone, Copy, Debug)]
pub struct Measure {
    pub algorithm: Algorithm,
    pub nodes: u64,
    pub time: Duration,
    /// The effective branching factor, see [`branching`].
    pub branching: f64,
}

/// Two searches found different scores, which must never happen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disagreement {
    pub name: String,
    pub depth: u32,
    pub algorithm: Algorithm,
    pub score: i32,
    pub expected: i32,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Disagreement { name, depth, algorithm, score, expected } = self;
        let algorithm = algorithm.name();
        write!(f, "{name}: {algorithm} finds {score} at depth {depth}, minimax finds {expected}")
    }
}

impl std::error::Error for Disagreement {}

/// Runs everything up to `max_depth`; `report` hears of each search before it starts.
pub fn compare(
    name: &str,
    position: &Position,
    max_depth: u32,
    mut report: impl FnMut(u32, Algorithm),
) -> Result<Comparison, Disagreement> {
    let mut depths: Vec<Depth> = Vec::new();
    for depth in 1..=max_depth {
        let mut measures = Vec::new();
        let mut score = None;
        for algorithm in Algorithm::ALL {
            report(depth, algorithm);
            let begin = Instant::now();
            let found = search(position, Evaluation::Course, algorithm, depth);
            let time = begin.elapsed();
            let expected = *score.get_or_insert(found.score);
            if found.score != expected {
                let (name, score) = (name.to_owned(), found.score);
                return Err(Disagreement { name, depth, algorithm, score, expected });
            }
            let branching = branching(found.nodes, depth);
            measures.push(Measure { algorithm, nodes: found.nodes, time, branching });
        }
        depths.push(Depth { score: score.unwrap_or(0), measures });
    }
    Ok(Comparison { name: name.to_owned(), fen: position.fen(), depths })
}

/// The effective branching factor: the b for which a tree with b children everywhere has that
/// many nodes, b + b^2 + ... + b^depth. Found by halving an interval.
pub fn branching(nodes: u64, depth: u32) -> f64 {
    let tree = |b: f64| (1..=depth as i32).map(|level| b.powi(level)).sum::<f64>();
    let (mut low, mut high) = (0.0, nodes as f64 + 1.0);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if tree(middle) < nodes as f64 {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

const HEADERS: [&str; 8] =
    ["file", "fen", "depth", "algorithm", "score", "nodes", "milliseconds", "branching"];

const FEN_COLUMN: usize = 1;

/// One line per position, depth and search.
pub fn csv(comparisons: &[Comparison]) -> String {
    let rows: Vec<_> = comparisons.iter().flat_map(Comparison::rows).collect();
    report::csv(&HEADERS, &rows)
}

/// A self-contained page with charts of nodes and time and the table.
pub fn html(comparisons: &[Comparison]) -> String {
    let mut body = INTRODUCTION.to_owned() + &charts("", comparisons);
    for comparison in comparisons {
        let (name, fen) = (escape(&comparison.name), escape(&comparison.fen));
        let own = charts(&format!("{}: ", comparison.name), std::slice::from_ref(comparison));
        body +=
            &format!("<details><summary>{name}: <code>{fen}</code></summary>\n{own}</details>\n");
    }
    // The positions stand above; a column of them would push the numbers off the screen.
    let without_fen = |mut row: Vec<String>| {
        row.remove(FEN_COLUMN);
        row
    };
    let headers = without_fen(HEADERS.map(str::to_owned).to_vec());
    let headers: Vec<&str> = headers.iter().map(String::as_str).collect();
    let rows: Vec<_> = comparisons.iter().flat_map(Comparison::rows).map(without_fen).collect();
    body += &report::table(&headers, &rows);
    report::page("博弈树搜索比较 · Game-tree searches compared", &body)
}

const INTRODUCTION: &str = "\
<p>四种搜索得到相同的分数，工作量却不同。虚线为理论值：极小极大 b^d，着法次序最佳时 α-β 约 2·b^(d/2)，\
b 为极小极大的有效分支因子。多个局面取几何平均；纵轴为对数刻度。</p>\n\
<p lang=\"en\">Four searches find the same score with different amounts of work. The dashed lines are \
theory: b^d for minimax and about 2·b^(d/2) for alpha-beta with perfect ordering, where b is the effective \
branching factor of minimax. Several positions are averaged geometrically; the vertical axes are \
logarithmic.</p>\n";

fn charts(prefix: &str, comparisons: &[Comparison]) -> String {
    let max_depth = comparisons.iter().map(|it| it.depths.len()).max().unwrap_or(0);
    let categories: Vec<_> = (1..=max_depth).map(|depth| format!("d = {depth}")).collect();
    let measured = |number: fn(&Measure) -> f64| -> Vec<Series> {
        let series = Algorithm::ALL.iter().enumerate().map(|(index, algorithm)| Series {
            name: algorithm.title().to_owned(),
            values: (0..max_depth).map(|depth| mean(comparisons, depth, index, number)).collect(),
            is_dashed: false,
        });
        series.collect()
    };
    let mut nodes = measured(|it| it.nodes as f64);
    nodes.extend(theory(comparisons, max_depth));
    let time = measured(|it| it.time.as_secs_f64() * 1000.0);

    let chart = |title: &str, series| {
        let title = format!("{prefix}{title}");
        let (categories, shape, axis) = (categories.clone(), Shape::Lines, Axis::Logarithmic);
        Chart { title, categories, series, shape, axis }.svg()
    };
    chart("节点数 · nodes", nodes) + &chart("用时（毫秒）· time in milliseconds", time)
}

/// The geometric mean over all positions: the natural one for numbers that grow by factors.
fn mean(
    comparisons: &[Comparison],
    depth: usize,
    algorithm: usize,
    number: fn(&Measure) -> f64,
) -> Option<f64> {
    let logarithms: Vec<f64> = comparisons
        .iter()
        .filter_map(|it| it.depths.get(depth)?.measures.get(algorithm))
        .map(|measure| number(measure).max(f64::MIN_POSITIVE).ln())
        .collect();
    let is_empty = logarithms.is_empty();
    (!is_empty).then(|| (logarithms.iter().sum::<f64>() / logarithms.len() as f64).exp())
}

/// b^d and 2 b^(d/2), with the branching factor that minimax had at the greatest depth.
fn theory(comparisons: &[Comparison], max_depth: usize) -> [Series; 2] {
    let b = max_depth.checked_sub(1).and_then(|last| mean(comparisons, last, 0, |it| it.branching));
    let curve = |name: String, of: fn(f64, f64) -> f64| Series {
        name,
        values: (1..=max_depth).map(|depth| b.map(|b| of(b, depth as f64))).collect(),
        is_dashed: true,
    };
    let shown = b.map_or("b".to_owned(), |b| format!("{b:.1}"));
    [
        curve(format!("b^d, b = {shown}"), |b, d| b.powf(d)),
        curve("2·b^(d/2)".to_owned(), |b, d| 2.0 * b.powf(d / 2.0)),
    ]
}

impl Comparison {
    fn rows(&self) -> impl Iterator<Item = Vec<String>> + '_ {
        (1..).zip(&self.depths).flat_map(move |(depth, found)| {
            found.measures.iter().map(move |measure| {
                vec![
                    self.name.clone(),
                    self.fen.clone(),
                    u32::to_string(&depth),
                    measure.algorithm.name().to_owned(),
                    readable(found.score),
                    measure.nodes.to_string(),
                    format!("{:.3}", measure.time.as_secs_f64() * 1000.0),
                    format!("{:.2}", measure.branching),
                ]
            })
        })
    }
}

#[test]
fn a_full_tree_has_its_own_branching_factor() {
    assert!((branching(3 + 9 + 27, 3) - 3.0).abs() < 1e-9);
    assert!((branching(44, 1) - 44.0).abs() < 1e-9);
    assert!(branching(0, 4) < 1e-9);
}
