//! A league: what its maker wished, who takes part, who meets whom, and how that ended. A league is
//! its setup, its players and its games; table and faults are counted from them, so they survive
//! every restart.

use std::time::Duration;

use arena::{
    league::{self, Counted, Entry, Form, Meeting, Row},
    openings,
};
use xiangqi::{Position, RuleSet, Status};

use super::{
    fault::{Fault, FaultKind},
    player::{MachinePlayer, Player, clean_name},
    secret::{TokenHash, random_code},
    setup::{ClockRule, GameSetup},
};

pub(crate) const MOST_PLAYERS: usize = 64;
pub(crate) const MOST_GAMES_OF_PAIRING: usize = 10;
pub(crate) const MOST_GAMES: usize = 5000;
pub(crate) const MOST_AT_ONCE: usize = 64;

/// What is fixed when a league is made.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct LeagueSetup {
    pub(crate) name: String,
    pub(crate) rules: RuleSet,
    pub(crate) clock: ClockRule,
    /// Of a pairing.
    pub(crate) games: usize,
    pub(crate) form: Form,
    /// Of a Swiss league, if its maker wished so.
    pub(crate) rounds: Option<usize>,
    pub(crate) openings: Openings,
    /// How long, in one game, a bot may be away when it is to move.
    pub(crate) grace: Duration,
    /// Games at the same time.
    pub(crate) at_once: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Openings {
    Start,
    /// Each pair of games has an opening of its own.
    Book,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LeagueState {
    Gathering,
    Running,
    Paused,
    Stopped,
    Finished,
}

impl LeagueState {
    pub(crate) fn is_over(self) -> bool {
        matches!(self, LeagueState::Stopped | LeagueState::Finished)
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Participant {
    /// On disk. Never given twice in a league, but those before it may be gone.
    pub(crate) number: usize,
    /// A bot or a machine.
    pub(crate) player: Player,
    /// Brings a bot back to its seat.
    pub(crate) key: Option<TokenHash>,
    pub(crate) removed: bool,
}

impl Participant {
    pub(crate) fn name(&self) -> String {
        name_of(&self.player)
    }
}

/// Yardsticks are called as on the command line.
pub(crate) fn name_of(player: &Player) -> String {
    match player {
        Player::Bot { name } => name.clone(),
        Player::Human { name } => name.clone().unwrap_or_default(),
        Player::Machine(MachinePlayer::Level(level)) => format!("level:{}", level.get()),
        Player::Machine(MachinePlayer::Zoo(member)) => format!("zoo:{member}"),
    }
}

/// A bot's name as others see it; `None` if nothing is left, or if it would pass for a yardstick.
pub(crate) fn bot_name(text: &str) -> Option<String> {
    let is_yardstick = |name: &str| name.starts_with("level:") || name.starts_with("zoo:");
    clean_name(text).filter(|it| !is_yardstick(it))
}

/// A game that is paired, and what became of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LeagueGame {
    /// Its players are places in the list of participants.
    pub(crate) meeting: Meeting,
    pub(crate) played: Option<PlayedGame>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PlayedGame {
    pub(crate) id: String,
    pub(crate) status: Status,
    /// In the words of games.
    pub(crate) reason: Option<String>,
    /// Once it is over.
    pub(crate) plies: usize,
    /// What the fault that ended it was, in the bot's own words.
    pub(crate) detail: String,
}

impl LeagueGame {
    pub(crate) fn is_over(&self) -> bool {
        self.meeting.black.is_none() || self.status() != Status::Ongoing
    }

    pub(crate) fn status(&self) -> Status {
        self.played.as_ref().map_or(Status::Ongoing, |it| it.status)
    }

    /// Begun and not over.
    pub(crate) fn is_live(&self) -> bool {
        self.played.as_ref().is_some_and(|it| it.status == Status::Ongoing)
    }

    pub(crate) fn has(&self, player: usize) -> bool {
        self.meeting.red == player || self.meeting.black == Some(player)
    }

    /// Who lost it by a fault, and by which.
    pub(crate) fn fault(&self) -> Option<(usize, Fault)> {
        let played = self.played.as_ref()?;
        let kind = FaultKind::named(played.reason.as_deref()?)?;
        let loser = match played.status {
            Status::Won(xiangqi::Color::Red) => self.meeting.black?,
            Status::Won(xiangqi::Color::Black) => self.meeting.red,
            Status::Draw | Status::Ongoing => return None,
        };
        Some((loser, Fault { kind, detail: played.detail.clone() }))
    }
}

/// A fault that lost no game by itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Incident {
    pub(crate) player: usize,
    pub(crate) fault: Fault,
}

/// Who made a league and who may come in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LeagueKeys {
    pub(crate) code: String,
    pub(crate) admin: TokenHash,
    pub(crate) owner: Option<TokenHash>,
}

impl LeagueKeys {
    pub(crate) fn new(admin: TokenHash, owner: Option<TokenHash>) -> LeagueKeys {
        LeagueKeys { code: random_code(), admin, owner }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct League {
    pub(crate) id: String,
    /// In milliseconds since 1970.
    pub(crate) created: i64,
    pub(crate) setup: LeagueSetup,
    pub(crate) keys: LeagueKeys,
    pub(crate) state: LeagueState,
    pub(crate) players: Vec<Participant>,
    pub(crate) games: Vec<LeagueGame>,
    pub(crate) incidents: Vec<Incident>,
}

impl League {
    /// How many rounds there will be; 0 as long as that depends on who joins.
    pub(crate) fn rounds(&self) -> usize {
        let players = self.players.len();
        match self.setup.form {
            Form::Swiss => self.setup.rounds.unwrap_or_else(|| league::swiss_rounds(players)),
            Form::RoundRobin if players < 2 => 0,
            Form::RoundRobin => (players - 1) | 1,
        }
    }

    /// The meetings with which the league begins.
    pub(crate) fn first_meetings(&self) -> Vec<Meeting> {
        match self.setup.form {
            Form::RoundRobin => league::round_robin(self.players.len(), self.setup.games),
            Form::Swiss => self.next_round(),
        }
    }

    /// The next round of a Swiss league, once the last one is over: nothing when there is none.
    pub(crate) fn next_round(&self) -> Vec<Meeting> {
        let round = self.games.last().map_or(0, |it| it.meeting.round + 1);
        let is_present = |it: &&Entry| !self.players[it.player].removed;
        let entries: Vec<Entry> = self.entries().iter().filter(is_present).cloned().collect();
        let is_wanted =
            self.setup.form == Form::Swiss && round < self.rounds() && 1 < entries.len();
        if !is_wanted {
            return Vec::new();
        }
        let pair = self.games.iter().map(|it| it.meeting.pair + 1).max().unwrap_or(0);
        league::round_of_swiss(round, &entries, self.setup.games, pair)
    }

    /// The players as pairing sees them, the best first.
    fn entries(&self) -> Vec<Entry> {
        let entry = |row: Row| Entry {
            player: row.player,
            points: row.points,
            color_balance: row.colors[0] as i64 - row.colors[1] as i64,
            byes: row.byes,
            met: self.opponents(row.player),
        };
        self.table().into_iter().map(entry).collect()
    }

    /// Once for every pairing.
    fn opponents(&self, player: usize) -> Vec<usize> {
        let mut met: Vec<(usize, usize)> = Vec::new();
        for it in &self.games {
            let Meeting { round, red, black: Some(black), .. } = it.meeting else { continue };
            let opponent = if red == player { black } else { red };
            let is_new = !met.contains(&(round, opponent));
            if it.has(player) && is_new {
                met.push((round, opponent));
            }
        }
        met.into_iter().map(|(_, opponent)| opponent).collect()
    }

    /// The best first.
    pub(crate) fn table(&self) -> Vec<Row> {
        let counted = |it: &LeagueGame| Counted { meeting: it.meeting, status: it.status() };
        let results: Vec<Counted> = self.games.iter().map(counted).collect();
        league::table(self.setup.form, self.players.len(), self.setup.games, &results)
    }

    /// How the game with this number begins; `None` for a bye.
    pub(crate) fn game_setup(&self, number: usize) -> Option<GameSetup> {
        let meeting = self.games.get(number)?.meeting;
        let player = |index: usize| self.players.get(index).map(|it| it.player.clone());
        Some(GameSetup {
            start: match self.setup.openings {
                Openings::Start => Position::start(),
                Openings::Book => book_position(meeting.pair),
            },
            rules: self.setup.rules,
            players: [player(meeting.red)?, player(meeting.black?)?],
            clock: Some(self.setup.clock),
        })
    }

    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        self.players.iter().position(|it| it.name() == name)
    }
}

fn book_position(pair: usize) -> Position {
    let openings = openings::built_in();
    let Some(opening) = openings.get(pair % openings.len().max(1)) else {
        return Position::start();
    };
    let mut position = opening.start;
    for &mv in &opening.moves {
        position.play_unchecked(mv);
    }
    position
}

#[cfg(test)]
mod tests {
    use xiangqi::Color;

    use super::*;
    use crate::game::secret::Token;

    fn league(form: Form, players: usize) -> League {
        let participant = |number| Participant {
            number,
            player: Player::Bot { name: format!("bot {number}") },
            key: None,
            removed: false,
        };
        League {
            id: "x".into(),
            created: 0,
            setup: LeagueSetup {
                name: "class".into(),
                rules: RuleSet::Course,
                clock: ClockRule::each_move(1.0).unwrap(),
                games: 2,
                form,
                rounds: None,
                openings: Openings::Book,
                grace: Duration::from_secs(30),
                at_once: 16,
            },
            keys: LeagueKeys::new(Token::random().hash(), None),
            state: LeagueState::Running,
            players: (0..players).map(participant).collect(),
            games: Vec::new(),
            incidents: Vec::new(),
        }
    }

    fn pair(league: &mut League, meetings: Vec<Meeting>) {
        let game = |meeting| LeagueGame { meeting, played: None };
        league.games.extend(meetings.into_iter().map(game));
    }

    fn finish(game: &mut LeagueGame, status: Status, reason: &str) {
        let reason = Some(reason.to_owned());
        let played = PlayedGame { id: "g".into(), status, reason, plies: 9, detail: "x".into() };
        game.played = Some(played);
    }

    #[test]
    fn a_swiss_league_has_its_rounds() {
        let mut league = league(Form::Swiss, 6);
        assert_eq!(league.rounds(), 3);
        for round in 0..3 {
            let meetings = league.next_round();
            assert!(meetings.len() == 6 && meetings.iter().all(|it| it.round == round));
            pair(&mut league, meetings);
            for it in league.games.iter_mut().filter(|it| !it.is_over()) {
                finish(it, Status::Won(Color::Red), "checkmate");
            }
        }
        assert!(league.next_round().is_empty());
    }

    #[test]
    fn who_was_removed_is_not_paired_any_more() {
        let mut league = league(Form::Swiss, 5);
        league.players[2].removed = true;
        let meetings = league.next_round();
        assert!(meetings.iter().all(|it| it.red != 2 && it.black != Some(2)), "{meetings:?}");
        league.players[0].removed = true;
        league.players[1].removed = true;
        league.players[3].removed = true;
        assert!(league.next_round().is_empty(), "nobody is left to play");
    }

    #[test]
    fn faults_are_those_of_the_loser() {
        let mut league = league(Form::RoundRobin, 2);
        let meetings = league.first_meetings();
        pair(&mut league, meetings);
        finish(&mut league.games[0], Status::Won(Color::Red), "illegal_move");
        finish(&mut league.games[1], Status::Won(Color::Red), "checkmate");
        let loser = league.games[0].meeting.black.unwrap();
        let fault = Fault { kind: FaultKind::IllegalMove, detail: "x".into() };
        assert_eq!(league.games[0].fault(), Some((loser, fault)));
        assert_eq!(league.games[1].fault(), None);
        let [first, second] = [0, 1].map(|it| league.game_setup(it).unwrap());
        assert_eq!(first.start, second.start, "a pair begins alike");
        assert_eq!(first.players[0], second.players[1]);
    }

    #[test]
    fn no_bot_passes_for_a_yardstick() {
        assert_eq!(bot_name(" level:3 "), None);
        assert_eq!(bot_name("\u{202e}zoo:greedy"), None);
        assert_eq!(bot_name("Ann's bot").as_deref(), Some("Ann's bot"));
    }
}
