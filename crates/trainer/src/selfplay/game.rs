//! One game from its opening to its end.

use engine::{Engine, Limits, Score, Signals};
use random::Random;
use xiangqi::{Color, Game, RuleSet, Status};

use super::{Options, opening::opening};
use crate::data::{End, GameRecord, Outcome, ScoredMove};

/// The search may exceed its soft limit of nodes by this factor.
const HARD_FACTOR: u64 = 8;
/// Both sides agree for so many plies that one is ahead by so much: it has won.
const WON_VALUE: i32 = 2000;
const WON_PLIES: usize = 4;
/// From this ply on, so many plies without a lean to either side are a draw.
const DRAWN_FROM: usize = 80;
const DRAWN_VALUE: i32 = 15;
const DRAWN_PLIES: usize = 16;
/// So are so many plies without capture, unless one side is clearly better.
const QUIET_PLIES: u16 = 60;
const QUIET_VALUE: i32 = 500;
const LONGEST: usize = 300;

/// `None` if told to stop before the end.
pub(super) fn play(
    engine: &mut Engine,
    options: &Options,
    number: u64,
    must_stop: &dyn Fn() -> bool,
) -> Option<GameRecord> {
    engine.clear();
    let mut random = Random::of(options.seed, number);
    let mut game = opening(engine, &mut random);
    let opening = game.moves().collect();
    // What the search for openings left behind depends on how many were refused: nothing wrong,
    // as that too repeats itself, but a game should be worth the same from anywhere.
    engine.clear();
    let limits = Limits {
        soft_nodes: Some(options.nodes),
        nodes: Some(options.nodes.saturating_mul(HARD_FACTOR)),
        ..Limits::default()
    };
    let mut moves = Vec::new();
    let (outcome, end) = loop {
        if let Some(over) = rules_say(&game) {
            break over;
        }
        if must_stop() {
            return None;
        }
        let result = engine.search(&game, &limits, &Signals::new(), &mut |_| {});
        let mv = result.best?;
        moves.push(ScoredMove { mv, score: result.value.clamp(-32_768, 32_767) as i16 });
        if let Some(over) = adjudicate(&game, &moves, result.score) {
            break over;
        }
        game.play(mv).ok()?;
    };
    Some(GameRecord { number, start: *game.start(), opening, moves, outcome, end })
}

fn rules_say(game: &Game) -> Option<(Outcome, End)> {
    match game.outcome(RuleSet::Asian).0 {
        Status::Ongoing if LONGEST <= game.len() => Some((Outcome::Unknown, End::TooLong)),
        Status::Ongoing => None,
        Status::Won(color) => Some((Outcome::Won(color), End::Rules)),
        Status::Draw => Some((Outcome::Draw, End::Rules)),
    }
}

/// Ends a game that is decided, or that nobody will decide.
fn adjudicate(game: &Game, moves: &[ScoredMove], score: Score) -> Option<(Outcome, End)> {
    let side = game.position().side();
    let won_by = |color| Some((Outcome::Won(color), End::Resigned));
    match score {
        Score::MateIn { .. } => return won_by(side),
        Score::MatedIn { .. } => return won_by(side.opponent()),
        _ => {}
    }
    let recent = |count: usize| moves.len().checked_sub(count).map(|it| &moves[it..]);
    if let Some(winner) = recent(WON_PLIES).and_then(|it| leader(it, side)) {
        return won_by(winner);
    }
    let is_even = |it: &ScoredMove| i32::from(it.score).abs() <= DRAWN_VALUE;
    let is_dull =
        DRAWN_FROM <= game.len() && recent(DRAWN_PLIES).is_some_and(|it| it.iter().all(is_even));
    let last = moves.last().map_or(0, |it| i32::from(it.score).abs());
    let is_stuck = QUIET_PLIES <= game.no_capture().plies && last <= QUIET_VALUE;
    (is_dull || is_stuck).then_some((Outcome::Draw, End::AgreedDraw))
}

/// The side that all these moves, the last one made by `side`, see far ahead.
fn leader(moves: &[ScoredMove], side: Color) -> Option<Color> {
    let mut mover = side;
    let mut leader = None;
    for it in moves.iter().rev() {
        let ahead = if 0 < it.score { mover } else { mover.opponent() };
        let is_clear = WON_VALUE <= i32::from(it.score).abs();
        if !is_clear || leader.is_some_and(|it| it != ahead) {
            return None;
        }
        leader = Some(ahead);
        mover = mover.opponent();
    }
    leader
}

#[cfg(test)]
mod tests {
    use engine::Evaluation;

    use super::*;

    #[test]
    fn both_must_see_the_same_leader() {
        let mv = "h2e2".parse().unwrap();
        let moves = |scores: &[i16]| -> Vec<ScoredMove> {
            scores.iter().map(|&score| ScoredMove { mv, score }).collect()
        };
        let red = Color::Red;
        assert_eq!(leader(&moves(&[-2500, 2500, -2500, 2500]), red), Some(Color::Red));
        assert_eq!(leader(&moves(&[2500, -2500, 2500, -2500]), red), Some(Color::Black));
        assert_eq!(leader(&moves(&[2500, 2500, -2500, 2500]), red), None);
        assert_eq!(leader(&moves(&[-2500, 2500, -1900, 2500]), red), None);
    }

    #[test]
    fn a_game_depends_on_its_number_alone() {
        let evaluation = Evaluation::Classical;
        let options = Options { games: 1, nodes: 60, threads: 1, seed: 4, evaluation };
        let mut engine = Engine::new(1, 1);
        let mut game = |number| play(&mut engine, &options, number, &|| false).unwrap();
        let first = game(3);
        assert_ne!(game(8), first);
        assert_eq!(game(3), first);
        assert!(!first.moves.is_empty());
    }
}
