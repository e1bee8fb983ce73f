//! Making, listing and deleting games.

use std::{collections::BTreeMap, net::IpAddr};

use axum::{
    Json,
    extract::{Path, Query, State},
    http::{HeaderMap, StatusCode, header},
};
use lab::zoo::Member;
use xiangqi::Color;

use super::{
    app::App,
    extract::{Client, JsonBody},
    reading::{read_position, read_rules},
    refusal::Refusal,
    wire,
};
use crate::{
    game::{
        player::LEVELS,
        secret::{self, Invitation, Seats, Token, TokenHash},
        setup::GameSetup,
        state::GameState,
    },
    store::{
        shelf::{Ending, Opponent, PAGE, ShelfQuery},
        writes::{NewGame, Write},
    },
};

/// `POST /api/games`
pub(crate) async fn create(
    State(app): State<App>,
    Client(address): Client,
    headers: HeaderMap,
    JsonBody(body): JsonBody<wire::NewGame>,
) -> Result<(StatusCode, Json<wire::GameCreated>), Refusal> {
    let body = body?;
    let invited = body.invite.map(Color::from);
    let state = GameState::new(read_setup(body)?);
    if invited.is_some_and(|it| !state.player(it).is_human()) {
        return Err(Refusal::bad_invitation());
    }
    check_rate(&app, address)?;
    let (mut seats, tokens) = give_seats(&state);
    let id = secret::random_id();
    let owner = visitor(&headers);
    seats.invitation = invited.map(|color| Invitation { color, host: owner, guest: None });
    let new =
        NewGame { id: id.clone(), state, seats, owner, duel: None, league: None, before: None };
    app.store.write(Write::Create(Box::new(new))).await?;
    let tokens = tokens.into_iter().map(|(seat, token)| (seat, token.hex())).collect();
    Ok((StatusCode::CREATED, Json(wire::GameCreated { id, tokens })))
}

pub(crate) fn check_rate(app: &App, address: IpAddr) -> Result<(), Refusal> {
    if app.new_games.take(address) { Ok(()) } else { Err(Refusal::too_many_requests()) }
}

fn read_setup(new: wire::NewGame) -> Result<GameSetup, Refusal> {
    let players = [new.red.player()?, new.black.player()?];
    let clock = |it: wire::Clock| it.rule().ok_or_else(Refusal::bad_clock);
    Ok(GameSetup {
        start: read_position(new.fen.as_deref())?,
        rules: read_rules(new.rules.as_deref())?,
        players,
        clock: new.clock.map(clock).transpose()?,
    })
}

/// A token for every human; for a game between machines, one for the host who directs it.
fn give_seats(state: &GameState) -> (Seats, BTreeMap<&'static str, Token>) {
    let mut seats = Seats::default();
    let mut tokens = BTreeMap::new();
    for (color, name) in Color::BOTH.into_iter().zip(["red", "black"]) {
        if state.player(color).is_human() {
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

/// `GET /api/games`: a page of the visitor's shelf.
pub(crate) async fn list(
    State(app): State<App>,
    headers: HeaderMap,
    Query(filter): Query<wire::ShelfFilter>,
) -> Result<Json<wire::Shelf>, Refusal> {
    let Some(visitor) = visitor(&headers) else {
        return Ok(Json(wire::Shelf { games: Vec::new(), total: 0, size: PAGE }));
    };
    let query = ShelfQuery {
        visitor,
        opponent: match filter.opponent.trim() {
            "" => Opponent::Anybody,
            "machine" => Opponent::Machine,
            "person" => Opponent::Person,
            name => Opponent::Named(name.to_owned()),
        },
        outcome: match filter.outcome.as_str() {
            "won" => Some(Ending::Won),
            "lost" => Some(Ending::Lost),
            "drawn" => Some(Ending::Drawn),
            "ongoing" => Some(Ending::Ongoing),
            _ => None,
        },
        since: filter.since,
        until: filter.until,
        page: filter.page,
    };
    let page = app.store.shelf(query).await?;
    let games = page.games.iter().map(wire::GameSummary::from).collect();
    Ok(Json(wire::Shelf { games, total: page.total, size: PAGE }))
}

/// `DELETE /api/games/{id}`
pub(crate) async fn delete(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<StatusCode, Refusal> {
    let visitor = visitor(&headers).ok_or_else(Refusal::no_such_game)?;
    app.rooms.delete(&id, visitor).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `GET /api/players`
pub(crate) async fn offered() -> Json<wire::PlayersOffered> {
    let member = |it: Member| {
        let [zh, en] = it.description();
        wire::ZooMember { name: it.to_string(), zh, en }
    };
    Json(wire::PlayersOffered { levels: LEVELS, zoo: Member::SHOWN.map(member).into() })
}

/// Whose shelf: `Authorization: Bearer <32 hexadecimal digits>`.
pub(crate) fn visitor(headers: &HeaderMap) -> Option<TokenHash> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    Token::from_hex(value.strip_prefix("Bearer ")?).map(|it| it.hash())
}
