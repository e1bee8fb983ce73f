//! The games to look through: records of any format, lines of moves, and files of self-play, whose
//! scores save the first look.

use std::{collections::HashSet, io::Cursor, path::PathBuf};

use anyhow::{Context, Result, bail};
use chuhe::files::read_file;
use coach::puzzles::Judged;
use engine::Score;
use records::book::parse_game;
use trainer::data::{GameRecord, Reader};
use xiangqi::{Move, Position};

use crate::inputs;

const MOST_BYTES: u64 = 4 << 30;
/// Of a move in self-play whose score counts.
const FEWEST_NODES: u64 = 400;

/// A game as a miner wants it.
pub(super) struct Source {
    pub(super) start: Position,
    pub(super) moves: Vec<Judged>,
}

impl Source {
    fn new(start: Position, moves: impl IntoIterator<Item = Move>) -> Source {
        let moves = moves.into_iter().map(|mv| Judged { mv, score: None }).collect();
        Source { start, moves }
    }

    /// A name for the game in a journal: FNV-1a of what was played.
    pub(super) fn key(&self) -> u64 {
        let bytes = self.moves.iter().flat_map(|it| it.mv.bits().to_le_bytes());
        let fen = self.start.fen();
        fen.bytes().chain(bytes).fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
    }
}

/// The games of all files, and sentences about what could not be read.
pub(super) fn read(paths: &[PathBuf]) -> Result<(Vec<Source>, Vec<String>)> {
    let (inputs, mut problems) = inputs::collect(paths);
    let mut games = Vec::new();
    for input in inputs {
        let name = input.path.display().to_string();
        let read = read_file(&input.path, MOST_BYTES)
            .and_then(|bytes| read_games(&bytes, &name, &mut games, &mut problems));
        match read {
            Err(error) if input.is_named => problems.push(format!("{name}: {error:#}")),
            _ => (),
        }
    }
    // The same game twice has nothing new, and collections are full of them.
    let mut seen = HashSet::new();
    games.retain(|it| seen.insert(it.key()));
    match (&games[..], &problems[..]) {
        ([], []) => bail!("no game to look through"),
        ([], problems) => bail!("{}", problems.join("; ")),
        _ => Ok((games, problems)),
    }
}

fn read_games(
    bytes: &[u8],
    name: &str,
    games: &mut Vec<Source>,
    problems: &mut Vec<String>,
) -> Result<()> {
    if let Ok(mut reader) = Reader::new(Cursor::new(bytes)) {
        let is_judged = FEWEST_NODES <= reader.header.nodes;
        while let Some(block) = reader.next_block()? {
            games.extend(block.iter().map(|it| of_self_play(it, is_judged)));
        }
        return Ok(());
    }
    if let Ok(lines) = read_lines(bytes) {
        games.extend(lines);
        return Ok(());
    }
    for game in records::read(bytes)? {
        match game {
            Ok(it) => {
                games.push(Source::new(*it.document.start(), it.document.main_moves()));
            }
            Err(refused) => problems.push(format!("{name}: {refused}")),
        }
    }
    Ok(())
}

/// A list of games, one a line, every one of which can be played.
fn read_lines(bytes: &[u8]) -> Result<Vec<Source>> {
    let text = std::str::from_utf8(bytes)?;
    let games = text.lines().filter_map(|it| parse_game(it).transpose());
    let games = games.map(|it| Ok(Source::new(Position::start(), it?.moves)));
    let games = games.collect::<Result<Vec<Source>>>()?;
    games.iter().map(|it| it.moves.len()).max().filter(|&it| 0 < it).context("no moves")?;
    Ok(games)
}

/// Scores of players that hardly think are of no use to find where they erred.
fn of_self_play(game: &GameRecord, is_judged: bool) -> Source {
    let opening = game.opening.iter().map(|&mv| Judged { mv, score: None });
    let scored = game.moves.iter().map(|it| {
        let score = is_judged.then(|| Score::of(i32::from(it.score)));
        Judged { mv: it.mv, score }
    });
    Source { start: game.start, moves: opening.chain(scored).collect() }
}
