//! What travels between page and server: the only serde types of the house. `docs/web.md` is
//! their description, `web/js/wire.d.ts` their twin.

mod study;

use std::{collections::BTreeMap, time::Duration};

use serde::{Deserialize, Serialize};
use xiangqi::{Color, Fact, Language, Move, Piece, Style};

pub(crate) use self::study::{
    Checked, Import, LabCompare, LabCount, LabRoute, LabTree, Problem, SentNode, Study, StudyLine,
    StudyTree,
};
use crate::{
    error::Refusal,
    sentences,
    table::{self, ClockRule, Standing, Table},
    thinker::{self, RedScore, Strength},
};

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Side {
    Red,
    Black,
}

impl From<Color> for Side {
    fn from(color: Color) -> Side {
        match color {
            Color::Red => Side::Red,
            Color::Black => Side::Black,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Seat {
    Red,
    Black,
    Host,
}

#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum Player {
    Human {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    Level {
        level: u8,
    },
    Zoo {
        name: String,
    },
}

/// Names are shown to others: short, and without control characters.
const LONGEST_NAME: usize = 24;

impl Player {
    /// Levels and zoo members are checked by those who know them.
    pub(crate) fn player(self) -> table::Player {
        match self {
            Player::Human { name } => {
                let clean = |text: String| {
                    text.trim().chars().filter(|it| !it.is_control()).take(LONGEST_NAME).collect()
                };
                let name = name.map(clean).filter(|it: &String| !it.is_empty());
                table::Player::Human { name }
            }
            Player::Level { level } => table::Player::Machine(Strength::Level(level)),
            Player::Zoo { name } => table::Player::Machine(Strength::Zoo(name)),
        }
    }
}

impl From<&table::Player> for Player {
    fn from(player: &table::Player) -> Player {
        match player {
            table::Player::Human { name } => Player::Human { name: name.clone() },
            table::Player::Machine(Strength::Level(level)) => Player::Level { level: *level },
            table::Player::Machine(Strength::Zoo(name)) => Player::Zoo { name: name.clone() },
            table::Player::Machine(Strength::Full) => Player::Level { level: u8::MAX },
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum Clock {
    Game { base_s: u32, increment_s: u32 },
    Move { move_s: u32 },
}

impl Clock {
    pub(crate) fn rule(self) -> Result<ClockRule, Refusal> {
        const DAY_S: u32 = 24 * 60 * 60;
        let is_stock = |seconds: u32| (1..=DAY_S).contains(&seconds);
        let seconds = |it: u32| Duration::from_secs(it.into());
        match self {
            Clock::Game { base_s, increment_s } if is_stock(base_s) && increment_s <= 600 => {
                Ok(ClockRule::Game { base: seconds(base_s), increment: seconds(increment_s) })
            }
            Clock::Move { move_s } if is_stock(move_s) => {
                Ok(ClockRule::Move { each: seconds(move_s) })
            }
            _ => Err(Refusal::BadClock),
        }
    }
}

impl From<ClockRule> for Clock {
    fn from(rule: ClockRule) -> Clock {
        match rule {
            ClockRule::Game { base, increment } => Clock::Game {
                base_s: base.as_secs() as u32,
                increment_s: increment.as_secs() as u32,
            },
            ClockRule::Move { each } => Clock::Move { move_s: each.as_secs() as u32 },
        }
    }
}

/// `POST /api/games`
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewGame {
    pub(crate) red: Player,
    pub(crate) black: Player,
    pub(crate) rules: Option<String>,
    pub(crate) fen: Option<String>,
    pub(crate) clock: Option<Clock>,
}

#[derive(Serialize)]
pub(crate) struct Created {
    pub(crate) id: String,
    pub(crate) tokens: BTreeMap<&'static str, String>,
}

#[derive(Serialize)]
pub(crate) struct Refused {
    pub(crate) code: &'static str,
    /// In English, and the same in Chinese.
    pub(crate) message: String,
    pub(crate) zh: String,
}

/// A move in every notation the page offers.
#[derive(Clone, Serialize)]
pub(crate) struct Naming {
    #[serde(rename = "move")]
    pub(crate) mv: String,
    pub(crate) zh: String,
    pub(crate) tr: String,
    pub(crate) wxf: String,
    pub(crate) iccs: String,
}

impl Naming {
    pub(crate) fn of(position: &xiangqi::Position, mv: Move) -> Naming {
        let write = |style| position.write_move(mv, style);
        Naming {
            mv: mv.to_string(),
            zh: write(Style::Chinese),
            tr: write(Style::Traditional),
            wxf: write(Style::Wxf),
            iccs: write(Style::Iccs),
        }
    }

    /// The names of a line. A line that stops being legal is cut there.
    pub(crate) fn of_line(position: &xiangqi::Position, line: &[Move]) -> Vec<Naming> {
        let mut position = *position;
        let mut names = Vec::new();
        for &mv in line {
            if !position.is_legal(mv) {
                break;
            }
            names.push(Naming::of(&position, mv));
            position.play_unchecked(mv);
        }
        names
    }
}

#[derive(Clone, Copy, Serialize)]
pub(crate) struct Score {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cp: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) mate: Option<i32>,
    /// Chances of Red's win, a draw and Black's win, in thousandths.
    pub(crate) chances: [u32; 3],
}

impl From<RedScore> for Score {
    fn from(score: RedScore) -> Score {
        let chances = score.chances();
        match score {
            RedScore::Centipawns(value) => Score { cp: Some(value), mate: None, chances },
            RedScore::Mate(moves) => Score { cp: None, mate: Some(moves), chances },
        }
    }
}

#[derive(Clone, Serialize)]
pub(crate) struct Ply {
    #[serde(flatten)]
    pub(crate) naming: Naming,
    pub(crate) fen: String,
    pub(crate) captured: Option<char>,
    pub(crate) check: bool,
    pub(crate) ms: Option<u64>,
    pub(crate) score: Option<Score>,
    pub(crate) depth: Option<u32>,
}

impl Ply {
    /// `position` is the one before the move; it becomes the one after.
    pub(crate) fn of(
        position: &mut xiangqi::Position,
        mv: Move,
        record: Option<&table::Ply>,
    ) -> Ply {
        let naming = Naming::of(position, mv);
        let played = position.play_unchecked(mv);
        Ply {
            naming,
            fen: position.fen(),
            captured: played.captured.map(Piece::letter),
            check: position.in_check(),
            ms: record.map(|it| it.spent.as_millis() as u64),
            score: record.and_then(|it| it.score).map(Score::from),
            depth: record.and_then(|it| it.depth),
        }
    }
}

#[derive(Clone, Serialize)]
pub(crate) struct Position {
    pub(crate) fen: String,
    pub(crate) turn: Side,
    pub(crate) targets: BTreeMap<String, Vec<String>>,
    pub(crate) check: bool,
    pub(crate) since_capture: u16,
    pub(crate) pieces: Pieces,
}

#[derive(Clone, Copy, Serialize)]
pub(crate) struct Pieces {
    pub(crate) red: usize,
    pub(crate) black: usize,
}

impl From<&xiangqi::Position> for Position {
    fn from(position: &xiangqi::Position) -> Position {
        let mut targets: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for mv in position.legal_moves().iter() {
            targets.entry(mv.from().to_string()).or_default().push(mv.to().to_string());
        }
        let count = |color| position.placement().filter(|(_, it)| it.color() == color).count();
        Position {
            fen: position.fen(),
            turn: position.side().into(),
            targets,
            check: position.in_check(),
            since_capture: position.plies_since_capture(),
            pieces: Pieces { red: count(Color::Red), black: count(Color::Black) },
        }
    }
}

/// One sentence of a referee, and what to point at while it is read.
#[derive(Clone, Serialize)]
pub(crate) struct Sentence {
    pub(crate) zh: String,
    pub(crate) en: String,
    /// The move of the loop this sentence is about.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub(crate) mv: Option<String>,
    /// Attacks as pairs of points, chases first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) attacks: Vec<(String, String)>,
}

impl From<&Fact> for Sentence {
    fn from(fact: &Fact) -> Sentence {
        let (mv, attacks) = match fact {
            Fact::Step(step) => {
                let pair =
                    |it: &xiangqi::Attack| (it.attacker.1.to_string(), it.victim.1.to_string());
                (Some(step.mv.to_string()), step.attacks.iter().map(pair).collect())
            }
            _ => (None, Vec::new()),
        };
        let (zh, en) = (fact.sentence(Language::Chinese), fact.sentence(Language::English));
        Sentence { zh, en, mv, attacks }
    }
}

#[derive(Clone, Serialize)]
pub(crate) struct StatusView {
    pub(crate) status: &'static str,
    pub(crate) reason: Option<&'static str>,
    pub(crate) explanation: Vec<Sentence>,
}

impl From<&Standing> for StatusView {
    fn from(standing: &Standing) -> StatusView {
        StatusView {
            status: standing.status.name(),
            reason: standing.reason,
            explanation: standing.explanation.facts.iter().map(Sentence::from).collect(),
        }
    }
}

impl From<&xiangqi::Verdict> for StatusView {
    fn from(verdict: &xiangqi::Verdict) -> StatusView {
        StatusView {
            status: verdict.status.name(),
            reason: verdict.reason.map(|it| it.name()),
            explanation: verdict.explanation.facts.iter().map(Sentence::from).collect(),
        }
    }
}

#[derive(Clone, Copy, Serialize)]
pub(crate) struct Clocks {
    pub(crate) red: Option<u64>,
    pub(crate) black: Option<u64>,
    pub(crate) running: Option<Side>,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
pub(crate) struct Present {
    pub(crate) red: bool,
    pub(crate) black: bool,
    pub(crate) watching: usize,
}

#[derive(Clone, Serialize)]
pub(crate) struct Players {
    pub(crate) red: Player,
    pub(crate) black: Player,
}

impl From<&Table> for Players {
    fn from(table: &Table) -> Players {
        Players { red: table.player(Color::Red).into(), black: table.player(Color::Black).into() }
    }
}

/// Everything about a game, as one viewer may see it.
#[derive(Serialize)]
pub(crate) struct GameView {
    pub(crate) id: String,
    pub(crate) you: Vec<Seat>,
    pub(crate) players: Players,
    pub(crate) rules: &'static str,
    pub(crate) clock: Option<Clock>,
    pub(crate) start: Position,
    pub(crate) plies: Vec<Ply>,
    pub(crate) position: Position,
    pub(crate) status: StatusView,
    pub(crate) clocks: Clocks,
    pub(crate) undone: usize,
    pub(crate) draw_offer: Option<Side>,
    pub(crate) undo_request: Option<Side>,
    pub(crate) paused: bool,
    pub(crate) delay_ms: u64,
    pub(crate) present: Present,
}

/// All plies of a game, with their names and positions.
pub(crate) fn plies_of(table: &Table) -> Vec<Ply> {
    let mut position = table.setup().start;
    table.plies().iter().map(|it| Ply::of(&mut position, it.mv, Some(it))).collect()
}

#[derive(Clone, Serialize)]
pub(crate) struct Moved {
    pub(crate) plies: usize,
    pub(crate) ply: Ply,
    pub(crate) position: Position,
    pub(crate) status: StatusView,
    pub(crate) clocks: Clocks,
    pub(crate) undone: usize,
}

#[derive(Clone, Serialize)]
pub(crate) struct Line {
    #[serde(flatten)]
    pub(crate) score: Score,
    pub(crate) moves: Vec<Naming>,
}

#[derive(Clone, Serialize)]
pub(crate) struct Progress {
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
    pub(crate) nps: u64,
    pub(crate) waiting: bool,
    pub(crate) lines: Vec<Line>,
}

impl Progress {
    pub(crate) fn of(position: &xiangqi::Position, progress: &thinker::Progress) -> Progress {
        let line = |it: &thinker::Line| Line {
            score: it.score.into(),
            moves: Naming::of_line(position, &it.moves),
        };
        Progress {
            depth: progress.depth,
            nodes: progress.nodes,
            nps: progress.nodes_per_second,
            waiting: false,
            lines: progress.lines.iter().map(line).collect(),
        }
    }

    pub(crate) fn waiting() -> Progress {
        Progress { depth: 0, nodes: 0, nps: 0, waiting: true, lines: Vec::new() }
    }
}

/// What a room tells a viewer.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum ToViewer {
    Game(Box<GameView>),
    Moved(Box<Moved>),
    Thinking {
        plies: usize,
        side: Side,
        #[serde(flatten)]
        progress: Progress,
    },
    Hint {
        plies: usize,
        best: Naming,
        score: Option<Score>,
    },
    Present(Present),
    Progress(Progress),
    Finished,
    Done {
        re: u64,
    },
    Refused {
        re: u64,
        #[serde(flatten)]
        refused: Refused,
    },
    Deleted,
}

impl ToViewer {
    pub(crate) fn answer(re: u64, outcome: Result<(), Refusal>) -> ToViewer {
        match outcome {
            Ok(()) => ToViewer::Done { re },
            Err(refusal) => {
                let sentences::Sentence { zh, en } = refusal.sentence();
                let refused = Refused { code: refusal.code(), message: en, zh };
                ToViewer::Refused { re, refused }
            }
        }
    }

    pub(crate) fn text(&self) -> String {
        serde_json::to_string(self).expect("these types have string keys and no maps of others")
    }
}

/// A numbered request of a viewer.
#[derive(Deserialize, Debug)]
pub(crate) struct FromViewer {
    pub(crate) re: u64,
    #[serde(flatten)]
    pub(crate) request: Request,
}

#[derive(Deserialize, Debug)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum Request {
    Hello {
        #[serde(default)]
        tokens: Vec<String>,
        visitor: Option<String>,
    },
    Sync,
    Move {
        plies: usize,
        #[serde(rename = "move")]
        mv: String,
    },
    Undo,
    Redo,
    Hint,
    Draw,
    Decline,
    Resign,
    Swap,
    Pace {
        paused: bool,
        delay_ms: u64,
    },
    Step,
}

/// A request on the analysis socket.
#[derive(Deserialize, Debug)]
pub(crate) struct FromAnalyst {
    pub(crate) re: u64,
    #[serde(flatten)]
    pub(crate) request: AnalystRequest,
}

#[derive(Deserialize, Debug)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum AnalystRequest {
    Go {
        #[serde(flatten)]
        line: StudyLine,
        lines: Option<usize>,
    },
    Stop,
}

/// `POST /api/duels`
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewDuel {
    pub(crate) first: Player,
    pub(crate) second: Player,
    pub(crate) games: usize,
    pub(crate) rules: Option<String>,
}

#[derive(Serialize)]
pub(crate) struct DuelCreated {
    pub(crate) id: String,
    pub(crate) token: String,
}

/// `POST /api/duels/{id}/next` and `/stop`
#[derive(Deserialize)]
pub(crate) struct DuelHost {
    pub(crate) token: String,
}

#[derive(Serialize)]
pub(crate) struct DuelView {
    pub(crate) id: String,
    pub(crate) players: [Player; 2],
    pub(crate) rules: &'static str,
    pub(crate) total: usize,
    pub(crate) stopped: bool,
    pub(crate) over: bool,
    /// The game under way.
    pub(crate) live: Option<String>,
    pub(crate) games: Vec<DuelGame>,
    pub(crate) table: [DuelRow; 2],
    pub(crate) elo: DuelElo,
}

#[derive(Serialize)]
pub(crate) struct DuelGame {
    pub(crate) id: String,
    /// 0 or 1: which of the players has Red.
    pub(crate) red: usize,
    pub(crate) status: &'static str,
    pub(crate) reason: Option<String>,
    pub(crate) plies: usize,
}

/// The course's table: a win 3 points, a draw 1.
#[derive(Serialize)]
pub(crate) struct DuelRow {
    pub(crate) won: u64,
    pub(crate) drawn: u64,
    pub(crate) lost: u64,
    pub(crate) points: u64,
}

/// What the games say about the first player's strength; `null` where they say nothing.
#[derive(Serialize)]
pub(crate) struct DuelElo {
    pub(crate) difference: Option<f64>,
    pub(crate) error: Option<f64>,
    pub(crate) superiority: Option<f64>,
}

/// A game on the shelf.
#[derive(Serialize)]
pub(crate) struct Summary {
    pub(crate) id: String,
    pub(crate) players: Players,
    pub(crate) rules: String,
    pub(crate) created: i64,
    pub(crate) updated: i64,
    pub(crate) plies: usize,
    pub(crate) fen: String,
    pub(crate) status: SummaryStatus,
}

#[derive(Serialize)]
pub(crate) struct SummaryStatus {
    pub(crate) status: String,
    pub(crate) reason: Option<String>,
    pub(crate) explanation: [(); 0],
}

#[derive(Serialize)]
pub(crate) struct Shelf {
    pub(crate) games: Vec<Summary>,
}

#[derive(Serialize)]
pub(crate) struct Offered {
    pub(crate) levels: u8,
    pub(crate) zoo: Vec<ZooMember>,
}

#[derive(Serialize)]
pub(crate) struct ZooMember {
    pub(crate) name: String,
    pub(crate) zh: String,
    pub(crate) en: String,
}
