//! What happens by itself after some time. The rooms are entered without sockets, and the clock is
//! tokio's paused one: it jumps to the next moment at which something is due.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use serde_json::{Value, json};
use tokio::{sync::mpsc, time::Instant};
use xiangqi::Position;

use super::{Fixture, fixture, fixture_with};
use crate::{
    game::secret::Token,
    http::{extract, games},
    room::{
        audience::Hello,
        commands::{Ask, Command},
        outbox::{Mail, PostOffice},
    },
    thinking::{
        owner::Owner,
        stop::StopSign,
        task::{Choice, Task, Thinker, Thought},
    },
};

/// Somebody in a room, by the room's own door.
struct Guest {
    room: mpsc::Sender<Command>,
    mail: Mail,
}

impl Guest {
    /// Makes a game and takes all its seats.
    async fn of_new_game(fixture: &Fixture, body: Value) -> Guest {
        let made = games::create(
            axum::extract::State(fixture.app.clone()),
            extract::Client([127, 0, 0, 1].into()),
            axum::http::HeaderMap::new(),
            extract::JsonBody(Ok(serde_json::from_value(body).unwrap())),
        );
        let made = serde_json::to_value(made.await.unwrap().1.0).unwrap();
        let tokens = made["tokens"].as_object().unwrap().values();
        let hash = |it: &Value| Token::from_hex(it.as_str().unwrap()).unwrap().hash();
        let tokens: Vec<_> = tokens.map(hash).collect();
        let (outbox, mail) = PostOffice::default().open_box();
        let owner = Owner::new([127, 0, 0, 1].into(), 1);
        let hello = || {
            let (outbox, tokens) = (outbox.clone(), tokens.clone());
            Hello { outbox, owner, tokens, visitor: None, name: None }
        };
        let id = made["id"].as_str().unwrap();
        let room = fixture.app.rooms.join(id, 1, hello).await.unwrap();
        Guest { room, mail }
    }

    async fn play(&self, plies: usize, text: &str) {
        let ask = Ask::Move { plies, text: text.into() };
        self.room.send(Command::Ask { viewer: 1, re: 1, ask }).await.ok().unwrap();
    }

    async fn wait_for(&mut self, is_it: impl Fn(&Value) -> bool) -> Value {
        loop {
            let text = self.mail.next().await.expect("the room stays open");
            let message: Value = serde_json::from_str(&text).unwrap();
            if is_it(&message) {
                return message;
            }
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_flag_that_falls_loses() {
    let fixture = fixture();
    let human = json!({"kind": "human"});
    let clock = json!({"kind": "move", "move_s": 3600});
    let body = json!({"red": human, "black": human, "clock": clock});
    let mut both = Guest::of_new_game(&fixture, body).await;
    both.play(0, "h2e2").await;
    both.wait_for(|it| it["type"] == "moved").await;
    let moved = Instant::now();
    let is_over = |it: &Value| it["type"] == "game" && it["status"]["status"] != "ongoing";
    let game = both.wait_for(is_over).await;
    assert_eq!(moved.elapsed().as_secs(), 3600);
    assert_eq!(game["status"]["reason"], "time");
    assert_eq!(game["status"]["status"], "red_wins");
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

#[tokio::test(start_paused = true)]
async fn a_search_that_panics_is_told_and_tried_again() {
    let tasks = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&tasks);
    let fixture = fixture_with(move |_| Box::new(Clumsy(Arc::clone(&count))));
    let body = json!({"red": {"kind": "human"}, "black": {"kind": "level", "level": 1}});
    let mut red = Guest::of_new_game(&fixture, body).await;
    red.play(0, "h2e2").await;
    let refused = red.wait_for(|it| it["type"] == "refused").await;
    assert_eq!((&refused["code"], &refused["re"]), (&json!("fault"), &json!(0)));
    let moved = red.wait_for(|it| it["type"] == "moved" && it["plies"] == 2).await;
    assert_eq!(moved["plies"], 2, "the machine moves after all");
    assert_eq!(tasks.load(Ordering::Relaxed), 2);
}
