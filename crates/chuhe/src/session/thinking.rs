//! One search of a session: what the host asked, put into the engine's words, and back.

use std::{
    sync::{Arc, Mutex, PoisonError},
    thread,
    time::Duration,
};

use engine::{Clock, Engine, Limits, Report, Score, SearchResult, Signals};
use protocol::{Dialect, Go, Info, Reply};
use xiangqi::{Color, Game, Move};

use super::{options::Settings, output::Output};

/// What was said becomes what the search obeys.
pub(super) fn limits_of(
    go: &Go,
    dialect: Dialect,
    settings: &Settings,
    side: Color,
    search_moves: Vec<Move>,
) -> Limits {
    let clock = go.clock_of(dialect, side).map(|clock| Clock {
        left: clock.left,
        increment: clock.increment,
        moves_to_go: go.moves_to_go,
        overhead: settings.move_overhead,
    });
    let is_bounded = clock.is_some()
        || go.depth.is_some()
        || go.nodes.is_some()
        || go.move_time.is_some()
        || go.mate.is_some();
    Limits {
        depth: go.depth,
        nodes: go.nodes,
        soft_nodes: None,
        move_time: go.move_time,
        clock,
        mate: go.mate,
        infinite: go.infinite || !is_bounded,
        search_moves,
        ban_moves: Vec::new(),
        multi_pv: settings.multi_pv,
        level: settings.level(),
        seed: 0,
    }
}

/// A search on its way to its own thread.
pub(super) struct Task {
    pub(super) engine: Engine,
    pub(super) has_answered: Arc<Mutex<bool>>,
    pub(super) game: Game,
    pub(super) limits: Limits,
    pub(super) signals: Arc<Signals>,
    pub(super) output: Output,
    pub(super) shows_wdl: bool,
}

impl Task {
    /// Searches, reports, says the move, and gives the engine back.
    pub(super) fn run(mut self) -> Engine {
        let output = self.output.clone();
        let shows_wdl = self.shows_wdl;
        let result = self.engine.search(&self.game, &self.limits, &self.signals, &mut |report| {
            output.reply(&Reply::Info(info_of(report, shows_wdl)));
        });
        self.wait_for_permission();
        if let Some(text) = rule_remark(result.score) {
            self.output.reply(&Reply::Info(Info::text(text)));
        }
        let mut has_answered = self.has_answered.lock().unwrap_or_else(PoisonError::into_inner);
        self.output.reply(&best_move(&result));
        *has_answered = true;
        drop(has_answered);
        self.engine
    }

    /// While pondering, and in an infinite search, the move is said only when asked for.
    fn wait_for_permission(&self) {
        while (self.limits.infinite || self.signals.is_pondering()) && !self.signals.is_stopped() {
            thread::sleep(Duration::from_millis(2));
        }
    }
}

fn best_move(result: &SearchResult) -> Reply {
    match result.best {
        None => Reply::NoBestMove,
        Some(mv) => Reply::BestMove {
            mv: mv.to_string(),
            ponder: result.ponder.map(|it| it.to_string()),
            offers_draw: false,
            resigns: false,
        },
    }
}

fn info_of(report: &Report, shows_wdl: bool) -> Info {
    let bound = match report.bound {
        engine::Bound::Exact => protocol::Bound::Exact,
        engine::Bound::Lower => protocol::Bound::Lower,
        engine::Bound::Upper => protocol::Bound::Upper,
    };
    Info {
        depth: Some(report.depth),
        selective_depth: Some(report.selective_depth),
        multi_pv: Some(report.rank),
        score: Some((protocol_score(report.score), bound)),
        win_draw_loss: shows_wdl.then(|| report.score.win_draw_loss()),
        nodes: Some(report.nodes),
        nodes_per_second: Some(report.nodes_per_second()),
        hash_full: Some(report.hash_full),
        time: Some(report.time),
        line: report.line.iter().map(|it| it.to_string()).collect(),
        text: None,
    }
}

/// The protocols know no wins by rule: they are numbers beyond all evaluations, not mates.
pub(super) fn protocol_score(score: Score) -> protocol::Score {
    match score.mate_moves() {
        Some(moves) => protocol::Score::Mate(moves),
        None => protocol::Score::Centipawns(score.as_centipawns()),
    }
}

fn rule_remark(score: Score) -> Option<String> {
    match score {
        Score::RuleWin { plies } => {
            Some(format!("the opponent breaks the repetition rule within {plies} plies"))
        }
        Score::RuleLoss { plies } => Some(format!(
            "the repetition rule decides against the side to move within {plies} plies"
        )),
        _ => None,
    }
}
