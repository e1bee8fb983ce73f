//! Everything a visitor may be told instead of success: a code for programs, a sentence for
//! people. The HTTP status is decided here, once.

use axum::{
    Json,
    http::StatusCode,
    response::{IntoResponse, Response},
};

use crate::{
    sentences::{Sentence, Told},
    wire,
};

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Refusal {
    NoSuchGame,
    NoSuchPlayer(String),
    NotYourSeat,
    NotYourTurn,
    IllegalMove(Sentence),
    GameOver,
    NothingToUndo,
    NothingToRedo,
    NothingToAnswer,
    NoSwap,
    NotWatching,
    DrawDeclined,
    Stale,
    BadPosition(Sentence),
    BadImport(Sentence),
    BadClock,
    Malformed(Sentence),
    TooLarge,
    TooManyRequests,
    TooManyRooms,
    Busy,
    ForeignOrigin,
    SayHello,
    Storage,
    /// Our own mistake: a handler panicked.
    Fault,
}

impl Refusal {
    pub(crate) fn code(&self) -> &'static str {
        self.parts().1
    }

    fn parts(&self) -> (StatusCode, &'static str) {
        match self {
            Refusal::NoSuchGame => (StatusCode::NOT_FOUND, "no_such_game"),
            Refusal::NoSuchPlayer(_) => (StatusCode::UNPROCESSABLE_ENTITY, "no_such_player"),
            Refusal::NotYourSeat => (StatusCode::FORBIDDEN, "not_your_seat"),
            Refusal::NotYourTurn => (StatusCode::CONFLICT, "not_your_turn"),
            Refusal::IllegalMove(_) => (StatusCode::UNPROCESSABLE_ENTITY, "illegal_move"),
            Refusal::GameOver => (StatusCode::CONFLICT, "game_over"),
            Refusal::NothingToUndo => (StatusCode::CONFLICT, "nothing_to_undo"),
            Refusal::NothingToRedo => (StatusCode::CONFLICT, "nothing_to_redo"),
            Refusal::NothingToAnswer => (StatusCode::CONFLICT, "nothing_to_answer"),
            Refusal::NoSwap => (StatusCode::CONFLICT, "no_swap"),
            Refusal::NotWatching => (StatusCode::CONFLICT, "not_watching"),
            Refusal::DrawDeclined => (StatusCode::CONFLICT, "draw_declined"),
            Refusal::Stale => (StatusCode::CONFLICT, "stale"),
            Refusal::BadPosition(_) => (StatusCode::UNPROCESSABLE_ENTITY, "bad_position"),
            Refusal::BadImport(_) => (StatusCode::UNPROCESSABLE_ENTITY, "bad_import"),
            Refusal::BadClock => (StatusCode::UNPROCESSABLE_ENTITY, "bad_clock"),
            Refusal::Malformed(_) => (StatusCode::BAD_REQUEST, "malformed"),
            Refusal::TooLarge => (StatusCode::PAYLOAD_TOO_LARGE, "too_large"),
            Refusal::TooManyRequests => (StatusCode::TOO_MANY_REQUESTS, "too_many_requests"),
            Refusal::TooManyRooms => (StatusCode::SERVICE_UNAVAILABLE, "too_many_rooms"),
            Refusal::Busy => (StatusCode::SERVICE_UNAVAILABLE, "busy"),
            Refusal::ForeignOrigin => (StatusCode::FORBIDDEN, "foreign_origin"),
            Refusal::SayHello => (StatusCode::BAD_REQUEST, "say_hello"),
            Refusal::Storage => (StatusCode::INTERNAL_SERVER_ERROR, "storage"),
            Refusal::Fault => (StatusCode::INTERNAL_SERVER_ERROR, "fault"),
        }
    }

    /// A message that is no JSON, or not the JSON that was asked for.
    pub(crate) fn not_understood(error: &serde_json::Error) -> Refusal {
        Refusal::Malformed(error.told())
    }

    pub(crate) fn message(&self) -> String {
        self.sentence().en
    }

    pub(crate) fn sentence(&self) -> Sentence {
        let (zh, en) = match self {
            Refusal::IllegalMove(why)
            | Refusal::BadPosition(why)
            | Refusal::BadImport(why)
            | Refusal::Malformed(why) => return why.clone(),
            Refusal::NoSuchPlayer(name) => {
                return Sentence::new(
                    format!("没有棋手 {name}"),
                    format!("there is no player {name}"),
                );
            }
            Refusal::NoSuchGame => ("没有这局棋", "there is no such game"),
            Refusal::NotYourSeat => {
                ("需要本局座位的密钥", "this needs the token of a seat in the game")
            }
            Refusal::NotYourTurn => ("还没轮到你", "the other side is to move"),
            Refusal::GameOver => ("对局已经结束", "the game is over"),
            Refusal::NothingToUndo => ("没有可悔的棋", "there is no move to take back"),
            Refusal::NothingToRedo => ("没有可重走的棋", "there is no move to play again"),
            Refusal::NothingToAnswer => ("没有待答复的请求", "there is no offer to answer"),
            Refusal::NoSwap => ("只有人机对局才能换边", "sides are swapped only against an engine"),
            Refusal::NotWatching => ("这不是机机对局", "this game is not between two engines"),
            Refusal::DrawDeclined => ("对手不同意和棋", "the opponent declines the draw"),
            Refusal::Stale => ("局面已变化", "the game has moved on"),
            Refusal::BadClock => (
                "用时须在 1 秒到 24 小时之间，每步加秒不超过 10 分钟",
                "a clock has 1 s to 24 h and up to 10 min of increment",
            ),
            Refusal::TooLarge => ("内容太长", "the message is too large"),
            Refusal::TooManyRequests => ("请求太频繁，请稍候", "too many requests: wait a moment"),
            Refusal::TooManyRooms => ("棋局太多，请稍后再试", "too many games are open"),
            Refusal::Busy => ("服务器繁忙，请再试", "the server is busy: try again"),
            Refusal::ForeignOrigin => {
                ("不接受来自其他网站的请求", "requests from other sites are refused")
            }
            Refusal::SayHello => ("第一条消息须是 hello", "the first message has to be hello"),
            Refusal::Storage => ("棋局未能保存", "the game could not be stored"),
            Refusal::Fault => {
                ("服务器出错，此请求未完成", "the server made a mistake: this request failed")
            }
        };
        Sentence::new(zh, en)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let Sentence { zh, en } = self.sentence();
        let body = wire::Refused { code: self.code(), message: en, zh };
        (self.parts().0, Json(body)).into_response()
    }
}
