//! Who plays, with which clock, and the request that makes a game.

use std::{collections::BTreeMap, time::Duration};

use serde::{Deserialize, Serialize};
use xiangqi::Color;

use crate::game::{
    error::UnknownPlayer,
    player::{self, MachinePlayer},
    setup::ClockRule,
};

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub(crate) enum Side {
    Red,
    Black,
}

impl From<Side> for Color {
    fn from(side: Side) -> Color {
        match side {
            Side::Red => Color::Red,
            Side::Black => Color::Black,
        }
    }
}

impl From<Color> for Side {
    fn from(color: Color) -> Side {
        match color {
            Color::Red => Side::Red,
            Color::Black => Side::Black,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub(crate) enum Seat {
    Red,
    Black,
    Host,
}

#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum Player {
    Human {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        name: Option<String>,
    },
    Level {
        level: u8,
    },
    Zoo {
        name: String,
    },
    /// A program of somebody else, in a league.
    Bot {
        name: String,
    },
}

impl Player {
    /// Only players on offer: deeper members of the zoo take hours for a move.
    pub(crate) fn player(self) -> Result<player::Player, UnknownPlayer> {
        match self {
            Player::Human { name } => Ok(player::Player::human(name.as_deref())),
            Player::Level { level } => player::Player::level(level),
            Player::Zoo { name } => player::Player::offered_zoo(&name),
            Player::Bot { name } => Err(UnknownPlayer(format!("bot:{name:.40}"))),
        }
    }
}

impl From<&player::Player> for Player {
    fn from(player: &player::Player) -> Player {
        match player {
            player::Player::Human { name } => Player::Human { name: name.clone() },
            player::Player::Machine(MachinePlayer::Level(level)) => {
                Player::Level { level: level.get() }
            }
            player::Player::Machine(MachinePlayer::Zoo(member)) => {
                Player::Zoo { name: member.to_string() }
            }
            player::Player::Bot { name } => Player::Bot { name: name.clone() },
        }
    }
}

#[derive(Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Players {
    pub(crate) red: Player,
    pub(crate) black: Player,
}

impl From<[&player::Player; 2]> for Players {
    fn from([red, black]: [&player::Player; 2]) -> Players {
        Players { red: red.into(), black: black.into() }
    }
}

#[derive(Clone, Copy, PartialEq, Serialize, Deserialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum Clock {
    Game {
        #[cfg_attr(test, ts(type = "number"))]
        base_s: Seconds,
        #[cfg_attr(test, ts(type = "number"))]
        increment_s: Seconds,
    },
    Move {
        #[cfg_attr(test, ts(type = "number"))]
        move_s: Seconds,
    },
}

/// Seconds, down to thousandths; whole ones are written without a point.
#[derive(Clone, Copy, PartialEq, Deserialize, Debug)]
#[serde(transparent)]
pub(crate) struct Seconds(f64);

impl Serialize for Seconds {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let whole = self.0.trunc();
        if whole == self.0 { to.serialize_u64(whole as u64) } else { to.serialize_f64(self.0) }
    }
}

impl From<Duration> for Seconds {
    fn from(time: Duration) -> Seconds {
        Seconds(time.as_secs_f64())
    }
}

impl Clock {
    /// `None` outside of what a clock may have.
    pub(crate) fn rule(self) -> Option<ClockRule> {
        self.read().filter(|it| ClockRule::LEAST <= it.stock())
    }

    /// Machines among themselves may be quicker.
    pub(crate) fn league_rule(self) -> Option<ClockRule> {
        self.read()
    }

    fn read(self) -> Option<ClockRule> {
        match self {
            Clock::Game { base_s, increment_s } => ClockRule::game(base_s.0, increment_s.0),
            Clock::Move { move_s } => ClockRule::each_move(move_s.0),
        }
    }
}

impl From<ClockRule> for Clock {
    fn from(rule: ClockRule) -> Clock {
        match rule {
            ClockRule::Game { base, increment } => {
                Clock::Game { base_s: base.into(), increment_s: increment.into() }
            }
            ClockRule::Move { each } => Clock::Move { move_s: each.into() },
        }
    }
}

/// `POST /api/games`
#[derive(Deserialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub(crate) struct NewGame {
    pub(crate) red: Player,
    pub(crate) black: Player,
    #[cfg_attr(test, ts(optional = nullable))]
    pub(crate) rules: Option<String>,
    #[cfg_attr(test, ts(optional = nullable))]
    pub(crate) fen: Option<String>,
    #[cfg_attr(test, ts(optional = nullable))]
    pub(crate) clock: Option<Clock>,
    /// The seat whose token is an invitation: it seats one visitor, and not the maker.
    #[cfg_attr(test, ts(optional = nullable))]
    pub(crate) invite: Option<Side>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct GameCreated {
    pub(crate) id: String,
    #[cfg_attr(test, ts(type = "Record<string, string>"))]
    pub(crate) tokens: BTreeMap<&'static str, String>,
}

/// Where other machines find this server; empty when it listens to its own machine only.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Addresses {
    pub(crate) urls: Vec<String>,
    pub(crate) port: u16,
}

/// `POST /api/qr`
#[derive(Deserialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct QrText {
    pub(crate) text: String,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct PlayersOffered {
    pub(crate) levels: u8,
    pub(crate) zoo: Vec<ZooMember>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ZooMember {
    pub(crate) name: String,
    pub(crate) zh: String,
    pub(crate) en: String,
}
