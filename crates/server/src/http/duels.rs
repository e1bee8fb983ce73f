//! Making duels of two machines, and beginning their games one after another.

use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
};

use super::{
    app::App,
    extract::{Client, JsonBody},
    games,
    reading::read_rules,
    refusal::Refusal,
    wire,
};
use crate::{
    game::{
        duel::{Duel, DuelSetup},
        error::UnknownPlayer,
        player::Player,
        secret::{self, Seats, Token},
        state::GameState,
    },
    room::error::RoomError,
    store::writes::{DuelPlace, NewGame, Write},
};

const MOST_GAMES: usize = 100;

/// `POST /api/duels`
pub(crate) async fn create(
    State(app): State<App>,
    Client(address): Client,
    JsonBody(body): JsonBody<wire::NewDuel>,
) -> Result<(StatusCode, Json<wire::DuelCreated>), Refusal> {
    let body = body?;
    let duelists = [body.first.player()?, body.second.player()?];
    if duelists.iter().any(Player::is_human) {
        return Err(UnknownPlayer("human".into()).into());
    }
    let rules = read_rules(body.rules.as_deref())?;
    let games = body.games.clamp(1, MOST_GAMES);
    games::check_rate(&app, address)?;
    let (id, token) = (secret::random_id(), Token::random());
    let setup = DuelSetup { players: duelists, rules, games };
    let host = token.hash();
    app.store.write(Write::CreateDuel { id: id.clone(), setup: Box::new(setup), host }).await?;
    Ok((StatusCode::CREATED, Json(wire::DuelCreated { id, token: token.hex() })))
}

/// `GET /api/duels/{id}`
pub(crate) async fn show(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Json<wire::Duel>, Refusal> {
    Ok(Json(wire::Duel::of(&id, &load(&app, &id).await?)))
}

/// `POST /api/duels/{id}/next`: the next game, unless one is under way or all are played.
pub(crate) async fn next(
    State(app): State<App>,
    Path(id): Path<String>,
    JsonBody(body): JsonBody<wire::DuelHost>,
) -> Result<Json<wire::Duel>, Refusal> {
    // One at a time, so that two pages of the same host do not both begin a game.
    let _turn = app.duels.lock().await;
    let duel = load(&app, &id).await?;
    check_host(&duel, &body?)?;
    if duel.is_over() || duel.live().is_some() {
        return Ok(Json(wire::Duel::of(&id, &duel)));
    }
    let new = NewGame {
        id: secret::random_id(),
        state: GameState::new(duel.next_setup()),
        seats: Seats { host: Some(duel.host), ..Seats::default() },
        owner: None,
        duel: Some(DuelPlace { duel: id.clone(), number: duel.games.len() }),
        league: None,
        before: None,
    };
    app.store.write(Write::Create(Box::new(new))).await?;
    Ok(Json(wire::Duel::of(&id, &load(&app, &id).await?)))
}

/// `POST /api/duels/{id}/stop`: no further game begins.
pub(crate) async fn stop(
    State(app): State<App>,
    Path(id): Path<String>,
    JsonBody(body): JsonBody<wire::DuelHost>,
) -> Result<Json<wire::Duel>, Refusal> {
    let duel = load(&app, &id).await?;
    check_host(&duel, &body?)?;
    app.store.write(Write::StopDuel { id: id.clone() }).await?;
    Ok(Json(wire::Duel::of(&id, &load(&app, &id).await?)))
}

async fn load(app: &App, id: &str) -> Result<Duel, Refusal> {
    if !secret::is_id(id) {
        return Err(Refusal::no_such_game());
    }
    app.store.duel(id).await?.ok_or_else(Refusal::no_such_game)
}

fn check_host(duel: &Duel, body: &wire::DuelHost) -> Result<(), Refusal> {
    let given = Token::from_hex(&body.token).map(|it| it.hash());
    if given == Some(duel.host) { Ok(()) } else { Err(RoomError::NotYourSeat.into()) }
}
