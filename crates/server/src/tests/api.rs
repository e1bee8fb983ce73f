//! The routes, called without a socket.

use axum::{
    body::Body,
    http::{Request, StatusCode},
};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tower::ServiceExt;

use super::{Fixture, fixture};
use crate::http::router::router;

const VISITOR: &str = "0123456789abcdef0123456789abcdef";

pub(super) async fn call(fixture: &Fixture, request: Request<Body>) -> (StatusCode, Value) {
    let response = router(fixture.app.clone()).oneshot(request).await.unwrap();
    let status = response.status();
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
}

pub(super) fn post(path: &str, body: impl Into<Body>) -> Request<Body> {
    Request::post(path)
        .header("host", "localhost:8090")
        .header("content-type", "application/json")
        .header("authorization", format!("Bearer {VISITOR}"))
        .body(body.into())
        .unwrap()
}

pub(super) fn get(path: &str) -> Request<Body> {
    let bearer = format!("Bearer {VISITOR}");
    Request::get(path).header("authorization", bearer).body(Body::empty()).unwrap()
}

fn against_level(level: u8) -> String {
    json!({"red": {"kind": "human"}, "black": {"kind": "level", "level": level}}).to_string()
}

#[tokio::test]
async fn a_new_game_gives_a_token_per_human_seat() {
    let fixture = fixture();
    let (status, made) = call(&fixture, post("/api/games", against_level(1))).await;
    assert_eq!(status, StatusCode::CREATED, "{made}");
    assert_eq!(made["tokens"]["red"].as_str().map(str::len), Some(32));
    assert!(made["tokens"].get("black").is_none());

    let watched =
        json!({"red": {"kind": "level", "level": 1}, "black": {"kind": "zoo", "name": "greedy"}});
    let (_, made) = call(&fixture, post("/api/games", watched.to_string())).await;
    assert!(made["tokens"]["host"].is_string(), "{made}");
}

#[tokio::test]
async fn a_game_lies_on_its_makers_shelf_until_deleted() {
    let fixture = fixture();
    let (_, made) = call(&fixture, post("/api/games", against_level(1))).await;
    let (_, shelf) = call(&fixture, get("/api/games")).await;
    assert_eq!(shelf["games"][0]["id"], made["id"]);
    assert!(!shelf.to_string().contains(made["tokens"]["red"].as_str().unwrap()));

    let path = format!("/api/games/{}", made["id"].as_str().unwrap());
    let stranger = Request::delete(&path)
        .header("authorization", "Bearer ffffffffffffffffffffffffffffffff")
        .body(Body::empty())
        .unwrap();
    assert_eq!(call(&fixture, stranger).await.0, StatusCode::NOT_FOUND);
    let owner = Request::delete(&path)
        .header("authorization", format!("Bearer {VISITOR}"))
        .body(Body::empty())
        .unwrap();
    assert_eq!(call(&fixture, owner).await.0, StatusCode::NO_CONTENT);
    let (_, shelf) = call(&fixture, get("/api/games")).await;
    assert_eq!(shelf["games"], json!([]));
}

#[tokio::test]
async fn what_is_wrong_is_refused_with_its_code() {
    let fixture = fixture();
    let human = json!({"kind": "human"});
    let game = |more: Value| {
        let mut body = json!({"red": human, "black": human});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        body.to_string()
    };
    let cases = [
        ("/api/games", "{".to_owned(), "malformed"),
        ("/api/games", "{}".to_owned(), "malformed"),
        ("/api/games", against_level(0), "no_such_player"),
        ("/api/games", against_level(11), "no_such_player"),
        (
            "/api/games",
            game(json!({"black": {"kind": "zoo", "name": "minimax-9"}})),
            "no_such_player",
        ),
        ("/api/games", game(json!({"fen": "9/9 w"})), "bad_position"),
        ("/api/games", game(json!({"rules": "none"})), "malformed"),
        ("/api/games", game(json!({"clock": {"kind": "move", "move_s": 0}})), "bad_clock"),
        ("/api/games", game(json!({"surprise": 1})), "malformed"),
        ("/api/position", json!({"moves": ["h2h9x"]}).to_string(), "illegal_move"),
        ("/api/position", json!({"moves": ["e0e5"]}).to_string(), "illegal_move"),
        ("/api/import", json!({"text": "what?"}).to_string(), "bad_import"),
        ("/api/lab/tree", json!({"algorithm": "magic", "depth": 2}).to_string(), "malformed"),
        ("/api/lab/route", json!({"map": "2 2 1\n3 0\n"}).to_string(), "bad_import"),
    ];
    for (path, body, code) in cases {
        let (status, answer) = call(&fixture, post(path, body.clone())).await;
        assert!(status.is_client_error(), "{path} {body}: {status}");
        assert_eq!(answer["code"], code, "{path} {body}: {answer}");
    }
}

#[tokio::test]
async fn too_much_is_refused() {
    let fixture = fixture();
    for (path, size) in [("/api/import", 5_000_000), ("/api/position", 100_000)] {
        let huge = json!({"text": "x".repeat(size)}).to_string();
        let (status, answer) = call(&fixture, post(path, huge)).await;
        assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE, "{answer}");
    }
    let long = json!({"moves": vec!["h2e2"; 2000]}).to_string();
    assert_eq!(call(&fixture, post("/api/position", long)).await.0, StatusCode::PAYLOAD_TOO_LARGE);
}

#[tokio::test]
async fn other_sites_and_other_names_are_refused() {
    let fixture = fixture();
    let from = |origin: &str, host: &str| {
        let mut request = post("/api/games", against_level(1));
        request.headers_mut().insert("origin", origin.parse().unwrap());
        request.headers_mut().insert("host", host.parse().unwrap());
        request
    };
    for (origin, host, expected) in [
        ("http://localhost:8090", "localhost:8090", StatusCode::CREATED),
        ("http://127.0.0.1:1", "127.0.0.1:1", StatusCode::CREATED),
        ("http://evil.example", "localhost:8090", StatusCode::FORBIDDEN),
        ("null", "localhost:8090", StatusCode::FORBIDDEN),
        ("http://evil.example", "evil.example", StatusCode::FORBIDDEN),
    ] {
        assert_eq!(call(&fixture, from(origin, host)).await.0, expected, "{origin} at {host}");
    }
}

#[tokio::test]
async fn the_page_comes_with_its_safety_headers_and_without_inline_scripts() {
    let fixture = fixture();
    let response = router(fixture.app.clone()).oneshot(get("/")).await.unwrap();
    let policy = response.headers()["content-security-policy"].to_str().unwrap().to_owned();
    assert!(policy.contains("script-src 'self';") && !policy.contains("unsafe"), "{policy}");
    let page = response.into_body().collect().await.unwrap().to_bytes();
    let page = String::from_utf8(page.to_vec()).unwrap();
    assert!(page.contains("<script type=\"module\" src="), "{page}");
    let (status, _) = call(&fixture, get("/tests/run.mjs")).await;
    assert_eq!(status, StatusCode::NOT_FOUND, "tests are not part of the page");
    assert_eq!(call(&fixture, get("/../Cargo.toml")).await.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_known_page_is_not_sent_again() {
    let fixture = fixture();
    let first = router(fixture.app.clone()).oneshot(get("/js/main.js")).await.unwrap();
    let mut again = get("/js/main.js");
    again.headers_mut().insert("if-none-match", first.headers()["etag"].clone());
    assert_eq!(call(&fixture, again).await.0, StatusCode::NOT_MODIFIED);
}

#[tokio::test]
async fn a_line_is_told_in_every_notation() {
    let fixture = fixture();
    let body = json!({"moves": ["炮二平五", "H8+7"]}).to_string();
    let (status, study) = call(&fixture, post("/api/position", body)).await;
    assert_eq!(status, StatusCode::OK, "{study}");
    assert_eq!(study["plies"][0]["wxf"], "C2=5");
    assert_eq!(study["plies"][0]["iccs"], "H2-E2");
    assert_eq!(study["plies"][1]["zh"], "马８进７");
    assert_eq!(study["position"]["turn"], "red");
    assert!(study["position"]["targets"]["h0"].is_array());
}

#[tokio::test]
async fn every_rule_set_gives_its_verdict() {
    let fixture = fixture();
    let (_, verdicts) = call(&fixture, post("/api/judge", "{}")).await;
    for rules in ["asian", "chinese", "course"] {
        assert_eq!(verdicts[rules]["status"], "ongoing", "{verdicts}");
    }
}

#[tokio::test]
async fn an_editor_learns_what_is_wrong_in_both_languages() {
    let fixture = fixture();
    let check = |fen: &str| post("/api/check", json!({"fen": fen}).to_string());
    let (status, answer) = call(&fixture, check("9/9/9/9/9/9/9/9/9/4K4 w")).await;
    assert_eq!(status, StatusCode::OK);
    assert!(answer["problem"]["zh"].as_str().unwrap().contains("黑方"), "{answer}");
    let (_, answer) = call(&fixture, check(xiangqi::Position::START_FEN)).await;
    assert_eq!(answer["problem"], Value::Null);
}

#[tokio::test]
async fn the_laboratory_answers_with_traces() {
    let fixture = fixture();
    let body = json!({"algorithm": "alphabeta", "depth": 2, "nodes": 100}).to_string();
    let (_, tree) = call(&fixture, post("/api/lab/tree", body)).await;
    assert_eq!(tree["tree"].as_array().map(Vec::len), Some(100), "{tree}");

    let (_, counts) =
        call(&fixture, post("/api/lab/compare", json!({"depth": 2}).to_string())).await;
    let counts = counts.as_array().unwrap();
    assert_eq!(counts.len(), 8);
    assert!(
        counts
            .iter()
            .all(|it| it["score"] == counts[if it["depth"] == 1 { 0 } else { 4 }]["score"])
    );

    let body = json!({"map": "2 3 9\n3 0 1\n0 0 4\n"}).to_string();
    let (_, routes) = call(&fixture, post("/api/lab/route", body)).await;
    assert_eq!(routes[0]["steps"], 3, "{routes}");
    assert_eq!(routes[1]["steps"], 3, "{routes}");
    let (status, code) = call(&fixture, get("/api/lab/source/alphabeta")).await;
    assert!(status.is_success() && code.as_str().unwrap().contains("fn alphabeta"));
}

#[tokio::test]
async fn a_flood_from_one_address_is_slowed_down() {
    let fixture = fixture();
    let mut refused = 0;
    for _ in 0..500 {
        let (status, _) = call(&fixture, get("/api/players")).await;
        refused += usize::from(status == StatusCode::TOO_MANY_REQUESTS);
    }
    assert!(0 < refused, "the burst is smaller than this");
}

#[tokio::test]
async fn what_is_imported_leaves_as_it_came() {
    let fixture = fixture();
    let text = "[Game \"Chinese Chess\"]\n[Event \"e\"]\n[Date \"\"]\n[Red \"a\"]\n[Black \"\"]\n\
        [Result \"1-0\"]\n[Opening \"o\"]\n[Odd \"x\"]\n[Format \"Chinese\"]\n\n{开局}\n1. 炮二平五 $1\
        {[%eval 0.38,19][%clk 0:05:32][%cal Gh2e2]中炮} 马８进７ (1. ... 炮８平５{顺炮}\n2. 马二进三 (2. 炮五进四))\
        \x20({前} 1. ... 马２进３) 2. 马二进三 1-0\n\n";
    let (_, study) = call(&fixture, post("/api/import", json!({"text": text}).to_string())).await;
    let plies = study["plies"].as_array().unwrap();
    let parents: Vec<Option<u64>> = plies.iter().map(|it| it["parent"].as_u64()).collect();
    assert_eq!(parents, [None, None, None, Some(1), None, Some(4), Some(1)], "{study}");
    assert_eq!(plies[0]["score"]["cp"], 38);
    let keep = |it: &Value| json!({"move": it["move"], "parent": it["parent"], "remark": it["remark"], "notes": it["notes"]});
    let line: Vec<Value> = plies.iter().map(keep).collect();
    let tree = json!({"headers": study["headers"], "result": study["result"],
        "remark": study["remark"], "notes": study["notes"], "line": line});
    let (status, pgn) = call(&fixture, post("/api/pgn", tree.to_string())).await;
    assert_eq!((status, pgn.as_str().unwrap()), (StatusCode::OK, text));
}

#[tokio::test]
async fn files_are_imported_as_they_are_and_what_is_dropped_is_told() {
    let fixture = fixture();
    let file = include_bytes!("../../../records/tests/cases/xqf-005.xqf");
    let request = Request::post("/api/import")
        .header("content-type", "application/octet-stream")
        .body(Body::from(&file[..]))
        .unwrap();
    let (status, study) = call(&fixture, request).await;
    assert_eq!((status, &study["format"]), (StatusCode::OK, &json!("xqf")), "{study}");

    let bad = json!({"text": "h2e2 h2e2"}).to_string();
    let (_, study) = call(&fixture, post("/api/import", bad)).await;
    assert_eq!(study["plies"].as_array().map(Vec::len), Some(1));
    assert!(study["dropped"][0]["zh"].as_str().unwrap().contains("\"h2e2\" 在此不是合法着法"));
    let foreign = json!({"line": [{"move": "h2e2", "parent": 3}]}).to_string();
    let (_, answer) = call(&fixture, post("/api/pgn", foreign)).await;
    assert_eq!(answer["code"], "malformed");
}

#[tokio::test]
async fn the_record_of_a_game_has_names_date_and_the_visitors_notation() {
    let fixture = fixture();
    let (_, made) = call(&fixture, post("/api/games", against_level(3))).await;
    let path = format!("/api/games/{}/pgn", made["id"].as_str().unwrap());
    let (_, pgn) = call(&fixture, get(&format!("{path}?notation=wxf&lang=zh"))).await;
    let pgn = pgn.as_str().unwrap();
    for line in ["[Red \"棋手\"]", "[Black \"楚河 3 级\"]", "[Format \"WXF\"]", "[Date \"20"] {
        assert!(pgn.contains(line), "{pgn}");
    }
    assert!(call(&fixture, get(&path)).await.1.as_str().unwrap().contains("[Format \"Chinese\"]"));
}
