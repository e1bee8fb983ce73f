//! What a room says, in the page's words: news in, the text of a message out.

use std::sync::Arc;

use xiangqi::{Color, Position};

use super::{
    refusal::Refusal,
    sentences::Told,
    wire::{self, FromServer},
};
use crate::{
    game::state::{GameState, Ply},
    room::news::{BotNews, Clocks, GameNews, News, Voice},
};

/// The voice of every room.
pub(crate) fn page_voice() -> Box<dyn Voice> {
    Box::<PageVoice>::default()
}

#[derive(Default)]
struct PageVoice {
    /// What was named before, so that a long game is not named anew for every viewer.
    plies: Vec<Ply>,
    named: Vec<wire::Ply>,
}

impl Voice for PageVoice {
    fn text(&mut self, news: &News<'_>) -> Arc<str> {
        self.message(news).text().into()
    }

    fn bot_text(&mut self, news: &BotNews<'_>) -> Arc<str> {
        let message = match news {
            BotNews::Welcome { re, name, key, league } => wire::ToBot::Welcome {
                re: *re,
                name: (*name).to_owned(),
                key: key.hex(),
                league: wire::BotLeague::of(league),
            },
            BotNews::Go(turn) => wire::ToBot::go(turn),
            BotNews::Wait { id } => wire::ToBot::Wait { game: (*id).to_owned() },
            BotNews::Over { id, state } => wire::ToBot::over(id, state),
            BotNews::Bye(why) => wire::ToBot::Bye { code: (*why).into(), why: why.told().into() },
        };
        message.text().into()
    }
}

impl PageVoice {
    fn message(&mut self, news: &News<'_>) -> FromServer {
        match news {
            News::Game(news) => self.game(news),
            News::Moved { state, ply, clocks } => self.moved(state, ply, *clocks),
            News::Thinking { state, thought, place } => {
                let position = state.game().position();
                let waiting = || wire::Progress::waiting(*place);
                FromServer::Thinking {
                    plies: state.plies().len(),
                    side: state.turn().into(),
                    progress: thought.map_or_else(waiting, |it| wire::Progress::of(position, it)),
                }
            }
            News::Hint { state, choice } => FromServer::Hint {
                plies: state.plies().len(),
                best: wire::Naming::of(state.game().position(), choice.mv),
                score: choice.score.map(wire::Score::from),
            },
            News::Present(present) => FromServer::Present((*present).into()),
            News::Declined { offer, by } => {
                FromServer::Declined { offer: (*offer).into(), by: (*by).into() }
            }
            News::Answer { re, outcome } => {
                FromServer::answer(*re, outcome.map_err(|error| Refusal::from(error).told()))
            }
            News::Deleted => FromServer::Deleted,
        }
    }

    fn game(&mut self, news: &GameNews<'_>) -> FromServer {
        let state = news.state;
        self.name_plies(state, state.plies().len());
        let [red, black] = news.you.colors;
        let you =
            [(red, wire::Seat::Red), (black, wire::Seat::Black), (news.you.host, wire::Seat::Host)];
        FromServer::Game(Box::new(wire::Game {
            id: news.id.to_owned(),
            you: you.into_iter().filter(|(is_held, _)| *is_held).map(|(_, seat)| seat).collect(),
            players: Color::BOTH.map(|it| state.player(it)).into(),
            rules: state.setup().rules.name(),
            clock: state.setup().clock.map(wire::Clock::from),
            start: (&state.setup().start).into(),
            plies: self.named.clone(),
            position: state.game().position().into(),
            opening: wire::OpeningName::of_game(state.game()),
            status: state.standing().into(),
            clocks: news.clocks.into(),
            undone: state.undone(),
            draw_offer: news.offers.draw.map(wire::Side::from),
            undo_request: news.offers.take_back.map(wire::Side::from),
            rematch_offer: news.offers.rematch.map(wire::Side::from),
            next: news.next.map(str::to_owned),
            paused: news.pace.paused,
            delay_ms: news.pace.delay.as_millis() as u64,
            present: news.present.into(),
        }))
    }

    fn moved(&mut self, state: &GameState, ply: &Ply, clocks: Clocks) -> FromServer {
        let mut before = self.name_plies(state, state.plies().len().saturating_sub(1));
        let named = wire::Ply::of(&mut before, ply.mv, Some(ply));
        self.plies.push(ply.clone());
        self.named.push(named.clone());
        FromServer::Moved(Box::new(wire::Moved {
            plies: state.plies().len(),
            ply: named,
            position: state.game().position().into(),
            opening: wire::OpeningName::of_game(state.game()),
            status: state.standing().into(),
            clocks: clocks.into(),
            undone: state.undone(),
        }))
    }

    /// Names the first so many plies, and answers the position behind them. Those named earlier
    /// stay unless the game changed below them.
    fn name_plies(&mut self, state: &GameState, count: usize) -> Position {
        let wanted = &state.plies()[..count];
        let known = self.plies.iter().zip(wanted).take_while(|(one, two)| one == two).count();
        self.plies.truncate(known);
        self.named.truncate(known);
        let mut position = state.setup().start;
        for (index, ply) in wanted.iter().enumerate() {
            if index < known {
                position.play_unchecked(ply.mv);
            } else {
                self.named.push(wire::Ply::of(&mut position, ply.mv, Some(ply)));
                self.plies.push(ply.clone());
            }
        }
        position
    }
}
