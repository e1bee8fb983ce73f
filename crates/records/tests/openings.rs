//! The table of names, and what games are called.

use std::collections::{BTreeMap, BTreeSet};

use records::{
    book::{Book, place_key},
    openings::{Name, Openings},
};
use xiangqi::{Position, parse_line};

fn table() -> Openings {
    Openings::parse(include_str!("../../../books/openings.txt")).unwrap()
}

fn name_of(line: &str) -> Option<&'static str> {
    let moves = parse_line(&Position::start(), line).unwrap();
    let name = Openings::built_in().name_of_game(&Position::start(), moves);
    name.map(|it| it.zh.as_str())
}

fn position_after(line: &str) -> Position {
    let mut position = Position::start();
    for mv in parse_line(&position, line).unwrap() {
        position.play(mv).unwrap();
    }
    position
}

#[test]
fn every_line_is_legal_and_has_a_position_of_its_own() {
    let table = table();
    let names: BTreeSet<&Name> = table.rows().iter().map(|it| &it.name).collect();
    assert!(150 <= names.len(), "{} names", names.len());
    let mut taken = BTreeMap::new();
    for row in table.rows() {
        let mut position = Position::start();
        row.moves.iter().for_each(|mv| _ = position.play(*mv).unwrap());
        let other = taken.insert(place_key(&position), row);
        assert!(other.is_none(), "{:?} and {other:?} share a position", row);
    }
}

/// In each language a name is one name.
#[test]
fn translations_are_one_to_one() {
    let table = table();
    let (mut english, mut chinese) = (BTreeMap::new(), BTreeMap::new());
    for name in table.rows().iter().map(|it| &it.name) {
        assert_eq!(*english.entry(&name.zh).or_insert(&name.en), &name.en);
        assert_eq!(*chinese.entry(&name.en).or_insert(&name.zh), &name.zh);
    }
}

#[test]
fn games_have_the_names_that_players_use() {
    assert_eq!(name_of(""), None);
    assert_eq!(name_of("炮二平五 炮8平5"), Some("顺炮"));
    assert_eq!(name_of("炮八平五 炮8平5"), Some("列炮"));
    assert_eq!(name_of("兵七进一 炮2平3"), Some("仙人指路对卒底炮"));
    assert_eq!(name_of("炮二平五 马8进7 马二进三 马2进3"), Some("中炮对屏风马"));
    assert_eq!(name_of("炮二平五 马2进3 马二进三 炮8平6"), Some("中炮对反宫马"));
}

#[test]
fn another_order_or_wing_keeps_the_name() {
    let name = Some("中炮对屏风马");
    assert_eq!(name_of("炮二平五 马8进7 马二进三 车9平8 车一平二 马2进3"), name);
    assert_eq!(name_of("炮八平五 马2进3 马八进七 马8进7 车九平八 车1平2"), name);
    assert_eq!(name_of("炮二平五 马2进3 马二进三 马8进7 车一平二 车9平8"), name);
    // What comes later and has no name of its own keeps the last one.
    assert_eq!(name_of("炮二平五 炮2平5 兵九进一 卒1进1"), Some("列炮"));
}

#[test]
fn a_position_without_its_game_is_named_by_the_way_most_games_came() {
    let name = |line: &str| {
        let name = Openings::built_in().name_by_book(&position_after(line), Book::masters());
        name.map(|it| it.zh.as_str())
    };
    assert_eq!(name("炮二平五 炮8平5"), Some("顺炮"));
    let deep = name("炮二平五 炮8平5 马二进三 马8进7 车一平二 车9进1 车二进六");
    assert_eq!(deep, Some("顺炮直车对横车"));
    // A move that no master made, in a position that many knew.
    assert_eq!(name("炮二平五 炮8平5 马二进三 马8进7 车一平二 车9进1 车二进九"), deep);
    assert_eq!(name("帅五进一"), None);
}

/// Most positions that masters reach have a name that says more than the first move.
#[test]
fn most_of_the_book_has_a_name() {
    let table = table();
    let (book, mut named, mut games) = (Book::masters(), 0, 0);
    for first in book.look_up(&Position::start()) {
        let mut position = Position::start();
        position.play(first.mv).unwrap();
        for second in book.look_up(&position) {
            let mut position = position;
            position.play(second.mv).unwrap();
            games += second.tally.games();
            named += if table.name_of(&position).is_some() { second.tally.games() } else { 0 };
        }
    }
    assert!(games * 9 / 10 <= named, "{named} of {games}");
}
