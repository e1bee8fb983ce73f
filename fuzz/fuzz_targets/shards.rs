//! Files that call themselves shards are read, compared and checked without a panic and without more
//! memory than they take themselves, whatever they promise.

#![no_main]

use std::path::Path;

use chuhe::shards::{
    file::Content,
    pieces::{Piece, Pieces},
};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let files: Vec<&[u8]> = bytes.split(|&it| it == 0).take(4).collect();
    let piece = |mut it: &[u8]| Piece::of_lines(Path::new("shard"), &mut it).ok();
    let Some(pieces) = files.iter().map(|it| piece(it)).collect::<Option<Vec<Piece>>>() else {
        return;
    };
    for is_partial in [true, false] {
        let Some(pieces) = files.iter().map(|it| piece(it)).collect() else { return };
        let _ = Pieces::of_one_run(pieces, is_partial);
    }
    let Ok(run) = Pieces::of_one_run(pieces, false) else { return };
    for (piece, mut lines) in run.pieces.iter().zip(files) {
        if let Ok(content) = Content::read(&mut lines) {
            let _ = run.check_games(piece, content.games.keys().copied());
        }
    }
});
