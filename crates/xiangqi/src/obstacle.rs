//! Why a move is not allowed, as a teacher would answer a wrong try: the rule that forbids it and
//! the points that show it.

use crate::{
    attacks,
    bitboard::Bitboard,
    check::leg,
    explain::Language,
    moves::Move,
    piece::{Piece, PieceKind},
    position::Position,
    square::Square,
};

/// What stands against a move; the first thing that a teacher would name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Obstacle {
    /// Nothing stands on the point of departure.
    NoPiece(Square),
    /// The piece belongs to the side that is not to move.
    NotYourTurn(Piece),
    /// An own piece stands on the target.
    OwnPiece { on: Square, piece: Piece },
    /// This piece never moves like that.
    Shape(Piece),
    /// General and advisors stay in the palace.
    OutsidePalace(Piece),
    /// Elephants do not cross the river.
    AcrossRiver(Piece),
    /// Soldiers never step back.
    Backward(Piece),
    /// Soldiers step sideways only behind the river.
    SidewaysAtHome(Piece),
    /// The piece beside the horse that it cannot pass.
    Leg(Square),
    /// The piece in the middle of the elephant's way.
    Eye(Square),
    /// The first piece in the way of a chariot, or of a cannon that takes nothing.
    Blocked { piece: Piece, by: Square },
    /// A cannon takes over exactly one piece.
    Screens { found: usize },
    /// The generals would see each other.
    FacingGenerals(Square),
    /// The own general would stand in check from here.
    GeneralInCheck { attacker: Piece, from: Square },
}

impl Position {
    /// The rule that forbids this move of the side to move; none if it is legal.
    pub fn obstacle(&self, mv: Move) -> Option<Obstacle> {
        let (from, to) = (mv.from(), mv.to());
        let Some(piece) = self.piece_at(from) else { return Some(Obstacle::NoPiece(from)) };
        if piece.color() != self.side() {
            return Some(Obstacle::NotYourTurn(piece));
        }
        // How the piece moves comes before what stands on the target: whoever tries a horse like a
        // chariot has to learn the horse first.
        shape(piece, from, to)
            .or_else(|| self.way(piece, from, to))
            .or_else(|| self.own_piece(to))
            .or_else(|| self.danger(mv))
    }

    fn own_piece(&self, to: Square) -> Option<Obstacle> {
        let piece = self.piece_at(to).filter(|it| it.color() == self.side())?;
        Some(Obstacle::OwnPiece { on: to, piece })
    }

    /// What stands in the way of a piece that may move like that on an empty board.
    fn way(&self, piece: Piece, from: Square, to: Square) -> Option<Obstacle> {
        let is_occupied = |it: &Square| self.occupied().contains(*it);
        match piece.kind() {
            PieceKind::Horse => Some(leg(from, to)).filter(is_occupied).map(Obstacle::Leg),
            PieceKind::Elephant => middle(from, to).filter(is_occupied).map(Obstacle::Eye),
            PieceKind::Chariot => self.first_between(from, to).map(|by| blocked(piece, by)),
            PieceKind::Cannon => {
                let found = (attacks::between(from, to) & self.occupied()).len() as usize;
                match self.piece_at(to) {
                    None => self.first_between(from, to).map(|by| blocked(piece, by)),
                    Some(_) if found == 1 => None,
                    Some(_) => self.own_piece(to).or(Some(Obstacle::Screens { found })),
                }
            }
            PieceKind::General | PieceKind::Advisor | PieceKind::Soldier => None,
        }
    }

    /// The piece between two points that is nearest to the first one.
    fn first_between(&self, from: Square, to: Square) -> Option<Square> {
        let distance =
            |it: &Square| (it.file() - from.file()).abs() + (it.rank() - from.rank()).abs();
        (attacks::between(from, to) & self.occupied()).into_iter().min_by_key(distance)
    }

    /// Who would attack the own general after the move.
    fn danger(&self, mv: Move) -> Option<Obstacle> {
        let mut after = *self;
        after.play_unchecked(mv);
        let general = after.general(self.side());
        let other = after.general(self.side().opponent());
        let line = attacks::between(general, other);
        if general.file() == other.file() && (line & after.occupied()).is_empty() {
            return Some(Obstacle::FacingGenerals(other));
        }
        let attackers = after.attackers_of_general(self.side(), after.occupied(), Bitboard::EMPTY);
        let from = attackers.first()?;
        Some(Obstacle::GeneralInCheck { attacker: after.piece_at(from)?, from })
    }
}

fn blocked(piece: Piece, by: Square) -> Obstacle {
    Obstacle::Blocked { piece, by }
}

/// The point an elephant passes over.
fn middle(from: Square, to: Square) -> Option<Square> {
    from.step((to.file() - from.file()) / 2, (to.rank() - from.rank()) / 2)
}

/// Whether a piece moves like that on an empty board, and if not, what it forgot.
fn shape(piece: Piece, from: Square, to: Square) -> Option<Obstacle> {
    let empty = Bitboard::EMPTY;
    let (color, kind) = (piece.color(), piece.kind());
    if from != to && attacks::targets(kind, color, from, empty).contains(to) {
        return None;
    }
    let (files, ranks) = (to.file() - from.file(), to.rank() - from.rank());
    let forward = ranks * color.forward();
    let steps = (files.abs(), ranks.abs());
    Some(match kind {
        // On an empty board a cannon has nothing to jump over, and moves as a chariot does.
        PieceKind::Cannon if (files == 0) != (ranks == 0) => return None,
        PieceKind::General if matches!(steps, (0, 1) | (1, 0)) => Obstacle::OutsidePalace(piece),
        PieceKind::Advisor if steps == (1, 1) => Obstacle::OutsidePalace(piece),
        PieceKind::Elephant if steps == (2, 2) => Obstacle::AcrossRiver(piece),
        PieceKind::Soldier if files == 0 && forward < 0 => Obstacle::Backward(piece),
        PieceKind::Soldier if steps == (1, 0) => Obstacle::SidewaysAtHome(piece),
        _ => Obstacle::Shape(piece),
    })
}

impl Obstacle {
    /// The points that show it, to be marked on a board.
    pub fn points(&self) -> Vec<Square> {
        match *self {
            Obstacle::NoPiece(at)
            | Obstacle::Leg(at)
            | Obstacle::Eye(at)
            | Obstacle::FacingGenerals(at)
            | Obstacle::OwnPiece { on: at, .. }
            | Obstacle::Blocked { by: at, .. }
            | Obstacle::GeneralInCheck { from: at, .. } => vec![at],
            _ => Vec::new(),
        }
    }

    pub fn sentence(&self, language: Language) -> String {
        match language {
            Language::Chinese => self.chinese(),
            Language::English => self.english(),
        }
    }

    fn english(&self) -> String {
        match *self {
            Obstacle::NoPiece(at) => format!("There is no piece on {at}."),
            Obstacle::NotYourTurn(piece) => format!("It is not {}'s turn.", piece.color()),
            Obstacle::OwnPiece { on, .. } => format!("Your own piece stands on {on}."),
            Obstacle::Shape(piece) => english_shape(piece.kind()).to_owned(),
            Obstacle::OutsidePalace(piece) => {
                format!("The {} never leaves the palace.", piece.kind().name())
            }
            Obstacle::AcrossRiver(_) => "Elephants do not cross the river.".to_owned(),
            Obstacle::Backward(_) => "Soldiers never step back.".to_owned(),
            Obstacle::SidewaysAtHome(_) => {
                "A soldier steps sideways only after it has crossed the river.".to_owned()
            }
            Obstacle::Leg(at) => {
                format!("The horse steps straight first, and a piece on {at} blocks its leg.")
            }
            Obstacle::Eye(at) => format!("A piece on {at} stands in the elephant's eye."),
            Obstacle::Blocked { piece, by } => {
                let only = if piece.kind() == PieceKind::Cannon {
                    " A cannon jumps only to take."
                } else {
                    ""
                };
                format!("A piece on {by} is in the way of the {}.{only}", piece.kind().name())
            }
            Obstacle::Screens { found: 0 } => {
                "A cannon takes only over a screen: one piece has to stand between.".to_owned()
            }
            Obstacle::Screens { found } => {
                format!("A cannon takes over exactly one piece; {found} stand between.")
            }
            Obstacle::FacingGenerals(_) => {
                "The two generals would face each other with nothing between them.".to_owned()
            }
            Obstacle::GeneralInCheck { attacker, from } => {
                format!("Your general would be taken by the {} on {from}.", attacker.kind().name())
            }
        }
    }

    fn chinese(&self) -> String {
        match *self {
            Obstacle::NoPiece(at) => format!("{at} 上没有棋子。"),
            Obstacle::NotYourTurn(piece) => format!("现在不轮到{}方走。", piece.color().hanzi()),
            Obstacle::OwnPiece { on, .. } => format!("{on} 上是自己的棋子。"),
            Obstacle::Shape(piece) => chinese_shape(piece),
            Obstacle::OutsidePalace(piece) => format!("{}不能离开九宫。", piece.hanzi()),
            Obstacle::AcrossRiver(piece) => format!("{}不能过河。", piece.hanzi()),
            Obstacle::Backward(piece) => format!("{}不能后退。", piece.hanzi()),
            Obstacle::SidewaysAtHome(piece) => format!("{}过河以后才能横走。", piece.hanzi()),
            Obstacle::Leg(at) => format!("蹩马腿：{at} 上有棋子。"),
            Obstacle::Eye(at) => format!("塞象眼：{at} 上有棋子。"),
            Obstacle::Blocked { piece, by } => {
                let only = if piece.kind() == PieceKind::Cannon {
                    "炮只有吃子时才隔子。"
                } else {
                    ""
                };
                format!("{by} 上的棋子挡住了{}。{only}", piece.hanzi())
            }
            Obstacle::Screens { found: 0 } => "炮要隔一个子才能吃，中间没有炮架。".to_owned(),
            Obstacle::Screens { found } => format!("炮只能隔一个子吃，中间有 {found} 个。"),
            Obstacle::FacingGenerals(_) => "将帅不能在同一条直线上照面。".to_owned(),
            Obstacle::GeneralInCheck { attacker, from } => {
                format!("这样走，{from} 的{}就能吃掉你的将帅。", attacker.hanzi())
            }
        }
    }
}

fn english_shape(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::General => "The general moves one point straight, inside the palace.",
        PieceKind::Advisor => "The advisor moves one point diagonally, inside the palace.",
        PieceKind::Elephant => "The elephant moves exactly two points diagonally.",
        PieceKind::Horse => "The horse moves one point straight and one diagonally.",
        PieceKind::Chariot => "The chariot moves along straight lines, as far as it likes.",
        PieceKind::Cannon => "The cannon moves along straight lines.",
        PieceKind::Soldier => "The soldier moves one point at a time.",
    }
}

fn chinese_shape(piece: Piece) -> String {
    let way = match piece.kind() {
        PieceKind::General => "在九宫里直走一步",
        PieceKind::Advisor => "在九宫里斜走一步",
        PieceKind::Elephant => "走田字，斜走两步",
        PieceKind::Horse => "走日字，先直一步再斜一步",
        PieceKind::Chariot => "走直线，远近不限",
        PieceKind::Cannon => "走直线",
        PieceKind::Soldier => "一次走一步",
    };
    format!("{}{way}。", piece.hanzi())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every pair of points in positions with much in the way: there is an obstacle exactly when
    /// the move is not legal.
    #[test]
    fn an_obstacle_is_named_exactly_when_a_move_is_illegal() {
        for fen in [
            Position::START_FEN,
            "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
            "3k5/4a4/4R4/9/9/4c4/9/4B4/4A4/3AK4 w - - 0 1",
            "4k4/4n4/9/4R4/9/2B6/4P1p2/4B4/4A4/4K1C1r w - - 0 1",
            "4k4/9/9/9/4c4/3p5/9/9/9/3RK4 b - - 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            for from in Square::all() {
                for to in Square::all().filter(|it| *it != from) {
                    let mv = Move::new(from, to).unwrap();
                    let obstacle = position.obstacle(mv);
                    assert_eq!(
                        obstacle.is_none(),
                        position.is_legal(mv),
                        "{fen} {mv} {obstacle:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_rule_that_forbids_is_named() {
        let told = |fen: &str, mv: &str| {
            let position = Position::from_fen(fen).unwrap();
            position.obstacle(mv.parse().unwrap()).unwrap().sentence(Language::English)
        };
        let start = Position::START_FEN;
        assert!(told(start, "b0d1").contains("leg"));
        assert!(told(start, "h2h8").contains("in the way"));
        assert!(told(start, "a0a3").contains("own piece"));
        assert!(told(start, "h2h7").contains("over a screen"));
        assert!(told(start, "h2g3").contains("straight lines"));
        assert!(told(start, "c3d3").contains("sideways"));
        assert!(told(start, "c3c2").contains("back"));
        let bare = "3k5/9/9/9/9/2B6/9/9/9/4K4 w - - 0 1";
        assert!(told(bare, "e0d0").contains("face"));
        assert!(told(bare, "c4e6").contains("river"));
    }
}
