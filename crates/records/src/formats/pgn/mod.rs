//! PGN in all its dialects, and any text that is little more than moves.

mod attempt;
mod commands;
mod lexer;
mod read;
mod tags;
mod write;

pub(crate) use read::{Games, read_moves};
pub(crate) use tags::{Tags, is_tag};
pub(crate) use write::write;
