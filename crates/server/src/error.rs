//! Everything a visitor may be told instead of success: a code for programs, a sentence for
//! people. The HTTP status is decided here, once.

use axum::{
    Json,
    http::StatusCode,
    response::{IntoResponse, Response},
};

use crate::wire;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Refusal {
    NoSuchGame,
    NoSuchPlayer(String),
    NotYourSeat,
    NotYourTurn,
    IllegalMove(String),
    GameOver,
    NothingToUndo,
    NothingToRedo,
    NothingToAnswer,
    NoSwap,
    NotWatching,
    DrawDeclined,
    Stale,
    BadPosition(String),
    BadImport(String),
    BadClock,
    Malformed(String),
    TooLarge,
    TooManyRequests,
    TooManyRooms,
    Busy,
    ForeignOrigin,
    SayHello,
    Storage,
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
        }
    }

    pub(crate) fn message(&self) -> String {
        match self {
            Refusal::NoSuchGame => "there is no such game".into(),
            Refusal::NoSuchPlayer(name) => format!("there is no player {name}"),
            Refusal::NotYourSeat => "this needs the token of a seat in the game".into(),
            Refusal::NotYourTurn => "the other side is to move".into(),
            Refusal::IllegalMove(why)
            | Refusal::BadPosition(why)
            | Refusal::BadImport(why)
            | Refusal::Malformed(why) => why.clone(),
            Refusal::GameOver => "the game is over".into(),
            Refusal::NothingToUndo => "there is no move to take back".into(),
            Refusal::NothingToRedo => "there is no move to play again".into(),
            Refusal::NothingToAnswer => "there is no offer to answer".into(),
            Refusal::NoSwap => "sides are swapped only against an engine".into(),
            Refusal::NotWatching => "this game is not between two engines".into(),
            Refusal::DrawDeclined => "the opponent declines the draw".into(),
            Refusal::Stale => "the game has moved on".into(),
            Refusal::BadClock => "a clock has 1 s to 24 h and up to 10 min of increment".into(),
            Refusal::TooLarge => "the message is too large".into(),
            Refusal::TooManyRequests => "too many requests: wait a moment".into(),
            Refusal::TooManyRooms => "too many games are open".into(),
            Refusal::Busy => "the server is busy: try again".into(),
            Refusal::ForeignOrigin => "requests from other sites are refused".into(),
            Refusal::SayHello => "the first message has to be hello".into(),
            Refusal::Storage => "the game could not be stored".into(),
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let body = wire::Refused { code: self.code(), message: self.message() };
        (self.parts().0, Json(body)).into_response()
    }
}
