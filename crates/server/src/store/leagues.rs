//! Leagues on disk: made, joined, paired, stopped; and read back with what became of their games.

use std::time::Duration;

use arena::league::{Form, Meeting};
use rusqlite::{Connection, OptionalExtension, Row, params};
use xiangqi::{Color, Status};

use super::{
    error::{Damage, StoreError},
    reads::read_player,
    words::{ClockColumns, fault_named, player_words, rules_named, status_named},
};
use crate::game::{
    fault::{Fault, FaultKind},
    league::{
        Incident, League, LeagueGame, LeagueKeys, LeagueSetup, LeagueState, Openings, Participant,
        PlayedGame,
    },
    secret::TokenHash,
};

/// Leagues in a list.
const MOST_LISTED: usize = 200;

pub(crate) enum LeagueWrite {
    Create {
        id: String,
        setup: LeagueSetup,
        keys: LeagueKeys,
    },
    Join {
        league: String,
        participant: Participant,
    },
    /// As if it had never joined.
    Forget {
        league: String,
        number: usize,
    },
    /// Its remaining games are lost.
    Remove {
        league: String,
        number: usize,
    },
    /// Meetings from this number on, and how the league stands with them.
    Pair {
        league: String,
        first: usize,
        meetings: Vec<Meeting>,
        state: LeagueState,
    },
    Turn {
        league: String,
        state: LeagueState,
    },
    /// Of the player with this number.
    Note {
        league: String,
        number: usize,
        fault: Fault,
    },
}

/// A league read back.
pub(crate) struct StoredLeague {
    pub(crate) league: League,
    /// Games of people against its bots that are not over: the game, the bot's name, its color.
    pub(crate) challenges: Vec<(String, String, Color)>,
}

/// What a list shows.
pub(crate) struct LeagueSummary {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) created: i64,
    pub(crate) state: LeagueState,
    pub(crate) players: usize,
    pub(crate) games: usize,
    pub(crate) finished: usize,
}

pub(super) fn perform(to: &Connection, write: &LeagueWrite, now: i64) -> rusqlite::Result<()> {
    match write {
        LeagueWrite::Create { id, setup, keys } => create(to, id, setup, keys, now),
        LeagueWrite::Join { league, participant } => join(to, league, participant),
        LeagueWrite::Forget { league, number } => {
            let text = "DELETE FROM league_players WHERE league = ?1 AND number = ?2";
            to.execute(text, params![league, number])?;
            let text = "DELETE FROM league_incidents WHERE league = ?1 AND player = ?2";
            to.execute(text, params![league, number]).map(|_| ())
        }
        LeagueWrite::Remove { league, number } => {
            let text = "UPDATE league_players SET removed = 1 WHERE league = ?1 AND number = ?2";
            to.execute(text, params![league, number]).map(|_| ())
        }
        LeagueWrite::Pair { league, first, meetings, state } => {
            pair(to, league, *first, meetings)?;
            turn(to, league, *state)
        }
        LeagueWrite::Turn { league, state } => turn(to, league, *state),
        LeagueWrite::Note { league, number, fault } => note(to, league, *number, fault, now),
    }
}

fn create(
    to: &Connection,
    id: &str,
    setup: &LeagueSetup,
    keys: &LeagueKeys,
    now: i64,
) -> rusqlite::Result<()> {
    let clock = ClockColumns::from(Some(setup.clock));
    to.execute(
        "INSERT INTO leagues (id, created, owner, name, rules, clock_kind, clock_s,
            clock_increment_s, games, form, rounds, openings, grace_ms, at_once, code, admin, state)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)",
        params![
            id,
            now,
            keys.owner.map(|it| it.0.to_vec()),
            setup.name,
            setup.rules.name(),
            clock.kind,
            clock.stock_s,
            clock.increment_s,
            setup.games,
            form_word(setup.form),
            setup.rounds,
            openings_word(setup.openings),
            setup.grace.as_millis() as u64,
            setup.at_once,
            keys.code,
            keys.admin.0,
            state_word(LeagueState::Gathering),
        ],
    )?;
    Ok(())
}

fn join(to: &Connection, league: &str, it: &Participant) -> rusqlite::Result<()> {
    let (kind, detail) = player_words(&it.player);
    to.execute(
        "INSERT INTO league_players (league, number, kind, detail, key) VALUES (?1, ?2, ?3, ?4, ?5)",
        params![league, it.number, kind, detail, it.key.map(|it| it.0.to_vec())],
    )?;
    Ok(())
}

fn pair(to: &Connection, league: &str, first: usize, meetings: &[Meeting]) -> rusqlite::Result<()> {
    let mut insert =
        to.prepare_cached("INSERT INTO league_meetings VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?;
    for (number, it) in (first..).zip(meetings) {
        insert.execute(params![league, number, it.round, it.red, it.black, it.pair])?;
    }
    Ok(())
}

fn turn(to: &Connection, league: &str, state: LeagueState) -> rusqlite::Result<()> {
    let text = "UPDATE leagues SET state = ?2 WHERE id = ?1";
    to.execute(text, params![league, state_word(state)]).map(|_| ())
}

fn note(
    to: &Connection,
    league: &str,
    player: usize,
    fault: &Fault,
    now: i64,
) -> rusqlite::Result<()> {
    let text =
        "INSERT INTO league_incidents SELECT ?1, coalesce(max(number) + 1, 0), ?2, ?3, ?4, ?5
        FROM league_incidents WHERE league = ?1";
    to.execute(text, params![league, now, player, fault.kind.name(), fault.detail]).map(|_| ())
}

pub(super) fn of_code(from: &Connection, code: &str) -> Result<Option<String>, StoreError> {
    let query = "SELECT id FROM leagues WHERE code = ?1";
    Ok(from.query_row(query, [code], |row| row.get(0)).optional()?)
}

pub(super) fn under_way(from: &Connection) -> Result<Vec<String>, StoreError> {
    let mut statement =
        from.prepare("SELECT id FROM leagues WHERE state IN ('running', 'paused') ORDER BY id")?;
    let rows = statement.query_map([], |row| row.get(0))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

pub(super) fn of_visitor(
    from: &Connection,
    visitor: TokenHash,
) -> Result<Vec<LeagueSummary>, StoreError> {
    let mut statement = from.prepare(
        "SELECT id, name, created, state,
            (SELECT count(*) FROM league_players WHERE league = id),
            (SELECT count(*) FROM league_meetings WHERE league = id AND black IS NOT NULL),
            (SELECT count(*) FROM games WHERE league = leagues.id AND league_number IS NOT NULL
                AND status != ?3)
         FROM leagues WHERE owner = ?1 ORDER BY created DESC, id LIMIT ?2",
    )?;
    let mut rows = statement.query(params![visitor.0, MOST_LISTED, Status::Ongoing.name()])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push(LeagueSummary {
            id: row.get(0)?,
            name: row.get(1)?,
            created: row.get(2)?,
            state: state_named(&row.get::<_, String>(3)?)?,
            players: row.get(4)?,
            games: row.get(5)?,
            finished: row.get(6)?,
        });
    }
    Ok(found)
}

pub(super) fn load(from: &Connection, id: &str) -> Result<Option<StoredLeague>, StoreError> {
    let query = "SELECT created, owner, name, rules, clock_kind, clock_s, clock_increment_s, games,
        form, rounds, openings, grace_ms, at_once, code, admin, state FROM leagues WHERE id = ?1";
    let row = from.query_row(query, [id], |row| Ok(read_league(row, id)));
    let Some(mut league) = row.optional()?.transpose()? else { return Ok(None) };
    league.players = load_players(from, id)?;
    league.games = load_games(from, id, league.players.len())?;
    league.incidents = load_incidents(from, id, &league.players)?;
    Ok(Some(StoredLeague { league, challenges: load_challenges(from, id)? }))
}

/// The league without what happened in it.
fn read_league(row: &Row<'_>, id: &str) -> Result<League, StoreError> {
    let clock =
        ClockColumns { kind: Some(row.get(4)?), stock_s: row.get(5)?, increment_s: row.get(6)? };
    let no_clock = || damage("clock", "");
    let owner: Option<[u8; 32]> = row.get(1)?;
    Ok(League {
        id: id.to_owned(),
        created: row.get(0)?,
        setup: LeagueSetup {
            name: row.get(2)?,
            rules: rules_named(&row.get::<_, String>(3)?)?,
            clock: clock.rule()?.ok_or_else(no_clock)?,
            games: row.get(7)?,
            form: form_named(&row.get::<_, String>(8)?)?,
            rounds: row.get(9)?,
            openings: openings_named(&row.get::<_, String>(10)?)?,
            grace: Duration::from_millis(row.get(11)?),
            at_once: row.get(12)?,
        },
        keys: LeagueKeys {
            code: row.get(13)?,
            admin: TokenHash(row.get(14)?),
            owner: owner.map(TokenHash),
        },
        state: state_named(&row.get::<_, String>(15)?)?,
        players: Vec::new(),
        games: Vec::new(),
        incidents: Vec::new(),
    })
}

fn load_players(from: &Connection, id: &str) -> Result<Vec<Participant>, StoreError> {
    let mut statement = from.prepare(
        "SELECT number, kind, detail, key, removed FROM league_players WHERE league = ?1
         ORDER BY number",
    )?;
    let mut rows = statement.query([id])?;
    let mut players = Vec::new();
    while let Some(row) = rows.next()? {
        players.push(Participant {
            number: row.get(0)?,
            player: read_player(row, 1)?,
            key: row.get::<_, Option<[u8; 32]>>(3)?.map(TokenHash),
            removed: row.get(4)?,
        });
    }
    Ok(players)
}

fn load_games(from: &Connection, id: &str, players: usize) -> Result<Vec<LeagueGame>, StoreError> {
    let mut statement = from.prepare(
        "SELECT m.round, m.red, m.black, m.pair, g.id, g.status, g.reason, g.plies,
            (SELECT detail FROM events WHERE game = g.id AND kind = 'fault' LIMIT 1)
         FROM league_meetings m LEFT JOIN games g ON g.league = m.league
            AND g.league_number = m.number
         WHERE m.league = ?1 ORDER BY m.number",
    )?;
    let mut rows = statement.query([id])?;
    let mut games = Vec::new();
    while let Some(row) = rows.next()? {
        games.push(read_meeting(row, players)?);
    }
    Ok(games)
}

fn read_meeting(row: &Row<'_>, players: usize) -> Result<LeagueGame, StoreError> {
    let (red, black): (usize, Option<usize>) = (row.get(1)?, row.get(2)?);
    let is_known = red < players && black.is_none_or(|it| it < players);
    if !is_known {
        return Err(damage("meeting", &format!("{red} {black:?}")).into());
    }
    let meeting = Meeting { round: row.get(0)?, red, black, pair: row.get(3)? };
    let Some(id) = row.get(4)? else { return Ok(LeagueGame { meeting, played: None }) };
    let detail: Option<String> = row.get(8)?;
    let fault = detail.as_deref().and_then(fault_named);
    let played = PlayedGame {
        id,
        status: status_named(&row.get::<_, String>(5)?)?,
        reason: row.get(6)?,
        plies: row.get(7)?,
        detail: fault.map(|(_, it)| it.detail).unwrap_or_default(),
    };
    Ok(LeagueGame { meeting, played: Some(played) })
}

fn load_incidents(
    from: &Connection,
    id: &str,
    players: &[Participant],
) -> Result<Vec<Incident>, StoreError> {
    let mut statement = from.prepare(
        "SELECT player, kind, detail FROM league_incidents WHERE league = ?1 ORDER BY number",
    )?;
    let mut rows = statement.query([id])?;
    let mut incidents = Vec::new();
    while let Some(row) = rows.next()? {
        let (number, kind): (usize, String) = (row.get(0)?, row.get(1)?);
        let kind = FaultKind::named(&kind).ok_or_else(|| damage("incident", &kind))?;
        let player = players.iter().position(|it| it.number == number);
        let Some(player) = player else { continue };
        incidents.push(Incident { player, fault: Fault { kind, detail: row.get(2)? } });
    }
    Ok(incidents)
}

fn load_challenges(
    from: &Connection,
    id: &str,
) -> Result<Vec<(String, String, Color)>, StoreError> {
    let mut statement = from.prepare(
        "SELECT id, red_kind = 'bot', coalesce(iif(red_kind = 'bot', red_detail, black_detail), '')
         FROM games WHERE league = ?1 AND league_number IS NULL AND status = ?2 ORDER BY created",
    )?;
    let rows = statement.query_map(params![id, Status::Ongoing.name()], |row| {
        let color = if row.get(1)? { Color::Red } else { Color::Black };
        Ok((row.get(0)?, row.get(2)?, color))
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

fn damage(column: &'static str, value: &str) -> Damage {
    Damage::Column { column, value: value.to_owned() }
}

fn form_word(form: Form) -> &'static str {
    match form {
        Form::RoundRobin => "round_robin",
        Form::Swiss => "swiss",
    }
}

fn form_named(word: &str) -> Result<Form, Damage> {
    let all = [Form::RoundRobin, Form::Swiss];
    all.into_iter().find(|it| form_word(*it) == word).ok_or_else(|| damage("form", word))
}

fn openings_word(openings: Openings) -> &'static str {
    match openings {
        Openings::Start => "start",
        Openings::Book => "book",
    }
}

fn openings_named(word: &str) -> Result<Openings, Damage> {
    let all = [Openings::Start, Openings::Book];
    all.into_iter().find(|it| openings_word(*it) == word).ok_or_else(|| damage("openings", word))
}

fn state_word(state: LeagueState) -> &'static str {
    match state {
        LeagueState::Gathering => "gathering",
        LeagueState::Running => "running",
        LeagueState::Paused => "paused",
        LeagueState::Stopped => "stopped",
        LeagueState::Finished => "finished",
    }
}

fn state_named(word: &str) -> Result<LeagueState, Damage> {
    use LeagueState::{Finished, Gathering, Paused, Running, Stopped};
    let all = [Gathering, Running, Paused, Stopped, Finished];
    all.into_iter().find(|it| state_word(*it) == word).ok_or_else(|| damage("state", word))
}
