//! The table: a win 3 points, a draw 1, a bye as many as a win in each of its games.

use xiangqi::{Color, Status};

use crate::statistics::Tally;

use super::{
    Meeting,
    rating::{Rating, ratings},
};

const WIN: usize = 3;
const DRAW: usize = 1;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    RoundRobin,
    Swiss,
}

/// A meeting and how it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counted {
    pub meeting: Meeting,
    /// `Ongoing` is not counted. A bye needs none.
    pub status: Status,
}

/// A line of the table.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    pub player: usize,
    /// From 1; those with equal points and tie-break share it.
    pub place: usize,
    pub tally: Tally,
    /// Games with Red and with Black.
    pub colors: [usize; 2],
    pub byes: usize,
    pub points: usize,
    /// Sonneborn-Berger in a round robin: the points of those one beat, and half of those one drew
    /// with, game by game. Buchholz in a Swiss league: the points of all opponents, game by game.
    pub tie_break: f64,
    /// `None` before the first game.
    pub rating: Option<Rating>,
}

/// The best first. `games` of a pairing is what a bye counts for.
pub fn table(form: Form, players: usize, games: usize, results: &[Counted]) -> Vec<Row> {
    let mut rows: Vec<Row> = (0..players).map(empty).collect();
    for it in results {
        count(&mut rows, it, games);
    }
    let points: Vec<usize> = rows.iter().map(|it| it.points).collect();
    for (player, opponent, half_points) in results.iter().flat_map(both_sides) {
        let (Some(row), Some(&worth)) = (rows.get_mut(player), points.get(opponent)) else {
            continue;
        };
        row.tie_break += match form {
            Form::Swiss => worth as f64,
            Form::RoundRobin => worth as f64 * half_points as f64 / 2.0,
        };
    }
    let is_known = |it: &(usize, usize, usize)| it.0 < players && it.1 < players;
    let met = results.iter().filter_map(|it| both_sides(it).next()).filter(is_known);
    let met: Vec<_> = met.collect();
    for (row, rating) in rows.iter_mut().zip(ratings(players, &met)) {
        row.rating = rating;
    }
    rows.sort_by(|one, two| {
        let better = (two.points, two.tie_break).partial_cmp(&(one.points, one.tie_break));
        better.unwrap_or(std::cmp::Ordering::Equal).then(one.player.cmp(&two.player))
    });
    for index in 0..rows.len() {
        let before = index.checked_sub(1).map(|it| &rows[it]);
        let is_equal =
            |it: &&Row| it.points == rows[index].points && it.tie_break == rows[index].tie_break;
        rows[index].place = before.filter(is_equal).map_or(index + 1, |it| it.place);
    }
    rows
}

fn empty(player: usize) -> Row {
    Row {
        player,
        place: 0,
        tally: Tally::default(),
        colors: [0; 2],
        byes: 0,
        points: 0,
        tie_break: 0.0,
        rating: None,
    }
}

fn count(rows: &mut [Row], it: &Counted, games: usize) {
    let Meeting { red, black, .. } = it.meeting;
    let Some(black) = black else {
        if let Some(row) = rows.get_mut(red) {
            row.byes += 1;
            row.points += WIN * games;
        }
        return;
    };
    for (player, _, half_points) in both_sides(it) {
        let Some(row) = rows.get_mut(player) else { continue };
        row.tally.add_game(half_points);
        row.colors[usize::from(player == black)] += 1;
        row.points += match half_points {
            0 => 0,
            1 => DRAW,
            _ => WIN,
        };
    }
}

/// Who, against whom, with how many half points; nothing for what is not over.
fn both_sides(it: &Counted) -> impl Iterator<Item = (usize, usize, usize)> {
    let half_points = match it.status {
        Status::Ongoing => None,
        Status::Draw => Some([1, 1]),
        Status::Won(Color::Red) => Some([2, 0]),
        Status::Won(Color::Black) => Some([0, 2]),
    };
    let red = it.meeting.red;
    let sides = it.meeting.black.zip(half_points);
    sides
        .map(|(black, [of_red, of_black])| [(red, black, of_red), (black, red, of_black)])
        .into_iter()
        .flatten()
}

#[cfg(test)]
mod tests {
    use random::Random;

    use super::*;
    use crate::league::round_robin;

    const RED: Status = Status::Won(Color::Red);

    fn counted(red: usize, black: usize, status: Status, pair: usize) -> Counted {
        Counted { meeting: Meeting { round: 0, red, black: Some(black), pair }, status }
    }

    #[test]
    fn points_and_tie_breaks_are_those_of_the_books() {
        // 0 beats 1, 1 beats 2, 2 beats 0 is a circle; 3 draws with 0 and loses to the others.
        let results = [
            counted(0, 1, RED, 0),
            counted(1, 2, RED, 1),
            counted(2, 0, RED, 2),
            counted(3, 0, Status::Draw, 3),
            counted(1, 3, RED, 4),
            counted(2, 3, RED, 5),
        ];
        let rows = table(Form::RoundRobin, 4, 1, &results);
        let told: Vec<_> = rows.iter().map(|it| (it.player, it.points, it.tie_break)).collect();
        // 1 beat 2 (6) and 3 (1); 2 beat 0 (4) and 3 (1); 0 beat 1 (6) and drew with 3 (1).
        assert_eq!(told, [(1, 6, 7.0), (2, 6, 5.0), (0, 4, 6.5), (3, 1, 2.0)]);
        let swiss = table(Form::Swiss, 4, 1, &results);
        assert_eq!(swiss.iter().find(|it| it.player == 0).unwrap().tie_break, 6.0 + 6.0 + 1.0);
    }

    #[test]
    fn a_bye_counts_as_won_games_but_is_none() {
        let bye = Counted {
            meeting: Meeting { round: 0, red: 2, black: None, pair: 1 },
            status: Status::Ongoing,
        };
        let rows = table(Form::Swiss, 3, 2, &[counted(0, 1, RED, 0), bye]);
        assert_eq!((rows[0].player, rows[0].points, rows[0].tally.games()), (2, 6, 0));
        assert_eq!((rows[1].player, rows[1].byes), (0, 0));
    }

    #[test]
    fn equals_share_a_place() {
        let rows = table(Form::RoundRobin, 2, 2, &[counted(0, 1, RED, 0), counted(1, 0, RED, 0)]);
        assert_eq!(rows.iter().map(|it| it.place).collect::<Vec<_>>(), [1, 1]);
        assert!(rows.iter().all(|it| it.tally.wins == 1 && it.colors == [1, 1]));
    }

    #[test]
    fn every_game_is_counted_once_for_each_side() {
        let mut random = Random::new(3);
        for players in 2..=9 {
            let outcome = |random: &mut Random| {
                [RED, Status::Won(Color::Black), Status::Draw, Status::Ongoing][random.below(4)]
            };
            let meetings = round_robin(players, 3);
            let results: Vec<Counted> = meetings
                .into_iter()
                .map(|meeting| Counted { meeting, status: outcome(&mut random) })
                .collect();
            let over = results.iter().filter(|it| it.status != Status::Ongoing).count();
            let drawn = results.iter().filter(|it| it.status == Status::Draw).count();
            let rows = table(Form::RoundRobin, players, 3, &results);
            let sum = |of: fn(&Row) -> u64| rows.iter().map(of).sum::<u64>() as usize;
            assert_eq!(sum(|it| it.tally.games()), 2 * over);
            assert_eq!(sum(|it| it.tally.wins), sum(|it| it.tally.losses));
            assert_eq!(sum(|it| it.points as u64), 3 * (over - drawn) + 2 * drawn);
            assert_eq!(sum(|it| it.colors.iter().sum::<usize>() as u64), 2 * over);
            assert!(rows.is_sorted_by_key(|it| std::cmp::Reverse(it.points)));
        }
    }
}
