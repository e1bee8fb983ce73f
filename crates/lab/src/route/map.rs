//! Maps: a maze with supply points, read from text.

use crate::input::{InputError, column, quote, words};

/// A rectangle of cells with one start and one goal.
///
/// The fields are private because the search relies on them: `cells` has a border of walls on
/// all four sides, so that a step from any open cell stays inside the vector, and `start` and
/// `goal` are two different cells within it.
#[derive(Clone, Debug)]
pub struct Map {
    rows: usize,
    columns: usize,
    supplies: u32,
    cells: Vec<Cell>,
    start: u32,
    goal: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cell {
    Free,
    Wall,
    Supply,
    Start,
    Goal,
}

/// A step, named as in the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    Up,
    Down,
    Left,
    Right,
}

impl Step {
    pub const ALL: [Step; 4] = [Step::Up, Step::Down, Step::Left, Step::Right];

    pub const fn letter(self) -> char {
        match self {
            Step::Up => 'U',
            Step::Down => 'D',
            Step::Left => 'L',
            Step::Right => 'R',
        }
    }

    pub(crate) const fn reversed(self) -> Step {
        match self {
            Step::Up => Step::Down,
            Step::Down => Step::Up,
            Step::Left => Step::Right,
            Step::Right => Step::Left,
        }
    }
}

impl Map {
    /// Reads `M N T` and then M rows of N numbers, each 0 to 4.
    pub fn parse(text: &str) -> Result<Map, InputError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut lines = (1..).zip(text.lines());
        let (_, first) = lines.next().unwrap_or((1, ""));
        let header = Header::parse(first)?;

        let mut reader = RowReader::new(header.columns, text);
        let mut last_line = first;
        for row in 1..=header.rows {
            let line_number = row + 1;
            let Some((_, line)) = lines.next() else {
                let message = format!(
                    "the first line promises {} rows, but the file ends after {}",
                    header.rows,
                    row - 1
                );
                return Err(InputError::new(line_number, 1, message));
            };
            reader.read(line_number, line)?;
            last_line = line;
        }
        for (line_number, line) in lines {
            if let Some((offset, _)) = words(line).next() {
                let message =
                    format!("a row beyond the {} that the first line promises", header.rows);
                return Err(InputError::new(line_number, column(line, offset), message));
            }
        }
        reader.finish(&header, last_line)
    }

    pub fn rows(&self) -> usize {
        self.rows
    }

    pub fn columns(&self) -> usize {
        self.columns
    }

    /// How many steps a full load lasts.
    pub fn supplies(&self) -> u32 {
        self.supplies
    }

    /// The cell in a row and column, both counted from 0; a wall outside the map.
    pub fn cell(&self, row: usize, column: usize) -> Cell {
        let is_inside = row < self.rows && column < self.columns;
        if is_inside { self.cells[(row + 1) * (self.columns + 2) + column + 1] } else { Cell::Wall }
    }

    /// Row and column of a cell number, both counted from 0.
    pub(crate) fn place(&self, cell: u32) -> (usize, usize) {
        let width = self.columns + 2;
        (cell as usize / width - 1, cell as usize % width - 1)
    }

    pub(crate) fn start(&self) -> u32 {
        self.start
    }

    pub(crate) fn goal(&self) -> u32 {
        self.goal
    }

    /// The Manhattan distance: rows apart plus columns apart.
    pub(crate) fn distance_to_goal(&self, cell: u32) -> u32 {
        let width = self.columns as u32 + 2;
        let goal = self.goal;
        (cell / width).abs_diff(goal / width) + (cell % width).abs_diff(goal % width)
    }

    /// All cells with their border, for indexing by cell number.
    pub(crate) fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The number of the neighbor. Only for cells inside the border.
    pub(crate) fn neighbor(&self, cell: u32, step: Step) -> u32 {
        let width = self.columns as u32 + 2;
        match step {
            Step::Up => cell - width,
            Step::Down => cell + width,
            Step::Left => cell - 1,
            Step::Right => cell + 1,
        }
    }
}

struct Header {
    rows: usize,
    columns: usize,
    supplies: u32,
}

impl Header {
    const NAMES: [&str; 3] = ["M (rows)", "N (columns)", "T (supplies)"];

    fn parse(line: &str) -> Result<Header, InputError> {
        let mut numbers = [0; 3];
        let mut found = words(line);
        for (number, name) in numbers.iter_mut().zip(Header::NAMES) {
            let (offset, word) = found.next().ok_or_else(|| {
                let message =
                    format!("the first line must be three numbers M N T, {name} is missing");
                InputError::new(1, column(line, line.len()), message)
            })?;
            *number = Header::number(word, name)
                .map_err(|message| InputError::new(1, column(line, offset), message))?;
        }
        if let Some((offset, word)) = found.next() {
            let message =
                format!("the first line must be three numbers M N T, not {}", quote(word));
            return Err(InputError::new(1, column(line, offset), message));
        }

        let [rows, columns, supplies] = numbers;
        for (index, count) in [rows, columns].into_iter().enumerate() {
            if count == 0 {
                let offset = words(line).nth(index).map_or(0, |(offset, _)| offset);
                let message = format!("{} must be at least 1", Header::NAMES[index]);
                return Err(InputError::new(1, column(line, offset), message));
            }
        }
        // No map has more cells than this, so no way between two supply points needs more.
        let supplies = u32::try_from(supplies).unwrap_or(u32::MAX);
        let clamp = |count: u64| usize::try_from(count).unwrap_or(usize::MAX - 1);
        Ok(Header { rows: clamp(rows), columns: clamp(columns), supplies })
    }

    fn number(word: &str, name: &str) -> Result<u64, String> {
        let (sign, digits) = match word.strip_prefix('-') {
            Some(digits) => ("-", digits),
            None => ("", word.strip_prefix('+').unwrap_or(word)),
        };
        let is_number = !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_digit());
        match (is_number, sign, digits.parse()) {
            (true, "", Ok(number)) => Ok(number),
            (true, "-", Ok(0)) => Ok(0),
            (true, "-", _) => Err(format!("{name} must not be negative, found {}", quote(word))),
            (true, _, _) => Err(format!("{name} is too large: {}", quote(word))),
            _ => Err(format!("{name} must be a whole number, found {}", quote(word))),
        }
    }
}

/// Collects the rows. Nothing is allocated for rows that the file only promises.
struct RowReader {
    columns: usize,
    cells: Vec<Cell>,
    start: Option<Found>,
    goal: Option<Found>,
}

/// A start or goal: its number, and where it stood in the file.
struct Found {
    cell: u32,
    line: usize,
    column: usize,
}

impl RowReader {
    /// Starts with the upper border. A row wider than the whole text cannot be there, so a
    /// promise beyond that is not believed; reading the first row will say what is missing.
    fn new(columns: usize, text: &str) -> RowReader {
        let border = vec![Cell::Wall; columns.min(text.len()) + 2];
        RowReader { columns, cells: border, start: None, goal: None }
    }

    fn read(&mut self, line_number: usize, line: &str) -> Result<(), InputError> {
        let fail =
            |offset, message| Err(InputError::new(line_number, column(line, offset), message));
        self.cells.push(Cell::Wall);
        let mut count = 0;
        for (offset, word) in words(line) {
            if count == self.columns {
                return fail(offset, format!("a row has {} numbers, this is one more", count));
            }
            let cell = match word {
                "0" => Cell::Free,
                "1" => Cell::Wall,
                "2" => Cell::Supply,
                "3" => Cell::Start,
                "4" => Cell::Goal,
                _ => {
                    return fail(
                        offset,
                        format!("a cell is a number from 0 to 4, not {}", quote(word)),
                    );
                }
            };
            self.note(cell, line_number, line, offset)?;
            self.cells.push(cell);
            count += 1;
        }
        if count < self.columns {
            let message = format!("a row has {} numbers, this one only {count}", self.columns);
            return fail(line.len(), message);
        }
        self.cells.push(Cell::Wall);
        // Twice the width leaves room for the lower border.
        let limit = u32::MAX as usize - 2 * self.columns.saturating_add(2);
        if limit < self.cells.len() {
            return fail(0, "the map has more than four thousand million cells".to_owned());
        }
        Ok(())
    }

    /// Remembers the start and the goal; there must not be two of either.
    fn note(
        &mut self,
        cell: Cell,
        line: usize,
        text: &str,
        offset: usize,
    ) -> Result<(), InputError> {
        let (slot, name) = match cell {
            Cell::Start => (&mut self.start, "start (3)"),
            Cell::Goal => (&mut self.goal, "goal (4)"),
            _ => return Ok(()),
        };
        let column = column(text, offset);
        if let Some(first) = slot {
            let (at_line, at_column) = (first.line, first.column);
            let message =
                format!("a second {name}; the first is in line {at_line}, column {at_column}");
            return Err(InputError::new(line, column, message));
        }
        *slot = Some(Found { cell: self.cells.len() as u32, line, column });
        Ok(())
    }

    fn finish(mut self, header: &Header, last_line: &str) -> Result<Map, InputError> {
        let missing = |name| {
            let message = format!("the map ends here without a {name}");
            InputError::new(header.rows + 1, column(last_line, last_line.trim_end().len()), message)
        };
        let start = self.start.ok_or_else(|| missing("start (3)"))?.cell;
        let goal = self.goal.ok_or_else(|| missing("goal (4)"))?.cell;
        self.cells.resize(self.cells.len() + header.columns + 2, Cell::Wall);
        Ok(Map {
            rows: header.rows,
            columns: header.columns,
            supplies: header.supplies,
            cells: self.cells,
            start,
            goal,
        })
    }
}
