//! What the tables say about a position and each of its moves.

use xiangqi::{Move, Position, RuleSet};

use crate::{
    build::Stage,
    material::Material,
    table::Value,
    tables::{Tables, TablesError},
};

/// The answer to a question about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    pub material: Material,
    /// For the side to move.
    pub value: Value,
    /// Every legal move with the value after it, for the other side then; the best first.
    pub moves: Vec<(Move, Value)>,
}

impl Answer {
    /// The moves that keep the value: the shortest wins, the longest losses, all draws.
    pub fn best(&self) -> Vec<Move> {
        let Some(&(_, best)) = self.moves.first() else { return Vec::new() };
        self.moves.iter().filter(|it| it.1 == best).map(|it| it.0).collect()
    }

    /// The rule sets whose draw without captures could come before the win. Careful, not exact: a
    /// capture on the way sets the count back.
    pub fn too_long_for(&self, position: &Position) -> Vec<RuleSet> {
        let Some(plies) = self.value.plies() else { return Vec::new() };
        let count = position.plies_since_capture().saturating_add(plies);
        RuleSet::ALL.into_iter().filter(|it| it.no_capture_limit() < count).collect()
    }
}

/// Sooner is better for who wins, later for who loses: the lower, the better for the mover.
fn order(after: Value) -> (u8, i16) {
    match after {
        Value::Loss(moves) => (0, i16::from(moves)),
        Value::Draw => (1, 0),
        Value::Win(moves) => (2, -i16::from(moves)),
    }
}

impl Tables {
    /// What is known about a position from tables that are there.
    pub fn probe(&self, position: &Position) -> Option<Answer> {
        let (material, _) = Material::of(position)?;
        self.answer(position, material, &|position| match Material::of(position) {
            None => Some(Value::Draw),
            Some((material, _)) => self.get(&material)?.value(position),
        })
    }

    /// The same; small tables are built if they are missing. `None` if no table could have it:
    /// both sides can attack, or none, or a soldier stands where none can get to.
    pub fn probe_building(
        &self,
        position: &Position,
        threads: usize,
        report: &mut dyn FnMut(&Material, Stage),
    ) -> Result<Option<Answer>, TablesError> {
        let Some((material, _)) = Material::of(position) else { return Ok(None) };
        self.obtain(&material, threads, report)?;
        for smaller in material.after_captures() {
            self.obtain(&smaller, threads, report)?;
        }
        Ok(self.probe(position))
    }

    fn answer(
        &self,
        position: &Position,
        material: Material,
        value_of: &dyn Fn(&Position) -> Option<Value>,
    ) -> Option<Answer> {
        let value = value_of(position)?;
        let mut moves = Vec::new();
        for &mv in &position.legal_moves() {
            let mut after = *position;
            after.play_unchecked(mv);
            moves.push((mv, value_of(&after)?));
        }
        moves.sort_by_key(|it| order(it.1));
        Some(Answer { material, value, moves })
    }

    /// A line of best play from a position to its end; empty if nobody wins.
    pub fn line(&self, position: &Position) -> Vec<Move> {
        let mut position = *position;
        let mut line = Vec::new();
        while let Some(answer) = self.probe(&position)
            && answer.value != Value::Draw
            && let Some(&(mv, _)) = answer.moves.first()
        {
            line.push(mv);
            position.play_unchecked(mv);
        }
        line
    }
}
