//! All routes, and what every answer has in common: who may ask, how much, and which headers
//! keep the page safe. Built apart from the socket, so that tests can call the routes directly.

use std::time::Instant;

use axum::{
    Router,
    extract::{DefaultBodyLimit, Request, State},
    http::{HeaderValue, Method, StatusCode, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::{any, delete, get, post},
};
use tower_http::{
    catch_panic::CatchPanicLayer, compression::CompressionLayer, limit::RequestBodyLimitLayer,
};

use super::{
    ablation, analysis, app::App, assets, bot_socket, duels, endgames, extract::Client, games,
    inviting, laboratory, league_files, leagues, lessons, library, limits, puzzles,
    refusal::Refusal, reviews, room_socket, studies, study,
};

pub(crate) fn router(app: App) -> Router {
    let routes = Router::new()
        .route("/api/players", get(games::offered))
        .route("/api/games", get(games::list).post(games::create))
        .route("/api/games/{id}", delete(games::delete))
        .route("/api/games/{id}/pgn", get(study::game_pgn))
        .route("/api/games/{id}/socket", get(room_socket::room_socket))
        .route("/api/addresses", get(inviting::addresses))
        .route("/api/qr", post(inviting::qr))
        .route("/api/duels", post(duels::create))
        .route("/api/duels/{id}", get(duels::show))
        .route("/api/duels/{id}/next", post(duels::next))
        .route("/api/duels/{id}/stop", post(duels::stop))
        .route("/api/leagues", get(leagues::list).post(leagues::create))
        .route("/api/leagues/{id}", get(leagues::show))
        .route("/api/leagues/{id}/start", post(leagues::start))
        .route("/api/leagues/{id}/pause", post(leagues::pause))
        .route("/api/leagues/{id}/stop", post(leagues::stop))
        .route("/api/leagues/{id}/players", post(leagues::add))
        .route("/api/leagues/{id}/remove", post(leagues::remove))
        .route("/api/leagues/{id}/play", post(leagues::play))
        .route("/api/leagues/{id}/csv", get(league_files::csv))
        .route("/api/leagues/{id}/pgn", get(league_files::pgn))
        .route("/api/bot", get(bot_socket::bot_socket))
        .route("/api/analysis", get(analysis::analysis_socket))
        .route("/api/position", post(study::position))
        .route("/api/check", post(study::check))
        .route("/api/evaluation", post(study::evaluation))
        .route("/api/judge", post(study::judge))
        .route("/api/review", post(reviews::review))
        .route("/api/why", post(reviews::why))
        .route("/api/mistakes", get(reviews::mistakes))
        .route("/api/endgames", get(endgames::list))
        .route("/api/endgame", post(endgames::probe))
        .route("/api/puzzles", get(puzzles::desk))
        .route("/api/puzzles/next", get(puzzles::next))
        .route("/api/puzzles/{id}", get(puzzles::show))
        .route("/api/puzzles/{id}/try", post(puzzles::attempt))
        .route("/api/puzzles/{id}/show", post(puzzles::give_up))
        .route("/api/obstacle", post(lessons::obstacle))
        .route("/api/openings", post(lessons::openings))
        .route("/api/lab/tree", post(laboratory::tree))
        .route("/api/lab/compare", post(laboratory::compare))
        .route("/api/lab/route", post(laboratory::route))
        .route("/api/lab/ablation/play", post(ablation::play))
        .route("/api/lab/ablation/count", post(ablation::count))
        .route("/api/lab/source/{name}", get(laboratory::source))
        .route("/api/collections", get(library::collections))
        .route("/api/library/{id}", get(library::open))
        .route("/api/library/{id}/pgn", get(library::pgn))
        .route("/api/{*rest}", any(no_such_route))
        .fallback(assets::serve)
        .layer(RequestBodyLimitLayer::new(limits::BODY));
    let records = Router::new()
        .route("/api/import", post(study::import))
        .route("/api/pgn", post(study::line_pgn))
        .layer(DefaultBodyLimit::disable())
        .layer(RequestBodyLimitLayer::new(limits::RECORD));
    let kept = Router::new()
        .route("/api/studies", get(studies::list).post(studies::create))
        .route("/api/studies/{id}", get(studies::show).put(studies::change).delete(studies::delete))
        .layer(RequestBodyLimitLayer::new(limits::STUDY));
    let files = Router::new()
        .route("/api/library", get(library::list).post(library::import))
        .layer(DefaultBodyLimit::disable())
        .layer(RequestBodyLimitLayer::new(limits::LIBRARY_FILE));
    guarded(routes.merge(records).merge(files).merge(kept), app)
}

/// What every request passes on its way in and every answer on its way out.
pub(crate) fn guarded(routes: Router<App>, app: App) -> Router {
    routes
        .layer(CatchPanicLayer::custom(|_| Refusal::fault().into_response()))
        .layer(middleware::from_fn(in_words))
        .layer(middleware::from_fn_with_state(app.clone(), guard))
        .layer(CompressionLayer::new())
        .layer(middleware::from_fn(safe_headers))
        .layer(middleware::from_fn(note))
        .with_state(app)
}

/// A line in the log for every request. Only the path: a secret has no place in an address, but
/// whoever puts one behind the question mark shall not find it in our log.
async fn note(request: Request, next: Next) -> Response {
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let started = Instant::now();
    let response = next.run(request).await;
    let (status, took) = (response.status(), started.elapsed());
    // Busy is no fault, and whoever makes us busy shall not fill the log.
    if status.is_server_error() && status != StatusCode::SERVICE_UNAVAILABLE {
        tracing::error!(%method, path, status = status.as_u16(), ?took, "request failed");
    } else {
        tracing::debug!(%method, path, status = status.as_u16(), ?took, "request");
    }
    response
}

async fn no_such_route() -> StatusCode {
    StatusCode::NOT_FOUND
}

/// Whoever refuses, the visitor gets the promised JSON.
async fn in_words(request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    let status = response.status();
    let is_told = response.headers().get(header::CONTENT_TYPE).is_some_and(|it| it == JSON);
    if !status.is_client_error() || is_told {
        return response;
    }
    let mut told = Refusal::of_status(status).into_response();
    if let Some(allowed) = response.headers().get(header::ALLOW) {
        told.headers_mut().insert(header::ALLOW, allowed.clone());
    }
    told
}

const JSON: &str = "application/json";

/// Rate, origin and host are checked before anything else.
async fn guard(
    State(app): State<App>,
    Client(address): Client,
    request: Request,
    next: Next,
) -> Response {
    // The files of the page are not counted: a whole class may open it from one address.
    if request.uri().path().starts_with("/api/") && !app.requests.take(address) {
        // A connection that floods has to be made anew each time.
        let close = [(header::CONNECTION, "close")];
        return (close, Refusal::too_many_requests()).into_response();
    }
    let is_upgrade = request.headers().contains_key(header::UPGRADE);
    let changes_nothing = matches!(*request.method(), Method::GET | Method::HEAD) && !is_upgrade;
    if let Some(name) = named_host(&request).filter(|it| !app.hosts.knows(it)) {
        return Refusal::foreign_host(name).into_response();
    }
    if !changes_nothing && !is_same_origin(&request) {
        return Refusal::foreign_origin().into_response();
    }
    next.run(request).await
}

fn text(request: &Request, name: header::HeaderName) -> Option<&str> {
    request.headers().get(name)?.to_str().ok()
}

/// Programs send no `Origin`; browsers do, and it has to be the page's own.
fn is_same_origin(request: &Request) -> bool {
    match (text(request, header::ORIGIN), text(request, header::HOST)) {
        (None, _) => !request.headers().contains_key(header::ORIGIN),
        (Some(origin), Some(host)) => {
            origin.strip_prefix("http://").or(origin.strip_prefix("https://")) == Some(host)
        }
        (Some(_), None) => false,
    }
}

/// The name in `Host`, without its port.
fn named_host(request: &Request) -> Option<&str> {
    let host = text(request, header::HOST)?;
    let (name, port) = host.rsplit_once(':').unwrap_or((host, ""));
    Some(if port.bytes().all(|it| it.is_ascii_digit()) { name } else { host })
}

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

async fn safe_headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let fixed = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}
