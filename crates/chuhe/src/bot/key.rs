//! The key that brings a bot back to its seat, kept between runs: one small file for each server,
//! league and name.

use std::{
    fs::{self, File, OpenOptions},
    io::Write,
    path::PathBuf,
};

use anyhow::{Context, Result};
use chuhe::files::read_file;

const MOST_BYTES: u64 = 1024;

pub(super) struct KeptKey {
    path: PathBuf,
    key: Option<String>,
}

impl KeptKey {
    pub(super) fn of(
        data: Option<PathBuf>,
        server: &str,
        league: &str,
        name: &str,
    ) -> Result<KeptKey> {
        let file = server::data_file(data)?;
        let folder = file.with_file_name("bots");
        fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let code = league.to_uppercase().replace([' ', '-'], "");
        let whose = random::seed_of(format!("{server}\n{code}\n{name}").bytes());
        let path = folder.join(format!("{whose:016x}.key"));
        let bytes = read_file(&path, MOST_BYTES).ok();
        let key = bytes.and_then(|it| String::from_utf8(it).ok()).map(|it| it.trim().to_owned());
        Ok(KeptKey { path, key: key.filter(|it| it.len() == 32) })
    }

    pub(super) fn read(&self) -> Option<&str> {
        self.key.as_deref()
    }

    /// On disk whole or not at all, and for nobody else to read.
    pub(super) fn keep(&mut self, key: &str) -> Result<()> {
        if self.key.as_deref() == Some(key) {
            return Ok(());
        }
        let name = self.path.display().to_string();
        let made = self.path.with_extension(format!("{}.new", std::process::id()));
        let write = || -> std::io::Result<()> {
            let mut file = private(&made)?;
            file.write_all(key.as_bytes())?;
            file.sync_all()?;
            fs::rename(&made, &self.path)
        };
        write().with_context(|| format!("cannot keep the bot's key in {name}"))?;
        self.key = Some(key.to_owned());
        Ok(())
    }

    pub(super) fn forget(&mut self) -> Result<()> {
        self.key = None;
        fs::remove_file(&self.path)
            .with_context(|| format!("cannot remove {}", self.path.display()))
    }
}

fn private(path: &PathBuf) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    system::make_private(&mut options);
    options.open(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_found_again_by_its_bot_only() {
        let folder = tempfile::tempdir().unwrap();
        let of = |name: &str, league: &str| {
            KeptKey::of(Some(folder.path().to_owned()), "ws://x", league, name).unwrap()
        };
        let mut key = of("Ann", "ABCDE-FGHJK");
        assert_eq!(key.read(), None);
        key.keep("0123456789abcdef0123456789abcdef").unwrap();
        assert_eq!(of("Ann", "abcdefghjk").read(), key.read());
        assert_eq!(of("Bob", "ABCDEFGHJK").read(), None);
        key.forget().unwrap();
        assert_eq!(of("Ann", "ABCDEFGHJK").read(), None);
    }
}
