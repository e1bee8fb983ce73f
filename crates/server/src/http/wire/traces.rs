//! What the laboratory's searches saw, as JSON: for the page, and for the files of `chuhe lab`.
//! The laboratory gives data; how it is written down is decided here, once for both.

use lab::{
    route::{self, Expansion, Map},
    tree::{Ending, Trace, TracedNode},
};
use serde::Serialize;

/// A search of a game tree.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TreeTrace<'a> {
    #[serde(rename = "move")]
    best: Option<String>,
    score: i32,
    #[cfg_attr(test, ts(type = "number"))]
    nodes: u64,
    #[cfg_attr(test, ts(type = "number"))]
    evaluations: u64,
    #[cfg_attr(test, ts(type = "number"))]
    cuts: u64,
    /// Is every position in the tree?
    complete: bool,
    tree: Vec<TreeNode<'a>>,
}

#[derive(Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct TreeNode<'a> {
    /// An index in the tree; null at a root.
    parent: Option<usize>,
    /// How the node was reached; a root was not.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    mv: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    notation: Option<&'a str>,
    alpha: i32,
    beta: i32,
    /// For the side to move in the node; null if the search was stopped before it knew.
    value: Option<i32>,
    /// `searched`, `evaluated`, `no_moves`, `cut` or `table`.
    end: &'static str,
    /// The move that cut, the bound it met, and how many moves it spared; only after a cut.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    by: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    by_notation: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    bound: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    skipped: Option<usize>,
}

impl<'a> From<&'a Trace> for TreeTrace<'a> {
    fn from(trace: &'a Trace) -> TreeTrace<'a> {
        TreeTrace {
            best: trace.found.best_move.map(|it| it.to_string()),
            score: trace.found.score,
            nodes: trace.found.nodes,
            evaluations: trace.evaluations,
            cuts: trace.cuts,
            complete: trace.is_complete(),
            tree: trace.nodes.iter().map(TreeNode::from).collect(),
        }
    }
}

impl<'a> From<&'a TracedNode> for TreeNode<'a> {
    fn from(node: &'a TracedNode) -> TreeNode<'a> {
        let plain = TreeNode {
            parent: node.parent,
            mv: node.mv.map(|it| it.to_string()),
            notation: node.mv.map(|_| node.notation.as_str()),
            alpha: node.window.alpha,
            beta: node.window.beta,
            value: node.score,
            end: node.ending.name(),
            ..TreeNode::default()
        };
        let Ending::Cut { by, skipped } = node.ending else { return plain };
        TreeNode {
            by: Some(by.to_string()),
            by_notation: Some(node.refutation.as_deref().unwrap_or_default()),
            bound: Some(node.window.beta),
            skipped: Some(skipped),
            ..plain
        }
    }
}

/// A search for a way through a map.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RouteTrace {
    algorithm: &'static str,
    rows: usize,
    columns: usize,
    supplies: u32,
    /// Null if there is no way.
    steps: Option<usize>,
    /// A letter for each step.
    path: Option<String>,
    #[cfg_attr(test, ts(type = "number"))]
    expanded: u64,
    /// Is every expanded state in the order?
    complete: bool,
    /// Row, column, supplies, steps so far, estimate of the rest.
    order: Vec<(usize, usize, u32, u32, u32)>,
}

impl RouteTrace {
    pub fn new(map: &Map, trace: &route::Trace) -> RouteTrace {
        let path = trace.outcome.path.as_ref();
        let state = |it: &Expansion| (it.row, it.column, it.supplies, it.steps, it.estimate);
        RouteTrace {
            algorithm: trace.algorithm.name(),
            rows: map.rows(),
            columns: map.columns(),
            supplies: map.supplies(),
            steps: path.map(Vec::len),
            path: path.map(|it| it.iter().map(|step| step.letter()).collect()),
            expanded: trace.outcome.expanded,
            complete: trace.is_complete(),
            order: trace.order.iter().map(state).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use lab::{
        evaluation::Evaluation,
        tree::{self, TraceLimits},
    };
    use xiangqi::Position;

    use super::*;

    #[test]
    fn routes_are_written_with_everything_a_drawing_needs() {
        let written = |text: &str, algorithm, limit| {
            let map = Map::parse(text).unwrap();
            let trace = route::trace(&map, algorithm, limit);
            serde_json::to_string(&RouteTrace::new(&map, &trace)).unwrap()
        };
        let expected = concat!(
            r#"{"algorithm":"astar","rows":1,"columns":4,"supplies":9,"steps":3,"path":"RRR","#,
            r#""expanded":3,"complete":false,"order":[[0,0,9,0,3],[0,1,8,1,2]]}"#
        );
        assert_eq!(written("1 4 9\n3 0 0 4\n", route::Algorithm::AStar, 2), expected);
        let walled = written("1 3 9\n3 1 4\n", route::Algorithm::UniformCost, 100);
        assert!(walled.contains(r#""steps":null,"path":null,"expanded":1,"complete":true"#));
    }

    #[test]
    fn trees_are_written_node_by_node() {
        let limits = TraceLimits { nodes: 3_000, plies: 3, ..TraceLimits::NONE };
        let never = AtomicBool::new(false);
        let trace = tree::trace(
            &Position::start(),
            Evaluation::Course,
            tree::Algorithm::AlphaBeta,
            3,
            limits,
            &never,
        );
        let json = serde_json::to_string(&TreeTrace::from(&trace)).unwrap();
        assert!(json.starts_with(r#"{"move":"#) && json.ends_with("]}"), "{json}");
        assert!(json.contains(r#""complete":false"#));
        assert_eq!(json.matches(r#"{"parent":"#).count(), 3_000);
        assert!(json.contains(r#"{"parent":null,"alpha":"#));
        assert!(json.contains(r#""end":"cut","by":""#) && json.contains("进"));
    }
}
