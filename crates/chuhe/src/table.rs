//! Tables on a terminal, where Chinese characters are two columns wide.

use unicode_width::UnicodeWidthStr;

/// Columns of equal width, the first one flush left, the others right.
pub(crate) fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width_of = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|it| it.width()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width_of).collect();

    let mut text = String::new();
    for row in rows {
        for (column, (cell, wide)) in row.iter().zip(&widths).enumerate() {
            let space = " ".repeat(wide - cell.width());
            let is_first = column == 0;
            text += &if is_first { format!("{cell}{space}") } else { format!("  {space}{cell}") };
        }
        text.truncate(text.trim_end_matches(' ').len());
        text.push('\n');
    }
    text
}

/// The same with heads above.
pub(crate) fn table_with_heads(heads: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let heads = heads.iter().map(|it| (*it).to_owned()).collect();
    table(&std::iter::once(heads).chain(rows).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(cells: [&str; 3]) -> Vec<String> {
        cells.map(str::to_owned).to_vec()
    }

    #[test]
    fn chinese_columns_line_up() {
        let rows = [row(["1.txt", "炮二平五", "9"]), row(["棋", "-", "1000"])];
        let expected = "file       move     n\n1.txt  炮二平五     9\n棋            -  1000\n";
        assert_eq!(table_with_heads(&["file", "move", "n"], rows.into_iter()), expected);
    }

    #[test]
    fn empty_cells_leave_no_spaces_at_the_end() {
        assert_eq!(table(&[row(["", "", ""]), row(["a", "b", ""])]), "\na  b\n");
        assert_eq!(table(&[]), "");
    }
}
