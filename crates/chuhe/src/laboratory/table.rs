//! Tables on a terminal, where Chinese characters are two columns wide.

use xiangqi::Language;

/// Columns of equal width, the first one flush left, the others right.
pub(super) fn table(headers: &[&str], rows: &[Vec<String>]) -> String {
    let headers: Vec<String> = headers.iter().map(|it| (*it).to_owned()).collect();
    let all: Vec<&Vec<String>> = std::iter::once(&headers).chain(rows).collect();
    let width_of = |column: usize| {
        all.iter().filter_map(|row| row.get(column)).map(|it| width(it)).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..headers.len()).map(width_of).collect();

    let mut text = String::new();
    for row in all {
        for (column, (cell, wide)) in row.iter().zip(&widths).enumerate() {
            let space = " ".repeat(wide - width(cell));
            let is_first = column == 0;
            text += &if is_first { format!("{cell}{space}") } else { format!("  {space}{cell}") };
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text
}

/// The text in the user's language.
pub(super) fn say<'a>(language: Language, chinese: &'a str, english: &'a str) -> &'a str {
    match language {
        Language::Chinese => chinese,
        Language::English => english,
    }
}

fn width(text: &str) -> usize {
    text.chars().map(|letter| if is_wide(letter) { 2 } else { 1 }).sum()
}

/// Chinese characters and punctuation, and full-width digits.
fn is_wide(letter: char) -> bool {
    matches!(letter, '\u{2e80}'..='\u{a4cf}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ff60}')
}

#[test]
fn chinese_columns_line_up() {
    let rows = vec![
        vec!["1.txt".to_owned(), "炮二平五".to_owned(), "9".to_owned()],
        vec!["棋".to_owned(), "-".to_owned(), "1000".to_owned()],
    ];
    let expected = "file       move     n\n1.txt  炮二平五     9\n棋            -  1000\n";
    assert_eq!(table(&["file", "move", "n"], &rows), expected);
}
