//! What a position is worth: the two evaluations of the course.
//!
//! Both add up one number per piece, own side minus other side, so they can be explained piece
//! by piece and kept up to date move by move.

mod tables;

use std::str::FromStr;

use xiangqi::{Color, Piece, PieceKind, Position, Square};

/// Rows from the top, columns from the left.
type PointValues = [[i32; 9]; 10];

/// For each of the fourteen pieces and ninety points, what the piece adds to its own side.
pub(crate) type Values = [[i32; Square::COUNT]; Piece::COUNT];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Evaluation {
    /// Material and one table per kind.
    Course,
    /// Material alone.
    Simple,
}

/// What one piece adds to the value of its side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contribution {
    pub square: Square,
    pub piece: Piece,
    pub value: i32,
}

impl Evaluation {
    pub const BOTH: [Evaluation; 2] = [Evaluation::Course, Evaluation::Simple];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Evaluation::Course => "course",
            Evaluation::Simple => "simple",
        }
    }

    /// What a piece on a point adds to its own side.
    pub fn value(self, piece: Piece, square: Square) -> i32 {
        self.values()[piece.index()][square.index()]
    }

    /// The sum over the pieces of one side.
    pub fn side_value(self, position: &Position, color: Color) -> i32 {
        let own = position.placement().filter(|(_, piece)| piece.color() == color);
        own.map(|(square, piece)| self.value(piece, square)).sum()
    }

    /// The side to move minus the other.
    pub fn score(self, position: &Position) -> i32 {
        let side = position.side();
        self.side_value(position, side) - self.side_value(position, side.opponent())
    }

    /// Every piece with what it adds to its own side.
    pub fn contributions(self, position: &Position) -> Vec<Contribution> {
        let each =
            |(square, piece)| Contribution { square, piece, value: self.value(piece, square) };
        position.placement().map(each).collect()
    }

    pub(crate) fn values(self) -> &'static Values {
        static COURSE: Values = Evaluation::Course.all_values();
        static SIMPLE: Values = Evaluation::Simple.all_values();
        match self {
            Evaluation::Course => &COURSE,
            Evaluation::Simple => &SIMPLE,
        }
    }

    const fn all_values(self) -> Values {
        let mut values = [[0; Square::COUNT]; Piece::COUNT];
        let mut piece = 0;
        while piece < Piece::COUNT {
            let mut square = 0;
            while square < Square::COUNT {
                values[piece][square] = self.look_up(Piece::ALL[piece], square);
                square += 1;
            }
            piece += 1;
        }
        values
    }

    const fn look_up(self, piece: Piece, square: usize) -> i32 {
        let (rank, column) = (square / 9, square % 9);
        // Black reads the table upside down, but not mirrored: its row r is Red's row 9 - r.
        let row = match piece.color() {
            Color::Red => 9 - rank,
            Color::Black => rank,
        };
        let kind = piece.kind();
        match self {
            Evaluation::Course => course_material(kind) + course_table(kind)[row][column],
            Evaluation::Simple => simple_material(kind),
        }
    }
}

/// The course evaluation with its tables, or its material alone.
pub(crate) fn course_values(with_tables: bool) -> &'static Values {
    static MATERIAL: Values = material_values();
    if with_tables { Evaluation::Course.values() } else { &MATERIAL }
}

const fn material_values() -> Values {
    let mut values = [[0; Square::COUNT]; Piece::COUNT];
    let mut piece = 0;
    while piece < Piece::COUNT {
        values[piece] = [course_material(Piece::ALL[piece].kind()); Square::COUNT];
        piece += 1;
    }
    values
}

const fn course_material(kind: PieceKind) -> i32 {
    match kind {
        PieceKind::General => 65536,
        PieceKind::Chariot => 989,
        PieceKind::Cannon => 442,
        PieceKind::Horse => 439,
        PieceKind::Advisor => 226,
        PieceKind::Elephant => 210,
        PieceKind::Soldier => 55,
    }
}

const fn course_table(kind: PieceKind) -> &'static PointValues {
    match kind {
        PieceKind::General => &tables::GENERAL,
        PieceKind::Chariot => &tables::CHARIOT,
        PieceKind::Cannon => &tables::CANNON,
        PieceKind::Horse => &tables::HORSE,
        PieceKind::Advisor | PieceKind::Elephant => &tables::ADVISOR_AND_ELEPHANT,
        PieceKind::Soldier => &tables::SOLDIER,
    }
}

const fn simple_material(kind: PieceKind) -> i32 {
    match kind {
        PieceKind::General => 1500,
        PieceKind::Chariot => 100,
        PieceKind::Cannon | PieceKind::Horse => 50,
        PieceKind::Soldier => 20,
        PieceKind::Advisor | PieceKind::Elephant => 10,
    }
}

impl FromStr for Evaluation {
    type Err = String;

    fn from_str(name: &str) -> Result<Evaluation, String> {
        let found = Evaluation::BOTH.into_iter().find(|it| it.name() == name);
        found.ok_or_else(|| format!("the evaluations are course and simple, not {name}"))
    }
}
