//! One game between two running engines, under the eyes of the referee.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use adjudication::{Adjudicator, Agreed, DrawRule, WinRule};
use protocol::{Client, ClientError, Info, Score, Search, Thought};
use xiangqi::{Color, Game, Language, Move, Position, Status};

use crate::{
    conditions::Conditions,
    explained,
    record::{Ending, Fault, Opinion, Outcome, Ply, Record},
    time_control::{TimeControl, Timer, go},
};

/// What a game is about, before it begins.
pub(crate) struct Pairing<'a> {
    pub(crate) number: usize,
    /// Names of Red and Black.
    pub(crate) names: [&'a str; 2],
    pub(crate) controls: [TimeControl; 2],
    pub(crate) start: Position,
    /// Moves of the opening.
    pub(crate) moves: &'a [Move],
}

/// How a game ended, and the reasons in Chinese and English.
struct End {
    outcome: Outcome,
    ending: Ending,
    explanation: [Vec<String>; 2],
}

/// A game in progress.
struct LiveGame<'a> {
    pairing: &'a Pairing<'a>,
    conditions: &'a Conditions,
    timers: [Timer; 2],
    game: Game,
    plies: Vec<Ply>,
    adjudicator: Adjudicator,
}

/// Plays a game to its end, whatever the engines do.
pub(crate) fn play(
    pairing: &Pairing,
    conditions: &Conditions,
    clients: [&mut Client; 2],
) -> Record {
    let began = now();
    let mut table = LiveGame::new(pairing, conditions);
    let end = loop {
        if let Some(end) = table.referee() {
            break end;
        }
        let side = table.game.position().side();
        if let Err(end) = table.turn(side, clients[side.index()]) {
            break end;
        }
    };
    table.record(end, began)
}

/// The game that was lost before it began, because a player could not be started.
pub(crate) fn lost_by_absence(
    pairing: &Pairing,
    conditions: &Conditions,
    side: Color,
    reason: &str,
) -> Record {
    let table = LiveGame::new(pairing, conditions);
    let end = table.fault(side, Fault::Crash, reason);
    table.record(end, now())
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |it| it.as_secs())
}

impl<'a> LiveGame<'a> {
    fn new(pairing: &'a Pairing<'a>, conditions: &'a Conditions) -> LiveGame<'a> {
        let mut game = Game::new(pairing.start);
        let mut plies = Vec::new();
        for &mv in pairing.moves {
            // Openings were checked when they were read.
            if game.play(mv).is_ok() {
                plies.push(Ply { mv, thought: None });
            }
        }
        LiveGame {
            pairing,
            conditions,
            timers: pairing.controls.map(Timer::new),
            game,
            plies,
            adjudicator: Adjudicator::new(conditions.adjudication.agreements),
        }
    }

    /// One move of one player. The error is the end of the game.
    fn turn(&mut self, side: Color, client: &mut Client) -> Result<(), End> {
        let thought = self.ask(side, client).map_err(|error| self.broken(side, &error))?;
        let timer = &mut self.timers[side.index()];
        let budget = timer.budget().unwrap_or(self.conditions.patience);
        let is_late = budget + self.conditions.margin < thought.time;
        if timer.spend(thought.time, self.conditions.margin).is_err() || is_late {
            let (used, had) = (thought.time.as_secs_f64(), budget.as_secs_f64());
            return Err(self.fault(side, Fault::TimeLoss, &format!("{used:.3} s > {had:.3} s")));
        }
        if thought.resigns {
            return Err(self.resigned(side));
        }
        let Some(mv) = thought.best else {
            return Err(self.fault(side, Fault::IllegalMove, "no move"));
        };
        if self.game.play(mv).is_err() {
            return Err(self.fault(side, Fault::IllegalMove, &mv.to_string()));
        }
        let opinion = opinion(&thought);
        self.adjudicator.hear(side, opinion.score);
        self.plies.push(Ply { mv, thought: Some(opinion) });
        Ok(())
    }

    fn ask(&self, side: Color, client: &mut Client) -> Result<Thought, ClientError> {
        let timers = [side, side.opponent()].map(|it| &self.timers[it.index()]);
        let go = go(timers, client.dialect(), side == Color::Red);
        let moves: Vec<Move> = self.plies.iter().map(|it| it.mv).collect();
        let search = Search { start: &self.pairing.start, moves: &moves, go: &go };
        let budget = timers[0].budget().unwrap_or(self.conditions.patience);
        client.think(&search, Some(budget + self.conditions.margin), &mut |_: &Info| {})
    }

    /// Has the game ended, by the rules or by the conditions of the match?
    fn referee(&self) -> Option<End> {
        let (status, reason) = self.game.outcome(self.conditions.rules);
        if let Some(reason) = reason {
            let explanation = self.game.verdict(self.conditions.rules).explanation;
            return Some(End {
                outcome: outcome(status),
                ending: Ending::Rules(reason),
                explanation: [Language::Chinese, Language::English]
                    .map(|it| explanation.sentences(it)),
            });
        }
        self.adjudicate()
    }

    fn adjudicate(&self) -> Option<End> {
        match self.adjudicator.agreed(self.plies.len()) {
            Some(Agreed::Win(winner, WinRule { score, moves })) => {
                return Some(End {
                    outcome: Outcome::Won(winner),
                    ending: Ending::AgreedWin,
                    explanation: both(
                        format!("双方连续{moves}回合都认为{}方至少领先{score}分", winner.hanzi()),
                        format!("both gave {winner} at least {score} centipawns for {moves} moves"),
                    ),
                });
            }
            Some(Agreed::Draw(DrawRule { score, moves, .. })) => {
                return Some(draw(
                    Ending::AgreedDraw,
                    format!("双方连续{moves}回合的评分都在±{score}以内"),
                    format!(
                        "both gave at most {score} centipawns to either side for {moves} moves"
                    ),
                ));
            }
            None => {}
        }
        let most = self.conditions.adjudication.most_plies;
        let most = most.filter(|&it| it <= self.plies.len())?;
        Some(draw(
            Ending::TooLong,
            format!("到{most}步为止未分胜负"),
            format!("no decision within {most} plies"),
        ))
    }

    fn broken(&self, side: Color, error: &ClientError) -> End {
        match error {
            ClientError::TimedOut { .. } => self.fault(side, Fault::Hang, &explained(error)),
            ClientError::BadMove(text) => self.fault(side, Fault::IllegalMove, text),
            ClientError::Crashed(_) | ClientError::Start { .. } | ClientError::NoSuchOption(_) => {
                self.fault(side, Fault::Crash, &explained(error))
            }
        }
    }

    fn fault(&self, side: Color, fault: Fault, detail: &str) -> End {
        let name = self.pairing.names[side.index()];
        let detail: String = detail.chars().take(200).collect();
        let (zh, en) = match fault {
            Fault::TimeLoss => ("超时", "lost on time"),
            Fault::Crash => ("程序崩溃", "crashed"),
            Fault::IllegalMove => ("走了违规的棋", "played an illegal move"),
            Fault::Hang => ("没有回应", "hangs"),
        };
        End {
            outcome: Outcome::Won(side.opponent()),
            ending: Ending::Fault(fault),
            explanation: both(
                format!("{}方（{name}）{zh}：{detail}", side.hanzi()),
                format!("{side} ({name}) {en}: {detail}"),
            ),
        }
    }

    fn resigned(&self, side: Color) -> End {
        End {
            outcome: Outcome::Won(side.opponent()),
            ending: Ending::Resignation,
            explanation: both(format!("{}方认输", side.hanzi()), format!("{side} resigned")),
        }
    }

    fn record(self, end: End, began: u64) -> Record {
        Record {
            number: self.pairing.number,
            players: self.pairing.names.map(str::to_owned),
            controls: self.pairing.controls.map(|it| it.to_string()),
            rules: self.conditions.rules,
            start: self.pairing.start,
            plies: self.plies,
            outcome: end.outcome,
            ending: end.ending,
            explanation: end.explanation,
            began,
        }
    }
}

fn outcome(status: Status) -> Outcome {
    match status {
        Status::Won(winner) => Outcome::Won(winner),
        Status::Draw | Status::Ongoing => Outcome::Draw,
    }
}

fn draw(ending: Ending, zh: String, en: String) -> End {
    End { outcome: Outcome::Draw, ending, explanation: both(zh, en) }
}

fn both(zh: String, en: String) -> [Vec<String>; 2] {
    [vec![zh], vec![en]]
}

fn opinion(thought: &Thought) -> Opinion {
    let info = thought.info.as_ref();
    let score = info.and_then(|it| it.score).map(|(score, _)| match score {
        Score::Centipawns(value) => value.clamp(-Opinion::MATE, Opinion::MATE),
        Score::Mate(moves) if 0 < moves => Opinion::MATE - moves.min(1000),
        Score::Mate(moves) => -Opinion::MATE - moves.max(-1000),
    });
    // Microseconds are finer than any clock here, and read back exactly.
    let time = Duration::from_micros(u64::try_from(thought.time.as_micros()).unwrap_or(u64::MAX));
    Opinion { score, depth: info.and_then(|it| it.depth), time }
}
