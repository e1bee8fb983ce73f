//! Leagues over real sockets: joining, playing, every fault, coming back, and a restart.

use std::time::Duration;

use axum::http::StatusCode;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::{net::TcpStream, time::timeout};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async, tungstenite::Message};
use xiangqi::Position;

use super::{
    api::{call, get, post},
    fixture_in,
    rooms::{Server, server},
};
use crate::thinking::searcher::Searcher;

/// No admin's secret.
const STRANGER: &str = "0123456789abcdef0123456789abcdef";
const PATIENCE: Duration = Duration::from_secs(20);

/// A league with its secrets.
struct Made {
    id: String,
    code: String,
    admin: String,
}

impl Made {
    async fn new(server: &Server, wishes: Value) -> Made {
        let mut body =
            json!({"name": "Class", "clock": {"kind": "move", "move_s": 20}, "games": 1});
        for (name, value) in wishes.as_object().unwrap() {
            body[name] = value.clone();
        }
        let request = post("/api/leagues", body.to_string());
        let (status, made) = call(&server.fixture, request).await;
        assert_eq!(status, StatusCode::CREATED, "{made}");
        let text = |name: &str| made[name].as_str().unwrap().to_owned();
        Made { id: text("id"), code: text("code"), admin: text("admin") }
    }

    async fn order(&self, server: &Server, order: &str, more: Value) -> Value {
        let mut body = json!({"admin": self.admin});
        for (name, value) in more.as_object().unwrap() {
            body[name] = value.clone();
        }
        let path = format!("/api/leagues/{}/{order}", self.id);
        call(&server.fixture, post(&path, body.to_string())).await.1
    }

    async fn start(&self, server: &Server) {
        let league = self.order(server, "start", json!({})).await;
        assert!(league["state"] == "running" || league["state"] == "finished", "{league}");
    }

    async fn look(&self, server: &Server) -> Value {
        let path = format!("/api/leagues/{}", self.id);
        call(&server.fixture, get(&path)).await.1
    }

    /// Looks until it is as it should be.
    async fn until(&self, server: &Server, is_so: impl Fn(&Value) -> bool) -> Value {
        let waited = async {
            loop {
                let league = self.look(server).await;
                if is_so(&league) {
                    return league;
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        match timeout(PATIENCE, waited).await {
            Ok(league) => league,
            Err(_) => panic!("it never came: {}", self.look(server).await),
        }
    }
}

struct Bot {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    asked: u64,
}

impl Bot {
    async fn connect(server: &Server) -> Bot {
        let url = format!("ws://{}/api/bot", server.address);
        let (socket, _) = connect_async(url).await.unwrap();
        Bot { socket, asked: 0 }
    }

    /// Connects and joins; the key comes along.
    async fn join(server: &Server, league: &Made, name: &str) -> (Bot, String) {
        let mut bot = Bot::connect(server).await;
        bot.say(json!({"type": "hello", "league": league.code, "name": name, "games": 8})).await;
        let welcome = bot.hear("welcome").await;
        assert_eq!(welcome["league"]["id"], league.id.as_str());
        (bot, welcome["key"].as_str().unwrap().to_owned())
    }

    async fn come_back(server: &Server, league: &Made, key: &str) -> Bot {
        let mut bot = Bot::connect(server).await;
        let hello = json!({"type": "hello", "league": league.code, "name": "", "key": key});
        bot.say(hello).await;
        bot.hear("welcome").await;
        bot
    }

    async fn say(&mut self, mut message: Value) {
        self.asked += 1;
        message["re"] = json!(self.asked);
        self.socket.send(Message::Text(message.to_string().into())).await.unwrap();
    }

    /// `None` when the socket ended.
    async fn next(&mut self) -> Option<Value> {
        loop {
            match timeout(PATIENCE, self.socket.next()).await.expect("the server says something") {
                Some(Ok(Message::Text(text))) => return serde_json::from_str(&text).ok(),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => (),
            }
        }
    }

    /// The next message of this kind; others are passed over.
    async fn hear(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await.unwrap_or_else(|| panic!("no {kind} came"));
            if message["type"] == kind {
                return message;
            }
        }
    }

    async fn refusal(&mut self, message: Value) -> Value {
        self.say(message).await;
        self.hear("refused").await["code"].clone()
    }

    async fn play(&mut self, go: &Value, mv: &str) {
        self.say(json!({"type": "move", "game": go["game"], "plies": go["plies"], "move": mv}))
            .await;
    }

    /// Answers everything with the first legal move until it is dismissed.
    async fn play_on(mut self) -> Option<Value> {
        while let Some(message) = self.next().await {
            if message["type"] == "bye" {
                return Some(message);
            }
            if message["type"] == "go" {
                let mv = first_move(&message);
                self.play(&message, &mv).await;
            }
        }
        None
    }
}

fn first_move(go: &Value) -> String {
    let mut position: Position = go["fen"].as_str().unwrap().parse().unwrap();
    for it in go["moves"].as_array().unwrap() {
        let mv = position.read_move(it.as_str().unwrap()).unwrap();
        position.play(mv).unwrap();
    }
    position.legal_moves().first().unwrap().to_string()
}

/// Two bots, Ann and Bob, in one game; Ann has Red.
async fn two_bots(server: &Server, wishes: Value) -> (Made, [(Bot, String); 2]) {
    let league = Made::new(server, wishes).await;
    let ann = Bot::join(server, &league, "Ann").await;
    let bob = Bot::join(server, &league, "Bob").await;
    league.start(server).await;
    (league, [ann, bob])
}

fn fault(league: &Value, name: &str) -> Value {
    let faults = league["faults"].as_array().unwrap().iter();
    faults.clone().find(|it| it["name"] == name).unwrap_or(&Value::Null)["kind"].clone()
}

#[tokio::test]
async fn bots_join_with_the_code_and_the_league_is_played() {
    let server = server().await;
    let league = Made::new(&server, json!({"games": 2})).await;
    let mut stranger = Bot::connect(&server).await;
    let hello = json!({"type": "hello", "league": "AAAAAAAAAA", "name": "x"});
    assert_eq!(stranger.refusal(hello).await, "wrong_code");
    assert!(stranger.next().await.is_none(), "who is not let in is sent away");

    let (ann, _) = Bot::join(&server, &league, "Ann").await;
    let mut double = Bot::connect(&server).await;
    let hello = json!({"type": "hello", "league": league.code.to_lowercase(), "name": " Ann "});
    assert_eq!(double.refusal(hello).await, "name_taken");
    let (bob, _) = Bot::join(&server, &league, "Bob").await;
    let shown =
        league.order(&server, "players", json!({"player": {"kind": "zoo", "name": "random"}}));
    let shown = shown.await;
    assert_eq!(shown["players"][2]["name"], "zoo:random");
    assert_eq!(shown["code"], league.code.as_str());
    assert_eq!(league.look(&server).await["code"], Value::Null, "only the admin sees the code");
    league.start(&server).await;
    let (ann, bob) = tokio::join!(ann.play_on(), bob.play_on());
    assert_eq!(
        (ann.unwrap()["code"].clone(), bob.unwrap()["code"].clone()),
        (json!("finished"), json!("finished"))
    );
    let shown = league.look(&server).await;
    assert_eq!(shown["state"], "finished");
    let results = shown["results"].as_array().unwrap();
    assert_eq!(results.len(), 6);
    assert!(results.iter().all(|it| !it["result"].is_null() && it["fault"].is_null()), "{shown}");
    let played: u64 =
        shown["table"].as_array().unwrap().iter().map(|it| it["played"].as_u64().unwrap()).sum();
    assert_eq!(played, 12);
    let late = json!({"type": "hello", "league": league.code, "name": "Late"});
    assert_eq!(Bot::connect(&server).await.refusal(late).await, "league_over");
    // Its files, and nothing new since.
    let version = &shown["version"];
    let same = get(&format!("/api/leagues/{}?since={version}", league.id));
    assert_eq!(call(&server.fixture, same).await.0, StatusCode::NO_CONTENT);
    let (_, list) = call(&server.fixture, get("/api/leagues")).await;
    assert_eq!(list["leagues"][0]["finished"], 6, "{list}");
}

#[tokio::test]
async fn wrong_codes_are_limited_but_nobody_who_comes_back() {
    let server = server().await;
    let league = Made::new(&server, json!({})).await;
    let (_bot, key) = Bot::join(&server, &league, "Ann").await;
    for _ in 0..10 {
        let hello = json!({"type": "hello", "league": "AAAAAAAAAA", "name": "x"});
        assert_eq!(Bot::connect(&server).await.refusal(hello).await, "wrong_code");
    }
    let right = json!({"type": "hello", "league": league.code, "name": "Bob"});
    assert_eq!(Bot::connect(&server).await.refusal(right).await, "too_many_requests");
    Bot::come_back(&server, &league, &key).await;
}

#[tokio::test]
async fn an_illegal_move_loses_and_is_named() {
    let server = server().await;
    let (league, [(mut ann, _), (mut bob, _)]) = two_bots(&server, json!({})).await;
    let go = ann.hear("go").await;
    assert_eq!(
        (&go["opponent"], &go["color"], &go["plies"]),
        (&json!("Bob"), &json!("red"), &json!(0))
    );
    assert_eq!(
        bob.refusal(json!({"type": "move", "game": go["game"], "plies": 0, "move": "h9g7"})).await,
        "not_your_turn"
    );
    assert_eq!(
        ann.refusal(json!({"type": "move", "game": go["game"], "plies": 3, "move": "h2e2"})).await,
        "stale"
    );
    ann.play(&go, "炮二平五").await;
    let go = bob.hear("go").await;
    assert_eq!(go["moves"], json!(["h2e2"]));
    bob.play(&go, &format!("<b>\u{202e}{}", "x".repeat(100))).await;
    assert_eq!(ann.hear("over").await["reason"], "illegal_move");
    let shown = league.until(&server, |it| it["state"] == "finished").await;
    let fault = &shown["results"][0]["fault"];
    assert_eq!(
        (&fault["name"], &fault["ply"], &shown["results"][0]["result"]),
        (&json!("Bob"), &json!(2), &json!("1-0"))
    );
    let text = fault["text"]["en"].as_str().unwrap();
    assert!(
        text.contains("<b>xxx") && text.chars().count() < 90 && !text.contains('\u{202e}'),
        "{text}"
    );
}

#[tokio::test]
async fn silence_loses_on_time() {
    let server = server().await;
    let wishes = json!({"clock": {"kind": "move", "move_s": 0.1}});
    let (league, [(mut ann, _), _bob]) = two_bots(&server, wishes).await;
    let go = ann.hear("go").await;
    assert_eq!(go["clock"], json!({"move_ms": 100}));
    let shown = league.until(&server, |it| it["state"] == "finished").await;
    assert_eq!(
        (fault(&shown, "Ann"), &shown["results"][0]["result"]),
        (json!("time"), &json!("0-1"))
    );
}

#[tokio::test]
async fn a_lost_bot_comes_back_and_its_clock_stood_still() {
    let server = server().await;
    let wishes =
        json!({"clock": {"kind": "game", "base_s": 60, "increment_s": 0.5}, "grace_s": 60});
    let (league, [(mut ann, key), (mut bob, _)]) = two_bots(&server, wishes).await;
    let go = ann.hear("go").await;
    let id = go["game"].clone();
    drop(ann);
    league.until(&server, |it| it["players"][0]["connected"] == false).await;
    let mut ann = Bot::come_back(&server, &league, &key).await;
    let go = ann.hear("go").await;
    assert_eq!(go["game"], id);
    let left = go["clock"]["red_ms"].as_u64().unwrap();
    assert!((40_000..=60_000).contains(&left) && go["clock"]["increment_ms"] == 500, "{go}");
    ann.play(&go, "h2e2").await;
    bob.hear("go").await;
    // A second connection with the same key replaces the first.
    let mut twin = Bot::come_back(&server, &league, &key).await;
    assert_eq!(ann.hear("bye").await["code"], "replaced");
    assert!(ann.next().await.is_none());
    bob.say(json!({"type": "resign", "game": id})).await;
    assert_eq!(twin.hear("over").await["reason"], "resignation");
    let shown = league.until(&server, |it| it["state"] == "finished").await;
    assert_eq!(shown["faults"], json!([]), "{shown}");
}

#[tokio::test]
async fn who_does_not_come_back_loses_this_game_and_those_to_come() {
    let server = server().await;
    let wishes = json!({"grace_s": 0.3, "games": 2});
    let (league, [(mut ann, _), (bob, _)]) = two_bots(&server, wishes).await;
    ann.hear("go").await;
    drop(ann);
    assert_eq!(bob.play_on().await.unwrap()["code"], "finished");
    let shown = league.look(&server).await;
    let results = shown["results"].as_array().unwrap();
    assert!(results.iter().all(|it| it["reason"] == "lost_connection"), "{shown}");
    assert_eq!(shown["table"][0]["name"], "Bob");
    assert_eq!(shown["players"][0]["faults"], 2);
}

#[tokio::test]
async fn who_floods_is_sent_away_and_named_but_may_come_back() {
    let server = server().await;
    let (league, [(mut ann, key), (bob, _)]) = two_bots(&server, json!({"grace_s": 60})).await;
    for _ in 0..3000 {
        ann.asked += 1;
        let noise = json!({"type": "noise", "re": ann.asked}).to_string();
        if ann.socket.send(Message::Text(noise.into())).await.is_err() {
            break;
        }
    }
    while ann.next().await.is_some() {}
    let shown = league.until(&server, |it| it["faults"] != json!([])).await;
    assert_eq!(fault(&shown, "Ann"), "flood");
    let ann = Bot::come_back(&server, &league, &key).await;
    let (ann, _) = tokio::join!(ann.play_on(), bob.play_on());
    assert_eq!(ann.unwrap()["code"], "finished");
    let shown = league.look(&server).await;
    assert_eq!(shown["results"][0]["fault"], Value::Null, "{shown}");
}

#[tokio::test]
async fn a_crash_is_told_and_loses_the_game_it_was_in() {
    let server = server().await;
    let (league, [(mut ann, _), _bob]) = two_bots(&server, json!({})).await;
    let go = ann.hear("go").await;
    ann.say(json!({"type": "crashed", "why": "between games"})).await;
    ann.hear("done").await;
    ann.say(json!({"type": "crashed", "game": go["game"], "why": "signal 11"})).await;
    let shown = league.until(&server, |it| it["state"] == "finished").await;
    let faults = shown["faults"].as_array().unwrap();
    assert_eq!(
        (faults.len(), &faults[0]["lost"], &faults[1]["lost"]),
        (2, &json!(true), &json!(false))
    );
    assert!(faults[0]["text"]["zh"].as_str().unwrap().contains("signal 11"), "{shown}");
}

#[tokio::test]
async fn who_is_removed_leaves_early_or_loses_the_rest() {
    let server = server().await;
    let league = Made::new(&server, json!({})).await;
    let (mut ann, _) = Bot::join(&server, &league, "Ann").await;
    let (bob, _) = Bot::join(&server, &league, "Bob").await;
    let (mut eve, _) = Bot::join(&server, &league, "Eve").await;
    let refused = league.order(&server, "remove", json!({"name": "Nobody"})).await;
    assert_eq!(refused["code"], "no_such_bot");
    let shown = league.order(&server, "remove", json!({"name": "Ann"})).await;
    assert_eq!(
        (shown["players"].as_array().unwrap().len(), ann.hear("bye").await["code"].clone()),
        (2, json!("removed"))
    );
    let (ann, _) = Bot::join(&server, &league, "Ann").await;
    league.start(&server).await;
    eve.hear("go").await;
    league.order(&server, "remove", json!({"name": "Eve"})).await;
    let (ann, bob) = tokio::join!(ann.play_on(), bob.play_on());
    assert!(ann.is_some() && bob.is_some());
    let shown = league.look(&server).await;
    let lost = shown["results"].as_array().unwrap().iter().filter(|it| it["reason"] == "removed");
    assert_eq!(
        (shown["state"].clone(), lost.count(), fault(&shown, "Eve")),
        (json!("finished"), 2, json!("removed"))
    );
}

#[tokio::test]
async fn paused_nothing_begins_and_stopped_nothing_counts() {
    let server = server().await;
    let wishes = json!({"games": 2, "at_once": 1});
    let (league, [(mut ann, _), (mut bob, _)]) = two_bots(&server, wishes).await;
    let wrong = json!({"admin": STRANGER});
    let path = format!("/api/leagues/{}/pause", league.id);
    let (status, _) = call(&server.fixture, post(&path, wrong.to_string())).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    assert_eq!(league.order(&server, "pause", json!({})).await["state"], "paused");
    let go = ann.hear("go").await;
    ann.say(json!({"type": "resign", "game": go["game"]})).await;
    let shown = league.until(&server, |it| it["results"][0]["result"] == "0-1").await;
    assert_eq!((&shown["results"][1]["game"], &shown["state"]), (&Value::Null, &json!("paused")));
    league.start(&server).await;
    bob.hear("go").await;
    let shown = league.order(&server, "stop", json!({})).await;
    assert_eq!(shown["state"], "stopped");
    assert_eq!(
        (&shown["results"][1]["reason"], &shown["results"][1]["result"]),
        (&json!("broken_off"), &Value::Null)
    );
    assert_eq!(shown["table"][0]["played"], 1);
    assert_eq!(bob.hear("bye").await["code"], "stopped");
    assert_eq!(league.order(&server, "start", json!({})).await["code"], "league_over");
}

#[tokio::test]
async fn after_a_restart_the_league_goes_on() {
    let first = server().await;
    let (league, [(mut ann, ann_key), (mut bob, bob_key)]) =
        two_bots(&first, json!({"games": 2, "grace_s": 60, "at_once": 1})).await;
    let go = ann.hear("go").await;
    ann.play(&go, "h2e2").await;
    bob.hear("go").await;
    // What is on disk now is all that the next server knows.
    let data = tempfile::tempdir().unwrap();
    let copy = data.path().join("games.db");
    crate::backup(&first.fixture.data.path().join("games.db"), &copy).unwrap();
    let second = fixture_in(data, |number| Box::new(Searcher::new(number as u64)));
    second.app.leagues.go_on().await;
    let second = Server::start(second).await;
    let ann = Bot::come_back(&second, &league, &ann_key).await;
    let mut bob = Bot::come_back(&second, &league, &bob_key).await;
    let again = bob.hear("go").await;
    assert_eq!((&again["game"], &again["moves"]), (&go["game"], &json!(["h2e2"])));
    bob.play(&again, "h9g7").await;
    let (ann, bob) = tokio::join!(ann.play_on(), bob.play_on());
    assert!(ann.is_some() && bob.is_some());
    let shown = league.look(&second).await;
    assert_eq!((&shown["state"], &shown["faults"]), (&json!("finished"), &json!([])), "{shown}");
    assert_eq!(shown["table"][0]["played"], 2);
}

#[tokio::test]
async fn people_play_bots_and_league_games_go_first() {
    let server = server().await;
    let league = Made::new(&server, json!({})).await;
    let mut ann = Bot::connect(&server).await;
    ann.say(json!({"type": "hello", "league": league.code, "name": "Ann"})).await;
    ann.hear("welcome").await;
    let (bob, _) = Bot::join(&server, &league, "Bob").await;
    let path = format!("/api/leagues/{}/play", league.id);
    let challenge = || post(&path, json!({"bot": "Ann", "color": "black"}).to_string());
    let (status, made) = call(&server.fixture, challenge()).await;
    assert_eq!(status, StatusCode::CREATED, "{made}");
    let go = ann.hear("go").await;
    assert_eq!((&go["game"], &go["counted"]), (&made["id"], &json!(false)));
    ann.play(&go, "h2e2").await;
    let id = made["id"].as_str().unwrap();
    let mut person = server.join(id, &[&made["tokens"]["black"]]).await;
    assert_eq!(
        person.ask(json!({"type": "move", "plies": 1, "move": "h9g7"})).await["type"],
        "done"
    );
    ann.hear("go").await;
    assert_eq!(call(&server.fixture, challenge()).await.0, StatusCode::CREATED);
    assert_eq!(call(&server.fixture, challenge()).await.1["code"], "bot_busy");
    assert_eq!(person.refusal(json!({"type": "swap"})).await, "no_swap");
    // The league begins: the person has to wait.
    league.start(&server).await;
    assert_eq!(ann.hear("wait").await["game"], made["id"]);
    let counted = ann.hear("go").await;
    assert_eq!(counted["counted"], true);
    ann.say(json!({"type": "resign", "game": counted["game"]})).await;
    assert_eq!(bob.play_on().await.unwrap()["code"], "finished");
    let shown = league.look(&server).await;
    assert_eq!(shown["table"][0]["played"], 1, "the person's game is not counted");
}

#[tokio::test]
async fn a_swiss_league_has_byes_and_its_files_are_whole() {
    let server = server().await;
    let wishes = json!({"form": "swiss", "rounds": 2, "openings": "book"});
    let league = Made::new(&server, wishes).await;
    assert_eq!(league.order(&server, "start", json!({})).await["code"], "too_few_players");
    let mut bots = Vec::new();
    for name in ["=1+1", "Bob", "Eve"] {
        bots.push(tokio::spawn(Bot::join(&server, &league, name).await.0.play_on()));
    }
    league.start(&server).await;
    for bot in bots {
        assert_eq!(bot.await.unwrap().unwrap()["code"], "finished");
    }
    let shown = league.look(&server).await;
    let results = shown["results"].as_array().unwrap();
    assert_eq!((results.len(), results.iter().filter(|it| it["black"].is_null()).count()), (4, 2));
    for (file, wanted) in [("csv", "\"'=1+1\""), ("pgn", "[Round \"2.")] {
        let path = format!("/api/leagues/{}/{file}", league.id);
        let (_, text) = call(&server.fixture, get(&path)).await;
        assert!(text.as_str().unwrap().contains(wanted), "{text}");
    }
}
