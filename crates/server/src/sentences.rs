//! Chinese sentences for what is wrong with a drawn position. The rules library says the same in
//! English.

use xiangqi::{Color, FenError, Piece, SetupError};

pub(crate) fn fen_error(error: &FenError) -> String {
    match error {
        FenError::Empty => "没有内容".into(),
        FenError::RankCount { found } => format!("应有 10 行，实有 {found} 行"),
        FenError::RankWidth { rank, found } => format!("第 {rank} 横线应有 9 列，实有 {found} 列"),
        FenError::UnknownPiece { letter, .. } => format!("没有字母为 {letter:?} 的棋子"),
        FenError::Impossible(error) => setup_error(error),
        other => other.to_string(),
    }
}

fn setup_error(error: &SetupError) -> String {
    match *error {
        SetupError::GeneralCount { color, found: 0 } => format!("{}缺少将帅", side(color)),
        SetupError::GeneralCount { color, found } => format!("{}有 {found} 个将帅", side(color)),
        SetupError::TooMany { piece, found } => format!("{}多了：有 {found} 个", name(piece)),
        SetupError::UnreachablePoint { piece, square } => {
            format!("{}不可能到 {square}", name(piece))
        }
        SetupError::GeneralsFacing { file } => format!("将帅在 {file} 线上照面"),
        SetupError::MoverCanTakeGeneral { side: mover, general, attacker, from } => format!(
            "轮到{}走，却已能用 {from} 的{}吃掉 {general} 的将帅",
            side(mover),
            name(attacker)
        ),
    }
}

fn side(color: Color) -> &'static str {
    match color {
        Color::Red => "红方",
        Color::Black => "黑方",
    }
}

fn name(piece: Piece) -> String {
    format!("{}{}", side(piece.color()), piece.hanzi())
}

#[test]
fn problems_are_told_in_chinese() {
    let error = xiangqi::Position::from_fen("9/9/9/9/9/9/9/9/9/4K4 w").unwrap_err();
    assert_eq!(fen_error(&error), "黑方缺少将帅");
}
