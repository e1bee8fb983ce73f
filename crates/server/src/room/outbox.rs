//! Messages on their way to one viewer: a queue that counts bytes, not messages. Who is slower than
//! what it is sent is disconnected and may come back.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use tokio::sync::mpsc;

/// Messages that may wait for one viewer, and their bytes.
const MESSAGES: usize = 128;
const BYTES: usize = 512 * 1024;
/// Bytes that may wait for all viewers together.
const BYTES_OF_ALL: usize = 64 * 1024 * 1024;

/// Where all mail is weighed.
#[derive(Clone, Default)]
pub(crate) struct PostOffice {
    waiting: Arc<AtomicUsize>,
}

/// The viewer is too slow, or gone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Undeliverable;

#[derive(Clone)]
pub(crate) struct Outbox {
    sender: mpsc::Sender<Arc<str>>,
    scales: Scales,
}

/// The other end: what waits, in order.
pub(crate) struct Mail {
    receiver: mpsc::Receiver<Arc<str>>,
    scales: Scales,
    /// The weight of what was taken out last: until the next is wanted, it is on its way.
    under_way: usize,
}

#[derive(Clone)]
struct Scales {
    own: Arc<AtomicUsize>,
    all: PostOffice,
}

impl PostOffice {
    pub(crate) fn open_box(&self) -> (Outbox, Mail) {
        let (sender, receiver) = mpsc::channel(MESSAGES);
        let scales = Scales { own: Arc::default(), all: self.clone() };
        let mail = Mail { receiver, scales: scales.clone(), under_way: 0 };
        (Outbox { sender, scales }, mail)
    }
}

impl Outbox {
    /// One message always fits into an empty box, however large.
    pub(crate) fn send(&self, text: Arc<str>) -> Result<(), Undeliverable> {
        let weight = text.len();
        let own = self.scales.own.load(Ordering::Relaxed);
        let all = self.scales.all.waiting.load(Ordering::Relaxed);
        let fits = own + weight <= BYTES && all + weight <= BYTES_OF_ALL;
        if 0 < own && !fits {
            return Err(Undeliverable);
        }
        self.scales.add(weight);
        self.sender.try_send(text).map_err(|_| {
            self.scales.remove(weight);
            Undeliverable
        })
    }

    /// Returns when nobody takes mail out any more.
    pub(crate) async fn closed(&self) {
        self.sender.closed().await;
    }
}

impl Mail {
    /// The next message; `None` when all outboxes are gone. May be dropped and called again.
    pub(crate) async fn next(&mut self) -> Option<Arc<str>> {
        self.scales.remove(std::mem::take(&mut self.under_way));
        let text = self.receiver.recv().await?;
        self.under_way = text.len();
        Some(text)
    }
}

impl Scales {
    fn add(&self, weight: usize) {
        self.own.fetch_add(weight, Ordering::Relaxed);
        self.all.waiting.fetch_add(weight, Ordering::Relaxed);
    }

    fn remove(&self, weight: usize) {
        self.own.fetch_sub(weight, Ordering::Relaxed);
        self.all.waiting.fetch_sub(weight, Ordering::Relaxed);
    }
}

impl Drop for Mail {
    /// What nobody will read weighs nothing.
    fn drop(&mut self) {
        self.receiver.close();
        self.scales.remove(std::mem::take(&mut self.under_way));
        while let Ok(text) = self.receiver.try_recv() {
            self.scales.remove(text.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn bytes_are_counted_until_they_are_on_their_way() {
        let office = PostOffice::default();
        let (outbox, mut mail) = office.open_box();
        let large: Arc<str> = "x".repeat(BYTES + 1).into();
        assert_eq!(outbox.send(Arc::clone(&large)), Ok(()), "an empty box takes anything");
        assert_eq!(outbox.send("more".into()), Err(Undeliverable));
        assert_eq!(mail.next().await, Some(large));
        assert_eq!(outbox.send("more".into()), Err(Undeliverable), "it is still being sent");
        let next = tokio::time::timeout(std::time::Duration::from_millis(1), mail.next());
        assert!(next.await.is_err(), "there is nothing else");
        assert_eq!(outbox.send("more".into()), Ok(()));
        drop(mail);
        assert_eq!(office.waiting.load(Ordering::Relaxed), 0);
        assert_eq!(outbox.send("late".into()), Err(Undeliverable));
        assert_eq!(office.waiting.load(Ordering::Relaxed), 0);
    }

    #[test]
    fn all_boxes_together_have_a_limit() {
        let office = PostOffice::default();
        office.waiting.fetch_add(BYTES_OF_ALL, Ordering::Relaxed);
        let (outbox, _mail) = office.open_box();
        assert_eq!(outbox.send("first".into()), Ok(()), "who reads is served");
        assert_eq!(outbox.send("second".into()), Err(Undeliverable));
    }
}
