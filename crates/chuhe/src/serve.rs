//! `chuhe serve`: the web app. Also what `chuhe` alone does.

use std::{
    env,
    io::IsTerminal,
    net::{IpAddr, SocketAddr},
    path::PathBuf,
    process::ExitCode,
};

use anyhow::Result;
use server::{ServeOptions, serve};
use tracing_subscriber::{
    Layer, filter::LevelFilter, filter::Targets, fmt, layer::SubscriberExt, registry,
    util::SubscriberInitExt,
};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Where to listen. Other machines get in only if you name an address they can reach, such as
    /// 0.0.0.0:8090 [default: 127.0.0.1:8090, or the next free port]
    #[arg(long, value_name = "ADDRESS:PORT")]
    listen: Option<SocketAddr>,
    /// Where games are kept [default: the user's data directory]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// A name under which the server may be called, such as chess.example.org; give it for each.
    /// Addresses of this machine need none, any other name is refused
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
    /// The address of a proxy in front of the server, such as 127.0.0.1: it is believed when it says
    /// who asks (X-Forwarded-For); give it for each
    #[arg(long, value_name = "ADDRESS")]
    proxy: Vec<IpAddr>,
    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
    /// What is written to stderr: off, error, warn, info (start and end), debug (every request)
    /// or trace
    #[arg(long, value_name = "LEVEL", default_value = "warn", env = "CHUHE_LOG")]
    log: LevelFilter,
}

impl Default for Args {
    fn default() -> Args {
        let (host, proxy) = (Vec::new(), Vec::new());
        Args { listen: None, data: None, host, proxy, no_open: false, log: LevelFilter::WARN }
    }
}

pub(crate) fn run(args: Args) -> Result<ExitCode> {
    write_log(args.log);
    let open = !args.no_open && std::io::stdout().is_terminal() && has_desktop();
    let Args { listen, data, host: hosts, proxy: proxies, .. } = args;
    serve(ServeOptions { listen, data, open, hosts, proxies })?;
    Ok(ExitCode::SUCCESS)
}

/// Our own words up to this level; those of libraries only when something is wrong, since they may
/// repeat what they read, secrets included.
fn write_log(level: LevelFilter) {
    let ours = Targets::new().with_default(level.min(LevelFilter::WARN));
    let ours = ours.with_target("server", level).with_target("chuhe", level);
    let lines = fmt::layer().with_writer(std::io::stderr).with_ansi(false);
    registry().with(lines.with_filter(ours)).init();
}

/// Over ssh or in a bare console there is no browser to open.
fn has_desktop() -> bool {
    let is_unix_desktop =
        ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| env::var_os(name).is_some());
    is_unix_desktop || cfg!(target_os = "macos") || cfg!(windows)
}
