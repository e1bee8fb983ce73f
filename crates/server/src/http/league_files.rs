//! A league as files: the table for a spreadsheet, the games as PGN.

use axum::{
    extract::{Path, Query, State},
    http::header,
    response::IntoResponse,
};
use records::{Format, Options, document::tag};

use super::{app::App, league_view::shown, refusal::Refusal, wire};
use crate::{
    game::{league::League, record::document_of},
    league::Command,
};

/// `GET /api/leagues/{id}/csv`
pub(crate) async fn csv(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Refusal> {
    let view = app.leagues.ask(&id, |answer| Command::Look { answer }).await?;
    let league = shown(&view, false);
    // The mark tells spreadsheets that this is UTF-8.
    let mut text = String::from(
        "\u{feff}place,name,points,tie_break,played,wins,draws,losses,red,black,byes,elo,error,faults\r\n",
    );
    for row in &league.table {
        let faults = league.faults.iter().filter(|it| it.name == row.name).count();
        let number = |it: Option<f64>| it.map(|it| format!("{it:.0}")).unwrap_or_default();
        let cells = [
            row.place.to_string(),
            cell(&row.name),
            row.points.to_string(),
            row.tie_break.to_string(),
            row.played.to_string(),
            row.wins.to_string(),
            row.draws.to_string(),
            row.losses.to_string(),
            row.red.to_string(),
            row.black.to_string(),
            row.byes.to_string(),
            number(row.elo),
            number(row.error),
            faults.to_string(),
        ];
        text += &cells.join(",");
        text += "\r\n";
    }
    let name = format!("attachment; filename=\"league-{}.csv\"", league.id);
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, name),
    ];
    Ok((headers, text))
}

/// A name that a spreadsheet takes neither for a formula nor for two cells.
fn cell(text: &str) -> String {
    let is_formula = text.starts_with(['=', '+', '-', '@']);
    let mark = if is_formula { "'" } else { "" };
    format!("\"{mark}{}\"", text.replace('"', "\"\""))
}

/// `GET /api/leagues/{id}/pgn`: every game that is over, in the order of their numbers.
pub(crate) async fn pgn(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(wish): Query<wire::PgnWish>,
) -> Result<impl IntoResponse, Refusal> {
    let view = app.leagues.ask(&id, |answer| Command::Look { answer }).await?;
    let mut bytes = Vec::new();
    for number in 0..view.league.games.len() {
        if let Some(game) = game_pgn(&app, &view.league, number, &wish).await? {
            bytes.extend(game);
        }
    }
    let name = format!("attachment; filename=\"league-{}.pgn\"", view.league.id);
    let kind = "application/x-chess-pgn; charset=utf-8".to_owned();
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)], bytes))
}

async fn game_pgn(
    app: &App,
    league: &League,
    number: usize,
    wish: &wire::PgnWish,
) -> Result<Option<Vec<u8>>, Refusal> {
    let game = &league.games[number];
    let played = game.played.as_ref().filter(|_| game.is_over());
    let Some(played) = played else { return Ok(None) };
    let Some(stored) = app.store.load(&played.id).await? else { return Ok(None) };
    let created = app.store.created(&played.id).await?.unwrap_or_default();
    let mut document = document_of(&stored.state, created, wish.language());
    document.headers.set(tag::EVENT, &league.setup.name);
    document.headers.set("Round", &format!("{}.{}", game.meeting.round + 1, number + 1));
    let written = Format::Pgn.write(&document, &Options { notation: wish.style() });
    let mut bytes = written.map_or(Vec::new(), |it| it.bytes);
    bytes.push(b'\n');
    Ok(Some(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_becomes_a_formula_or_a_second_cell() {
        assert_eq!(cell("=1+1"), "\"'=1+1\"");
        assert_eq!(cell("a\",\"b"), "\"a\"\",\"\"b\"");
        assert_eq!(cell("Ann"), "\"Ann\"");
    }
}
