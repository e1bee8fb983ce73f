//! Questions of learners: why not this move, and what did others play here?

use axum::{Json, extract::State, http::HeaderMap};
use records::{book::Book, openings::Openings};
use xiangqi::Move;

use super::{
    app::App,
    extract::JsonBody,
    games::visitor,
    reading::{read_line, read_position},
    refusal::Refusal,
    sentences::Sentence,
    wire,
};

/// `POST /api/obstacle`: an answer, not an error, for a wrong try is how one learns.
pub(crate) async fn obstacle(
    JsonBody(body): JsonBody<wire::Try>,
) -> Result<Json<wire::Tried>, Refusal> {
    let body = body?;
    let position = read_position(body.fen.as_deref())?;
    let mv: Move = body.mv.parse().map_err(|_| {
        let zh = "着法应写成 h2e2 这样的坐标";
        Refusal::malformed(Sentence::new(zh, "a try is written as its two points, such as h2e2"))
    })?;
    Ok(Json(wire::Tried { forbidden: position.obstacle(mv).map(wire::Forbidden::from) }))
}

/// `POST /api/openings`: what was played in a position, by masters, in the library or by the
/// visitor, and what the opening is called.
pub(crate) async fn openings(
    State(app): State<App>,
    headers: HeaderMap,
    JsonBody(body): JsonBody<wire::Exploring>,
) -> Result<Json<wire::Explored>, Refusal> {
    let body = body?;
    let (game, _) = read_line(&body.line)?;
    let book = Book::masters();
    let name = Openings::built_in().name_of_standing(&game, book).map(wire::OpeningName::from);
    let position = game.position();
    let moves = match (body.source, visitor(&headers)) {
        (None | Some(wire::Source::Masters), _) => book.look_up(position),
        (Some(wire::Source::Library), _) => app.store.library_moves(*position).await?,
        (Some(wire::Source::Mine), Some(visitor)) => {
            app.store.own_moves(visitor, *position).await?
        }
        (Some(wire::Source::Mine), None) => Vec::new(),
    };
    let moves = moves.iter().map(|it| wire::ExploredMove::of(position, it)).collect();
    Ok(Json(wire::Explored { name, moves }))
}
