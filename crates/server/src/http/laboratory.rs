//! The laboratory on the page: search trees, counts side by side, ways through drawn maps. One
//! experiment at a time, each with an end.

use std::{sync::Arc, thread, time::Duration};

use axum::{
    Json,
    extract::{Path, State},
    response::{IntoResponse, Response},
};
use lab::{
    evaluation::Evaluation,
    route::{self, Map},
    tree::{Algorithm, TraceLimits, trace},
};

use tokio::sync::oneshot;

use super::{
    app::App,
    extract::JsonBody,
    reading::read_position,
    refusal::Refusal,
    sentences::{Sentence, Told},
    wire::{
        self,
        traces::{RouteTrace, TreeTrace},
    },
};
use crate::thinking::{priority, stop::StopSign};

/// An experiment that takes longer is cut short, and says so.
const LONGEST: Duration = Duration::from_secs(8);
const DEEPEST: u32 = 6;
const MOST_NODES: usize = 4000;
const MOST_CELLS: usize = 10_000;
const MOST_SUPPLIES: u32 = 5000;
const MOST_STATES: usize = 20_000;

/// `POST /api/lab/tree`: one search, position by position.
pub(crate) async fn tree(
    State(app): State<App>,
    JsonBody(body): JsonBody<wire::LabTree>,
) -> Result<Response, Refusal> {
    let body = body?;
    let position = read_position(body.fen.as_deref())?;
    let algorithm: Algorithm = body
        .algorithm
        .parse()
        .map_err(|why: String| Refusal::malformed(Sentence::new("没有这种算法", why)))?;
    let depth = body.depth.clamp(1, DEEPEST);
    let limits = TraceLimits {
        nodes: body.nodes.unwrap_or(MOST_NODES).min(MOST_NODES),
        plies: body.plies.unwrap_or(DEEPEST as usize),
        style: wire::style_of(body.notation.as_deref()),
    };
    let found = experiment(&app, move |stop| {
        trace(&position, Evaluation::Course, algorithm, depth, limits, stop.flag())
    });
    Ok(Json(TreeTrace::from(&found.await?)).into_response())
}

/// `POST /api/lab/compare`: what each search costs on the same position.
pub(crate) async fn compare(
    State(app): State<App>,
    JsonBody(body): JsonBody<wire::LabCompare>,
) -> Result<Json<Vec<wire::LabCount>>, Refusal> {
    let body = body?;
    let position = read_position(body.fen.as_deref())?;
    let deepest = body.depth.clamp(1, DEEPEST);
    let counts = experiment(&app, move |stop| {
        let limits = TraceLimits { nodes: 0, plies: 0, ..TraceLimits::NONE };
        let count = |depth: u32, algorithm: Algorithm| {
            let run = trace(&position, Evaluation::Course, algorithm, depth, limits, stop.flag());
            wire::LabCount {
                algorithm: algorithm.name(),
                depth,
                score: run.found.score,
                nodes: run.found.nodes,
                evaluations: run.evaluations,
                cuts: run.cuts,
                complete: run.found.is_complete,
            }
        };
        let depths = 1..=deepest;
        depths.flat_map(|depth| Algorithm::ALL.map(|it| count(depth, it))).collect()
    });
    Ok(Json(counts.await?))
}

/// `GET /api/lab/source/{name}`: the code that ran, to read.
pub(crate) async fn source(Path(name): Path<String>) -> Result<&'static str, Refusal> {
    Ok(match name.as_str() {
        "minimax" => include_str!("../../../lab/src/tree/minimax.rs"),
        "alphabeta" => include_str!("../../../lab/src/tree/alphabeta.rs"),
        "ordered" => include_str!("../../../lab/src/tree/ordered.rs"),
        "deepening" => include_str!("../../../lab/src/tree/deepening.rs"),
        "route" => include_str!("../../../lab/src/route/search.rs"),
        _ => {
            let en = format!("there is no experiment {name:.40}");
            return Err(Refusal::malformed(Sentence::new("没有这个实验", en)));
        }
    })
}

/// `POST /api/lab/route`: both searches on a drawn map.
pub(crate) async fn route(
    State(app): State<App>,
    JsonBody(body): JsonBody<wire::LabRoute>,
) -> Result<Json<[RouteTrace; 2]>, Refusal> {
    let map = Map::parse(&body?.map).map_err(|error| Refusal::bad_import(error.told()))?;
    if MOST_CELLS < map.rows() * map.columns() || MOST_SUPPLIES < map.supplies() {
        return Err(Refusal::too_large());
    }
    let traces = experiment(&app, move |_| {
        route::Algorithm::BOTH.map(|it| RouteTrace::new(&map, &route::trace(&map, it, MOST_STATES)))
    });
    Ok(Json(traces.await?))
}

/// Runs on a thread of its own, after those who asked before, and is stopped in time.
pub(crate) async fn experiment<T: Send + 'static>(
    app: &App,
    run: impl FnOnce(&StopSign) -> T + Send + 'static,
) -> Result<T, Refusal> {
    let turn = Arc::clone(&app.experiments).acquire_owned().await.map_err(|_| Refusal::busy())?;
    let stop = Arc::new(StopSign::default());
    // Raised when this future is dropped too: a closed page stops its experiment.
    let guard = RaiseOnDrop(Arc::clone(&stop));
    let (answer, mut answered) = oneshot::channel();
    let work = move || {
        priority::give_way();
        let _ = answer.send(run(&stop));
        drop(turn);
    };
    let thread = thread::Builder::new().name("experiment".into());
    thread.spawn(work).map_err(|_| Refusal::busy())?;
    let outcome = tokio::select! {
        outcome = &mut answered => outcome,
        () = tokio::time::sleep(LONGEST) => {
            guard.0.raise();
            answered.await
        }
    };
    // No answer means that the thread panicked.
    outcome.map_err(|_| Refusal::fault())
}

struct RaiseOnDrop(Arc<StopSign>);

impl Drop for RaiseOnDrop {
    fn drop(&mut self) {
        self.0.raise();
    }
}
