//! Why a move is worse than another: the first thing that decides between the two lines, as facts
//! that the rules confirm on the board, and a line to replay.

mod causes;
mod chinese;
mod dangers;
mod english;
mod fact;
mod initiative;
mod walk;

use engine::Score;
use xiangqi::{Color, Game, Language, Move, PieceKind, Position, Reason, RuleSet, Status, Style};

pub use fact::{Fact, HorseSpot, Placed};
use walk::{CONSIDERABLE, NOTICEABLE, Walk};

use crate::{
    chances::{chance, drop, gives_away},
    mates::patterns,
};

/// Below this loss, in percent, a move needs no excuse.
pub const HARMLESS: f64 = 2.0;
/// From this loss on a soldier is not reason enough.
const LARGE: f64 = 30.0;
/// How far dangers for the general are looked for.
const DANGER_HORIZON: usize = 8;
/// Plies that are shown if nothing says where to stop.
const SHOWN: usize = 6;

/// A move and what follows, judged by the side that moves first.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    pub score: Score,
    pub line: Vec<Move>,
}

/// Which of the two lines a fact is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Line {
    Played,
    Better,
}

/// The comparison of two moves.
#[derive(Clone, PartialEq, Debug)]
pub struct Why {
    /// Where both lines begin.
    pub position: Position,
    pub played: Vec<Move>,
    pub better: Vec<Move>,
    /// What decides, and what is behind it; never empty.
    pub facts: Vec<(Line, Fact)>,
}

impl Why {
    /// One or two sentences, moves written in `style`.
    pub fn sentences(&self, language: Language, style: Style) -> Vec<String> {
        let tell = |(line, fact): &(Line, Fact)| {
            let teller = Teller { why: self, line: *line, style };
            match language {
                Language::Chinese => chinese::sentence(&teller, fact),
                Language::English => english::sentence(&teller, fact),
            }
        };
        self.facts.iter().map(tell).collect()
    }

    /// The line that shows the first fact, and how many of its moves it takes.
    pub fn shown(&self) -> (Line, &[Move]) {
        let (line, fact) = &self.facts[0];
        let moves = self.line(*line);
        let at = fact.at().unwrap_or(SHOWN).clamp(1, moves.len().max(1));
        (*line, &moves[..at.min(moves.len())])
    }

    pub fn line(&self, line: Line) -> &[Move] {
        match line {
            Line::Played => &self.played,
            Line::Better => &self.better,
        }
    }
}

impl Fact {
    /// Moves of the line that show it; `None` if it is about no place.
    pub fn at(&self) -> Option<usize> {
        match self {
            Fact::Mate { at, .. }
            | Fact::LostByRule { at, .. }
            | Fact::Material { at, .. }
            | Fact::Hanging { at, .. }
            | Fact::DoubleAttack { at, .. }
            | Fact::PinnedProtector { at, .. }
            | Fact::Overloaded { at, .. }
            | Fact::Trapped { at, .. }
            | Fact::HollowCannon { at, .. }
            | Fact::HorseCheck { at, .. }
            | Fact::BareGeneral { at, .. }
            | Fact::Initiative { at, .. } => Some(*at),
            Fact::NoSingleReason { .. } | Fact::NothingWrong { .. } => None,
        }
    }
}

/// What sentences are made from: a fact's line on the board.
struct Teller<'a> {
    why: &'a Why,
    line: Line,
    style: Style,
}

impl Teller<'_> {
    /// The `number`-th move of the line, counted from 1.
    fn mv(&self, number: usize) -> String {
        let walk = Walk::new(&self.why.position, self.why.line(self.line));
        match number.checked_sub(1).and_then(|it| Some((it, walk.played.get(it)?.mv))) {
            Some((index, mv)) => walk.positions[index].write_move(mv, self.style),
            None => String::new(),
        }
    }

    /// The move that both are about.
    fn first(&self) -> String {
        self.mv(1)
    }

    fn mover(&self) -> Color {
        self.why.position.side()
    }
}

/// Why the large pieces fell that the first side takes along a line.
pub fn causes_in(position: &Position, line: &[Move]) -> Vec<Fact> {
    const LARGE: [PieceKind; 3] = [PieceKind::Chariot, PieceKind::Horse, PieceKind::Cannon];
    let walk = Walk::new(position, line);
    let takes =
        |ply: &usize| walk.played[*ply].captured.is_some_and(|it| LARGE.contains(&it.kind()));
    let plies = (0..walk.len()).step_by(2).filter(takes);
    plies.filter_map(|ply| causes::of_capture(&walk, ply)).collect()
}

/// Compares what was played with what would have been better, in the position a game has come to.
pub fn compare(game: &Game, rules: RuleSet, played: &Choice, better: &Choice) -> Why {
    let position = *game.position();
    let mut why =
        Why { position, played: played.line.clone(), better: better.line.clone(), facts: vec![] };
    let loss = (chance(better.score) - chance(played.score)).max(0.0);
    // A piece given away needs a reason where no chances are left to lose, too.
    let is_harmless = loss < HARMLESS && !gives_away(better.score, played.score);
    let walks = [Walk::new(&position, &played.line), Walk::new(&position, &better.line)];
    let same_move = played.line.first() == better.line.first();
    let found = (!same_move)
        .then(|| {
            mates(&walks, [played.score, better.score])
                .or_else(|| rule(game, rules, &mut why, [played.score, better.score]))
                .or_else(|| (!is_harmless).then(|| material(&walks, loss, &mut why)).flatten())
                .or_else(|| (!is_harmless).then(|| danger(&walks)).flatten())
                .or_else(|| (!is_harmless && loss < LARGE).then(|| initiative(&walks)).flatten())
        })
        .flatten();
    why.facts = found.unwrap_or_else(|| {
        let centipawns = drop(better.score, played.score).max(0);
        let fact = match is_harmless {
            true => Fact::NothingWrong { loss },
            false => Fact::NoSingleReason { loss, centipawns },
        };
        vec![(Line::Played, fact)]
    });
    why
}

/// The played line is mated, or the other one mates sooner.
fn mates([played, better]: &[Walk; 2], scores: [Score; 2]) -> Option<Vec<(Line, Fact)>> {
    let mover = played.mover();
    let (mine, theirs) = (mate(played, scores[0]), mate(better, scores[1]));
    if let Some(fact @ Fact::Mate { winner, .. }) = &mine
        && *winner != mover
    {
        let also_lost = matches!(&theirs, Some(Fact::Mate { winner, .. }) if *winner != mover);
        let mut facts = vec![(Line::Played, fact.clone())];
        // A mate on both sides of the scale says more than either.
        if let (false, Some(missed)) = (also_lost, theirs) {
            facts.push((Line::Better, missed));
        }
        return Some(facts);
    }
    let is_faster = played.last().has_legal_move() || better.len() < played.len();
    theirs
        .filter(|it| matches!(it, Fact::Mate { winner, .. } if *winner == mover) && is_faster)
        .map(|it| vec![(Line::Better, it)])
}

/// The line ends the game. It may show less than the best defense: then the search knows better how
/// long the mate takes.
fn mate(walk: &Walk, score: Score) -> Option<Fact> {
    let last = walk.last();
    if walk.len() == 0 || last.has_legal_move() {
        return None;
    }
    let winner = last.side().opponent();
    let moves = walk.played.iter().filter(|it| it.piece.color() == winner).count();
    let proven = score.mate_moves().map_or(0, |it| it.unsigned_abs() as usize);
    let moves = moves.max(proven);
    Some(Fact::Mate { winner, moves, pattern: patterns(last).first().copied(), at: walk.len() })
}

/// A repetition that the rules forbid: the line is played on until the referee speaks.
fn rule(
    game: &Game,
    rules: RuleSet,
    why: &mut Why,
    scores: [Score; 2],
) -> Option<Vec<(Line, Fact)>> {
    let mover = why.position.side();
    let lines = [(Line::Played, mover), (Line::Better, mover.opponent())];
    for ((line, expected), score) in lines.into_iter().zip(scores) {
        let is_by_rule = matches!(score, Score::RuleLoss { .. } | Score::RuleWin { .. });
        if !is_by_rule {
            continue;
        }
        if let Some((moves, loser, reason)) = until_verdict(game, rules, why.line(line))
            && loser == expected
        {
            let at = moves.len();
            match line {
                Line::Played => why.played = moves,
                Line::Better => why.better = moves,
            }
            return Some(vec![(line, Fact::LostByRule { loser, reason, at })]);
        }
    }
    None
}

/// Plays a line and repeats the loop it ends in until the rules have an opinion.
fn until_verdict(game: &Game, rules: RuleSet, line: &[Move]) -> Option<(Vec<Move>, Color, Reason)> {
    let start = game.len();
    let mut game = game.clone();
    let verdict = |game: &Game| match game.outcome(rules) {
        (Status::Won(winner), Some(reason))
            if matches!(reason, Reason::PerpetualCheck | Reason::PerpetualChase) =>
        {
            Some((game.moves().skip(start).collect(), winner.opponent(), reason))
        }
        _ => None,
    };
    for &mv in line {
        game.play(mv).ok()?;
        if let Some(found) = verdict(&game) {
            return Some(found);
        }
    }
    let from = game.earlier_occurrences().next()?;
    let cycle: Vec<Move> = game.moves().skip(from).collect();
    for &mv in cycle.iter().cycle().take(2 * cycle.len()) {
        game.play(mv).ok()?;
        if let Some(found) = verdict(&game) {
            return Some(found);
        }
    }
    None
}

/// One line costs more than the other once both have come to rest, for which they may have to be
/// played on.
fn material(walks: &[Walk; 2], loss: f64, why: &mut Why) -> Option<Vec<(Line, Fact)>> {
    let [played, better] = walks.each_ref().map(Walk::settled);
    let mover = played.mover();
    let (mine, theirs) = (played.rest()?, better.rest()?);
    let least = if loss < LARGE { NOTICEABLE } else { CONSIDERABLE };
    if theirs.balance - mine.balance < least {
        return None;
    }
    let (line, walk, rest, loser) = if theirs.balance <= -mine.balance {
        (Line::Played, &played, mine, mover)
    } else {
        (Line::Better, &better, theirs, mover.opponent())
    };
    let (lost, regained) =
        walk::net(walk.taken(loser, rest.at), walk.taken(loser.opponent(), rest.at));
    if lost.is_empty() {
        return None;
    }
    let cause =
        causes::first_capture(walk, loser, &lost).and_then(|ply| causes::of_capture(walk, ply));
    let mut facts = vec![(line, Fact::Material { loser, lost, regained, at: rest.at })];
    facts.extend(cause.map(|it| (line, it)));
    (why.played, why.better) = (played.moves(), better.moves());
    Some(facts)
}

/// The general comes into danger in the played line, and not in the other.
fn danger([played, better]: &[Walk; 2]) -> Option<Vec<(Line, Fact)>> {
    if dangers::first_danger(better, DANGER_HORIZON).is_some() {
        return None;
    }
    let fact = dangers::first_danger(played, DANGER_HORIZON)?;
    Some(vec![(Line::Played, fact)])
}

/// Nothing is lost yet, but the other side has the say.
fn initiative([played, better]: &[Walk; 2]) -> Option<Vec<(Line, Fact)>> {
    initiative::lost(played, better).map(|it| vec![(Line::Played, it)])
}
