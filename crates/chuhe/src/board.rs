//! The board on a terminal, with the characters of the pieces.

use xiangqi::{Color, Position, Square};

/// Red's pieces are in red if the terminal has colors. Free points are drawn two columns wide, as
/// Chinese characters are.
pub(crate) fn draw(position: &Position, has_colors: bool) -> String {
    let mut text = String::from("   １ ２ ３ ４ ５ ６ ７ ８ ９\n");
    for rank in (0..10).rev() {
        text.push_str(&format!("{rank} "));
        for file in 0..9 {
            text.push(' ');
            match Square::new(file, rank).and_then(|it| position.piece_at(it)) {
                None => text.push('．'),
                Some(piece) if has_colors && piece.color() == Color::Red => {
                    text.push_str(&format!("\x1b[1;31m{}\x1b[0m", piece.hanzi()));
                }
                Some(piece) => text.push(piece.hanzi()),
            }
        }
        text.push('\n');
        if rank == 5 {
            text.push_str("      楚  河        漢  界\n");
        }
    }
    text.push_str("   九 八 七 六 五 四 三 二 一\n");
    text.push_str("   a  b  c  d  e  f  g  h  i\n");
    text
}

#[test]
fn both_sides_count_their_own_files_and_only_red_is_red() {
    let board = draw(&Position::start(), false);
    let lines: Vec<&str> = board.lines().collect();
    assert_eq!(lines[1], "9  车 马 象 士 将 士 象 马 车");
    assert_eq!((lines[0].chars().last(), lines[12].chars().last()), (Some('９'), Some('一')));
    assert_eq!(draw(&Position::start(), true).matches("\x1b[1;31m").count(), 16);
}
