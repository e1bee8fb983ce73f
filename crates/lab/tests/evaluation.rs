//! The evaluations against the specification's own words.

mod common;

use common::random_positions;
use lab::evaluation::Evaluation;
use xiangqi::{Color, PieceKind, Position, Square};

/// The course evaluation read from the text of the specification, and summed up naively.
struct Specification {
    material: Vec<(String, i32)>,
    tables: Vec<(String, Vec<Vec<i32>>)>,
}

impl Specification {
    fn read() -> Specification {
        let text = include_str!("cases/course_evaluation.txt");
        let (first, rest) = text.split_once('\n').unwrap();
        let list = first.trim_end_matches('.').strip_prefix("Material: ").unwrap();
        let material = list.split(", ").map(|item| {
            let (name, value) = item.split_once(' ').unwrap();
            (name.to_owned(), value.parse().unwrap())
        });

        let mut tables: Vec<(String, Vec<Vec<i32>>)> = Vec::new();
        for line in rest.lines().filter(|it| !it.trim().is_empty()) {
            if !line.starts_with(' ') {
                let name = line.split_whitespace().next().unwrap().to_lowercase();
                let named_rows = line.contains("(rows");
                tables.push((name, if named_rows { vec![vec![0; 9]; 10] } else { vec![] }));
                continue;
            }
            let table = &mut tables.last_mut().unwrap().1;
            for row in line.split('/').map(str::trim).filter(|it| !it.is_empty()) {
                read_row(row, table);
            }
        }
        Specification { material: material.collect(), tables }
    }

    fn value(&self, position: &Position, color: Color) -> i32 {
        let mut sum = 0;
        for row in 0..10 {
            for column in 0..9 {
                let square = Square::new(column, 9 - row).unwrap();
                let Some(piece) = position.piece_at(square) else { continue };
                if piece.color() != color {
                    continue;
                }
                let row = if color == Color::Red { row } else { 9 - row };
                let name = format!("{:?}", piece.kind()).to_lowercase();
                let shared = if name == "elephant" { "advisor" } else { &name };
                let material = self.material.iter().find(|it| it.0 == name).unwrap().1;
                let table = &self.tables.iter().find(|it| it.0 == shared).unwrap().1;
                sum += material + table[row as usize][column as usize];
            }
        }
        sum
    }
}

/// `1 3 9 ...`, `0 x9` or `row 7: 0 0 ...`.
fn read_row(row: &str, table: &mut Vec<Vec<i32>>) {
    let numbers = |text: &str| text.split(' ').map(|it| it.parse().unwrap()).collect::<Vec<i32>>();
    match row.strip_prefix("row ").and_then(|it| it.split_once(": ")) {
        Some((index, values)) => table[index.parse::<usize>().unwrap()] = numbers(values),
        None if row == "0 x9" => table.push(vec![0; 9]),
        None => table.push(numbers(row)),
    }
}

#[test]
fn the_course_evaluation_is_the_sum_the_specification_gives() {
    let specification = Specification::read();
    assert_eq!(specification.material.len(), 7);
    assert_eq!(specification.tables.len(), 6);
    for (name, table) in &specification.tables {
        assert_eq!(table.len(), 10, "{name}");
        assert!(table.iter().all(|row| row.len() == 9), "{name}");
    }

    for position in random_positions(1, 2_000, |_| true) {
        let (own, other) = (position.side(), position.side().opponent());
        let [own, other] = [own, other].map(|color| specification.value(&position, color));
        assert_eq!(Evaluation::Course.score(&position), own - other, "{position:?}");
        let sum: i32 = Evaluation::Course
            .contributions(&position)
            .iter()
            .map(|it| if it.piece.color() == position.side() { it.value } else { -it.value })
            .sum();
        assert_eq!(sum, own - other);
    }
}

/// The tables are not symmetrical (row 7 of the chariot ends in 110, not 100): the start position
/// is level only because Black reads the same columns.
#[test]
fn misprints_and_all() {
    let start = Position::start();
    assert_eq!(Evaluation::Course.score(&start), 0);
    let square = |row: i8, column: i8| Square::new(column, 9 - row).unwrap();
    let chariot = xiangqi::Piece::RedChariot;
    assert_eq!(Evaluation::Course.value(chariot, square(7, 0)), 989 + 100);
    assert_eq!(Evaluation::Course.value(chariot, square(7, 8)), 989 + 110);
    let black = xiangqi::Piece::BlackChariot;
    assert_eq!(Evaluation::Course.value(black, square(2, 8)), 989 + 110);
}

#[test]
fn the_simple_evaluation_counts_material() {
    let expected = |kind| match kind {
        PieceKind::General => 1500,
        PieceKind::Chariot => 100,
        PieceKind::Cannon | PieceKind::Horse => 50,
        PieceKind::Soldier => 20,
        PieceKind::Advisor | PieceKind::Elephant => 10,
    };
    for position in random_positions(2, 200, |_| true) {
        let sum: i32 = position
            .placement()
            .map(|(_, piece)| {
                let sign = if piece.color() == position.side() { 1 } else { -1 };
                sign * expected(piece.kind())
            })
            .sum();
        assert_eq!(Evaluation::Simple.score(&position), sum);
    }
    assert_eq!("course".parse(), Ok(Evaluation::Course));
    assert!("net".parse::<Evaluation>().is_err());
}
