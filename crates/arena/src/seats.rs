//! The engines of one game thread: started when first needed, kept while the next game needs
//! them, started again after a fault.

use std::path::Path;

use protocol::{Client, TimeLimits};
use xiangqi::Color;

use crate::{
    conditions::Conditions,
    entrant::Entrant,
    explained,
    game::{Pairing, lost_by_absence, play},
    record::Record,
};

/// Never more than two engines.
pub(crate) struct Seats<'a> {
    players: &'a [Entrant],
    own: &'a Path,
    limits: TimeLimits,
    seated: Vec<(usize, Client)>,
}

impl<'a> Seats<'a> {
    pub(crate) fn new(players: &'a [Entrant], own: &'a Path, limits: TimeLimits) -> Seats<'a> {
        Seats { players, own, limits, seated: Vec::new() }
    }

    /// Plays one game between two players, Red first.
    pub(crate) fn play(
        &mut self,
        players: [usize; 2],
        pairing: &Pairing,
        conditions: &Conditions,
    ) -> Record {
        let guests = std::mem::take(&mut self.seated);
        let (mut known, strangers): (Vec<_>, Vec<_>) =
            guests.into_iter().partition(|(player, _)| players.contains(player));
        strangers.into_iter().for_each(|(_, client)| client.quit());

        let mut clients = Vec::new();
        for (side, player) in Color::BOTH.into_iter().zip(players) {
            let index = known.iter().position(|(it, _)| *it == player);
            let old = index.map(|it| known.swap_remove(it).1);
            match self.take_seat(player, old) {
                Ok(client) => clients.push((player, client)),
                Err(reason) => {
                    self.seated = known.into_iter().chain(clients).collect();
                    return lost_by_absence(pairing, conditions, side, &reason);
                }
            }
        }
        let [(_, red), (_, black)] = &mut clients[..] else {
            return lost_by_absence(pairing, conditions, Color::Red, "no engine");
        };
        let record = play(pairing, conditions, [red, black]);
        if let Some((side, _)) = record.fault() {
            // Dropping a client ends its process, whatever state it is in.
            clients.remove(side.index());
        }
        self.seated = clients;
        record
    }

    /// A client ready for a new game: the one from before, if it still answers.
    fn take_seat(&self, player: usize, old: Option<Client>) -> Result<Client, String> {
        if let Some(mut client) = old
            && client.new_game().is_ok()
        {
            return Ok(client);
        }
        let started = self.players[player].start(self.own, self.limits);
        let mut client = started.map_err(|error| explained(&error))?;
        client.new_game().map_err(|error| explained(&error))?;
        Ok(client)
    }
}

impl Drop for Seats<'_> {
    fn drop(&mut self) {
        self.seated.drain(..).for_each(|(_, client)| client.quit());
    }
}
