//! What is wrong, said in Chinese and English. The libraries say it in English; the Chinese half
//! is here.

use std::fmt::Display;

use lab::{BoardError, InputError};
use records::{Cause, Dropped, Refused, Why};
use xiangqi::{
    Color, FenError, IllegalMove, LineError, NotationError, Piece, SetupError, UnknownRuleSet,
};

use super::wire;
use crate::{
    game::error::{GameError, RecordError, UnknownPlayer},
    room::news::Goodbye,
};

/// A sentence in both languages of the page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Sentence {
    pub(crate) zh: String,
    pub(crate) en: String,
}

impl Sentence {
    pub(crate) fn new(zh: impl Into<String>, en: impl Into<String>) -> Sentence {
        Sentence { zh: zh.into(), en: en.into() }
    }
}

impl From<Sentence> for wire::Problem {
    fn from(Sentence { zh, en }: Sentence) -> wire::Problem {
        wire::Problem { zh, en }
    }
}

/// An error that a visitor may be told.
pub(crate) trait Told: Display {
    fn chinese(&self) -> String;

    fn told(&self) -> Sentence {
        Sentence::new(self.chinese(), self.to_string())
    }
}

impl Told for GameError {
    fn chinese(&self) -> String {
        match self {
            GameError::Over => "对局已经结束".into(),
            GameError::NotAMove(error) => error.chinese(),
            GameError::Illegal(error) => error.chinese(),
            GameError::NothingToUndo => "没有可悔的棋".into(),
            GameError::NothingToRedo => "没有可重走的棋".into(),
        }
    }
}

impl Display for Goodbye {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Goodbye::Finished => "the league is over",
            Goodbye::Stopped => "the league was stopped",
            Goodbye::Removed => "the bot was removed from the league",
            Goodbye::Replaced => "the same bot came in by another connection",
        })
    }
}

impl Told for Goodbye {
    fn chinese(&self) -> String {
        let text = match self {
            Goodbye::Finished => "联赛已经结束",
            Goodbye::Stopped => "联赛已被终止",
            Goodbye::Removed => "此程序已被移出联赛",
            Goodbye::Replaced => "同一程序从另一个连接进来了",
        };
        text.into()
    }
}

impl Told for UnknownPlayer {
    fn chinese(&self) -> String {
        format!("没有棋手 {}", self.0)
    }
}

impl Told for RecordError {
    fn chinese(&self) -> String {
        match self {
            RecordError::Empty => "没有内容".into(),
            RecordError::TooLarge => "内容太长".into(),
            RecordError::Refused(error) => error.chinese(),
            RecordError::Position(error) => error.chinese(),
            RecordError::Board(error) => error.chinese(),
            RecordError::Illegal(error) => error.chinese(),
        }
    }
}

impl Told for Refused {
    fn chinese(&self) -> String {
        let cause = match &self.cause {
            Cause::Empty => "文件是空的".into(),
            Cause::NoGame => "文件里没有棋局".into(),
            Cause::Unknown => {
                "这不是棋谱：不是 XQF、CBR、CBL、DhtmlXQ、CBF、PGN，也不是着法或局面文本".into()
            }
            Cause::Fen { text, error } => format!("FEN {text:?} 有误：{}", error.chinese()),
            Cause::Start(error) => format!("起始局面不可能出现：{}", error.chinese()),
            Cause::CutOff { .. } => "文件不完整：开头部分就中断了".into(),
            Cause::Packed(_) => "旧版 CBL 棋谱库无法解压".into(),
            Cause::Digits { found } => format!("棋盘应有 64 个数字，实有 {found} 个字符"),
        };
        self.game.map_or(cause.clone(), |game| format!("第 {game} 局：{cause}"))
    }
}

impl Told for Dropped {
    fn chinese(&self) -> String {
        let place = match self.number {
            Some(number) => format!("第 {} 局第 {number} 回合：", self.game),
            None => format!("第 {} 局：", self.game),
        };
        let found =
            if self.found.is_empty() { String::new() } else { format!("{:?} ", self.found) };
        let why = match &self.why {
            Why::IllegalMove => "在此不是合法着法，此线到此为止".into(),
            Why::NotAMove => "不是着法，已略过".into(),
            Why::Ambiguous => "可指多种着法，后文也不能确定，取其一".into(),
            Why::TooLong => "此线太长，到此为止".into(),
            Why::TooLarge => "变着太多，到此为止".into(),
            Why::TooDeep => "变着嵌套太深，已略过".into(),
            Why::Truncated => "文件在此中断".into(),
            Why::NoParent => "不接在任何着法之后，已略过".into(),
            Why::BadStart(_) => "不是可能的起始局面".into(),
            Why::BadHeader(_) => "此项信息有误".into(),
            Why::More(count) => format!("还有 {count} 处类似的问题"),
        };
        format!("{place}{found}{why}")
    }
}

impl Told for FenError {
    fn chinese(&self) -> String {
        match self {
            FenError::Empty => "没有内容".into(),
            FenError::RankCount { found } => format!("应有 10 行，用 / 分开，实有 {found} 行"),
            FenError::RankWidth { rank, found } => {
                format!("第 {rank} 横线应有 9 个点，实有 {found} 个")
            }
            FenError::UnknownPiece { letter, rank, column } => {
                format!("没有写作 {letter:?} 的棋子（第 {rank} 横线第 {column} 个字符）")
            }
            FenError::UnknownSide(text) => format!("轮到谁走应写 w（红）或 b（黑），不是 {text:?}"),
            FenError::BadCounter { text, .. } => format!("步数应是不大的数字，不是 {text:?}"),
            FenError::TooManyFields(text) => format!("回合数之后不应再有内容，却有 {text:?}"),
            FenError::Impossible(error) => error.chinese(),
        }
    }
}

impl Told for SetupError {
    fn chinese(&self) -> String {
        match *self {
            SetupError::GeneralCount { color, found: 0 } => format!("{}缺少将帅", side(color)),
            SetupError::GeneralCount { color, found } => {
                format!("{}有 {found} 个将帅", side(color))
            }
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
}

impl Told for BoardError {
    fn chinese(&self) -> String {
        match self {
            BoardError::TooFewLines { found } => format!("棋盘应有 10 行，只有 {found} 行"),
            BoardError::LineWidth { line, found } => {
                format!("第 {line} 行应有 9 个点，实有 {found} 个")
            }
            BoardError::UnknownPiece { line, column, text } => {
                format!("第 {line} 行第 {column} 列：没有写作 {text:?} 的棋子")
            }
            BoardError::RowCount { found } => format!("嵌套列表应有 10 行，实有 {found} 行"),
            BoardError::RowWidth { row, found } => {
                format!("嵌套列表第 {row} 行应有 9 个点，实有 {found} 个")
            }
            BoardError::Syntax { line, column, .. } => {
                format!("第 {line} 行第 {column} 列：嵌套列表的写法有误")
            }
        }
    }
}

impl Told for NotationError {
    fn chinese(&self) -> String {
        match self {
            NotationError::NoSuchMove(text) => format!("{text:?} 在此不是合法着法"),
            NotationError::Ambiguous { text, moves } => {
                let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
                format!("{text:?} 可能指 {}", moves.join(" 或 "))
            }
        }
    }
}

impl Told for LineError {
    fn chinese(&self) -> String {
        format!("第 {} 步：{}", self.number, self.error.chinese())
    }
}

impl Told for IllegalMove {
    fn chinese(&self) -> String {
        format!("{} 在此不是合法着法", self.0)
    }
}

impl Told for InputError {
    fn chinese(&self) -> String {
        format!("地图第 {} 行第 {} 列有误", self.line, self.column)
    }
}

impl Told for UnknownRuleSet {
    fn chinese(&self) -> String {
        "规则只有 asian、chinese、course".into()
    }
}

impl Told for serde_json::Error {
    fn chinese(&self) -> String {
        format!("消息第 {} 行第 {} 列格式有误", self.line(), self.column())
    }
}

fn side(color: Color) -> String {
    format!("{}方", color.hanzi())
}

fn name(piece: Piece) -> String {
    format!("{}{}", side(piece.color()), piece.hanzi())
}

#[cfg(test)]
mod tests {
    use xiangqi::{Position, parse_line};

    use super::*;

    #[test]
    fn problems_are_told_in_chinese() {
        let fen = |text: &str| Position::from_fen(text).unwrap_err().chinese();
        assert_eq!(fen("9/9/9/9/9/9/9/9/9/4K4 w"), "黑方缺少将帅");
        assert_eq!(fen("9/9 w"), "应有 10 行，用 / 分开，实有 2 行");
        let line = parse_line(&Position::start(), "炮二平五 h2e2").unwrap_err();
        assert_eq!(line.chinese(), "第 2 步：\"h2e2\" 在此不是合法着法");
        let board = lab::parse_text_board("rnbakabnr\n").unwrap_err();
        assert_eq!(board.chinese(), "棋盘应有 10 行，只有 1 行");
    }

    #[test]
    fn no_chinese_sentence_leans_on_english_words() {
        for text in ["", "x", "9/9/9/9/9/9/9/9/9/9 w", "9/9/9/9/9/9/9/9/9/9 r", "KK7/9/9/9 b"] {
            let said = Position::from_fen(text).unwrap_err().chinese();
            let longest = said.split(|it: char| !it.is_ascii_lowercase()).map(str::len).max();
            assert!(longest < Some(3), "{said}");
        }
    }
}
