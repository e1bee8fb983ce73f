//! Everything a visitor may be told instead of success: a code for programs, a sentence for
//! people. The HTTP status and the code of every error of the house are decided here, once.

use axum::{
    Json,
    http::StatusCode,
    response::{IntoResponse, Response},
};

use super::{
    sentences::{Sentence, Told},
    wire,
};
use crate::{
    game::error::{GameError, RecordError, UnknownPlayer},
    league::error::LeagueError,
    reviews::ReviewError,
    room::error::RoomError,
    store::error::StoreError,
    thinking::queue::PoolFull,
};

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Refusal {
    status: StatusCode,
    code: &'static str,
    sentence: Sentence,
}

impl Refusal {
    fn new(status: StatusCode, code: &'static str, sentence: Sentence) -> Refusal {
        Refusal { status, code, sentence }
    }

    fn said(status: StatusCode, code: &'static str, zh: &str, en: &str) -> Refusal {
        Refusal::new(status, code, Sentence::new(zh, en))
    }

    pub(crate) fn no_such_game() -> Refusal {
        RoomError::NoSuchGame.into()
    }

    pub(crate) fn bad_position(why: Sentence) -> Refusal {
        Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_position", why)
    }

    pub(crate) fn bad_import(why: Sentence) -> Refusal {
        Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_import", why)
    }

    pub(crate) fn bad_clock() -> Refusal {
        let zh = "用时须在 1 秒到 24 小时之间，每步加秒不超过 10 分钟";
        let en = "a clock has 1 s to 24 h and up to 10 min of increment";
        Refusal::said(StatusCode::UNPROCESSABLE_ENTITY, "bad_clock", zh, en)
    }

    pub(crate) fn bad_league_clock() -> Refusal {
        let zh = "联赛用时须在 0.05 秒到 24 小时之间，每步加秒不超过 10 分钟";
        let en = "a league's clock has 0.05 s to 24 h and up to 10 min of increment";
        Refusal::said(StatusCode::UNPROCESSABLE_ENTITY, "bad_clock", zh, en)
    }

    pub(crate) fn bad_league(zh: &str, en: &str) -> Refusal {
        Refusal::said(StatusCode::UNPROCESSABLE_ENTITY, "bad_league", zh, en)
    }

    pub(crate) fn no_such_study() -> Refusal {
        let (zh, en) = ("没有这份研究", "there is no such study");
        Refusal::said(StatusCode::NOT_FOUND, "no_such_study", zh, en)
    }

    pub(crate) fn too_many_studies() -> Refusal {
        let (zh, en) = ("研究太多，请先删除一些", "too many studies: delete some first");
        Refusal::said(StatusCode::CONFLICT, "too_many_studies", zh, en)
    }

    pub(crate) fn no_such_puzzle() -> Refusal {
        let (zh, en) = ("没有这样的习题", "there is no such puzzle");
        Refusal::said(StatusCode::NOT_FOUND, "no_such_puzzle", zh, en)
    }

    pub(crate) fn not_that_line() -> Refusal {
        let (zh, en) = ("之前的着法不是这道题的", "the moves before are not those of this puzzle");
        Refusal::said(StatusCode::UNPROCESSABLE_ENTITY, "not_that_line", zh, en)
    }

    pub(crate) fn bad_invitation() -> Refusal {
        let (zh, en) = ("只能邀请对手坐人的座位", "only a seat of a human can be given away");
        Refusal::said(StatusCode::UNPROCESSABLE_ENTITY, "bad_invitation", zh, en)
    }

    pub(crate) fn malformed(why: Sentence) -> Refusal {
        Refusal::new(StatusCode::BAD_REQUEST, "malformed", why)
    }

    /// A message that is no JSON, or not the JSON that was asked for.
    pub(crate) fn not_understood(error: &serde_json::Error) -> Refusal {
        Refusal::malformed(error.told())
    }

    pub(crate) fn say_hello() -> Refusal {
        let (zh, en) = ("第一条消息须是 hello", "the first message has to be hello");
        Refusal::said(StatusCode::BAD_REQUEST, "say_hello", zh, en)
    }

    pub(crate) fn too_large() -> Refusal {
        let (zh, en) = ("内容太长", "the message is too large");
        Refusal::said(StatusCode::PAYLOAD_TOO_LARGE, "too_large", zh, en)
    }

    /// The body broke off, or came too slowly.
    pub(crate) fn incomplete() -> Refusal {
        let (zh, en) = ("请求内容没有按时传完", "the request did not arrive in time");
        Refusal::said(StatusCode::REQUEST_TIMEOUT, "incomplete", zh, en)
    }

    /// The last word to a socket that does not stop.
    pub(crate) fn sent_away() -> Refusal {
        let zh = "被拒绝的消息太多，连接关闭";
        let en = "too many messages were refused: the connection is closed";
        Refusal::said(StatusCode::TOO_MANY_REQUESTS, "sent_away", zh, en)
    }

    pub(crate) fn too_many_sockets() -> Refusal {
        let (zh, en) = ("此地址打开的窗口太多", "too many windows are open from this address");
        Refusal::said(StatusCode::SERVICE_UNAVAILABLE, "busy", zh, en)
    }

    pub(crate) fn too_many_requests() -> Refusal {
        let (zh, en) = ("请求太频繁，请稍候", "too many requests: wait a moment");
        Refusal::said(StatusCode::TOO_MANY_REQUESTS, "too_many_requests", zh, en)
    }

    pub(crate) fn foreign_origin() -> Refusal {
        let (zh, en) = ("不接受来自其他网站的请求", "requests from other sites are refused");
        Refusal::said(StatusCode::FORBIDDEN, "foreign_origin", zh, en)
    }

    pub(crate) fn busy() -> Refusal {
        let (zh, en) = ("服务器繁忙，请再试", "the server is busy: try again");
        Refusal::said(StatusCode::SERVICE_UNAVAILABLE, "busy", zh, en)
    }

    pub(crate) fn game_goes_on() -> Refusal {
        let (zh, en) = ("对局结束后才能复盘", "a game is reviewed when it is over");
        Refusal::said(StatusCode::CONFLICT, "game_goes_on", zh, en)
    }

    fn storage() -> Refusal {
        let (zh, en) = ("棋局未能保存", "the game could not be stored");
        Refusal::said(StatusCode::INTERNAL_SERVER_ERROR, "storage", zh, en)
    }

    fn damaged(game: &str) -> Refusal {
        let zh = format!("棋局 {game} 的记录已损坏");
        let en = format!("the record of game {game} is damaged");
        Refusal::said(StatusCode::INTERNAL_SERVER_ERROR, "damaged", &zh, &en)
    }

    /// A name of the house that the house does not know.
    pub(crate) fn foreign_host(name: &str) -> Refusal {
        let zh = format!("此服务器不以 {name:.80} 为名；启动时加上 --host {name:.80} 即可");
        let en = format!("this server is not known as {name:.80}: start it with --host {name:.80}");
        Refusal::said(StatusCode::FORBIDDEN, "foreign_host", &zh, &en)
    }

    /// What the layers below the handlers refuse with a status alone.
    pub(crate) fn of_status(status: StatusCode) -> Refusal {
        let (code, zh, en) = match status {
            StatusCode::NOT_FOUND => ("no_such_route", "没有这个地址", "there is no such route"),
            StatusCode::METHOD_NOT_ALLOWED => {
                ("no_such_method", "此地址不接受这种请求", "this route has no such method")
            }
            StatusCode::PAYLOAD_TOO_LARGE => return Refusal::too_large(),
            StatusCode::REQUEST_TIMEOUT => return Refusal::incomplete(),
            _ => ("malformed", "请求格式有误", "the request is malformed"),
        };
        Refusal::said(status, code, zh, en)
    }

    /// Our own mistake: something panicked.
    pub(crate) fn fault() -> Refusal {
        let zh = "服务器出错，此请求未完成";
        let en = "the server made a mistake: this request failed";
        Refusal::said(StatusCode::INTERNAL_SERVER_ERROR, "fault", zh, en)
    }

    pub(crate) fn told(self) -> wire::Refused {
        let Sentence { zh, en } = self.sentence;
        wire::Refused { code: self.code, message: en, zh }
    }

    #[cfg(test)]
    pub(crate) fn code(&self) -> &'static str {
        self.code
    }
}

impl From<&GameError> for Refusal {
    fn from(error: &GameError) -> Refusal {
        let (status, code) = match error {
            GameError::Over => (StatusCode::CONFLICT, "game_over"),
            GameError::NotAMove(_) | GameError::Illegal(_) => {
                (StatusCode::UNPROCESSABLE_ENTITY, "illegal_move")
            }
            GameError::NothingToUndo => (StatusCode::CONFLICT, "nothing_to_undo"),
            GameError::NothingToRedo => (StatusCode::CONFLICT, "nothing_to_redo"),
        };
        Refusal::new(status, code, error.told())
    }
}

impl From<&RoomError> for Refusal {
    fn from(error: &RoomError) -> Refusal {
        let (status, code, zh) = match error {
            RoomError::Game(error) => return error.into(),
            RoomError::Store(error) => return error.into(),
            RoomError::Pool(full) => return (*full).into(),
            RoomError::Full => return Refusal::busy(),
            RoomError::NoChoice => return Refusal::fault(),
            RoomError::NoSuchGame => (StatusCode::NOT_FOUND, "no_such_game", "没有这局棋"),
            RoomError::NotYourSeat => {
                (StatusCode::FORBIDDEN, "not_your_seat", "需要本局座位的密钥")
            }
            RoomError::NotYourTurn => (StatusCode::CONFLICT, "not_your_turn", "还没轮到你"),
            RoomError::Stale => (StatusCode::CONFLICT, "stale", "局面已变化"),
            RoomError::NothingToAnswer => {
                (StatusCode::CONFLICT, "nothing_to_answer", "没有待答复的请求")
            }
            RoomError::NoSwap => (StatusCode::CONFLICT, "no_swap", "只有人机对局才能换边"),
            RoomError::NotWatching => (StatusCode::CONFLICT, "not_watching", "这不是机机对局"),
            RoomError::DrawDeclined => (StatusCode::CONFLICT, "draw_declined", "对手不同意和棋"),
            RoomError::SeatTaken => {
                (StatusCode::CONFLICT, "seat_taken", "此座位已有人，你可以观战")
            }
            RoomError::NoHints => (StatusCode::CONFLICT, "no_hints", "双人对局没有提示"),
            RoomError::NotInLeagues => (
                StatusCode::CONFLICT,
                "not_in_leagues",
                "联赛对局不能再来一局，请从联赛页面重新挑战",
            ),
            RoomError::NotOver => (StatusCode::CONFLICT, "not_over", "对局还没有结束"),
            RoomError::TooLong => {
                (StatusCode::CONFLICT, "game_full", "本局的着法和悔棋太多，请认输、议和或另开一局")
            }
            RoomError::TooManyRooms => {
                (StatusCode::SERVICE_UNAVAILABLE, "too_many_rooms", "棋局太多，请稍后再试")
            }
        };
        Refusal::said(status, code, zh, &error.to_string())
    }
}

impl From<&StoreError> for Refusal {
    fn from(error: &StoreError) -> Refusal {
        match error {
            StoreError::Busy => Refusal::busy(),
            StoreError::DamagedGame { game, .. } => Refusal::damaged(game),
            _ => Refusal::storage(),
        }
    }
}

impl From<LeagueError> for Refusal {
    fn from(error: LeagueError) -> Refusal {
        let (status, code, zh) = match &error {
            LeagueError::Room(error) => return error.into(),
            LeagueError::Store(error) => return error.into(),
            LeagueError::Busy => return Refusal::busy(),
            LeagueError::NoSuchLeague => (StatusCode::NOT_FOUND, "no_such_league", "没有这个联赛"),
            LeagueError::WrongCode => (
                StatusCode::NOT_FOUND,
                "wrong_code",
                "没有此参赛码的联赛，或程序的密钥不属于该联赛",
            ),
            LeagueError::NotTheAdmin => {
                (StatusCode::FORBIDDEN, "not_the_admin", "需要联赛创建者的密钥")
            }
            LeagueError::NameTaken => (StatusCode::CONFLICT, "name_taken", "联赛里已有这个名字"),
            LeagueError::BadName => (
                StatusCode::UNPROCESSABLE_ENTITY,
                "bad_name",
                "程序的名字须有 1 到 24 个字，且不能以 level: 或 zoo: 开头",
            ),
            LeagueError::TooManyPlayers => (StatusCode::CONFLICT, "league_full", "联赛的名额已满"),
            LeagueError::TooFewPlayers => {
                (StatusCode::CONFLICT, "too_few_players", "联赛至少要有两名选手")
            }
            LeagueError::TooManyGames => {
                (StatusCode::CONFLICT, "too_many_games", "对局太多，请减少每对选手的局数")
            }
            LeagueError::HasBegun => {
                (StatusCode::CONFLICT, "has_begun", "联赛已经开始，只有原来的程序可以回来")
            }
            LeagueError::IsOver => (StatusCode::CONFLICT, "league_over", "联赛已经结束"),
            LeagueError::WasRemoved => (StatusCode::FORBIDDEN, "removed", "此程序已被移出联赛"),
            LeagueError::NoSuchBot => (StatusCode::NOT_FOUND, "no_such_bot", "联赛里没有这名选手"),
            LeagueError::NotConnected => {
                (StatusCode::CONFLICT, "not_connected", "这个程序没有连接")
            }
            LeagueError::TooManyChallenges => {
                (StatusCode::CONFLICT, "bot_busy", "这个程序已经在与两个人对弈")
            }
        };
        Refusal::said(status, code, zh, &error.to_string())
    }
}

impl From<RecordError> for Refusal {
    fn from(error: RecordError) -> Refusal {
        let told = error.told();
        match error {
            RecordError::TooLarge => Refusal::too_large(),
            RecordError::Position(_) => Refusal::bad_position(told),
            RecordError::Empty | RecordError::Board(_) | RecordError::Refused(_) => {
                Refusal::bad_import(told)
            }
            RecordError::Illegal(error) => GameError::from(error).into(),
        }
    }
}

impl From<UnknownPlayer> for Refusal {
    fn from(error: UnknownPlayer) -> Refusal {
        Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, "no_such_player", error.told())
    }
}

impl From<ReviewError> for Refusal {
    fn from(error: ReviewError) -> Refusal {
        match error {
            ReviewError::Busy => Refusal::busy(),
            ReviewError::Store(error) => error.into(),
        }
    }
}

impl From<PoolFull> for Refusal {
    fn from(PoolFull(waiting): PoolFull) -> Refusal {
        let zh = format!("服务器繁忙，已有 {waiting} 项思考在排队，请稍后再试");
        let en = format!("the server is busy, {waiting} searches wait already: try again later");
        Refusal::said(StatusCode::SERVICE_UNAVAILABLE, "busy", &zh, &en)
    }
}

impl From<GameError> for Refusal {
    fn from(error: GameError) -> Refusal {
        (&error).into()
    }
}

impl From<RoomError> for Refusal {
    fn from(error: RoomError) -> Refusal {
        (&error).into()
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Refusal {
        (&error).into()
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status, Json(self.told())).into_response()
    }
}
