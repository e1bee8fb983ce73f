//! A request's body that has to come in time: so long in all, and longer the more of it is here.

use std::{
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};

use axum::body::Bytes;
use hyper::body::{Body, Frame, Incoming, SizeHint};
use thiserror::Error;
use tokio::time::{Instant, Sleep, sleep_until};

/// The slowest line we wait for, in bytes per second.
const SLOWEST: f64 = 16.0 * 1024.0;

#[derive(Debug, Error)]
pub(super) enum BodyError {
    #[error("the body came too slowly")]
    TooSlow,
    #[error(transparent)]
    Broken(#[from] hyper::Error),
}

pub(super) struct Timely {
    body: Incoming,
    ends: Instant,
    alarm: Option<Pin<Box<Sleep>>>,
}

impl Timely {
    pub(super) fn new(body: Incoming, grace: Duration) -> Timely {
        Timely { body, ends: Instant::now() + grace, alarm: None }
    }
}

impl Body for Timely {
    type Data = Bytes;
    type Error = BodyError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BodyError>>> {
        if let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(cx) {
            let bytes = frame.as_ref().and_then(|it| it.as_ref().ok()?.data_ref());
            self.ends += Duration::from_secs_f64(bytes.map_or(0, Bytes::len) as f64 / SLOWEST);
            return Poll::Ready(frame.map(|it| it.map_err(BodyError::from)));
        }
        let ends = self.ends;
        let alarm = self.alarm.get_or_insert_with(|| Box::pin(sleep_until(ends)));
        if alarm.deadline() != ends {
            alarm.as_mut().reset(ends);
        }
        ready!(alarm.as_mut().poll(cx));
        Poll::Ready(Some(Err(BodyError::TooSlow)))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
