//! Games of self-play, sorted by their numbers.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use chuhe::{
    files::write_whole,
    shards::pieces::{Piece, Pieces},
};
use trainer::data::{GameRecord, Header, Reader, Writer};

/// One shard at a time: never more of them in memory.
pub(super) fn merge(pieces: &Pieces, out: &Path) -> Result<String> {
    let first = pieces.pieces.first().context("there is nothing to join")?;
    let header = Reader::open(&first.path)?.header;
    let header = Header { shard: None, ..header };
    let (mut games, mut positions) = (0, 0);
    write_whole(out, |part| {
        let mut writer = Writer::create(part, &header)?;
        for piece in &pieces.pieces {
            let name = || piece.path.display().to_string();
            for game in read(pieces, piece).with_context(name)? {
                games += 1;
                positions += game.moves.len();
                writer.push(&game)?;
            }
        }
        Ok(writer.finish()?)
    })?;
    let shards = pieces.pieces.len();
    Ok(format!("{games} games, {positions} positions of {shards} shards in {}\n", out.display()))
}

fn read(pieces: &Pieces, piece: &Piece) -> Result<Vec<GameRecord>> {
    let mut reader = Reader::open(&piece.path)?;
    let mut games = Vec::new();
    while let Some(block) = reader.next_block()? {
        games.extend(block);
    }
    if let Some(damage) = reader.damage.sentence() {
        ensure!(piece.shard.is_none(), "{damage}; the same command plays them again");
    }
    pieces.check_games(piece, games.iter().map(|it| it.number))?;
    games.sort_by_key(|it| it.number);
    Ok(games)
}
