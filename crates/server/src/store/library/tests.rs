//! The library from the outside: files in, games out.

use std::fs;

use records::{Format, Options};
use tempfile::TempDir;
use xiangqi::{Color, Position, Status, parse_line};

use super::{Library, Page, Query};

const GAMES: &str = "\
[Event \"Cup\"]\n[Date \"2003.05.01\"]\n[Red \"胡荣华\"]\n[Black \"Lu\"]\n[Result \"1-0\"]\n\n\
1. h2e2 {中炮} h9g7 2. h0g2 (2. g3g4) i9h9 1-0\n\n\
[Event \"Open\"]\n[Date \"1999\"]\n[Red \"Xu\"]\n[Black \"胡荣华\"]\n[Result \"1/2-1/2\"]\n\n\
1. b2e2 b9c7 2. b0c2 a9b9 3. a0b0 1/2-1/2\n\n\
[Red \"100%\"]\n\n1. c3c4 *\n";

struct Shelf {
    library: Library,
    folder: TempDir,
}

fn shelf() -> Shelf {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::open(&folder.path().join("games.db")).unwrap();
    Shelf { library, folder }
}

impl Shelf {
    fn import(&mut self, name: &str, text: &str) -> (usize, usize) {
        let report = self.library.import(name, text.as_bytes(), None, &mut |_| true);
        let report = report.unwrap().unwrap();
        (report.added, report.duplicates)
    }

    fn find(&self, query: Query) -> Page {
        self.library.search(&query).unwrap()
    }

    fn names(&self, query: Query) -> Vec<String> {
        self.find(query).games.iter().map(|it| it.red.clone()).collect()
    }
}

fn after(line: &str) -> Option<Position> {
    let mut position = Position::start();
    for mv in parse_line(&position, line).unwrap() {
        position.play(mv).unwrap();
    }
    Some(position)
}

#[test]
fn games_are_found_by_all_that_is_known_of_them() {
    let mut shelf = shelf();
    assert_eq!(shelf.import("cups.pgn", GAMES), (3, 0));
    let open = Query::default;
    assert_eq!(shelf.names(open()), ["100%", "Xu", "胡荣华"]);
    assert_eq!(shelf.names(Query { player: "荣华".into(), ..open() }), ["Xu", "胡荣华"]);
    assert_eq!(shelf.names(Query { player: "0%".into(), ..open() }), ["100%"]);
    assert_eq!(shelf.names(Query { player: "_".into(), ..open() }), [""; 0]);
    assert_eq!(shelf.names(Query { event: "cup".into(), ..open() }), ["胡荣华"]);
    assert_eq!(shelf.names(Query { years: (Some(2000), None), ..open() }), ["胡荣华"]);
    assert_eq!(shelf.names(Query { years: (None, Some(2000)), ..open() }), ["Xu"]);
    assert_eq!(shelf.names(Query { result: Some(Status::Draw), ..open() }), ["Xu"]);
    assert_eq!(shelf.names(Query { opening: "中炮".into(), ..open() }), ["Xu", "胡荣华"]);
    assert_eq!(shelf.names(Query { opening: "cannon".into(), ..open() }), ["Xu", "胡荣华"]);
    assert_eq!(shelf.names(Query { page: 1, ..open() }), [""; 0]);
    let collections = shelf.library.collections().unwrap();
    assert_eq!((collections[0].name.as_str(), collections[0].games), ("cups", 3));
}

#[test]
fn positions_are_found_in_the_mirror_too() {
    let mut shelf = shelf();
    shelf.import("cups.pgn", GAMES);
    let at = |line: &str| Query { position: after(line), ..Query::default() };
    assert_eq!(shelf.names(at("")), ["100%", "Xu", "胡荣华"]);
    assert_eq!(shelf.names(at("h2e2 h9g7")), ["Xu", "胡荣华"]);
    assert_eq!(shelf.names(at("h2e2 h9g7 h0g2 i9h9 i0h0")), ["Xu"]);
    assert_eq!(shelf.names(Query { player: "Xu".into(), ..at("b2e2") }), ["Xu"]);
    assert_eq!(shelf.names(at("h2e2 h7e7")), [""; 0]);
    let moves = shelf.library.moves(&Position::start()).unwrap();
    let told: Vec<_> = moves.iter().map(|it| (it.mv.to_string(), it.tally.games())).collect();
    assert_eq!(told, [("h2e2".to_owned(), 2), ("g3g4".to_owned(), 1)]);
    assert_eq!((moves[0].tally.red, moves[0].tally.draw, moves[1].tally.unknown), (1, 1, 1));
    let replies = shelf.library.moves(&after("h2e2").unwrap()).unwrap();
    assert_eq!(replies[0].mv.to_string(), "h9g7");
}

#[test]
fn the_same_game_is_kept_once_and_with_most_remarks() {
    let mut shelf = shelf();
    shelf.import("a.pgn", "1. h2e2 h9g7 2. h0g2 i9h9 1-0");
    assert_eq!(shelf.import("cups.pgn", GAMES), (2, 1));
    assert_eq!(shelf.import("cups.pgn", GAMES), (0, 3));
    let first = shelf.library.document(1).unwrap().unwrap();
    assert_eq!((first.len(), first.comment_count()), (5, 1), "the richer one stays");
    assert_eq!(first.result, Status::Won(Color::Red));
}

#[test]
fn nothing_of_a_document_is_lost() {
    let mut shelf = shelf();
    let cases = concat!(env!("CARGO_MANIFEST_DIR"), "/../records/tests/cases");
    for file in ["xqf-020.xqf", "pgn-014.pgn", "cbl-001.cbl", "dhtmlxq-003.txt", "cbr-005.cbr"] {
        let bytes = fs::read(format!("{cases}/{file}")).unwrap();
        let before = shelf.find(Query::default()).total;
        let report = shelf.library.import(file, &bytes, Some("all"), &mut |_| true);
        let report = report.unwrap().unwrap();
        for (number, game) in records::read(&bytes).unwrap().flatten().enumerate() {
            if report.duplicates == 0 {
                let id = (before + number + 1) as i64;
                let kept = shelf.library.document(id).unwrap().unwrap();
                let text = |it| Format::Pgn.write(it, &Options::default()).unwrap().bytes;
                assert!(text(&kept) == text(&game.document), "{file} game {id}");
            }
        }
    }
    assert!(shelf.find(Query::default()).total > 5);
}

#[test]
fn segments_are_joined_and_another_program_sees_the_games() {
    let mut shelf = shelf();
    let firsts =
        Position::start().legal_moves().iter().map(ToString::to_string).collect::<Vec<_>>();
    for (index, first) in firsts.iter().enumerate() {
        assert_eq!(shelf.import("x.txt", first), (1, 0), "{index} {first}");
    }
    let other = Library::open(&shelf.folder.path().join("games.db")).unwrap();
    let page = other.search(&Query { position: after(""), ..Query::default() }).unwrap();
    assert_eq!((page.total, page.games.len()), (firsts.len(), firsts.len().min(super::PAGE)));
    let query = "SELECT count(*) FROM library_segments";
    let segments: usize = other.connection.query_row(query, [], |row| row.get(0)).unwrap();
    assert!(segments < 16, "{segments}");
}

#[test]
fn a_removed_collection_leaves_no_trace() {
    let mut shelf = shelf();
    shelf.import("cups.pgn", GAMES);
    let other = "[Red \"kept\"]\n\n1. h2e2 b9c7 *\n";
    assert_eq!(shelf.import("other.pgn", &format!("{other}\n{other}")).0, 1);
    let at_cannon = || Query { position: after("h2e2"), ..Query::default() };
    let names: Vec<String> =
        shelf.library.collections().unwrap().into_iter().map(|it| it.name).collect();
    let cups = names.iter().find(|it| it.contains("cups")).unwrap();
    assert_eq!(shelf.library.remove(cups).unwrap(), Some(3));
    assert_eq!(shelf.library.remove(cups).unwrap(), None, "it is gone");
    assert_eq!(shelf.names(Query::default()), ["kept"]);
    assert_eq!(shelf.names(at_cannon()), ["kept"]);
    let moves = shelf.library.moves(&after("h2e2").unwrap()).unwrap();
    assert_eq!(moves.iter().map(|it| it.tally.games()).sum::<u32>(), 1);
    assert_eq!(shelf.import("cups.pgn", GAMES), (3, 0), "and can come again");
}
