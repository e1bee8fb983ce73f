//! Round robin by the circle method: one player stays, the others turn around it. Colors follow from
//! where two meet on the circle, so that nobody has one color more than once oftener than the other.

use super::{Meeting, games_of};

/// Everybody meets everybody in so many games. In each round nobody is in two pairings; with an odd
/// number of players one rests, which is no meeting.
pub fn round_robin(players: usize, games: usize) -> Vec<Meeting> {
    let mut meetings = Vec::new();
    let mut pair = 0;
    for round in 0..rounds(players) {
        for pairing in pairings(players, round) {
            meetings.extend(games_of(round, pairing, games, pair));
            pair += games.div_ceil(2);
        }
    }
    meetings
}

fn rounds(players: usize) -> usize {
    match players {
        0 | 1 => 0,
        _ => circle(players),
    }
}

/// How many turn: the last player of an even number stays, an odd number turns around an empty chair.
fn circle(players: usize) -> usize {
    if players.is_multiple_of(2) { players - 1 } else { players }
}

/// The pairings of a round, Red first.
fn pairings(players: usize, round: usize) -> Vec<[usize; 2]> {
    let circle = circle(players);
    let mut pairings = Vec::with_capacity(players / 2);
    if players.is_multiple_of(2) {
        let stays = players - 1;
        let is_even = round.is_multiple_of(2);
        pairings.push(if is_even { [round, stays] } else { [stays, round] });
    }
    for step in 1..=(circle - 1) / 2 {
        let ahead = (round + step) % circle;
        let behind = (round + circle - step) % circle;
        let is_odd = step % 2 == 1;
        pairings.push(if is_odd { [ahead, behind] } else { [behind, ahead] });
    }
    pairings
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use super::*;

    #[test]
    fn everybody_meets_everybody_as_often_as_asked() {
        for players in 0..=20 {
            for games in 1..=4 {
                let meetings = round_robin(players, games);
                let expected = players * players.saturating_sub(1) / 2 * games;
                assert_eq!(meetings.len(), expected, "{players} players");
                let mut met: HashMap<[usize; 2], [usize; 2]> = HashMap::new();
                for it in &meetings {
                    let black = it.black.unwrap();
                    assert!(it.red != black && it.red < players && black < players);
                    let low = it.red.min(black);
                    let counts = met.entry([low, it.red.max(black)]).or_default();
                    counts[usize::from(it.red != low)] += 1;
                }
                for counts in met.values() {
                    assert_eq!(counts.iter().sum::<usize>(), games);
                    assert!(counts[0].abs_diff(counts[1]) <= 1, "{counts:?}");
                }
            }
        }
    }

    #[test]
    fn colors_of_a_player_differ_by_at_most_one() {
        for players in 2..=25 {
            for games in 1..=3 {
                let mut balance = vec![0_i32; players];
                for it in round_robin(players, games) {
                    balance[it.red] += 1;
                    balance[it.black.unwrap()] -= 1;
                }
                assert!(balance.iter().all(|it| it.abs() <= 1), "{players}: {balance:?}");
            }
        }
    }

    #[test]
    fn nobody_is_in_two_pairings_of_a_round() {
        for players in 2..=15 {
            for round in 0..rounds(players) {
                let all: Vec<usize> = pairings(players, round).concat();
                assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len());
                assert_eq!(all.len(), players / 2 * 2);
            }
        }
    }

    #[test]
    fn a_pair_begins_alike_with_colors_changed() {
        let meetings = round_robin(4, 3);
        assert_eq!(meetings[0].pair, meetings[1].pair);
        assert_eq!(
            (meetings[0].red, meetings[0].black),
            (meetings[1].black.unwrap(), Some(meetings[1].red))
        );
        assert_ne!(meetings[1].pair, meetings[2].pair);
        assert_ne!(meetings[2].pair, meetings[3].pair);
    }
}
