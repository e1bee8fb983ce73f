//! `chuhe serve`: the web app. Also what `chuhe` alone does.

use std::{env, io::IsTerminal, net::SocketAddr, path::PathBuf, process::ExitCode};

use anyhow::Result;
use server::{ServeOptions, serve};

#[derive(clap::Args, Default)]
pub(crate) struct Args {
    /// Where to listen. Other machines get in only if you name an address they can reach, such as
    /// 0.0.0.0:8090 [default: 127.0.0.1:8090, or the next free port]
    #[arg(long, value_name = "ADDRESS:PORT")]
    listen: Option<SocketAddr>,
    /// Where games are kept [default: the user's data directory]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
}

pub(crate) fn run(args: Args) -> Result<ExitCode> {
    let open = !args.no_open && std::io::stdout().is_terminal() && has_desktop();
    serve(ServeOptions { listen: args.listen, data: args.data, open })?;
    Ok(ExitCode::SUCCESS)
}

/// Over ssh or in a bare console there is no browser to open.
fn has_desktop() -> bool {
    let is_unix_desktop =
        ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| env::var_os(name).is_some());
    is_unix_desktop || cfg!(target_os = "macos") || cfg!(windows)
}
