//! Duels between machines.

use arena::statistics::Tally;
use serde::{Deserialize, Serialize};

use super::players::Player;
use crate::game::duel;

/// `POST /api/duels`
#[derive(Deserialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub(crate) struct NewDuel {
    pub(crate) first: Player,
    pub(crate) second: Player,
    pub(crate) games: usize,
    #[cfg_attr(test, ts(optional = nullable))]
    pub(crate) rules: Option<String>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct DuelCreated {
    pub(crate) id: String,
    pub(crate) token: String,
}

/// `POST /api/duels/{id}/next` and `/stop`
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct DuelHost {
    pub(crate) token: String,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Duel {
    pub(crate) id: String,
    pub(crate) players: [Player; 2],
    #[cfg_attr(test, ts(type = "Rules"))]
    pub(crate) rules: &'static str,
    pub(crate) total: usize,
    pub(crate) stopped: bool,
    pub(crate) over: bool,
    /// The game under way.
    pub(crate) live: Option<String>,
    pub(crate) games: Vec<DuelGame>,
    pub(crate) table: [DuelRow; 2],
    pub(crate) elo: DuelElo,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct DuelGame {
    pub(crate) id: String,
    /// 0 or 1: which of the players has Red.
    #[cfg_attr(test, ts(type = "0 | 1"))]
    pub(crate) red: usize,
    #[cfg_attr(test, ts(type = "StatusWord"))]
    pub(crate) status: &'static str,
    pub(crate) reason: Option<String>,
    pub(crate) plies: usize,
}

/// The course's table: a win 3 points, a draw 1.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct DuelRow {
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) won: u64,
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) drawn: u64,
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) lost: u64,
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) points: u64,
}

/// What the games say about the first player's strength; `null` where they say nothing.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct DuelElo {
    pub(crate) difference: Option<f64>,
    pub(crate) error: Option<f64>,
    pub(crate) superiority: Option<f64>,
}

impl Duel {
    pub(crate) fn of(id: &str, duel: &duel::Duel) -> Duel {
        let tally = duel.tally();
        let row = |it: &Tally| DuelRow {
            won: it.wins,
            drawn: it.draws,
            lost: it.losses,
            points: it.course_points(),
        };
        let game = |(number, it): (usize, &duel::DuelGame)| DuelGame {
            id: it.id.clone(),
            red: duel::Duel::red(number),
            status: it.status.name(),
            reason: it.reason.clone(),
            plies: it.plies,
        };
        Duel {
            id: id.to_owned(),
            players: duel.setup.players.each_ref().map(Player::from),
            rules: duel.setup.rules.name(),
            total: duel.setup.games,
            stopped: duel.stopped,
            over: duel.is_over(),
            live: duel.live().map(|it| it.id.clone()),
            games: duel.games.iter().enumerate().map(game).collect(),
            table: [row(&tally), row(&tally.reversed())],
            elo: DuelElo::of(&tally),
        }
    }
}

impl DuelElo {
    pub(super) fn of(tally: &Tally) -> DuelElo {
        let estimate = tally.estimate();
        let known = |it: f64| Some(it).filter(|it| it.is_finite());
        DuelElo {
            difference: known(estimate.elo).filter(|_| 0 < tally.games()),
            error: known(estimate.error),
            superiority: known(estimate.superiority).filter(|_| 0 < tally.games()),
        }
    }
}
