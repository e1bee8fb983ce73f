//! Example 4: A* against uniform-cost search, drawn.
//!
//! Run it: `cargo run --release -p lab --example 4_astar`
//!
//! Uniform-cost search grows like a drop of ink, in all directions. A* adds to the steps g
//! already made an estimate h of those still to come, and so leans towards the goal. As long as h
//! never overestimates, the first way found is a shortest one.

use std::{cmp::Reverse, collections::BinaryHeap};

const MAP: [&str; 9] = [
    "..............................",
    "..............................",
    "....................#.........",
    "....................#.........",
    "........S...........#....G....",
    "....................#.........",
    "....................#.........",
    "..............................",
    "..............................",
];

fn main() {
    draw("Uniform-cost search, h = 0", &search(|_| 0));
    let goal = find('G');
    draw(
        "A*, h = rows apart + columns apart",
        &search(|(row, column)| row.abs_diff(goal.0) + column.abs_diff(goal.1)),
    );
    println!("Both ways have the same length; only the work differs.");
}

type Place = (usize, usize);

struct Found {
    steps: Vec<Vec<Option<usize>>>,
    is_expanded: Vec<Vec<bool>>,
}

/// Takes the waiting place with the smallest g + h until the goal comes up.
fn search(h: impl Fn(Place) -> usize) -> Found {
    let (start, goal) = (find('S'), find('G'));
    let mut steps = vec![vec![None; MAP[0].len()]; MAP.len()];
    let mut is_expanded = vec![vec![false; MAP[0].len()]; MAP.len()];
    steps[start.0][start.1] = Some(0);
    let mut queue = BinaryHeap::from([Reverse((h(start), 0, start))]);
    while let Some(Reverse((_, g, place))) = queue.pop() {
        if place == goal {
            break;
        }
        if std::mem::replace(&mut is_expanded[place.0][place.1], true) {
            continue;
        }
        for next in neighbors(place) {
            let known = &mut steps[next.0][next.1];
            if known.is_none_or(|known| g + 1 < known) {
                *known = Some(g + 1);
                queue.push(Reverse((g + 1 + h(next), g + 1, next)));
            }
        }
    }
    Found { steps, is_expanded }
}

fn neighbors((row, column): Place) -> impl Iterator<Item = Place> {
    let near = [
        (row.wrapping_sub(1), column),
        (row + 1, column),
        (row, column.wrapping_sub(1)),
        (row, column + 1),
    ];
    near.into_iter().filter(|&(row, column)| {
        MAP.get(row).and_then(|line| line.as_bytes().get(column)).is_some_and(|it| *it != b'#')
    })
}

fn find(letter: char) -> Place {
    let mut rows = MAP.iter().enumerate();
    rows.find_map(|(row, line)| Some((row, line.find(letter)?))).expect("the map has it")
}

fn draw(title: &str, found: &Found) {
    let goal = find('G');
    let count = found.is_expanded.iter().flatten().filter(|&&it| it).count();
    let length = found.steps[goal.0][goal.1].map_or("no way".to_owned(), |it| it.to_string());
    println!("{title}: {length} steps, {count} places expanded");
    for (row, line) in MAP.iter().enumerate() {
        let cells = line.chars().enumerate().map(|(column, letter)| match letter {
            '.' if found.is_expanded[row][column] => 'o',
            _ => letter,
        });
        println!("  {}", cells.collect::<String>());
    }
    println!();
}
