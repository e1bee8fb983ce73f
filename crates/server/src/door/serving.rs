//! Connections are taken in, watched, and closed in good order.

use std::{
    convert::Infallible,
    io,
    net::{IpAddr, SocketAddr},
    pin::pin,
    sync::Arc,
    time::Duration,
};

use axum::{
    Router,
    body::Body,
    extract::ConnectInfo,
    http::{Request, StatusCode},
};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::{
    net::{TcpListener, TcpSocket, TcpStream},
    sync::watch,
    time::sleep,
};
use tower::ServiceExt;

use super::{
    address::{behind_proxy, household},
    body::Timely,
    places::{Place, Places},
    stream::Watched,
};

/// Room for a request's head; what is longer is refused.
const HEAD: usize = 32 * 1024;
/// Between two tries to take somebody in while the system has no more files.
const BREATH: Duration = Duration::from_millis(50);

/// What the system keeps for a connection that does not read.
const SEND_BUFFER: u32 = 256 * 1024;
/// Connections that the system keeps until we take them in.
const BACKLOG: u32 = 1024;

/// Listens at an address; the listener has to be made within a runtime.
pub(crate) fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    system::reuse_address(&socket)?;
    // Connections inherit it.
    socket.set_send_buffer_size(SEND_BUFFER)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// How many the door lets in, and how long it waits for them.
#[derive(Clone, Debug)]
pub(crate) struct DoorLimits {
    pub(crate) connections: usize,
    pub(crate) per_address: usize,
    /// For the head of a request, from when we begin to wait for it: idle ones end too.
    pub(crate) head: Duration,
    /// For a body, besides the time its bytes take on a slow line.
    pub(crate) body: Duration,
    /// For a reader that takes nothing.
    pub(crate) stall: Duration,
    /// They are believed when they say who asks, and have no limit of connections.
    pub(crate) proxies: Vec<IpAddr>,
}

impl DoorLimits {
    /// A class of forty with a few windows each has one address.
    const PER_ADDRESS: usize = 800;

    /// For so many connections in all.
    pub(crate) fn new(connections: usize, proxies: Vec<IpAddr>) -> DoorLimits {
        DoorLimits {
            connections,
            // However few there are, no address has them all.
            per_address: DoorLimits::PER_ADDRESS.min(connections / 2),
            head: Duration::from_secs(20),
            body: Duration::from_secs(15),
            stall: Duration::from_secs(15),
            proxies,
        }
    }
}

pub(crate) struct Door {
    limits: DoorLimits,
    places: Arc<Places>,
}

impl Door {
    pub(crate) fn new(limits: DoorLimits) -> Door {
        let proxies = limits.proxies.clone();
        let places = Places::new(limits.connections, limits.per_address, proxies);
        Door { limits, places: Arc::new(places) }
    }

    /// Serves until `closing` turns true and everyone has left.
    pub(crate) async fn serve(
        &self,
        listener: TcpListener,
        router: Router,
        mut closing: watch::Receiver<bool>,
    ) {
        loop {
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                _ = closing.wait_for(|it| *it) => break,
            };
            match accepted {
                Ok((stream, peer)) => self.receive(stream, peer, &router, &closing),
                Err(error) => self.make_room(&error).await,
            }
        }
        drop(listener);
        while 0 < self.places.count() {
            sleep(BREATH).await;
        }
    }

    async fn make_room(&self, error: &io::Error) {
        let gave_up_waiting = error.kind() == io::ErrorKind::ConnectionAborted;
        if !gave_up_waiting {
            let evicted = self.places.evict_oldest();
            tracing::warn!(evicted, "cannot take in another connection: {error}");
            sleep(BREATH).await;
        }
    }

    fn receive(
        &self,
        stream: TcpStream,
        peer: SocketAddr,
        router: &Router,
        closing: &watch::Receiver<bool>,
    ) {
        let Some(place) = self.places.admit(household(peer.ip())) else {
            tracing::debug!(%peer, "too many connections");
            return turn_away(&stream);
        };
        send_at_once(&stream);
        let guest = Visit {
            place: Arc::new(place),
            limits: self.limits.clone(),
            peer,
            router: router.clone(),
        };
        tokio::spawn(guest.stay(stream, closing.clone()));
    }
}

/// One connection from its begin to its end.
struct Visit {
    place: Arc<Place>,
    limits: DoorLimits,
    peer: SocketAddr,
    router: Router,
}

impl Visit {
    async fn stay(self, stream: TcpStream, mut closing: watch::Receiver<bool>) {
        // The stream keeps the place: a socket lives on when its connection is done.
        let stream = Watched::new(stream, Arc::clone(&self.place), self.limits.stall);
        let service = service_fn(|request| self.answer(request));
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(self.limits.head)
            .max_buf_size(HEAD)
            .serve_connection(TokioIo::new(stream), service)
            .with_upgrades();
        let mut connection = pin!(connection);
        let mut closes = false;
        loop {
            tokio::select! {
                outcome = connection.as_mut() => {
                    if let Err(error) = outcome {
                        tracing::debug!(peer = %self.peer, "connection ended: {error}");
                    }
                    return;
                }
                () = self.place.evicted() => return,
                _ = closing.wait_for(|it| *it), if !closes => {
                    closes = true;
                    connection.as_mut().graceful_shutdown();
                }
            }
        }
    }

    async fn answer(
        &self,
        request: Request<Incoming>,
    ) -> Result<axum::response::Response, Infallible> {
        let busy = self.place.begin_request();
        let client = behind_proxy(self.peer.ip(), request.headers(), &self.limits.proxies);
        let mut request = request.map(|it| Body::new(Timely::new(it, self.limits.body)));
        let client = SocketAddr::new(client, self.peer.port());
        request.extensions_mut().insert(ConnectInfo(client));
        let response = self.router.clone().oneshot(request).await?;
        if response.status() == StatusCode::SWITCHING_PROTOCOLS {
            self.place.becomes_socket();
        }
        drop(busy);
        Ok(response)
    }
}

/// Small messages do not wait for more: a move is acknowledged right behind its news.
fn send_at_once(stream: &TcpStream) {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!("small packets wait: {error}");
    }
}

/// Best effort: whoever floods need not read it.
fn turn_away(stream: &TcpStream) {
    const BODY: &str = r#"{"code":"busy","message":"too many connections from this address: close some","zh":"此地址的连接太多，请关闭一些"}"#;
    let head = "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\n";
    let length = BODY.len();
    let answer = format!("{head}content-length: {length}\r\nconnection: close\r\n\r\n{BODY}");
    let _ = stream.try_write(answer.as_bytes());
}

#[tokio::test]
async fn small_messages_leave_at_once() {
    let listener = listen(SocketAddr::from(([127, 0, 0, 1], 0))).unwrap();
    let guest = TcpStream::connect(listener.local_addr().unwrap());
    let (accepted, _guest) = tokio::join!(listener.accept(), guest);
    let (stream, _) = accepted.unwrap();
    send_at_once(&stream);
    assert!(stream.nodelay().unwrap());
}
