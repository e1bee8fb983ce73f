//! The folder of endgame tables, as users name it.

use std::{path::Path, sync::Arc};

use endgame::Tables;

/// What the option says for the usual folder in the user's data directory.
pub const DEFAULT: &str = "<data>";

/// So many bytes of tables an engine keeps in memory; it drops the one not asked for longest.
pub const MOST_BYTES: usize = 256 << 20;

/// The tables of a folder, read when they are needed; `None` for an empty name or `<empty>`, which
/// some hosts send for it, and where there is no data directory.
pub fn load(name: &str) -> Option<Arc<Tables>> {
    let folder = match name.trim() {
        "" | "<empty>" => return None,
        DEFAULT => server::endgame_folder(None).ok()?,
        name => Path::new(name).to_owned(),
    };
    Some(Arc::new(Tables::new(&folder, MOST_BYTES)))
}
