//! `chuhe library search`: games found, a page at a time; and what is looked for, which `export`
//! shares.

use anyhow::{Context, Result, bail, ensure};
use serde_json::json;
use server::library::{Found, Library, PAGE, Query};
use xiangqi::Status;

use super::Data;
use crate::common::{print, read_game};

#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    wanted: Wanted,
    /// Which page, from 1
    #[arg(long, value_name = "N", default_value_t = 1)]
    page: usize,
    #[command(flatten)]
    data: Data,
    /// One JSON line a game
    #[arg(long)]
    json: bool,
}

/// What is looked for. All conditions must hold.
#[derive(clap::Args)]
pub(super) struct Wanted {
    /// Part of a player's name, either side
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Part of an event's name, or of a title
    #[arg(long, value_name = "NAME")]
    event: Option<String>,
    /// Part of an opening's name, in Chinese or English
    #[arg(long, value_name = "NAME")]
    opening: Option<String>,
    /// A year, or two with a dash: 1999-2003
    #[arg(long, value_name = "YEAR")]
    year: Option<String>,
    /// 1-0, 0-1, 1/2-1/2 or *
    #[arg(long, value_name = "RESULT")]
    result: Option<String>,
    /// The name of a collection
    #[arg(long, value_name = "NAME")]
    collection: Option<String>,
    /// A position of the game, or its mirror image
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Moves that lead to the position, in any notation
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
}

impl Wanted {
    pub(super) fn query(&self, library: &Library) -> Result<Query> {
        let text = |it: &Option<String>| it.clone().unwrap_or_default();
        let has_position = self.fen.is_some() || self.moves.is_some();
        let game = read_game(self.fen.as_deref(), self.moves.as_deref())?;
        Ok(Query {
            player: text(&self.player),
            event: text(&self.event),
            opening: text(&self.opening),
            years: self.year.as_deref().map_or(Ok((None, None)), read_years)?,
            result: self.result.as_deref().map(read_result).transpose()?,
            collection: self.collection.as_deref().map(|it| number(library, it)).transpose()?,
            position: has_position.then(|| *game.position()),
            page: 0,
        })
    }
}

fn read_years(text: &str) -> Result<(Option<i32>, Option<i32>)> {
    let year = |text: &str| match text.trim() {
        "" => Ok(None),
        text => text.parse().map(Some).with_context(|| format!("{text:?} is no year")),
    };
    match text.split_once('-') {
        Some((first, last)) => Ok((year(first)?, year(last)?)),
        None => Ok((year(text)?, year(text)?)),
    }
}

fn read_result(text: &str) -> Result<Status> {
    Status::from_token(text)
        .with_context(|| format!("a result is 1-0, 0-1, 1/2-1/2 or *, not {text:?}"))
}

fn number(library: &Library, name: &str) -> Result<i64> {
    match library.collections()?.into_iter().find(|it| it.name == name) {
        Some(collection) => Ok(collection.id),
        None => bail!("there is no collection {name:?} (see chuhe library list)"),
    }
}

pub(super) fn run(args: &Args) -> Result<()> {
    ensure!(1 <= args.page, "pages are counted from 1");
    let library = args.data.open()?;
    let query = Query { page: args.page - 1, ..args.wanted.query(&library)? };
    let found = library.search(&query)?;
    for game in &found.games {
        print(&if args.json { json_line(game) } else { line(game) })?;
    }
    if !args.json {
        let pages = found.total.div_ceil(PAGE).max(1);
        print(&format!("{} games, page {} of {pages}\n", found.total, args.page))?;
    }
    Ok(())
}

fn line(game: &Found) -> String {
    let or = |text: &str| if text.is_empty() { "?".to_owned() } else { text.to_owned() };
    let event = if game.event.is_empty() { &game.title } else { &game.event };
    let opening = game.opening.as_ref().map_or(String::new(), |[zh, en]| format!("{zh} · {en}"));
    format!(
        "{:>7}  {} - {}  {}  {}  {event}  {opening}\n",
        game.id,
        or(&game.red),
        or(&game.black),
        game.result.token(),
        or(&game.date),
    )
}

fn json_line(game: &Found) -> String {
    let opening = game.opening.as_ref().map(|[zh, en]| json!({"zh": zh, "en": en}));
    let line = json!({
        "id": game.id, "red": game.red, "black": game.black, "event": game.event,
        "title": game.title, "date": game.date, "result": game.result.token(),
        "plies": game.plies, "opening": opening, "collection": game.collection,
    });
    format!("{line}\n")
}
