//! Duels: two machines, a number of games, colors changed after each. A duel is its setup and its
//! games; everything else is counted from them, so it survives every reload and restart. Like any
//! game between machines, a game of a duel goes on while somebody watches it.

use arena::{openings, statistics::Tally};
use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
};
use xiangqi::{Position, RuleSet, Status};

use crate::{
    error::Refusal,
    games, players,
    router::{App, Client, JsonBody},
    secret::{self, Token, TokenHash},
    store::{DuelPlace, Seats, Shown, Write},
    study,
    table::{Player, Setup, Table},
    wire,
};

const MOST_GAMES: usize = 100;

/// What is fixed when a duel begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct DuelSetup {
    pub(crate) players: [Player; 2],
    pub(crate) rules: RuleSet,
    pub(crate) games: usize,
}

/// A duel as the database has it.
pub(crate) struct Duel {
    pub(crate) setup: DuelSetup,
    pub(crate) host: TokenHash,
    pub(crate) stopped: bool,
    pub(crate) games: Vec<DuelGame>,
}

pub(crate) struct DuelGame {
    pub(crate) id: String,
    pub(crate) status: Status,
    pub(crate) reason: Option<String>,
    pub(crate) plies: usize,
}

impl Duel {
    /// Who has Red in the game with this number: the players change after each.
    fn red(number: usize) -> usize {
        number % 2
    }

    fn is_over(&self) -> bool {
        let is_played = |it: &DuelGame| it.status != Status::Ongoing;
        self.stopped || self.setup.games <= self.games.len() && self.games.iter().all(is_played)
    }

    fn live(&self) -> Option<&DuelGame> {
        self.games.last().filter(|it| it.status == Status::Ongoing && !self.stopped)
    }

    fn tally(&self) -> Tally {
        let points = |(number, game): (usize, &DuelGame)| match game.status {
            Status::Ongoing => None,
            Status::Draw => Some(1),
            Status::Won(color) if color.index() == Duel::red(number) => Some(2),
            Status::Won(_) => Some(0),
        };
        let points: Vec<usize> = self.games.iter().enumerate().filter_map(points).collect();
        let mut tally = Tally::default();
        points.iter().for_each(|&it| tally.add_game(it));
        points.chunks_exact(2).for_each(|pair| tally.add_pair(pair.iter().sum()));
        tally
    }

    fn next_setup(&self) -> Setup {
        let number = self.games.len();
        let [first, second] = self.setup.players.clone();
        let players = if Duel::red(number) == 0 { [first, second] } else { [second, first] };
        Setup { start: opening(number / 2), rules: self.setup.rules, players, clock: None }
    }

    pub(crate) fn view(&self, id: &str) -> wire::DuelView {
        let tally = self.tally();
        let row = |it: &Tally| wire::DuelRow {
            won: it.wins,
            drawn: it.draws,
            lost: it.losses,
            points: it.course_points(),
        };
        let estimate = tally.estimate();
        let known = |it: f64| Some(it).filter(|it| it.is_finite());
        let game = |(number, it): (usize, &DuelGame)| wire::DuelGame {
            id: it.id.clone(),
            red: Duel::red(number),
            status: it.status.name(),
            reason: it.reason.clone(),
            plies: it.plies,
        };
        wire::DuelView {
            id: id.to_owned(),
            players: self.setup.players.each_ref().map(wire::Player::from),
            rules: self.setup.rules.name(),
            total: self.setup.games,
            stopped: self.stopped,
            over: self.is_over(),
            live: self.live().map(|it| it.id.clone()),
            games: self.games.iter().enumerate().map(game).collect(),
            table: [row(&tally), row(&tally.reversed())],
            elo: wire::DuelElo {
                difference: known(estimate.elo).filter(|_| 0 < tally.games()),
                error: known(estimate.error),
                superiority: known(estimate.superiority).filter(|_| 0 < tally.games()),
            },
        }
    }
}

/// The first pair of games begins at the beginning, the others from balanced openings: players
/// without chance would otherwise repeat themselves.
fn opening(pair: usize) -> Position {
    let openings = openings::built_in();
    let Some(index) = pair.checked_sub(1).filter(|_| !openings.is_empty()) else {
        return Position::start();
    };
    let opening = &openings[index % openings.len()];
    let mut position = opening.start;
    for &mv in &opening.moves {
        position.play_unchecked(mv);
    }
    position
}

/// `POST /api/duels`
pub(crate) async fn create(
    State(app): State<App>,
    Client(address): Client,
    JsonBody(body): JsonBody<wire::NewDuel>,
) -> Result<(StatusCode, Json<wire::DuelCreated>), Refusal> {
    let body = body?;
    let duelists = [body.first.player(), body.second.player()];
    for player in &duelists {
        players::check(player)?;
        if player.is_human() {
            return Err(Refusal::NoSuchPlayer("human".into()));
        }
    }
    let rules = study::read_rules(body.rules.as_deref())?;
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
) -> Result<Json<wire::DuelView>, Refusal> {
    Ok(Json(load(&app, &id).await?.view(&id)))
}

/// `POST /api/duels/{id}/next`: the next game, unless one is under way or all are played.
pub(crate) async fn next(
    State(app): State<App>,
    Path(id): Path<String>,
    JsonBody(body): JsonBody<wire::DuelHost>,
) -> Result<Json<wire::DuelView>, Refusal> {
    // One at a time, so that two pages of the same host do not both begin a game.
    let _turn = app.duels.lock().await;
    let duel = load(&app, &id).await?;
    check_host(&duel, &body?)?;
    if duel.is_over() || duel.live().is_some() {
        return Ok(Json(duel.view(&id)));
    }
    let setup = duel.next_setup();
    let standing = Shown::from(&Table::new(setup.clone()));
    let seats = Seats { host: Some(duel.host), ..Seats::default() };
    let place = DuelPlace { duel: id.clone(), number: duel.games.len() };
    let game = secret::random_id();
    let setup = Box::new(setup);
    app.store
        .write(Write::Create { id: game, setup, seats, owner: None, standing, duel: Some(place) })
        .await?;
    Ok(Json(load(&app, &id).await?.view(&id)))
}

/// `POST /api/duels/{id}/stop`: no further game begins.
pub(crate) async fn stop(
    State(app): State<App>,
    Path(id): Path<String>,
    JsonBody(body): JsonBody<wire::DuelHost>,
) -> Result<Json<wire::DuelView>, Refusal> {
    let duel = load(&app, &id).await?;
    check_host(&duel, &body?)?;
    app.store.write(Write::StopDuel { id: id.clone() }).await?;
    Ok(Json(load(&app, &id).await?.view(&id)))
}

async fn load(app: &App, id: &str) -> Result<Duel, Refusal> {
    if !secret::is_id(id) {
        return Err(Refusal::NoSuchGame);
    }
    app.store.duel(id).await?.ok_or(Refusal::NoSuchGame)
}

fn check_host(duel: &Duel, body: &wire::DuelHost) -> Result<(), Refusal> {
    let given = Token::from_hex(&body.token).map(|it| it.hash());
    if given == Some(duel.host) { Ok(()) } else { Err(Refusal::NotYourSeat) }
}

#[cfg(test)]
mod tests {
    use xiangqi::Color;

    use super::*;
    use crate::thinker::Strength;

    fn duel(results: &[Status]) -> Duel {
        let players = [1, 2].map(|level| Player::Machine(Strength::Level(level)));
        let game = |&status: &Status| DuelGame { id: "x".into(), status, reason: None, plies: 9 };
        Duel {
            setup: DuelSetup { players, rules: RuleSet::Asian, games: 4 },
            host: Token::random().hash(),
            stopped: false,
            games: results.iter().map(game).collect(),
        }
    }

    #[test]
    fn colors_change_and_points_are_counted() {
        let red = Status::Won(Color::Red);
        let duel = duel(&[red, red, Status::Draw, Status::Ongoing]);
        let view = duel.view("x");
        let [first, second] = &view.table;
        assert_eq!((first.won, first.drawn, first.lost, first.points), (1, 1, 1, 4));
        assert_eq!((second.won, second.drawn, second.lost, second.points), (1, 1, 1, 4));
        assert_eq!(view.elo.difference, Some(0.0));
        assert!(view.live.is_some() && !view.over);
    }

    #[test]
    fn each_pair_has_an_opening_of_its_own() {
        let none = duel(&[]);
        assert_eq!(none.next_setup().start, Position::start());
        let red = Status::Won(Color::Red);
        let two = duel(&[red, red]);
        assert_ne!(two.next_setup().start, Position::start());
        let three = duel(&[red, red, red]);
        assert_eq!(three.next_setup().start, two.next_setup().start);
        assert_eq!(three.next_setup().players[0], three.setup.players[1]);
        assert!(duel(&[red; 4]).is_over());
    }
}
