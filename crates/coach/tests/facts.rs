//! Every fact that the why-module names is confirmed by brute force along its line, with the rules
//! written for the eye.

#[path = "../../xiangqi/tests/slow/mod.rs"]
mod slow;

use coach::{
    Choice, Fact, Line, Why, of_other_side,
    why::{self, HorseSpot, Placed},
};
use engine::{Engine, Limits, Score, Signals};
use random::Random;
use slow::Board;
use xiangqi::{
    Color, Game, Language, Move, Piece, PieceKind, Position, RuleSet, Square, Status, Style,
};

const PAIRS: usize = 2_000;

fn search(engine: &mut Engine, game: &Game, limits: &Limits) -> (Score, Vec<Move>) {
    let result = engine.search(game, limits, &Signals::new(), &mut |_| {});
    (result.score, result.line().to_vec())
}

/// The move against the best one, as the page asks about it.
fn ask(engine: &mut Engine, game: &Game, mv: Move) -> Option<Why> {
    let limits = Limits::nodes(1_500);
    let (score, line) = search(engine, game, &limits);
    let mut after = game.clone();
    after.play(mv).unwrap();
    let (answer_score, answer) = search(engine, &after, &limits);
    let mut played = vec![mv];
    played.extend(answer);
    let played = Choice { score: of_other_side(answer_score), line: played };
    (!line.is_empty()).then(|| why::compare(game, RuleSet::Asian, &played, &Choice { score, line }))
}

struct Shown {
    boards: Vec<Board>,
    moves: Vec<Move>,
    first: Color,
}

impl Shown {
    fn side(&self, at: usize) -> Color {
        if at.is_multiple_of(2) { self.first } else { !self.first }
    }

    fn taken(&self, color: Color, until: usize) -> Vec<PieceKind> {
        let taken = |ply: usize| self.boards[ply][self.moves[ply].to().index()];
        let pieces = (0..until).filter_map(taken).filter(|it| it.color() == color);
        pieces.map(Piece::kind).collect()
    }

    /// Who may take on the point where the `ply`-th move has taken.
    fn takers_back(&self, ply: usize) -> Vec<Square> {
        takers(&self.boards[ply + 1], self.side(ply + 1), self.moves[ply].to())
    }
}

fn takers(board: &Board, side: Color, on: Square) -> Vec<Square> {
    slow::legal_moves(board, side).iter().filter(|it| it.to() == on).map(|it| it.from()).collect()
}

fn stands(board: &Board, (piece, square): &Placed) -> bool {
    board[square.index()] == Some(*piece)
}

fn worth(piece: Piece, square: Square) -> i32 {
    match piece.kind() {
        PieceKind::Soldier if square.is_home_of(piece.color()) => 10,
        PieceKind::Soldier | PieceKind::Advisor | PieceKind::Elephant => 20,
        PieceKind::Horse => 40,
        PieceKind::Cannon => 45,
        PieceKind::Chariot => 90,
        PieceKind::General => 1000,
    }
}

/// Is the victim worth more than its attacker, or can nothing take back?
fn pays(board: &Board, attacker: &Placed, victim: &Placed) -> bool {
    let after = slow::after(board, Move::new(attacker.1, victim.1).unwrap());
    worth(attacker.0, attacker.1) < worth(victim.0, victim.1)
        || takers(&after, victim.0.color(), victim.1).is_empty()
}

fn attacks(board: &Board, attacker: &Placed, victim: &Placed) -> bool {
    stands(board, attacker)
        && stands(board, victim)
        && slow::targets(board, attacker.1).contains(&victim.1)
}

fn is_in_check(board: &Board, color: Color) -> bool {
    !slow::attackers(board, color).is_empty()
}

fn confirm(game: &Game, shown: &Shown, other: &Shown, fact: &Fact) -> bool {
    let at = fact.at().unwrap_or(0);
    let board = &shown.boards[at];
    let side = shown.side(at);
    match fact {
        Fact::Mate { winner, moves, .. } => {
            let by_winner = (0..at).filter(|&it| shown.side(it) == *winner).count();
            slow::legal_moves(board, side).is_empty() && side != *winner && by_winner <= *moves
        }
        Fact::LostByRule { loser, reason, .. } => {
            let mut game = game.clone();
            for &mv in &shown.moves[..at] {
                game.play(mv).unwrap();
            }
            game.outcome(RuleSet::Asian) == (Status::Won(!*loser), Some(*reason))
        }
        Fact::Material { loser, lost, regained, .. } => {
            let mut gone = shown.taken(*loser, at);
            let mut back = Vec::new();
            for kind in shown.taken(!*loser, at) {
                match gone.iter().position(|&it| it == kind) {
                    Some(index) => drop(gone.remove(index)),
                    None => back.push(kind),
                }
            }
            let sorted = |list: &[PieceKind]| {
                let mut list = list.to_vec();
                list.sort_unstable();
                list
            };
            let hangs = slow::legal_moves(board, side).into_iter().any(|mv| {
                let after = slow::after(board, mv);
                board[mv.to().index()].is_some()
                    && !Square::all()
                        .filter(|it| after[it.index()].is_some_and(|it| it.color() != side))
                        .any(|it| slow::targets(&after, it).contains(&mv.to()))
            });
            sorted(&gone) == sorted(lost)
                && sorted(&back) == sorted(regained)
                && !is_in_check(board, side)
                && !hangs
        }
        Fact::Hanging { victim, taker, is_protected, .. } => {
            attacks(&shown.boards[at - 1], taker, victim)
                && shown.takers_back(at - 1).is_empty() != *is_protected
                && pays(&shown.boards[at - 1], taker, victim)
        }
        Fact::DoubleAttack { attacker, checks, targets, .. } => {
            targets.iter().all(|it| attacks(board, attacker, it) && pays(board, attacker, it))
                && is_in_check(board, side) == *checks
                && 2 <= targets.len() + usize::from(*checks)
                && targets.iter().any(|it| shown.moves[at + 1].to() == it.1)
        }
        Fact::PinnedProtector { victim, protector, exposed_to, .. } => {
            let back = Move::new(protector.1, victim.1).unwrap();
            stands(&shown.boards[at - 1], victim)
                && slow::targets(board, protector.1).contains(&victim.1)
                && shown.takers_back(at - 1).is_empty()
                && slow::attackers(&slow::after(board, back), side).contains(&exposed_to.1)
                && !slow::attackers(board, side).contains(&exposed_to.1)
        }
        Fact::Overloaded { protector, wards, .. } => {
            let before = &shown.boards[at - 3];
            let second = slow::after(before, shown.moves[at - 1]);
            wards.iter().all(|it| stands(before, it))
                && shown.takers_back(at - 3) == [protector.1]
                && takers(&second, protector.0.color(), wards[1].1) == [protector.1]
                && shown.takers_back(at - 1).is_empty()
        }
        Fact::Trapped { victim, .. } => {
            let enemy = !victim.0.color();
            let is_hit = |board: &Board, on: Square| {
                takers(board, enemy, on)
                    .iter()
                    .any(|&it| pays(board, &(board[it.index()].unwrap(), it), &(victim.0, on)))
            };
            let ways = slow::legal_moves(board, side);
            stands(board, victim)
                && is_hit(board, victim.1)
                && ways
                    .iter()
                    .filter(|it| it.from() == victim.1)
                    .all(|&it| is_hit(&slow::after(board, it), it.to()))
        }
        Fact::HollowCannon { cannon, general, .. } => {
            let (low, high) =
                (cannon.1.rank().min(general.1.rank()), cannon.1.rank().max(general.1.rank()));
            stands(board, cannon)
                && stands(board, general)
                && cannon.1.file() == general.1.file()
                && (low + 1..high).all(|rank| {
                    board[Square::new(general.1.file(), rank).unwrap().index()].is_none()
                })
        }
        Fact::HorseCheck { horse, spot, .. } => {
            let names = match spot {
                HorseSpot::BesidePalace => ["c1", "g1", "c8", "g8"],
                HorseSpot::PalaceCorner => ["d2", "f2", "d7", "f7"],
            };
            names.contains(&horse.1.to_string().as_str())
                && slow::attackers(board, side).contains(&horse.1)
        }
        Fact::BareGeneral { general, checks, .. } => {
            let color = general.0.color();
            let advisor = Some(Piece::new(color, PieceKind::Advisor));
            let own = (1..=at).filter(|&it| shown.side(it) == color);
            let bare = own.filter(|&it| !shown.boards[it].contains(&advisor));
            bare.filter(|&it| is_in_check(&shown.boards[it], color)).count() == *checks
        }
        Fact::Initiative { captures, otherwise, .. } => {
            let own = [shown.first, !shown.first];
            let counted = |board: &Board| {
                own.map(|color| {
                    let moves = slow::legal_moves(board, color);
                    moves.iter().filter(|it| board[it.to().index()].is_some()).count()
                })
            };
            let lead = |it: &[usize; 2]| it[0] as i32 - it[1] as i32;
            side == shown.first
                && counted(board) == *captures
                && counted(&other.boards[at]) == *otherwise
                && lead(captures) < lead(otherwise)
        }
        Fact::NoSingleReason { .. } | Fact::NothingWrong { .. } => true,
    }
}

fn replayed(why: &Why, line: Line) -> Shown {
    let moves = why.line(line).to_vec();
    let mut boards = vec![slow::board_of(&why.position)];
    let mut side = why.position.side();
    for &mv in &moves {
        let board = boards.last().unwrap();
        assert!(slow::legal_moves(board, side).contains(&mv), "{why:?}");
        boards.push(slow::after(board, mv));
        side = !side;
    }
    Shown { boards, moves, first: why.position.side() }
}

fn check(game: &Game, why: &Why, counts: &mut std::collections::BTreeMap<String, usize>) {
    for (line, fact) in &why.facts {
        let other = if *line == Line::Played { Line::Better } else { Line::Played };
        let [shown, other] = [*line, other].map(|it| replayed(why, it));
        assert!(confirm(game, &shown, &other, fact), "{line:?} {fact:?}\n{why:?}");
        let name = format!("{fact:?}");
        *counts.entry(name.split(' ').next().unwrap().to_owned()).or_default() += 1;
    }
    for language in [Language::Chinese, Language::English] {
        for sentence in why.sentences(language, Style::Wxf) {
            assert!(3 < sentence.len() && !sentence.contains("  "), "{sentence}");
        }
    }
}

#[test]
fn every_fact_is_confirmed_by_brute_force() {
    let mut random = Random::new(19);
    let mut engine = Engine::new(4, 1);
    let mut counts = std::collections::BTreeMap::new();
    let mut pairs = 0;
    let mut seed = 0;
    while pairs < PAIRS {
        seed += 1;
        let mut games = Vec::new();
        // Walks of every length: random play, some of it from odd endgames.
        slow::walk(seed, 90, |position: &mut Position| games.push(Game::new(*position)));
        for game in games.iter().skip(4).step_by(9) {
            let moves = game.position().legal_moves();
            if moves.is_empty() {
                continue;
            }
            let mv = moves[random.below(moves.len())];
            if let Some(why) = ask(&mut engine, game, mv) {
                check(game, &why, &mut counts);
                pairs += 1;
            }
        }
    }
    println!("{counts:?}");
    for name in ["Mate", "Material", "Hanging", "DoubleAttack", "HollowCannon", "Initiative"] {
        assert!(counts.contains_key(name), "{name} was never seen: {counts:?}");
    }
}
