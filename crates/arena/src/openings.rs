//! Where games begin: a built-in set, or a file of FENs, EPDs, lines of moves or PGN games.

use std::{fs, io, path::Path};

use xiangqi::{FenError, Game, IllegalMove, LineError, Move, Position, Status, parse_line};

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
    /// In which line, or in which game of a PGN file.
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
    Fen(#[from] FenError),
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
    parse(include_str!("../openings.txt"), usize::MAX).unwrap_or_default()
}

/// Reads a file of openings. Of PGN games only the first `pgn_plies` plies are used.
pub fn read(path: &Path, pgn_plies: usize) -> Result<Vec<Opening>, OpeningsError> {
    let text = fs::read_to_string(path).map_err(OpeningsError::Unreadable)?;
    parse(&text, pgn_plies)
}

/// Reads the text of such a file; PGN is known by its tags.
pub fn parse(text: &str, pgn_plies: usize) -> Result<Vec<Opening>, OpeningsError> {
    let text = text.trim_start_matches('\u{feff}');
    let is_pgn = text.lines().any(|line| tag(line).is_some());
    let openings = if is_pgn { parse_pgn(text, pgn_plies)? } else { parse_lines(text)? };
    if openings.is_empty() { Err(OpeningsError::Empty) } else { Ok(openings) }
}

fn parse_lines(text: &str) -> Result<Vec<Opening>, OpeningsError> {
    let mut openings = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let opening = parse_entry(line).map_err(|error| OpeningsError::Bad {
            place: "line",
            number,
            error,
        })?;
        openings.push(opening);
    }
    Ok(openings)
}

/// A FEN, perhaps with EPD operations after it, or with `moves ...`; or only moves.
fn parse_entry(line: &str) -> Result<Opening, BadOpening> {
    if !line.contains('/') {
        return opening(Position::start(), line);
    }
    let (fen, moves) = line.split_once(" moves ").unwrap_or((line, ""));
    opening(parse_epd(fen)?, moves)
}

/// EPD has operations such as `id "x";` in place of the counters.
fn parse_epd(text: &str) -> Result<Position, BadOpening> {
    let text = text.split(';').next().unwrap_or_default();
    let fields: Vec<&str> = text.split_whitespace().collect();
    let is_number = |it: &&&str| it.parse::<u16>().is_ok();
    let counters = fields.iter().skip(4).take(2).take_while(is_number).count();
    let kept = fields.len().min(4) + counters;
    Ok(fields[..kept].join(" ").parse()?)
}

fn opening(start: Position, moves: &str) -> Result<Opening, BadOpening> {
    let moves = parse_line(&start, moves)?;
    let game = Game::with_moves(start, moves.iter().copied())?;
    // Whatever the rule set, there is nothing to play after a mate.
    if !game.position().has_legal_move() {
        return Err(BadOpening::Over);
    }
    Ok(Opening { start, moves })
}

/// One game of a PGN file, as far as openings need it.
#[derive(Default)]
struct PgnGame {
    fen: Option<String>,
    text: String,
}

fn parse_pgn(text: &str, most_plies: usize) -> Result<Vec<Opening>, OpeningsError> {
    let mut openings = Vec::new();
    for (number, game) in (1..).zip(split_games(text)) {
        let opening = read_game(&game, most_plies).map_err(|error| OpeningsError::Bad {
            place: "game",
            number,
            error,
        })?;
        openings.push(opening);
    }
    Ok(openings)
}

fn split_games(text: &str) -> Vec<PgnGame> {
    let mut games = Vec::new();
    let mut game = PgnGame::default();
    let mut is_in_tags = false;
    for line in text.lines() {
        match tag(line) {
            Some((name, value)) => {
                if !is_in_tags && !game.text.trim().is_empty() {
                    games.push(std::mem::take(&mut game));
                }
                is_in_tags = true;
                if name.eq_ignore_ascii_case("FEN") && !value.is_empty() {
                    game.fen = Some(value.to_owned());
                }
            }
            None if line.trim().is_empty() => {}
            None => {
                is_in_tags = false;
                game.text += line;
                game.text.push('\n');
            }
        }
    }
    if !game.text.trim().is_empty() || game.fen.is_some() {
        games.push(game);
    }
    games
}

/// `[Name "value"]`
fn tag(line: &str) -> Option<(&str, &str)> {
    let inside = line.trim().strip_prefix('[')?.strip_suffix(']')?;
    let (name, value) = inside.split_once(char::is_whitespace)?;
    Some((name, value.trim().strip_prefix('"')?.strip_suffix('"')?))
}

fn read_game(game: &PgnGame, most_plies: usize) -> Result<Opening, BadOpening> {
    let start = match &game.fen {
        Some(fen) => fen.parse()?,
        None => Position::start(),
    };
    let mut all = opening(start, &main_line(&game.text)).or_else(|error| {
        // A finished game is over at its end, not where it is cut.
        let moves = parse_line(&start, &main_line(&game.text)).map_err(|_| error)?;
        Ok::<_, BadOpening>(Opening { start, moves })
    })?;
    all.moves.truncate(most_plies);
    let words: Vec<String> = all.moves.iter().map(Move::to_string).collect();
    opening(start, &words.join(" "))
}

/// The moves without comments, variations, annotations and the result.
fn main_line(text: &str) -> String {
    let mut kept = String::new();
    let mut depth = 0_usize;
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '{' => {
                letters.by_ref().find(|&it| it == '}');
                kept.push(' ');
            }
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 => kept.push(letter),
            _ => {}
        }
    }
    let is_move = |word: &&str| !word.starts_with('$') && Status::from_token(word).is_none();
    kept.split_whitespace().filter(is_move).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::explained;

    #[test]
    fn the_built_in_set_is_large_and_distinct() {
        let openings = parse(include_str!("../openings.txt"), usize::MAX).unwrap();
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
        let openings = parse(text, usize::MAX).unwrap();
        let moves: Vec<usize> = openings.iter().map(|it| it.moves.len()).collect();
        assert_eq!(moves, [0, 0, 1, 2, 2]);
        assert_eq!(openings[3], openings[4]);
    }

    #[test]
    fn pgn_games_are_cut_to_their_opening() {
        let text = "[Event \"x\"]\n[Red \"a\"]\n\n1. h2e2 {+0.1/5 0.2s} h9g7 2. (2. h0g2 i9h9) h0g2\n\
            i9h9 $1 1-0\n\n[Event \"y\"]\n[FEN \"4k4/9/9/9/9/9/9/9/9/3K1R3 w - - 0 1\"]\n\n1. f0f1 *\n";
        let openings = parse(text, 3).unwrap();
        let moves: Vec<usize> = openings.iter().map(|it| it.moves.len()).collect();
        assert_eq!(moves, [3, 1]);
    }

    #[test]
    fn mistakes_are_named_with_their_place() {
        let complaint = |text: &str| explained(&parse(text, 9).unwrap_err());
        assert!(complaint("h2e2\nh2h2\n").starts_with("bad opening in line 2"));
        assert!(complaint("[Red \"a\"]\n\n1. h9h8\n").starts_with("bad opening in game 1"));
        assert!(complaint("R3k4/1R7/9/9/9/9/9/9/9/3K5 b\n").contains("already over"));
        assert!(complaint("# nothing\n").contains("no opening"));
        for text in ["/", "////", "[a \"b\"]\n(", "[FEN \"\"]\n{", "é/楚 ; x", "x moves y/"] {
            let _ = parse(text, 9);
        }
    }
}
