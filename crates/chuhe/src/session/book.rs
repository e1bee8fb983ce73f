//! The engine's own opening book: whether to answer from it, and with which words.

use std::sync::Arc;

use protocol::{Info, Reply};
use records::{
    book::{Book, Variety},
    openings::Openings,
};
use xiangqi::{Color, Game, Move};

/// What a host can set about the book.
#[derive(Clone, Debug)]
pub(super) struct BookSettings {
    pub(super) is_on: bool,
    /// `None` for the built-in one, which is read when first asked.
    pub(super) book: Option<Arc<Book>>,
    /// Plies of the game after which the engine thinks for itself.
    pub(super) depth: u32,
    pub(super) variety: u32,
}

impl Default for BookSettings {
    /// Off: a match measures engines, not books.
    fn default() -> BookSettings {
        BookSettings { is_on: false, book: None, depth: 20, variety: 50 }
    }
}

impl BookSettings {
    /// The words that answer a `go` at once, if the book knows a good move that is allowed. A
    /// position that comes again is the search's business: it knows the rules of repetition.
    pub(super) fn answer(
        &self,
        game: &Game,
        is_allowed: impl Fn(Move) -> bool,
        seed: u64,
    ) -> Option<Vec<Reply>> {
        let position = game.position();
        let plies = 2 * u32::from(position.move_number().saturating_sub(1))
            + u32::from(position.side() == Color::Black);
        let comes_again = game.earlier_occurrences().next().is_some();
        if !self.is_on || self.depth <= plies || comes_again {
            return None;
        }
        let book = self.book.as_deref().unwrap_or_else(|| Book::masters());
        let mut moves = book.look_up(position);
        moves.retain(|it| is_allowed(it.mv));
        let seed = seed.wrapping_add(u64::from(plies));
        let chosen = Variety::new(self.variety).choose(&moves, position.side(), seed)?;
        let best = Reply::BestMove {
            mv: chosen.mv.to_string(),
            ponder: None,
            offers_draw: false,
            resigns: false,
        };
        Some(vec![Reply::Info(remark(game, chosen.mv, chosen.tally.games())), best])
    }
}

fn remark(game: &Game, mv: Move, games: u32) -> Info {
    let moves = game.moves().chain([mv]);
    let name = match Openings::built_in().name_of_game(game.start(), moves) {
        Some(name) => format!(", {} {}", name.en, name.zh),
        None => String::new(),
    };
    Info::text(format!("book move {mv}, {games} games{name}"))
}
