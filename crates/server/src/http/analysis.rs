//! The analysis socket: one running search per socket, its thoughts as they come. Closing the
//! socket stops the search.

use std::time::Duration;

use axum::{
    extract::{State, WebSocketUpgrade},
    response::Response,
};
use tokio::{sync::mpsc, time::Instant};
use xiangqi::{Game, Position, RuleSet};

use super::{
    app::App,
    extract::Client,
    limits,
    reading::read_line,
    refusal::Refusal,
    room_socket::next_viewer,
    socket::{Partner, Reply, converse, limited},
    wire::{self, AnalystRequest, FromServer},
};
use crate::{
    room::outbox::Outbox,
    thinking::{
        owner::{Claim, Owner, Urgency},
        pool::{Listener, Search},
        task::{Aim, Choice, Task, Thought},
    },
};

const THOUGHT_EVERY: Duration = Duration::from_millis(120);
/// Thoughts that may wait for the socket.
const NEWS: usize = 64;

/// `GET /api/analysis`
pub(crate) async fn analysis_socket(
    State(app): State<App>,
    Client(address): Client,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Refusal> {
    let place = app.sockets.enter(address).ok_or_else(Refusal::too_many_sockets)?;
    Ok(limited(upgrade, limits::BODY).on_upgrade(move |socket| async move {
        let owner = Owner::new(address, next_viewer());
        converse(&app, socket, |outbox| Analyst::new(&app, owner, outbox)).await;
        drop(place);
    }))
}

/// A question that is being answered, possibly in several slices.
struct Question {
    number: u64,
    game: Game,
    rules: RuleSet,
    lines: usize,
    ends: Instant,
    search: Option<Search>,
}

/// What searches tell the socket. Numbers tell old answers from new ones.
enum News {
    Waits(u64, usize),
    Thought(u64, Thought),
    Finished { number: u64, made_room: bool },
}

struct Analyst<'a> {
    app: &'a App,
    owner: Owner,
    outbox: Outbox,
    tell: mpsc::Sender<News>,
    news: mpsc::Receiver<News>,
    question: Option<Question>,
    asked: u64,
    shown: Option<Instant>,
}

impl Partner for Analyst<'_> {
    type Request = AnalystRequest;

    /// Anyone may ask.
    fn is_introduced(&self) -> bool {
        true
    }

    async fn hear(&mut self, _: u64, request: AnalystRequest) -> Reply {
        Reply::Now(match request {
            AnalystRequest::Stop => {
                self.question = None;
                Ok(())
            }
            AnalystRequest::Go { line, lines } => self.go(&line, lines),
        })
    }

    async fn attend(&mut self) {
        while let Some(news) = self.news.recv().await {
            self.pass_on(news);
        }
    }

    /// Nothing is left to do: dropping the question stops its search.
    async fn leave(self) {}
}

impl Analyst<'_> {
    fn new(app: &App, owner: Owner, outbox: Outbox) -> Analyst<'_> {
        let (tell, news) = mpsc::channel(NEWS);
        Analyst { app, owner, outbox, tell, news, question: None, asked: 0, shown: None }
    }

    fn go(&mut self, line: &wire::StudyLine, lines: Option<usize>) -> Result<(), Refusal> {
        let (game, rules) = read_line(line)?;
        self.asked += 1;
        self.shown = None;
        self.question = Some(Question {
            number: self.asked,
            game,
            rules,
            lines: lines.unwrap_or(1).clamp(1, limits::ANALYSIS_LINES),
            ends: Instant::now() + limits::ANALYSIS,
            search: None,
        });
        self.search()
    }

    /// Asks the pool; called again when a search had to make room.
    fn search(&mut self) -> Result<(), Refusal> {
        let Some(question) = &mut self.question else { return Ok(()) };
        let task = Task {
            game: question.game.clone(),
            rules: question.rules,
            aim: Aim::Analysis {
                time: question.ends.saturating_duration_since(Instant::now()),
                lines: question.lines,
            },
        };
        let listener = Teller { tell: self.tell.clone(), number: question.number };
        let claim = Claim { owner: self.owner, urgency: Urgency::Analysis };
        question.search = Some(self.app.pool.submit(claim, task, Box::new(listener))?);
        Ok(())
    }

    fn pass_on(&mut self, news: News) {
        match (news, &self.question) {
            // Who has seen something is not shown an empty panel again.
            (News::Waits(number, place), Some(question))
                if number == question.number && self.shown.is_none() =>
            {
                self.say(&FromServer::Progress(wire::Progress::waiting(Some(place))));
            }
            (News::Thought(number, thought), Some(question))
                if number == question.number
                    && self.shown.is_none_or(|it| THOUGHT_EVERY <= it.elapsed()) =>
            {
                self.shown = Some(Instant::now());
                let position: &Position = question.game.position();
                self.say(&FromServer::Progress(wire::Progress::of(position, &thought)));
            }
            (News::Finished { number, made_room }, Some(question)) if number == question.number => {
                let goes_on = made_room && Instant::now() < question.ends;
                if !goes_on || self.search().is_err() {
                    self.question = None;
                    self.say(&FromServer::Finished);
                }
            }
            _ => (),
        }
    }

    fn say(&self, message: &FromServer) {
        // A full outbox drops thoughts; newer ones follow.
        let _ = self.outbox.send(message.text().into());
    }
}

struct Teller {
    tell: mpsc::Sender<News>,
    number: u64,
}

impl Listener for Teller {
    fn waits(&mut self, place: usize) {
        let _ = self.tell.try_send(News::Waits(self.number, place));
    }

    fn thought(&mut self, thought: Thought) {
        let _ = self.tell.try_send(News::Thought(self.number, thought));
    }

    fn finished(&mut self, _: Option<Choice>, made_room: bool) {
        let _ = self.tell.blocking_send(News::Finished { number: self.number, made_room });
    }
}
