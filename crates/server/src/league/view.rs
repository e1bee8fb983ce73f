//! A league as it can be shown: a copy of what it is, and who is there.

use crate::game::league::League;

pub(crate) struct View {
    /// Another one after every change, after a restart too.
    pub(crate) version: u64,
    pub(crate) league: League,
    /// One for each player of the league.
    pub(crate) players: Vec<Shown>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shown {
    pub(crate) is_here: bool,
    /// Games under way, those against people too.
    pub(crate) playing: usize,
}
