//! For whom work is done, and how it hurries.

use std::{net::IpAddr, time::Duration};

/// Whoever asks: an address, and a person behind it. A class behind one address are many persons.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Owner {
    address: IpAddr,
    person: u64,
}

impl Owner {
    /// The person is any number that tells it from others at the same address: a seat, a socket.
    pub(crate) fn new(address: IpAddr, person: u64) -> Owner {
        Owner { address, person }
    }

    pub(super) fn address(self) -> IpAddr {
        self.address
    }
}

/// The kinds of work, the most urgent first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Urgency {
    /// A machine's move: somebody waits at the board.
    Game,
    Hint,
    Analysis,
    /// Many short searches, such as a whole game looked through: whatever else comes goes first.
    Review,
    /// An experiment of the laboratory.
    Experiment,
}

impl Urgency {
    /// Work that takes what the others leave: one piece of it per address at a time.
    pub(super) fn is_background(self) -> bool {
        Urgency::Review <= self
    }

    /// How long work of this kind goes on although something more urgent waits. An analysis goes on
    /// where it was, an experiment cannot.
    pub(super) fn slice_before_urgent(self) -> Duration {
        match self {
            Urgency::Game | Urgency::Hint | Urgency::Analysis => Duration::from_millis(250),
            Urgency::Review => Duration::ZERO,
            Urgency::Experiment => Duration::from_secs(2),
        }
    }

    /// How long it goes on although somebody waits who has had less.
    pub(super) fn slice_before_equals(self) -> Duration {
        match self {
            Urgency::Game | Urgency::Hint | Urgency::Analysis | Urgency::Review => {
                Duration::from_secs(1)
            }
            Urgency::Experiment => Duration::from_secs(2),
        }
    }
}

/// A place in the queue is given by who asks and how it hurries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Claim {
    pub(crate) owner: Owner,
    pub(crate) urgency: Urgency,
}
