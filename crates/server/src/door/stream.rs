//! A connection that is watched: when it last moved, how long it makes us wait, how much a socket
//! sends.

use std::{
    io,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
    time::{Sleep, sleep},
};

use super::{
    bucket::{Bucket, Rate},
    places::Place,
};

/// What a socket may send: bytes at once, and per second.
const SOCKET_BYTES: Rate = Rate { burst: 2.0 * 1024.0 * 1024.0, per_second: 256.0 * 1024.0 };

pub(super) struct Watched {
    stream: TcpStream,
    place: Arc<Place>,
    /// How long the other side may take nothing of what we have for it.
    patience: Duration,
    stalled: Option<Pin<Box<Sleep>>>,
    incoming: Bucket,
}

impl Watched {
    pub(super) fn new(stream: TcpStream, place: Arc<Place>, patience: Duration) -> Watched {
        Watched { stream, place, patience, stalled: None, incoming: Bucket::full(SOCKET_BYTES) }
    }

    /// Something was written, or waits for too long.
    fn watch<T>(&mut self, written: Poll<io::Result<T>>, cx: &mut Context) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stalled = None;
            self.place.touch();
            return written;
        }
        let patience = self.patience;
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(patience)));
        ready!(stalled.as_mut().poll(cx));
        Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "nobody reads")))
    }
}

impl AsyncRead for Watched {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(cx, buffer))?;
        self.place.touch();
        let count = buffer.filled().len() - before;
        if self.place.is_socket() && !self.incoming.take_many(count) {
            return Poll::Ready(Err(io::Error::other("a socket sends too much")));
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Watched {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.watch(written, cx)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, parts);
        self.watch(written, cx)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
