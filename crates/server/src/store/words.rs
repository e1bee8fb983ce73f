//! The words of the columns: how players, clocks, events and results are written, and read back.
//! They belong to the disk alone; whatever the page says, these stay.

use std::time::Duration;

use xiangqi::{Color, Position, RuleSet, Status};

use super::error::Damage;
use crate::game::{
    fault::{Fault, FaultKind},
    player::{MachinePlayer, Player},
    setup::ClockRule,
    state::{Ending, Event, Ply},
};

/// A player in two columns.
pub(super) fn player_words(player: &Player) -> (&'static str, Option<String>) {
    match player {
        Player::Human { name } => ("human", name.clone()),
        Player::Machine(MachinePlayer::Level(level)) => ("level", Some(level.get().to_string())),
        Player::Machine(MachinePlayer::Zoo(member)) => ("zoo", Some(member.to_string())),
        Player::Bot { name } => ("bot", Some(name.clone())),
    }
}

pub(super) fn player_named(kind: &str, detail: Option<String>) -> Result<Player, Damage> {
    let unknown = |detail: Option<String>| Damage::Column {
        column: "player",
        value: format!("{kind} {}", detail.unwrap_or_default()),
    };
    let named = detail.as_deref().unwrap_or_default();
    let player = match kind {
        "human" => return Ok(Player::Human { name: detail }),
        "level" => named.parse().ok().and_then(|it| Player::level(it).ok()),
        "zoo" => Player::zoo(named).ok(),
        "bot" => detail.clone().map(|name| Player::Bot { name }),
        _ => None,
    };
    player.ok_or_else(|| unknown(detail))
}

/// A clock in three columns, in seconds; no clock leaves them empty.
pub(super) struct ClockColumns {
    pub(super) kind: Option<String>,
    pub(super) stock_s: Option<f64>,
    pub(super) increment_s: Option<f64>,
}

impl From<Option<ClockRule>> for ClockColumns {
    fn from(rule: Option<ClockRule>) -> ClockColumns {
        let seconds = |it: Duration| Some(it.as_secs_f64());
        let (kind, stock_s, increment_s) = match rule {
            None => (None, None, None),
            Some(ClockRule::Game { base, increment }) => {
                (Some("game"), seconds(base), seconds(increment))
            }
            Some(ClockRule::Move { each }) => (Some("move"), seconds(each), None),
        };
        ClockColumns { kind: kind.map(str::to_owned), stock_s, increment_s }
    }
}

impl ClockColumns {
    pub(super) fn rule(self) -> Result<Option<ClockRule>, Damage> {
        let Some(kind) = self.kind else { return Ok(None) };
        let stock = self.stock_s.unwrap_or_default();
        let rule = match kind.as_str() {
            "game" => ClockRule::game(stock, self.increment_s.unwrap_or_default()),
            "move" => ClockRule::each_move(stock),
            _ => None,
        };
        let value = format!("{kind} {stock}");
        rule.map(Some).ok_or(Damage::Column { column: "clock", value })
    }
}

/// An event in two columns; the numbers of a move have columns of their own.
pub(super) fn event_words(event: &Event) -> (&'static str, Option<String>) {
    match event {
        Event::Played(ply) => ("move", Some(ply.mv.to_string())),
        Event::TookBack { plies } => ("undo", Some(plies.to_string())),
        Event::Ended(Ending::Resigned(color)) => ("resign", Some(color_word(*color).into())),
        Event::Ended(Ending::OutOfTime(color)) => ("time", Some(color_word(*color).into())),
        Event::Ended(Ending::Agreed) => ("agree", None),
        Event::Ended(Ending::Faulted(color, fault)) => {
            let words = [color_word(*color), fault.kind.name(), &fault.detail];
            ("fault", Some(words.join(" ").trim_end().to_owned()))
        }
        Event::Swapped => ("swap", None),
    }
}

/// `ply` makes the rest of a move from its columns.
pub(super) fn event_named(
    kind: &str,
    detail: &str,
    ply: impl FnOnce(xiangqi::Move) -> Ply,
) -> Result<Event, Damage> {
    let event = match kind {
        "move" => detail.parse().ok().map(|mv| Event::Played(ply(mv))),
        "undo" => detail.parse().ok().map(|plies| Event::TookBack { plies }),
        "resign" => color_named(detail).map(|it| Event::Ended(Ending::Resigned(it))),
        "time" => color_named(detail).map(|it| Event::Ended(Ending::OutOfTime(it))),
        "agree" => Some(Event::Ended(Ending::Agreed)),
        "fault" => fault_named(detail).map(|(it, fault)| Event::Ended(Ending::Faulted(it, fault))),
        "swap" => Some(Event::Swapped),
        _ => None,
    };
    event.ok_or_else(|| Damage::Column { column: "event", value: format!("{kind} {detail}") })
}

/// Whose fault, which, and what was said.
pub(super) fn fault_named(detail: &str) -> Option<(Color, Fault)> {
    let mut words = detail.splitn(3, ' ');
    let color = color_named(words.next()?)?;
    let kind = FaultKind::named(words.next()?)?;
    Some((color, Fault { kind, detail: words.next().unwrap_or_default().to_owned() }))
}

pub(super) fn color_word(color: Color) -> &'static str {
    match color {
        Color::Red => "Red",
        Color::Black => "Black",
    }
}

pub(super) fn color_named(word: &str) -> Option<Color> {
    Color::BOTH.into_iter().find(|&it| color_word(it) == word)
}

/// The results are written in the words of the command line contract, which stay.
pub(super) fn status_named(word: &str) -> Result<Status, Damage> {
    let all = [Status::Ongoing, Status::Won(Color::Red), Status::Won(Color::Black), Status::Draw];
    let unknown = || Damage::Column { column: "status", value: word.to_owned() };
    all.into_iter().find(|it| it.name() == word).ok_or_else(unknown)
}

pub(super) fn rules_named(word: &str) -> Result<RuleSet, Damage> {
    word.parse().map_err(|_| Damage::Column { column: "rules", value: word.to_owned() })
}

pub(super) fn position_named(fen: &str) -> Result<Position, Damage> {
    Position::from_fen(fen).map_err(|_| Damage::Column { column: "start", value: fen.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let players = [
            Player::human(None),
            Player::human(Some("level 3")),
            Player::level(10).unwrap(),
            Player::zoo("alphabeta-4").unwrap(),
            Player::Bot { name: "level 3".into() },
        ];
        for player in players {
            let (kind, detail) = player_words(&player);
            assert_eq!(player_named(kind, detail).unwrap(), player);
        }
        for rule in [None, ClockRule::game(300.0, 3.5), ClockRule::each_move(0.25)] {
            assert_eq!(ClockColumns::from(rule).rule().unwrap(), rule);
        }
        for status in [Status::Ongoing, Status::Won(Color::Black), Status::Draw] {
            assert_eq!(status_named(status.name()).unwrap(), status);
        }
    }

    #[test]
    fn faults_are_read_back_with_their_words() {
        let unplayed = |mv| Ply { mv, spent: Duration::ZERO, left: None, score: None, depth: None };
        for detail in ["", "h2 e9 ''; DROP TABLE games"] {
            let fault = Fault::said(FaultKind::IllegalMove, detail);
            let event = Event::Ended(Ending::Faulted(Color::Black, fault));
            let (kind, words) = event_words(&event);
            assert_eq!(event_named(kind, &words.unwrap(), unplayed).unwrap(), event);
        }
    }

    #[test]
    fn what_nobody_wrote_is_damage() {
        assert!(player_named("level", Some("11".into())).is_err());
        assert!(player_named("robot", None).is_err());
        assert!(status_named("won").is_err());
        let unplayed = |mv| Ply { mv, spent: Duration::ZERO, left: None, score: None, depth: None };
        assert!(event_named("move", "a0", unplayed).is_err());
        assert!(event_named("resign", "Green", unplayed).is_err());
    }
}
