//! What can decide between two lines: data that names pieces, points and plies, and no words.

use xiangqi::{Color, Piece, PieceKind, Reason, Square};

use crate::mates::MatePattern;

/// A piece where it stands.
pub type Placed = (Piece, Square);

/// Something that holds on the board at a place of a line. `at` counts the moves of the line that
/// were played by then; the last of them is the one to name.
#[derive(Clone, PartialEq, Debug)]
pub enum Fact {
    /// The line ends with the other side mated or without a move; against the best defense it takes
    /// the winner so many moves.
    Mate { winner: Color, moves: usize, pattern: Option<MatePattern>, at: usize },
    /// The line runs into a repetition that the rules forbid to this side.
    LostByRule { loser: Color, reason: Reason, at: usize },
    /// The pieces that change hands until the line has come to rest; like for like is left out.
    Material { loser: Color, lost: Vec<PieceKind>, regained: Vec<PieceKind>, at: usize },
    /// The piece is taken. Nothing can take back, or the taker is worth less.
    Hanging { victim: Placed, taker: Placed, is_protected: bool, at: usize },
    /// A move attacks several things at once, one of which falls. A check is one of them.
    DoubleAttack { attacker: Placed, checks: bool, targets: Vec<Placed>, at: usize },
    /// What seems to protect the piece that is taken may not take back: its general would be
    /// exposed.
    PinnedProtector { victim: Placed, protector: Placed, exposed_to: Placed, at: usize },
    /// One piece had to protect two, and after taking back for the first the second falls.
    Overloaded { protector: Placed, wards: [Placed; 2], at: usize },
    /// The piece is attacked, and wherever it goes it is lost as well.
    Trapped { victim: Placed, attacker: Placed, at: usize },
    /// A cannon faces the general with nothing between them, 空头炮: nothing may step in between.
    HollowCannon { cannon: Placed, general: Placed, at: usize },
    /// A horse gives check from beside the palace or from its corner.
    HorseCheck { horse: Placed, spot: HorseSpot, at: usize },
    /// The general has no advisor left and is checked so often along the line.
    BareGeneral { general: Placed, checks: usize, at: usize },
    /// The captures at hand of the mover and of the opponent, if it were his turn; and the same in
    /// the other line after as many moves.
    Initiative { captures: [usize; 2], otherwise: [usize; 2], at: usize },
    /// Nothing of the above: worse by so many percent, and by so many centipawns as long as nobody
    /// sees a win.
    NoSingleReason { loss: f64, centipawns: i32 },
    /// There is nothing to explain: worse by so few percent.
    NothingWrong { loss: f64 },
}

/// The points from which horses are feared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HorseSpot {
    /// 卧槽: in front of the home of an elephant.
    BesidePalace,
    /// 挂角: the corner of the palace towards the river.
    PalaceCorner,
}
