//! Games found, a page at a time.

use rusqlite::{Connection, Row, params_from_iter, types::Value};
use xiangqi::{Position, Status};

use super::{
    super::error::StoreError,
    places,
    results::{result_named, result_number},
};

/// Games on a page.
pub const PAGE: usize = 50;

/// What is looked for; whatever is left open does not matter. Texts may stand anywhere in a name.
#[derive(Clone, Default, Debug)]
pub struct Query {
    /// Either side.
    pub player: String,
    /// The event, or the title of a game without one.
    pub event: String,
    pub opening: String,
    /// The first and the last year.
    pub years: (Option<i32>, Option<i32>),
    pub result: Option<Status>,
    /// Its number.
    pub collection: Option<i64>,
    /// A position of the main line, or its mirror image.
    pub position: Option<Position>,
    /// Counted from 0.
    pub page: usize,
}

/// One page, and how many games there are on all of them.
#[derive(Clone, PartialEq, Debug)]
pub struct Page {
    pub games: Vec<Found>,
    pub total: usize,
}

/// A game as a list shows it.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    pub id: i64,
    pub red: String,
    pub black: String,
    pub event: String,
    pub title: String,
    pub date: String,
    /// Chinese and English.
    pub opening: Option<[String; 2]>,
    pub result: Status,
    pub plies: usize,
    pub collection: String,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Collection {
    pub id: i64,
    pub name: String,
    pub games: usize,
}

pub(in crate::store) fn collections(from: &Connection) -> Result<Vec<Collection>, StoreError> {
    let mut statement =
        from.prepare("SELECT id, name, games FROM library_collections ORDER BY name")?;
    let read =
        |row: &Row<'_>| Ok(Collection { id: row.get(0)?, name: row.get(1)?, games: row.get(2)? });
    Ok(statement.query_map([], read)?.collect::<rusqlite::Result<_>>()?)
}

pub(in crate::store) fn search(from: &Connection, query: &Query) -> Result<Page, StoreError> {
    let filter = Filter::of(query);
    let offset = query.page.saturating_mul(PAGE);
    let Some(position) = &query.position else {
        let count = format!("SELECT count(*) FROM library_games WHERE {}", filter.text);
        let total =
            from.prepare(&count)?.query_row(params_from_iter(&filter.values), |row| row.get(0))?;
        let page = format!("{} ORDER BY id DESC LIMIT {PAGE} OFFSET {offset}", filter.text);
        return Ok(Page { games: read_page(from, &page, &filter.values)?, total });
    };
    let mut ids = places::games(from, position)?;
    if !filter.values.is_empty() {
        ids = both(&ids, &filter.ids(from)?);
    }
    let page: Vec<String> = ids.iter().skip(offset).take(PAGE).map(u32::to_string).collect();
    let condition = format!("id IN ({})", page.join(","));
    Ok(Page { games: read_page(from, &condition, &[])?, total: ids.len() })
}

/// What two falling lists have in common.
fn both(one: &[u32], other: &[u32]) -> Vec<u32> {
    let is_there = |id: &u32| other.binary_search_by(|it| id.cmp(it)).is_ok();
    one.iter().copied().filter(is_there).collect()
}

fn read_page(from: &Connection, which: &str, values: &[Value]) -> Result<Vec<Found>, StoreError> {
    let mut statement = from.prepare(&format!(
        "SELECT game.id, red.name, black.name, event.name, title.name, date.name, zh.name, en.name,
            game.result, game.plies, collection.name
         FROM (SELECT * FROM library_games WHERE {which}) AS game
         JOIN library_collections AS collection ON collection.id = game.collection
         LEFT JOIN library_names AS red ON red.id = game.red
         LEFT JOIN library_names AS black ON black.id = game.black
         LEFT JOIN library_names AS event ON event.id = game.event
         LEFT JOIN library_names AS title ON title.id = game.title
         LEFT JOIN library_names AS date ON date.id = game.date
         LEFT JOIN library_names AS zh ON zh.id = game.opening_zh
         LEFT JOIN library_names AS en ON en.id = game.opening_en
         ORDER BY game.id DESC"
    ))?;
    let games = statement.query_map(params_from_iter(values), read_found)?;
    Ok(games.collect::<rusqlite::Result<_>>()?)
}

fn read_found(row: &Row<'_>) -> rusqlite::Result<Found> {
    let text = |index| row.get::<_, Option<String>>(index).map(Option::unwrap_or_default);
    let (zh, en) = (text(6)?, text(7)?);
    Ok(Found {
        id: row.get(0)?,
        red: text(1)?,
        black: text(2)?,
        event: text(3)?,
        title: text(4)?,
        date: text(5)?,
        opening: Some([zh, en]).filter(|it| !it[0].is_empty()),
        result: result_named(row.get(8)?),
        plies: row.get(9)?,
        collection: text(10)?,
    })
}

/// A condition on `library_games`, and what stands for its question marks.
struct Filter {
    text: String,
    values: Vec<Value>,
}

impl Filter {
    fn of(query: &Query) -> Filter {
        let mut filter = Filter { text: "1".to_owned(), values: Vec::new() };
        filter.add_words(["red", "black"], &query.player);
        filter.add_words(["event", "title"], &query.event);
        filter.add_words(["opening_zh", "opening_en"], &query.opening);
        if let Some(year) = query.years.0 {
            filter.add("year >= ?", [Value::from(year)]);
        }
        if let Some(year) = query.years.1 {
            filter.add("year <= ?", [Value::from(year)]);
        }
        if let Some(result) = query.result {
            filter.add("result = ?", [Value::from(result_number(result))]);
        }
        if let Some(collection) = query.collection {
            filter.add("collection = ?", [Value::from(collection)]);
        }
        filter
    }

    /// The games it lets pass, the newest first.
    fn ids(&self, from: &Connection) -> Result<Vec<u32>, StoreError> {
        let select = format!("SELECT id FROM library_games WHERE {} ORDER BY id DESC", self.text);
        let mut statement = from.prepare(&select)?;
        let ids = statement.query_map(params_from_iter(&self.values), |row| row.get(0))?;
        Ok(ids.collect::<rusqlite::Result<_>>()?)
    }

    fn add<const N: usize>(&mut self, condition: &str, values: [Value; N]) {
        self.text += &format!(" AND ({condition})");
        self.values.extend(values);
    }

    /// The words stand in one of two columns.
    fn add_words(&mut self, columns: [&str; 2], words: &str) {
        let words = words.trim();
        if words.is_empty() {
            return;
        }
        let plain = words.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
        let pattern = Value::from(format!("%{plain}%"));
        let named = "IN (SELECT id FROM library_names WHERE name LIKE ? ESCAPE '\\')";
        let [one, other] = columns;
        self.add(&format!("{one} {named} OR {other} {named}"), [pattern.clone(), pattern]);
    }
}
