//! A game that a league has under way, and the room it is played in.

use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::mpsc;
use xiangqi::Color;

use crate::{
    room::{commands::Command as RoomCommand, keeping::Kept},
    store::leagues::StoredLeague,
};

/// A game under way: one of the league, or a person's against a bot.
pub(super) struct LiveGame {
    pub(super) id: String,
    /// Among the league's games.
    pub(super) number: Option<usize>,
    /// Places among the players; `None` for a person.
    pub(super) players: [Option<usize>; 2],
    room: Option<mpsc::Sender<RoomCommand>>,
    /// Whether the bot that a person plays has been called to it.
    pub(super) is_called: bool,
    /// Its room did not hear everything: it has to be told anew.
    is_lost: AtomicBool,
    /// Somebody deleted it.
    pub(super) is_gone: bool,
}

impl LiveGame {
    /// Those that a restart broke off.
    pub(super) fn all_of(stored: &StoredLeague) -> Vec<LiveGame> {
        let league = &stored.league;
        if league.state.is_over() {
            return Vec::new();
        }
        let counted = league.games.iter().enumerate().filter(|(_, it)| it.is_live());
        let counted = counted.filter_map(|(number, it)| {
            let players = [Some(it.meeting.red), it.meeting.black];
            let id = it.played.as_ref()?.id.clone();
            Some(LiveGame::new(id, Some(number), players))
        });
        let others = stored.challenges.iter().filter_map(|(id, bot, color)| {
            let mut players = [None; 2];
            players[color.index()] = Some(league.find(bot)?);
            Some(LiveGame::new(id.clone(), None, players))
        });
        counted.chain(others).collect()
    }

    pub(super) fn new(id: String, number: Option<usize>, players: [Option<usize>; 2]) -> LiveGame {
        let (is_called, is_lost) = (false, AtomicBool::new(false));
        LiveGame { id, number, players, room: None, is_called, is_lost, is_gone: false }
    }

    pub(super) fn color_of(&self, player: usize) -> Option<Color> {
        Color::BOTH.into_iter().find(|it| self.players[it.index()] == Some(player))
    }

    /// A room that does not listen is told everything anew when the league looks around.
    pub(super) fn tell(&self, kept: Kept) {
        if let Some(room) = &self.room
            && room.try_send(RoomCommand::Kept(kept)).is_err()
        {
            self.is_lost.store(true, Ordering::Relaxed);
        }
    }

    /// Its room is open and has to be told everything.
    pub(super) fn moves_to(&mut self, room: mpsc::Sender<RoomCommand>) {
        self.room = Some(room);
        self.is_called = false;
        self.is_lost = AtomicBool::new(false);
    }

    pub(super) fn is_heard(&self) -> bool {
        let is_open = self.room.as_ref().is_some_and(|it| !it.is_closed());
        is_open && !self.is_lost.load(Ordering::Relaxed)
    }

    /// A player of the league is gone, and those behind it move up. Whether somebody is left.
    pub(super) fn forget(&mut self, player: usize) -> bool {
        let is_own = self.color_of(player).is_some();
        for it in self.players.iter_mut().flatten().filter(|it| player < **it) {
            *it -= 1;
        }
        !is_own
    }
}
