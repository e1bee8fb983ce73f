//! The zoo: the players of the course reports, as opponents.

mod checker;
mod course;

use std::{fmt, str::FromStr, sync::atomic::AtomicBool};

use random::Random;
use xiangqi::{Game, Move};

use crate::{
    evaluation::Evaluation,
    tree::{Algorithm, Board, Found, run},
};

/// A kind of player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Member {
    /// A legal move, each equally likely.
    Random,
    /// The best after one ply.
    Greedy,
    /// Minimax to this depth.
    Minimax(u32),
    /// Alpha-beta to this depth, moves in the order of the generator.
    AlphaBeta(u32),
    /// Alpha-beta to depth 4 with the simple evaluation.
    Qt,
    /// See the file `course.rs`.
    Course,
    /// See the file `checker.rs`.
    Checker,
}

impl Member {
    /// Deeper would be asking for days.
    pub const DEEPEST: u32 = 9;

    /// A selection for menus, the simple ones first.
    pub const SHOWN: [Member; 9] = [
        Member::Random,
        Member::Greedy,
        Member::Minimax(2),
        Member::Minimax(3),
        Member::AlphaBeta(4),
        Member::Qt,
        Member::Checker,
        Member::AlphaBeta(5),
        Member::Course,
    ];

    /// One sentence each in Chinese and English.
    pub fn description(self) -> [String; 2] {
        let both = |chinese: &str, english: &str| [chinese.to_owned(), english.to_owned()];
        match self {
            Member::Random => both("随机走子", "any legal move"),
            Member::Greedy => both("只看一步的贪心", "the best after one ply"),
            Member::Minimax(depth) => [
                format!("极小极大搜索 {depth} 层，不剪枝"),
                format!("minimax to depth {depth}, no pruning"),
            ],
            Member::AlphaBeta(depth) => [
                format!("α-β 搜索 {depth} 层，不排序"),
                format!("alpha-beta to depth {depth}, no ordering"),
            ],
            Member::Qt => both(
                "α-β 搜索 4 层，只计子力（Qt 程序）",
                "alpha-beta to depth 4, counting material only (the Qt program)",
            ),
            Member::Course => both(
                "课程程序：α-β 搜索 3 至 5 层，并行搜索根着法，不走回头棋",
                "the course program: alpha-beta to depth 3 to 5, root moves in parallel, no going back",
            ),
            Member::Checker => both(
                "α-β 搜索 4 层，偏爱将军，避免重复",
                "alpha-beta to depth 4 that likes to give check and avoids repeating itself",
            ),
        }
    }
}

impl fmt::Display for Member {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Member::Random => f.write_str("random"),
            Member::Greedy => f.write_str("greedy"),
            Member::Minimax(depth) => write!(f, "minimax-{depth}"),
            Member::AlphaBeta(depth) => write!(f, "alphabeta-{depth}"),
            Member::Qt => f.write_str("qt"),
            Member::Course => f.write_str("course"),
            Member::Checker => f.write_str("checker"),
        }
    }
}

/// No member of the zoo has this name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownMember(pub String);

impl fmt::Display for UnknownMember {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let deepest = Member::DEEPEST;
        write!(
            f,
            "the zoo has random, greedy, minimax-D and alphabeta-D (D from 1 to {deepest}), qt, \
             course and checker, but not {:?}",
            self.0
        )
    }
}

impl std::error::Error for UnknownMember {}

impl FromStr for Member {
    type Err = UnknownMember;

    fn from_str(name: &str) -> Result<Member, UnknownMember> {
        let depth =
            |text: &str| text.parse().ok().filter(|depth| (1..=Member::DEEPEST).contains(depth));
        let found = match name {
            "random" => Some(Member::Random),
            "greedy" => Some(Member::Greedy),
            "qt" => Some(Member::Qt),
            "course" => Some(Member::Course),
            "checker" => Some(Member::Checker),
            _ => match name.split_once('-') {
                Some(("minimax", text)) => depth(text).map(Member::Minimax),
                Some(("alphabeta", text)) => depth(text).map(Member::AlphaBeta),
                _ => None,
            },
        };
        found.ok_or_else(|| UnknownMember(name.chars().take(40).collect()))
    }
}

/// A member that sits at a board. The same seed gives the same games.
#[derive(Clone, Debug)]
pub struct ZooPlayer {
    member: Member,
    random: Random,
    threads: usize,
}

impl ZooPlayer {
    /// `threads` matters to `course` alone, and not for which move it plays.
    pub fn new(member: Member, seed: u64, threads: usize) -> ZooPlayer {
        ZooPlayer { member, random: Random::new(seed), threads: threads.max(1) }
    }

    pub fn member(&self) -> Member {
        self.member
    }

    /// Chooses a move. When `stop` becomes true it answers soon, with the best move it has.
    pub fn choose(&mut self, game: &Game, stop: &AtomicBool) -> Found {
        match self.member {
            Member::Random => self.any_move(game),
            Member::Greedy => search(game, Evaluation::Course, Algorithm::Minimax, 1, stop),
            Member::Minimax(depth) => {
                search(game, Evaluation::Course, Algorithm::Minimax, depth, stop)
            }
            Member::AlphaBeta(depth) => {
                search(game, Evaluation::Course, Algorithm::AlphaBeta, depth, stop)
            }
            Member::Qt => search(game, Evaluation::Simple, Algorithm::AlphaBeta, 4, stop),
            Member::Course => course::choose(game, self.threads, stop),
            Member::Checker => checker::choose(game, stop),
        }
    }

    fn any_move(&mut self, game: &Game) -> Found {
        let moves = game.position().legal_moves();
        let best_move = self.random.pick(&moves).copied();
        let score = Evaluation::Course.score(game.position());
        Found { best_move, score, nodes: 0, is_complete: true }
    }
}

fn search(
    game: &Game,
    evaluation: Evaluation,
    algorithm: Algorithm,
    depth: u32,
    stop: &AtomicBool,
) -> Found {
    let mut board = Board::new(*game.position(), evaluation, stop, ());
    run(&mut board, algorithm, depth)
}

/// The moves that the side to move has made itself, the latest first.
fn own_moves(game: &Game) -> impl Iterator<Item = Move> + '_ {
    game.moves().rev().skip(1).step_by(2)
}
