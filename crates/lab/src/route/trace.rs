//! The order in which a search expands its states, as data for drawing.

use super::{
    map::Map,
    search::{Algorithm, Expansion, search},
};
use crate::json::Json;

/// Runs a search and writes what a drawing needs as JSON: the answer, and the expanded states
/// in order, each as `[row, column, supplies, g, h]`. At most `limit` states are listed;
/// `expanded` counts all.
pub fn trace_json(map: &Map, algorithm: Algorithm, limit: usize) -> String {
    let mut expansions = Vec::new();
    let outcome = search(map, algorithm, |expansion| {
        if expansions.len() < limit {
            expansions.push(expansion);
        }
    });

    let mut json = Json::default();
    json.object(|it| {
        it.key("algorithm").string(algorithm.name());
        it.key("rows").value(map.rows());
        it.key("columns").value(map.columns());
        it.key("supplies").value(map.supplies());
        match &outcome.path {
            Some(path) => {
                let letters: String = path.iter().map(|step| step.letter()).collect();
                it.key("steps").value(path.len());
                it.key("path").string(&letters);
            }
            None => {
                it.key("steps").value("null");
                it.key("path").value("null");
            }
        }
        it.key("expanded").value(outcome.expanded);
        it.key("complete").value(outcome.expanded == expansions.len() as u64);
        it.key("order").array(|it| expansions.iter().for_each(|state| write_state(it, state)));
    });
    json.finish()
}

fn write_state(json: &mut Json, state: &Expansion) {
    json.array(|it| {
        it.value(state.row);
        it.value(state.column);
        it.value(state.supplies);
        it.value(state.steps);
        it.value(state.estimate);
    });
}

#[test]
fn the_trace_is_bounded_but_counts_everything() {
    let map = Map::parse("1 4 9\n3 0 0 4\n").unwrap();
    let expected = concat!(
        r#"{"algorithm":"astar","rows":1,"columns":4,"supplies":9,"steps":3,"path":"RRR","#,
        r#""expanded":3,"complete":false,"order":[[0,0,9,0,3],[0,1,8,1,2]]}"#
    );
    assert_eq!(trace_json(&map, Algorithm::AStar, 2), expected);

    let walled = Map::parse("1 3 9\n3 1 4\n").unwrap();
    let trace = trace_json(&walled, Algorithm::UniformCost, 100);
    assert!(trace.contains(r#""steps":null,"path":null,"expanded":1,"complete":true"#), "{trace}");
}
