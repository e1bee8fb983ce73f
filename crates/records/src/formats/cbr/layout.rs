//! Where the fields of a record stand. Byte 19 tells the layouts apart.

use crate::document::tag;

pub(super) struct Layout {
    /// Name, offset and size in bytes.
    pub(super) fields: &'static [(&'static str, usize, usize)],
    pub(super) result: usize,
    pub(super) side: usize,
    pub(super) board: usize,
    pub(super) stream: usize,
    /// Does a byte hold file and row in its halves, instead of a number up to 89?
    pub(super) is_packed: bool,
}

pub(super) const CURRENT_VERSION: u8 = 2;

pub(super) const CURRENT: Layout = Layout {
    fields: &[
        (tag::TITLE, 180, 128),
        (tag::EVENT, 692, 64),
        (tag::ROUND, 756, 64),
        (tag::DATE, 884, 64),
        (tag::SITE, 948, 64),
        (tag::RED, 1076, 64),
        (tag::RED_TEAM, 1140, 64),
        (tag::BLACK, 1300, 64),
        (tag::BLACK_TEAM, 1364, 64),
        (tag::ANNOTATOR, 1652, 64),
        (tag::AUTHOR, 1780, 64),
    ],
    result: 2076,
    side: 2112,
    board: 2120,
    stream: 2214,
    is_packed: false,
};

const OLDER: Layout = Layout {
    fields: &[
        (tag::TITLE, 52, 128),
        (tag::EVENT, 564, 64),
        (tag::RED, 948, 64),
        (tag::BLACK, 1172, 64),
    ],
    result: 1820,
    side: 1856,
    board: 1864,
    stream: 1958,
    is_packed: true,
};

/// Layout 3 differs in nothing we read.
pub(super) fn of(version: u8) -> &'static Layout {
    if version == 1 { &OLDER } else { &CURRENT }
}
