//! Leagues of bots: what a teacher asks for, what everybody sees, and the messages of a bot's socket.

use arena::league::{Form, Row};
use serde::{Deserialize, Serialize};
use xiangqi::Status;

use super::{
    players::{Clock, Player, Side},
    study::Problem,
};
use crate::{
    game::{
        fault,
        league::{self, LeagueGame, Openings},
        setup::ClockRule,
        state::GameState,
    },
    room::news::{self, BotTurn},
    store::leagues::LeagueSummary,
};

/// `POST /api/leagues`
#[derive(Deserialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub(crate) struct NewLeague {
    pub(crate) name: String,
    /// `course` unless told otherwise.
    #[cfg_attr(test, ts(optional = nullable))]
    pub(crate) rules: Option<String>,
    /// Fractions of a second are allowed, from 0.05 s on.
    pub(crate) clock: Clock,
    /// Of a pairing, with colors changed after each: 2.
    #[cfg_attr(test, ts(optional = nullable))]
    pub(crate) games: Option<usize>,
    #[cfg_attr(test, ts(optional = nullable))]
    pub(crate) form: Option<LeagueForm>,
    /// Of a Swiss league; enough for the number of players unless told otherwise.
    #[cfg_attr(test, ts(optional = nullable))]
    pub(crate) rounds: Option<usize>,
    #[cfg_attr(test, ts(optional = nullable))]
    pub(crate) openings: Option<LeagueOpenings>,
    /// Seconds, in a game, in which a bot that lost its connection may come back: 30.
    #[cfg_attr(test, ts(optional = nullable))]
    pub(crate) grace_s: Option<f64>,
    /// Games at the same time: 16.
    #[cfg_attr(test, ts(optional = nullable))]
    pub(crate) at_once: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum LeagueForm {
    RoundRobin,
    Swiss,
}

/// Where games begin: at the beginning, or each pair of games from an opening of its own.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum LeagueOpenings {
    Start,
    Book,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct LeagueCreated {
    pub(crate) id: String,
    /// Bots join with it.
    pub(crate) code: String,
    /// The secret of whoever directs the league.
    pub(crate) admin: String,
}

/// `GET /api/leagues`: those the visitor made, newest first.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct LeagueList {
    pub(crate) leagues: Vec<LeagueEntry>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct LeagueEntry {
    pub(crate) id: String,
    pub(crate) name: String,
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) created: i64,
    pub(crate) state: LeagueState,
    /// How many take part, yardsticks too.
    pub(crate) bots: usize,
    /// Paired so far, byes left out; and finished.
    pub(crate) games: usize,
    pub(crate) finished: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum LeagueState {
    /// Bots may join.
    Gathering,
    Running,
    /// Games under way are finished, none begins.
    Paused,
    /// Broken off for good.
    Stopped,
    Finished,
}

/// `POST /api/leagues/{id}/start`, `/pause`, `/stop`
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub(crate) struct LeagueAdmin {
    pub(crate) admin: String,
}

/// `POST /api/leagues/{id}/players`: a yardstick joins, a level or a member of the zoo.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub(crate) struct NewYardstick {
    pub(crate) admin: String,
    pub(crate) player: Player,
}

/// `POST /api/leagues/{id}/remove`
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub(crate) struct LeagueRemoval {
    pub(crate) admin: String,
    /// As in `players` of the league.
    pub(crate) name: String,
}

/// `POST /api/leagues/{id}/play`: a person against a bot; answered like a new game.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub(crate) struct LeagueChallenge {
    pub(crate) bot: String,
    /// The person's; Red unless told otherwise.
    #[cfg_attr(test, ts(optional = nullable))]
    pub(crate) color: Option<Side>,
    /// The person's.
    #[cfg_attr(test, ts(optional = nullable))]
    pub(crate) name: Option<String>,
}

/// Everything about a league.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct League {
    pub(crate) id: String,
    /// Another number after every change.
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) version: u64,
    pub(crate) name: String,
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) created: i64,
    pub(crate) state: LeagueState,
    #[cfg_attr(test, ts(type = "Rules"))]
    pub(crate) rules: &'static str,
    pub(crate) clock: Clock,
    /// Of a pairing.
    pub(crate) games: usize,
    pub(crate) form: LeagueForm,
    /// How many there will be; 0 as long as that depends on who joins.
    pub(crate) rounds: usize,
    pub(crate) openings: LeagueOpenings,
    pub(crate) grace_s: f64,
    pub(crate) at_once: usize,
    /// In the order in which they joined.
    pub(crate) players: Vec<LeaguePlayer>,
    /// The best first. Empty before the start.
    pub(crate) table: Vec<LeagueRow>,
    /// In the order of their numbers; of a Swiss league, the rounds that are paired.
    pub(crate) results: Vec<LeagueResult>,
    /// All faults in the order in which they happened, those that lost no game too.
    pub(crate) faults: Vec<LeagueFault>,
    /// For the admin only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub(crate) code: Option<String>,
}

#[derive(Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct LeaguePlayer {
    /// Unique in its league. A yardstick is called `level:3` or `zoo:greedy`.
    pub(crate) name: String,
    /// `bot`, or a yardstick: `level` or `zoo`.
    #[cfg_attr(test, ts(type = "\"bot\" | \"level\" | \"zoo\""))]
    pub(crate) kind: &'static str,
    /// Yardsticks always are.
    pub(crate) connected: bool,
    pub(crate) removed: bool,
    /// How many.
    pub(crate) faults: usize,
    /// Games under way.
    pub(crate) playing: usize,
}

/// A win 3 points, a draw 1. A bye counts as a win in `points`, but is no game.
#[derive(Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct LeagueRow {
    pub(crate) name: String,
    /// Those with equal points and tie-break share a place; 1 is the best.
    pub(crate) place: usize,
    pub(crate) played: usize,
    pub(crate) wins: usize,
    pub(crate) draws: usize,
    pub(crate) losses: usize,
    /// Games with Red and with Black.
    pub(crate) red: usize,
    pub(crate) black: usize,
    pub(crate) byes: usize,
    pub(crate) points: usize,
    /// Sonneborn-Berger in a round robin, Buchholz in a Swiss league.
    pub(crate) tie_break: f64,
    /// Against the average of the league, with its error at 95 %; `null` before the first game.
    pub(crate) elo: Option<f64>,
    pub(crate) error: Option<f64>,
}

#[derive(Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct LeagueResult {
    /// From 1.
    pub(crate) number: usize,
    /// From 1.
    pub(crate) round: usize,
    pub(crate) red: String,
    /// `null`: a bye.
    pub(crate) black: Option<String>,
    /// Its id, once it has begun.
    pub(crate) game: Option<String>,
    /// `null` until it is over.
    #[cfg_attr(test, ts(type = "\"1-0\" | \"0-1\" | \"1/2-1/2\" | null"))]
    pub(crate) result: Option<&'static str>,
    /// Those of games and `illegal_move`, `lost_connection`, `crash`, `flood`, `removed`.
    pub(crate) reason: Option<String>,
    /// Once it is over.
    pub(crate) plies: usize,
    /// What lost the game, if it was a fault.
    pub(crate) fault: Option<LeagueFault>,
    pub(crate) live: bool,
}

#[derive(Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct LeagueFault {
    /// Whose.
    pub(crate) name: String,
    pub(crate) kind: FaultKind,
    /// Of the game; `null` for one outside of all games.
    pub(crate) number: Option<usize>,
    /// The move that was wanted, from 1.
    pub(crate) ply: Option<usize>,
    /// Did it lose the game?
    pub(crate) lost: bool,
    pub(crate) text: Problem,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum FaultKind {
    Time,
    IllegalMove,
    LostConnection,
    Crash,
    Flood,
    Removed,
}

/// A request on a bot's socket; every one has a number `re` besides.
#[derive(Deserialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum BotRequest {
    /// The first message.
    Hello {
        /// The join code, capitals or not.
        league: String,
        name: String,
        /// Brings the bot back to its seat.
        #[cfg_attr(test, ts(optional = nullable))]
        key: Option<String>,
        /// At the same time: 1 to 16, and 1 unless told otherwise.
        #[cfg_attr(test, ts(optional = nullable))]
        games: Option<usize>,
    },
    Move {
        game: String,
        /// How many were played before.
        plies: usize,
        /// In any notation.
        #[serde(rename = "move")]
        mv: String,
    },
    Resign {
        game: String,
    },
    /// The program behind the bot ended; with a game, it is lost.
    Crashed {
        #[cfg_attr(test, ts(optional = nullable))]
        game: Option<String>,
        why: String,
    },
}

/// What a bot is told, besides `done` and `refused`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum ToBot {
    /// Answers `hello`.
    Welcome {
        #[cfg_attr(test, ts(type = "number"))]
        re: u64,
        name: String,
        /// To be kept: it brings the bot back.
        key: String,
        league: BotLeague,
    },
    /// The bot is to move. Everything is said each time, so a bot needs no memory.
    Go {
        game: String,
        /// Where the game began.
        fen: String,
        moves: Vec<String>,
        plies: usize,
        color: Side,
        /// Its name.
        opponent: String,
        #[cfg_attr(test, ts(type = "Rules"))]
        rules: &'static str,
        clock: BotClock,
        /// Whether the game counts; otherwise a person plays the bot.
        counted: bool,
    },
    /// What the bot thinks about in this game is not wanted now; `go` will come again.
    Wait { game: String },
    Over {
        game: String,
        #[cfg_attr(test, ts(type = "\"1-0\" | \"0-1\" | \"1/2-1/2\""))]
        result: &'static str,
        reason: String,
    },
    /// The last word: the league is over, or the bot is no longer part of it.
    Bye { code: Goodbye, why: Problem },
}

/// Why nothing more comes; whoever hears it need not come back.
#[derive(Clone, Copy, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum Goodbye {
    Finished,
    Stopped,
    Removed,
    /// The same bot came in by another connection.
    Replaced,
}

impl From<news::Goodbye> for Goodbye {
    fn from(why: news::Goodbye) -> Goodbye {
        match why {
            news::Goodbye::Finished => Goodbye::Finished,
            news::Goodbye::Stopped => Goodbye::Stopped,
            news::Goodbye::Removed => Goodbye::Removed,
            news::Goodbye::Replaced => Goodbye::Replaced,
        }
    }
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct BotLeague {
    pub(crate) id: String,
    pub(crate) name: String,
    #[cfg_attr(test, ts(type = "Rules"))]
    pub(crate) rules: &'static str,
    pub(crate) clock: Clock,
}

/// What the bot may use for this move: of a stock, or just so much.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(untagged)]
pub(crate) enum BotClock {
    Game {
        #[cfg_attr(test, ts(type = "number"))]
        red_ms: u64,
        #[cfg_attr(test, ts(type = "number"))]
        black_ms: u64,
        #[cfg_attr(test, ts(type = "number"))]
        increment_ms: u64,
    },
    Move {
        #[cfg_attr(test, ts(type = "number"))]
        move_ms: u64,
    },
}

impl From<LeagueForm> for Form {
    fn from(form: LeagueForm) -> Form {
        match form {
            LeagueForm::RoundRobin => Form::RoundRobin,
            LeagueForm::Swiss => Form::Swiss,
        }
    }
}

impl From<Form> for LeagueForm {
    fn from(form: Form) -> LeagueForm {
        match form {
            Form::RoundRobin => LeagueForm::RoundRobin,
            Form::Swiss => LeagueForm::Swiss,
        }
    }
}

impl From<LeagueOpenings> for Openings {
    fn from(openings: LeagueOpenings) -> Openings {
        match openings {
            LeagueOpenings::Start => Openings::Start,
            LeagueOpenings::Book => Openings::Book,
        }
    }
}

impl From<Openings> for LeagueOpenings {
    fn from(openings: Openings) -> LeagueOpenings {
        match openings {
            Openings::Start => LeagueOpenings::Start,
            Openings::Book => LeagueOpenings::Book,
        }
    }
}

impl From<league::LeagueState> for LeagueState {
    fn from(state: league::LeagueState) -> LeagueState {
        match state {
            league::LeagueState::Gathering => LeagueState::Gathering,
            league::LeagueState::Running => LeagueState::Running,
            league::LeagueState::Paused => LeagueState::Paused,
            league::LeagueState::Stopped => LeagueState::Stopped,
            league::LeagueState::Finished => LeagueState::Finished,
        }
    }
}

impl From<fault::FaultKind> for FaultKind {
    fn from(kind: fault::FaultKind) -> FaultKind {
        match kind {
            fault::FaultKind::Time => FaultKind::Time,
            fault::FaultKind::IllegalMove => FaultKind::IllegalMove,
            fault::FaultKind::LostConnection => FaultKind::LostConnection,
            fault::FaultKind::Crash => FaultKind::Crash,
            fault::FaultKind::Flood => FaultKind::Flood,
            fault::FaultKind::Removed => FaultKind::Removed,
        }
    }
}

impl From<&LeagueSummary> for LeagueEntry {
    fn from(it: &LeagueSummary) -> LeagueEntry {
        LeagueEntry {
            id: it.id.clone(),
            name: it.name.clone(),
            created: it.created,
            state: it.state.into(),
            bots: it.players,
            games: it.games,
            finished: it.finished,
        }
    }
}

impl LeagueRow {
    pub(crate) fn of(row: &Row, names: &[String]) -> LeagueRow {
        LeagueRow {
            name: names[row.player].clone(),
            place: row.place,
            played: row.tally.games() as usize,
            wins: row.tally.wins as usize,
            draws: row.tally.draws as usize,
            losses: row.tally.losses as usize,
            red: row.colors[0],
            black: row.colors[1],
            byes: row.byes,
            points: row.points,
            tie_break: row.tie_break,
            elo: row.rating.map(|it| it.elo),
            error: row.rating.map(|it| it.error),
        }
    }
}

impl LeagueResult {
    /// `number` from 0; `is_over`: the league is.
    pub(crate) fn of(
        number: usize,
        game: &LeagueGame,
        names: &[String],
        is_over: bool,
        fault: Option<LeagueFault>,
    ) -> LeagueResult {
        let played = game.played.as_ref();
        let is_broken_off = is_over && game.is_live();
        let reason = played.and_then(|it| it.reason.clone());
        LeagueResult {
            number: number + 1,
            round: game.meeting.round + 1,
            red: names[game.meeting.red].clone(),
            black: game.meeting.black.map(|it| names[it].clone()),
            game: played.map(|it| it.id.clone()),
            result: result_word(game.status()),
            reason: if is_broken_off { Some("broken_off".to_owned()) } else { reason },
            plies: played.map_or(0, |it| it.plies),
            fault,
            live: game.is_live() && !is_over,
        }
    }
}

fn result_word(status: Status) -> Option<&'static str> {
    match status {
        Status::Ongoing => None,
        Status::Draw => Some("1/2-1/2"),
        Status::Won(xiangqi::Color::Red) => Some("1-0"),
        Status::Won(xiangqi::Color::Black) => Some("0-1"),
    }
}

impl BotLeague {
    pub(crate) fn of(league: &league::League) -> BotLeague {
        BotLeague {
            id: league.id.clone(),
            name: league.setup.name.clone(),
            rules: league.setup.rules.name(),
            clock: league.setup.clock.into(),
        }
    }
}

impl ToBot {
    pub(crate) fn go(turn: &BotTurn<'_>) -> ToBot {
        let state = turn.state;
        let millis = |it: std::time::Duration| (it.as_secs_f64() * 1000.0).round() as u64;
        let [red, black] = turn.left;
        let increment = match state.setup().clock {
            Some(ClockRule::Game { increment, .. }) => increment,
            _ => std::time::Duration::ZERO,
        };
        let game = BotClock::Game {
            red_ms: millis(red),
            black_ms: millis(black),
            increment_ms: millis(increment),
        };
        ToBot::Go {
            game: turn.id.to_owned(),
            fen: state.setup().start.fen(),
            moves: state.plies().iter().map(|it| it.mv.to_string()).collect(),
            plies: state.plies().len(),
            color: state.turn().into(),
            opponent: league::name_of(state.player(state.turn().opponent())),
            rules: state.setup().rules.name(),
            clock: turn.move_time.map_or(game, |it| BotClock::Move { move_ms: millis(it) }),
            counted: turn.counted,
        }
    }

    pub(crate) fn over(id: &str, state: &GameState) -> ToBot {
        let standing = state.standing();
        ToBot::Over {
            game: id.to_owned(),
            result: result_word(standing.status).unwrap_or("1/2-1/2"),
            reason: standing.reason.map_or("", |it| it.name()).to_owned(),
        }
    }

    pub(crate) fn text(&self) -> String {
        serde_json::to_string(self).expect("these types have string keys and no maps of others")
    }
}
