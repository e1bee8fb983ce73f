//! The laboratory on the page: search trees, counts side by side, ways through drawn maps. One
//! experiment of an address at a time, each with an end.

use std::{net::IpAddr, time::Duration};

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

use tokio::{sync::oneshot, time::timeout};

use super::{
    app::App,
    extract::{Client, JsonBody},
    reading::read_position,
    refusal::Refusal,
    sentences::{Sentence, Told},
    wire::{
        self,
        traces::{RouteTrace, TreeTrace},
    },
};
use crate::thinking::{
    owner::{Claim, Owner, Urgency},
    stop::StopSign,
};

/// An experiment that takes longer is cut short, and says so.
const LONGEST: Duration = Duration::from_secs(8);
/// So long it may wait for its turn.
const PATIENCE: Duration = Duration::from_secs(60);
const DEEPEST: u32 = 6;
const MOST_NODES: usize = 4000;
const MOST_CELLS: usize = 10_000;
const MOST_SUPPLIES: u32 = 5000;
const MOST_STATES: usize = 20_000;

/// `POST /api/lab/tree`: one search, position by position.
pub(crate) async fn tree(
    State(app): State<App>,
    Client(address): Client,
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
    let found = experiment(&app, address, move |stop| {
        trace(&position, Evaluation::Course, algorithm, depth, limits, stop.flag())
    });
    Ok(Json(TreeTrace::from(&found.await?)).into_response())
}

/// `POST /api/lab/compare`: what each search costs on the same position.
pub(crate) async fn compare(
    State(app): State<App>,
    Client(address): Client,
    JsonBody(body): JsonBody<wire::LabCompare>,
) -> Result<Json<Vec<wire::LabCount>>, Refusal> {
    let body = body?;
    let position = read_position(body.fen.as_deref())?;
    let deepest = body.depth.clamp(1, DEEPEST);
    let counts = experiment(&app, address, move |stop| {
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
        "ablation" => include_str!("../../../lab/src/ablation/search.rs"),
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
    Client(address): Client,
    JsonBody(body): JsonBody<wire::LabRoute>,
) -> Result<Json<[RouteTrace; 2]>, Refusal> {
    let map = Map::parse(&body?.map).map_err(|error| Refusal::bad_import(error.told()))?;
    if MOST_CELLS < map.rows() * map.columns() || MOST_SUPPLIES < map.supplies() {
        return Err(Refusal::too_large());
    }
    let traces = experiment(&app, address, move |_| {
        route::Algorithm::BOTH.map(|it| RouteTrace::new(&map, &route::trace(&map, it, MOST_STATES)))
    });
    Ok(Json(traces.await?))
}

/// Runs on a thread of the searches when nothing more urgent waits, and is stopped in time. A closed
/// page takes its experiment with it.
pub(crate) async fn experiment<T: Send + 'static>(
    app: &App,
    address: IpAddr,
    run: impl FnOnce(&StopSign) -> T + Send + 'static,
) -> Result<T, Refusal> {
    let (begin, began) = oneshot::channel();
    let (answer, mut answered) = oneshot::channel();
    let claim = Claim { owner: Owner::new(address, 0), urgency: Urgency::Experiment };
    let search = app.pool.run(claim, move |stop| {
        let _ = begin.send(());
        let _ = answer.send(run(stop));
    })?;
    timeout(PATIENCE, began).await.map_err(|_| Refusal::busy())?.map_err(|_| Refusal::busy())?;
    let outcome = tokio::select! {
        outcome = &mut answered => outcome,
        () = tokio::time::sleep(LONGEST) => {
            search.stop();
            answered.await
        }
    };
    // No answer means that it panicked.
    outcome.map_err(|_| Refusal::fault())
}
