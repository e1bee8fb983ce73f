//! The host's side: starts any UCI or UCCI engine as a process, talks to it, and survives what
//! it may do: not answer, answer nonsense, flood, crash.

use std::{
    io::{self, BufRead, BufReader, Read, Write},
    process::{Child, ChildStdin, Command as Process, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel},
    thread,
    time::{Duration, Instant},
};

use xiangqi::{Move, Position};

use crate::{
    Dialect, Ranks,
    command::{Command, SetOption, Start},
    go::Go,
    option::{OptionKind, OptionSpec, same_name},
    reply::{Info, Reply, parse_reply},
};

/// How long to wait for an engine before it is taken for dead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeLimits {
    /// For the answer to the greeting; large networks take time to load.
    pub greeting: Duration,
    /// A UCCI engine does not know `uci`: it is greeted again after this.
    pub first_greeting: Duration,
    /// For `readyok`.
    pub ready: Duration,
    /// For the move after `stop`.
    pub stop: Duration,
}

impl Default for TimeLimits {
    fn default() -> TimeLimits {
        TimeLimits {
            greeting: Duration::from_secs(10),
            first_greeting: Duration::from_millis(1500),
            ready: Duration::from_secs(10),
            stop: Duration::from_secs(5),
        }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    #[error("cannot start {program}")]
    Start {
        program: String,
        #[source]
        error: io::Error,
    },
    /// With its exit status, or as much as is known of it.
    #[error("the engine {0}")]
    Crashed(String),
    #[error("the engine did not answer in time ({waiting_for})")]
    TimedOut { waiting_for: &'static str },
    #[error("the engine's move {0:?} cannot be read")]
    BadMove(String),
    #[error("the engine has no option {0:?}")]
    NoSuchOption(String),
}

/// A running engine.
pub struct Client {
    process: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    limits: TimeLimits,
    dialect: Dialect,
    ranks: Ranks,
    name: String,
    options: Vec<OptionSpec>,
}

/// What to think about.
#[derive(Clone, Debug)]
pub struct Search<'a> {
    pub start: &'a Position,
    pub moves: &'a [Move],
    pub go: &'a Go,
}

/// What came out of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thought {
    /// `None` if the engine sees no move.
    pub best: Option<Move>,
    pub resigns: bool,
    pub offers_draw: bool,
    /// The last line of progress with a score, of the best line.
    pub info: Option<Info>,
    pub time: Duration,
}

/// Lines kept while nobody reads; beyond, the engine has to wait.
const LINES_KEPT: usize = 4096;
/// Longer lines are cut: no engine has so much to say.
const LONGEST_LINE: u64 = 1 << 16;

impl Client {
    /// Starts a program and greets it, in UCI first, then in UCCI.
    pub fn start(program: &str, args: &[&str], limits: TimeLimits) -> Result<Client, ClientError> {
        let failed = |error| ClientError::Start { program: program.to_owned(), error };
        let mut command = Process::new(program);
        command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = system::start_tied(command).map_err(failed)?;
        let missing = || failed(io::Error::other("no pipe"));
        let input = process.stdin.take().ok_or_else(missing)?;
        let output = process.stdout.take().ok_or_else(missing)?;
        let (sender, lines) = sync_channel(LINES_KEPT);
        thread::Builder::new()
            .name("engine-output".to_owned())
            .spawn(move || read_lines(output, &sender))
            .map_err(failed)?;

        let mut client = Client {
            process,
            input,
            lines,
            limits,
            dialect: Dialect::Uci,
            ranks: Ranks::FromZero,
            name: program.to_owned(),
            options: Vec::new(),
        };
        client.greet()?;
        client.settle_variant()?;
        client.wait_ready()?;
        Ok(client)
    }

    /// As the engine calls itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    pub fn options(&self) -> &[OptionSpec] {
        &self.options
    }

    fn greet(&mut self) -> Result<(), ClientError> {
        let deadline = Instant::now() + self.limits.greeting;
        self.send(&Command::Greet(Dialect::Uci))?;
        let first = deadline.min(Instant::now() + self.limits.first_greeting);
        match self.read_greeting(first) {
            Err(ClientError::TimedOut { .. }) => {}
            other => return other,
        }
        self.send(&Command::Greet(Dialect::Ucci))?;
        self.read_greeting(deadline)
    }

    fn read_greeting(&mut self, deadline: Instant) -> Result<(), ClientError> {
        loop {
            match self.receive(deadline, "uciok or ucciok")? {
                Reply::Id { key, value } if key == "name" => self.name = value,
                Reply::Option(spec) => self.options.push(spec),
                Reply::GreetingOver(dialect) => {
                    self.dialect = dialect;
                    return Ok(());
                }
                _ => {}
            }
        }
    }

    /// Engines of many games are told which; they count ranks from one. UCCI clocks are set to
    /// milliseconds.
    fn settle_variant(&mut self) -> Result<(), ClientError> {
        if self.dialect == Dialect::Ucci {
            return self.send(&set_option("usemillisec", "true"));
        }
        let plays_others = self.options.iter().any(|it| {
            let OptionKind::Combo { default, .. } = &it.kind else { return false };
            same_name(&it.name, "UCI_Variant") && default != "xiangqi"
        });
        if plays_others {
            self.ranks = Ranks::FromOne;
            self.send(&set_option("UCI_Variant", "xiangqi"))?;
        }
        Ok(())
    }

    /// Sets an option, by the name the engine gave it.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), ClientError> {
        let spec = self.options.iter().find(|it| same_name(&it.name, name));
        let name = match (spec, self.dialect) {
            (Some(spec), _) => spec.name.clone(),
            // UCCI engines obey more options than they list.
            (None, Dialect::Ucci) => name.to_owned(),
            (None, Dialect::Uci) => return Err(ClientError::NoSuchOption(name.to_owned())),
        };
        self.send(&set_option(&name, value))
    }

    pub fn new_game(&mut self) -> Result<(), ClientError> {
        self.send(&Command::NewGame)?;
        self.wait_ready()
    }

    pub fn wait_ready(&mut self) -> Result<(), ClientError> {
        self.send(&Command::IsReady)?;
        let deadline = Instant::now() + self.limits.ready;
        while self.receive(deadline, "readyok")? != Reply::ReadyOk {}
        Ok(())
    }

    /// Thinks until the engine moves. `patience` is how long that may take; after it the engine
    /// is told to stop, and if that does not help it is taken for dead.
    pub fn think(
        &mut self,
        search: &Search,
        patience: Option<Duration>,
        on_info: &mut dyn FnMut(&Info),
    ) -> Result<Thought, ClientError> {
        self.begin(search)?;
        let start = Instant::now();
        let outcome = self.wait_for_move(start, patience.map(|it| start + it), on_info);
        match outcome {
            Err(ClientError::TimedOut { .. }) => {
                self.stop()?;
                self.wait_for_move(start, Some(Instant::now() + self.limits.stop), on_info)
            }
            other => other,
        }
    }

    /// Sends the position and `go` without waiting.
    fn begin(&mut self, search: &Search) -> Result<(), ClientError> {
        let fen = search.start.fen();
        let start = if fen == Position::START_FEN { Start::StartPosition } else { Start::Fen(fen) };
        let moves = search.moves.iter().map(|&it| self.ranks.move_text(it)).collect();
        self.send(&Command::Position { start, moves })?;
        self.send(&Command::Go(search.go.clone()))
    }

    fn stop(&mut self) -> Result<(), ClientError> {
        self.send(&Command::Stop)
    }

    /// Waits for the move of a search that was begun.
    fn wait_for_move(
        &mut self,
        start: Instant,
        deadline: Option<Instant>,
        on_info: &mut dyn FnMut(&Info),
    ) -> Result<Thought, ClientError> {
        let far = start + Duration::from_secs(365 * 24 * 3600);
        let mut last = None;
        loop {
            match self.receive(deadline.unwrap_or(far), "bestmove")? {
                Reply::Info(info) => {
                    on_info(&info);
                    if info.score.is_some() && info.multi_pv.is_none_or(|it| it == 1) {
                        last = Some(info);
                    }
                }
                Reply::BestMove { mv, offers_draw, resigns, .. } => {
                    let best = self.ranks.parse_move(&mv).ok_or(ClientError::BadMove(mv))?;
                    let (best, info, time) = (Some(best), last, start.elapsed());
                    return Ok(Thought { best, resigns, offers_draw, info, time });
                }
                Reply::NoBestMove => {
                    return Ok(Thought {
                        best: None,
                        resigns: false,
                        offers_draw: false,
                        info: last,
                        time: start.elapsed(),
                    });
                }
                _ => {}
            }
        }
    }

    fn send(&mut self, command: &Command) -> Result<(), ClientError> {
        let line = command.line(self.dialect);
        let sent = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        sent.map_err(|_| self.crashed())
    }

    fn receive(
        &mut self,
        deadline: Instant,
        waiting_for: &'static str,
    ) -> Result<Reply, ClientError> {
        let patience = deadline.saturating_duration_since(Instant::now());
        match self.lines.recv_timeout(patience) {
            Ok(line) => Ok(parse_reply(&line)),
            Err(RecvTimeoutError::Timeout) => Err(ClientError::TimedOut { waiting_for }),
            Err(RecvTimeoutError::Disconnected) => Err(self.crashed()),
        }
    }

    fn crashed(&mut self) -> ClientError {
        // A process that just closed its pipes needs a moment to be gone.
        for _ in 0..20 {
            if let Ok(Some(status)) = self.process.try_wait() {
                return ClientError::Crashed(format!("ended ({status})"));
            }
            thread::sleep(Duration::from_millis(5));
        }
        ClientError::Crashed("closed its output".to_owned())
    }

    /// Asks the engine to leave and makes sure that it does.
    pub fn quit(mut self) {
        let _ = self.send(&Command::Quit);
        let deadline = Instant::now() + Duration::from_millis(500);
        while Instant::now() < deadline {
            if matches!(self.process.try_wait(), Ok(Some(_))) {
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
    }
}

/// No engine outlives its client.
impl Drop for Client {
    fn drop(&mut self) {
        if !matches!(self.process.try_wait(), Ok(Some(_))) {
            let _ = self.process.kill();
            let _ = self.process.wait();
        }
    }
}

fn set_option(name: &str, value: &str) -> Command {
    Command::SetOption(SetOption { name: name.to_owned(), value: value.to_owned() })
}

/// Hands lines over until the engine or the client is gone. Bytes that are no text are replaced.
fn read_lines(output: impl Read, sender: &SyncSender<String>) {
    let mut reader = BufReader::new(output);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        if sender.send(String::from_utf8_lossy(&bytes).trim_end().to_owned()).is_err() {
            return;
        }
    }
}
