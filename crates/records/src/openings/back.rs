//! One move back: from which position of a book did most games come here?

use xiangqi::{Move, Piece, PieceKind, Position, Square};

use crate::book::{Book, place_key};

/// The position before, if the book has one: the one from which most games came here. A move that
/// no game of the book made may still lead out of a position that it knows well.
pub(super) fn most_played_way(position: &Position, book: &Book) -> Option<Position> {
    let key = place_key(position);
    positions_before(position)
        .into_iter()
        .filter_map(|before| Some((games_through(&before, key, book)?, before)))
        .max_by_key(|it| (it.0, place_key(&it.1)))
        .map(|it| it.1)
}

/// How many games went from one position to another, and how many went anywhere from there; `None`
/// if the book does not know it.
fn games_through(before: &Position, key: u64, book: &Book) -> Option<(u32, u32)> {
    let leads_here = |mv: Move| {
        let mut after = *before;
        after.play_unchecked(mv);
        place_key(&after) == key
    };
    let moves = book.look_up(before);
    let here = moves.iter().find(|it| leads_here(it.mv)).map_or(0, |it| it.tally.games());
    let all = moves.iter().fold(0_u32, |sum, it| sum.saturating_add(it.tally.games()));
    (all != 0).then_some((here, all))
}

/// All positions from which one legal move leads here.
fn positions_before(position: &Position) -> Vec<Position> {
    let mover = position.side().opponent();
    let taken: Vec<Option<Piece>> = [None].into_iter().chain(missing(position)).collect();
    let empty = || Square::all().filter(|it| position.piece_at(*it).is_none());
    let mut found = Vec::new();
    for (to, piece) in position.placement().filter(|it| it.1.color() == mover) {
        for from in empty() {
            let is_near = reaches(piece.kind(), from, to);
            let before = taken.iter().filter(|_| is_near);
            found.extend(before.filter_map(|taken| undone(position, from, to, piece, *taken)));
        }
    }
    found
}

/// Pieces of the side to move that may have been taken.
fn missing(position: &Position) -> impl Iterator<Item = Option<Piece>> + '_ {
    let side = position.side();
    let is_missing =
        move |kind: &PieceKind| (position.of(side, *kind).into_iter().count()) < kind.full_count();
    PieceKind::ALL.into_iter().filter(is_missing).map(move |kind| Some(Piece::new(side, kind)))
}

/// Could the piece go so far on an empty board? Spares most of the positions.
fn reaches(kind: PieceKind, from: Square, to: Square) -> bool {
    let files = (from.file() - to.file()).abs();
    let ranks = (from.rank() - to.rank()).abs();
    match kind {
        PieceKind::General | PieceKind::Soldier => files + ranks == 1,
        PieceKind::Advisor => (files, ranks) == (1, 1),
        PieceKind::Elephant => (files, ranks) == (2, 2),
        PieceKind::Horse => files * ranks == 2,
        PieceKind::Chariot | PieceKind::Cannon => files == 0 || ranks == 0,
    }
}

fn undone(
    position: &Position,
    from: Square,
    to: Square,
    piece: Piece,
    taken: Option<Piece>,
) -> Option<Position> {
    let mut setup = position.setup();
    setup.side = setup.side.opponent();
    setup.board[from.index()] = Some(piece);
    setup.board[to.index()] = taken;
    let before = setup.position().ok()?;
    before.is_legal(Move::new(from, to)?).then_some(before)
}

#[cfg(test)]
mod tests {
    use super::*;
    use xiangqi::parse_line;

    #[test]
    fn every_way_here_is_found() {
        let line = "h2e2 h9g7 h0g2 i9h9 e2e6 g7e6 i0i1 b9c7 i1d1";
        let mut position = Position::start();
        for mv in parse_line(&position, line).unwrap() {
            let before = position;
            position.play(mv).unwrap();
            let found = positions_before(&position);
            assert!(found.iter().any(|it| it.hash() == before.hash()), "{mv}");
            for found in found {
                let leads_here = |mv: &Move| found.hash_after(*mv) == position.hash();
                assert!(found.legal_moves().iter().any(leads_here));
            }
        }
    }
}
