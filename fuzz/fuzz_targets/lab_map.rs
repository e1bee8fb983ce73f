//! Any text is a map on which both searches agree, or a reason why not, with a place in the text.

#![no_main]

use lab::route::{Algorithm, Map, search, trace};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| match Map::parse(text) {
    Ok(map) if map.rows() * map.columns() < 2_000 => {
        let astar = search(&map, Algorithm::AStar, |_| ());
        let uniform = search(&map, Algorithm::UniformCost, |_| ());
        let length = |path: &Option<Vec<_>>| path.as_ref().map(Vec::len);
        assert_eq!(length(&astar.path), length(&uniform.path));
        assert!(astar.expanded <= uniform.expanded);
        assert_eq!(trace(&map, Algorithm::AStar, 100).outcome, astar);
    }
    Ok(_) => (),
    Err(error) => assert!(1 <= error.line && 1 <= error.column),
});
