//! The state of a match: every finished game counted once, in the order they finished.

use std::collections::HashMap;

use xiangqi::Color;

use crate::{
    record::{Fault, Outcome, Record},
    schedule::Schedule,
    statistics::{Decision, Sprt, Tally},
};

#[derive(Clone, Debug)]
pub struct Standings {
    pub names: Vec<String>,
    /// Games finished and games in total.
    pub finished: usize,
    pub total: usize,
    /// Who meets whom, by the index of the players, as in the schedule.
    pub pairings: Vec<[usize; 2]>,
    /// One per pairing, as its first player sees it.
    tallies: Vec<Tally>,
    /// Per player, in the order of [`Fault::ALL`].
    faults: Vec<[u64; 4]>,
    pub sprt: Option<Sprt>,
    /// Stays once it is made: games that were running then cannot change it.
    pub decision: Option<Decision>,
    /// Half points of the first player in pairs of which one game is finished.
    halves: HashMap<usize, usize>,
}

impl Standings {
    pub(crate) fn new(names: Vec<String>, schedule: &Schedule, sprt: Option<Sprt>) -> Standings {
        let pairings = schedule.pairings().to_vec();
        Standings {
            faults: vec![[0; 4]; names.len()],
            tallies: vec![Tally::default(); pairings.len()],
            names,
            finished: 0,
            total: schedule.len(),
            pairings,
            sprt,
            decision: None,
            halves: HashMap::new(),
        }
    }

    /// Counts a game between these players, Red first.
    pub(crate) fn add(&mut self, number: usize, players: [usize; 2], summary: Summary) {
        let [low, high] = [players[0].min(players[1]), players[0].max(players[1])];
        let Some(index) = self.pairings.iter().position(|it| *it == [low, high]) else { return };
        self.finished += 1;
        let side = if players[0] == low { Color::Red } else { Color::Black };
        let points = summary.outcome.half_points(side);
        let tally = &mut self.tallies[index];
        tally.add_game(points);
        let pair = Schedule::pair_of(number);
        match self.halves.remove(&pair) {
            Some(other) => tally.add_pair(points + other),
            None => {
                self.halves.insert(pair, points);
            }
        }
        if let Some((side, fault)) = summary.fault {
            let column = Fault::ALL.iter().position(|it| *it == fault).unwrap_or(0);
            self.faults[players[side.index()]][column] += 1;
        }
        self.decide();
    }

    fn decide(&mut self) {
        if let (Some(sprt), None) = (self.sprt, self.decision) {
            self.decision = sprt.decision(self.llr());
        }
    }

    /// Of the first pairing; zero without a test.
    pub fn llr(&self) -> f64 {
        match (self.sprt, self.tallies.first()) {
            (Some(sprt), Some(tally)) => sprt.llr(&tally.pairs),
            _ => 0.0,
        }
    }

    /// Is there nothing left to play?
    pub fn is_over(&self) -> bool {
        self.decision.is_some() || self.total <= self.finished
    }

    /// One player against another.
    pub fn between(&self, player: usize, other: usize) -> Tally {
        let mut sum = Tally::default();
        for (pairing, tally) in self.pairings.iter().zip(&self.tallies) {
            if *pairing == [player, other] {
                sum = sum.plus(tally);
            } else if *pairing == [other, player] {
                sum = sum.plus(&tally.reversed());
            }
        }
        sum
    }

    /// One player against everyone.
    pub fn overall(&self, player: usize) -> Tally {
        let opponents = 0..self.names.len();
        opponents.fold(Tally::default(), |sum, it| sum.plus(&self.between(player, it)))
    }

    pub fn faults(&self, player: usize) -> [u64; 4] {
        self.faults[player]
    }
}

/// What the standings need of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Summary {
    pub(crate) outcome: Outcome,
    pub(crate) fault: Option<(Color, Fault)>,
}

impl From<&Record> for Summary {
    fn from(record: &Record) -> Summary {
        Summary { outcome: record.outcome, fault: record.fault() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::Form;

    #[test]
    fn every_game_counts_for_both_players() {
        let schedule = Schedule::new(Form::RoundRobin, 3, 2, 1, 0);
        let names = ["a", "b", "c"].map(str::to_owned).to_vec();
        let mut standings = Standings::new(names, &schedule, None);
        let red_wins = Summary { outcome: Outcome::Won(Color::Red), fault: None };
        let crash = Summary { fault: Some((Color::Black, Fault::Crash)), ..red_wins };
        standings.add(0, [0, 1], red_wins);
        standings.add(3, [2, 0], Summary { outcome: Outcome::Draw, fault: None });
        standings.add(1, [1, 0], crash);
        assert_eq!(standings.finished, 3);
        assert_eq!(standings.between(0, 1).pairs, [0, 0, 1, 0, 0]);
        assert_eq!(standings.between(2, 0).draws, 1);
        assert_eq!(standings.overall(0).course_points(), 4);
        assert_eq!(standings.faults(0), [0, 1, 0, 0]);
        assert!(!standings.is_over());
    }

    #[test]
    fn a_decision_stays() {
        let schedule = Schedule::new(Form::Gauntlet, 2, 4000, 1, 0);
        let names = ["a", "b"].map(str::to_owned).to_vec();
        let mut standings = Standings::new(names, &schedule, Some(Sprt::new(0.0, 50.0)));
        let mut number = 0;
        while standings.decision.is_none() {
            let fixture = schedule.fixture(number).unwrap();
            let side = if fixture.players[0] == 0 { Color::Red } else { Color::Black };
            let winner = if number % 5 == 4 { side.opponent() } else { side };
            let outcome = Outcome::Won(winner);
            standings.add(number, fixture.players, Summary { outcome, fault: None });
            number += 1;
        }
        assert_eq!(standings.decision, Some(Decision::AcceptH1));
        assert!(standings.is_over());
    }
}
