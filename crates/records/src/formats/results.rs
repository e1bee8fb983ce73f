//! How games ended, in all the words for it.

use xiangqi::{Color, Status};

/// The result a text stands for; `None` if it is no such text.
pub(crate) fn parse(text: &str) -> Option<Status> {
    let text = text.trim();
    if let Some(status) = Status::from_token(text) {
        return Some(status);
    }
    let plain = text.replace('紅', "红").replace('勝', "胜").replace('負', "负").replace("先", "");
    Some(match plain.as_str() {
        "红胜" | "红方胜" | "黑负" | "胜" | "W" | "w" => Status::Won(Color::Red),
        "黑胜" | "黑方胜" | "红负" | "负" | "L" | "l" => Status::Won(Color::Black),
        "和棋" | "和局" | "和" | "红和" | "平局" | "双方和" | "D" | "d" | "0.5-0.5" | "½-½"
        | "1/2" => Status::Draw,
        "未知" | "不明" | "未完" | "?" => Status::Ongoing,
        _ => return None,
    })
}

/// The numbers of XQF, CBR and others: 1 Red, 2 Black, 3 a draw; `fourth` is what 4 means.
pub(crate) fn from_number(number: u32, fourth: Status) -> Status {
    match number {
        1 => Status::Won(Color::Red),
        2 => Status::Won(Color::Black),
        3 => Status::Draw,
        4 => fourth,
        _ => Status::Ongoing,
    }
}

pub(crate) fn to_number(status: Status) -> u8 {
    match status {
        Status::Ongoing => 0,
        Status::Won(Color::Red) => 1,
        Status::Won(Color::Black) => 2,
        Status::Draw => 3,
    }
}

/// Is the word the end of a game's moves?
pub(crate) fn is_final(word: &str) -> Option<Status> {
    match word {
        "红胜" | "黑胜" | "和棋" | "紅勝" | "黑勝" | "½-½" | "0.5-0.5" => parse(word),
        _ => Status::from_token(word),
    }
}
