//! Reviews of games, the reason why a move is worse, and a visitor's own mistakes.

use std::net::IpAddr;

use axum::{Json, extract::State, http::HeaderMap};
use coach::why;
use xiangqi::{Game, RuleSet, Status};

use super::{
    app::App,
    extract::{Client, JsonBody},
    games::visitor,
    own_puzzles::reviewed_games,
    reading::read_line,
    refusal::Refusal,
    wire,
};
use crate::{
    game::{error::GameError, secret::TokenHash},
    reviews,
    thinking::owner::Owner,
};

/// Mistakes that are shown; the newest games come first.
const MOST_MISTAKES: usize = 60;

/// `POST /api/review`: the review as far as it is, begun if nobody has asked before. Ask again to
/// see it grow.
pub(crate) async fn review(
    State(app): State<App>,
    Client(address): Client,
    headers: HeaderMap,
    JsonBody(body): JsonBody<wire::ReviewAsked>,
) -> Result<Json<wire::ReviewedGame>, Refusal> {
    let (game, rules) = read_game(&app, &body?).await?;
    let owner = owner(address, visitor(&headers));
    let review = app.reviews.open(game, rules, owner).await?;
    Ok(Json(wire::ReviewedGame::of(&review)))
}

async fn read_game(app: &App, asked: &wire::ReviewAsked) -> Result<(Game, RuleSet), Refusal> {
    if let Some(id) = &asked.game {
        let state = app.rooms.state(id).await?;
        // Whoever still plays gets no help.
        if state.standing().status == Status::Ongoing {
            return Err(Refusal::game_goes_on());
        }
        return Ok((state.game().clone(), state.setup().rules));
    }
    if let Some(id) = asked.library {
        let document = app.store.library_document(id).await?.ok_or_else(Refusal::no_such_game)?;
        let game = Game::with_moves(*document.start(), document.main_moves());
        return Ok((game.map_err(GameError::from)?, RuleSet::default()));
    }
    read_line(&asked.line)
}

/// `POST /api/why`: a move beside the best one, in words and with a line to replay.
pub(crate) async fn why(
    State(app): State<App>,
    Client(address): Client,
    headers: HeaderMap,
    JsonBody(body): JsonBody<wire::WhyAsked>,
) -> Result<Json<wire::WhyAnswer>, Refusal> {
    let body = body?;
    let (game, rules) = read_line(&body.line)?;
    let mv = game.position().read_move(&body.mv).map_err(GameError::from)?;
    let owner = owner(address, visitor(&headers));
    let compared = reviews::compare(&app.pool, owner, &game, rules, mv).await?;
    let why = why::compare(&game, rules, &compared.played, &compared.better);
    let answer = wire::WhyAnswer::of(game.position(), &compared, &why);
    answer.map(Json).ok_or_else(Refusal::busy)
}

/// `GET /api/mistakes`: from the reviews of the visitor's last games.
pub(crate) async fn mistakes(
    State(app): State<App>,
    headers: HeaderMap,
) -> Result<Json<Vec<wire::Mistake>>, Refusal> {
    let Some(visitor) = visitor(&headers) else { return Ok(Json(Vec::new())) };
    let games = reviewed_games(&app, visitor).await?;
    let all = games.iter().flat_map(|(id, review, color)| wire::Mistake::of(id, review, *color));
    Ok(Json(all.take(MOST_MISTAKES).collect()))
}

/// Behind one address visitors are told apart by their shelves.
pub(super) fn owner(address: IpAddr, visitor: Option<TokenHash>) -> Owner {
    let number =
        |it: TokenHash| it.0.iter().take(8).fold(0, |sum, byte| sum << 8 | u64::from(*byte));
    Owner::new(address, visitor.map_or(0, number))
}
