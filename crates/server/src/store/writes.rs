//! What is written: games, their events, shelves, duels. A move becomes a row of `events` here.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, params};
use xiangqi::Color;

use super::{
    leagues::{self, LeagueWrite},
    puzzles::{self, Meeting},
    reviews::{self, KeptReview},
    studies::{self, KeptStudy},
    words::{ClockColumns, color_word, event_words, player_words},
};
use crate::game::{
    duel::DuelSetup,
    score::RedScore,
    secret::{Seats, TokenHash},
    setup::GameSetup,
    state::{Event, GameState},
};

pub(crate) enum Write {
    Create(Box<NewGame>),
    CreateDuel {
        id: String,
        setup: Box<DuelSetup>,
        host: TokenHash,
    },
    StopDuel {
        id: String,
    },
    Append {
        id: String,
        first: usize,
        events: Vec<Event>,
        shown: Shown,
    },
    Shelve {
        id: String,
        visitor: TokenHash,
    },
    /// A guest takes the seat that was given away.
    Seat {
        id: String,
        color: Color,
        guest: TokenHash,
        name: Option<String>,
    },
    Delete {
        id: String,
        visitor: TokenHash,
    },
    KeepStudy {
        study: Box<KeptStudy>,
        visitor: TokenHash,
    },
    DeleteStudy {
        id: String,
        visitor: TokenHash,
    },
    MeetPuzzle(Meeting),
    League(Box<LeagueWrite>),
    BeginReview(Box<KeptReview>),
    /// Answers that were found, and whether they are all.
    NoteReview {
        key: String,
        notes: String,
        done: bool,
    },
}

pub(crate) struct NewGame {
    pub(crate) id: String,
    pub(crate) state: GameState,
    pub(crate) seats: Seats,
    pub(crate) owner: Option<TokenHash>,
    pub(crate) duel: Option<DuelPlace>,
    pub(crate) league: Option<LeaguePlace>,
    /// The game whose players go on in this one.
    pub(crate) before: Option<String>,
}

/// Which game of which duel.
pub(crate) struct DuelPlace {
    pub(crate) duel: String,
    pub(crate) number: usize,
}

/// Which game of which league; without a number it is not counted.
pub(crate) struct LeaguePlace {
    pub(crate) league: String,
    pub(crate) number: Option<usize>,
}

/// What the shelf shows of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Shown {
    plies: usize,
    fen: String,
    status: &'static str,
    reason: Option<&'static str>,
    swapped: bool,
}

impl From<&GameState> for Shown {
    fn from(state: &GameState) -> Shown {
        let standing = state.standing();
        Shown {
            plies: state.plies().len(),
            fen: state.game().position().fen(),
            status: standing.status.name(),
            reason: standing.reason.map(|it| it.name()),
            swapped: state.swapped(),
        }
    }
}

pub(super) fn perform(to: &Connection, write: &Write) -> rusqlite::Result<()> {
    match write {
        Write::Create(new) => {
            create(to, new)?;
            lead_on(to, new)?;
            new.owner.map_or(Ok(()), |owner| shelve(to, &new.id, owner, true))
        }
        Write::CreateDuel { id, setup, host } => create_duel(to, id, setup, *host),
        Write::StopDuel { id } => {
            to.execute("UPDATE duels SET stopped = 1 WHERE id = ?1", [id]).map(|_| ())
        }
        Write::Append { id, first, events, shown } => append(to, id, *first, events, shown),
        Write::Shelve { id, visitor } => shelve(to, id, *visitor, false),
        Write::Seat { id, color, guest, name } => seat(to, id, *color, *guest, name.as_deref()),
        Write::Delete { id, visitor } => delete(to, id, *visitor),
        Write::KeepStudy { study, visitor } => studies::keep(to, study, *visitor, now_ms()),
        Write::DeleteStudy { id, visitor } => studies::delete(to, id, *visitor),
        Write::MeetPuzzle(meeting) => puzzles::meet(to, meeting, now_ms()),
        Write::League(write) => leagues::perform(to, write, now_ms()),
        Write::BeginReview(review) => reviews::begin(to, review, now_ms()),
        Write::NoteReview { key, notes, done } => reviews::note(to, key, notes, *done),
    }
}

fn create(to: &Connection, new: &NewGame) -> rusqlite::Result<()> {
    let setup: &GameSetup = new.state.setup();
    let shown = Shown::from(&new.state);
    let [(red_kind, red_detail), (black_kind, black_detail)] =
        setup.players.each_ref().map(player_words);
    let clock = ClockColumns::from(setup.clock);
    let blob = |it: Option<TokenHash>| it.map(|hash| hash.0.to_vec());
    let invitation = new.seats.invitation;
    to.execute(
        "INSERT INTO games (id, created, updated, start, rules, red_kind, red_detail, black_kind,
            black_detail, clock_kind, clock_s, clock_increment_s, red_seat, black_seat, host_seat,
            plies, fen, status, reason, duel, duel_number, invited, inviter, guest,
            league, league_number)
         VALUES (?1, ?2, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17,
            ?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25)",
        params![
            new.id,
            now_ms(),
            setup.start.fen(),
            setup.rules.name(),
            red_kind,
            red_detail,
            black_kind,
            black_detail,
            clock.kind,
            clock.stock_s,
            clock.increment_s,
            blob(new.seats.colors[0]),
            blob(new.seats.colors[1]),
            blob(new.seats.host),
            shown.plies,
            shown.fen,
            shown.status,
            shown.reason,
            new.duel.as_ref().map(|it| &it.duel),
            new.duel.as_ref().map(|it| it.number),
            invitation.map(|it| color_word(it.color)),
            blob(invitation.and_then(|it| it.host)),
            blob(invitation.and_then(|it| it.guest)),
            new.league.as_ref().map(|it| &it.league),
            new.league.as_ref().and_then(|it| it.number),
        ],
    )?;
    Ok(())
}

/// Whoever looks at the game before is led to this one.
fn lead_on(to: &Connection, new: &NewGame) -> rusqlite::Result<()> {
    let Some(before) = &new.before else { return Ok(()) };
    to.execute("UPDATE games SET next = ?2 WHERE id = ?1", params![before, new.id]).map(|_| ())
}

fn seat(
    to: &Connection,
    id: &str,
    color: Color,
    guest: TokenHash,
    name: Option<&str>,
) -> rusqlite::Result<()> {
    let detail = match color {
        Color::Red => "red_detail",
        Color::Black => "black_detail",
    };
    let text =
        format!("UPDATE games SET guest = ?2, {detail} = coalesce(?3, {detail}) WHERE id = ?1");
    to.execute(&text, params![id, guest.0, name]).map(|_| ())
}

fn create_duel(
    to: &Connection,
    id: &str,
    setup: &DuelSetup,
    host: TokenHash,
) -> rusqlite::Result<()> {
    let [(first_kind, first_detail), (second_kind, second_detail)] =
        setup.players.each_ref().map(player_words);
    to.execute(
        "INSERT INTO duels (id, created, rules, first_kind, first_detail, second_kind,
            second_detail, games, host_seat)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        params![
            id,
            now_ms(),
            setup.rules.name(),
            first_kind,
            first_detail,
            second_kind,
            second_detail,
            setup.games,
            host.0
        ],
    )?;
    Ok(())
}

fn append(
    to: &Connection,
    id: &str,
    first: usize,
    events: &[Event],
    shown: &Shown,
) -> rusqlite::Result<()> {
    for (number, event) in (first..).zip(events) {
        insert_event(to, id, number, event)?;
    }
    to.execute(
        "UPDATE games SET updated = ?2, plies = ?3, fen = ?4, status = ?5, reason = ?6, swapped = ?7
         WHERE id = ?1",
        params![id, now_ms(), shown.plies, shown.fen, shown.status, shown.reason, shown.swapped],
    )?;
    Ok(())
}

fn insert_event(to: &Connection, id: &str, number: usize, event: &Event) -> rusqlite::Result<()> {
    let (kind, detail) = event_words(event);
    let ply = match event {
        Event::Played(ply) => Some(ply),
        _ => None,
    };
    let (centipawns, mate, rule) = match ply.and_then(|it| it.score) {
        Some(RedScore::Centipawns(value)) => (Some(value), None, None),
        Some(RedScore::Mate(moves)) => (None, Some(moves), None),
        Some(RedScore::Rule(moves)) => (None, None, Some(moves)),
        None => (None, None, None),
    };
    let millis = |it: Duration| it.as_millis() as u64;
    to.prepare_cached("INSERT INTO events VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)")?
        .execute(params![
            id,
            number,
            now_ms(),
            kind,
            detail,
            ply.map(|it| millis(it.spent)),
            ply.and_then(|it| it.left).map(millis),
            centipawns,
            mate,
            ply.and_then(|it| it.depth),
            rule,
        ])?;
    Ok(())
}

fn shelve(to: &Connection, id: &str, visitor: TokenHash, owner: bool) -> rusqlite::Result<()> {
    let text = "INSERT INTO shelf VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING";
    to.execute(text, params![visitor.0, id, owner]).map(|_| ())
}

/// The maker of a game deletes it for all; anyone else only takes it off the own shelf.
fn delete(to: &Connection, id: &str, visitor: TokenHash) -> rusqlite::Result<()> {
    let made = "DELETE FROM games WHERE id = ?1 AND EXISTS
        (SELECT 1 FROM shelf WHERE visitor = ?2 AND game = ?1 AND owner)";
    to.execute(made, params![id, visitor.0])?;
    to.execute("DELETE FROM shelf WHERE game = ?1 AND visitor = ?2", params![id, visitor.0])?;
    Ok(())
}

pub(crate) fn now_ms() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |it| it.as_millis() as i64)
}
