//! DhtmlXQ, the code that the sites of dpxq.com and forums put into their pages.

mod read;
mod tags;
mod write;

pub(crate) use read::{is_dhtmlxq, read};
pub(crate) use write::write;

use crate::document::tag;

/// What a tag of theirs is called with us.
const FIELDS: [(&str, &str); 17] = [
    ("title", tag::TITLE),
    ("event", tag::EVENT),
    ("date", tag::DATE),
    ("place", tag::SITE),
    ("round", tag::ROUND),
    ("table", "Table"),
    ("group", "Group"),
    ("red", tag::RED),
    ("redteam", tag::RED_TEAM),
    ("redrating", tag::RED_ELO),
    ("black", tag::BLACK),
    ("blackteam", tag::BLACK_TEAM),
    ("blackrating", tag::BLACK_ELO),
    ("timerule", tag::TIME_CONTROL),
    ("open", tag::OPENING),
    ("remark", tag::ANNOTATOR),
    ("author", tag::AUTHOR),
];
