//! A league of eight: programs brought by `chuhe bot`, a yardstick of the server, and bots that do
//! everything wrong. The server is killed three times; in the end every game counts once and every
//! fault has a name.
//!
//! With `CHUHE_PYTHON`, an interpreter that has the package, a bot in Python is one of them
//! (`cargo xtask test python`).

use std::{
    collections::HashSet,
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    path::Path,
    process::{Child, Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::{task::JoinHandle, time::timeout};
use tokio_tungstenite::{connect_async, tungstenite::Message};
use xiangqi::Position;

const CHUHE: &str = env!("CARGO_BIN_EXE_chuhe");
/// For whatever has to happen; a busy machine may need it.
const PATIENCE: Duration = Duration::from_secs(120);

struct Server {
    process: Child,
}

impl Server {
    fn start(data: &Path, address: SocketAddr) -> Server {
        let mut process = Command::new(CHUHE)
            .args(["serve", "--no-open", "--listen", &address.to_string(), "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert!(line.contains("listening"), "{line}");
        Server { process }
    }

    /// SIGKILL: no destructor and no handler of the server runs.
    fn kill(self) {}
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn request(address: SocketAddr, method: &str, path: &str, body: &Value) -> Value {
    let body = body.to_string();
    let mut stream = TcpStream::connect(address).unwrap();
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    let is_chunked = head.to_lowercase().contains("transfer-encoding: chunked");
    let body = if is_chunked { unchunked(body) } else { body.to_owned() };
    serde_json::from_str(&body).unwrap_or_else(|_| panic!("{answer}"))
}

fn unchunked(mut text: &str) -> String {
    let mut whole = String::new();
    while let Some((size, rest)) = text.split_once("\r\n") {
        let size = usize::from_str_radix(size.trim(), 16).unwrap();
        whole += &rest[..size];
        text = rest[size..].trim_start_matches("\r\n");
        if size == 0 {
            break;
        }
    }
    whole
}

/// `chuhe bot` as a process; ended with the test, whatever happens.
struct Program(Child);

impl Program {
    fn start(data: &Path, address: SocketAddr, code: &str, name: &str, engine: &str) -> Program {
        let url = format!("http://{address}");
        let process = Command::new(CHUHE)
            .args(["bot", "--server", &url, "--league", code, "--name", name])
            .args(["--engine", engine, "--games", "3", "--lang", "en", "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        Program(process)
    }

    /// An example of the Python package, as a student would start it.
    fn in_python(
        python: &str,
        data: &Path,
        address: SocketAddr,
        code: &str,
        name: &str,
    ) -> Program {
        let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../python/examples");
        let process = Command::new(python)
            .arg(examples.join("greedy_bot.py"))
            .args(["--server", &format!("http://{address}"), "--league", code, "--name", name])
            .env("XDG_CACHE_HOME", data)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        Program(process)
    }

    /// Waits for its end: success, and what it printed.
    fn finish(mut self) -> String {
        let asked = Instant::now();
        while self.0.try_wait().unwrap().is_none() {
            assert!(asked.elapsed() < PATIENCE, "a bot does not end");
            std::thread::sleep(Duration::from_millis(50));
        }
        let mut told = String::new();
        if let Some(mut stdout) = self.0.stdout.take() {
            stdout.read_to_string(&mut told).unwrap();
        }
        self.0.stderr.take().unwrap().read_to_string(&mut told).unwrap();
        assert!(self.0.wait().unwrap().success(), "{told}");
        told
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Manner {
    Illegal,
    /// Never answers in half of its games, too late in the others.
    Slow,
    /// Floods once, then it behaves.
    Flood,
    /// Drops its connection several times, and always comes back.
    Dropping,
}

/// A bot that speaks to the server itself, until it is dismissed.
fn raw_bot(
    address: SocketAddr,
    code: String,
    name: &'static str,
    manner: Manner,
) -> (JoinHandle<()>, Arc<AtomicBool>) {
    let is_in = Arc::new(AtomicBool::new(false));
    let known = Arc::clone(&is_in);
    let live = async move {
        let mut key = Value::Null;
        let mut mischief = 0;
        while !visit(address, &code, name, manner, &mut key, &mut mischief, &known).await {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    (tokio::spawn(live), is_in)
}

/// One connection. Whether it was the last.
async fn visit(
    address: SocketAddr,
    code: &str,
    name: &str,
    manner: Manner,
    key: &mut Value,
    mischief: &mut usize,
    is_in: &AtomicBool,
) -> bool {
    let Ok((mut socket, _)) = connect_async(format!("ws://{address}/api/bot")).await else {
        return false;
    };
    let text = |value: Value| Message::Text(value.to_string().into());
    let hello =
        json!({"re": 1, "type": "hello", "league": code, "name": name, "key": *key, "games": 8});
    if socket.send(text(hello)).await.is_err() {
        return false;
    }
    let mut turns = 0;
    while let Some(Ok(message)) = socket.next().await {
        let Message::Text(told) = message else { continue };
        let told: Value = serde_json::from_str(&told).unwrap();
        match told["type"].as_str().unwrap() {
            "welcome" => {
                *key = told["key"].clone();
                is_in.store(true, Ordering::Relaxed);
            }
            "bye" => return true,
            "refused" if told["code"] == "league_over" => return true,
            "go" => {
                turns += 1;
                let mut answer = json!({"re": 2, "type": "move", "game": told["game"],
                    "plies": told["plies"], "move": first_move(&told)});
                match manner {
                    Manner::Illegal => answer["move"] = json!("a0a9"),
                    Manner::Slow => {
                        let is_mute = told["color"] == "red";
                        if is_mute {
                            continue;
                        }
                        tokio::time::sleep(Duration::from_millis(2500)).await;
                    }
                    Manner::Flood if *mischief == 0 => {
                        *mischief += 1;
                        for re in 0..4000 {
                            if socket.feed(text(json!({"re": re, "type": "x"}))).await.is_err() {
                                break;
                            }
                        }
                        let _ = socket.flush().await;
                        continue;
                    }
                    Manner::Dropping if turns == 5 && *mischief < 4 => {
                        *mischief += 1;
                        return false;
                    }
                    Manner::Flood | Manner::Dropping => (),
                }
                if socket.send(text(answer)).await.is_err() {
                    return false;
                }
            }
            _ => (),
        }
    }
    false
}

fn first_move(go: &Value) -> String {
    let mut position: Position = go["fen"].as_str().unwrap().parse().unwrap();
    for it in go["moves"].as_array().unwrap() {
        let mv = position.read_move(it.as_str().unwrap()).unwrap();
        position.play(mv).unwrap();
    }
    position.legal_moves().first().unwrap().to_string()
}

/// A program that dies at its first move, and plays when it is started again.
fn dying_program(folder: &Path) -> String {
    let script = folder.join("dying.sh");
    let died = folder.join("died");
    let text = format!(
        "if [ -e '{0}' ]; then exec '{CHUHE}' lab engine random; fi\n\
         while read -r line; do case \"$line\" in\n\
         uci) echo uciok;; isready) echo readyok;; go*) touch '{0}'; exit 3;; esac; done\n",
        died.display()
    );
    fs::write(&script, text).unwrap();
    format!("cmd:sh {}", script.display())
}

fn finished(league: &Value) -> usize {
    let results = league["results"].as_array().unwrap();
    results.iter().filter(|it| !it["result"].is_null()).count()
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn eight_players_three_kills_and_every_fault_named() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let mut server = Server::start(&data, address);
    let made = request(
        address,
        "POST",
        "/api/leagues",
        &json!({"name": "Class", "clock": {"kind": "move", "move_s": 2}, "games": 1, "grace_s": 40,
            "at_once": 28}),
    );
    let [id, code, admin] = ["id", "code", "admin"].map(|it| made[it].as_str().unwrap().to_owned());
    let order = |order: &str, mut body: Value| {
        body["admin"] = json!(admin);
        request(address, "POST", &format!("/api/leagues/{id}/{order}"), &body)
    };
    let look = || request(address, "GET", &format!("/api/leagues/{id}"), &Value::Null);

    order("players", json!({"player": {"kind": "level", "level": 1}}));
    let dying = dying_program(folder.path());
    let bots = folder.path();
    let mut greedy = Program::start(bots, address, &code, "Greedy", "zoo:greedy");
    let python = std::env::var("CHUHE_PYTHON");
    let (one, joined) = match &python {
        Ok(python) => (Program::in_python(python, bots, address, &code, "One"), "joined 'Class'"),
        Err(_) => {
            let level = Program::start(bots, address, &code, "One", "level:1;nodes=200");
            (level, "takes part in Class")
        }
    };
    let phoenix = Program::start(bots, address, &code, "Phoenix", &dying);
    let raw: Vec<_> = [
        ("Cheat", Manner::Illegal),
        ("Snail", Manner::Slow),
        ("Noise", Manner::Flood),
        ("Ghost", Manner::Dropping),
    ]
    .map(|(name, manner)| raw_bot(address, code.clone(), name, manner))
    .into();
    wait_for(|| look()["players"].as_array().unwrap().len() == 8).await;
    assert_eq!(order("start", json!({}))["state"], "running");

    // A flood that the killed server did not notice would have no name.
    let is_named = |league: &Value| league["faults"].to_string().contains("flood");
    wait_for(|| is_named(&look())).await;
    for games in [3, 9, 15] {
        wait_for(|| games <= finished(&look())).await;
        server.kill();
        if games == 9 {
            // A bot that is killed comes back with the key it kept.
            drop(greedy);
            server = Server::start(&data, address);
            greedy = Program::start(bots, address, &code, "Greedy", "zoo:greedy");
        } else {
            server = Server::start(&data, address);
        }
    }
    wait_for(|| look()["state"] == "finished").await;
    let league = look();
    for (bot, _) in raw {
        timeout(PATIENCE, bot).await.expect("it is dismissed").unwrap();
    }
    let told = one.finish();
    assert!(told.contains(joined), "{told}");
    for program in [greedy, phoenix] {
        let told = program.finish();
        assert!(told.contains("takes part in Class") && told.contains("over"), "{told}");
    }
    check(&league);
    server.kill();
}

async fn wait_for(mut is_so: impl FnMut() -> bool) {
    let asked = Instant::now();
    while !is_so() {
        assert!(asked.elapsed() < PATIENCE, "it does not come");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// All games counted once, each fault with its name and nobody else's.
fn check(league: &Value) {
    let results = league["results"].as_array().unwrap();
    let mut pairs = HashSet::new();
    for it in results {
        let mut pair = [&it["red"], &it["black"]].map(|it| it.as_str().unwrap().to_owned());
        pair.sort();
        assert!(pairs.insert(pair), "twice: {it}");
        assert!(!it["result"].is_null(), "{it}");
    }
    assert_eq!((results.len(), pairs.len()), (28, 28));
    let table = league["table"].as_array().unwrap();
    assert!(table.iter().all(|it| it["played"] == 7), "{table:#?}");
    let faults = league["faults"].as_array().unwrap();
    let named: HashSet<(&str, &str)> = faults
        .iter()
        .map(|it| (it["name"].as_str().unwrap(), it["kind"].as_str().unwrap()))
        .collect();
    let expected = HashSet::from([
        ("Cheat", "illegal_move"),
        ("Snail", "time"),
        ("Noise", "flood"),
        ("Phoenix", "crash"),
    ]);
    assert_eq!(named, expected, "{faults:#?}");
    for it in results {
        let is_spoiled =
            ["Cheat", "Snail"].iter().any(|bot| it["red"] == *bot || it["black"] == *bot);
        assert!(!is_spoiled || !it["fault"].is_null(), "somebody's fault: {it}");
    }
    let lost =
        |name: &str| faults.iter().filter(|it| it["name"] == name && it["lost"] == true).count();
    assert!((1..=3).contains(&lost("Phoenix")), "each of its programs dies once at most");
    assert_eq!(lost("Noise"), 0, "it came back");
}
