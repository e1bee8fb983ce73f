//! Who has the say: for moves that lose neither material nor the general's safety, how many captures
//! both sides have at hand some moves later.
//!
//! Other signs that players name (a piece driven away, pieces across the river, room to move,
//! chariots at home, guards lost for something) were tried on masters' games and are found as often
//! when the two lines are exchanged; captures at hand are not. `examples/reasons.rs` counts both.

use xiangqi::Position;

use super::{fact::Fact, walk::Walk};

/// Plies after which captures are counted, each side having moved as often: the first of these at
/// which both lines still go on and nobody is in check.
const LATER: [usize; 2] = [8, 6];
/// Captures of the mover less those of the opponent: so many fewer than in the better line.
const FEWER: usize = 2;

pub(super) fn lost(played: &Walk, better: &Walk) -> Option<Fact> {
    let is_calm = |walk: &Walk, at: usize| walk.positions.get(at).is_some_and(|it| !it.in_check());
    let at = LATER.into_iter().find(|&at| is_calm(played, at) && is_calm(better, at))?;
    let [captures, otherwise] = [played, better].map(|it| captures_at_hand(&it.positions[at]));
    let is_lost = captures[0] + otherwise[1] + FEWER <= otherwise[0] + captures[1];
    is_lost.then_some(Fact::Initiative { captures, otherwise, at })
}

/// Legal captures of the side to move, and of the other one if it were its turn.
fn captures_at_hand(position: &Position) -> [usize; 2] {
    let side = position.side();
    [side, side.opponent()].map(|color| {
        let moves = position.legal_moves_of(color);
        moves.iter().filter(|it| position.piece_at(it.to()).is_some()).count()
    })
}
