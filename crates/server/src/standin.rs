//! A small alpha-beta searcher with material and a little position, so that the rooms have an
//! opponent wherever the engine is not linked in.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use xiangqi::{Color, Game, Move, PieceKind, Position};

use crate::thinker::{Choice, Line, Progress, RedScore, Strength, Task, Thinker};

pub(crate) struct StandIn;

const LOST: i32 = -30_000;
const MATE_ZONE: i32 = 29_000;

/// The search was told to stop, or ran out of time.
struct Stopped;

struct Search<'a> {
    game: Game,
    stop: &'a AtomicBool,
    deadline: Instant,
    nodes: u64,
}

impl Thinker for StandIn {
    fn think(
        &mut self,
        task: &Task,
        stop: &AtomicBool,
        report: &mut dyn FnMut(Progress),
    ) -> Option<Choice> {
        let (deepest, time) = effort(&task.strength);
        let started = Instant::now();
        let deadline = started + task.time.min(time);
        let mut search = Search { game: task.game.clone(), stop, deadline, nodes: 0 };
        let mover = task.game.position().side();
        let mut ranked: Vec<(i32, Move)> =
            ordered(task.game.position()).into_iter().map(|mv| (0, mv)).collect();
        let mut depth_done = 0;
        for depth in 1..=deepest {
            if search.rank(&mut ranked, depth, task.lines).is_err() {
                break;
            }
            depth_done = depth;
            report(progress(&search, &ranked, depth, started, task.lines, mover));
        }
        let &(value, mv) = ranked.first()?;
        let score = (0 < depth_done).then(|| meaning(value).from_mover(mover));
        Some(Choice { mv, score, depth: (0 < depth_done).then_some(depth_done as u32) })
    }
}

/// Depth and time of a level.
fn effort(strength: &Strength) -> (i32, Duration) {
    match strength {
        Strength::Level(level) => {
            (1 + i32::from(*level) / 2, Duration::from_millis(60 * u64::from(*level)))
        }
        Strength::Zoo(_) => (2, Duration::from_millis(300)),
        Strength::Full => (32, Duration::MAX / 4),
    }
}

fn progress(
    search: &Search<'_>,
    ranked: &[(i32, Move)],
    depth: i32,
    started: Instant,
    lines: usize,
    mover: Color,
) -> Progress {
    let seconds = started.elapsed().as_secs_f64().max(1e-6);
    let line = |&(value, mv): &(i32, Move)| Line {
        score: meaning(value).from_mover(mover),
        moves: vec![mv],
    };
    Progress {
        depth: depth as u32,
        nodes: search.nodes,
        nodes_per_second: (search.nodes as f64 / seconds) as u64,
        lines: ranked.iter().take(lines.max(1)).map(line).collect(),
    }
}

fn meaning(value: i32) -> RedScore {
    if value.abs() < MATE_ZONE {
        return RedScore::Centipawns(value);
    }
    let moves = (-LOST - value.abs() + 1) / 2;
    RedScore::Mate(if value < 0 { -moves } else { moves })
}

impl Search<'_> {
    /// Gives every root move its value and sorts them. The first `exact` moves get true values.
    fn rank(
        &mut self,
        ranked: &mut [(i32, Move)],
        depth: i32,
        exact: usize,
    ) -> Result<(), Stopped> {
        let mut values: Vec<(i32, Move)> = Vec::with_capacity(ranked.len());
        for &(_, mv) in ranked.iter() {
            let mut best: Vec<i32> = values.iter().map(|it| it.0).collect();
            best.sort_unstable_by(|one, two| two.cmp(one));
            let floor = best.get(exact.max(1) - 1).copied().unwrap_or(-32_000);
            values.push((self.after(mv, depth - 1, -32_000, -floor, 1)?, mv));
        }
        values.sort_by_key(|it| -it.0);
        ranked.copy_from_slice(&values);
        Ok(())
    }

    fn after(
        &mut self,
        mv: Move,
        depth: i32,
        alpha: i32,
        beta: i32,
        ply: i32,
    ) -> Result<i32, Stopped> {
        let mut position = *self.game.position();
        position.play(mv);
        Ok(-self.negamax(&position, depth, alpha, beta, ply)?)
    }

    fn negamax(
        &mut self,
        position: &Position,
        depth: i32,
        mut alpha: i32,
        beta: i32,
        ply: i32,
    ) -> Result<i32, Stopped> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(1024) && self.is_over() {
            return Err(Stopped);
        }
        let quiet = depth <= 0;
        let mut best = if quiet { evaluate(position) } else { LOST + ply };
        if quiet && (beta <= best || depth < -6) {
            return Ok(best);
        }
        alpha = alpha.max(best);
        for mv in if quiet { ordered_captures(position) } else { ordered(position) } {
            let mut next = *position;
            next.play(mv);
            let value = -self.negamax(&next, depth - 1, -beta, -alpha, ply + 1)?;
            best = best.max(value);
            alpha = alpha.max(value);
            if beta <= alpha {
                break;
            }
        }
        Ok(best)
    }

    fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.deadline <= Instant::now()
    }
}

fn ordered(position: &Position) -> Vec<Move> {
    let mut moves: Vec<Move> = position.legal_moves().iter().copied().collect();
    moves.sort_by_key(|&mv| -gain(position, mv));
    moves
}

fn ordered_captures(position: &Position) -> Vec<Move> {
    let mut moves: Vec<Move> = position.captures().iter().copied().collect();
    moves.sort_by_key(|&mv| -gain(position, mv));
    moves
}

fn gain(position: &Position, mv: Move) -> i32 {
    position.piece_at(mv.to()).map_or(0, |it| worth(it.kind()))
        - position.piece_at(mv.from()).map_or(0, |it| worth(it.kind())) / 16
}

fn worth(kind: PieceKind) -> i32 {
    match kind {
        PieceKind::General => 0,
        PieceKind::Advisor | PieceKind::Elephant => 120,
        PieceKind::Horse => 400,
        PieceKind::Chariot => 900,
        PieceKind::Cannon => 450,
        PieceKind::Soldier => 90,
    }
}

/// Material, soldiers across the river, and how central the horses, cannons and chariots stand.
fn evaluate(position: &Position) -> i32 {
    let mut red = 0;
    for (square, piece) in position.placement() {
        let crossed = !square.is_home_of(piece.color());
        let central = 4 - i32::from((square.file() - 4).abs());
        let value = worth(piece.kind())
            + match piece.kind() {
                PieceKind::Soldier if crossed => 80 + 8 * central,
                PieceKind::Horse => 6 * central + if crossed { 20 } else { 0 },
                PieceKind::Chariot | PieceKind::Cannon => 4 * central,
                _ => 0,
            };
        red += if piece.color() == Color::Red { value } else { -value };
    }
    if position.side() == Color::Red { red } else { -red }
}
