//! What goes wrong inside stays where it went wrong.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use axum::{Router, body::Body, http::Request, http::StatusCode, routing::get};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tower::ServiceExt;
use xiangqi::Position;

use super::{fixture, fixture_with, rooms::Server};
use crate::{
    http::{laboratory::experiment, router::guarded},
    room::commands::Command,
    thinking::{
        stop::StopSign,
        task::{Choice, Task, Thinker, Thought},
    },
};

#[tokio::test]
async fn a_handler_that_panics_answers_for_itself_only() {
    async fn broken() -> &'static str {
        panic!("injected")
    }
    let fixture = fixture();
    let routes =
        Router::new().route("/broken", get(broken)).route("/sound", get(|| async { "ok" }));
    let routes = guarded(routes, fixture.app.clone());
    let call = |path: &str| {
        let request = Request::get(path).body(Body::empty()).unwrap();
        routes.clone().oneshot(request)
    };
    let answer = call("/broken").await.unwrap();
    assert_eq!(answer.status(), StatusCode::INTERNAL_SERVER_ERROR);
    assert!(answer.headers().contains_key("content-security-policy"));
    let body = answer.into_body().collect().await.unwrap().to_bytes();
    let body: Value = serde_json::from_slice(&body).unwrap();
    assert_eq!(body["code"], "fault");
    assert_eq!(call("/sound").await.unwrap().status(), StatusCode::OK);
}

/// Panics at its first task, then plays the first legal move.
struct Clumsy(Arc<AtomicUsize>);

impl Thinker for Clumsy {
    fn think(
        &mut self,
        task: &Task,
        _: &StopSign,
        _: &mut (dyn FnMut(Thought) + Send),
    ) -> Option<Choice> {
        let is_first = self.0.fetch_add(1, Ordering::Relaxed) == 0;
        assert!(!is_first, "injected");
        let position: &Position = task.game.position();
        let mv = *position.legal_moves().first()?;
        Some(Choice { mv, score: None, depth: None })
    }
}

#[tokio::test]
async fn a_search_that_panics_is_told_and_tried_again() {
    let tasks = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&tasks);
    let server =
        Server::start(fixture_with(1, move |_| Box::new(Clumsy(Arc::clone(&count))))).await;
    let body = json!({"red": {"kind": "human"}, "black": {"kind": "level", "level": 1}});
    let (id, tokens) = server.new_game(body).await;
    let mut red = server.join(&id, &[&tokens["red"]]).await;
    assert_eq!(red.play(0, "h2e2").await["type"], "done");
    assert_eq!(red.wait_for("refused").await["code"], "fault");
    red.wait_for("moved").await;
    assert_eq!(red.wait_for("moved").await["plies"], 2, "the machine moves after all");
    assert_eq!(tasks.load(Ordering::Relaxed), 2);
}

#[tokio::test]
async fn a_room_that_panics_is_opened_again_with_all_its_moves() {
    let server = Server::start(fixture()).await;
    let (id, tokens) = server.two_humans().await;
    let (other, others) = server.two_humans().await;
    let mut red = server.join(&id, &[&tokens["red"]]).await;
    let mut elsewhere = server.join(&other, &[&others["red"]]).await;
    red.play(0, "h2e2").await;
    let room = server.fixture.app.rooms.enter(&id).await.unwrap();
    room.send(Command::Panic).await.ok().unwrap();
    while red.next().await.is_some() {}
    assert_eq!(elsewhere.play(0, "h2e2").await["type"], "done", "other rooms go on");
    let mut again = server.join(&id, &[&tokens["red"]]).await;
    assert_eq!(again.game().await["plies"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn an_experiment_that_panics_leaves_the_laboratory_open() {
    let fixture = fixture();
    let broken = experiment::<()>(&fixture.app, |_| panic!("injected"));
    assert_eq!(broken.await.unwrap_err().code(), "fault");
    let sound = experiment(&fixture.app, |_| 7);
    let outcome = tokio::time::timeout(Duration::from_secs(60), sound).await.unwrap();
    assert_eq!(outcome, Ok(7));
}
