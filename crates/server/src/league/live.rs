//! One open league: a task that owns it, so nothing here needs a lock. It waits for bots, for orders,
//! for the ends of games, and looks around once a second.

use std::{
    net::{IpAddr, Ipv6Addr},
    sync::Arc,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use tokio::{
    sync::{mpsc, watch},
    time::{Instant, MissedTickBehavior},
};

use super::{
    Surroundings,
    commands::{Command, Hello, Seated},
    error::LeagueError,
    live_game::LiveGame,
    seats::Seat,
    view::{Shown, View},
};
use crate::{
    game::{
        fault::{Fault, FaultKind},
        league::{Incident, League, LeagueState, MOST_PLAYERS, Participant, bot_name},
        player::Player,
        secret::Token,
    },
    room::{
        keeping::{GameOver, Kept},
        news::{BotNews, Goodbye, Voice},
    },
    store::leagues::{LeagueWrite, StoredLeague},
    thinking::owner::Owner,
};

/// Requests that may wait for a league.
const INBOX: usize = 256;
/// How often a league looks around by itself.
const TICK: Duration = Duration::from_secs(1);
/// A league in which nothing can happen is put away after this.
const IDLE: Duration = Duration::from_secs(60);
/// Faults outside of games that are remembered: who goes on is only counted up to here.
const MOST_INCIDENTS: usize = 500;

pub(super) struct Live {
    pub(super) league: League,
    /// One for each player of the league.
    pub(super) seats: Vec<Seat>,
    pub(super) games: Vec<LiveGame>,
    pub(super) around: Surroundings,
    pub(super) overs: mpsc::UnboundedSender<GameOver>,
    voice: Box<dyn Voice>,
    version: u64,
    view: Option<Arc<View>>,
    busy_at: Instant,
}

/// Starts a league. It ends when the server closes, or some time after nothing can happen any more.
pub(super) fn open(stored: StoredLeague, around: Surroundings) -> mpsc::Sender<Command> {
    let (inbox, commands) = mpsc::channel(INBOX);
    let (overs, ends) = mpsc::unbounded_channel();
    let seat = |it: &Participant| match it.player {
        Player::Bot { .. } => Seat::empty_bot(),
        _ => Seat::Yardstick,
    };
    let live = Live {
        seats: stored.league.players.iter().map(seat).collect(),
        games: LiveGame::all_of(&stored),
        league: stored.league,
        voice: (around.voice)(),
        around,
        overs,
        // Never one that was used before a restart: a league changes less often than every
        // millisecond.
        version: SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |it| it.as_millis() as u64),
        view: None,
        busy_at: Instant::now(),
    };
    tokio::spawn(live.run(commands, ends));
    inbox
}

/// Returns when the server closes.
async fn closed(closing: &mut watch::Receiver<bool>) {
    let _ = closing.wait_for(|it| *it).await;
}

impl Live {
    async fn run(
        mut self,
        mut commands: mpsc::Receiver<Command>,
        mut ends: mpsc::UnboundedReceiver<GameOver>,
    ) {
        let mut closing = self.around.closing.clone();
        let mut tick = tokio::time::interval(TICK);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                command = commands.recv() => match command {
                    Some(command) => self.handle(command).await,
                    None => break,
                },
                Some(over) = ends.recv() => self.game_ended(over),
                _ = tick.tick() => self.look_around().await,
                () = closed(&mut closing) => break,
            }
            // Games that end together are counted together.
            while let Ok(over) = ends.try_recv() {
                self.game_ended(over);
            }
            self.go_on().await;
            if self.is_idle() {
                break;
            }
        }
        // Whoever still waits for an answer gets none and asks again.
        commands.close();
    }

    fn is_idle(&self) -> bool {
        let is_under_way = matches!(self.league.state, LeagueState::Running | LeagueState::Paused);
        let is_empty = self.games.is_empty() && self.seats.iter().all(|it| it.line().is_none());
        !is_under_way && is_empty && IDLE <= self.busy_at.elapsed()
    }

    async fn handle(&mut self, command: Command) {
        self.busy_at = Instant::now();
        match command {
            Command::Hello { hello, answer } => {
                let _ = answer.send(self.seat_bot(hello).await);
            }
            Command::Leave { viewer, participant, flooded } => {
                self.bot_left(viewer, flooded);
                self.note_flood(participant, flooded).await;
            }
            Command::Crashed { viewer, why } => {
                if let Some(player) = self.seats.iter().position(|it| it.is_taken_by(viewer)) {
                    self.note(player, Fault::said(FaultKind::Crash, &why)).await;
                }
            }
            Command::Look { answer } => {
                let _ = answer.send(self.view());
            }
            Command::Direct { order, admin, answer } => {
                let outcome = self.direct(order, admin).await;
                let _ = answer.send(outcome.map(|()| self.view()));
            }
            Command::Challenge { challenge, answer } => {
                let _ = answer.send(self.challenge(challenge).await);
            }
        }
    }

    /// A bot comes, for the first time or again.
    async fn seat_bot(&mut self, hello: Hello) -> Result<Seated, LeagueError> {
        let (player, key) = match &hello.key {
            Some(key) => (self.who_has(key)?, key.clone()),
            None => self.admit(&hello.name).await?,
        };
        if self.league.state.is_over() {
            return Err(LeagueError::IsOver);
        }
        if self.league.players[player].removed {
            return Err(LeagueError::WasRemoved);
        }
        let (name, re) = (self.league.players[player].name(), hello.re);
        if let Some(before) = self.seats[player].line() {
            let _ = before.outbox.send(self.voice.bot_text(&BotNews::Bye(Goodbye::Replaced)));
        }
        let welcome = BotNews::Welcome { re, name: &name, key: &key, league: &self.league };
        let _ = hello.outbox.send(self.voice.bot_text(&welcome));
        let stay = self.seats[player].take(hello.viewer, hello.outbox, hello.games);
        self.changed();
        self.bring_back(player);
        Ok(Seated { participant: self.league.players[player].number, stay })
    }

    fn who_has(&self, key: &Token) -> Result<usize, LeagueError> {
        let hash = Some(key.hash());
        let found = self.league.players.iter().position(|it| it.key == hash);
        found.ok_or(LeagueError::WrongCode)
    }

    /// A new bot gets a place and a key.
    async fn admit(&mut self, name: &str) -> Result<(usize, Token), LeagueError> {
        match self.league.state {
            LeagueState::Gathering => (),
            LeagueState::Running | LeagueState::Paused => return Err(LeagueError::HasBegun),
            LeagueState::Stopped | LeagueState::Finished => return Err(LeagueError::IsOver),
        }
        let name = bot_name(name).ok_or(LeagueError::BadName)?;
        let key = Token::random();
        self.add_player(Player::Bot { name }, Some(&key)).await?;
        Ok((self.league.players.len() - 1, key))
    }

    pub(super) async fn add_player(
        &mut self,
        player: Player,
        key: Option<&Token>,
    ) -> Result<(), LeagueError> {
        let number = self.league.players.last().map_or(0, |it| it.number + 1);
        let is_bot = player.is_bot();
        let key = key.map(Token::hash);
        let participant = Participant { number, player, key, removed: false };
        if self.league.find(&participant.name()).is_some() {
            return Err(LeagueError::NameTaken);
        }
        if MOST_PLAYERS <= self.league.players.len() {
            return Err(LeagueError::TooManyPlayers);
        }
        let league = self.league.id.clone();
        let write = LeagueWrite::Join { league, participant: participant.clone() };
        self.around.store.write_league(write).await?;
        self.league.players.push(participant);
        self.seats.push(if is_bot { Seat::empty_bot() } else { Seat::Yardstick });
        self.changed();
        Ok(())
    }

    fn bot_left(&mut self, viewer: u64, flooded: bool) {
        let Some(player) = self.seats.iter().position(|it| it.is_taken_by(viewer)) else { return };
        self.seats[player].leave();
        let why = if flooded { FaultKind::Flood } else { FaultKind::LostConnection };
        for game in self.games.iter().filter(|it| it.color_of(player).is_some()) {
            game.tell(Kept::Gone { viewer, why });
        }
        self.changed();
    }

    /// Also of a bot that was back before the end of its old connection was heard of.
    async fn note_flood(&mut self, participant: usize, flooded: bool) {
        let player = self.league.players.iter().position(|it| it.number == participant);
        if let Some(player) = player.filter(|_| flooded) {
            self.note(player, Fault::plain(FaultKind::Flood)).await;
        }
    }

    /// A fault that loses no game by itself.
    async fn note(&mut self, player: usize, fault: Fault) {
        if MOST_INCIDENTS <= self.league.incidents.len() {
            return;
        }
        let incident = Incident { player, fault };
        let number = self.league.players[player].number;
        let (league, fault) = (self.league.id.clone(), incident.fault.clone());
        let write = LeagueWrite::Note { league, number, fault };
        if self.around.store.write_league(write).await.is_ok() {
            self.league.incidents.push(incident);
        }
        self.changed();
    }

    pub(super) fn changed(&mut self) {
        self.version += 1;
        self.view = None;
    }

    pub(super) fn view(&mut self) -> Arc<View> {
        if let Some(view) = &self.view {
            return Arc::clone(view);
        }
        let shown = |(player, seat): (usize, &Seat)| Shown {
            is_here: seat.is_ready(),
            playing: self.games.iter().filter(|it| it.color_of(player).is_some()).count(),
        };
        let players = self.seats.iter().enumerate().map(shown).collect();
        let league = self.league.clone();
        let view = Arc::new(View { version: self.version, league, players });
        self.view = Some(Arc::clone(&view));
        view
    }

    /// Tells a bot that it is no longer wanted, and ends its socket.
    pub(super) fn dismiss(&mut self, player: usize, why: Goodbye) {
        if let Some(line) = self.seats[player].line() {
            let _ = line.outbox.send(self.voice.bot_text(&BotNews::Bye(why)));
        }
        self.seats[player].leave();
    }

    /// Machines of a league think on its own account, as if it had an address of its own.
    pub(super) fn owner(&self) -> Owner {
        let seed = random::seed_of(self.league.id.bytes());
        let address = IpAddr::V6(Ipv6Addr::from_bits(u128::from(seed)));
        Owner::new(address, seed)
    }
}
