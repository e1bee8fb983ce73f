//! A board as an SVG picture that looks the same everywhere: characters are outlines, not text.
//!
//! ```
//! use picture::View;
//! use xiangqi::Position;
//!
//! let svg = picture::svg(&Position::start(), &View::default());
//! assert!(svg.starts_with("<svg"));
//! ```

use std::fmt::Write;

use xiangqi::{Color, Move, Piece, PieceKind, Position, Square};

/// The web app's outlines of characters, 100 units to the em around the origin.
const GLYPHS: &str = include_str!("../../../web/js/board/glyphs.js");
/// Points lie this far apart.
const STEP: i32 = 100;
/// Around the outermost lines: half a piece and the numbers of the files.
const MARGIN: i32 = 80;
const WIDTH: i32 = 8 * STEP + 2 * MARGIN;
const HEIGHT: i32 = 9 * STEP + 2 * MARGIN;

/// How a board is shown.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct View {
    /// Black below.
    pub is_flipped: bool,
    /// Corner marks at both of its points.
    pub last_move: Option<Move>,
    /// Pointed at, the first one most strongly.
    pub arrows: Vec<Move>,
    /// Pixels; as wide as its place if not given.
    pub width: Option<u32>,
}

/// The picture of a position.
pub fn svg(position: &Position, view: &View) -> String {
    let mut text = String::new();
    let width = view.width.map_or_else(String::new, |it| format!(" width=\"{it}\""));
    // Writing to a string cannot fail.
    let _ = write!(
        text,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{0} {0} {WIDTH} {HEIGHT}\"{width} \
         role=\"img\" aria-label=\"{1}\"><rect x=\"{0}\" y=\"{0}\" width=\"{WIDTH}\" \
         height=\"{HEIGHT}\" rx=\"12\" fill=\"#f3e6c8\"/>",
        -MARGIN,
        position.fen()
    );
    text.push_str(&ground());
    text.push_str(&numbers(view));
    if let Some(mv) = view.last_move {
        [mv.from(), mv.to()].into_iter().for_each(|it| text.push_str(&brackets(it, view)));
    }
    position.placement().for_each(|(square, piece)| text.push_str(&disc(square, piece, view)));
    for (number, &mv) in view.arrows.iter().enumerate() {
        text.push_str(&arrow(mv, number, view));
    }
    text.push_str("</svg>");
    text
}

/// The path of a character; empty if there is none.
pub fn outline(character: char) -> &'static str {
    let path = GLYPHS.lines().find_map(|line| {
        // Digits stand in quotation marks.
        let name = line.trim_start().trim_start_matches('\'').strip_prefix(character)?;
        name.trim_start_matches('\'').strip_prefix(": \"")?.split('"').next()
    });
    path.unwrap_or_default()
}

/// The character on a piece of an old-fashioned set, which tells the sides apart by itself.
pub const fn character(piece: Piece) -> char {
    match (piece.color(), piece.kind()) {
        (Color::Red, PieceKind::General) => '帥',
        (Color::Red, PieceKind::Advisor) => '仕',
        (Color::Red, PieceKind::Elephant) => '相',
        (Color::Red, PieceKind::Horse) => '傌',
        (Color::Red, PieceKind::Chariot) => '俥',
        (Color::Red, PieceKind::Cannon) => '炮',
        (Color::Red, PieceKind::Soldier) => '兵',
        (Color::Black, PieceKind::General) => '將',
        (Color::Black, PieceKind::Advisor) => '士',
        (Color::Black, PieceKind::Elephant) => '象',
        (Color::Black, PieceKind::Horse) => '馬',
        (Color::Black, PieceKind::Chariot) => '車',
        (Color::Black, PieceKind::Cannon) => '砲',
        (Color::Black, PieceKind::Soldier) => '卒',
    }
}

fn place(square: Square, view: &View) -> (i32, i32) {
    let (file, rank) = (i32::from(square.file()), i32::from(square.rank()));
    let (column, row) = if view.is_flipped { (8 - file, rank) } else { (file, 9 - rank) };
    (column * STEP, row * STEP)
}

/// Lines, palaces and the river.
fn ground() -> String {
    let mut lines = String::new();
    for row in 0..10 {
        let _ = write!(lines, "M0 {}H{}", row * STEP, 8 * STEP);
    }
    for column in 0..9 {
        let x = column * STEP;
        let _ = match column {
            0 | 8 => write!(lines, "M{x} 0V900"),
            _ => write!(lines, "M{x} 0V400M{x} 500V900"),
        };
    }
    for top in [0, 700] {
        let bottom = top + 200;
        let _ = write!(lines, "M300 {top}L500 {bottom}M500 {top}L300 {bottom}");
    }
    let mut text =
        format!("<path d=\"{lines}\" fill=\"none\" stroke=\"#7b6a58\" stroke-width=\"3\"/>");
    for (x, character) in [(150, '楚'), (250, '河'), (550, '漢'), (650, '界')] {
        text.push_str(&glyph(character, (x, 450), 0.7, "#7b6a58"));
    }
    text
}

/// Files as players count them, each from his own right: Red in Chinese numerals.
fn numbers(view: &View) -> String {
    const RED: [char; 9] = ['九', '八', '七', '六', '五', '四', '三', '二', '一'];
    const BLACK: [char; 9] = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
    let (bottom, top) = (9 * STEP + MARGIN - 20, 20 - MARGIN);
    let (red_y, black_y) = if view.is_flipped { (top, bottom) } else { (bottom, top) };
    let mut text = String::new();
    for file in 0..9 {
        let column = if view.is_flipped { 8 - file } else { file };
        let x = column as i32 * STEP;
        text.push_str(&glyph(RED[file], (x, red_y), 0.3, "#7b6a58"));
        text.push_str(&glyph(BLACK[file], (x, black_y), 0.3, "#7b6a58"));
    }
    text
}

fn glyph(character: char, (x, y): (i32, i32), scale: f64, color: &str) -> String {
    let path = outline(character);
    format!("<path d=\"{path}\" transform=\"translate({x} {y}) scale({scale})\" fill=\"{color}\"/>")
}

/// Red has two rings, Black one: the sides can be told apart without color.
fn disc(square: Square, piece: Piece, view: &View) -> String {
    let place @ (x, y) = place(square, view);
    let (color, inner) = match piece.color() {
        Color::Red => ("#a8201a", "<circle r=\"37\" fill=\"none\" stroke-width=\"2\"/>"),
        Color::Black => ("#20242a", ""),
    };
    let width = if piece.color() == Color::Red { 3 } else { 6 };
    format!(
        "<g transform=\"translate({x} {y})\" stroke=\"{color}\"><circle r=\"44\" fill=\"#f6dfb0\" \
         stroke-width=\"{width}\"/>{inner}</g>{}",
        glyph(character(piece), place, 0.6, color)
    )
}

fn brackets(square: Square, view: &View) -> String {
    let (x, y) = place(square, view);
    let mut path = String::new();
    for (side, end) in [(-1, -1), (1, -1), (-1, 1), (1, 1)] {
        let (corner_x, corner_y) = (x + side * 47, y + end * 47);
        let _ =
            write!(path, "M{} {corner_y}H{corner_x}V{}", corner_x - side * 18, corner_y - end * 18);
    }
    format!("<path d=\"{path}\" fill=\"none\" stroke=\"#1c6b34\" stroke-width=\"5\"/>")
}

fn arrow(mv: Move, number: usize, view: &View) -> String {
    let ((x, y), (to_x, to_y)) = (place(mv.from(), view), place(mv.to(), view));
    let angle = f64::from(to_y - y).atan2(f64::from(to_x - x)).to_degrees();
    let opacity = 0.85 / (number + 1) as f64;
    format!(
        "<g fill=\"none\" stroke=\"#1c6b34\" stroke-width=\"12\" opacity=\"{opacity:.2}\">\
         <path d=\"M{x} {y}L{to_x} {to_y}\"/><path d=\"M-34 -24L0 0L-34 24\" \
         transform=\"translate({to_x} {to_y}) rotate({angle:.1})\"/></g>"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_has_an_outline() {
        let pieces = Color::BOTH
            .into_iter()
            .flat_map(|color| PieceKind::ALL.map(|kind| character(Piece::new(color, kind))));
        for character in pieces.chain("楚河漢界一二三四五六七八九123456789".chars()) {
            assert!(outline(character).starts_with('M'), "{character}");
        }
    }

    #[test]
    fn flipping_moves_the_red_general_to_the_top() {
        let view = View { is_flipped: true, ..View::default() };
        let red = "e0".parse().unwrap();
        assert_eq!(place(red, &View::default()), (400, 900));
        assert_eq!(place(red, &view), (400, 0));
    }

    #[test]
    fn everything_asked_for_is_drawn() {
        let mv: Move = "h2e2".parse().unwrap();
        let view =
            View { last_move: Some(mv), arrows: vec![mv], width: Some(400), ..View::default() };
        let picture = svg(&Position::start(), &view);
        assert_eq!(picture.matches("<circle").count(), 16 * 3, "two rings for Red, one for Black");
        assert!(picture.contains("width=\"400\"") && picture.contains("rotate(180.0)"));
    }
}
