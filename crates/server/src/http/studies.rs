//! A visitor's studies over HTTP. What is kept was played through first, so what is read back is a
//! record; the document is the tree as it was sent.

use axum::{
    Json,
    extract::{Path, State},
    http::{HeaderMap, StatusCode},
};
use xiangqi::RuleSet;

use super::{
    app::App,
    extract::{Client, JsonBody},
    games::{check_rate, visitor},
    refusal::Refusal,
    study::read_tree,
    wire,
};
use crate::{
    game::{
        player::clean_text,
        record::MOST_NODES,
        secret::{self, TokenHash},
    },
    store::studies::{KeptStudy, MOST_STUDIES},
};

/// A name is for a list.
const LONGEST_NAME: usize = 80;

/// `GET /api/studies`
pub(crate) async fn list(
    State(app): State<App>,
    headers: HeaderMap,
) -> Result<Json<wire::Studies>, Refusal> {
    let studies = match visitor(&headers) {
        Some(visitor) => app.store.studies(visitor).await?,
        None => Vec::new(),
    };
    Ok(Json(wire::Studies { studies: studies.into_iter().map(wire::StudyEntry::from).collect() }))
}

/// `POST /api/studies`
pub(crate) async fn create(
    State(app): State<App>,
    Client(address): Client,
    headers: HeaderMap,
    JsonBody(body): JsonBody<wire::StudyToKeep>,
) -> Result<(StatusCode, Json<wire::StudyCreated>), Refusal> {
    let owner = owner(&headers)?;
    check_rate(&app, address)?;
    if MOST_STUDIES <= app.store.studies(owner).await?.len() {
        return Err(Refusal::too_many_studies());
    }
    let id = secret::random_id();
    app.store.keep_study(check(&id, body?)?, owner).await?;
    Ok((StatusCode::CREATED, Json(wire::StudyCreated { id })))
}

/// `GET /api/studies/{id}`
pub(crate) async fn show(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<wire::OpenedStudy>, Refusal> {
    let kept = load(&app, &id, owner(&headers)?).await?;
    let tree = serde_json::from_str(&kept.document).map_err(|_| Refusal::no_such_study())?;
    let study = wire::Study::of(&read_tree(tree)?, RuleSet::default(), MOST_NODES);
    Ok(Json(wire::OpenedStudy { name: kept.name, study }))
}

/// `PUT /api/studies/{id}`: the name, the tree, or both.
pub(crate) async fn change(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
    JsonBody(body): JsonBody<wire::StudyToKeep>,
) -> Result<StatusCode, Refusal> {
    let (owner, body) = (owner(&headers)?, body?);
    let kept = load(&app, &id, owner).await?;
    let name = body.name.or(Some(kept.name.clone()));
    let changed = match body.tree {
        None => KeptStudy { name: name.as_deref().map_or(String::new(), clean), ..kept },
        tree => check(&id, wire::StudyToKeep { name, tree })?,
    };
    app.store.keep_study(changed, owner).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `DELETE /api/studies/{id}`
pub(crate) async fn delete(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<StatusCode, Refusal> {
    let owner = owner(&headers)?;
    load(&app, &id, owner).await?;
    app.store.delete_study(&id, owner).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Without a visitor key there is no shelf.
fn owner(headers: &HeaderMap) -> Result<TokenHash, Refusal> {
    visitor(headers).ok_or_else(Refusal::no_such_study)
}

async fn load(app: &App, id: &str, owner: TokenHash) -> Result<KeptStudy, Refusal> {
    let found = if secret::is_id(id) { app.store.study(id, owner).await? } else { None };
    found.ok_or_else(Refusal::no_such_study)
}

fn clean(name: &str) -> String {
    clean_text(name, LONGEST_NAME).unwrap_or_default()
}

fn check(id: &str, study: wire::StudyToKeep) -> Result<KeptStudy, Refusal> {
    let tree = study.tree.unwrap_or_default();
    let document = serde_json::to_string(&tree).map_err(|error| Refusal::not_understood(&error))?;
    let record = read_tree(tree)?;
    let mut end = *record.start();
    for mv in record.main_moves() {
        end.play_unchecked(mv);
    }
    Ok(KeptStudy {
        id: id.to_owned(),
        name: study.name.as_deref().map_or(String::new(), clean),
        moves: record.len(),
        fen: end.fen(),
        document,
    })
}
