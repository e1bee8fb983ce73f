//! The library: games from files, searched a page at a time, opened, and added to.

use std::time::Duration;

use axum::{
    Json,
    body::{Body, Bytes},
    extract::{FromRequest, Path, Query, Request, State},
    http::header,
    response::IntoResponse,
};
use futures_util::{StreamExt, stream};
use records::Document;
use tokio::sync::mpsc;
use xiangqi::{RuleSet, Status};

use super::{
    app::App,
    reading::read_position,
    refusal::Refusal,
    sentences::{Sentence, Told},
    study::{pgn_answer, study_of},
    wire,
};
use crate::store::{
    error::StoreError,
    library::{self, Complaint, Library, PAGE, Report},
};

/// `GET /api/library`
pub(crate) async fn list(
    State(app): State<App>,
    Query(wanted): Query<wire::LibraryQuery>,
) -> Result<Json<wire::LibraryPage>, Refusal> {
    let fen = Some(wanted.fen.as_str()).filter(|it| !it.is_empty());
    let position = fen.map(|it| read_position(Some(it))).transpose()?;
    let query = library::Query {
        player: wanted.player,
        event: wanted.event,
        opening: wanted.opening,
        years: (wanted.from, wanted.to),
        result: Status::from_token(&wanted.result),
        collection: wanted.collection,
        position,
        page: wanted.page,
    };
    let page = app.store.library_page(query).await?;
    let games = page.games.into_iter().map(wire::LibraryGame::from).collect();
    Ok(Json(wire::LibraryPage { games, total: page.total, size: PAGE }))
}

/// `GET /api/collections`
pub(crate) async fn collections(
    State(app): State<App>,
) -> Result<Json<Vec<wire::LibraryCollection>>, Refusal> {
    let found = app.store.library_collections().await?;
    Ok(Json(found.into_iter().map(wire::LibraryCollection::from).collect()))
}

/// `GET /api/library/{id}`: the whole game, as analysis opens it.
pub(crate) async fn open(
    State(app): State<App>,
    Path(id): Path<i64>,
) -> Result<Json<wire::Study>, Refusal> {
    Ok(Json(study_of(&document(&app, id).await?, RuleSet::default())))
}

/// `GET /api/library/{id}/pgn`
pub(crate) async fn pgn(
    State(app): State<App>,
    Path(id): Path<i64>,
    Query(wish): Query<wire::PgnWish>,
) -> Result<impl IntoResponse, Refusal> {
    Ok(pgn_answer(&document(&app, id).await?, wish.style()))
}

async fn document(app: &App, id: i64) -> Result<Document, Refusal> {
    app.store.library_document(id).await?.ok_or_else(Refusal::no_such_game)
}

/// How long a file waits for the one before it.
const PATIENCE: Duration = Duration::from_secs(20);
/// Lines that may wait for a slow reader.
const LINES: usize = 16;

/// `POST /api/library`: the bytes of a file. The answer is a line of JSON for every batch that is on
/// disk; whoever goes away ends the import.
pub(crate) async fn import(
    State(app): State<App>,
    Query(file): Query<wire::LibraryFile>,
    request: Request,
) -> Result<impl IntoResponse, Refusal> {
    // One at a time: before the body is read, so that many large files do not lie in memory.
    let turn = tokio::time::timeout(PATIENCE, app.imports.clone().acquire_owned()).await;
    let turn = turn.ok().and_then(Result::ok).ok_or_else(Refusal::busy)?;
    let bytes = Bytes::from_request(request, &()).await.map_err(|_| Refusal::too_large())?;
    let library = app.store.open_library()?;
    let (lines, mut told) = mpsc::channel(LINES);
    tokio::task::spawn_blocking(move || {
        add(library, &file, &bytes, &lines);
        drop(turn);
    });
    let told = stream::poll_fn(move |context| told.poll_recv(context));
    let body = Body::from_stream(told.map(Ok::<_, std::convert::Infallible>));
    let headers = [
        (header::CONTENT_TYPE, "application/x-ndjson; charset=utf-8"),
        // Not compressed, for that would hold the lines back.
        (header::CONTENT_ENCODING, "identity"),
    ];
    Ok((headers, body))
}

fn add(mut library: Library, file: &wire::LibraryFile, bytes: &[u8], lines: &mpsc::Sender<Bytes>) {
    let mut last = Report::default();
    let mut tell = |report: &Report| {
        last = report.clone();
        lines.blocking_send(line(report, false, None)).is_ok()
    };
    let collection = file.collection.as_deref().map(str::trim).filter(|it| !it.is_empty());
    let problem = match library.import(&file.name, bytes, collection, &mut tell) {
        Ok(Ok(_)) => None,
        Ok(Err(refused)) => Some(refused.told()),
        Err(error) => Some(failure(&error)),
    };
    // Whoever is gone does not want the last line; what was added stands.
    let _ = lines.blocking_send(line(&last, true, problem));
}

fn failure(error: &StoreError) -> Sentence {
    tracing::error!("an import failed: {error}");
    match error {
        StoreError::Full => Sentence::new("棋谱库已满", "the library is full"),
        _ => Sentence::new("未能保存", "the games could not be stored"),
    }
}

fn line(report: &Report, done: bool, problem: Option<Sentence>) -> Bytes {
    let told = |complaint: &Complaint| match complaint {
        Complaint::Dropped(dropped) => dropped.told().into(),
        Complaint::Refused(refused) => refused.told().into(),
    };
    let progress = wire::ImportProgress {
        games: report.games,
        added: report.added,
        duplicates: report.duplicates,
        dropped: if done { report.complaints.iter().map(told).collect() } else { Vec::new() },
        dropped_count: report.complaint_count,
        done,
        problem: problem.map(wire::Problem::from),
    };
    let mut text = serde_json::to_vec(&progress).unwrap_or_default();
    text.push(b'\n');
    text.into()
}
