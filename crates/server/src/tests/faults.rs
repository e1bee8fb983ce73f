//! What goes wrong inside stays where it went wrong.

use std::{
    net::{IpAddr, Ipv4Addr},
    time::Duration,
};

use axum::{Router, body::Body, http::Request, http::StatusCode, routing::get};
use http_body_util::BodyExt;
use serde_json::Value;
use tower::ServiceExt;

use super::{fixture, rooms::Server};
use crate::{
    http::{laboratory::experiment, router::guarded},
    room::commands::Command,
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

const LOCAL: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

#[tokio::test]
async fn an_experiment_that_panics_leaves_the_laboratory_open() {
    let fixture = fixture();
    let broken = experiment::<()>(&fixture.app, LOCAL, |_| panic!("injected"));
    assert_eq!(broken.await.unwrap_err().code(), "fault");
    let sound = experiment(&fixture.app, LOCAL, |_| 7);
    let outcome = tokio::time::timeout(Duration::from_secs(60), sound).await.unwrap();
    assert_eq!(outcome, Ok(7));
}
