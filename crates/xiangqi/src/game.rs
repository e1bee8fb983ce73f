//! A game: where it started, what was played, and how it stands.

use crate::{
    explain::{Explanation, Fact, explain_loop},
    moves::Move,
    position::{IllegalMove, Played, Position},
    repetition::{Blame, judge_loop},
    rules::{MoveFacts, NoCapture, Reason, RuleSet, Status},
    verdict::Verdict,
};

/// A start position and the moves since, each of them legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    start: Position,
    position: Position,
    no_capture: NoCapture,
    plies: Vec<Ply>,
}

/// A move with what was true before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ply {
    pub played: Played,
    pub hash_before: u64,
    pub no_capture_before: NoCapture,
}

/// What ended a game, before it is put into words.
enum End {
    NoMoves { in_check: bool },
    Loop { start: usize, blame: Blame },
    NoCapture { plies: u16 },
    Material,
}

impl Game {
    pub fn new(start: Position) -> Game {
        let no_capture = NoCapture::starting_at(start.plies_since_capture());
        Game { start, position: start, no_capture, plies: Vec::new() }
    }

    /// Plays all moves, or names the first that is not legal.
    pub fn with_moves(
        start: Position,
        moves: impl IntoIterator<Item = Move>,
    ) -> Result<Game, IllegalMove> {
        let mut game = Game::new(start);
        for mv in moves {
            game.play(mv)?;
        }
        Ok(game)
    }

    pub fn start(&self) -> &Position {
        &self.start
    }

    pub fn position(&self) -> &Position {
        &self.position
    }

    pub fn moves(&self) -> impl DoubleEndedIterator<Item = Move> + ExactSizeIterator + '_ {
        self.plies.iter().map(|it| it.played.mv)
    }

    /// The same with what each move did and what was true before it.
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// Plies played.
    pub fn len(&self) -> usize {
        self.plies.len()
    }

    pub fn is_empty(&self) -> bool {
        self.plies.is_empty()
    }

    /// The count towards a draw without captures.
    pub fn no_capture(&self) -> NoCapture {
        self.no_capture
    }

    /// Plays on, whether or not a referee would have ended the game.
    pub fn play(&mut self, mv: Move) -> Result<Played, IllegalMove> {
        let was_in_check = self.position.in_check();
        let hash_before = self.position.hash();
        let no_capture_before = self.no_capture;
        let played = self.position.play(mv)?;
        self.no_capture = self.no_capture.after(MoveFacts {
            mover: played.piece.color(),
            captures: played.captured.is_some(),
            gives_check: self.position.in_check(),
            was_in_check,
        });
        self.plies.push(Ply { played, hash_before, no_capture_before });
        Ok(played)
    }

    /// Takes back the last move.
    pub fn undo(&mut self) -> Option<Move> {
        let ply = self.plies.pop()?;
        self.position.undo(ply.played);
        self.no_capture = ply.no_capture_before;
        Some(ply.played.mv)
    }

    /// The plies at which the present position stood before, latest first. A capture ends the
    /// search: nothing before it can come back.
    pub fn earlier_occurrences(&self) -> impl Iterator<Item = usize> + '_ {
        let plies = self.plies.iter().enumerate().rev();
        plies
            .take_while(|(_, ply)| ply.played.captured.is_none())
            .filter(|(_, ply)| ply.hash_before == self.position.hash())
            .map(|(index, _)| index)
    }

    /// How the game stands, and why.
    pub fn verdict(&self, rules: RuleSet) -> Verdict {
        let end = self.end(rules);
        let (status, reason) = self.status(&end);
        let explanation = match &end {
            None => Explanation::default(),
            Some(end) => self.explain(end, rules),
        };
        Verdict { rules, status, reason, explanation }
    }

    /// The verdict without its explanation: cheaper, for those who ask often.
    pub fn outcome(&self, rules: RuleSet) -> (Status, Option<Reason>) {
        self.status(&self.end(rules))
    }

    fn end(&self, rules: RuleSet) -> Option<End> {
        if !self.position.has_legal_move() {
            return Some(End::NoMoves { in_check: self.position.in_check() });
        }
        if let Some(start) = self.earlier_occurrences().nth(1) {
            let played: Vec<Played> = self.plies[start..].iter().map(|it| it.played).collect();
            let blame = judge_loop(&self.position, &played, rules);
            return Some(End::Loop { start, blame });
        }
        let plies = rules.plies_without_capture(&self.position, self.no_capture);
        if rules.no_capture_limit() <= plies {
            return Some(End::NoCapture { plies });
        }
        rules.is_dead(&self.position).then_some(End::Material)
    }

    fn status(&self, end: &Option<End>) -> (Status, Option<Reason>) {
        let Some(end) = end else { return (Status::Ongoing, None) };
        let (status, reason) = match end {
            End::NoMoves { in_check } => {
                let reason = if *in_check { Reason::Checkmate } else { Reason::Stalemate };
                (Status::Won(self.position.side().opponent()), reason)
            }
            End::Loop { blame: Blame::Nobody, .. } => (Status::Draw, Reason::Repetition),
            End::Loop { blame: Blame::On(color, reason), .. } => {
                (Status::Won(color.opponent()), *reason)
            }
            End::NoCapture { .. } => (Status::Draw, Reason::NoCapture),
            End::Material => (Status::Draw, Reason::InsufficientMaterial),
        };
        (status, Some(reason))
    }

    fn explain(&self, end: &End, rules: RuleSet) -> Explanation {
        let mut facts = match end {
            End::NoMoves { in_check } => self.explain_no_moves(*in_check),
            End::Loop { start, blame } => {
                let played: Vec<Played> = self.plies[*start..].iter().map(|it| it.played).collect();
                explain_loop(&self.position, &played, rules, *blame)
            }
            End::NoCapture { plies } => {
                vec![Fact::NoCapture { plies: *plies, limit: rules.no_capture_limit() }]
            }
            End::Material => vec![Fact::InsufficientMaterial],
        };
        if !matches!(end, End::NoMoves { .. }) {
            let others = RuleSet::ALL.into_iter().filter(|&other| other != rules);
            facts.extend(others.map(|other| {
                let (status, reason) = self.outcome(other);
                Fact::OtherRules { rules: other, status, reason }
            }));
        }
        Explanation { facts }
    }

    fn explain_no_moves(&self, in_check: bool) -> Vec<Fact> {
        let side = self.position.side();
        let checkers = self
            .position
            .checkers()
            .filter_map(|square| Some((self.position.piece_at(square)?, square)))
            .collect();
        let last = self.plies.last().map(|ply| {
            let mut before = self.position;
            before.undo(ply.played);
            (Box::new(before), ply.played.mv)
        });
        vec![Fact::NoLegalMove { side, in_check, checkers, last }]
    }
}

impl From<Position> for Game {
    fn from(start: Position) -> Game {
        Game::new(start)
    }
}

impl Default for Game {
    fn default() -> Game {
        Game::new(Position::start())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Color;

    fn play(game: &mut Game, moves: &str) {
        for mv in moves.split_whitespace() {
            game.play(mv.parse().unwrap()).unwrap();
        }
    }

    #[test]
    fn the_course_blames_whoever_completes_the_third_occurrence() {
        let mut game = Game::default();
        play(&mut game, "h2e2 h7e7 e2h2 e7h7 h2e2 h7e7 e2h2");
        assert_eq!(game.outcome(RuleSet::Course), (Status::Ongoing, None));
        play(&mut game, "e7h7");
        let expected = (Status::Won(Color::Red), Some(Reason::Repetition));
        assert_eq!(game.outcome(RuleSet::Course), expected);
        assert_eq!(game.outcome(RuleSet::Asian), (Status::Draw, Some(Reason::Repetition)));
        assert_eq!(game.undo(), Some("e7h7".parse().unwrap()));
        assert_eq!(game.outcome(RuleSet::Course), (Status::Ongoing, None));
    }

    #[test]
    fn bare_defenders_draw() {
        let game = Game::new("3ak4/9/4b4/9/9/9/9/4B4/4A4/3K5 w".parse().unwrap());
        let expected = (Status::Draw, Some(Reason::InsufficientMaterial));
        assert_eq!(game.outcome(RuleSet::Asian), expected);
        assert_eq!(game.outcome(RuleSet::Course), (Status::Ongoing, None));
    }

    #[test]
    fn counters_of_the_fen_go_on() {
        let fen = |plies| format!("3ak4/9/9/9/9/9/9/9/9/3K1R3 w - - {plies} 60");
        let game = |plies| Game::new(fen(plies).parse().unwrap());
        assert_eq!(game(119).outcome(RuleSet::Asian), (Status::Ongoing, None));
        let draw = (Status::Draw, Some(Reason::NoCapture));
        assert_eq!(game(120).outcome(RuleSet::Asian), draw);
        assert_eq!(game(60).outcome(RuleSet::Course), draw);
        let mut game = game(119);
        play(&mut game, "f0f1");
        assert_eq!(game.outcome(RuleSet::Chinese), draw);
    }
}
