//! `chuhe bot`: lets any player take part in a league on a server, from the own machine. Nobody's
//! program runs anywhere else.

mod connection;
mod key;
mod programs;

use std::{collections::HashMap, path::PathBuf, process::ExitCode, time::Duration};

use anyhow::{Context, Result, bail};
use arena::{Entrant, Launch};
use chuhe::network;
use serde_json::{Value, json};
use xiangqi::Language;

use self::{
    connection::{Address, Connection},
    key::KeptKey,
    programs::{Answer, Programs, Turn},
};
use crate::common::{Lang, language, print, say};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The server, such as http://192.168.1.5:8090. Only plain http: a server behind https needs a
    /// proxy that speaks http
    #[arg(long, value_name = "URL")]
    server: Address,
    /// The league's join code
    #[arg(long, value_name = "CODE")]
    league: String,
    /// Who plays: level:N, zoo:NAME, net:FILE or 'cmd:PROGRAM ARGS;Option=Value' (UCI or UCCI). The
    /// options movetime, nodes and depth limit its thinking
    #[arg(long, value_name = "PLAYER", value_parser = read_player)]
    engine: Entrant,
    /// Under which it plays, 1 to 24 letters [default: the player's own]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Games at the same time, each with a program of its own
    #[arg(long, value_name = "N", default_value_t = 1,
        value_parser = clap::value_parser!(u8).range(1..=16))]
    games: u8,
    /// Where the key is kept that brings the bot back to its seat [default: the user's data directory]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// The language of what is printed
    #[arg(long, value_name = "L", value_enum)]
    lang: Option<Lang>,
}

fn read_player(text: &str) -> Result<Entrant, String> {
    let player = Entrant::parse(text).map_err(|error| error.to_string())?;
    let is_ours = matches!(player.launch, Launch::Own(_));
    for (_, file) in player.options.iter().filter(|(name, _)| is_ours && name == "EvalFile") {
        network::load(file).map_err(|error| format!("{error:#}"))?;
    }
    Ok(player)
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    // The names of yardsticks are the server's.
    let own_name = || args.engine.name.replace(':', " ");
    let name = args.name.clone().unwrap_or_else(own_name);
    let own = std::env::current_exe().context("this program does not know where it is")?;
    let (answers, heard) = tokio::sync::mpsc::unbounded_channel();
    let programs = Programs::start(args.engine.clone(), own, args.games.into(), answers)?;
    let key = KeptKey::of(args.data.clone(), args.server.url(), &args.league, &name)?;
    let bot = Bot {
        args,
        name,
        key,
        programs,
        language: language(args.lang),
        games: HashMap::new(),
        was_welcome: false,
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let outcome = runtime.block_on(bot.live(heard));
    // Nobody waits for a program that still thinks.
    runtime.shutdown_background();
    outcome
}

/// What the server's answer or goodbye means for us.
enum Fate {
    /// The connection is lost: come back.
    Lost,
    /// There is nothing more to do.
    Over(String),
}

type Heard = tokio::sync::mpsc::UnboundedReceiver<Answer>;

struct Bot<'a> {
    args: &'a Args,
    name: String,
    key: KeptKey,
    programs: Programs,
    language: Language,
    /// What is told at the end of each game: our color and the opponent.
    games: HashMap<String, (String, String)>,
    was_welcome: bool,
}

impl Bot<'_> {
    /// Comes back as often as the connection is lost, with growing pauses.
    async fn live(mut self, mut heard: Heard) -> Result<ExitCode> {
        const LONGEST_PAUSE: Duration = Duration::from_secs(5);
        let mut pause = Duration::from_millis(100);
        loop {
            match Connection::open(&self.args.server).await {
                Ok(connection) => {
                    let before = self.was_welcome;
                    self.was_welcome = false;
                    let fate = self.talk(connection, &mut heard).await?;
                    if let Fate::Over(why) = fate {
                        print(&format!("{why}\n"))?;
                        return Ok(ExitCode::SUCCESS);
                    }
                    if self.was_welcome {
                        pause = Duration::from_millis(100);
                        self.tell("连接中断，正在重连", "the connection is lost: trying again")?;
                    }
                    self.was_welcome |= before;
                }
                Err(error) if !self.was_welcome => return Err(error),
                Err(_) => (),
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    fn tell(&self, chinese: &str, english: &str) -> Result<()> {
        Ok(print(&format!("{}\n", say(self.language, chinese, english)))?)
    }

    async fn talk(&mut self, mut connection: Connection, heard: &mut Heard) -> Result<Fate> {
        let key = self.key.read();
        let hello = json!({"type": "hello", "league": self.args.league, "name": self.name,
            "key": key, "games": self.args.games});
        if connection.send(hello).await.is_err() {
            return Ok(Fate::Lost);
        }
        loop {
            tokio::select! {
                message = connection.next() => {
                    let Some(message) = message else { return Ok(Fate::Lost) };
                    if let Some(fate) = self.hear(&mut connection, &message).await? {
                        return Ok(fate);
                    }
                }
                Some(answer) = heard.recv() => {
                    let Some(message) = self.programs.answered(answer) else { continue };
                    if connection.send(message).await.is_err() {
                        return Ok(Fate::Lost);
                    }
                }
            }
        }
    }

    /// What the server says; what becomes of us, if it is the last.
    async fn hear(&mut self, connection: &mut Connection, message: &Value) -> Result<Option<Fate>> {
        let text = |name: &str| message[name].as_str().unwrap_or_default();
        match text("type") {
            "welcome" => self.welcomed(message)?,
            "refused" => return self.refused(connection, message).await,
            "go" => self.go(message),
            "wait" => self.programs.forget(text("game")),
            "over" => self.over(message)?,
            "bye" => {
                let why = self.sentence(&message["why"]);
                if text("code") == "replaced" {
                    bail!("{why}: give this one another --name");
                }
                return Ok(Some(Fate::Over(why)));
            }
            _ => (),
        }
        Ok(None)
    }

    fn sentence(&self, told: &Value) -> String {
        let word = say(self.language, "zh", "en");
        told[word].as_str().unwrap_or("?").to_owned()
    }

    fn welcomed(&mut self, message: &Value) -> Result<()> {
        self.key.keep(message["key"].as_str().context("the server gave no key")?)?;
        self.was_welcome = true;
        let name = message["name"].as_str().unwrap_or_default();
        let league = message["league"]["name"].as_str().unwrap_or_default();
        let zh = format!("{name} 已加入联赛“{league}”");
        self.tell(&zh, &format!("{name} takes part in {league}"))
    }

    /// The server does not let us in, or did not take a move.
    async fn refused(
        &mut self,
        connection: &mut Connection,
        message: &Value,
    ) -> Result<Option<Fate>> {
        let code = message["code"].as_str().unwrap_or_default();
        let word = say(self.language, "zh", "message");
        let why = message[word].as_str().unwrap_or("?").to_owned();
        let is_hello = !self.was_welcome;
        match code {
            "league_over" => return Ok(Some(Fate::Over(why))),
            "sent_away" => return Ok(Some(Fate::Lost)),
            "wrong_code" if is_hello && self.key.read().is_some() => {
                // The league forgot us, perhaps removed before its start: we may come anew.
                self.key.forget()?;
                return Ok(Some(Fate::Lost));
            }
            "busy" | "too_many_requests" | "storage" if is_hello => return Ok(Some(Fate::Lost)),
            "too_many_requests" => {
                if let Some(again) = connection.sent_as(message["re"].as_u64()) {
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    return Ok(connection.send(again).await.err().map(|_| Fate::Lost));
                }
            }
            _ if is_hello => bail!("{why}"),
            // A move that came late, or was none: `over` says what became of it.
            _ => (),
        }
        Ok(None)
    }

    fn go(&mut self, message: &Value) {
        let Some(turn) = Turn::read(message) else { return };
        let text = |name: &str| message[name].as_str().unwrap_or_default().to_owned();
        self.games.insert(turn.game.clone(), (text("color"), text("opponent")));
        self.programs.think(turn);
    }

    /// One line for each game.
    fn over(&mut self, message: &Value) -> Result<()> {
        let text = |name: &str| message[name].as_str().unwrap_or_default();
        let game = text("game");
        self.programs.forget(game);
        // A game that ended before our first turn has no color for us.
        let Some((color, opponent)) = self.games.remove(game) else { return Ok(()) };
        let (zh, en) = match (text("result"), color.as_str()) {
            ("1/2-1/2", _) => ("和棋", "draw"),
            ("1-0", "red") | ("0-1", "black") => ("胜", "won"),
            _ => ("负", "lost"),
        };
        let (reason, is_red) = (text("reason"), color == "red");
        let (side_zh, side_en) = if is_red { ("执红", "Red") } else { ("执黑", "Black") };
        self.tell(
            &format!("{zh}：{side_zh}对 {opponent}（{reason}）"),
            &format!("{en} as {side_en} against {opponent} ({reason})"),
        )
    }
}
