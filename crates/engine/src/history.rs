//! What earlier parts of the search learned about moves and evaluations.

use xiangqi::{Color, Move, Piece, PieceKind, Square};

use crate::{keys::PartKeys, pages, params::Params, score::Value};

const MAIN_MOST: i32 = 8192;
const CAPTURE_MOST: i32 = 10_000;
const CONTINUATION_MOST: i32 = 16_384;
const NEAR_ROOT_MOST: i32 = 8192;
/// Plies that count as near the root.
pub(crate) const NEAR_ROOT: usize = 4;

/// A piece and the point it goes to, as one index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PieceTo(u16);

impl PieceTo {
    const COUNT: usize = Piece::COUNT * Square::COUNT + 1;
    /// Stands where there was no move: before the root, or a pass.
    pub(crate) const NONE: PieceTo = PieceTo(PieceTo::COUNT as u16 - 1);

    #[inline(always)]
    pub(crate) fn new(piece: Piece, to: Square) -> PieceTo {
        PieceTo((piece.index() * Square::COUNT + to.index()) as u16)
    }

    #[inline(always)]
    fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Moves an entry towards the bonus, the less the nearer it is to the limit already, so that it
/// never passes it.
#[inline(always)]
fn nudge(entry: &mut i16, bonus: i32, most: i32) {
    let bonus = bonus.clamp(-most, most);
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / most) as i16;
}

/// Tables of one thread, kept from search to search.
pub(crate) struct History {
    /// By side, origin and target.
    main: Box<[i16]>,
    /// By piece, target and victim.
    capture: Box<[i16]>,
    /// By a former move and this move.
    continuation: Box<[i16]>,
    /// By ply of the present search, origin and target.
    near_root: Box<[i16]>,
    corrections: Corrections,
}

/// How many moves back the continuation tables look, and with which weight in 1024ths.
pub(crate) const CONTINUATIONS: [(usize, i32); 4] = [(1, 1024), (2, 700), (4, 480), (6, 320)];

impl History {
    pub(crate) fn new() -> History {
        History {
            main: zeros(2 * Square::COUNT * Square::COUNT),
            capture: zeros(PieceTo::COUNT * PieceKind::COUNT),
            continuation: zeros(PieceTo::COUNT * PieceTo::COUNT),
            near_root: zeros(NEAR_ROOT * Square::COUNT * Square::COUNT),
            corrections: Corrections::new(),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.main.fill(0);
        self.capture.fill(0);
        self.continuation.fill(0);
        self.near_root.fill(0);
        self.corrections.clear();
    }

    #[inline(always)]
    fn main_index(color: Color, mv: Move) -> usize {
        (color.index() * Square::COUNT + mv.from().index()) * Square::COUNT + mv.to().index()
    }

    #[inline(always)]
    pub(crate) fn main(&self, color: Color, mv: Move) -> i32 {
        i32::from(self.main[History::main_index(color, mv)])
    }

    pub(crate) fn nudge_main(&mut self, color: Color, mv: Move, bonus: i32) {
        nudge(&mut self.main[History::main_index(color, mv)], bonus, MAIN_MOST);
    }

    #[inline(always)]
    fn near_root_index(ply: usize, mv: Move) -> usize {
        (ply * Square::COUNT + mv.from().index()) * Square::COUNT + mv.to().index()
    }

    /// What this search learned about a move at a ply below [`NEAR_ROOT`].
    #[inline(always)]
    pub(crate) fn near_root(&self, ply: usize, mv: Move) -> i32 {
        i32::from(self.near_root[History::near_root_index(ply, mv)])
    }

    pub(crate) fn nudge_near_root(&mut self, ply: usize, mv: Move, bonus: i32) {
        nudge(&mut self.near_root[History::near_root_index(ply, mv)], bonus, NEAR_ROOT_MOST);
    }

    /// In the next search other positions are near the root.
    pub(crate) fn forget_near_root(&mut self) {
        self.near_root.fill(0);
    }

    #[inline(always)]
    pub(crate) fn capture(&self, piece_to: PieceTo, victim: PieceKind) -> i32 {
        i32::from(self.capture[piece_to.index() * PieceKind::COUNT + victim.index()])
    }

    pub(crate) fn nudge_capture(&mut self, piece_to: PieceTo, victim: PieceKind, bonus: i32) {
        let index = piece_to.index() * PieceKind::COUNT + victim.index();
        nudge(&mut self.capture[index], bonus, CAPTURE_MOST);
    }

    /// All that is known about moves that follow `former`.
    #[inline(always)]
    pub(crate) fn after(&self, former: PieceTo) -> &[i16] {
        let start = former.index() * PieceTo::COUNT;
        &self.continuation[start..start + PieceTo::COUNT]
    }

    #[inline(always)]
    pub(crate) fn continuation(&self, former: PieceTo, piece_to: PieceTo) -> i32 {
        i32::from(self.after(former)[piece_to.index()])
    }

    pub(crate) fn nudge_continuation(&mut self, former: PieceTo, piece_to: PieceTo, bonus: i32) {
        let index = former.index() * PieceTo::COUNT + piece_to.index();
        nudge(&mut self.continuation[index], bonus, CONTINUATION_MOST);
    }

    #[inline(always)]
    pub(crate) fn correction(
        &self,
        params: &Params,
        side: Color,
        at: &PartKeys,
        last: PieceTo,
    ) -> Value {
        self.corrections.total(params, side, at, last)
    }

    /// Learns that the search found `error` more than the corrected evaluation said.
    pub(crate) fn nudge_correction(
        &mut self,
        params: &Params,
        side: Color,
        at: &PartKeys,
        last: PieceTo,
        bonus: i32,
    ) {
        self.corrections.nudge(params, side, at, last, bonus);
    }
}

#[inline(always)]
pub(crate) fn in_row(row: &[i16], piece_to: PieceTo) -> i32 {
    i32::from(row[piece_to.index()])
}

fn zeros(len: usize) -> Box<[i16]> {
    let mut numbers =
        pages::with_capacity(len).expect("there is memory for some hundred kilobytes");
    numbers.resize(len, 0);
    numbers.into_boxed_slice()
}

/// Correction history: by how much the search differed from the evaluation in positions with
/// the same soldiers, the same horses and cannons, the same pieces of one side, the same last move.
struct Corrections {
    soldiers: Box<[i16]>,
    minors: Box<[i16]>,
    pieces: [Box<[i16]>; 2],
    last_move: Box<[i16]>,
}

impl Corrections {
    const SIZE: usize = 1 << 14;

    fn new() -> Corrections {
        Corrections {
            soldiers: zeros(2 * Corrections::SIZE),
            minors: zeros(2 * Corrections::SIZE),
            pieces: [zeros(2 * Corrections::SIZE), zeros(2 * Corrections::SIZE)],
            last_move: zeros(2 * PieceTo::COUNT),
        }
    }

    fn clear(&mut self) {
        for table in [&mut self.soldiers, &mut self.minors, &mut self.last_move] {
            table.fill(0);
        }
        self.pieces.iter_mut().for_each(|it| it.fill(0));
    }

    #[inline(always)]
    fn slot(side: Color, key: u64) -> usize {
        (key as usize & (Corrections::SIZE - 1)) * 2 + side.index()
    }

    #[inline(always)]
    fn total(&self, params: &Params, side: Color, at: &PartKeys, last: PieceTo) -> Value {
        let read = |table: &[i16], index: usize| i32::from(table[index]);
        let soldiers = read(&self.soldiers, Corrections::slot(side, at.soldiers));
        let minors = read(&self.minors, Corrections::slot(side, at.minors));
        let pieces: i32 =
            (0..2).map(|it| read(&self.pieces[it], Corrections::slot(side, at.pieces[it]))).sum();
        let last_move = read(&self.last_move, last.index() * 2 + side.index());
        (params.corr_soldier * soldiers
            + params.corr_minor * minors
            + params.corr_pieces * pieces
            + params.corr_last_move * last_move)
            / 131_072
    }

    fn nudge(&mut self, params: &Params, side: Color, at: &PartKeys, last: PieceTo, bonus: i32) {
        let most = params.corr_limit;
        let bonus = bonus.clamp(-most / 4, most / 4);
        nudge(&mut self.soldiers[Corrections::slot(side, at.soldiers)], bonus, most);
        nudge(&mut self.minors[Corrections::slot(side, at.minors)], bonus, most);
        for color in 0..2 {
            let slot = Corrections::slot(side, at.pieces[color]);
            nudge(&mut self.pieces[color][slot], bonus, most);
        }
        nudge(&mut self.last_move[last.index() * 2 + side.index()], bonus, most);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_series_of_bonuses_passes_the_limit() {
        let mut entry = 0;
        for bonus in [9000, 5000, 32_000, -1, 8192, -32_000, -32_000, 7] {
            nudge(&mut entry, bonus, MAIN_MOST);
            assert!(i32::from(entry).abs() <= MAIN_MOST, "{entry}");
        }
    }
}
