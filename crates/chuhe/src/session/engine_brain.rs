//! The engine behind a session: what the host asked, put into the engine's words, and back.

use std::hash::{BuildHasher, Hasher, RandomState};

use engine::{Clock, Engine, Limits, Report, Score, SearchResult};
use protocol::{Dialect, Go, Info, OptionSpec, Reply};
use xiangqi::{Color, Game, Move, Position};

use super::{
    brain::{Brain, Changed, OptionError, Order, Plan},
    options::{self, FIRST_HASH_MEGABYTES, Settings},
};

pub(super) struct EngineBrain {
    settings: Settings,
    /// Forget everything before the next search.
    clear_first: bool,
    /// Weak levels err differently in every game.
    seed: u64,
    /// What the host should know about its settings.
    remarks: Vec<String>,
}

impl EngineBrain {
    pub(super) fn new() -> EngineBrain {
        let (settings, remarks) = (Settings::default(), Vec::new());
        EngineBrain { settings, clear_first: false, seed: unforeseen(), remarks }
    }
}

/// A number nobody can foresee, from the keys the standard library gives its hash maps.
fn unforeseen() -> u64 {
    RandomState::new().build_hasher().finish()
}

impl Brain for EngineBrain {
    type Searcher = Engine;

    fn name(&self) -> String {
        format!("Chuhe {}", env!("CARGO_PKG_VERSION"))
    }

    fn options(&self, dialect: Dialect) -> Vec<OptionSpec> {
        options::announced(dialect)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<Changed, OptionError> {
        self.settings.set(name, value)
    }

    fn counts_millis(&self) -> bool {
        self.settings.in_millis
    }

    fn new_game(&mut self) {
        self.clear_first = true;
        self.seed = unforeseen();
    }

    fn prepare(&mut self, engine: Option<Engine>) -> Engine {
        let mut engine = engine.unwrap_or_else(|| Engine::new(FIRST_HASH_MEGABYTES, 1));
        self.remarks.extend(self.settings.apply(&mut engine));
        if std::mem::take(&mut self.clear_first) {
            engine.clear();
        }
        engine
    }

    fn remarks(&mut self) -> Vec<String> {
        std::mem::take(&mut self.remarks)
    }

    fn plan(&self, order: Order<'_>) -> Plan<Engine> {
        let game = order.game.clone();
        let side = game.position().side();
        let limits = limits_of(order.go, order.dialect, &self.settings, side, order.search_moves);
        let limits = Limits { ban_moves: order.ban_moves, seed: self.seed, ..limits };
        let is_allowed = |mv| {
            (limits.search_moves.is_empty() || limits.search_moves.contains(&mv))
                && !limits.ban_moves.contains(&mv)
        };
        let wants_game_move = !limits.infinite && limits.mate.is_none();
        if wants_game_move
            && let Some(answer) = self.settings.book.answer(&game, is_allowed, self.seed)
        {
            return Plan { is_endless: false, search: Box::new(move |_, _, _| answer) };
        }
        let shows_wdl = self.settings.shows_wdl;
        Plan {
            is_endless: limits.infinite,
            search: Box::new(move |engine, orders, say| {
                let result = engine.search(&game, &limits, &orders.signals, &mut |report| {
                    say(info_of(report, shows_wdl));
                });
                let remark = rule_remark(result.score).map(|it| Reply::Info(Info::text(it)));
                remark.into_iter().chain([best_move(&result)]).collect()
            }),
        }
    }

    fn evaluate(&self, position: &Position) -> Option<protocol::Score> {
        Some(protocol_score(self.settings.evaluation.evaluate(position)))
    }

    fn probe(&self, engine: &Engine, game: &Game) -> Reply {
        let known = engine.probe(game);
        let depth = known.map_or(0, |it| it.depth);
        let bound = |score: Option<Score>| Some((score?.as_centipawns(), depth));
        Reply::PopHash {
            best: known.and_then(|it| it.best).map(|it| it.to_string()),
            lower: bound(known.and_then(|it| it.lower)),
            upper: bound(known.and_then(|it| it.upper)),
        }
    }
}

/// What was said becomes what the search obeys.
fn limits_of(
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
        pace: None,
        mate: go.mate,
        infinite: go.infinite || !is_bounded,
        search_moves,
        ban_moves: Vec::new(),
        multi_pv: settings.multi_pv,
        level: settings.level(),
        seed: 0,
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
fn protocol_score(score: Score) -> protocol::Score {
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
