//! Boards drawn in letters, for people who read text.

use crate::{piece::Piece, position::Position, square::Square};

impl Position {
    /// A picture with coordinates, Black on top:
    ///
    /// ```
    /// # use xiangqi::Position;
    /// assert!(Position::start().diagram().starts_with("9 r n b a k a b n r\n"));
    /// ```
    pub fn diagram(&self) -> String {
        let mut text = String::new();
        for rank in (0..10).rev() {
            text.push_str(&rank.to_string());
            for file in 0..9 {
                let piece = Square::new(file, rank).and_then(|it| self.piece_at(it));
                text.push(' ');
                text.push(piece.map_or('.', Piece::letter));
            }
            text.push('\n');
        }
        text.push_str("  a b c d e f g h i\n");
        text
    }
}
