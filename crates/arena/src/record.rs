//! A finished game, as it is kept: who, from where, every move with score and time, how it ended
//! and why. One game is one line of JSON.

use std::time::Duration;

use serde_json::{Value, json};
use xiangqi::{Color, Move, Position, Reason, RuleSet, Status};

/// How a game ended for Red.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    Won(Color),
    Draw,
}

impl Outcome {
    /// As PGN writes it.
    pub const fn token(self) -> &'static str {
        match self {
            Outcome::Won(color) => Status::Won(color).token(),
            Outcome::Draw => Status::Draw.token(),
        }
    }

    fn from_token(text: &str) -> Option<Outcome> {
        match Status::from_token(text)? {
            Status::Ongoing => None,
            Status::Won(color) => Some(Outcome::Won(color)),
            Status::Draw => Some(Outcome::Draw),
        }
    }

    /// Half points of one side.
    pub fn half_points(self, side: Color) -> usize {
        match self {
            Outcome::Draw => 1,
            Outcome::Won(winner) => 2 * usize::from(winner == side),
        }
    }
}

/// What a player did wrong.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fault {
    TimeLoss,
    /// It went away, or could not be started.
    Crash,
    IllegalMove,
    /// It answered neither in time nor to `stop`.
    Hang,
}

impl Fault {
    pub const ALL: [Fault; 4] = [Fault::TimeLoss, Fault::Crash, Fault::IllegalMove, Fault::Hang];

    pub const fn name(self) -> &'static str {
        match self {
            Fault::TimeLoss => "time_loss",
            Fault::Crash => "crash",
            Fault::IllegalMove => "illegal_move",
            Fault::Hang => "hang",
        }
    }
}

/// What ended a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// The rules did.
    Rules(Reason),
    /// Both players' scores agreed.
    AgreedWin,
    AgreedDraw,
    TooLong,
    Resignation,
    Fault(Fault),
}

impl Ending {
    pub const fn name(self) -> &'static str {
        match self {
            Ending::Rules(reason) => reason.name(),
            Ending::AgreedWin => "adjudicated_win",
            Ending::AgreedDraw => "adjudicated_draw",
            Ending::TooLong => "too_many_plies",
            Ending::Resignation => "resignation",
            Ending::Fault(fault) => fault.name(),
        }
    }

    fn from_name(name: &str) -> Option<Ending> {
        let reasons = [
            Reason::Checkmate,
            Reason::Stalemate,
            Reason::PerpetualCheck,
            Reason::PerpetualChase,
            Reason::Repetition,
            Reason::NoCapture,
            Reason::InsufficientMaterial,
        ];
        let others = [Ending::AgreedWin, Ending::AgreedDraw, Ending::TooLong, Ending::Resignation];
        reasons
            .map(Ending::Rules)
            .into_iter()
            .chain(others)
            .chain(Fault::ALL.map(Ending::Fault))
            .find(|it| it.name() == name)
    }
}

/// One move and what its player thought. Moves of the opening have no thought.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ply {
    pub mv: Move,
    pub thought: Option<Opinion>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opinion {
    /// In centipawns for the mover; mates lie beyond `Opinion::MATE` - 1000.
    pub score: Option<i32>,
    pub depth: Option<i32>,
    pub time: Duration,
}

impl Opinion {
    pub const MATE: i32 = 30_000;
}

/// Everything about one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// From 0, in the order of the schedule.
    pub number: usize,
    /// Names of Red and Black.
    pub players: [String; 2],
    pub controls: [String; 2],
    pub rules: RuleSet,
    pub start: Position,
    pub plies: Vec<Ply>,
    pub outcome: Outcome,
    pub ending: Ending,
    /// In Chinese and English.
    pub explanation: [Vec<String>; 2],
    /// Seconds since 1970 when the game began.
    pub began: u64,
}

impl Record {
    /// Whose fault ended the game: the loser's.
    pub fn fault(&self) -> Option<(Color, Fault)> {
        match (self.ending, self.outcome) {
            (Ending::Fault(fault), Outcome::Won(winner)) => Some((winner.opponent(), fault)),
            _ => None,
        }
    }

    /// One line, without its end.
    pub fn to_json(&self) -> String {
        let moves: Vec<String> = self.plies.iter().map(|it| it.mv.to_string()).collect();
        let thoughts: Vec<Value> = self.plies.iter().map(|it| thought_json(it.thought)).collect();
        let [zh, en] = &self.explanation;
        let value = json!({
            "game": self.number,
            "red": self.players[0],
            "black": self.players[1],
            "red_control": self.controls[0],
            "black_control": self.controls[1],
            "rules": self.rules.name(),
            "began": self.began,
            "result": self.outcome.token(),
            "ending": self.ending.name(),
            "explanation": {"zh": zh, "en": en},
            "fen": self.start.fen(),
            "moves": moves.join(" "),
            "thoughts": thoughts,
        });
        value.to_string()
    }

    pub fn from_json(line: &str) -> Result<Record, BadRecord> {
        let value: Value = serde_json::from_str(line).map_err(|_| BadRecord("JSON"))?;
        let text = |key: &'static str| value[key].as_str().ok_or(BadRecord(key));
        let sentences = |language: &str| -> Vec<String> {
            let list = value["explanation"][language].as_array().into_iter().flatten();
            list.filter_map(|it| it.as_str().map(str::to_owned)).collect()
        };
        let number = value["game"].as_u64().and_then(|it| usize::try_from(it).ok());
        Ok(Record {
            number: number.ok_or(BadRecord("game"))?,
            players: [text("red")?.to_owned(), text("black")?.to_owned()],
            controls: [text("red_control")?.to_owned(), text("black_control")?.to_owned()],
            rules: text("rules")?.parse().map_err(|_| BadRecord("rules"))?,
            start: text("fen")?.parse().map_err(|_| BadRecord("fen"))?,
            plies: plies(text("moves")?, &value["thoughts"])?,
            outcome: Outcome::from_token(text("result")?).ok_or(BadRecord("result"))?,
            ending: Ending::from_name(text("ending")?).ok_or(BadRecord("ending"))?,
            explanation: [sentences("zh"), sentences("en")],
            began: value["began"].as_u64().ok_or(BadRecord("began"))?,
        })
    }
}

/// `[score, depth, milliseconds]`, or null for a move of the opening.
fn thought_json(thought: Option<Opinion>) -> Value {
    match thought {
        None => Value::Null,
        Some(it) => json!([it.score, it.depth, it.time.as_secs_f64() * 1000.0]),
    }
}

fn plies(moves: &str, thoughts: &Value) -> Result<Vec<Ply>, BadRecord> {
    let number = |value: &Value| value.as_i64().and_then(|it| i32::try_from(it).ok());
    let thought = |value: &Value| -> Option<Opinion> {
        let millis = value[2].as_f64().filter(|it| (0.0..1e12).contains(it))?;
        let time = Duration::from_secs_f64(millis / 1000.0);
        Some(Opinion { score: number(&value[0]), depth: number(&value[1]), time })
    };
    let ply = |(index, word): (usize, &str)| {
        let mv = word.parse().map_err(|_| BadRecord("moves"))?;
        Ok(Ply { mv, thought: thought(&thoughts[index]) })
    };
    moves.split_whitespace().enumerate().map(ply).collect()
}

/// A line that is no game, by the field that cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a game: its {0} cannot be read")]
pub struct BadRecord(pub &'static str);

#[cfg(test)]
mod tests {
    use super::*;

    pub(crate) fn sample() -> Record {
        let opinion =
            Opinion { score: Some(-12), depth: Some(9), time: Duration::from_millis(250) };
        Record {
            number: 7,
            players: ["level:1".to_owned(), "楚 \"河\"".to_owned()],
            controls: ["10+0.1".to_owned(), "depth 3".to_owned()],
            rules: RuleSet::Asian,
            start: Position::start(),
            plies: vec![
                Ply { mv: "h2e2".parse().unwrap(), thought: None },
                Ply { mv: "h9g7".parse().unwrap(), thought: Some(opinion) },
            ],
            outcome: Outcome::Won(Color::Black),
            ending: Ending::Fault(Fault::Crash),
            explanation: [vec!["红方离去".to_owned()], vec!["Red left".to_owned()]],
            began: 1_700_000_000,
        }
    }

    #[test]
    fn records_read_back() {
        let record = sample();
        let line = record.to_json();
        assert!(!line.contains('\n'));
        assert_eq!(Record::from_json(&line), Ok(record.clone()));
        assert_eq!(record.fault(), Some((Color::Red, Fault::Crash)));
    }

    #[test]
    fn torn_lines_are_refused() {
        let line = sample().to_json();
        let ends = (0..line.len()).filter(|&it| line.is_char_boundary(it));
        for end in ends {
            assert!(Record::from_json(&line[..end]).is_err());
        }
    }
}
