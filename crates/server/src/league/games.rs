//! The games of a league: which begins next, who is called to it, and how it ended.

use xiangqi::{Color, Position, Status};

use super::{commands::Challenge, error::LeagueError, live::Live, live_game::LiveGame};
use crate::{
    game::{
        fault::{Fault, FaultKind},
        league::{LeagueState, PlayedGame},
        player::Player,
        secret::{self, Seats, Token},
        setup::GameSetup,
        state::GameState,
    },
    room::{
        error::RoomError,
        keeping::{BotLine, GameOver, Keeping, Kept},
        news::Goodbye,
    },
    store::{
        leagues::LeagueWrite,
        writes::{LeaguePlace, NewGame, Write},
    },
};

/// Games of people against one bot at the same time.
const CHALLENGES_OF_BOT: usize = 2;

impl Live {
    pub(super) fn game_ended(&mut self, over: GameOver) {
        self.games.retain(|it| it.id != over.id);
        self.changed();
        let is_it = |it: &&mut PlayedGame| it.id == over.id;
        let mut played = self.league.games.iter_mut().filter_map(|it| it.played.as_mut());
        let Some(played) = played.find(is_it) else { return };
        let GameOver { id, status, reason, plies, detail } = over;
        let reason = reason.map(str::to_owned);
        *played = PlayedGame { id, status, reason, plies, detail };
    }

    /// Rooms that are gone by a fault are opened again; what could not be done is tried again.
    pub(super) async fn look_around(&mut self) {
        for index in 0..self.games.len() {
            if !self.games[index].is_heard() {
                self.open_room(index).await;
            }
        }
        self.games.retain(|it| !it.is_gone);
        let is_removed = |it: &usize| self.league.players[*it].removed;
        for player in (0..self.seats.len()).filter(is_removed) {
            self.forfeit_games_of(player);
        }
    }

    pub(super) fn forfeit_games_of(&self, player: usize) {
        for game in &self.games {
            if let Some(color) = game.color_of(player) {
                game.tell(Kept::Forfeit { color, fault: Fault::plain(FaultKind::Removed) });
            }
        }
    }

    /// Begins what can begin. When all is played, the next round or the end.
    pub(super) async fn go_on(&mut self) {
        if self.league.state == LeagueState::Running {
            while let Some(number) = self.next_game() {
                if self.begin(number).await.is_none() {
                    break;
                }
            }
            if self.league.games.iter().all(|it| it.is_over()) {
                self.next_round_or_end().await;
            }
        }
        self.call_challenged();
    }

    /// The next game whose players have the time, or that is lost before it begins.
    fn next_game(&self) -> Option<usize> {
        let live = self.games.iter().filter(|it| it.number.is_some()).count();
        if self.league.setup.at_once <= live {
            return None;
        }
        let is_waiting = |number: &usize| {
            let game = &self.league.games[*number];
            game.played.is_none() && game.meeting.black.is_some()
        };
        let waiting = || (0..self.league.games.len()).filter(is_waiting);
        let may_begin = |number: &usize| self.loser(*number).is_some() || self.are_free(*number);
        let absent = || waiting().find(|it| self.absentee(*it).is_some());
        waiting().find(may_begin).or_else(|| if live == 0 { absent() } else { None })
    }

    fn players_of(&self, number: usize) -> [usize; 2] {
        let meeting = self.league.games[number].meeting;
        [meeting.red, meeting.black.unwrap_or(meeting.red)]
    }

    fn are_free(&self, number: usize) -> bool {
        let is_free = |player: usize| {
            self.playing(player) < self.seats[player].capacity() && self.seats[player].is_ready()
        };
        self.players_of(number).into_iter().all(is_free)
    }

    /// Games of the league that a player has under way.
    fn playing(&self, player: usize) -> usize {
        let is_own = |it: &&LiveGame| it.number.is_some() && it.color_of(player).is_some();
        self.games.iter().filter(is_own).count()
    }

    /// Who was removed loses without a move.
    fn loser(&self, number: usize) -> Option<Color> {
        let players = self.players_of(number);
        let is_removed = |it: &Color| self.league.players[players[it.index()]].removed;
        Color::BOTH.into_iter().find(is_removed)
    }

    /// Who has been away for too long, and for longer than the other.
    fn absentee(&self, number: usize) -> Option<Color> {
        let players = self.players_of(number);
        let away = |it: Color| self.seats[players[it.index()]].away().unwrap_or_default();
        let longest = Color::BOTH.into_iter().max_by_key(|it| away(*it))?;
        (self.league.setup.grace <= away(longest)).then_some(longest)
    }

    /// `None` if the disk does not keep up: it is tried again.
    async fn begin(&mut self, number: usize) -> Option<()> {
        let forfeit = match (self.loser(number), self.are_free(number)) {
            (Some(color), _) => Some((color, FaultKind::Removed)),
            (None, true) => None,
            (None, false) => Some((self.absentee(number)?, FaultKind::LostConnection)),
        };
        let state = GameState::new(self.league.game_setup(number)?);
        let id = secret::random_id();
        let (status, reason, plies) = (Status::Ongoing, None, 0);
        let place = LeaguePlace { league: self.league.id.clone(), number: Some(number) };
        self.create(&id, state, Seats::default(), None, place).await.ok()?;
        let detail = String::new();
        let played = PlayedGame { id: id.clone(), status, reason, plies, detail };
        self.league.games[number].played = Some(played);
        let players = self.players_of(number).map(Some);
        self.games.push(LiveGame::new(id, Some(number), players));
        self.changed();
        // Whoever plays a person is excused first.
        self.call_challenged();
        self.open_room(self.games.len() - 1).await;
        if let (Some((color, kind)), Some(game)) = (forfeit, self.games.last()) {
            game.tell(Kept::Forfeit { color, fault: Fault::plain(kind) });
        }
        Some(())
    }

    async fn create(
        &mut self,
        id: &str,
        state: GameState,
        seats: Seats,
        owner: Option<secret::TokenHash>,
        place: LeaguePlace,
    ) -> Result<(), LeagueError> {
        let (league, id) = (Some(place), id.to_owned());
        let new = NewGame { id, state, seats, owner, duel: None, league, before: None };
        Ok(self.around.store.write(Write::Create(Box::new(new))).await?)
    }

    /// The game goes on in its room; bots that are here are told so.
    async fn open_room(&mut self, index: usize) {
        let room = match self.around.rooms.enter(&self.games[index].id).await {
            Ok(room) => room,
            Err(RoomError::NoSuchGame) => {
                // A person's own game, deleted by that person.
                self.games[index].is_gone = true;
                return;
            }
            Err(error) => {
                tracing::warn!(game = %self.games[index].id, "cannot open its room: {error}");
                return;
            }
        };
        let counted = self.games[index].number.is_some();
        let grace = self.league.setup.grace;
        let mut keeping = Keeping::new(self.owner(), self.overs.clone(), grace, counted);
        for color in Color::BOTH.into_iter().filter(|_| counted) {
            keeping.seats[color.index()].line = self.line(index, color);
        }
        let game = &mut self.games[index];
        game.moves_to(room);
        game.tell(Kept::Begin(Box::new(keeping)));
    }

    fn line(&self, game: usize, color: Color) -> Option<BotLine> {
        let player = self.games[game].players[color.index()]?;
        self.seats[player].line()
    }

    /// A bot is back: its games of the league go on.
    pub(super) fn bring_back(&mut self, player: usize) {
        for game in self.games.iter_mut().filter(|it| it.number.is_none()) {
            if game.color_of(player).is_some() {
                game.is_called = false;
            }
        }
        for (index, game) in self.games.iter().enumerate() {
            let Some(color) = game.color_of(player).filter(|_| game.number.is_some()) else {
                continue;
            };
            if let Some(line) = self.line(index, color) {
                game.tell(Kept::Here { color, line });
            }
        }
    }

    /// Bots that people play are called as far as the league leaves them time, and excused from what
    /// is too much.
    fn call_challenged(&mut self) {
        let mut free: Vec<usize> = (0..self.seats.len())
            .map(|it| self.seats[it].capacity().saturating_sub(self.playing(it)))
            .collect();
        for index in 0..self.games.len() {
            let game = &self.games[index];
            let bot = Color::BOTH.into_iter().find_map(|it| Some((it, game.players[it.index()]?)));
            let Some((color, player)) = bot.filter(|_| game.number.is_none()) else { continue };
            let line = self.line(index, color).filter(|_| 0 < free[player]);
            free[player] = free[player].saturating_sub(1);
            let is_called = line.is_some();
            let is_away = !self.seats[player].is_ready();
            match line {
                Some(line) if !game.is_called => game.tell(Kept::Here { color, line }),
                None if game.is_called && !is_away => game.tell(Kept::Excuse { color }),
                _ => (),
            }
            self.games[index].is_called = is_called;
        }
    }

    pub(super) async fn challenge(
        &mut self,
        challenge: Challenge,
    ) -> Result<(String, Token), LeagueError> {
        let player = self.league.find(&challenge.bot).ok_or(LeagueError::NoSuchBot)?;
        if self.league.state.is_over() {
            return Err(LeagueError::IsOver);
        }
        if self.seats[player].line().is_none() {
            return Err(LeagueError::NotConnected);
        }
        let is_challenge = |it: &&LiveGame| it.number.is_none() && it.color_of(player).is_some();
        if CHALLENGES_OF_BOT <= self.games.iter().filter(is_challenge).count() {
            return Err(LeagueError::TooManyChallenges);
        }
        let (person, token) = (challenge.color, Token::random());
        let color = person.opponent();
        let mut seats = Seats::default();
        seats.colors[person.index()] = Some(token.hash());
        let id = secret::random_id();
        let state = GameState::new(self.challenge_setup(player, &challenge));
        let place = LeaguePlace { league: self.league.id.clone(), number: None };
        self.create(&id, state, seats, challenge.visitor, place).await?;
        let mut players = [None; 2];
        players[color.index()] = Some(player);
        self.games.push(LiveGame::new(id.clone(), None, players));
        self.open_room(self.games.len() - 1).await;
        self.changed();
        Ok((id, token))
    }

    fn challenge_setup(&self, player: usize, challenge: &Challenge) -> GameSetup {
        let bot = self.league.players[player].player.clone();
        let human = Player::human(challenge.name.as_deref());
        let players = match challenge.color {
            Color::Red => [human, bot],
            Color::Black => [bot, human],
        };
        let rules = self.league.setup.rules;
        GameSetup { start: Position::start(), rules, players, clock: None }
    }

    async fn next_round_or_end(&mut self) {
        let meetings = self.league.next_round();
        if meetings.is_empty() {
            self.end(LeagueState::Finished).await;
        } else {
            let _ = self.pair(meetings).await;
        }
    }

    /// The league is over: what is still played is broken off, and everybody may go.
    pub(super) async fn end(&mut self, state: LeagueState) {
        let league = self.league.id.clone();
        if self.around.store.write_league(LeagueWrite::Turn { league, state }).await.is_err() {
            // It is tried again.
            return;
        }
        self.league.state = state;
        for game in std::mem::take(&mut self.games) {
            let bot = Color::BOTH.into_iter().find(|it| game.players[it.index()].is_some());
            match (game.number, bot) {
                (None, Some(color)) => {
                    let fault = Fault::plain(FaultKind::LostConnection);
                    game.tell(Kept::Forfeit { color, fault });
                }
                _ => game.tell(Kept::Release),
            }
        }
        let why = match state {
            LeagueState::Stopped => Goodbye::Stopped,
            _ => Goodbye::Finished,
        };
        for player in 0..self.seats.len() {
            self.dismiss(player, why);
        }
        self.changed();
    }
}
