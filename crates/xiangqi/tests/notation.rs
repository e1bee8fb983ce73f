//! Moves as people write them, from a data file and over random games.

use serde_json::Value;
use xiangqi::{Position, Style};

#[test]
fn moves_are_written_and_read_as_the_table_says() {
    let table: Value = serde_json::from_str(include_str!("cases/notation.json")).unwrap();
    for item in table["items"].as_array().unwrap() {
        let position = Position::from_fen(item["fen"].as_str().unwrap()).unwrap();
        let mv = item["move"].as_str().unwrap().parse().unwrap();
        let wxf = item["wxf"].as_str().unwrap();
        assert_eq!(position.write_move(mv, Style::Wxf), wxf, "{item}");
        assert_eq!(position.read_move(wxf), Ok(mv), "{item}");

        let chinese = item["chinese"].as_str().unwrap();
        let is_ambiguous = item.get("ambiguous_chinese").is_some();
        let ours = position.write_move(mv, Style::Chinese);
        assert_eq!(position.read_move(&ours), Ok(mv), "{item}");
        if !is_ambiguous {
            assert_eq!(ours, chinese, "{item}");
            assert_eq!(position.read_move(chinese), Ok(mv), "{item}");
        }
    }
}
