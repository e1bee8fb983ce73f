//! Two people at one board: the guest who takes the seat that was given away, and the game both
//! go on with.

use super::{audience::Hello, error::RoomError, live::Room, news::SeatsHeld};
use crate::{
    game::{
        player::clean_name,
        secret::{self, Invitation, Seats},
    },
    store::writes::{NewGame, Write},
};

impl Room {
    /// The first visitor with an invitation is its guest from now on.
    pub(super) async fn seat_guest(
        &mut self,
        held: SeatsHeld,
        hello: &Hello,
    ) -> Result<(), RoomError> {
        let Some(invitation) = self.audience.new_guest(held, hello.visitor)? else { return Ok(()) };
        let Some(guest) = invitation.guest else { return Ok(()) };
        let (id, color) = (self.id.clone(), invitation.color);
        let name = hello.name.as_deref().and_then(clean_name);
        self.store.write(Write::Seat { id, color, guest, name: name.clone() }).await?;
        self.state.name_player(color, name);
        self.audience.seat_guest(invitation);
        self.tell_game_to_all();
        Ok(())
    }

    /// At once if nobody else plays; otherwise the other side is asked, or has asked already.
    pub(super) async fn ask_rematch(&mut self, viewer: u64) -> Result<(), RoomError> {
        if !self.state.standing().is_over() {
            return Err(RoomError::NotOver);
        }
        if self.next.is_some() {
            return Err(RoomError::Stale);
        }
        if self.in_league {
            return Err(RoomError::NotInLeagues);
        }
        if self.check_host(viewer).is_ok() {
            return self.begin_rematch(viewer).await;
        }
        let (color, alone) = self.decider(viewer)?;
        if alone || self.offers.rematch_is_offered_to(color) {
            return self.begin_rematch(viewer).await;
        }
        self.offers.rematch = color;
        self.tell_game_to_all();
        Ok(())
    }

    /// The new game opens to the tokens of this one, so nobody has to be sent a secret.
    async fn begin_rematch(&mut self, viewer: u64) -> Result<(), RoomError> {
        let id = secret::random_id();
        let seats = seats_of_rematch(self.audience.seats(), self.state.swapped());
        let host = seats.invitation.and_then(|it| it.host);
        let new = NewGame {
            id: id.clone(),
            state: self.state.rematch(),
            seats,
            owner: host.or(self.audience.visitor_of(viewer)),
            duel: None,
            league: None,
            before: Some(self.id.clone()),
        };
        self.store.write(Write::Create(Box::new(new))).await?;
        self.next = Some(id);
        self.offers.clear();
        self.tell_game_to_all();
        Ok(())
    }
}

/// Everyone keeps the token and gets the other color.
fn seats_of_rematch(seats: Seats, swapped: bool) -> Seats {
    let mut colors = seats.colors;
    // Tokens are kept as they were given out; after a swap their holders have changed already.
    if !swapped {
        colors.reverse();
    }
    let other = |it: Invitation| Invitation { color: it.color.opponent(), ..it };
    let color_changes = |it: Invitation| if swapped { it } else { other(it) };
    Seats { colors, host: seats.host, invitation: seats.invitation.map(color_changes) }
}

#[cfg(test)]
mod tests {
    use xiangqi::Color;

    use super::*;
    use crate::game::secret::Token;

    #[test]
    fn tokens_change_color_once() {
        let [red, black] = [Token::random().hash(), Token::random().hash()];
        let invitation = Invitation { color: Color::Black, host: None, guest: Some(red) };
        let invitation = Some(invitation);
        let seats = Seats { colors: [Some(red), Some(black)], host: None, invitation };
        let changed = seats_of_rematch(seats, false);
        assert_eq!(changed.colors, [Some(black), Some(red)]);
        assert_eq!(changed.invitation.map(|it| it.color), Some(Color::Red));
        assert_eq!(seats_of_rematch(seats, true), seats);
    }
}
