//! Positions outside of games: their legal moves and names, verdicts, import and export.

use axum::{Json, extract::Path, extract::State, http::header, response::IntoResponse};
use lab::evaluation::Evaluation;
use xiangqi::{Color, Game, Position, RuleSet, Setup, Status, Style, parse_line};

use crate::{
    error::Refusal,
    limits,
    router::{App, JsonBody},
    sentences,
    table::{Player, Table},
    thinker::Strength,
    wire,
};

/// `POST /api/position`
pub(crate) async fn position(
    JsonBody(body): JsonBody<wire::StudyLine>,
) -> Result<Json<wire::Study>, Refusal> {
    let (game, rules) = read_line(&body?)?;
    Ok(Json(wire::Study::of(&game, rules, None)))
}

/// `POST /api/check`: is this a position, and if not, why? An answer, not an error: an editor
/// asks with every piece that is put down.
pub(crate) async fn check(
    JsonBody(body): JsonBody<wire::StudyLine>,
) -> Result<Json<wire::Checked>, Refusal> {
    let fen = body?.fen.unwrap_or_default();
    let problem = Position::from_fen(&fen)
        .err()
        .map(|error| wire::Problem { zh: sentences::fen_error(&error), en: error.to_string() });
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
    let (game, format) = read_anything(&body?.text)?;
    Ok(Json(wire::Study::of(&game, RuleSet::default(), Some(format))))
}

/// `POST /api/pgn`
pub(crate) async fn line_pgn(
    JsonBody(body): JsonBody<wire::StudyLine>,
) -> Result<impl IntoResponse, Refusal> {
    let (game, rules) = read_line(&body?)?;
    let verdict = game.verdict(rules);
    Ok(pgn_answer(write_pgn(&game, ["?", "?"], verdict.status, rules)))
}

/// `GET /api/games/{id}/pgn`
pub(crate) async fn game_pgn(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Refusal> {
    let table = app.rooms.table(&id).await?;
    let names = Color::BOTH.map(|it| player_name(&table, it));
    let names = [names[0].as_str(), names[1].as_str()];
    let status = table.standing().status;
    Ok(pgn_answer(write_pgn(table.game(), names, status, table.setup().rules)))
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
    name.parse().map_err(|error: xiangqi::UnknownRuleSet| Refusal::Malformed(error.to_string()))
}

pub(crate) fn read_position(fen: Option<&str>) -> Result<Position, Refusal> {
    let Some(fen) = fen else { return Ok(Position::start()) };
    Position::from_fen(fen).map_err(|error| Refusal::BadPosition(error.to_string()))
}

pub(crate) fn read_line(line: &wire::StudyLine) -> Result<(Game, RuleSet), Refusal> {
    if limits::LINE < line.moves.len() {
        return Err(Refusal::TooLarge);
    }
    let mut game = Game::new(read_position(line.fen.as_deref())?);
    for text in &line.moves {
        let mv = game.position().read_move(text);
        let mv = mv.map_err(|error| Refusal::IllegalMove(error.to_string()))?;
        game.play(mv).map_err(|error| Refusal::IllegalMove(error.to_string()))?;
    }
    Ok((game, read_rules(line.rules.as_deref())?))
}

/// Reads whatever somebody pasted: a FEN, a drawn board, the nested-list map, a PGN, or moves
/// in any notation, also behind a FEN.
pub(crate) fn read_anything(text: &str) -> Result<(Game, &'static str), Refusal> {
    let text = text.trim_start_matches('\u{feff}').trim();
    let bad = |why: String| Refusal::BadImport(why);
    if text.is_empty() {
        return Err(bad("there is no text".into()));
    }
    if text.contains("[Game ")
        || text.contains("[FEN ")
        || text.contains("[Event ")
        || text.contains("[Red ")
    {
        return read_pgn(text);
    }
    if text.starts_with('[') || text.contains("r_") && text.contains("b_") {
        let setup = Setup::from_nested_list(text).map_err(|error| bad(error.to_string()))?;
        return Ok((Game::new(checked(&setup)?), "map"));
    }
    if looks_drawn(text) {
        let setup = Setup::from_text_board(text).map_err(|error| bad(error.to_string()))?;
        return Ok((Game::new(checked(&setup)?), "board"));
    }
    let first_line = text.lines().next().unwrap_or_default();
    let has_board =
        first_line.split_whitespace().next().is_some_and(|it| it.matches('/').count() == 9);
    if has_board {
        return read_fen_and_moves(text);
    }
    Ok((play_line(Position::start(), text)?, "moves"))
}

/// The door for the fuzzer: any text is read or refused.
#[doc(hidden)]
pub fn is_importable(text: &str) -> bool {
    read_anything(text).is_ok()
}

fn checked(setup: &Setup) -> Result<Position, Refusal> {
    setup.position().map_err(|error| Refusal::BadPosition(error.to_string()))
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
fn read_fen_and_moves(text: &str) -> Result<(Game, &'static str), Refusal> {
    let (fen, moves) = match text.split_once("moves") {
        Some((fen, moves)) => (fen, moves),
        None => text.split_once('\n').unwrap_or((text, "")),
    };
    let start = read_position(Some(fen.trim()))?;
    Ok((play_line(start, moves)?, "fen"))
}

fn play_line(start: Position, text: &str) -> Result<Game, Refusal> {
    let moves = parse_line(&start, text).map_err(|error| Refusal::BadImport(error.to_string()))?;
    let mut game = Game::new(start);
    for mv in moves.into_iter().take(limits::LINE) {
        game.play(mv).map_err(|error| Refusal::BadImport(error.to_string()))?;
    }
    Ok(game)
}

/// The first game of a PGN: its FEN tag and its moves; comments and variations are left out.
fn read_pgn(text: &str) -> Result<(Game, &'static str), Refusal> {
    let mut fen = None;
    let mut moves = String::new();
    for line in text.lines() {
        let line = line.trim();
        if line.starts_with('[') && line.ends_with(']') {
            let starts_next_game = !moves.trim().is_empty() && line.starts_with("[Game ");
            if starts_next_game {
                break;
            }
            let value = line.strip_prefix("[FEN ").and_then(|it| it.strip_suffix(']'));
            fen = value.map(|it| it.trim().trim_matches('"').to_owned()).or(fen);
        } else {
            moves.push_str(line);
            moves.push('\n');
        }
    }
    let start = read_position(fen.as_deref())?;
    Ok((play_line(start, &without_remarks(&moves))?, "pgn"))
}

/// Takes out `{...}` and nested `(...)`.
fn without_remarks(text: &str) -> String {
    let (mut in_comment, mut depth) = (false, 0_usize);
    let mut kept = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '}' => in_comment = false,
            _ if in_comment => (),
            '{' => in_comment = true,
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 => kept.push(letter),
            _ => (),
        }
    }
    kept
}

fn write_pgn(game: &Game, names: [&str; 2], status: Status, rules: RuleSet) -> String {
    let result = match status {
        Status::Ongoing => "*",
        Status::Won(Color::Red) => "1-0",
        Status::Won(Color::Black) => "0-1",
        Status::Draw => "1/2-1/2",
    };
    let quoted = |text: &str| text.replace(['"', '\\', '\n', '\r'], "'");
    let mut text = format!(
        "[Game \"Chinese Chess\"]\n[Event \"Chuhe\"]\n[Red \"{}\"]\n[Black \"{}\"]\n[Result \"{result}\"]\n[Rules \"{}\"]\n[Format \"Chinese\"]\n",
        quoted(names[0]),
        quoted(names[1]),
        rules.name(),
    );
    if *game.start() != Position::start() {
        text.push_str(&format!("[FEN \"{}\"]\n", game.start().fen()));
    }
    text.push('\n');
    let mut position = *game.start();
    let black_first = usize::from(position.side() == Color::Black);
    for (index, mv) in game.moves().enumerate() {
        let ply = index + black_first;
        if ply.is_multiple_of(2) {
            text.push_str(&format!("{}. ", ply / 2 + 1));
        } else if index == 0 {
            text.push_str("1. ... ");
        }
        text.push_str(&position.write_move(mv, Style::Chinese));
        text.push(if ply.is_multiple_of(2) { ' ' } else { '\n' });
        position.play(mv);
    }
    text.push_str(result);
    text.push('\n');
    text
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
        ] {
            let (game, found) =
                read_anything(text).unwrap_or_else(|it| panic!("{text}: {}", it.message()));
            assert_eq!((found, game.len()), (format, plies), "{text}");
            assert_eq!(*game.start(), Position::start(), "{text}");
        }
    }

    #[test]
    fn a_written_record_is_read_back() {
        let (game, _) = read_anything("炮二平五 马8进7 马二进三 车9平8").unwrap();
        let text = write_pgn(&game, ["a\"b", "?"], Status::Ongoing, RuleSet::Asian);
        let (again, format) = read_anything(&text).unwrap();
        assert_eq!(format, "pgn");
        assert_eq!(again.moves().collect::<Vec<_>>(), game.moves().collect::<Vec<_>>());
    }

    #[test]
    fn comments_and_variations_are_left_out() {
        assert_eq!(without_remarks("a {b (c} d (e {f) } g) h"), "a  d  h");
    }

    #[test]
    fn nonsense_is_refused_with_a_reason() {
        for text in ["", "hello", "[[", "rnbakabnr/9 w", "a0a9"] {
            assert!(read_anything(text).is_err(), "{text}");
        }
    }
}
