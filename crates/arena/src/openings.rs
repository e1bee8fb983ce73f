//! Where games begin: a built-in set, or a file of FENs, EPDs, lines of moves, or games of any
//! format.

use std::{fs, io, path::Path};

use records::{Format, Games, Reading, Refused};
use xiangqi::{Game, IllegalMove, LineError, Move, Position, RuleSet, Status, parse_line};

/// A position to start from, and moves that both players must accept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    pub start: Position,
    pub moves: Vec<Move>,
}

#[derive(Debug, thiserror::Error)]
pub enum OpeningsError {
    #[error("cannot read the openings")]
    Unreadable(#[source] io::Error),
    /// In which line, or in which game of a file of games.
    #[error("bad opening in {place} {number}")]
    Bad {
        place: &'static str,
        number: usize,
        #[source]
        error: BadOpening,
    },
    #[error("there is no opening in the file")]
    Empty,
}

/// What is wrong with one opening.
#[derive(Debug, thiserror::Error)]
pub enum BadOpening {
    #[error(transparent)]
    Game(#[from] Refused),
    #[error("there is no position in it")]
    NoPosition,
    /// Something between the first moves could not be read.
    #[error("{0}")]
    Dropped(String),
    #[error(transparent)]
    Moves(#[from] LineError),
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    #[error("the game is already over")]
    Over,
}

/// Positions within a narrow window of the engine's evaluation; `openings.txt` says how they
/// were made.
pub fn built_in() -> Vec<Opening> {
    // A test reads the file, so an error cannot happen here.
    parse(include_bytes!("../openings.txt"), usize::MAX).unwrap_or_default()
}

/// Reads a file of openings. Of whole games only the first `plies` plies are used.
pub fn read(path: &Path, plies: usize) -> Result<Vec<Opening>, OpeningsError> {
    parse(&read_file(path).map_err(OpeningsError::Unreadable)?, plies)
}

/// Reads a file of whole games, of which only the beginnings are wanted: at most `plies` plies, and
/// never past the point where the game was over or a move could not be read. What is left without
/// moves is left out.
pub fn read_beginnings(path: &Path, plies: usize) -> Result<Vec<Opening>, OpeningsError> {
    parse_beginnings(&read_file(path).map_err(OpeningsError::Unreadable)?, plies)
}

/// Reads such a file.
pub fn parse_beginnings(bytes: &[u8], plies: usize) -> Result<Vec<Opening>, OpeningsError> {
    let mut openings: Vec<Opening> = match records::read(bytes) {
        Ok(games) if !matches!(games.format(), Format::Fen | Format::Text) => {
            let main_line =
                |it: Reading| (*it.document.start(), it.document.main_moves().collect());
            games.flatten().map(main_line).map(|(start, it)| playable(start, it, plies)).collect()
        }
        _ => entries(&String::from_utf8_lossy(bytes))
            .filter_map(|it| it.1.beginning(plies))
            .collect(),
    };
    openings.retain(|it| !it.moves.is_empty());
    if openings.is_empty() { Err(OpeningsError::Empty) } else { Ok(openings) }
}

/// A regular file of a size that somebody may have made: a pipe would keep us waiting, and a device
/// has no end.
fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    const MOST_BYTES: u64 = 512 << 20;
    let found = fs::metadata(path)?;
    if !found.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    if MOST_BYTES < found.len() {
        return Err(io::Error::other(format!("it is larger than {} MiB", MOST_BYTES >> 20)));
    }
    fs::read(path)
}

/// Reads such a file: games of any format, or a list with an opening a line.
pub fn parse(bytes: &[u8], plies: usize) -> Result<Vec<Opening>, OpeningsError> {
    let openings = match records::read(bytes) {
        Ok(games) if !matches!(games.format(), Format::Fen | Format::Text) => {
            parse_games(games, plies)?
        }
        _ => parse_lines(&String::from_utf8_lossy(bytes))?,
    };
    if openings.is_empty() { Err(OpeningsError::Empty) } else { Ok(openings) }
}

fn parse_games(games: Games<'_>, plies: usize) -> Result<Vec<Opening>, OpeningsError> {
    let bad =
        |number: usize, error: BadOpening| OpeningsError::Bad { place: "game", number, error };
    let mut openings = Vec::new();
    for (number, game) in (1..).zip(games) {
        let opening = game.map_err(BadOpening::from).and_then(|it| beginning(it, plies));
        openings.push(opening.map_err(|it| bad(number, it))?);
    }
    Ok(openings)
}

fn parse_lines(text: &str) -> Result<Vec<Opening>, OpeningsError> {
    let mut openings = Vec::new();
    for (number, entry) in entries(text) {
        let bad = |error| OpeningsError::Bad { place: "line", number, error };
        openings.push(entry.opening().map_err(bad)?);
    }
    Ok(openings)
}

/// The lines that say something, with their numbers.
fn entries(text: &str) -> impl Iterator<Item = (usize, Entry<'_>)> {
    let lines = (1..).zip(text.trim_start_matches('\u{feff}').lines());
    let lines = lines.map(|(number, line)| (number, Entry(line.trim())));
    lines.filter(|(_, Entry(line))| !line.is_empty() && !line.starts_with('#'))
}

/// A FEN, perhaps with EPD operations after it, or with `moves ...`; or only moves.
struct Entry<'a>(&'a str);

impl Entry<'_> {
    fn opening(&self) -> Result<Opening, BadOpening> {
        if self.is_line_of_moves() {
            return opening(Position::start(), parse_line(&Position::start(), self.0)?);
        }
        let game = records::read(self.0.as_bytes())?.next();
        beginning(game.ok_or(BadOpening::NoPosition)??, usize::MAX)
    }

    /// As far as it can be read; `None` if there is not even a position.
    fn beginning(&self, plies: usize) -> Option<Opening> {
        if self.is_line_of_moves() {
            // Cut word by word: which of them is to blame is not always the one that is named.
            let words: Vec<&str> = self.0.split_whitespace().collect();
            let read = |it: usize| parse_line(&Position::start(), &words[..it].join(" ")).ok();
            let moves = (1..=words.len()).rev().find_map(read)?;
            return Some(playable(Position::start(), moves, plies));
        }
        let game = records::read(self.0.as_bytes()).ok()?.next()?.ok()?;
        Some(playable(*game.document.start(), game.document.main_moves().collect(), plies))
    }

    fn is_line_of_moves(&self) -> bool {
        !self.0.contains('/')
    }
}

/// So many plies, or fewer where the rules had ended the game before.
fn playable(start: Position, moves: Vec<Move>, plies: usize) -> Opening {
    let mut game = Game::new(start);
    for mv in moves.into_iter().take(plies) {
        if game.play(mv).is_err() {
            break;
        }
        if game.outcome(RuleSet::Asian).0 != Status::Ongoing {
            game.undo();
            break;
        }
    }
    Opening { start, moves: game.moves().collect() }
}

/// The first moves of a game. What a reader had to drop after them does no harm.
fn beginning(game: Reading, plies: usize) -> Result<Opening, BadOpening> {
    let moves: Vec<Move> = game.document.main_moves().take(plies).collect();
    match game.dropped.into_iter().next() {
        Some(dropped) if moves.len() < plies => Err(BadOpening::Dropped(dropped.to_string())),
        _ => opening(*game.document.start(), moves),
    }
}

fn opening(start: Position, moves: Vec<Move>) -> Result<Opening, BadOpening> {
    let game = Game::with_moves(start, moves.iter().copied())?;
    // Whatever the rule set, there is nothing to play after a mate.
    if !game.position().has_legal_move() {
        return Err(BadOpening::Over);
    }
    Ok(Opening { start, moves })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::explained;

    #[test]
    fn the_built_in_set_is_large_and_distinct() {
        let openings = parse(include_bytes!("../openings.txt"), usize::MAX).unwrap();
        let mut seen = HashSet::new();
        for it in &openings {
            let mut position = it.start;
            let mut mirrored = it.start;
            for mv in &it.moves {
                position.play(*mv).unwrap();
                mirrored.play(mv.mirror_files()).unwrap();
            }
            seen.insert(position.hash().min(mirrored.hash()));
        }
        assert!(500 <= openings.len());
        assert_eq!(seen.len(), openings.len());
        assert_eq!(built_in().len(), openings.len());
    }

    #[test]
    fn lines_may_be_fens_epds_or_moves() {
        let text = "# comment\n\n\
            rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1\n\
            3ak4/9/9/9/9/9/9/9/9/3K1R3 b - - id \"rook\"; bm e9d9;\n\
            4k4/9/9/9/9/9/9/9/9/3K1R3 w - - 0 1 moves f0f1\n\
            h2e2 h9g7\n炮二平五 马８进７\n";
        let openings = parse(text.as_bytes(), usize::MAX).unwrap();
        let moves: Vec<usize> = openings.iter().map(|it| it.moves.len()).collect();
        assert_eq!(moves, [0, 0, 1, 2, 2]);
        assert_eq!(openings[3], openings[4]);
    }

    #[test]
    fn pgn_games_are_cut_to_their_opening() {
        let text = "[Event \"x\"]\n[Red \"a\"]\n\n1. h2e2 {+0.1/5 0.2s} h9g7 2. (2. h0g2 i9h9) h0g2\n\
            i9h9 $1 1-0\n\n[Event \"y\"]\n[FEN \"4k4/9/9/9/9/9/9/9/9/3K1R3 w - - 0 1\"]\n\n1. f0f1 *\n";
        let openings = parse(text.as_bytes(), 3).unwrap();
        let moves: Vec<usize> = openings.iter().map(|it| it.moves.len()).collect();
        assert_eq!(moves, [3, 1]);
    }

    #[test]
    fn whole_games_are_used_up_to_where_they_were_over() {
        // The chariots go to and fro; after the third time the rules have ended it.
        let round = "i0i1 i9i8 i1i0 i8i9 ";
        let long = round.repeat(5);
        let mated = "h2e2 h9g7 e2e6 g7h9 b2e2 h9g7 e6e5 g7h9";
        let text = format!("h2e2 h9g7\n{long}\n{mated} a0a9\nnonsense\n");
        assert!(parse(text.as_bytes(), 30).is_err());
        let openings = parse_beginnings(text.as_bytes(), 30).unwrap();
        let plies: Vec<usize> = openings.iter().map(|it| it.moves.len()).collect();
        assert_eq!(plies, [2, 7, 8]);
        assert_eq!(parse_beginnings(text.as_bytes(), 5).unwrap()[1].moves.len(), 5);
        assert!(parse_beginnings(b"nonsense\n", 30).is_err());
    }

    #[test]
    fn mistakes_are_named_with_their_place() {
        let complaint = |text: &str| explained(&parse(text.as_bytes(), 9).unwrap_err());
        assert!(complaint("h2e2\nh2h2\n").starts_with("bad opening in line 2"));
        assert!(complaint("[Red \"a\"]\n\n1. h9h8\n").starts_with("bad opening in game 1"));
        assert!(complaint("R3k4/1R7/9/9/9/9/9/9/9/3K5 b\n").contains("already over"));
        assert!(complaint("# nothing\n").contains("no opening"));
        for text in ["/", "////", "[a \"b\"]\n(", "[FEN \"\"]\n{", "é/楚 ; x", "x moves y/"] {
            let _ = parse(text.as_bytes(), 9);
        }
    }
}
