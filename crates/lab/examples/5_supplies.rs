//! Example 5: the state is more than the place.
//!
//! Run it: `cargo run --release -p lab --example 5_supplies`
//!
//! A traveller who carries supplies for T steps may have to walk away from the goal first. So a
//! state is (row, column, supplies left), and there are up to T times as many states as cells. Most
//! of them are useless: whoever stands here after as few steps with as many supplies is better off.

use std::collections::{HashSet, VecDeque};

use lab::route::{Algorithm, Cell, Map, Step, search};

/// The straight way is 11 steps long; the bag holds 8. Only the detour over the supply point works.
const TEXT: &str = "5 12 8
0 0 0 0 0 0 2 0 0 0 0 0
0 1 1 1 1 1 1 1 1 1 1 0
3 0 0 0 0 0 0 0 0 0 0 4
0 1 1 1 1 1 1 1 1 1 1 0
0 0 0 0 0 0 0 0 0 0 0 0
";

fn main() {
    for supplies in ["11", "8", "7"] {
        let text = TEXT.replacen("12 8", &format!("12 {supplies}"), 1);
        let map = Map::parse(&text).expect("a legal map");
        let astar = search(&map, Algorithm::AStar, |_| ());
        let uniform = search(&map, Algorithm::UniformCost, |_| ());
        println!("T = {supplies}");
        match &astar.path {
            Some(path) => draw(&map, path),
            None => println!("  no way"),
        }
        println!(
            "  states expanded: A* {}, uniform cost {}, without dominance {}\n",
            astar.expanded,
            uniform.expanded,
            plain_search(&map)
        );
    }
}

fn draw(map: &Map, path: &[Step]) {
    let letters: String = path.iter().map(|step| step.letter()).collect();
    println!("  {} steps: {letters}", path.len());
    let mut visited = HashSet::new();
    let mut at = find(map, Cell::Start);
    for step in path {
        at = after(at, *step);
        visited.insert(at);
    }
    for row in 0..map.rows() {
        let cells = (0..map.columns()).map(|column| match map.cell(row, column) {
            Cell::Wall => '#',
            Cell::Supply => '+',
            Cell::Start => 'S',
            Cell::Goal => 'G',
            Cell::Free if visited.contains(&(row, column)) => 'o',
            Cell::Free => '.',
        });
        println!("    {}", cells.collect::<String>());
    }
}

/// Breadth-first over all states, with no idea which are useless. Returns how many it expanded.
fn plain_search(map: &Map) -> usize {
    let start = (find(map, Cell::Start), map.supplies());
    let mut seen = HashSet::from([start]);
    let mut queue = VecDeque::from([start]);
    let mut expanded = 0;
    while let Some((place, supplies)) = queue.pop_front() {
        if map.cell(place.0, place.1) == Cell::Goal {
            break;
        }
        if supplies == 0 {
            continue;
        }
        expanded += 1;
        for step in Step::ALL {
            let next = after(place, step);
            let left = match map.cell(next.0, next.1) {
                Cell::Wall => continue,
                Cell::Supply => map.supplies(),
                _ => supplies - 1,
            };
            if seen.insert((next, left)) {
                queue.push_back((next, left));
            }
        }
    }
    expanded
}

fn find(map: &Map, wanted: Cell) -> (usize, usize) {
    let mut places = (0..map.rows()).flat_map(|row| (0..map.columns()).map(move |it| (row, it)));
    places.find(|&(row, column)| map.cell(row, column) == wanted).expect("every map has it")
}

/// Off the map wraps around to a huge number, which `Map::cell` calls a wall.
fn after((row, column): (usize, usize), step: Step) -> (usize, usize) {
    match step {
        Step::Up => (row.wrapping_sub(1), column),
        Step::Down => (row + 1, column),
        Step::Left => (row, column.wrapping_sub(1)),
        Step::Right => (row, column + 1),
    }
}
