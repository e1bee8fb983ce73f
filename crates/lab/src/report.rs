//! Reports: one HTML file that needs nothing else, and CSV.

use crate::chart::{STYLE as CHART_STYLE, escape};

/// A whole page. `body` is HTML.
pub(crate) fn page(title: &str, body: &str) -> String {
    let title = escape(title);
    format!(
        "<!doctype html>\n<html lang=\"zh\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         <style>{PAGE_STYLE}{CHART_STYLE}{TABLE_STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n{body}</body>\n</html>\n"
    )
}

const PAGE_STYLE: &str = "
:root { color-scheme: light dark; --ink: #222; --ground: #fff; --faint: #ccc; }
@media (prefers-color-scheme: dark) { :root { --ink: #ddd; --ground: #1b1b1b; --faint: #444; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground);
  max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
";

const TABLE_STYLE: &str = "\
.scroll { overflow-x: auto; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .7rem; border-bottom: 1px solid var(--faint); text-align: right; }
th:first-child, td:first-child { text-align: left; }
";

/// A table; every cell is plain text.
pub(crate) fn table(headers: &[&str], rows: &[Vec<String>]) -> String {
    let heads: String = headers.iter().map(|it| format!("<th>{}</th>", escape(it))).collect();
    let mut html = format!("<div class=\"scroll\"><table>\n<tr>{heads}</tr>\n");
    for row in rows {
        let cells: String = row.iter().map(|it| format!("<td>{}</td>", escape(it))).collect();
        html += &format!("<tr>{cells}</tr>\n");
    }
    html + "</table></div>\n"
}

/// A CSV file with a header line. Fields are quoted where they must be.
pub(crate) fn csv(headers: &[&str], rows: &[Vec<String>]) -> String {
    let line = |fields: Vec<String>| fields.join(",") + "\n";
    let mut text = line(headers.iter().map(|it| csv_field(it)).collect());
    for row in rows {
        text += &line(row.iter().map(|it| csv_field(it)).collect());
    }
    text
}

fn csv_field(text: &str) -> String {
    let needs_quotes = text.contains([',', '"', '\n', '\r']);
    if needs_quotes { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

#[test]
fn fields_are_quoted_and_escaped() {
    let rows = vec![vec!["a,b".to_owned(), "say \"hi\"".to_owned(), "<b>".to_owned()]];
    assert_eq!(csv(&["x", "y", "z"], &rows), "x,y,z\n\"a,b\",\"say \"\"hi\"\"\",<b>\n");
    assert!(table(&["x"], &rows).contains("<td>&lt;b&gt;</td>"));
    assert!(page("A & B", "").contains("<title>A &amp; B</title>"));
}
