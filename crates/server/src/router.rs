//! All routes, and what every answer has in common: who may ask, how much, and which headers
//! keep the page safe. Built apart from the socket, so that tests can call the routes directly.

use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    sync::Arc,
    time::Instant,
};

use axum::{
    Json, Router,
    extract::{
        ConnectInfo, FromRequest, FromRequestParts, Request, State, rejection::JsonRejection,
    },
    http::{HeaderValue, Method, StatusCode, header, request::Parts},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::{delete, get, post},
};
use tokio::sync::{Mutex, Semaphore, watch};
use tower_http::{
    catch_panic::CatchPanicLayer, compression::CompressionLayer, limit::RequestBodyLimitLayer,
};

use crate::{
    analysis, assets, duels,
    error::Refusal,
    games, laboratory,
    limits::{self, ByAddress},
    pool::Pool,
    rooms::Rooms,
    sentences::Sentence,
    socket,
    store::Store,
    study,
};

/// What all handlers share.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) store: Store,
    pub(crate) pool: Arc<Pool>,
    pub(crate) rooms: Arc<Rooms>,
    pub(crate) sockets: Arc<Semaphore>,
    /// One experiment of the laboratory at a time.
    pub(crate) experiments: Arc<Semaphore>,
    /// Held while the next game of a duel is made.
    pub(crate) duels: Arc<Mutex<()>>,
    pub(crate) requests: Arc<ByAddress>,
    pub(crate) new_games: Arc<ByAddress>,
    /// Turns true when the server closes.
    pub(crate) closing: watch::Receiver<bool>,
    /// Only this machine may ask, so only its own names are believed in `Host`.
    pub(crate) loopback_only: bool,
}

impl App {
    pub(crate) fn new(
        store: Store,
        pool: Arc<Pool>,
        closing: watch::Receiver<bool>,
        loopback_only: bool,
    ) -> App {
        App {
            rooms: Arc::new(Rooms::new(store.clone(), Arc::clone(&pool), limits::ROOMS)),
            store,
            pool,
            sockets: Arc::new(Semaphore::new(limits::SOCKETS)),
            experiments: Arc::new(Semaphore::new(1)),
            duels: Arc::default(),
            requests: Arc::new(ByAddress::new(limits::REQUESTS)),
            new_games: Arc::new(ByAddress::new(limits::NEW_GAMES)),
            closing,
            loopback_only,
        }
    }
}

pub(crate) fn router(app: App) -> Router {
    let routes = Router::new()
        .route("/api/players", get(games::offered))
        .route("/api/games", get(games::list).post(games::create))
        .route("/api/games/{id}", delete(games::delete))
        .route("/api/games/{id}/pgn", get(study::game_pgn))
        .route("/api/games/{id}/socket", get(socket::room_socket))
        .route("/api/duels", post(duels::create))
        .route("/api/duels/{id}", get(duels::show))
        .route("/api/duels/{id}/next", post(duels::next))
        .route("/api/duels/{id}/stop", post(duels::stop))
        .route("/api/analysis", get(analysis::analysis_socket))
        .route("/api/position", post(study::position))
        .route("/api/check", post(study::check))
        .route("/api/evaluation", post(study::evaluation))
        .route("/api/judge", post(study::judge))
        .route("/api/import", post(study::import))
        .route("/api/pgn", post(study::line_pgn))
        .route("/api/lab/tree", post(laboratory::tree))
        .route("/api/lab/compare", post(laboratory::compare))
        .route("/api/lab/route", post(laboratory::route))
        .route("/api/lab/source/{name}", get(laboratory::source))
        .route("/api/{*rest}", get(no_such_route))
        .fallback(get(assets::serve));
    guarded(routes, app)
}

/// What every request passes on its way in and every answer on its way out.
pub(crate) fn guarded(routes: Router<App>, app: App) -> Router {
    routes
        .layer(CatchPanicLayer::custom(|_| Refusal::Fault.into_response()))
        .layer(RequestBodyLimitLayer::new(limits::BODY))
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
    if status.is_server_error() {
        tracing::error!(%method, path, status = status.as_u16(), ?took, "request failed");
    } else {
        tracing::debug!(%method, path, status = status.as_u16(), ?took, "request");
    }
    response
}

async fn no_such_route() -> impl IntoResponse {
    (StatusCode::NOT_FOUND, "there is no such route")
}

/// Rate, origin and host are checked before anything else.
async fn guard(
    State(app): State<App>,
    Client(address): Client,
    request: Request,
    next: Next,
) -> Response {
    if !app.requests.take(address) && request.uri().path().starts_with("/api/") {
        return Refusal::TooManyRequests.into_response();
    }
    let is_upgrade = request.headers().contains_key(header::UPGRADE);
    let changes_nothing = matches!(*request.method(), Method::GET | Method::HEAD) && !is_upgrade;
    let is_ours = is_own_host(&app, &request) && (changes_nothing || is_same_origin(&request));
    if !is_ours {
        return Refusal::ForeignOrigin.into_response();
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

/// On a loopback server a foreign name in `Host` means that some site's name was pointed here.
fn is_own_host(app: &App, request: &Request) -> bool {
    let Some(host) = text(request, header::HOST) else { return true };
    let name = host.rsplit_once(':').map_or(host, |(name, port)| {
        if port.bytes().all(|it| it.is_ascii_digit()) { name } else { host }
    });
    !app.loopback_only || ["localhost", "127.0.0.1", "[::1]"].contains(&name)
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

/// The address of the one who asks; without a socket, as in tests, this machine.
pub(crate) struct Client(pub(crate) IpAddr);

impl<S: Send + Sync> FromRequestParts<S> for Client {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Client, Self::Rejection> {
        let connected = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        Ok(Client(connected.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |it| it.0.ip())))
    }
}

/// A JSON body whose absence is told in our own words.
impl<S: Send + Sync, T: serde::de::DeserializeOwned> FromRequest<S> for JsonBody<T> {
    type Rejection = std::convert::Infallible;

    async fn from_request(request: Request, state: &S) -> Result<JsonBody<T>, Self::Rejection> {
        let body = Json::<T>::from_request(request, state).await;
        Ok(JsonBody(body.map(|it| it.0).map_err(|rejection| match rejection {
            JsonRejection::BytesRejection(_) => Refusal::TooLarge,
            other => Refusal::Malformed(Sentence::new("请求格式有误", other.body_text())),
        })))
    }
}

pub(crate) struct JsonBody<T>(pub(crate) Result<T, Refusal>);
