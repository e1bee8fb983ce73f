//! What several requests have in common: a position, rules, a line of moves.

use xiangqi::{Game, Position, RuleSet};

use super::{refusal::Refusal, sentences::Told, wire};
use crate::game::{error::GameError, record::LONGEST_LINE};

pub(crate) fn read_rules(name: Option<&str>) -> Result<RuleSet, Refusal> {
    let Some(name) = name else { return Ok(RuleSet::default()) };
    name.parse().map_err(|error: xiangqi::UnknownRuleSet| Refusal::malformed(error.told()))
}

pub(crate) fn read_position(fen: Option<&str>) -> Result<Position, Refusal> {
    let Some(fen) = fen else { return Ok(Position::start()) };
    Position::from_fen(fen).map_err(|error| Refusal::bad_position(error.told()))
}

pub(crate) fn read_line(line: &wire::StudyLine) -> Result<(Game, RuleSet), Refusal> {
    if LONGEST_LINE < line.moves.len() {
        return Err(Refusal::too_large());
    }
    let mut game = Game::new(read_position(line.fen.as_deref())?);
    for text in &line.moves {
        let mv = game.position().read_move(text).map_err(GameError::from)?;
        game.play(mv).map_err(GameError::from)?;
    }
    Ok((game, read_rules(line.rules.as_deref())?))
}
