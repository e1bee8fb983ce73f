//! Endgames on the page: the catalogue, and what a position is worth. No state: whoever plays an
//! ending asks again after every move.

use axum::{Json, extract::State};
use endgame::{Material, catalogue};
use xiangqi::{Piece, Position, Square, can_stand_on};

use super::{
    app::App, extract::JsonBody, reading::read_position, refusal::Refusal, sentences::Sentence,
    wire,
};
use crate::thinking::endings::{Endings, Shelf};

/// `GET /api/endgames`: the classical endings with what the tables found.
pub(crate) async fn list() -> Json<Vec<wire::EndingEntry>> {
    Json(catalogue().iter().map(wire::EndingEntry::from).collect())
}

/// `POST /api/endgame`: a position's value, its moves, and for one piece all points.
pub(crate) async fn probe(
    State(app): State<App>,
    JsonBody(body): JsonBody<wire::EndgameAsked>,
) -> Result<Json<wire::EndgameAnswer>, Refusal> {
    let body = body?;
    let position = read_position(Some(&body.fen))?;
    let point: Option<Square> = match body.point.as_deref().map(str::parse) {
        None => None,
        Some(Ok(point)) => Some(point),
        Some(Err(_)) => {
            let (zh, en) = ("点应写成 e2 这样", "a point is written like e2");
            return Err(Refusal::malformed(Sentence::new(zh, en)));
        }
    };
    let endings = app.endings;
    let _permit = app.probes.acquire().await;
    // A table may have to be read from disk first.
    let answer = tokio::task::spawn_blocking(move || answer(&endings, &position, point));
    Ok(Json(answer.await.map_err(|_| Refusal::fault())?))
}

fn answer(
    endings: &std::sync::Arc<Endings>,
    position: &Position,
    point: Option<Square>,
) -> wire::EndgameAnswer {
    let Some((material, _)) = Material::of(position) else {
        return wire::EndgameAnswer::without_table("none", None);
    };
    let name = Some(material.to_string());
    match endings.ask(&material) {
        Shelf::Building => wire::EndgameAnswer::without_table("building", name),
        Shelf::Missing => wire::EndgameAnswer::without_table("missing", name),
        Shelf::Ready => match endings.tables().probe(position) {
            None => wire::EndgameAnswer::without_table("none", name),
            Some(found) => {
                let mut answer = wire::EndgameAnswer::of(position, &found);
                if let Some(point) = point {
                    answer.points = points(endings, position, point);
                }
                answer
            }
        },
    }
}

/// The piece on a point tried on every free point it can stand on, the others staying.
fn points(endings: &Endings, position: &Position, from: Square) -> Vec<wire::EndgamePoint> {
    let Some(piece): Option<Piece> = position.piece_at(from) else { return Vec::new() };
    let free = |it: &Square| *it == from || position.piece_at(*it).is_none();
    let mut found = Vec::new();
    for to in Square::all().filter(free).filter(|&it| can_stand_on(piece, it)) {
        let mut setup = position.setup();
        setup.board[from.index()] = None;
        setup.board[to.index()] = Some(piece);
        let Ok(tried) = setup.position() else { continue };
        if let Some(value) = endings.tables().value(&tried) {
            let value = wire::EndgameValue::of(value, tried.side());
            found.push(wire::EndgamePoint { point: to.to_string(), value });
        }
    }
    found
}
