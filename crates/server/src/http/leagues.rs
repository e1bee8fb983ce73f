//! Making leagues, directing them, looking at them.

use std::{collections::BTreeMap, time::Duration};

use axum::{
    Json,
    extract::{Path, Query, State},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
};
use serde::Deserialize;
use xiangqi::{Color, RuleSet};

use super::{
    app::App,
    extract::{Client, JsonBody},
    games::{self, visitor},
    league_view::shown,
    reading::read_rules,
    refusal::Refusal,
    wire,
};
use crate::{
    game::{
        error::UnknownPlayer,
        league::{LeagueKeys, LeagueSetup, MOST_AT_ONCE, MOST_GAMES_OF_PAIRING, Openings},
        player::{Player, clean_text},
        secret::{self, Token, TokenHash},
    },
    league::{Challenge, Command, Order, error::LeagueError},
    store::leagues::LeagueWrite,
};

const LONGEST_NAME: usize = 60;
const MOST_ROUNDS: usize = 63;
const GRACE_S: f64 = 30.0;
const MOST_GRACE_S: f64 = 3600.0;
const AT_ONCE: usize = 16;
const GAMES: usize = 2;

/// `POST /api/leagues`
pub(crate) async fn create(
    State(app): State<App>,
    Client(address): Client,
    headers: HeaderMap,
    JsonBody(body): JsonBody<wire::NewLeague>,
) -> Result<(StatusCode, Json<wire::LeagueCreated>), Refusal> {
    let setup = read_setup(body?)?;
    games::check_rate(&app, address)?;
    let (id, admin) = (secret::random_id(), Token::random());
    let keys = LeagueKeys::new(admin.hash(), visitor(&headers));
    let code = keys.code.clone();
    app.store.write_league(LeagueWrite::Create { id: id.clone(), setup, keys }).await?;
    let made = wire::LeagueCreated { id, code, admin: admin.hex() };
    Ok((StatusCode::CREATED, Json(made)))
}

fn read_setup(new: wire::NewLeague) -> Result<LeagueSetup, Refusal> {
    let bad = Refusal::bad_league;
    let name = clean_text(&new.name, LONGEST_NAME)
        .ok_or_else(|| bad("联赛要有名字", "a league needs a name"))?;
    let rules = match new.rules {
        None => RuleSet::Course,
        Some(rules) => read_rules(Some(&rules))?,
    };
    let games = new.games.unwrap_or(GAMES);
    if !(1..=MOST_GAMES_OF_PAIRING).contains(&games) {
        return Err(bad("每对选手下 1 到 10 局", "a pairing has 1 to 10 games"));
    }
    if new.rounds.is_some_and(|it| !(1..=MOST_ROUNDS).contains(&it)) {
        return Err(bad("瑞士制有 1 到 63 轮", "a Swiss league has 1 to 63 rounds"));
    }
    let grace_s = new.grace_s.unwrap_or(GRACE_S);
    if !(0.0..=MOST_GRACE_S).contains(&grace_s) {
        return Err(bad("等待重连 0 到 3600 秒", "a lost bot is waited for 0 to 3600 s"));
    }
    let at_once = new.at_once.unwrap_or(AT_ONCE);
    if !(1..=MOST_AT_ONCE).contains(&at_once) {
        return Err(bad("同时进行 1 到 64 局", "1 to 64 games are played at once"));
    }
    Ok(LeagueSetup {
        name,
        rules,
        clock: new.clock.league_rule().ok_or_else(Refusal::bad_league_clock)?,
        games,
        form: new.form.unwrap_or(wire::LeagueForm::RoundRobin).into(),
        rounds: new.rounds,
        openings: new.openings.map_or(Openings::Start, Openings::from),
        grace: Duration::from_secs_f64(grace_s),
        at_once,
    })
}

/// `GET /api/leagues`
pub(crate) async fn list(
    State(app): State<App>,
    headers: HeaderMap,
) -> Result<Json<wire::LeagueList>, Refusal> {
    let made = match visitor(&headers) {
        Some(visitor) => app.store.leagues_of(visitor).await?,
        None => Vec::new(),
    };
    let leagues = made.iter().map(wire::LeagueEntry::from).collect();
    Ok(Json(wire::LeagueList { leagues }))
}

#[derive(Deserialize)]
pub(crate) struct Since {
    since: Option<u64>,
}

/// `GET /api/leagues/{id}`: 204 if nothing changed since that version.
pub(crate) async fn show(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(Since { since }): Query<Since>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let view = app.leagues.ask(&id, |answer| Command::Look { answer }).await?;
    if since == Some(view.version) {
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    let is_admin = visitor(&headers) == Some(view.league.keys.admin);
    Ok(Json(shown(&view, is_admin)).into_response())
}

type Directed = Result<Json<wire::League>, Refusal>;

/// `POST /api/leagues/{id}/start`
pub(crate) async fn start(
    State(app): State<App>,
    Path(id): Path<String>,
    JsonBody(body): JsonBody<wire::LeagueAdmin>,
) -> Directed {
    direct(&app, &id, &body?.admin, Order::Start).await
}

/// `POST /api/leagues/{id}/pause`
pub(crate) async fn pause(
    State(app): State<App>,
    Path(id): Path<String>,
    JsonBody(body): JsonBody<wire::LeagueAdmin>,
) -> Directed {
    direct(&app, &id, &body?.admin, Order::Pause).await
}

/// `POST /api/leagues/{id}/stop`
pub(crate) async fn stop(
    State(app): State<App>,
    Path(id): Path<String>,
    JsonBody(body): JsonBody<wire::LeagueAdmin>,
) -> Directed {
    direct(&app, &id, &body?.admin, Order::Stop).await
}

/// `POST /api/leagues/{id}/players`
pub(crate) async fn add(
    State(app): State<App>,
    Path(id): Path<String>,
    JsonBody(body): JsonBody<wire::NewYardstick>,
) -> Directed {
    let body = body?;
    let player = body.player.player()?;
    if !matches!(player, Player::Machine(_)) {
        return Err(UnknownPlayer("human".into()).into());
    }
    direct(&app, &id, &body.admin, Order::Add(player)).await
}

/// `POST /api/leagues/{id}/remove`
pub(crate) async fn remove(
    State(app): State<App>,
    Path(id): Path<String>,
    JsonBody(body): JsonBody<wire::LeagueRemoval>,
) -> Directed {
    let body = body?;
    direct(&app, &id, &body.admin, Order::Remove(body.name)).await
}

async fn direct(app: &App, id: &str, admin: &str, order: Order) -> Directed {
    let admin: TokenHash = Token::from_hex(admin).ok_or(LeagueError::NotTheAdmin)?.hash();
    let command = |answer| Command::Direct { order: order.clone(), admin, answer };
    let view = app.leagues.ask(id, command).await??;
    Ok(Json(shown(&view, true)))
}

/// `POST /api/leagues/{id}/play`: a person against a bot.
pub(crate) async fn play(
    State(app): State<App>,
    Client(address): Client,
    Path(id): Path<String>,
    headers: HeaderMap,
    JsonBody(body): JsonBody<wire::LeagueChallenge>,
) -> Result<(StatusCode, Json<wire::GameCreated>), Refusal> {
    let body = body?;
    games::check_rate(&app, address)?;
    let color = body.color.map_or(Color::Red, Color::from);
    let challenge = Challenge { bot: body.bot, color, name: body.name, visitor: visitor(&headers) };
    let command = |answer| Command::Challenge { challenge: challenge.clone(), answer };
    let (id, token) = app.leagues.ask(&id, command).await??;
    let seat = match color {
        Color::Red => "red",
        Color::Black => "black",
    };
    let tokens = BTreeMap::from([(seat, token.hex())]);
    Ok((StatusCode::CREATED, Json(wire::GameCreated { id, tokens })))
}
