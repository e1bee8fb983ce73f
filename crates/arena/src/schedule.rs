//! Who meets whom, in which colors, from which opening. Numbers of games stay the same when a
//! match is made longer, so that a longer match can go on from the results of a shorter one.

use std::ops::Range;

use random::Random;

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// The first player meets all others; with two players, a plain match.
    Gauntlet,
    RoundRobin,
}

impl Form {
    pub const fn name(self) -> &'static str {
        match self {
            Form::Gauntlet => "gauntlet",
            Form::RoundRobin => "round-robin",
        }
    }
}

/// One game to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fixture {
    pub(crate) number: usize,
    /// Indices of the players with Red and Black.
    pub(crate) players: [usize; 2],
    /// Index of the opening.
    pub(crate) opening: usize,
}

#[derive(Clone, Debug)]
pub(crate) struct Schedule {
    /// Indices of players, lower one first.
    pairings: Vec<[usize; 2]>,
    games_per_pairing: usize,
    /// Indices of openings in the order of play.
    openings: Vec<usize>,
    /// The pairs of games to play, if not all.
    part: Option<Range<usize>>,
}

impl Schedule {
    pub(crate) fn new(
        form: Form,
        players: usize,
        games_per_pairing: usize,
        openings: usize,
        seed: u64,
    ) -> Schedule {
        let mut order: Vec<usize> = (0..openings).collect();
        Random::new(seed).shuffle(&mut order);
        let everyone =
            (0..players).flat_map(|first| (first + 1..players).map(move |it| [first, it]));
        let meets = |pairing: &[usize; 2]| form == Form::RoundRobin || pairing[0] == 0;
        let pairings = everyone.filter(meets).collect();
        Schedule { pairings, games_per_pairing, openings: order, part: None }
    }

    /// Only these pairs of games.
    pub(crate) fn part(self, pairs: Range<usize>) -> Schedule {
        Schedule { part: Some(pairs), ..self }
    }

    /// How many pairs of games the whole match has; of the last ones one game may be missing.
    pub(crate) fn pairs(&self) -> usize {
        self.pairings.len().saturating_mul(self.games_per_pairing.div_ceil(2))
    }

    /// Games in total.
    pub(crate) fn len(&self) -> usize {
        match &self.part {
            Some(_) => self.fixtures().count(),
            None => self.whole_len(),
        }
    }

    fn whole_len(&self) -> usize {
        self.pairings.len().saturating_mul(self.games_per_pairing)
    }

    pub(crate) fn pairings(&self) -> &[[usize; 2]] {
        &self.pairings
    }

    /// Two games in a row are a pair: one opening, colors swapped.
    pub(crate) fn pair_of(number: usize) -> usize {
        number / 2
    }

    /// `None` if no game of this match has that number.
    pub(crate) fn fixture(&self, number: usize) -> Option<Fixture> {
        let pair = Schedule::pair_of(number);
        let (round, pairing) =
            (pair.checked_div(self.pairings.len())?, pair.checked_rem(self.pairings.len())?);
        let is_swapped = number % 2 == 1;
        let is_played = 2 * round + usize::from(is_swapped) < self.games_per_pairing
            && self.part.as_ref().is_none_or(|it| it.contains(&pair));
        let mut players = self.pairings[pairing];
        if is_swapped {
            players.reverse();
        }
        let opening = *self.openings.get(round.checked_rem(self.openings.len())?)?;
        is_played.then_some(Fixture { number, players, opening })
    }

    /// All games, pair by pair.
    pub(crate) fn fixtures(&self) -> impl Iterator<Item = Fixture> + '_ {
        // An odd number of games leaves gaps where the second games of the last pairs would be.
        let numbers = match &self.part {
            Some(pairs) => pairs.start.saturating_mul(2)..pairs.end.saturating_mul(2),
            None => 0..self.whole_len().saturating_add(self.pairings.len()),
        };
        numbers.filter_map(|it| self.fixture(it)).take(self.whole_len())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn everyone_meets_with_both_colors_from_the_same_opening() {
        let schedule = Schedule::new(Form::RoundRobin, 4, 6, 10, 7);
        assert_eq!(schedule.len(), 36);
        let fixtures: Vec<Fixture> = schedule.fixtures().collect();
        assert_eq!(fixtures.len(), 36);
        for pair in fixtures.chunks(2) {
            let [first, second] = pair else { panic!("an odd number") };
            assert_eq!(first.players[0], second.players[1]);
            assert_eq!(first.players[1], second.players[0]);
            assert_eq!(first.opening, second.opening);
        }
        let mut met = HashMap::new();
        fixtures.iter().for_each(|it| *met.entry(it.players).or_insert(0) += 1);
        assert_eq!(met.len(), 12);
        assert!(met.values().all(|&it| it == 3));
    }

    #[test]
    fn gauntlets_have_one_runner() {
        let schedule = Schedule::new(Form::Gauntlet, 4, 2, 1, 0);
        assert_eq!(schedule.len(), 6);
        assert!(schedule.fixtures().all(|it| it.players.contains(&0)));
    }

    #[test]
    fn longer_matches_begin_like_shorter_ones() {
        let short: Vec<Fixture> = Schedule::new(Form::RoundRobin, 3, 5, 4, 1).fixtures().collect();
        let long: Vec<Fixture> = Schedule::new(Form::RoundRobin, 3, 9, 4, 1).fixtures().collect();
        assert_eq!(short.len(), 15);
        assert!(short.iter().all(|it| long.contains(it)));
    }

    #[test]
    fn parts_are_the_whole() {
        for (players, games) in [(2, 7), (3, 5), (4, 6)] {
            let whole = Schedule::new(Form::RoundRobin, players, games, 4, 1);
            let pairs = whole.pairs();
            let parts =
                [0..1, 1..1, 1..pairs / 2, pairs / 2..pairs].map(|it| whole.clone().part(it));
            let joined: Vec<Fixture> = parts.iter().flat_map(Schedule::fixtures).collect();
            assert_eq!(joined, whole.fixtures().collect::<Vec<_>>());
            assert_eq!(parts.iter().map(Schedule::len).sum::<usize>(), whole.len());
        }
    }

    #[test]
    fn seeds_decide_the_order() {
        let order = |seed| Schedule::new(Form::Gauntlet, 2, 40, 20, seed).openings;
        assert_eq!(order(1), order(1));
        assert_ne!(order(1), order(2));
        let mut sorted = order(3);
        sorted.sort_unstable();
        assert_eq!(sorted, (0..20).collect::<Vec<_>>());
    }

    #[test]
    fn nothing_to_play_is_no_trouble() {
        assert_eq!(Schedule::new(Form::Gauntlet, 1, 2, 3, 0).fixtures().count(), 0);
        assert_eq!(Schedule::new(Form::Gauntlet, 2, 2, 0, 0).fixtures().count(), 0);
        assert_eq!(Schedule::new(Form::Gauntlet, 2, 0, 3, 0).fixture(0), None);
    }
}
