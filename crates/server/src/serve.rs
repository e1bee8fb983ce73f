//! From options to a running server, and back down in good order.

use std::{
    fs,
    io::{self, Write},
    net::{IpAddr, SocketAddr},
    path::PathBuf,
    process::{Command, Stdio},
    sync::Arc,
    thread,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use anyhow::Context;
use endgame::Tables;
use tokio::{net::TcpListener, sync::watch};

use crate::{
    door::{
        files,
        serving::{Door, DoorLimits, listen},
    },
    http::{
        app::{App, Place},
        limits,
        router::router,
    },
    store::{
        Store,
        holding::{Hold, Holder, hold},
    },
    thinking::{pool::Pool, queue::Crew, searcher::Searcher, task::Thinker},
};

/// The default port; when it is taken, the next free one of so many is used.
const PORT: u16 = 8090;
const PORTS_TRIED: u16 = 20;
/// Open connections get so long to finish when the server closes.
const GOODBYE: Duration = Duration::from_secs(5);

/// So many bytes of endgame tables are kept in memory.
const TABLES_BYTES: usize = 256 << 20;

/// What `chuhe serve` was asked for.
#[derive(Clone, Debug, Default)]
pub struct ServeOptions {
    /// `None`: loopback, on the default port or the next free one.
    pub listen: Option<SocketAddr>,
    /// `None`: the user's data directory.
    pub data: Option<PathBuf>,
    /// Open the browser once the page is up.
    pub open: bool,
    /// Names under which the server may be called, besides the addresses of the machine.
    pub hosts: Vec<String>,
    /// Addresses of proxies, which are believed when they say who asks.
    pub proxies: Vec<IpAddr>,
}

/// Runs the web app until it is interrupted. Prints `listening on http://...` when it is up. If the
/// data directory is held by another server, the browser is opened there, or that is the error.
pub fn serve(options: ServeOptions) -> anyhow::Result<()> {
    let file = data_file(options.data.clone())?;
    let folder = file.parent().context("the data directory has a name")?;
    let held = hold(folder).with_context(|| format!("cannot hold {}", folder.display()))?;
    let hold = match (held, options.open) {
        (Ok(hold), _) => hold,
        (Err(Holder { url: Some(url), .. }), true) => {
            say(&format!("already running: opening {url}"));
            return open_browser(&url).join().map_err(|_| anyhow::anyhow!("no browser starts"));
        }
        (Err(holder), _) => {
            let folder = folder.display();
            anyhow::bail!("{folder} is held by {holder}: end it, or use --data for another one")
        }
    };
    let store = Store::open(&file)?;
    let crew = Crew::for_processors(thread::available_parallelism().map_or(1, usize::from));
    let tables = Arc::new(Tables::new(&endgame_folder(Some(folder.to_owned()))?, TABLES_BYTES));
    let known = Arc::clone(&tables);
    let thinker = move |number| thinker(number, Arc::clone(&known));
    let pool = Arc::new(Pool::new(crew, thinker).context("cannot start the search threads")?);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(run(&options, &hold, store, Arc::clone(&pool), tables))?;
    // Sockets are closed and rooms are gone, so no search is wanted any more.
    pool.close();
    runtime.shutdown_timeout(GOODBYE);
    tracing::info!("closed");
    Ok(())
}

/// Nobody has to listen: a full disk or a closed pipe ends no game.
fn say(text: &str) {
    if let Err(error) = writeln!(io::stdout(), "{text}").and_then(|()| io::stdout().flush()) {
        tracing::warn!("cannot print \"{text}\": {error}");
    }
}

/// The database in this folder, or in the user's data directory; the folder is made.
pub fn data_file(folder: Option<PathBuf>) -> anyhow::Result<PathBuf> {
    let folder = folder.map_or_else(default_data, Ok)?;
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    Ok(folder.join("games.db"))
}

/// Where endgame tables lie: a folder beside the database. It is made when a table is written.
pub fn endgame_folder(folder: Option<PathBuf>) -> anyhow::Result<PathBuf> {
    Ok(folder.map_or_else(default_data, Ok)?.join("endgames"))
}

/// Every thread chooses among equal moves in its own way, and differently every day.
fn thinker(number: usize, tables: Arc<Tables>) -> Box<dyn Thinker> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |it| it.as_nanos() as u64);
    Box::new(Searcher::new(now ^ number as u64).with_endings(tables))
}

async fn run(
    options: &ServeOptions,
    hold: &Hold,
    store: Store,
    pool: Arc<Pool>,
    tables: Arc<Tables>,
) -> anyhow::Result<()> {
    let listener = bind(options.listen)?;
    let address = listener.local_addr()?;
    let (close, closing) = watch::channel(false);
    let connections = files::room_for_connections().min(limits::CONNECTIONS);
    let place = Place { address, hosts: &options.hosts, connections, tables };
    let app = App::new(store, pool, closing.clone(), place);
    app.reviews.go_on().await;
    app.leagues.go_on().await;
    let rooms = Arc::clone(&app.rooms);
    let url = format!("http://{address}");
    hold.announce(&url);
    say(&format!("listening on {url}"));
    tracing::info!(%address, "started");
    if options.open {
        open_browser(&url);
    }
    let door = Door::new(DoorLimits::new(connections, options.proxies.clone()));
    let stopped = async move {
        system::end_asked_for().await;
        tracing::info!("closing: no new requests, sockets end");
        close.send_replace(true);
        rooms.close().await;
    };
    let stopping = tokio::spawn(stopped);
    let mut patience = closing.clone();
    tokio::select! {
        () = door.serve(listener, router(app), closing) => stopping.await?,
        () = async {
            let _ = patience.wait_for(|it| *it).await;
            tokio::time::sleep(GOODBYE).await;
        } => tracing::warn!("some connections did not end in time"),
    }
    Ok(())
}

fn bind(address: Option<SocketAddr>) -> anyhow::Result<TcpListener> {
    if let Some(address) = address {
        return listen(address).with_context(|| format!("cannot listen on {address}"));
    }
    let mut last_error = io::Error::from(io::ErrorKind::AddrInUse);
    for port in PORT..PORT + PORTS_TRIED {
        match listen(SocketAddr::from(([127, 0, 0, 1], port))) {
            Ok(listener) => return Ok(listener),
            Err(error) => last_error = error,
        }
    }
    let range = format!("ports {PORT} to {}", PORT + PORTS_TRIED - 1);
    Err(last_error).with_context(|| format!("cannot listen on any of {range}"))
}

/// Where this system keeps the data of programs.
fn default_data() -> anyhow::Result<PathBuf> {
    let from = |name: &str| std::env::var_os(name).filter(|it| !it.is_empty()).map(PathBuf::from);
    let base = if cfg!(windows) {
        from("APPDATA")
    } else if cfg!(target_os = "macos") {
        from("HOME").map(|it| it.join("Library/Application Support"))
    } else {
        from("XDG_DATA_HOME").or_else(|| from("HOME").map(|it| it.join(".local/share")))
    };
    let base = base.context("there is no home directory to keep games in: use --data DIR")?;
    Ok(base.join("chuhe"))
}

/// Best effort: the address was printed, so nothing is lost when there is no browser.
fn open_browser(url: &str) -> thread::JoinHandle<()> {
    let (program, arguments): (&str, &[&str]) = if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command
        .args(arguments)
        .arg(url)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    thread::spawn(move || {
        if let Ok(mut browser) = command.spawn() {
            let _ = browser.wait();
        }
    })
}
