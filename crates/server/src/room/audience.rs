//! Who is in the room: viewers with their seats and outboxes, and how they are told things.

use std::{collections::HashMap, sync::Arc};

use tokio::time::Instant;
use xiangqi::Color;

use super::{
    error::RoomError,
    news::{BotNews, News, Present, SeatsHeld, Voice},
    outbox::Outbox,
};
use crate::{
    game::secret::{Invitation, Seats, TokenHash},
    thinking::{owner::Owner, pool::Search},
};

/// Viewers of one game.
const MOST_VIEWERS: usize = 300;

/// How a viewer introduces itself.
pub(crate) struct Hello {
    pub(crate) outbox: Outbox,
    /// On whose account machines think.
    pub(crate) owner: Owner,
    pub(crate) tokens: Vec<TokenHash>,
    pub(crate) visitor: Option<TokenHash>,
    /// Under which a guest sits down.
    pub(crate) name: Option<String>,
}

struct Viewer {
    outbox: Outbox,
    owner: Owner,
    /// Seats as they were given out, before any swap.
    held: SeatsHeld,
    visitor: Option<TokenHash>,
    hint: Option<Search>,
}

pub(crate) struct Audience {
    seats: Seats,
    viewers: HashMap<u64, Viewer>,
    voice: Box<dyn Voice>,
    /// Invariant: `Some` exactly while there are no viewers.
    empty_since: Option<Instant>,
}

impl Audience {
    pub(crate) fn new(seats: Seats, voice: Box<dyn Voice>) -> Audience {
        Audience { seats, viewers: HashMap::new(), voice, empty_since: Some(Instant::now()) }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.viewers.is_empty()
    }

    pub(crate) fn empty_since(&self) -> Option<Instant> {
        self.empty_since
    }

    /// The seats that these tokens open.
    pub(crate) fn seats_for(&self, tokens: &[TokenHash]) -> SeatsHeld {
        let opens = |seat: Option<TokenHash>| seat.is_some_and(|it| tokens.contains(&it));
        SeatsHeld { colors: self.seats.colors.map(opens), host: opens(self.seats.host) }
    }

    /// Who sits down with this hello on the seat that was given away; `None` if nobody does, since it
    /// is another seat or the guest came back.
    pub(crate) fn new_guest(
        &self,
        held: SeatsHeld,
        visitor: Option<TokenHash>,
    ) -> Result<Option<Invitation>, RoomError> {
        let Some(invitation) = self.seats.invitation else { return Ok(None) };
        if !held.colors[invitation.color.index()] {
            return Ok(None);
        }
        match (invitation.guest, visitor) {
            (Some(guest), Some(visitor)) if guest == visitor => Ok(None),
            (None, Some(visitor)) if invitation.host != Some(visitor) => {
                Ok(Some(Invitation { guest: Some(visitor), ..invitation }))
            }
            _ => Err(RoomError::SeatTaken),
        }
    }

    pub(crate) fn seat_guest(&mut self, invitation: Invitation) {
        self.seats.invitation = Some(invitation);
    }

    pub(crate) fn seats(&self) -> Seats {
        self.seats
    }

    pub(crate) fn visitor_of(&self, viewer: u64) -> Option<TokenHash> {
        self.viewers.get(&viewer).and_then(|it| it.visitor)
    }

    /// On whose account a machine of this game thinks: of who came first among those with a seat, or
    /// among all if nobody has one.
    pub(crate) fn owner(&self) -> Option<Owner> {
        let rank = |(number, it): &(&u64, &Viewer)| (it.held == NO_SEATS, **number);
        self.viewers.iter().min_by_key(rank).map(|(_, it)| it.owner)
    }

    pub(crate) fn owner_of(&self, viewer: u64) -> Option<Owner> {
        self.viewers.get(&viewer).map(|it| it.owner)
    }

    pub(crate) fn check_room(&self) -> Result<(), RoomError> {
        if MOST_VIEWERS <= self.viewers.len() { Err(RoomError::Full) } else { Ok(()) }
    }

    pub(crate) fn seat(&mut self, viewer: u64, hello: Hello, held: SeatsHeld) {
        let Hello { outbox, owner, visitor, .. } = hello;
        self.viewers.insert(viewer, Viewer { outbox, owner, held, visitor, hint: None });
        self.empty_since = None;
    }

    /// Whether the viewer was here.
    pub(crate) fn leave(&mut self, viewer: u64) -> bool {
        let was_here = self.viewers.remove(&viewer).is_some();
        if was_here && self.viewers.is_empty() {
            self.empty_since = Some(Instant::now());
        }
        was_here
    }

    /// The seats of a viewer, as they are after a swap.
    pub(crate) fn held_by(&self, viewer: u64, swapped: bool) -> Option<SeatsHeld> {
        self.viewers.get(&viewer).map(|it| after_swap(it.held, swapped))
    }

    /// The colors a viewer plays; nobody without a seat is asked further.
    pub(crate) fn colors_of(&self, viewer: u64, swapped: bool) -> Result<Vec<Color>, RoomError> {
        let held = self.held_by(viewer, swapped).ok_or(RoomError::NotYourSeat)?;
        let colors: Vec<Color> =
            Color::BOTH.into_iter().filter(|it| held.colors[it.index()]).collect();
        if colors.is_empty() { Err(RoomError::NotYourSeat) } else { Ok(colors) }
    }

    /// A viewer who asks for another hint, or leaves, no longer waits for the one before.
    pub(crate) fn keep_hint(&mut self, viewer: u64, search: Search) {
        if let Some(there) = self.viewers.get_mut(&viewer) {
            there.hint = Some(search);
        }
    }

    pub(crate) fn present(&self, swapped: bool) -> Present {
        let invited = self.seats.invitation.filter(|it| it.guest.is_none()).map(|it| it.color);
        let mut present = Present { colors: [false; 2], watching: 0, invited };
        for viewer in self.viewers.values() {
            let held = after_swap(viewer.held, swapped);
            for (is_here, holds) in present.colors.iter_mut().zip(held.colors) {
                *is_here |= holds;
            }
            present.watching += usize::from(held == NO_SEATS);
        }
        present
    }

    /// The news in words, for somebody who is no viewer.
    pub(crate) fn text(&mut self, news: &News<'_>) -> Arc<str> {
        self.voice.text(news)
    }

    pub(crate) fn bot_text(&mut self, news: &BotNews<'_>) -> Arc<str> {
        self.voice.bot_text(news)
    }

    pub(crate) fn tell(&mut self, viewer: u64, news: &News<'_>) {
        let text = self.voice.text(news);
        self.send(viewer, text);
    }

    pub(crate) fn tell_all(&mut self, news: &News<'_>) {
        let text = self.voice.text(news);
        let viewers: Vec<u64> = self.viewers.keys().copied().collect();
        for viewer in viewers {
            self.send(viewer, Arc::clone(&text));
        }
    }

    /// Tells everyone what those with their seats may see; the same seats share one text.
    pub(crate) fn tell_each<'a>(&mut self, swapped: bool, news: impl Fn(SeatsHeld) -> News<'a>) {
        let mut texts: HashMap<SeatsHeld, Arc<str>> = HashMap::new();
        let held = |(&viewer, it): (&u64, &Viewer)| (viewer, after_swap(it.held, swapped));
        let viewers: Vec<(u64, SeatsHeld)> = self.viewers.iter().map(held).collect();
        for (viewer, held) in viewers {
            let text = texts.entry(held).or_insert_with(|| self.voice.text(&news(held)));
            let text = Arc::clone(text);
            self.send(viewer, text);
        }
    }

    fn send(&mut self, viewer: u64, text: Arc<str>) {
        let Some(there) = self.viewers.get(&viewer) else { return };
        if there.outbox.send(text).is_err() {
            // Too slow or gone: it will come back and be told everything anew.
            self.leave(viewer);
        }
    }
}

const NO_SEATS: SeatsHeld = SeatsHeld { colors: [false; 2], host: false };

fn after_swap(mut held: SeatsHeld, swapped: bool) -> SeatsHeld {
    if swapped {
        held.colors.reverse();
    }
    held
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{game::secret::Token, room::outbox::PostOffice};

    struct Plain;

    impl Voice for Plain {
        fn text(&mut self, _: &News<'_>) -> Arc<str> {
            "news ".repeat(100_000).into()
        }

        fn bot_text(&mut self, _: &BotNews<'_>) -> Arc<str> {
            "news".into()
        }
    }

    #[tokio::test]
    async fn seats_follow_tokens_and_swaps_and_the_slow_are_sent_away() {
        let token = Token::random().hash();
        let seats = Seats { colors: [Some(token), None], ..Seats::default() };
        let mut audience = Audience::new(seats, Box::new(Plain));
        assert!(audience.empty_since().is_some());
        let held = audience.seats_for(&[Token::random().hash(), token]);
        assert_eq!(held, SeatsHeld { colors: [true, false], host: false });
        let (outbox, mut mail) = PostOffice::default().open_box();
        let owner = Owner::new([127, 0, 0, 1].into(), 1);
        let hello = Hello { outbox, owner, tokens: Vec::new(), visitor: None, name: None };
        audience.seat(1, hello, held);
        assert_eq!(audience.colors_of(1, false).unwrap(), [Color::Red]);
        assert_eq!(audience.colors_of(1, true).unwrap(), [Color::Black]);
        assert!(audience.colors_of(2, false).is_err());
        let present = audience.present(true);
        assert_eq!((present.colors, present.watching), ([false, true], 0));
        audience.tell_all(&News::Deleted);
        assert!(!audience.is_empty());
        audience.tell_all(&News::Deleted);
        assert!(audience.is_empty() && audience.empty_since().is_some(), "the outbox was full");
        assert!(mail.next().await.is_some());
    }
}
