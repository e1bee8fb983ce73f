//! `chuhe play`: a game in the terminal, over ssh or with a braille line.

use std::{
    io::{self, BufRead, IsTerminal, Read},
    path::PathBuf,
    process::ExitCode,
    time::Duration,
};

use anyhow::{Context, Result, anyhow};
use chuhe::files::read_file;
use clap::ValueEnum;
use engine::{Engine, Level, Limits, Score, Signals};
use xiangqi::{Color, Game, Language, Move, RuleSet, Style};

use crate::{
    board,
    common::{Lang, language, print, read_game},
};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// How strong the opponent is: 1 (a child can beat it) to 10 (full strength)
    #[arg(long, value_name = "N", default_value_t = 2,
          value_parser = clap::value_parser!(u8).range(1..=10))]
    level: u8,
    /// Your color; Red moves first
    #[arg(long, value_name = "COLOR", default_value = "red")]
    color: Side,
    /// Where the game begins; the start position if not given
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// The same from a file: ten lines of letters, the nested list of the course, or a FEN
    #[arg(long, value_name = "FILE", conflicts_with = "fen")]
    board: Option<PathBuf>,
    /// Whose rules decide repetitions and draws: asian, chinese or course
    #[arg(long, value_name = "RULES", default_value = "asian")]
    rules: RuleSet,
    /// Draw the board with letters instead of Chinese characters
    #[arg(long)]
    letters: bool,
    /// The language: zh or en [default: that of the environment]
    #[arg(long, value_name = "LANG")]
    lang: Option<Lang>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Side {
    Red,
    Black,
}

/// What a hint and level 10 may think.
const THINKING_TIME: Duration = Duration::from_secs(2);
const HASH_MEGABYTES: usize = 64;
/// No board needs more bytes, and no command.
const LARGEST_BOARD_FILE: u64 = 1 << 20;
const LONGEST_LINE: u64 = 1 << 16;

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let mut table = TerminalGame::new(args)?;
    table.welcome()?;
    let mut input = io::stdin().lock();
    loop {
        if table.is_over() {
            table.tell_result()?;
            return Ok(ExitCode::SUCCESS);
        }
        if table.game.position().side() != table.human {
            table.let_engine_move()?;
            continue;
        }
        print("> ")?;
        let Some(line) = read_line(&mut input)? else {
            print("\n")?;
            return Ok(ExitCode::SUCCESS);
        };
        if !table.obey(line.trim())? {
            return Ok(ExitCode::SUCCESS);
        }
    }
}

/// A line as the terminal sends it: in UTF-8, or in the encoding of Chinese systems before it.
fn read_line(input: &mut impl BufRead) -> Result<Option<String>> {
    let mut bytes = Vec::new();
    if input.take(LONGEST_LINE).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    let line = String::from_utf8(bytes).unwrap_or_else(|error| {
        let (text, ..) = encoding_rs::GB18030.decode(error.as_bytes());
        text.into_owned()
    });
    Ok(Some(line))
}

fn first_position(args: &Args) -> Result<Game> {
    let Some(path) = &args.board else { return read_game(args.fen.as_deref(), None) };
    let name = path.display();
    let bytes = read_file(path, LARGEST_BOARD_FILE).with_context(|| name.to_string())?;
    let position = lab::read_board(&String::from_utf8_lossy(&bytes))
        .with_context(|| format!("bad board in {name}"))?;
    Ok(Game::new(position))
}

/// The board, the two players, and how they talk.
struct TerminalGame {
    game: Game,
    human: Color,
    level: Level,
    rules: RuleSet,
    engine: Engine,
    language: Language,
    letters: bool,
    resigned: bool,
}

impl TerminalGame {
    fn new(args: &Args) -> Result<TerminalGame> {
        let mut engine = Engine::new(HASH_MEGABYTES, 1);
        engine.set_rules(args.rules);
        Ok(TerminalGame {
            game: first_position(args)?,
            human: if args.color == Side::Red { Color::Red } else { Color::Black },
            level: Level::new(args.level).ok_or_else(|| anyhow!("the level is 1 to 10"))?,
            rules: args.rules,
            engine,
            language: language(args.lang),
            letters: args.letters,
            resigned: false,
        })
    }

    fn say(&self, english: &str, chinese: &str) -> Result<()> {
        let text = if self.language == Language::Chinese { chinese } else { english };
        print(&format!("{text}\n"))?;
        Ok(())
    }

    fn welcome(&self) -> Result<()> {
        self.say(
            &format!(
                "You play {} against level {}. ? lists the commands.",
                self.human,
                self.level.number()
            ),
            &format!(
                "你执{}，对手为第{}级。输入 ? 查看命令。",
                self.human.hanzi(),
                self.level.number()
            ),
        )?;
        self.draw()
    }

    fn draw(&self) -> Result<()> {
        let position = self.game.position();
        let drawn = if self.letters {
            position.diagram()
        } else {
            board::draw(position, io::stdout().is_terminal())
        };
        print(&format!("\n{drawn}\n"))?;
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.resigned || self.game.outcome(self.rules).1.is_some()
    }

    fn tell_result(&self) -> Result<()> {
        if self.resigned {
            return self.say("You resigned. Thank you for the game.", "你认输了。多谢赐教。");
        }
        for sentence in self.game.verdict(self.rules).explanation.sentences(self.language) {
            print(&format!("{sentence}\n"))?;
        }
        Ok(())
    }

    /// Does what the line asks for; `false` ends the program.
    fn obey(&mut self, line: &str) -> Result<bool> {
        match line.to_lowercase().as_str() {
            "" => {}
            "?" | "help" | "帮助" => self.help()?,
            "board" | "棋盘" => self.draw()?,
            "moves" | "着法" => self.list_moves()?,
            "hint" | "提示" => self.hint()?,
            "undo" | "悔棋" => self.undo()?,
            "fen" => print(&format!("{}\n", self.game.position().fen()))?,
            "resign" | "认输" => self.resigned = true,
            "quit" | "exit" | "退出" => return Ok(false),
            _ => self.try_move(line)?,
        }
        Ok(true)
    }

    fn help(&self) -> Result<()> {
        self.say(
            "Type a move in any notation: 炮二平五, C2=5, H2-E2 or h2e2.\n\
             board, moves, hint, undo, resign, fen, quit",
            "输入任何记谱法的着法：炮二平五、C2=5、H2-E2 或 h2e2。\n\
             棋盘、着法、提示、悔棋、认输、fen、退出",
        )
    }

    fn style(&self) -> Style {
        if self.language == Language::Chinese { Style::Chinese } else { Style::Wxf }
    }

    fn list_moves(&self) -> Result<()> {
        let position = self.game.position();
        let moves: Vec<String> = position
            .legal_moves()
            .iter()
            .map(|&mv| position.write_move(mv, self.style()))
            .collect();
        print(&format!("{}\n", moves.join(" ")))?;
        Ok(())
    }

    fn try_move(&mut self, text: &str) -> Result<()> {
        match self.game.position().read_move(text) {
            Ok(mv) => {
                self.game.play(mv)?;
                self.draw()
            }
            Err(error) => self.say(
                &format!("{error}; moves lists the legal ones, ? the commands"),
                &format!("看不懂或不合法：{text}。输入 着法 列出合法着法，? 查看命令"),
            ),
        }
    }

    /// Takes back the own last move and the answer to it.
    fn undo(&mut self) -> Result<()> {
        if self.game.len() < 2 {
            return self.say("There is nothing to take back.", "没有可悔的着法。");
        }
        self.game.undo();
        self.game.undo();
        self.draw()
    }

    fn think(&mut self, limits: &Limits) -> Option<(Move, Score)> {
        let result = self.engine.search(&self.game, limits, &Signals::new(), &mut |_| {});
        result.best.map(|mv| (mv, result.score))
    }

    fn hint(&mut self) -> Result<()> {
        let limits = Limits { move_time: Some(THINKING_TIME), ..Limits::default() };
        let Some((mv, score)) = self.think(&limits) else { return Ok(()) };
        let written = self.game.position().write_move(mv, self.style());
        print(&format!("{written} ({mv})  {}\n", self.words_for(score)))?;
        Ok(())
    }

    /// What the one to move may hope for.
    fn words_for(&self, score: Score) -> String {
        let is_chinese = self.language == Language::Chinese;
        let moves = |plies: i32| (plies + 1) / 2;
        match score {
            Score::Centipawns(value) => format!("{:+.2}", f64::from(value) / 100.0),
            Score::MateIn { plies } if is_chinese => format!("{}步杀", moves(plies)),
            Score::MateIn { plies } => format!("mate in {}", moves(plies)),
            Score::MatedIn { plies } if is_chinese => format!("{}步被杀", moves(plies)),
            Score::MatedIn { plies } => format!("mated in {}", moves(plies)),
            Score::RuleWin { .. } if is_chinese => "对方犯规判负".to_owned(),
            Score::RuleWin { .. } => "wins by the repetition rules".to_owned(),
            Score::RuleLoss { .. } if is_chinese => "己方犯规判负".to_owned(),
            Score::RuleLoss { .. } => "loses by the repetition rules".to_owned(),
        }
    }

    fn let_engine_move(&mut self) -> Result<()> {
        let mut limits = Limits { level: Some(self.level), ..Limits::default() };
        limits.seed = self.game.start().hash();
        // Lower levels end by their own limits, long before.
        limits.move_time = Some(THINKING_TIME);
        let Some((mv, _)) = self.think(&limits) else { return Ok(()) };
        let written = self.game.position().write_move(mv, self.style());
        self.game.play(mv)?;
        let check = match (self.game.position().in_check(), self.language) {
            (false, _) => "",
            (true, Language::Chinese) => "  将军",
            (true, Language::English) => "  check",
        };
        print(&format!("{written} ({mv}){check}\n"))?;
        self.draw()
    }
}
