//! Boards from files: the best move, and what each move changes on the tables.

use std::{
    fs, io,
    path::Path,
    time::{Duration, Instant},
};

use xiangqi::{Color, Position, Square, Style};

use crate::{
    evaluation::Evaluation,
    tree::{Algorithm, Found, search},
};

/// The answer to one board.
#[derive(Clone, Debug)]
pub struct Solution {
    pub position: Position,
    pub found: Found,
    pub time: Duration,
}

/// Looks `depth` plies ahead with the course evaluation.
pub fn solve(position: &Position, algorithm: Algorithm, depth: u32) -> Solution {
    let begin = Instant::now();
    let found = search(position, Evaluation::Course, algorithm, depth);
    Solution { position: *position, found, time: begin.elapsed() }
}

impl Solution {
    /// The move in Chinese notation; `-` if there is none.
    pub fn notation(&self) -> String {
        let written = self.found.best_move.map(|mv| self.position.write_move(mv, Style::Chinese));
        written.unwrap_or("-".to_owned())
    }

    /// The move as the course wrote it, such as `N (2,1) (3,3)`: the letter of the piece and
    /// (row,column) from and to, counted from the top left; `-` if there is none.
    pub fn answer(&self) -> String {
        let written = self.found.best_move.and_then(|mv| {
            let piece = self.position.piece_at(mv.from())?;
            let (from, to) = (row_and_column(mv.from()), row_and_column(mv.to()));
            Some(format!("{} ({},{}) ({},{})", piece.letter(), from.0, from.1, to.0, to.1))
        });
        written.unwrap_or("-".to_owned()) + "\n"
    }

    /// Writes `output/NAME.txt`, `evaluation/red_NAME.txt` and `evaluation/black_NAME.txt`.
    pub fn write(&self, directory: &Path, name: &str) -> io::Result<()> {
        let (output, evaluation) = (directory.join("output"), directory.join("evaluation"));
        fs::create_dir_all(&output)?;
        fs::create_dir_all(&evaluation)?;
        fs::write(output.join(format!("{name}.txt")), self.answer())?;
        let red = move_changes(&self.position, Color::Red);
        fs::write(evaluation.join(format!("red_{name}.txt")), red)?;
        let black = move_changes(&self.position, Color::Black);
        fs::write(evaluation.join(format!("black_{name}.txt")), black)
    }
}

/// For each legal move of a side, from where to where, and by how much it changes the mover's own
/// value on the tables.
pub fn move_changes(position: &Position, color: Color) -> String {
    let moves = position.legal_moves_of(color);
    let changes = moves.iter().filter_map(|mv| {
        let piece = position.piece_at(mv.from())?;
        let value = |square| Evaluation::Course.value(piece, square);
        let (from, to) = (row_and_column(mv.from()), row_and_column(mv.to()));
        let change = value(mv.to()) - value(mv.from());
        Some(format!("init: {} {}\nnext: {} {}\nscore {change}\n", from.0, from.1, to.0, to.1))
    });
    changes.collect()
}

/// Rows from the top, columns from the left, both from 0.
fn row_and_column(square: Square) -> (i8, i8) {
    (9 - square.rank(), square.file())
}
