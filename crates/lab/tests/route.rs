//! Routes against an obvious breadth-first search, and every bad input with its message.

use std::collections::{HashSet, VecDeque};

use lab::route::{Algorithm, Cell, Map, Outcome, Step, compare, csv, html, search};
use random::Random;

/// The number of steps by breadth-first search over all (row, column, supplies), with no idea
/// of dominance or direction.
fn plain_search(map: &Map) -> Option<usize> {
    let start = find(map, Cell::Start);
    let mut queue = VecDeque::from([(start, map.supplies(), 0)]);
    let mut seen = HashSet::from([(start, map.supplies())]);
    while let Some((at, supplies, steps)) = queue.pop_front() {
        if map.cell(at.0, at.1) == Cell::Goal {
            return Some(steps);
        }
        if supplies == 0 {
            continue;
        }
        for step in Step::ALL {
            let Some(next) = walk(map, at, step) else { continue };
            let is_refill = map.cell(next.0, next.1) == Cell::Supply;
            let left = if is_refill { map.supplies() } else { supplies - 1 };
            if seen.insert((next, left)) {
                queue.push_back((next, left, steps + 1));
            }
        }
    }
    None
}

fn find(map: &Map, wanted: Cell) -> (usize, usize) {
    let mut all = (0..map.rows()).flat_map(|row| (0..map.columns()).map(move |it| (row, it)));
    all.find(|&(row, column)| map.cell(row, column) == wanted).unwrap()
}

/// Where a step leads, or `None` at a wall.
fn walk(map: &Map, at: (usize, usize), step: Step) -> Option<(usize, usize)> {
    let next = match step {
        Step::Up => (at.0.checked_sub(1)?, at.1),
        Step::Down => (at.0 + 1, at.1),
        Step::Left => (at.0, at.1.checked_sub(1)?),
        Step::Right => (at.0, at.1 + 1),
    };
    (map.cell(next.0, next.1) != Cell::Wall).then_some(next)
}

/// Walks the path and checks every rule on the way.
fn check_path(map: &Map, path: &[Step]) {
    let mut at = find(map, Cell::Start);
    let mut supplies = map.supplies();
    for &step in path {
        assert_ne!(map.cell(at.0, at.1), Cell::Goal, "the path walks on after the goal");
        assert_ne!(supplies, 0, "no supplies left at {at:?}");
        at = walk(map, at, step).expect("the path runs into a wall");
        supplies -= 1;
        if map.cell(at.0, at.1) == Cell::Supply {
            supplies = map.supplies();
        }
    }
    assert_eq!(map.cell(at.0, at.1), Cell::Goal);
}

fn run(map: &Map, algorithm: Algorithm) -> Outcome {
    search(map, algorithm, |_| ())
}

/// A random map as text. `weights` are the shares of free cells, walls and supply points.
fn random_map(
    random: &mut Random,
    rows: usize,
    columns: usize,
    supplies: usize,
    weights: [usize; 3],
) -> String {
    let mut cells: Vec<char> = (0..rows * columns)
        .map(|_| {
            let draw = random.below(weights.iter().sum());
            if draw < weights[0] {
                '0'
            } else if draw < weights[0] + weights[1] {
                '1'
            } else {
                '2'
            }
        })
        .collect();
    let start = random.below(cells.len());
    let goal = (start + 1 + random.below(cells.len() - 1)) % cells.len();
    (cells[start], cells[goal]) = ('3', '4');
    let body: String = cells
        .chunks(columns)
        .map(|row| row.iter().map(char::to_string).collect::<Vec<_>>().join(" ") + "\n")
        .collect();
    format!("{rows} {columns} {supplies}\n{body}")
}

#[derive(Default, Debug)]
struct Kinds {
    reached: usize,
    unreachable: usize,
    /// Longer than it would be with supplies without end.
    only_by_detour: usize,
    /// There is a way, but not with these supplies.
    starved: usize,
    astar_saved: usize,
}

#[test]
fn thousands_of_random_maps_agree_with_plain_search() {
    let mut random = Random::new(2024);
    let mut kinds = Kinds::default();
    for round in 0..12_000 {
        let (rows, columns) = (1 + random.below(11), 2 + random.below(11));
        let supplies = random.below(11);
        let walls = [0, 15, 30, 45][round % 4];
        let refills = [2, 6, 12][round % 3];
        let text = random_map(&mut random, rows, columns, supplies, [60, walls, refills]);
        let map = Map::parse(&text).unwrap();
        check_map(&map, &text, &mut kinds);
    }
    assert!(100 < kinds.only_by_detour, "{kinds:?}");
    assert!(500 < kinds.unreachable && 500 < kinds.starved, "{kinds:?}");
    assert!(2_000 < kinds.reached && 1_000 < kinds.astar_saved, "{kinds:?}");
}

#[track_caller]
fn check_map(map: &Map, text: &str, kinds: &mut Kinds) {
    let expected = plain_search(map);
    let [astar, uniform] = Algorithm::BOTH.map(|algorithm| run(map, algorithm));
    for outcome in [&astar, &uniform] {
        assert_eq!(outcome.path.as_ref().map(Vec::len), expected, "\n{text}");
        outcome.path.iter().for_each(|path| check_path(map, path));
    }
    assert!(astar.expanded <= uniform.expanded, "{} {}\n{text}", astar.expanded, uniform.expanded);

    let (first, rows) = text.split_once('\n').unwrap();
    let size = first.rsplit_once(' ').unwrap().0;
    let unlimited = Map::parse(&format!("{size} 9999\n{rows}")).unwrap();
    let freely = run(&unlimited, Algorithm::AStar).path.map(|path| path.len());
    kinds.reached += usize::from(expected.is_some());
    kinds.unreachable += usize::from(expected.is_none());
    kinds.starved += usize::from(expected.is_none() && freely.is_some());
    kinds.only_by_detour += usize::from(expected.is_some() && freely < expected);
    kinds.astar_saved += usize::from(astar.expanded < uniform.expanded);
}

/// Corridors with side branches to supply points: many useful states per cell, and ties
/// everywhere, which is where a careless order would expand more in A*.
#[test]
fn astar_never_expands_more_in_corridors_full_of_ties() {
    let mut random = Random::new(7);
    let mut kinds = Kinds::default();
    for _ in 0..1_500 {
        let columns = 6 + random.below(20);
        // Five cells from top to bottom per column; the corridor is the middle row.
        let mut corridor = vec![['1', '1', '0', '1', '1']; columns];
        for cells in &mut corridor {
            let depth = random.below(3);
            for row in [[1, 0], [3, 4]][random.below(2)].into_iter().take(depth) {
                cells[row] = if random.below(3) == 0 { '2' } else { '0' };
            }
        }
        (corridor[0][2], corridor[columns - 1][2]) = ('3', '4');
        let row = |row: usize| corridor.iter().map(|it| it[row].to_string()).collect::<Vec<_>>();
        let body: String = (0..5).map(|it| row(it).join(" ") + "\n").collect();
        let text = format!("5 {columns} {}\n{body}", 3 + random.below(columns));
        check_map(&Map::parse(&text).unwrap(), &text, &mut kinds);
    }
    assert!(50 < kinds.only_by_detour && 50 < kinds.starved, "{kinds:?}");
}

#[test]
fn the_rules_at_their_edges() {
    for (text, answer) in [
        ("1 2 1\n3 4\n", "1\nR\n"),
        ("1 2 0\n3 4\n", "-1\n\n"),
        // Arriving at the goal with nothing left counts; one step more does not.
        ("1 4 3\n3 0 0 4\n", "3\nRRR\n"),
        ("1 4 2\n3 0 0 4\n", "-1\n\n"),
        // The last unit was just used when the supply point is reached.
        ("1 5 2\n4 0 2 0 3", "4\nLLLL\n"),
        ("1 6 2\n4 0 0 2 0 3", "-1\n\n"),
        // Back and forth to a supply point behind the start.
        ("1 6 4\r\n2 3 0 0 0 4\r\n\r\n", "4\nRRRR\n"),
        ("2 6 4\n2 3 0 0 0 0\n1 1 1 1 1 4\n", "-1\n\n"),
        ("2 6 5\n2 3 0 0 0 0\n1 1 1 1 1 4\n", "5\nRRRRD\n"),
        ("1 7 6\n2 0 3 0 0 0 4", "4\nRRRR\n"),
        ("1 7 6\n0 2 0 3 0 0 4", "3\nRRR\n"),
        ("2 7 5\n1 2 3 0 0 0 0\n1 1 1 1 1 1 4", "5\nRRRRD\n"),
        ("3 7 6\n2 3 0 0 0 0 0\n1 1 1 1 1 1 0\n1 1 1 1 1 1 4", "-1\n\n"),
        // T beyond any number of cells.
        ("1 2 18446744073709551615\n3 4\n", "1\nR\n"),
    ] {
        let map = Map::parse(text).unwrap();
        for algorithm in Algorithm::BOTH {
            assert_eq!(run(&map, algorithm).answer(), answer, "{algorithm:?}\n{text}");
        }
    }
}

#[test]
fn every_bad_map_gets_its_message() {
    for (text, message) in [
        ("", "line 1, column 1: the first line must be three numbers M N T, M (rows) is missing"),
        (
            "2 2\n",
            "line 1, column 4: the first line must be three numbers M N T, T (supplies) is missing",
        ),
        ("1 2 3 4\n", "line 1, column 7: the first line must be three numbers M N T, not \"4\""),
        ("1 x 3\n3 4\n", "line 1, column 3: N (columns) must be a whole number, found \"x\""),
        ("1 2 -5\n3 4\n", "line 1, column 5: T (supplies) must not be negative, found \"-5\""),
        ("1 2 2.5\n3 4\n", "line 1, column 5: T (supplies) must be a whole number, found \"2.5\""),
        ("-1 2 5\n3 4\n", "line 1, column 1: M (rows) must not be negative, found \"-1\""),
        ("0 2 5\n", "line 1, column 1: M (rows) must be at least 1"),
        ("1 0 5\n", "line 1, column 3: N (columns) must be at least 1"),
        (
            "1 2 99999999999999999999\n3 4\n",
            "line 1, column 5: T (supplies) is too large: \"99999999999999999999\"",
        ),
        ("2 3 5\n3 0 4\n0 0\n", "line 3, column 4: a row has 3 numbers, this one only 2"),
        ("2 2 5\n3 4 0\n0 0\n", "line 2, column 5: a row has 2 numbers, this is one more"),
        ("1 2 5\n3 5\n", "line 2, column 3: a cell is a number from 0 to 4, not \"5\""),
        ("1 2 5\n3 车\n", "line 2, column 3: a cell is a number from 0 to 4, not \"车\""),
        ("1 2 5\n3 -1\n", "line 2, column 3: a cell is a number from 0 to 4, not \"-1\""),
        ("1 2 5\n0 4\n", "line 2, column 4: the map ends here without a start (3)"),
        ("1 2 5\n3 0\n", "line 2, column 4: the map ends here without a goal (4)"),
        (
            "1 3 5\n3 4 3\n",
            "line 2, column 5: a second start (3); the first is in line 2, column 1",
        ),
        (
            "2 2 5\n3 4\n0 4\n",
            "line 3, column 3: a second goal (4); the first is in line 2, column 3",
        ),
        (
            "3 2 5\n3 4\n",
            "line 3, column 1: the first line promises 3 rows, but the file ends after 1",
        ),
        (
            "1 2 5\n3 4\n\n 0 0\n",
            "line 4, column 2: a row beyond the 1 that the first line promises",
        ),
        (
            "18446744073709551615 2 1\n3 4\n",
            "line 3, column 1: the first line promises 18446744073709551615 rows, but the file ends after 1",
        ),
        (
            "1000000 18446744073709551615 1\n3 4\n",
            "line 2, column 4: a row has 18446744073709551615 numbers, this one only 2",
        ),
    ] {
        let error = Map::parse(text).expect_err(text);
        assert_eq!(error.to_string(), message, "{text}");
    }
}

/// A serpentine of corridors: 252 steps without a choice, as in the course's largest maze.
#[test]
fn a_maze_of_252_steps_is_walked_to_its_end() {
    let columns = 22;
    let mut text = format!("22 {columns} 60\n");
    for row in 0..22 {
        let mut cells = vec!["0"; columns];
        if row % 2 == 1 {
            cells = vec!["1"; columns];
            cells[if row % 4 == 1 { columns - 1 } else { 0 }] = "0";
        } else if row > 0 {
            cells[columns / 2] = "2";
        }
        match row {
            0 => cells[0] = "3",
            21 => cells[columns - 1] = "4",
            _ => (),
        }
        text += &(cells.join(" ") + "\n");
    }
    let map = Map::parse(&text).unwrap();
    for algorithm in Algorithm::BOTH {
        let path = run(&map, algorithm).path.unwrap();
        check_path(&map, &path);
        assert_eq!(path.len(), 252);
    }
}

/// The promised scale, smaller in debug builds. The time is measured by hand (docs/lab.md), the
/// work is checked here: a few states per cell and not T of them.
#[test]
fn a_large_map_needs_few_states_per_cell() {
    let size = if cfg!(debug_assertions) { 300 } else { 2_000 };
    let mut random = Random::new(5);
    let mut rows = vec![vec!["0"; size]; size];
    for cell in rows.iter_mut().flatten() {
        *cell = match random.below(10_000) {
            0..2_500 => "1",
            2_500..2_510 => "2",
            _ => "0",
        };
    }
    (rows[0][0], rows[size - 1][size - 1]) = ("3", "4");
    let body: String = rows.iter().map(|row| row.join(" ") + "\n").collect();
    let map = Map::parse(&format!("{size} {size} {size}\n{body}")).unwrap();

    let found = compare("large", &map).unwrap();
    assert!(found.steps.is_some());
    assert!(found.uniform_cost.expanded < 6 * (size * size) as u64, "{found:?}");
}

#[test]
fn the_report_shows_both_searches() {
    let map = Map::parse("2 3 4\n3 0 2\n1 1 4\n").unwrap();
    let walled = Map::parse("1 3 4\n3 1 4\n").unwrap();
    let runs = [compare("a,b.txt", &map).unwrap(), compare("<w>", &walled).unwrap()];

    let table = csv(&runs);
    let mut lines = table.lines();
    let header = "file,rows,columns,supplies,steps,astar_expanded,ucs_expanded,astar_ms,ucs_ms";
    assert_eq!(lines.next(), Some(header));
    assert!(lines.next().unwrap().starts_with("\"a,b.txt\",2,3,4,3,3,3,"), "{table}");
    assert!(lines.next().unwrap().starts_with("<w>,1,3,4,-1,1,1,"), "{table}");

    let page = html(&runs);
    assert_eq!(page.matches("<svg").count(), 2);
    assert!(page.contains("&lt;w&gt;") && !page.contains("<w>"));
    let is_self_contained = !page.contains("http") && !page.contains("<script");
    assert!(is_self_contained);
}
