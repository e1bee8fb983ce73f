//! Positions outside of games: their legal moves and names, verdicts, import and export.

use axum::{
    Json,
    body::Bytes,
    extract::{FromRequest, Path, Query, Request, State},
    http::header,
    response::IntoResponse,
};
use lab::evaluation::Evaluation;
use records::{Document, Format, NodeId, Options};
use xiangqi::{Game, Move, Position, RuleSet, Status, Style};

use super::{
    app::App,
    extract::JsonBody,
    reading::{read_line, read_position, read_rules},
    refusal::Refusal,
    sentences::{Sentence, Told},
    wire,
};
use crate::game::{
    error::{GameError, RecordError},
    import::read_anything,
    record::{MOST_NODES, document_of, name_opening},
};

/// `POST /api/position`
pub(crate) async fn position(
    JsonBody(body): JsonBody<wire::StudyLine>,
) -> Result<Json<wire::Study>, Refusal> {
    let (game, rules) = read_line(&body?)?;
    let mut document = Document::new(*game.start());
    game.moves().fold(NodeId::ROOT, |node, mv| document.add(node, mv));
    Ok(Json(wire::Study::of(&document, rules, MOST_NODES)))
}

/// `POST /api/check`: is this a position, and if not, why? An answer, not an error: an editor
/// asks with every piece that is put down.
pub(crate) async fn check(
    JsonBody(body): JsonBody<wire::StudyLine>,
) -> Result<Json<wire::Checked>, Refusal> {
    let fen = body?.fen.unwrap_or_default();
    let problem = Position::from_fen(&fen).err().map(|error| error.told().into());
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

/// `POST /api/import`: pasted text as JSON, or the bytes of a file as they are.
pub(crate) async fn import(request: Request) -> Result<Json<wire::Study>, Refusal> {
    let content = request.headers().get(header::CONTENT_TYPE);
    let is_json = content.is_some_and(|it| it.as_bytes().starts_with(b"application/json"));
    let bytes = if is_json {
        let Ok(JsonBody(body)) = JsonBody::<wire::Import>::from_request(request, &()).await;
        body?.text.into_bytes()
    } else {
        let body = Bytes::from_request(request, &()).await;
        body.map_err(|_| Refusal::too_large())?.to_vec()
    };
    let read = tokio::task::spawn_blocking(move || read_study(&bytes));
    read.await.map_err(|_| Refusal::fault())?.map(Json)
}

fn read_study(bytes: &[u8]) -> Result<wire::Study, Refusal> {
    let read = read_anything(bytes)?;
    let mut study = study_of(&read.document, RuleSet::default());
    study.format = Some(read.format);
    study.more = read.has_more;
    study.dropped.extend(read.dropped.iter().map(|it| wire::Problem::from(it.told())));
    Ok(study)
}

/// A document as the page opens it; what is too much for a page is told.
pub(crate) fn study_of(document: &Document, rules: RuleSet) -> wire::Study {
    let mut study = wire::Study::of(document, rules, MOST_NODES);
    if study.plies.len() < document.len() {
        let (shown, all) = (study.plies.len(), document.len());
        let zh = format!("共 {all} 步，这里只显示前 {shown} 步");
        let en = format!("only the first {shown} of {all} moves are shown here");
        study.dropped.push(wire::Problem { zh, en });
    }
    study
}

/// `POST /api/pgn`
pub(crate) async fn line_pgn(
    JsonBody(body): JsonBody<wire::StudyTree>,
) -> Result<impl IntoResponse, Refusal> {
    let tree = body?;
    let (style, language) = (tree.wish.style(), tree.wish.language());
    let mut document = read_tree(tree)?;
    name_opening(&mut document, language);
    Ok(pgn_answer(&document, style))
}

/// The document somebody drew on the page. What the rules decide, they decide; else the result is
/// what the record said.
pub(crate) fn read_tree(tree: wire::StudyTree) -> Result<Document, Refusal> {
    let start = read_position(tree.fen.as_deref())?;
    let rules = read_rules(tree.rules.as_deref())?;
    let line = tree.line.unwrap_or_default();
    if MOST_NODES < line.len() {
        return Err(RecordError::TooLarge.into());
    }
    let mut document = Document::new(start);
    write_notes(&mut document, NodeId::ROOT, tree.remark, tree.notes);
    let mut places = vec![(NodeId::ROOT, start)];
    for sent in line {
        let parent = sent.parent.unwrap_or(places.len() - 1);
        let &(parent, mut position) = places.get(parent).ok_or_else(no_such_parent)?;
        let mv = position.read_move(&sent.mv).map_err(GameError::from)?;
        position.play_unchecked(mv);
        let node = document.add(parent, mv);
        write_notes(&mut document, node, sent.remark, sent.notes);
        places.push((node, position));
    }
    for (name, value) in tree.headers.unwrap_or_default() {
        document.headers.set(&name, &value);
    }
    let verdict = play(start, document.main_moves())?.verdict(rules).status;
    let told = tree.result.as_deref().and_then(Status::from_token);
    document.result = if verdict == Status::Ongoing { told.unwrap_or(verdict) } else { verdict };
    Ok(document)
}

fn no_such_parent() -> Refusal {
    Refusal::malformed(Sentence::new("着法的次序有误", "a move follows one that comes after it"))
}

fn write_notes(
    document: &mut Document,
    node: NodeId,
    remark: Option<String>,
    told: Option<wire::StudyNotes>,
) {
    let remark = remark.unwrap_or_default();
    if remark.is_empty() && told.is_none() {
        return;
    }
    let notes = document.notes_mut(node);
    told.unwrap_or_default().write(notes);
    notes.add_after(&remark);
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
    Query(wish): Query<wire::PgnWish>,
) -> Result<impl IntoResponse, Refusal> {
    let state = app.rooms.state(&id).await?;
    let created = app.store.created(&id).await?.unwrap_or_default();
    Ok(pgn_answer(&document_of(&state, created, wish.language()), wish.style()))
}

pub(crate) fn pgn_answer(document: &Document, notation: Style) -> impl IntoResponse + use<> {
    let written = Format::Pgn.write(document, &Options { notation });
    let bytes = written.map_or(Vec::new(), |it| it.bytes);
    ([(header::CONTENT_TYPE, "application/x-chess-pgn; charset=utf-8")], bytes)
}
