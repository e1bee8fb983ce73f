//! Making, listing and deleting games.

use std::{collections::BTreeMap, net::IpAddr};

use axum::{
    Json,
    extract::{Path, State},
    http::{HeaderMap, StatusCode, header},
};
use xiangqi::Color;

use crate::{
    error::Refusal,
    players,
    router::{App, Client, JsonBody},
    secret::{self, Token, TokenHash},
    store::{Seats, Shown, Write},
    study,
    table::{Setup, Table},
    wire,
};

/// `POST /api/games`
pub(crate) async fn create(
    State(app): State<App>,
    Client(address): Client,
    headers: HeaderMap,
    JsonBody(body): JsonBody<wire::NewGame>,
) -> Result<(StatusCode, Json<wire::Created>), Refusal> {
    let setup = read_setup(body?)?;
    check_rate(&app, address)?;
    let table = Table::new(setup.clone());
    let (seats, tokens) = give_seats(&table);
    let id = secret::random_id();
    let owner = visitor(&headers);
    let standing = Shown::from(&table);
    app.store
        .write(Write::Create {
            id: id.clone(),
            setup: Box::new(setup),
            seats,
            owner,
            standing,
            duel: None,
        })
        .await?;
    let tokens = tokens.into_iter().map(|(seat, token)| (seat, token.hex())).collect();
    Ok((StatusCode::CREATED, Json(wire::Created { id, tokens })))
}

pub(crate) fn check_rate(app: &App, address: IpAddr) -> Result<(), Refusal> {
    if app.new_games.take(address) { Ok(()) } else { Err(Refusal::TooManyRequests) }
}

fn read_setup(new: wire::NewGame) -> Result<Setup, Refusal> {
    let players = [new.red.player(), new.black.player()];
    for player in &players {
        players::check(player)?;
    }
    Ok(Setup {
        start: study::read_position(new.fen.as_deref())?,
        rules: study::read_rules(new.rules.as_deref())?,
        players,
        clock: new.clock.map(wire::Clock::rule).transpose()?,
    })
}

/// A token for every human; for a game between machines, one for the host who directs it.
fn give_seats(table: &Table) -> (Seats, BTreeMap<&'static str, Token>) {
    let mut seats = Seats::default();
    let mut tokens = BTreeMap::new();
    for (color, name) in Color::BOTH.into_iter().zip(["red", "black"]) {
        if table.player(color).is_human() {
            let token = Token::random();
            seats.colors[color.index()] = Some(token.hash());
            tokens.insert(name, token);
        }
    }
    if tokens.is_empty() {
        let token = Token::random();
        seats.host = Some(token.hash());
        tokens.insert("host", token);
    }
    (seats, tokens)
}

/// `GET /api/games`
pub(crate) async fn list(
    State(app): State<App>,
    headers: HeaderMap,
) -> Result<Json<wire::Shelf>, Refusal> {
    let games = match visitor(&headers) {
        Some(visitor) => app.store.shelf(visitor).await?,
        None => Vec::new(),
    };
    Ok(Json(wire::Shelf { games }))
}

/// `DELETE /api/games/{id}`
pub(crate) async fn delete(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<StatusCode, Refusal> {
    let visitor = visitor(&headers).ok_or(Refusal::NoSuchGame)?;
    app.rooms.delete(&id, visitor).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `GET /api/players`
pub(crate) async fn offered() -> Json<wire::Offered> {
    Json(players::offered())
}

/// Whose shelf: `Authorization: Bearer <32 hexadecimal digits>`.
fn visitor(headers: &HeaderMap) -> Option<TokenHash> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    Token::from_hex(value.strip_prefix("Bearer ")?).map(|it| it.hash())
}
