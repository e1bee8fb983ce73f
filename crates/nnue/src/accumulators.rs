//! The hidden layer before its activation, for every ply of the line being searched.
//!
//! Playing a move only notes what changed. When a position is evaluated, the sums are carried
//! forward from the last ply that has them. Only when a side's view is mirrored do they have to
//! be built anew, and then from the last sums of that view rather than from nothing.

use xiangqi::{Bitboard, Color, Piece, Played, Position, Square};

use crate::{
    features,
    lane::Lane,
    network::{Network, in_order},
};

/// What one ply changed: at most one piece gained a place and two lost theirs.
#[derive(Clone, Copy, Debug)]
struct Ply {
    piece: Piece,
    from: Square,
    to: Square,
    captured: Option<Piece>,
    /// By side: does it see the board mirrored?
    is_mirrored: [bool; 2],
    /// By side: are its sums up to date?
    is_computed: [bool; 2],
}

/// The last sums of one view, and the pieces they were made of.
#[derive(Clone, Debug)]
struct Remembered {
    sums: Vec<Lane>,
    pieces: [Bitboard; Piece::COUNT],
}

/// Belongs to one network and one line of moves.
#[derive(Clone, Debug)]
pub struct Accumulators {
    row: usize,
    plies: Vec<Ply>,
    /// By ply, then side.
    sums: Vec<Lane>,
    /// By side, then mirror.
    remembered: [[Remembered; 2]; 2],
}

impl Network {
    /// The value of a position for the side to move, from scratch.
    pub fn evaluate(&self, position: &Position) -> i32 {
        Accumulators::new(self, position).evaluate(self, position)
    }
}

impl Accumulators {
    pub fn new(network: &Network, position: &Position) -> Accumulators {
        let nothing =
            Remembered { sums: network.biases.clone(), pieces: [Bitboard::EMPTY; Piece::COUNT] };
        let mut accumulators = Accumulators {
            row: network.row,
            plies: Vec::with_capacity(256),
            sums: Vec::new(),
            remembered: std::array::from_fn(|_| [nothing.clone(), nothing.clone()]),
        };
        accumulators.reset(position);
        accumulators
    }

    /// Begins a new line of moves at a position.
    pub fn reset(&mut self, position: &Position) {
        self.plies.clear();
        self.add_ply(Ply {
            // The first ply has no one before it, so what it changed is never asked for.
            piece: Piece::RedSoldier,
            from: Square::A0,
            to: Square::A0,
            captured: None,
            is_mirrored: mirrors(position),
            is_computed: [false; 2],
        });
    }

    /// Notes a move that led to `position`.
    #[inline(always)]
    pub fn push(&mut self, position: &Position, played: &Played) {
        self.add_ply(Ply {
            piece: played.piece,
            from: played.mv.from(),
            to: played.mv.to(),
            captured: played.captured,
            is_mirrored: mirrors(position),
            is_computed: [false; 2],
        });
    }

    /// Takes back the last move. The first position stays.
    #[inline(always)]
    pub fn pop(&mut self) {
        if 1 < self.plies.len() {
            self.plies.pop();
        }
    }

    /// The value of the present position for its side to move.
    #[inline(always)]
    pub fn evaluate(&mut self, network: &Network, position: &Position) -> i32 {
        for side in Color::BOTH {
            self.bring_up(network, position, side);
        }
        let last = self.plies.len() - 1;
        let [mover, other] = in_order(position).map(|side| self.sums_at(last, side));
        network.output(mover, other, position)
    }

    #[inline(always)]
    fn add_ply(&mut self, ply: Ply) {
        self.plies.push(ply);
        let needed = self.plies.len() * 2 * self.row;
        if self.sums.len() < needed {
            // Room for many more plies, so that this happens rarely.
            self.sums.resize(needed + 64 * 2 * self.row, Lane::ZERO);
        }
    }

    #[inline(always)]
    fn start_of(&self, ply: usize, side: Color) -> usize {
        (2 * ply + side.index()) * self.row
    }

    #[inline(always)]
    fn sums_at(&self, ply: usize, side: Color) -> &[Lane] {
        let start = self.start_of(ply, side);
        &self.sums[start..start + self.row]
    }

    /// Brings one side's sums of the last ply up to date.
    #[inline(always)]
    fn bring_up(&mut self, network: &Network, position: &Position, side: Color) {
        let last = self.plies.len() - 1;
        let mirror = self.plies[last].is_mirrored[side.index()];
        let mut known = last;
        loop {
            let ply = &self.plies[known];
            if ply.is_mirrored[side.index()] != mirror {
                return self.refresh(network, position, side);
            }
            if ply.is_computed[side.index()] {
                break;
            }
            if known == 0 {
                return self.refresh(network, position, side);
            }
            known -= 1;
        }
        for ply in known + 1..=last {
            self.step(network, ply, side);
        }
    }

    /// From one ply's sums to the next one's.
    #[inline(always)]
    fn step(&mut self, network: &Network, index: usize, side: Color) {
        let ply = self.plies[index];
        let mirror = ply.is_mirrored[side.index()];
        let row = |piece, square| network.input_row(features::number(side, mirror, piece, square));
        let (added, removed) = (row(ply.piece, ply.to), row(ply.piece, ply.from));
        let taken = ply.captured.map(|it| row(it, ply.to));
        let from = self.start_of(index - 1, side);
        let to = self.start_of(index, side);
        let (before, after) = self.sums.split_at_mut(to);
        let (before, after) = (&before[from..from + self.row], &mut after[..self.row]);
        match taken {
            None => network.instructions.move_piece(before, after, added, removed),
            Some(taken) => network.instructions.capture(before, after, added, removed, taken),
        }
        self.plies[index].is_computed[side.index()] = true;
    }

    /// Builds one side's sums of the last ply from the last ones of the same view.
    #[cold]
    #[inline(never)]
    fn refresh(&mut self, network: &Network, position: &Position, side: Color) {
        let last = self.plies.len() - 1;
        let mirror = self.plies[last].is_mirrored[side.index()];
        let start = self.start_of(last, side);
        let remembered = &mut self.remembered[side.index()][usize::from(mirror)];
        for piece in Piece::ALL {
            let row = |square| network.input_row(features::number(side, mirror, piece, square));
            let old = remembered.pieces[piece.index()];
            let new = position.pieces(piece);
            for square in new & !old {
                network.instructions.add(&mut remembered.sums, row(square));
            }
            for square in old & !new {
                network.instructions.subtract(&mut remembered.sums, row(square));
            }
            remembered.pieces[piece.index()] = new;
        }
        self.sums[start..start + self.row].copy_from_slice(&remembered.sums);
        self.plies[last].is_computed[side.index()] = true;
    }
}

#[inline(always)]
fn mirrors(position: &Position) -> [bool; 2] {
    Color::BOTH.map(|side| features::is_mirrored(position.general(side)))
}
