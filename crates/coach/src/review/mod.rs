//! The review of a game as a list of searches that are still wanted, and what follows from those
//! that were answered.
//!
//! First every position is looked at quickly, from the first to the last, so that the graph can be
//! drawn. Then closely, unless the game is decided, then the move that would have been played instead
//! where the first choice is in doubt, and what would get a label is looked at once more. The list depends on the answers and on
//! nothing else: a review that was broken off goes on where it stood once its notebook is read.

mod judgment;
mod notebook;
mod report;
mod stages;

use std::collections::BTreeMap;

use engine::{Engine, Limits, Score, Signals};
use xiangqi::{Game, Move, Reason, RuleSet, Status};

pub use judgment::{BLUNDER, INACCURACY, Label, MISTAKE, ONLY_MOVE, is_good};
pub use notebook::{BadNotebook, note};
pub use report::{Accuracy, MoveReview, Phase, Report};

/// The longest game that is reviewed; what follows is not looked at.
pub const MOST_PLIES: usize = 600;
/// Plies of a line that are enough to say why.
const TOLD: usize = 12;

/// How thoroughly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Nodes of a deep search; the quick look takes an eighth of it.
    pub nodes: u64,
    /// Whose word on repetitions counts.
    pub rules: RuleSet,
}

impl Settings {
    pub const DEFAULT_NODES: u64 = 150_000;
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { nodes: Settings::DEFAULT_NODES, rules: RuleSet::default() }
    }
}

/// A search that is wanted: the position before this move (counted from 0), or the last one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Ask {
    pub ply: usize,
    pub question: Question,
}

/// What is asked about a position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Question {
    /// What is it worth, at first sight?
    Quick,
    /// What is it worth, looked at closely?
    Deep,
    /// The same once more, before anything is called an error.
    Sure,
    /// What else could have been played than what was, at first sight?
    Other,
    /// The same, looked at closely.
    OtherDeep,
    /// Is there a mate, and how far is it exactly?
    Mate,
    /// How does the line go on to the mate that it promises?
    Finish,
}

/// What a search found, for the side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opinion {
    pub score: Score,
    pub depth: i32,
    pub line: Vec<Move>,
}

/// A search as the engine needs it.
#[derive(Clone, Debug)]
pub struct Task {
    pub game: Game,
    pub limits: Limits,
}

/// How far a review is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Positions looked at quickly, of how many.
    pub quick: (usize, usize),
    /// Closer looks, of those that are known to be wanted.
    pub deep: (usize, usize),
    pub is_done: bool,
}

/// A game under review.
#[derive(Clone, Debug)]
pub struct Review {
    game: Game,
    settings: Settings,
    answers: BTreeMap<Ask, Opinion>,
    /// The score of the last position if the game has ended there: no search can know better.
    end: Option<Score>,
}

impl Review {
    pub fn new(mut game: Game, settings: Settings) -> Review {
        while MOST_PLIES < game.len() {
            game.undo();
        }
        let end = score_of_end(&game, settings.rules);
        Review { game, settings, answers: BTreeMap::new(), end }
    }

    pub fn game(&self) -> &Game {
        &self.game
    }

    pub fn settings(&self) -> Settings {
        self.settings
    }

    /// What to search for an ask.
    pub fn task(&self, ask: Ask) -> Task {
        let mut game = self.game.clone();
        while ask.ply < game.len() {
            game.undo();
        }
        let mut mate = None;
        if ask.question == Question::Finish
            && let Some((line, moves)) = self.unfinished(ask.ply)
        {
            line.iter().take_while(|&&mv| game.play(mv).is_ok()).count();
            mate = Some(moves);
        }
        let played = self.game.moves().nth(ask.ply);
        let is_other = matches!(ask.question, Question::Other | Question::OtherDeep);
        let nodes = match ask.question {
            Question::Quick | Question::Other => self.settings.nodes / 8,
            Question::Deep | Question::OtherDeep => self.settings.nodes,
            Question::Sure => self.settings.nodes.saturating_mul(3),
            Question::Mate | Question::Finish => self.settings.nodes.saturating_mul(16),
        };
        let ban_moves = played.filter(|_| is_other).into_iter().collect();
        Task { game, limits: Limits { ban_moves, mate, ..Limits::nodes(nodes.max(200)) } }
    }

    /// Takes the answer to an ask. One that is not legal move by move is cut where it stops.
    pub fn take(&mut self, ask: Ask, mut answer: Opinion) {
        if self.game.len() < ask.ply {
            return;
        }
        let mut game = self.task(ask).game;
        let legal = answer.line.iter().take_while(|&&mv| game.play(mv).is_ok()).count();
        answer.line.truncate(legal);
        self.answers.insert(ask, answer);
    }

    pub fn is_done(&self) -> bool {
        self.wanted().is_empty()
    }

    fn answer(&self, ply: usize, question: Question) -> Option<&Opinion> {
        self.answers.get(&Ask { ply, question })
    }

    /// The best that is known of a position.
    fn opinion(&self, ply: usize) -> Option<Opinion> {
        if let Some(score) = self.end.filter(|_| ply == self.game.len()) {
            return Some(Opinion { score, depth: 0, line: Vec::new() });
        }
        let mut opinion = self.first_opinion(ply)?.clone();
        if let Some(finish) = self.answer(ply, Question::Finish) {
            opinion.line = self.unfinished(ply).map_or(opinion.line, |it| it.0);
            opinion.line.extend(&finish.line);
        }
        Some(opinion)
    }

    /// The same before a line was asked to go on.
    fn first_opinion(&self, ply: usize) -> Option<&Opinion> {
        [Question::Mate, Question::Sure, Question::Deep, Question::Quick]
            .into_iter()
            .find_map(|it| self.answer(ply, it))
    }

    /// A line that promises a mate, up to the winner's last move in it, and how many moves the
    /// winner needs from there.
    fn unfinished(&self, ply: usize) -> Option<(Vec<Move>, i32)> {
        let opinion = self.first_opinion(ply)?;
        let (plies, is_winner) = match opinion.score {
            Score::MateIn { plies } => (plies, true),
            Score::MatedIn { plies } => (plies, false),
            _ => return None,
        };
        let mut line = opinion.line.clone();
        let is_winner_to_move = |line: &[Move]| line.len().is_multiple_of(2) == is_winner;
        if !is_winner_to_move(&line) {
            line.pop();
        }
        let left = plies - line.len() as i32;
        (0 < left && is_winner_to_move(&line)).then_some((line, (left + 1) / 2))
    }
}

/// Searches for an ask. An engine that is used for nothing else gives the same answers again.
pub fn look(engine: &mut Engine, task: &Task, signals: &Signals) -> Opinion {
    let result = engine.search(&task.game, &task.limits, signals, &mut |_| {});
    let mut line = result.line().to_vec();
    lengthen(engine, &task.game, &mut line);
    Opinion { score: result.score, depth: result.depth, line }
}

/// Plays a short line on with what the table remembers. The last iteration is often cut off just
/// when a move turned out well or badly, and then its line ends before it shows why.
fn lengthen(engine: &Engine, game: &Game, line: &mut Vec<Move>) {
    let mut game = game.clone();
    if line.is_empty() || !line.iter().all(|&mv| game.play(mv).is_ok()) {
        return;
    }
    while line.len() < TOLD && game.earlier_occurrences().next().is_none() {
        let Some(mv) = engine.probe(&game).and_then(|it| it.best) else { break };
        if game.play(mv).is_err() {
            break;
        }
        line.push(mv);
    }
}

/// What the end of a game means to the side to move there.
fn score_of_end(game: &Game, rules: RuleSet) -> Option<Score> {
    let (status, reason) = game.outcome(rules);
    Some(match (status, reason?) {
        (Status::Ongoing, _) => return None,
        (Status::Draw, _) => Score::Centipawns(0),
        (Status::Won(_), Reason::Checkmate | Reason::Stalemate) => Score::MatedIn { plies: 0 },
        (Status::Won(color), _) if color == game.position().side() => Score::RuleWin { plies: 0 },
        (Status::Won(_), _) => Score::RuleLoss { plies: 0 },
    })
}
