//! The house: its rooms, what each is for, into which others it may look, and what it must not
//! know. `tidy` and `imports` enforce it, `picture` draws it for ARCHITECTURE.md.

/// A crate, or a folder of a crate that is a layer of its own.
pub(crate) struct Room {
    pub(crate) name: &'static str,
    pub(crate) purpose: &'static str,
    /// The rooms of the same list that it may know.
    pub(crate) may_know: &'static [&'static str],
    /// Beginnings of paths that it must not name.
    pub(crate) must_not_name: &'static [&'static str],
}

const fn room(
    name: &'static str,
    purpose: &'static str,
    may_know: &'static [&'static str],
    must_not_name: &'static [&'static str],
) -> Room {
    Room { name, purpose, may_know, must_not_name }
}

const FILES: &[&str] = &["std::fs", "std::io", "std::net", "std::process"];
const WEB: &[&str] = &["axum", "tower_http", "rusqlite", "serde", "serde_json"];

/// The crates, from the ground up.
pub(crate) const CRATES: [Room; 17] = [
    room("random", "numbers from a seed, the same for ever", &[], FILES),
    room("varint", "small numbers in few bytes", &[], FILES),
    room("system", "what is different on Unix and Windows", &[], WEB),
    room(
        "xiangqi",
        "the rules: board, moves, notation, verdicts",
        &[],
        &["std::fs", "std::io", "std::net", "std::process", "std::time", "std::thread", "serde"],
    ),
    room(
        "nnue",
        "the network: file, inference",
        &["random", "xiangqi"],
        &["std::fs", "std::net", "std::process", "std::time"],
    ),
    room(
        "endgame",
        "tables that know every position of an ending",
        &["random", "varint", "xiangqi"],
        &["std::net", "std::process", "axum", "rusqlite", "serde", "serde_json"],
    ),
    room("engine", "the search", &["random", "xiangqi", "nnue", "endgame"], FILES),
    room(
        "records",
        "documents, books, opening names",
        &["random", "varint", "xiangqi"],
        &["std::fs", "std::net", "std::process", "axum", "rusqlite", "serde", "serde_json"],
    ),
    room(
        "coach",
        "what a game teaches: review, reasons, puzzles",
        &["varint", "xiangqi", "engine", "records"],
        &[
            "std::fs",
            "std::io",
            "std::net",
            "std::process",
            "axum",
            "rusqlite",
            "serde",
            "serde_json",
        ],
    ),
    room("picture", "a board as SVG", &["xiangqi"], FILES),
    room("protocol", "UCI and UCCI both ways, a client", &["system", "xiangqi"], WEB),
    room("adjudication", "when both players agree", &["xiangqi"], FILES),
    room(
        "arena",
        "matches: clocks, openings, Elo, SPRT",
        &["random", "xiangqi", "protocol", "adjudication", "records"],
        &["axum", "rusqlite"],
    ),
    room(
        "lab",
        "searchers to read, traces, A*",
        &["random", "xiangqi"],
        &["axum", "rusqlite", "serde", "serde_json"],
    ),
    room(
        "trainer",
        "self-play, training, quantizing",
        &["random", "varint", "xiangqi", "nnue", "engine", "adjudication"],
        WEB,
    ),
    room(
        "server",
        "the web app: game rooms, storage, pages",
        &[
            "random", "system", "xiangqi", "endgame", "engine", "records", "coach", "lab", "arena",
            "protocol",
        ],
        &[],
    ),
    room(
        "chuhe",
        "the programs chuhe and chuhe-engine",
        &[
            "random", "system", "xiangqi", "nnue", "endgame", "engine", "records", "coach",
            "picture", "protocol", "arena", "lab", "trainer", "server",
        ],
        &["axum", "rusqlite"],
    ),
];

/// The layers of the web app, from the ground up.
pub(crate) const SERVER: [Room; 8] = [
    room(
        "game",
        "a game as data: what may happen and what happened",
        &[],
        &["axum", "rusqlite", "serde", "serde_json", "tokio"],
    ),
    room("thinking", "who thinks, on a bounded pool", &["game"], WEB),
    room("store", "games on disk, the only SQL", &["game"], &["axum", "serde", "serde_json"]),
    room("room", "one task per open game", &["game", "thinking", "store"], WEB),
    room("league", "one task per open league", &["game", "thinking", "store", "room"], WEB),
    room("reviews", "one task per game under review", &["thinking", "store"], WEB),
    room(
        "door",
        "connections: how many, how fast, from whom",
        &[],
        &["rusqlite", "serde", "serde_json"],
    ),
    room(
        "http",
        "routes, sockets, the page's words",
        &["game", "thinking", "store", "room", "league", "reviews", "door"],
        &["rusqlite"],
    ),
];
