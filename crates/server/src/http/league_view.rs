//! A league in the page's words: table, results, and every fault as a sentence.

use super::{sentences::Sentence, wire};
use crate::{
    game::{
        fault::{Fault, FaultKind},
        league::{League, LeagueGame},
        player::{MachinePlayer, Player},
    },
    league::View,
};

pub(crate) fn shown(view: &View, is_admin: bool) -> wire::League {
    let league = &view.league;
    let names: Vec<String> = league.players.iter().map(|it| it.name()).collect();
    let is_over = league.state.is_over();
    let results = league.games.iter().enumerate().map(|(number, game)| {
        let fault = fault_of(number, game, &names);
        wire::LeagueResult::of(number, game, &names, is_over, fault)
    });
    let results: Vec<wire::LeagueResult> = results.collect();
    let faults = all_faults(league, &results, &names);
    let player = |(index, name): (usize, &String)| wire::LeaguePlayer {
        name: name.clone(),
        kind: kind_of(&league.players[index].player),
        connected: view.players[index].is_here,
        removed: league.players[index].removed,
        faults: faults.iter().filter(|it| it.name == *name).count(),
        playing: view.players[index].playing,
    };
    let table = league.table();
    let has_begun = !league.games.is_empty();
    let rows = table.iter().filter(|_| has_begun).map(|it| wire::LeagueRow::of(it, &names));
    wire::League {
        id: league.id.clone(),
        version: view.version,
        name: league.setup.name.clone(),
        created: league.created,
        state: league.state.into(),
        rules: league.setup.rules.name(),
        clock: league.setup.clock.into(),
        games: league.setup.games,
        form: league.setup.form.into(),
        rounds: league.rounds(),
        openings: league.setup.openings.into(),
        grace_s: league.setup.grace.as_secs_f64(),
        at_once: league.setup.at_once,
        players: names.iter().enumerate().map(player).collect(),
        table: rows.collect(),
        results,
        faults,
        code: is_admin.then(|| league.keys.code.clone()),
    }
}

fn kind_of(player: &Player) -> &'static str {
    match player {
        Player::Machine(MachinePlayer::Level(_)) => "level",
        Player::Machine(MachinePlayer::Zoo(_)) => "zoo",
        Player::Bot { .. } | Player::Human { .. } => "bot",
    }
}

fn fault_of(number: usize, game: &LeagueGame, names: &[String]) -> Option<wire::LeagueFault> {
    let (player, fault) = game.fault()?;
    let ply = game.played.as_ref().map(|it| it.plies + 1);
    Some(wire::LeagueFault {
        name: names[player].clone(),
        kind: fault.kind.into(),
        number: Some(number + 1),
        ply,
        lost: true,
        text: told(&fault, ply).into(),
    })
}

/// Those that lost games, then those that lost none.
fn all_faults(
    league: &League,
    results: &[wire::LeagueResult],
    names: &[String],
) -> Vec<wire::LeagueFault> {
    let in_games = results.iter().filter_map(|it| it.fault.clone());
    let outside = league.incidents.iter().map(|it| wire::LeagueFault {
        name: names[it.player].clone(),
        kind: it.fault.kind.into(),
        number: None,
        ply: None,
        lost: false,
        text: told(&it.fault, None).into(),
    });
    in_games.chain(outside).collect()
}

fn told(fault: &Fault, ply: Option<usize>) -> Sentence {
    let (zh, en) = match fault.kind {
        FaultKind::Time => ("超时".to_owned(), "ran out of time".to_owned()),
        FaultKind::IllegalMove => (
            format!("着法 {:?} 不合法", fault.detail),
            format!("played {:?}, which is not legal", fault.detail),
        ),
        FaultKind::LostConnection => (
            "连接中断后没有按时回来".to_owned(),
            "lost its connection and did not come back in time".to_owned(),
        ),
        FaultKind::Crash if fault.detail.is_empty() => {
            ("程序崩溃".to_owned(), "its program ended".to_owned())
        }
        FaultKind::Crash => {
            (format!("程序崩溃：{}", fault.detail), format!("its program ended: {}", fault.detail))
        }
        FaultKind::Flood => (
            "发送消息太多，连接被关闭".to_owned(),
            "sent too many messages and was disconnected".to_owned(),
        ),
        FaultKind::Removed => ("被移出联赛".to_owned(), "was removed from the league".to_owned()),
    };
    match ply {
        Some(ply) => Sentence::new(format!("第 {ply} 步：{zh}"), format!("ply {ply}: {en}")),
        None => Sentence::new(zh, en),
    }
}
