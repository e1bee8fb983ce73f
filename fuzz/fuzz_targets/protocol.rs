//! Any line is some command and some reply, in both dialects, and what was understood can be
//! written and understood again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use protocol::{Command, Dialect, Ranks, Reply, parse_command, parse_reply};

fuzz_target!(|text: &str| {
    for dialect in [Dialect::Uci, Dialect::Ucci] {
        let command = parse_command(dialect, true, text);
        let is_plain = !matches!(command, Command::Unknown(_) | Command::SetOption(_));
        if is_plain {
            let line = command.line(dialect);
            assert_eq!(parse_command(dialect, true, &line).line(dialect), line);
        }
        let reply = parse_reply(text);
        if !matches!(reply, Reply::Text(_) | Reply::Option(_)) {
            let line = reply.line(dialect);
            assert_eq!(parse_reply(&line).line(dialect), line);
        }
    }
    for ranks in [Ranks::FromZero, Ranks::FromOne] {
        if let Some(mv) = ranks.parse_move(text) {
            assert_eq!(ranks.parse_move(&ranks.move_text(mv)), Some(mv));
        }
    }
});
