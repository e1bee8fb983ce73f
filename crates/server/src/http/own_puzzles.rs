//! A visitor's own mistakes as puzzles: the position once more, and the question for a better move.
//! They come from the reviews of the last games, so they are nobody else's. Nothing proves that a
//! mistake has but one remedy: any move that keeps chances and pieces is right, and none is rated.

use coach::{
    Label, MoveReview, Review,
    puzzles::{EASIEST, Puzzle},
    review::is_good,
};
use xiangqi::{Color, Game, Move, RuleSet, Status};

use super::{app::App, refusal::Refusal, wire};
use crate::{
    game::secret::TokenHash,
    reviews,
    store::shelf::{Opponent, ShelfQuery},
    thinking::owner::Owner,
};

/// More wait until these are solved.
const MOST: usize = 60;
/// Begins the name of such a puzzle; the game and the ply follow.
const PREFIX: &str = "own-";

/// A mistake to be mended.
pub(super) struct OwnPuzzle {
    pub(super) source: wire::OwnSource,
    pub(super) puzzle: Puzzle,
    /// The game up to the mistake.
    before: Game,
    rules: RuleSet,
}

impl OwnPuzzle {
    pub(super) fn id(&self) -> String {
        format!("{PREFIX}{}-{}", self.source.game, self.source.ply)
    }

    /// Asks the search threads about another move than the review's.
    pub(super) async fn accepts(&self, app: &App, owner: Owner, mv: Move) -> Result<bool, Refusal> {
        let compared = reviews::compare(&app.pool, owner, &self.before, self.rules, mv).await?;
        Ok(is_good(compared.better.score, compared.played.score))
    }
}

/// The mistakes of the visitor's last games that have a finished review, the newest game first.
pub(super) async fn of_visitor(
    app: &App,
    visitor: Option<TokenHash>,
) -> Result<Vec<OwnPuzzle>, Refusal> {
    let Some(visitor) = visitor else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for (id, review, color) in reviewed_games(app, visitor).await? {
        found.extend(mistakes(&id, &review, color));
        if MOST <= found.len() {
            break;
        }
    }
    found.truncate(MOST);
    Ok(found)
}

pub(super) fn is_own(id: &str) -> bool {
    id.starts_with(PREFIX)
}

/// Games of the newest page of the shelf that are over and reviewed, and the visitor's side.
pub(super) async fn reviewed_games(
    app: &App,
    visitor: TokenHash,
) -> Result<Vec<(String, Review, Color)>, Refusal> {
    let query = ShelfQuery {
        visitor,
        opponent: Opponent::Anybody,
        outcome: None,
        since: None,
        until: None,
        page: 0,
    };
    let page = app.store.shelf(query).await?;
    let mut found = Vec::new();
    for entry in page.games.into_iter().filter(|it| it.status != Status::Ongoing) {
        let Some(color) = entry.side else { continue };
        let Some(stored) = app.store.load(&entry.id).await? else { continue };
        let game = stored.state.game().clone();
        if let Some(review) = app.reviews.finished(game, entry.rules).await? {
            found.push((entry.id, review, color));
        }
    }
    Ok(found)
}

fn mistakes(id: &str, review: &Review, color: Color) -> Vec<OwnPuzzle> {
    let own = |it: &MoveReview| it.mover == color && it.label.is_some_and(Label::is_error);
    let puzzle = |it: MoveReview| {
        let mut before = review.game().clone();
        while it.ply <= before.len() {
            before.undo();
        }
        let best = it.best.first().copied().filter(|&best| best != it.mv)?;
        // How hard it is nobody has measured, and nobody is rated by it.
        let puzzle = Puzzle::new(*before.position(), vec![best], EASIEST).ok()?;
        let played = wire::Naming::of(before.position(), it.mv);
        let source =
            wire::OwnSource { game: id.to_owned(), ply: it.ply, side: color.into(), played };
        Some(OwnPuzzle { source, puzzle, before, rules: review.settings().rules })
    };
    review.report().moves.into_iter().filter(own).filter_map(puzzle).collect()
}
