//! Commands inside comments: `[%eval 0.38,19]`, `[%clk 0:05:32]`, arrows, and those we do not
//! know, which are kept as they are.

use std::{fmt::Write, time::Duration};

use crate::document::{Evaluation, Notes};

/// Takes the commands out of a comment and gives back the words.
pub(super) fn take(comment: &str, notes: &mut Notes) -> String {
    let mut words = String::new();
    let mut rest = comment;
    while let Some((before, command)) = rest.split_once("[%") {
        let Some((inside, after)) = command.split_once(']') else { break };
        words.push_str(before);
        understand(inside, notes);
        rest = after;
    }
    words.push_str(rest);
    words
}

fn understand(inside: &str, notes: &mut Notes) {
    let (name, argument) = inside.split_once(char::is_whitespace).unwrap_or((inside, ""));
    let argument = argument.trim();
    let is_known = match name {
        "eval" if notes.evaluation.is_none() => evaluation(argument)
            .map(|(evaluation, depth)| {
                notes.evaluation = Some(evaluation);
                notes.depth = depth;
            })
            .is_some(),
        "clk" if notes.clock.is_none() => {
            notes.clock = clock(argument);
            notes.clock.is_some()
        }
        _ => false,
    };
    if !is_known {
        notes.commands.push((name.to_owned(), argument.to_owned()));
    }
}

fn evaluation(text: &str) -> Option<(Evaluation, Option<u32>)> {
    let (value, depth) = match text.split_once(',') {
        Some((value, depth)) => (value, Some(depth.trim().parse().ok()?)),
        None => (text, None),
    };
    let evaluation = match value.trim().strip_prefix('#') {
        Some(moves) => Evaluation::Mate(moves.parse().ok()?),
        None => {
            let pawns: f64 = value.trim().parse().ok().filter(|it: &f64| it.abs() < 1e6)?;
            Evaluation::Centipawns((pawns * 100.0).round() as i32)
        }
    };
    Some((evaluation, depth))
}

/// `1:02:03.5`, hours first.
fn clock(text: &str) -> Option<Duration> {
    let mut parts = text.split(':');
    let (hours, minutes, seconds) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() {
        return None;
    }
    let (hours, minutes): (u32, u32) = (hours.parse().ok()?, minutes.parse().ok()?);
    let seconds: f64 = seconds.parse().ok().filter(|it| (0.0..60.0).contains(it))?;
    let whole = u64::from(hours) * 3600 + u64::from(minutes) * 60;
    Some(Duration::from_secs(whole) + Duration::from_millis((seconds * 1000.0).round() as u64))
}

/// All commands of a note, as they are written in front of the words.
pub(super) fn write(notes: &Notes) -> String {
    let mut text = String::new();
    if let Some(evaluation) = notes.evaluation {
        let depth = notes.depth.map_or(String::new(), |it| format!(",{it}"));
        // Writing to a string cannot fail.
        let _ = write!(text, "[%eval {evaluation}{depth}]");
    }
    if let Some(clock) = notes.clock {
        let (seconds, millis) = (clock.as_secs(), clock.subsec_millis());
        let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        let _ = write!(text, "[%clk {hours}:{minutes:02}:{seconds:02}");
        if millis != 0 {
            let _ = write!(text, ".{millis:03}");
        }
        text.push(']');
    }
    for (name, argument) in &notes.commands {
        let gap = if argument.is_empty() { "" } else { " " };
        let _ = write!(text, "[%{name}{gap}{argument}]");
    }
    text
}
