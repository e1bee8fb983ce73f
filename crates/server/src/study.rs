//! Positions outside of games: their legal moves and names, verdicts, import and export.

use axum::{Json, extract::Path, extract::State, http::header, response::IntoResponse};
use lab::evaluation::Evaluation;
use xiangqi::{Color, Game, Move, Position, RuleSet, Setup, parse_line};

use crate::{
    error::Refusal,
    limits,
    record::{self, Heading, Record, read_pgn, write_pgn},
    router::{App, JsonBody},
    sentences::{Sentence, Told},
    table::{Player, Table},
    thinker::Strength,
    wire,
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
) -> Result<Json<std::collections::BTreeMap<&'static str, wire::StatusView>>, Refusal> {
    let (game, _) = read_line(&body?)?;
    let verdict = |rules: RuleSet| (rules.name(), wire::StatusView::from(&game.verdict(rules)));
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
    let line = record::check_line(&start, &body.line)?;
    let record = Record { start, remark: body.remark, line };
    let status = play(start, record.moves())?.verdict(rules).status;
    Ok(pgn_answer(write_pgn(&record, &Heading { names: ["?", "?"], status, rules })))
}

fn play(start: Position, moves: impl IntoIterator<Item = Move>) -> Result<Game, Refusal> {
    let mut game = Game::new(start);
    for mv in moves {
        game.play(mv).map_err(|error| Refusal::IllegalMove(error.told()))?;
    }
    Ok(game)
}

/// `GET /api/games/{id}/pgn`
pub(crate) async fn game_pgn(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Refusal> {
    let table = app.rooms.table(&id).await?;
    let names = Color::BOTH.map(|it| player_name(&table, it));
    let heading = Heading {
        names: [&names[0], &names[1]],
        status: table.standing().status,
        rules: table.setup().rules,
    };
    let record = Record::plain(table.setup().start, table.game().moves());
    Ok(pgn_answer(write_pgn(&record, &heading)))
}

fn pgn_answer(text: String) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/x-chess-pgn; charset=utf-8")], text)
}

fn player_name(table: &Table, color: Color) -> String {
    match table.player(color) {
        Player::Human { name } => name.clone().unwrap_or_else(|| "?".into()),
        Player::Machine(Strength::Level(level)) => format!("Chuhe level {level}"),
        Player::Machine(Strength::Zoo(name)) => format!("Chuhe zoo {name}"),
        Player::Machine(Strength::Full) => "Chuhe".into(),
    }
}

pub(crate) fn read_rules(name: Option<&str>) -> Result<RuleSet, Refusal> {
    let Some(name) = name else { return Ok(RuleSet::default()) };
    name.parse().map_err(|error: xiangqi::UnknownRuleSet| Refusal::Malformed(error.told()))
}

pub(crate) fn read_position(fen: Option<&str>) -> Result<Position, Refusal> {
    let Some(fen) = fen else { return Ok(Position::start()) };
    Position::from_fen(fen).map_err(|error| Refusal::BadPosition(error.told()))
}

pub(crate) fn read_line(line: &wire::StudyLine) -> Result<(Game, RuleSet), Refusal> {
    if limits::LINE < line.moves.len() {
        return Err(Refusal::TooLarge);
    }
    let mut game = Game::new(read_position(line.fen.as_deref())?);
    for text in &line.moves {
        let mv = game.position().read_move(text);
        let mv = mv.map_err(|error| Refusal::IllegalMove(error.told()))?;
        game.play(mv).map_err(|error| Refusal::IllegalMove(error.told()))?;
    }
    Ok((game, read_rules(line.rules.as_deref())?))
}

/// Reads whatever somebody pasted: a FEN, a drawn board, the nested-list map, a PGN, or moves
/// in any notation, also behind a FEN.
pub(crate) fn read_anything(text: &str) -> Result<(Record, &'static str), Refusal> {
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.is_empty() {
        return Err(Refusal::BadImport(Sentence::new("没有内容", "there is no text")));
    }
    if text.contains("[Game ")
        || text.contains("[FEN ")
        || text.contains("[Event ")
        || text.contains("[Red ")
    {
        return Ok((read_pgn(text)?, "pgn"));
    }
    if text.starts_with('[') || text.contains("r_") && text.contains("b_") {
        let setup = lab::parse_nested_list(text);
        let setup = setup.map_err(|error| Refusal::BadImport(error.told()))?;
        return Ok((Record::plain(checked(&setup)?, []), "map"));
    }
    if looks_drawn(text) {
        let setup = lab::parse_text_board(text);
        let setup = setup.map_err(|error| Refusal::BadImport(error.told()))?;
        return Ok((Record::plain(checked(&setup)?, []), "board"));
    }
    let first_line = text.lines().next().unwrap_or_default();
    let has_board =
        first_line.split_whitespace().next().is_some_and(|it| it.matches('/').count() == 9);
    if has_board {
        return read_fen_and_moves(text);
    }
    if text.contains(['{', '(', '（']) {
        // Moves with remarks or variations, but without tags.
        return Ok((read_pgn(text)?, "moves"));
    }
    Ok((read_moves(Position::start(), text)?, "moves"))
}

/// The door for the fuzzer: any text is read or refused.
#[doc(hidden)]
pub fn is_importable(text: &str) -> bool {
    read_anything(text).is_ok()
}

fn checked(setup: &Setup) -> Result<Position, Refusal> {
    setup.position().map_err(|error| Refusal::BadPosition(error.told()))
}

/// Ten or more lines of nine signs.
fn looks_drawn(text: &str) -> bool {
    let is_row = |line: &str| {
        let line = line.trim();
        line.chars().count() == 9 && line.chars().all(|it| "kabnrcpKABNRCP.".contains(it))
    };
    text.lines().filter(|line| is_row(line)).count() == 10
}

/// `<fen>`, or `<fen> moves h2e2 ...` as engines write it, or a FEN and moves below it.
fn read_fen_and_moves(text: &str) -> Result<(Record, &'static str), Refusal> {
    let (fen, moves) = match text.split_once("moves") {
        Some((fen, moves)) => (fen, moves),
        None => text.split_once('\n').unwrap_or((text, "")),
    };
    let start = read_position(Some(fen.trim()))?;
    Ok((read_moves(start, moves)?, "fen"))
}

fn read_moves(start: Position, text: &str) -> Result<Record, Refusal> {
    let moves = parse_line(&start, text).map_err(|error| Refusal::BadImport(error.told()))?;
    if limits::LINE < moves.len() {
        return Err(Refusal::TooLarge);
    }
    Ok(Record::plain(start, moves))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAP: &str = "[['b_c','b_m','b_x','b_s','b_j','b_s','b_x','b_m','b_c'],
        ['','','','','','','','',''],['','b_p','','','','','','b_p',''],
        ['b_z','','b_z','','b_z','','b_z','','b_z'],['','','','','','','','',''],
        ['','','','','','','','',''],['r_z','','r_z','','r_z','','r_z','','r_z'],
        ['','r_p','','','','','','r_p',''],['','','','','','','','',''],
        ['r_c','r_m','r_x','r_s','r_j','r_s','r_x','r_m','r_c']]";
    const BOARD: &str = "rnbakabnr\n.........\n.c.....c.\np.p.p.p.p\n.........\n.........\nP.P.P.P.P\n.C.....C.\n.........\nRNBAKABNR\n";

    #[test]
    fn every_format_is_recognized() {
        for (text, format, plies) in [
            (Position::START_FEN, "fen", 0),
            (BOARD, "board", 0),
            (MAP, "map", 0),
            ("h2e2 h9g7", "moves", 2),
            ("1. 炮二平五 马8进7 2. 马二进三", "moves", 3),
            ("C2=5 H8+7", "moves", 2),
            ("H2-E2 H9-G7", "moves", 2),
            ("1. 炮二平五 {中炮} 马8进7 (1. ... 炮8平5)", "moves", 2),
            ("[Red \"a\"]\n\n1. 炮二平五 马8进7 1-0", "pgn", 2),
        ] {
            let (record, found) =
                read_anything(text).unwrap_or_else(|it| panic!("{text}: {}", it.message()));
            assert_eq!((found, record.line.len()), (format, plies), "{text}");
            assert_eq!(record.start, Position::start(), "{text}");
        }
    }

    #[test]
    fn nonsense_is_refused_with_a_reason() {
        for text in ["", "hello", "[[", "rnbakabnr/9 w", "a0a9"] {
            assert!(read_anything(text).is_err(), "{text}");
        }
    }
}
