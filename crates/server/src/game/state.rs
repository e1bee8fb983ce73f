//! One game as it stands: its setup, the moves so far, and what may happen next. No clocks tick
//! here and nothing is stored here; a room asks `GameState` what a request would mean, stores the
//! event, and then lets the event happen.

use std::time::Duration;

use xiangqi::{Color, Explanation, Game, Move, Reason, RuleSet, Status};

use super::{
    error::GameError,
    fault::{Fault, FaultKind},
    player::{MachinePlayer, Player},
    score::RedScore,
    setup::GameSetup,
};

/// Games end under every rule long before; the bound keeps records small on any input.
pub(crate) const MOST_PLIES: usize = 2000;

/// A move as it is remembered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ply {
    pub(crate) mv: Move,
    pub(crate) spent: Duration,
    /// The mover's clock afterwards.
    pub(crate) left: Option<Duration>,
    pub(crate) score: Option<RedScore>,
    pub(crate) depth: Option<u32>,
}

/// Ends that no rule of the board knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Ending {
    Resigned(Color),
    OutOfTime(Color),
    Agreed,
    /// A bot did something that loses the game.
    Faulted(Color, Fault),
}

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EndReason {
    /// A rule of the board says so.
    Board(Reason),
    Resignation,
    Time,
    Agreement,
    Fault(FaultKind),
}

impl EndReason {
    /// The words of the command line contract, and more for what only people and bots do.
    pub(crate) fn name(self) -> &'static str {
        match self {
            EndReason::Board(reason) => reason.name(),
            EndReason::Resignation => "resignation",
            EndReason::Time => "time",
            EndReason::Agreement => "agreement",
            EndReason::Fault(kind) => kind.name(),
        }
    }
}

/// What happened. A game is its setup and the list of these.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Event {
    Played(Ply),
    TookBack { plies: usize },
    Ended(Ending),
    Swapped,
}

/// How the game stands, whoever ended it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Standing {
    pub(crate) status: Status,
    pub(crate) reason: Option<EndReason>,
    pub(crate) explanation: Explanation,
}

impl Standing {
    pub(crate) fn is_over(&self) -> bool {
        self.status != Status::Ongoing
    }
}

#[derive(Clone)]
pub(crate) struct GameState {
    setup: GameSetup,
    game: Game,
    plies: Vec<Ply>,
    /// Moves taken back, the next to be played again last.
    undone: Vec<Ply>,
    ending: Option<Ending>,
    swapped: bool,
    standing: Standing,
}

impl GameState {
    pub(crate) fn new(setup: GameSetup) -> GameState {
        let game = Game::new(setup.start);
        let standing = judge(&game, setup.rules, None);
        GameState {
            setup,
            game,
            plies: Vec::new(),
            undone: Vec::new(),
            ending: None,
            swapped: false,
            standing,
        }
    }

    pub(crate) fn setup(&self) -> &GameSetup {
        &self.setup
    }

    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    pub(crate) fn plies(&self) -> &[Ply] {
        &self.plies
    }

    pub(crate) fn undone(&self) -> usize {
        self.undone.len()
    }

    pub(crate) fn standing(&self) -> &Standing {
        &self.standing
    }

    pub(crate) fn swapped(&self) -> bool {
        self.swapped
    }

    pub(crate) fn turn(&self) -> Color {
        self.game.position().side()
    }

    pub(crate) fn player(&self, color: Color) -> &Player {
        let seat = if self.swapped { color.opponent() } else { color };
        &self.setup.players[seat.index()]
    }

    /// A guest sits down under a name of its own; `seat` is meant before any swap.
    pub(crate) fn name_player(&mut self, seat: Color, name: Option<String>) {
        if name.is_some() {
            self.setup.players[seat.index()] = Player::Human { name };
        }
    }

    /// The same game again with colors changed: whoever has Red now has Black then.
    pub(crate) fn rematch(&self) -> GameState {
        let players = [self.player(Color::Black).clone(), self.player(Color::Red).clone()];
        GameState::new(GameSetup { players, ..self.setup.clone() })
    }

    /// Who has to think now: `None` when the game is over or a human is to move.
    pub(crate) fn machine_to_move(&self) -> Option<MachinePlayer> {
        match self.player(self.turn()) {
            Player::Machine(machine) if !self.standing.is_over() => Some(*machine),
            _ => None,
        }
    }

    pub(crate) fn humans(&self) -> usize {
        self.setup.players.iter().filter(|it| it.is_human()).count()
    }

    /// What a side has left at the start of its turn; `None` without a clock.
    pub(crate) fn time_left(&self, color: Color) -> Option<Duration> {
        let rule = self.setup.clock?;
        let own =
            self.plies.iter().enumerate().rev().filter(|(index, _)| self.mover(*index) == color);
        let last = own.filter_map(|(_, ply)| ply.left).next();
        Some(last.unwrap_or(rule.stock()))
    }

    /// Who played the ply with this index.
    pub(crate) fn mover(&self, index: usize) -> Color {
        let first = self.setup.start.side();
        if index.is_multiple_of(2) { first } else { first.opponent() }
    }

    /// The clock waits for the first move of the game: nobody loses time finding the board. A bot
    /// has nothing to find.
    pub(crate) fn clock_runs(&self) -> bool {
        let has_begun = !self.plies.is_empty() || self.player(self.turn()).is_bot();
        self.setup.clock.is_some() && has_begun && !self.standing.is_over()
    }

    /// The fault that ended the game.
    pub(crate) fn fault(&self) -> Option<&Fault> {
        match &self.ending {
            Some(Ending::Faulted(_, fault)) => Some(fault),
            _ => None,
        }
    }

    /// Reads a move in any notation and checks that it may be played.
    pub(crate) fn check_move(&self, text: &str) -> Result<Move, GameError> {
        self.check_ongoing()?;
        if MOST_PLIES <= self.plies.len() {
            return Err(GameError::Over);
        }
        Ok(self.game.position().read_move(text)?)
    }

    pub(crate) fn check_ongoing(&self) -> Result<(), GameError> {
        if self.standing.is_over() { Err(GameError::Over) } else { Ok(()) }
    }

    /// How many plies a take-back means for `asker`: back to its own last decision.
    pub(crate) fn plies_to_undo(&self, asker: Option<Color>) -> Result<usize, GameError> {
        let own = |index: &usize| asker.is_none_or(|asker| self.mover(*index) == asker);
        let last_own = (0..self.plies.len()).rev().find(own).ok_or(GameError::NothingToUndo)?;
        Ok(self.plies.len() - last_own)
    }

    /// The plies a redo plays again: up to the asker's next decision.
    pub(crate) fn plies_to_redo(&self, asker: Option<Color>) -> Result<Vec<Ply>, GameError> {
        if self.undone.is_empty() {
            return Err(GameError::NothingToRedo);
        }
        let mut replayed = Vec::new();
        for (step, ply) in self.undone.iter().rev().enumerate() {
            let is_next_own = asker.is_none_or(|it| self.mover(self.plies.len() + step) == it);
            if 0 < step && is_next_own {
                break;
            }
            replayed.push(ply.clone());
        }
        Ok(replayed)
    }

    /// Lets an event happen. Fails only on events that no game wrote, as in a damaged file.
    pub(crate) fn apply(&mut self, event: &Event) -> Result<(), GameError> {
        match event {
            Event::Played(ply) => self.play(ply)?,
            Event::TookBack { plies } => self.take_back(*plies)?,
            Event::Ended(ending) => self.ending = Some(ending.clone()),
            Event::Swapped => self.swapped = !self.swapped,
        }
        self.standing = judge(&self.game, self.setup.rules, self.ending.as_ref());
        Ok(())
    }

    fn play(&mut self, ply: &Ply) -> Result<(), GameError> {
        self.game.play(ply.mv)?;
        // Playing the move that was taken back keeps the rest of the line for redo.
        match self.undone.pop() {
            Some(next) if next.mv == ply.mv => (),
            _ => self.undone.clear(),
        }
        self.plies.push(ply.clone());
        Ok(())
    }

    fn take_back(&mut self, plies: usize) -> Result<(), GameError> {
        self.ending = None;
        for _ in 0..plies {
            let ply = self.plies.pop().ok_or(GameError::NothingToUndo)?;
            self.game.undo();
            self.undone.push(ply);
        }
        Ok(())
    }
}

fn judge(game: &Game, rules: RuleSet, ending: Option<&Ending>) -> Standing {
    let (status, reason) = match ending {
        None => {
            let verdict = game.verdict(rules);
            let reason = verdict.reason.map(EndReason::Board);
            return Standing { status: verdict.status, reason, explanation: verdict.explanation };
        }
        Some(Ending::Resigned(loser)) => (Status::Won(loser.opponent()), EndReason::Resignation),
        Some(Ending::OutOfTime(loser)) => (Status::Won(loser.opponent()), EndReason::Time),
        Some(Ending::Agreed) => (Status::Draw, EndReason::Agreement),
        Some(Ending::Faulted(loser, fault)) => {
            (Status::Won(loser.opponent()), EndReason::Fault(fault.kind))
        }
    };
    Standing { status, reason: Some(reason), explanation: Explanation::default() }
}

#[cfg(test)]
mod tests {
    use xiangqi::Position;

    use super::*;
    use crate::game::setup::ClockRule;

    fn game(players: [Player; 2], clock: Option<ClockRule>) -> GameState {
        GameState::new(GameSetup {
            start: Position::start(),
            rules: RuleSet::Asian,
            players,
            clock,
        })
    }

    fn human() -> Player {
        Player::human(None)
    }

    fn play(state: &mut GameState, moves: &str) {
        for word in moves.split_whitespace() {
            let mv = state.check_move(word).unwrap();
            let left = state.time_left(state.turn());
            let ply = Ply { mv, spent: Duration::ZERO, left, score: None, depth: None };
            state.apply(&Event::Played(ply)).unwrap();
        }
    }

    #[test]
    fn taking_back_returns_to_the_askers_decision() {
        let mut state = game([human(), Player::level(1).unwrap()], None);
        play(&mut state, "h2e2 h9g7 h0g2");
        assert_eq!(state.plies_to_undo(Some(Color::Red)), Ok(1));
        assert_eq!(state.plies_to_undo(Some(Color::Black)), Ok(2));
        assert_eq!(state.plies_to_undo(None), Ok(1));
        state.apply(&Event::TookBack { plies: 3 }).unwrap();
        assert_eq!(state.plies_to_undo(None), Err(GameError::NothingToUndo));
        assert_eq!(state.plies_to_redo(Some(Color::Red)).unwrap().len(), 2);
    }

    #[test]
    fn another_move_forgets_what_was_taken_back() {
        let mut state = game([human(), human()], None);
        play(&mut state, "h2e2 h9g7");
        state.apply(&Event::TookBack { plies: 2 }).unwrap();
        play(&mut state, "h2e2");
        assert_eq!(state.undone(), 1, "the same move keeps the line");
        play(&mut state, "b9c7");
        assert_eq!(state.undone(), 0);
    }

    #[test]
    fn clocks_are_read_from_the_plies() {
        let rule =
            ClockRule::Game { base: Duration::from_secs(60), increment: Duration::from_secs(2) };
        let mut state = game([human(), human()], Some(rule));
        assert!(!state.clock_runs());
        let left = rule.after_move(Duration::from_secs(60), Duration::from_secs(5));
        let mv = state.check_move("h2e2").unwrap();
        let ply =
            Ply { mv, spent: Duration::from_secs(5), left: Some(left), score: None, depth: None };
        state.apply(&Event::Played(ply)).unwrap();
        assert_eq!(state.time_left(Color::Red), Some(Duration::from_secs(57)));
        assert_eq!(state.time_left(Color::Black), Some(Duration::from_secs(60)));
        state.apply(&Event::TookBack { plies: 1 }).unwrap();
        assert_eq!(state.time_left(Color::Red), Some(Duration::from_secs(60)));
    }

    #[test]
    fn endings_outside_the_board_end_the_game_and_a_take_back_reopens_it() {
        let mut state = game([human(), Player::level(1).unwrap()], None);
        play(&mut state, "h2e2");
        state.apply(&Event::Ended(Ending::Resigned(Color::Red))).unwrap();
        assert_eq!(state.standing().reason, Some(EndReason::Resignation));
        assert_eq!(state.check_move("h9g7"), Err(GameError::Over));
        state.apply(&Event::TookBack { plies: 1 }).unwrap();
        assert!(!state.standing().is_over());
    }

    #[test]
    fn swapping_exchanges_the_players() {
        let mut state = game([human(), Player::level(3).unwrap()], None);
        state.apply(&Event::Swapped).unwrap();
        assert!(state.machine_to_move().is_some());
        assert!(state.player(Color::Black).is_human());
    }
}
