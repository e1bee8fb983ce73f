//! The analysis socket: one running search per socket, its progress as it comes. Closing the
//! socket stops the search.

use std::{sync::Arc, time::Duration};

use axum::{
    extract::{
        State, WebSocketUpgrade,
        ws::{Message, WebSocket},
    },
    response::Response,
};
use futures_util::StreamExt;
use tokio::{
    sync::mpsc,
    time::{Instant, timeout},
};
use xiangqi::{Game, Position, RuleSet};

use crate::{
    error::Refusal,
    limits::{self, Bucket},
    pool::{Listener, Search, Urgency},
    room::OUTBOX,
    router::App,
    socket, study,
    thinker::{Choice, Progress, Strength, Task},
    wire::{self, AnalystRequest, FromAnalyst, ToViewer},
};

const SILENCE: Duration = Duration::from_secs(75);
const PROGRESS_EVERY: Duration = Duration::from_millis(120);

/// `GET /api/analysis`
pub(crate) async fn analysis_socket(
    State(app): State<App>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Refusal> {
    let place = Arc::clone(&app.sockets).try_acquire_owned().map_err(|_| Refusal::Busy)?;
    Ok(upgrade.max_message_size(limits::BODY).on_upgrade(move |socket| async move {
        serve(&app, socket).await;
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
    Progress(u64, Progress),
    Finished { number: u64, made_room: bool },
}

async fn serve(app: &App, socket: WebSocket) {
    let (sink, mut stream) = socket.split();
    let (outbox, waiting) = mpsc::channel(OUTBOX);
    let writer = tokio::spawn(socket::write(sink, waiting));
    let (tell, mut news) = mpsc::channel(64);
    let mut analyst = Analyst { app, outbox, tell, question: None, asked: 0, shown: None };
    let mut bucket = Bucket::full(limits::MESSAGES);
    let mut closing = app.closing.clone();
    loop {
        tokio::select! {
            next = timeout(SILENCE, stream.next()) => match next {
                Ok(Some(Ok(Message::Text(text)))) => analyst.hear(&mut bucket, &text),
                Ok(Some(Ok(_))) => (),
                _ => break,
            },
            Some(news) = news.recv() => analyst.pass_on(news),
            () = analyst.outbox.closed() => break,
            _ = closing.wait_for(|it| *it) => break,
        }
    }
    drop(analyst);
    let _ = writer.await;
}

struct Analyst<'a> {
    app: &'a App,
    outbox: mpsc::Sender<Arc<str>>,
    tell: mpsc::Sender<News>,
    question: Option<Question>,
    asked: u64,
    shown: Option<Instant>,
}

impl Analyst<'_> {
    fn hear(&mut self, bucket: &mut Bucket, text: &str) {
        let (re, outcome) = match socket::understand(bucket, text) {
            Err((re, refusal)) => (re, Err(refusal)),
            Ok(FromAnalyst { re, request: AnalystRequest::Stop }) => {
                self.question = None;
                (re, Ok(()))
            }
            Ok(FromAnalyst { re, request: AnalystRequest::Go { line, lines } }) => {
                (re, self.go(&line, lines))
            }
        };
        self.say(&ToViewer::answer(re, outcome));
    }

    fn go(&mut self, line: &wire::StudyLine, lines: Option<usize>) -> Result<(), Refusal> {
        let (game, rules) = study::read_line(line)?;
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
            strength: Strength::Full,
            rules: question.rules,
            seed: 0,
            time: question.ends.saturating_duration_since(Instant::now()),
            lines: question.lines,
        };
        let listener = Teller { tell: self.tell.clone(), number: question.number };
        question.search =
            Some(self.app.pool.submit(Urgency::Analysis, task, Box::new(listener))?);
        Ok(())
    }

    fn pass_on(&mut self, news: News) {
        match (news, &self.question) {
            (News::Progress(number, progress), Some(question))
                if number == question.number
                    && self.shown.is_none_or(|it| PROGRESS_EVERY <= it.elapsed()) =>
            {
                self.shown = Some(Instant::now());
                let position: &Position = question.game.position();
                self.say(&ToViewer::Progress(wire::Progress::of(position, &progress)));
            }
            (News::Finished { number, made_room }, Some(question)) if number == question.number => {
                let goes_on = made_room && Instant::now() < question.ends;
                if !goes_on || self.search().is_err() {
                    self.question = None;
                    self.say(&ToViewer::Finished);
                }
            }
            _ => (),
        }
    }

    fn say(&self, message: &ToViewer) {
        // A full outbox drops progress; newer follows.
        let _ = self.outbox.try_send(message.text().into());
    }
}

struct Teller {
    tell: mpsc::Sender<News>,
    number: u64,
}

impl Listener for Teller {
    fn progress(&mut self, progress: Progress) {
        let _ = self.tell.try_send(News::Progress(self.number, progress));
    }

    fn finished(&mut self, _: Option<Choice>, made_room: bool) {
        let _ = self.tell.blocking_send(News::Finished { number: self.number, made_room });
    }
}
