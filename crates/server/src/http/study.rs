//! Positions outside of games: their legal moves and names, verdicts, import and export.

use axum::{Json, extract::Path, extract::State, http::header, response::IntoResponse};
use lab::evaluation::Evaluation;
use xiangqi::{Color, Game, Move, Position, RuleSet};

use super::{
    app::App,
    extract::JsonBody,
    reading::{read_line, read_position, read_rules},
    refusal::Refusal,
    sentences::{Sentence, Told},
    wire,
};
use crate::game::{
    error::GameError,
    import::read_anything,
    pgn::{Heading, write_pgn},
    record::{Draft, Record, check_line},
};

/// `POST /api/position`
pub(crate) async fn position(
    JsonBody(body): JsonBody<wire::StudyLine>,
) -> Result<Json<wire::Study>, Refusal> {
    let (game, rules) = read_line(&body?)?;
    let record = Record::plain(*game.start(), game.moves());
    Ok(Json(wire::Study::of(&record, rules, None)))
}

/// `POST /api/check`: is this a position, and if not, why? An answer, not an error: an editor
/// asks with every piece that is put down.
pub(crate) async fn check(
    JsonBody(body): JsonBody<wire::StudyLine>,
) -> Result<Json<wire::Checked>, Refusal> {
    let fen = body?.fen.unwrap_or_default();
    let problem = Position::from_fen(&fen).err().map(|error| {
        let Sentence { zh, en } = error.told();
        wire::Problem { zh, en }
    });
    Ok(Json(wire::Checked { problem }))
}

/// `POST /api/evaluation`: what each piece is worth in the course's table, for a heat map.
pub(crate) async fn evaluation(
    JsonBody(body): JsonBody<wire::StudyLine>,
) -> Result<Json<std::collections::BTreeMap<String, i32>>, Refusal> {
    let (game, _) = read_line(&body?)?;
    let contributions = Evaluation::Course.contributions(game.position()).into_iter();
    Ok(Json(contributions.map(|it| (it.square.to_string(), it.value)).collect()))
}

/// `POST /api/judge`: the verdict of every rule set.
pub(crate) async fn judge(
    JsonBody(body): JsonBody<wire::StudyLine>,
) -> Result<Json<std::collections::BTreeMap<&'static str, wire::Status>>, Refusal> {
    let (game, _) = read_line(&body?)?;
    let verdict = |rules: RuleSet| (rules.name(), wire::Status::from(&game.verdict(rules)));
    Ok(Json(RuleSet::ALL.into_iter().map(verdict).collect()))
}

/// `POST /api/import`
pub(crate) async fn import(
    JsonBody(body): JsonBody<wire::Import>,
) -> Result<Json<wire::Study>, Refusal> {
    let (record, format) = read_anything(&body?.text)?;
    Ok(Json(wire::Study::of(&record, RuleSet::default(), Some(format))))
}

/// `POST /api/pgn`
pub(crate) async fn line_pgn(
    JsonBody(body): JsonBody<wire::StudyTree>,
) -> Result<impl IntoResponse, Refusal> {
    let body = body?;
    let start = read_position(body.fen.as_deref())?;
    let rules = read_rules(body.rules.as_deref())?;
    let drafts: Vec<Draft> = body.line.into_iter().map(Draft::from).collect();
    let line = check_line(&start, &drafts)?;
    let record = Record { start, remark: body.remark, line };
    let status = play(start, record.moves())?.verdict(rules).status;
    Ok(pgn_answer(write_pgn(&record, &Heading { names: ["?", "?"], status, rules })))
}

fn play(start: Position, moves: impl IntoIterator<Item = Move>) -> Result<Game, Refusal> {
    let mut game = Game::new(start);
    for mv in moves {
        game.play(mv).map_err(GameError::from)?;
    }
    Ok(game)
}

/// `GET /api/games/{id}/pgn`
pub(crate) async fn game_pgn(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Refusal> {
    let state = app.rooms.state(&id).await?;
    let names = Color::BOTH.map(|it| state.player(it).record_name());
    let heading = Heading {
        names: [&names[0], &names[1]],
        status: state.standing().status,
        rules: state.setup().rules,
    };
    let record = Record::plain(state.setup().start, state.game().moves());
    Ok(pgn_answer(write_pgn(&record, &heading)))
}

fn pgn_answer(text: String) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/x-chess-pgn; charset=utf-8")], text)
}
