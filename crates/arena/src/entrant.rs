//! Who plays: descriptions such as `level:5` or `cmd:fairy-stockfish;Hash=64`, and how to start
//! the process behind them. All players are processes, ours too, so that none is favored.

use std::path::Path;

use protocol::{Client, ClientError, OptionKind, TimeLimits, same_name};

use crate::time_control::{BadTimeControl, TimeControl, parse_seconds};

/// A player as the user described it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entrant {
    /// In tables; unique within a match.
    pub name: String,
    pub launch: Launch,
    pub options: Vec<(String, String)>,
    /// Its own time control, if it does not share the match's.
    pub control: Option<TimeControl>,
}

/// What to start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Launch {
    /// This same program with these arguments.
    Own(Vec<String>),
    Program {
        program: String,
        args: Vec<String>,
    },
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EntrantError {
    #[error("a player is level:N, zoo:NAME, net:FILE or cmd:PROGRAM ARGS;Option=Value, not {0:?}")]
    UnknownKind(String),
    #[error("a player lacks its {0}")]
    Missing(&'static str),
    #[error("a level is a number, not {0:?}")]
    BadLevel(String),
    #[error("an option is Name=Value, not {0:?}")]
    BadOption(String),
    #[error(transparent)]
    BadTimeControl(#[from] BadTimeControl),
    #[error("a quote in the command is not closed")]
    OpenQuote,
}

impl Entrant {
    /// Reads `KIND:WHAT;Option=Value;...`. The options `name`, `tc`, `movetime`, `nodes` and
    /// `depth` in lower case are for us: the name in tables and the player's own time control.
    pub fn parse(text: &str) -> Result<Entrant, EntrantError> {
        let mut parts = text.split(';').map(str::trim);
        let description = parts.next().unwrap_or_default();
        let mut player = Entrant::described(description)?;
        for part in parts.filter(|it| !it.is_empty()) {
            let bad = || EntrantError::BadOption(part.to_owned());
            let (name, value) = part.split_once('=').ok_or_else(bad)?;
            player.set(name.trim(), value.trim()).map_err(|it| it.unwrap_or_else(bad))?;
        }
        Ok(player)
    }

    fn described(text: &str) -> Result<Entrant, EntrantError> {
        let unknown = || EntrantError::UnknownKind(text.to_owned());
        let (kind, what) = text.split_once(':').ok_or_else(unknown)?;
        let what = what.trim();
        let own = |args: &[&str]| Launch::Own(args.iter().map(|&it| it.to_owned()).collect());
        let mut options = Vec::new();
        let launch = match kind.trim() {
            "level" => {
                what.parse::<u8>().map_err(|_| EntrantError::BadLevel(what.to_owned()))?;
                options.push(("Level".to_owned(), what.to_owned()));
                own(&["uci"])
            }
            "net" if what.is_empty() => return Err(EntrantError::Missing("file")),
            "net" => {
                options.push(("EvalFile".to_owned(), what.to_owned()));
                own(&["uci"])
            }
            "zoo" if what.is_empty() => return Err(EntrantError::Missing("name")),
            "zoo" => own(&["lab", "engine", what]),
            "cmd" => {
                let mut words = split_command(what)?.into_iter();
                let program = words.next().ok_or(EntrantError::Missing("program"))?;
                Launch::Program { program, args: words.collect() }
            }
            _ => return Err(unknown()),
        };
        let name = match &launch {
            Launch::Own(_) => format!("{}:{what}", kind.trim()),
            Launch::Program { program, .. } => {
                let file = Path::new(program).file_name().and_then(|it| it.to_str());
                file.unwrap_or(program).to_owned()
            }
        };
        Ok(Entrant { name, launch, options, control: None })
    }

    /// `Err(None)` if the value is not of the option's kind.
    fn set(&mut self, name: &str, value: &str) -> Result<(), Option<EntrantError>> {
        match name {
            "" => return Err(None),
            "name" if value.is_empty() => return Err(None),
            "name" => self.name = value.to_owned(),
            "tc" => self.control = Some(value.parse().map_err(|it| Some(EntrantError::from(it)))?),
            "movetime" => {
                let time = parse_seconds(value).map_err(|_| None)?;
                self.control = Some(TimeControl::MoveTime(time));
            }
            "nodes" => self.control = Some(TimeControl::Nodes(value.parse().map_err(|_| None)?)),
            "depth" => self.control = Some(TimeControl::Depth(value.parse().map_err(|_| None)?)),
            _ => self.options.push((name.to_owned(), value.to_owned())),
        }
        Ok(())
    }

    /// What is started and how it is set, in one line.
    pub(crate) fn description(&self) -> String {
        let command = match &self.launch {
            Launch::Own(args) => format!("chuhe {}", args.join(" ")),
            Launch::Program { program, args } => format!("{program} {}", args.join(" ")),
        };
        let options = self.options.iter().map(|(name, value)| format!(";{name}={value}"));
        command.trim_end().to_owned() + &options.collect::<String>()
    }

    /// Starts the engine and sets its options.
    pub fn start(&self, own: &Path, limits: TimeLimits) -> Result<Client, StartError> {
        let own = own.to_string_lossy();
        let (program, args) = match &self.launch {
            Launch::Own(args) => (&*own, args),
            Launch::Program { program, args } => (&**program, args),
        };
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let mut client = Client::start(program, &args, limits)?;
        for (name, value) in &self.options {
            check_range(&client, name, value)?;
            client.set_option(name, value)?;
        }
        client.wait_ready()?;
        Ok(client)
    }
}

/// Engines clamp numbers silently; a match at another strength than asked for is worse than none.
fn check_range(client: &Client, name: &str, value: &str) -> Result<(), StartError> {
    let spec = client.options().iter().find(|it| same_name(&it.name, name));
    let Some(OptionKind::Spin { min, max, .. }) = spec.map(|it| &it.kind) else { return Ok(()) };
    let is_fine = value.parse::<i64>().is_ok_and(|it| (*min..=*max).contains(&it));
    let error = || StartError::OutOfRange {
        name: name.to_owned(),
        value: value.to_owned(),
        range: (*min, *max),
    };
    is_fine.then_some(()).ok_or_else(error)
}

/// Why a player is not there.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error(transparent)]
    Client(#[from] ClientError),
    #[error("its option {name} is a number from {} to {}, not {value:?}", range.0, range.1)]
    OutOfRange { name: String, value: String, range: (i64, i64) },
}

/// Gives players of the same name numbers.
pub fn make_names_unique(players: &mut [Entrant]) {
    for index in 1..players.len() {
        let (before, rest) = players.split_at_mut(index);
        let is_taken = |name: &str| before.iter().any(|it| it.name == name);
        let wished = rest[0].name.clone();
        let numbered = (2..).map(|number| format!("{wished} #{number}"));
        let free = std::iter::once(wished.clone()).chain(numbered).find(|it| !is_taken(it));
        rest[0].name = free.unwrap_or(wished);
    }
}

/// Splits at spaces, except inside double quotes.
fn split_command(text: &str) -> Result<Vec<String>, EntrantError> {
    let mut words = Vec::new();
    let (mut word, mut is_open, mut is_quoted) = (String::new(), false, false);
    for letter in text.chars() {
        match letter {
            '"' => (is_quoted, is_open) = (!is_quoted, true),
            _ if letter.is_whitespace() && !is_quoted => {
                if is_open {
                    words.push(std::mem::take(&mut word));
                }
                is_open = false;
            }
            _ => {
                word.push(letter);
                is_open = true;
            }
        }
    }
    if is_quoted {
        return Err(EntrantError::OpenQuote);
    }
    if is_open {
        words.push(word);
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strings(words: &[&str]) -> Vec<String> {
        words.iter().map(|&it| it.to_owned()).collect()
    }

    #[test]
    fn our_own_players_are_this_program() {
        let level = Entrant::parse("level:5").unwrap();
        assert_eq!(level.launch, Launch::Own(strings(&["uci"])));
        assert_eq!(level.options, [("Level".to_owned(), "5".to_owned())]);
        let zoo = Entrant::parse("zoo:alphabeta-3;nodes=5").unwrap();
        assert_eq!(zoo.launch, Launch::Own(strings(&["lab", "engine", "alphabeta-3"])));
        assert_eq!(zoo.control, Some(TimeControl::Nodes(5)));
        let net = Entrant::parse("net:nets/a.net").unwrap();
        assert_eq!(net.options, [("EvalFile".to_owned(), "nets/a.net".to_owned())]);
    }

    #[test]
    fn commands_have_arguments_options_and_their_own_clock() {
        let player = Entrant::parse(
            "cmd:\"/my tools/fish\" --quiet ; Hash=64; Move Overhead=50 ;tc=10+0.1;",
        )
        .unwrap();
        let program = "/my tools/fish".to_owned();
        assert_eq!(player.launch, Launch::Program { program, args: strings(&["--quiet"]) });
        assert_eq!(player.name, "fish");
        assert_eq!(player.options[1], ("Move Overhead".to_owned(), "50".to_owned()));
        assert_eq!(player.control, Some("10+0.1".parse().unwrap()));
    }

    #[test]
    fn nonsense_is_refused_with_a_reason() {
        for text in [
            "",
            "level",
            "level:x",
            "level:",
            "zoo:",
            "net:",
            "cmd:",
            "cmd:a;b",
            "who:a",
            "cmd:\"a",
            "cmd:a;=1",
            "cmd:a;tc=x",
            "cmd:a;nodes=many",
            "cmd:a;name=",
            "level:-1",
        ] {
            assert!(Entrant::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn twins_get_numbers() {
        let mut players: Vec<Entrant> =
            ["level:1", "level:1", "level:1"].map(|it| Entrant::parse(it).unwrap()).into();
        make_names_unique(&mut players);
        let names: Vec<&str> = players.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["level:1", "level:1 #2", "level:1 #3"]);
    }
}
