//! One game from its opening to its end.

use adjudication::{Adjudicator, Agreed, Agreements, DrawRule, WinRule};
use engine::{Engine, Limits, Score, SearchResult, Signals};
use random::Random;
use xiangqi::{Game, RuleSet, Status};

use super::{Options, opening::opening};
use crate::data::{End, GameRecord, Outcome, ScoredMove};

/// The search may exceed its soft limit of nodes by this factor.
const HARD_FACTOR: u64 = 8;
/// Scores are in the search's unit.
const AGREEMENTS: Agreements = Agreements {
    win: Some(WinRule { score: 2000, moves: 2 }),
    draw: Some(DrawRule { score: 15, moves: 8, from_move: 40 }),
};
/// So many plies without capture are a draw too, unless one side is clearly better.
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
    let mut game = opening(engine, &mut random, &options.openings);
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
    let mut adjudicator = Adjudicator::new(AGREEMENTS);
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
        adjudicator.hear(game.position().side(), Some(result.value));
        if let Some(over) = adjudicate(&game, &adjudicator, &result) {
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
fn adjudicate(
    game: &Game,
    adjudicator: &Adjudicator,
    result: &SearchResult,
) -> Option<(Outcome, End)> {
    let side = game.position().side();
    let won_by = |color| Some((Outcome::Won(color), End::Resigned));
    match result.score {
        Score::MateIn { .. } => return won_by(side),
        Score::MatedIn { .. } => return won_by(side.opponent()),
        _ => {}
    }
    let agreed = adjudicator.agreed(game.len());
    if let Some(Agreed::Win(winner, _)) = agreed {
        return won_by(winner);
    }
    let is_stuck = QUIET_PLIES <= game.no_capture().plies && result.value.abs() <= QUIET_VALUE;
    (agreed.is_some() || is_stuck).then_some((Outcome::Draw, End::AgreedDraw))
}

#[cfg(test)]
mod tests {
    use engine::Evaluation;

    use super::*;

    #[test]
    fn a_game_depends_on_its_number_alone() {
        let evaluation = Evaluation::Classical;
        let options = Options {
            games: 0..1,
            nodes: 60,
            threads: 1,
            seed: 4,
            evaluation,
            openings: crate::selfplay::Openings::default(),
            bench: None,
            shard: None,
        };
        let mut engine = Engine::new(1, 1);
        let mut game = |number| play(&mut engine, &options, number, &|| false).unwrap();
        let first = game(3);
        assert_ne!(game(8), first);
        assert_eq!(game(3), first);
        assert!(!first.moves.is_empty());
    }
}
