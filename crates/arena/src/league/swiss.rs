//! Swiss pairing: those with equal points meet, and nobody meets an opponent twice while that can be
//! avoided. A choice is made only if the others can still be paired, so no choice is ever regretted.

use super::{Meeting, games_of, matching::can_all_meet};

/// What pairing has to know of a player.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Entry {
    pub player: usize,
    /// The more, the earlier paired; equal ones in the order of the list.
    pub points: usize,
    /// Games with Red less those with Black.
    pub color_balance: i64,
    pub byes: usize,
    /// Everybody met so far, as often as met.
    pub met: Vec<usize>,
}

/// Enough rounds that one player can have won them all: the logarithm, rounded up.
pub fn swiss_rounds(players: usize) -> usize {
    players.max(1).next_power_of_two().trailing_zeros() as usize
}

/// The meetings of a round. With an odd number, the last one who rested least gets a bye.
pub fn round_of_swiss(
    round: usize,
    entries: &[Entry],
    games: usize,
    first_pair: usize,
) -> Vec<Meeting> {
    let mut order: Vec<usize> = (0..entries.len()).collect();
    order.sort_by_key(|&it| std::cmp::Reverse(entries[it].points));
    let most = entries.iter().map(|it| it.met.len()).max().unwrap_or(0);
    // A second meeting only if there is no other way, and so on.
    let (bye, pairings) =
        (0..=most).find_map(|allowed| pair_all(entries, &order, allowed)).unwrap_or_default();
    let mut meetings = Vec::new();
    let mut pair = first_pair;
    for pairing in pairings {
        let players = with_colors(entries, pairing);
        meetings.extend(games_of(round, players, games, pair));
        pair += games.div_ceil(2);
    }
    let rests = |it: usize| Meeting { round, red: entries[it].player, black: None, pair };
    meetings.extend(bye.map(rests));
    meetings
}

type Pairings = (Option<usize>, Vec<[usize; 2]>);

/// Everybody is paired, nobody with whom it met more often than allowed; `None` if that is
/// impossible. The better ones choose first.
fn pair_all(entries: &[Entry], order: &[usize], allowed: usize) -> Option<Pairings> {
    let may_meet = |one: usize, two: usize| {
        let other = entries[two].player;
        entries[one].met.iter().filter(|&&it| it == other).count() <= allowed
    };
    let mut left = order.to_vec();
    let bye = if left.len().is_multiple_of(2) {
        None
    } else {
        let mut candidates: Vec<usize> = left.iter().copied().rev().collect();
        candidates.sort_by_key(|&it| entries[it].byes);
        let others = |it: usize| left.iter().copied().filter(|&other| other != it).collect();
        let works = |it: &usize| {
            let others: Vec<usize> = others(*it);
            can_all_meet(&others, &may_meet)
        };
        let bye = candidates.into_iter().find(works)?;
        left.retain(|&it| it != bye);
        Some(bye)
    };
    if !can_all_meet(&left, &may_meet) {
        return None;
    }
    let mut pairings = Vec::new();
    while let Some((&first, others)) = left.split_first() {
        let works = |it: &usize| {
            let rest: Vec<usize> = others.iter().copied().filter(|other| other != it).collect();
            may_meet(first, *it) && can_all_meet(&rest, &may_meet)
        };
        let second = wishes(entries, first, others).into_iter().find(works)?;
        pairings.push([first, second]);
        left.retain(|it| *it != first && *it != second);
    }
    Some((bye, pairings))
}

/// Whom the first would meet best: of those with the same points the one half a group away, so that
/// the better half meets the other; then the next ones down.
fn wishes(entries: &[Entry], first: usize, others: &[usize]) -> Vec<usize> {
    let points = entries[first].points;
    let equals = others.iter().take_while(|&&it| entries[it].points == points).count();
    let half = equals / 2;
    let far = others[half..equals].iter();
    let near = others[..half].iter().rev();
    far.chain(near).chain(&others[equals..]).copied().collect()
}

/// Who had Red less often gets it; the better one if both had it alike.
fn with_colors(entries: &[Entry], [first, second]: [usize; 2]) -> [usize; 2] {
    let [one, two] = [&entries[first], &entries[second]];
    let pairing = [one.player, two.player];
    if two.color_balance < one.color_balance { [pairing[1], pairing[0]] } else { pairing }
}

#[cfg(test)]
mod tests {
    use random::Random;

    use super::*;

    /// Plays leagues with chance results, and asks after each round whether all is well.
    fn play(players: usize, rounds: usize, games: usize, seed: u64) {
        let mut random = Random::new(seed);
        let mut entries: Vec<Entry> =
            (0..players).map(|player| Entry { player, ..Entry::default() }).collect();
        for round in 0..rounds {
            let meetings = round_of_swiss(round, &entries, games, 0);
            let mut seen = vec![0; players];
            for it in &meetings {
                seen[it.red] += 1;
                let Some(black) = it.black else {
                    entries[it.red].byes += 1;
                    entries[it.red].points += 3 * games;
                    seen[it.red] += games - 1;
                    continue;
                };
                seen[black] += 1;
                let is_second_game = entries[it.red].met.last() == Some(&black) && 1 < seen[black];
                if !is_second_game {
                    let again = entries[it.red].met.contains(&black);
                    assert!(!again, "{players} players, round {round}: {it:?}");
                    entries[it.red].met.push(black);
                    entries[black].met.push(it.red);
                }
                entries[it.red].color_balance += 1;
                entries[black].color_balance -= 1;
                let winner = if random.below(2) == 0 { it.red } else { black };
                entries[winner].points += 3;
            }
            assert!(seen.iter().all(|it| *it == games), "everybody has its games: {seen:?}");
            assert!(entries.iter().all(|it| it.byes <= 1));
        }
    }

    #[test]
    fn nobody_meets_twice_while_it_can_be_avoided() {
        for seed in 0..20 {
            for players in [2, 3, 5, 8, 9, 16, 23] {
                // Up to half of a round robin there is always another opponent (Dirac's theorem).
                let rounds = swiss_rounds(players).min(players / 2).max(1);
                play(players, rounds, 2, seed);
            }
        }
    }

    #[test]
    fn when_all_have_met_they_meet_again() {
        let met =
            |player: usize, met: &[usize]| Entry { player, met: met.to_vec(), ..Entry::default() };
        let entries = [met(0, &[1, 1]), met(1, &[0, 0])];
        let again = round_of_swiss(2, &entries, 1, 0);
        assert_eq!((again.len(), again[0].red, again[0].black), (1, 0, Some(1)));
        assert!(round_of_swiss(0, &[], 2, 0).is_empty());
        let alone = round_of_swiss(0, &[Entry::default()], 2, 5);
        assert_eq!(alone, [Meeting { round: 0, red: 0, black: None, pair: 5 }]);
    }

    #[test]
    fn a_choice_that_leaves_others_alone_is_not_made() {
        // 0 would like 1 best, but 2 and 3 have met.
        let entry = |player, points, met: &[usize]| Entry {
            player,
            points,
            met: met.to_vec(),
            ..Entry::default()
        };
        let entries = [entry(0, 6, &[]), entry(1, 6, &[]), entry(2, 3, &[3]), entry(3, 3, &[2])];
        let meetings = round_of_swiss(1, &entries, 1, 0);
        assert!(meetings.iter().all(|it| it.red.min(it.black.unwrap()) < 2), "{meetings:?}");
    }

    #[test]
    fn rounds_are_enough() {
        assert_eq!([0, 1, 2, 3, 4, 5, 8, 9, 64].map(swiss_rounds), [0, 0, 1, 2, 2, 3, 3, 4, 6]);
    }
}
