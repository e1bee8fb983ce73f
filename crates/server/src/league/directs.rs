//! What whoever made a league may say: start, pause, stop, who comes and who goes.

use arena::league::Meeting;

use super::{commands::Order, error::LeagueError, live::Live};
use crate::{
    game::{
        league::{LeagueGame, LeagueState, MOST_GAMES},
        secret::TokenHash,
    },
    room::news::Goodbye,
    store::leagues::LeagueWrite,
};

impl Live {
    pub(super) async fn direct(
        &mut self,
        order: Order,
        admin: TokenHash,
    ) -> Result<(), LeagueError> {
        if admin != self.league.keys.admin {
            return Err(LeagueError::NotTheAdmin);
        }
        if self.league.state.is_over() {
            return Err(LeagueError::IsOver);
        }
        match (order, self.league.state) {
            (Order::Start, LeagueState::Gathering) => self.start().await,
            (Order::Start, _) => self.turn(LeagueState::Running).await,
            (Order::Pause, LeagueState::Running) => self.turn(LeagueState::Paused).await,
            // There is nothing to pause.
            (Order::Pause, _) => Ok(()),
            (Order::Stop, _) => {
                self.end(LeagueState::Stopped).await;
                if self.league.state.is_over() { Ok(()) } else { Err(LeagueError::Busy) }
            }
            (Order::Add(player), LeagueState::Gathering) => self.add_player(player, None).await,
            (Order::Add(_), _) => Err(LeagueError::HasBegun),
            (Order::Remove(name), _) => self.remove(&name).await,
        }
    }

    async fn start(&mut self) -> Result<(), LeagueError> {
        if self.league.players.len() < 2 {
            return Err(LeagueError::TooFewPlayers);
        }
        let meetings = self.league.first_meetings();
        if MOST_GAMES < meetings.len() {
            return Err(LeagueError::TooManyGames);
        }
        self.pair(meetings).await
    }

    /// The league goes on with these meetings.
    pub(super) async fn pair(&mut self, meetings: Vec<Meeting>) -> Result<(), LeagueError> {
        let (league, first) = (self.league.id.clone(), self.league.games.len());
        let state = LeagueState::Running;
        let write = LeagueWrite::Pair { league, first, meetings: meetings.clone(), state };
        self.around.store.write_league(write).await?;
        self.league.state = state;
        let game = |meeting| LeagueGame { meeting, played: None };
        self.league.games.extend(meetings.into_iter().map(game));
        self.changed();
        Ok(())
    }

    async fn turn(&mut self, state: LeagueState) -> Result<(), LeagueError> {
        if self.league.state != state {
            let league = self.league.id.clone();
            self.around.store.write_league(LeagueWrite::Turn { league, state }).await?;
            self.league.state = state;
            self.changed();
        }
        Ok(())
    }

    /// Before the start as if it had never come; later its games are lost.
    async fn remove(&mut self, name: &str) -> Result<(), LeagueError> {
        let player = self.league.find(name).ok_or(LeagueError::NoSuchBot)?;
        let (league, number) = (self.league.id.clone(), self.league.players[player].number);
        let is_early = self.league.state == LeagueState::Gathering;
        let write = if is_early {
            LeagueWrite::Forget { league, number }
        } else {
            LeagueWrite::Remove { league, number }
        };
        self.around.store.write_league(write).await?;
        self.forfeit_games_of(player);
        self.dismiss(player, Goodbye::Removed);
        if is_early {
            self.forget(player);
        } else {
            self.league.players[player].removed = true;
        }
        self.changed();
        Ok(())
    }

    /// Those behind it move up, and its faults are forgotten.
    fn forget(&mut self, player: usize) {
        self.league.players.remove(player);
        self.seats.remove(player);
        self.games.retain_mut(|it| it.forget(player));
        self.league.incidents.retain(|it| it.player != player);
        for it in self.league.incidents.iter_mut().filter(|it| player < it.player) {
            it.player -= 1;
        }
    }
}
