//! A line on the board, position by position, and what changes hands along it.

use xiangqi::{Color, Move, Piece, PieceKind, PieceValues, Played, Position, Square};

/// What pieces are worth when exchanges are counted: a soldier is ten.
pub(super) const VALUES: PieceValues = [1000, 20, 20, 40, 90, 45, 10];
/// The least that explains a loss of chances: a soldier explains a small one...
pub(super) const NOTICEABLE: i32 = 10;
/// ... and only more than a soldier a large one.
pub(super) const CONSIDERABLE: i32 = 15;
/// Further down a line nobody looks, and the search has hardly looked itself.
const HORIZON: usize = 10;

/// The positions of a line, the first one before its first move.
pub(super) struct Walk {
    pub(super) positions: Vec<Position>,
    pub(super) played: Vec<Played>,
}

/// What a line costs once it has come to rest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Rest {
    /// Moves of the line until then.
    pub(super) at: usize,
    /// For the side that moves first.
    pub(super) balance: i32,
}

impl Walk {
    /// Stops at the first move that is not legal.
    pub(super) fn new(start: &Position, line: &[Move]) -> Walk {
        let mut position = *start;
        let mut walk = Walk { positions: vec![position], played: Vec::new() };
        for &mv in line {
            let Ok(played) = position.play(mv) else { break };
            walk.played.push(played);
            walk.positions.push(position);
        }
        walk
    }

    /// The line played on with the captures that win the most, until nothing hangs any more: a
    /// search may stop its line in the middle of an exchange.
    pub(super) fn settled(&self) -> Walk {
        let mut position = *self.last();
        let mut walk = Walk { positions: self.positions.clone(), played: self.played.clone() };
        while walk.len() < HORIZON && !position.in_check() {
            let Some(mv) = best_capture(&position) else { break };
            walk.played.push(position.play_unchecked(mv));
            walk.positions.push(position);
        }
        walk
    }

    pub(super) fn moves(&self) -> Vec<Move> {
        self.played.iter().map(|it| it.mv).collect()
    }

    pub(super) fn len(&self) -> usize {
        self.played.len()
    }

    pub(super) fn last(&self) -> &Position {
        &self.positions[self.len()]
    }

    /// The side that moves first.
    pub(super) fn mover(&self) -> Color {
        self.positions[0].side()
    }

    /// Pieces of a color taken in the first moves of the line, with their points.
    pub(super) fn taken(
        &self,
        color: Color,
        until: usize,
    ) -> impl Iterator<Item = (Piece, Square)> {
        let played = self.played[..until.min(self.len())].iter();
        played.filter_map(move |it| {
            it.captured.filter(|it| it.color() == color).map(|piece| (piece, it.mv.to()))
        })
    }

    /// What the first side has won so far.
    pub(super) fn balance(&self, until: usize) -> i32 {
        let sum = |color| self.taken(color, until).map(|(it, at)| worth(it, at)).sum::<i32>();
        sum(self.mover().opponent()) - sum(self.mover())
    }

    /// Where nothing hangs any more: the first place from which on the balance of the places at
    /// rest stays what it is at the last of them.
    pub(super) fn rest(&self) -> Option<Rest> {
        let quiet: Vec<usize> =
            (1..=self.len().min(HORIZON)).filter(|&it| is_quiet(&self.positions[it])).collect();
        let balance = self.balance(*quiet.last()?);
        let settled = quiet.iter().rev().take_while(|&&it| self.balance(it) == balance);
        Some(Rest { at: *settled.last()?, balance })
    }
}

/// A soldier across the river is worth two.
pub(super) fn worth(piece: Piece, square: Square) -> i32 {
    let has_crossed = piece.kind() == PieceKind::Soldier && !square.is_home_of(piece.color());
    VALUES[piece.kind().index()] * if has_crossed { 2 } else { 1 }
}

/// No check, and no capture that wins anything.
pub(super) fn is_quiet(position: &Position) -> bool {
    !position.in_check() && best_capture(position).is_none()
}

/// Of the captures that win something, the one with the largest victim and the least taker.
fn best_capture(position: &Position) -> Option<Move> {
    let wins =
        |mv: &&Move| position.see_at_least(**mv, VALUES[PieceKind::Soldier.index()], &VALUES);
    let value = |at: Square| position.piece_at(at).map_or(0, |it| worth(it, at));
    let captures = position.captures();
    captures.iter().filter(wins).max_by_key(|it| (value(it.to()), -value(it.from()))).copied()
}

/// Both lists without what they share.
pub(super) fn net(
    lost: impl Iterator<Item = (Piece, Square)>,
    won: impl Iterator<Item = (Piece, Square)>,
) -> (Vec<PieceKind>, Vec<PieceKind>) {
    let mut lost: Vec<PieceKind> = lost.map(|it| it.0.kind()).collect();
    let mut left = Vec::new();
    for (piece, _) in won {
        match lost.iter().position(|&it| it == piece.kind()) {
            Some(index) => drop(lost.remove(index)),
            None => left.push(piece.kind()),
        }
    }
    let by_worth = |list: &mut Vec<PieceKind>| {
        list.sort_by_key(|it| std::cmp::Reverse(VALUES[it.index()]));
    };
    by_worth(&mut lost);
    by_worth(&mut left);
    (lost, left)
}
