//! Puzzles as lines of JSON: `{"fen","solution":[...],"themes":[...],"difficulty":n}`.

use anyhow::{Context, Result, anyhow, ensure};
use coach::puzzles::{EASIEST, HARDEST, Puzzle, Theme};
use serde_json::{Value, json};
use xiangqi::{Move, Position};

/// No line of ours is longer.
const MOST_BYTES: usize = 4_000;

/// A line with its end.
pub fn write(puzzle: &Puzzle) -> String {
    let solution: Vec<String> = puzzle.solution.iter().map(Move::to_string).collect();
    let themes: Vec<String> = puzzle.themes.iter().map(Theme::name).collect();
    let line = json!({
        "fen": puzzle.position.fen(),
        "solution": solution,
        "themes": themes,
        "difficulty": puzzle.difficulty,
    });
    format!("{line}\n")
}

/// Reads a line. The moves are legal afterwards; whether the themes are right is for the check.
pub fn read(line: &str) -> Result<Puzzle> {
    ensure!(line.len() <= MOST_BYTES, "a line of {} bytes is no puzzle", line.len());
    let value: Value = serde_json::from_str(line).context("no JSON")?;
    let fen = value["fen"].as_str().context("without a \"fen\"")?;
    let position = Position::from_fen(fen).context("bad FEN")?;
    let solution = words(&value, "solution")?
        .map(|it| it.parse::<Move>().with_context(|| format!("{it} is no move")))
        .collect::<Result<Vec<Move>>>()?;
    let themes = words(&value, "themes")?
        .map(|it| Theme::named(it).with_context(|| format!("{it} is no theme")))
        .collect::<Result<Vec<Theme>>>()?;
    let difficulty = value["difficulty"].as_u64().context("without a \"difficulty\"")?;
    let difficulty = u16::try_from(difficulty)
        .map_err(|_| anyhow!("a difficulty lies between {EASIEST} and {HARDEST}"))?;
    let mut puzzle = Puzzle::new(position, solution, difficulty)?;
    puzzle.themes = themes;
    Ok(puzzle)
}

/// All puzzles of a text; an error says in which line it is.
pub fn read_all(text: &str) -> Result<Vec<Puzzle>> {
    let lines = (1..).zip(text.lines()).filter(|it| !it.1.trim().is_empty());
    lines.map(|(number, line)| read(line).with_context(|| format!("line {number}"))).collect()
}

fn words<'a>(value: &'a Value, name: &str) -> Result<impl Iterator<Item = &'a str>> {
    let list = value[name].as_array().with_context(|| format!("without \"{name}\""))?;
    let words: Option<Vec<&str>> = list.iter().map(Value::as_str).collect();
    Ok(words.with_context(|| format!("\"{name}\" is no list of words"))?.into_iter())
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = r#"{"fen":"4k4/1r7/9/9/4N4/9/9/9/9/3K5 w - - 0 1","solution":["e5d7","e9e8","d7b8"],"themes":["wins_chariot","double_attack","endgame"],"difficulty":940}"#;

    #[test]
    fn lines_are_read_back() {
        let puzzle = read(LINE).unwrap();
        assert_eq!(write(&puzzle), format!("{LINE}\n"));
        assert_eq!(read_all(&format!("{LINE}\n\n{LINE}\n")).unwrap(), [puzzle.clone(), puzzle]);
    }

    #[test]
    fn what_is_wrong_is_said() {
        let errors = [
            ("{", "no JSON"),
            ("{}", "without a \"fen\""),
            (&LINE.replace("4k4", "9"), "bad FEN"),
            (&LINE.replace("e5d7", "e5e5"), "e5e5 is no move"),
            (&LINE.replace("e5d7", "e5d8"), "move 1 of the solution is not legal"),
            (&LINE.replace("endgame", "beauty"), "beauty is no theme"),
            (&LINE.replace("940", "9400"), "a difficulty lies between 600 and 2400"),
            (&LINE.replace("940", "-1"), "without a \"difficulty\""),
            (&LINE.replace(",\"d7b8\"", ""), "an odd number of moves"),
        ];
        for (line, expected) in errors {
            let error = format!("{:#}", read(line).unwrap_err());
            assert!(error.contains(expected), "{error}");
        }
        let error = read_all(&format!("{LINE}\n{{\n")).unwrap_err();
        assert!(format!("{error:#}").starts_with("line 2"));
    }
}
