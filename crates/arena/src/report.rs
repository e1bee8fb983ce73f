//! Results to read: the rows of the course table and of the crosstable, and the lines that scripts
//! know from cutechess. How wide a column is on a screen, whoever prints them knows.

use xiangqi::Language;

use crate::{
    standings::Standings,
    statistics::{Decision, Sprt, Tally},
};

/// A table as cells, the heads first.
pub type Rows = Vec<Vec<String>>;

/// How many games of the match are over.
pub fn course_title(standings: &Standings, language: Language) -> String {
    let (finished, total) = (standings.finished, standings.total);
    match language {
        Language::Chinese => format!("第 {finished}/{total} 局"),
        Language::English => format!("game {finished}/{total}"),
    }
}

/// Win 3, draw 1, loss 0, and what went wrong.
pub fn course_rows(standings: &Standings, language: Language) -> Rows {
    let heads = match language {
        Language::Chinese => {
            ["棋手", "局数", "胜", "和", "负", "积分", "超时", "崩溃", "违规", "无回应"]
        }
        Language::English => [
            "player", "played", "win", "draw", "loss", "points", "time", "crash", "illegal", "hang",
        ],
    };
    let mut rows = vec![heads.map(str::to_owned).to_vec()];
    for (player, name) in standings.names.iter().enumerate() {
        let tally = standings.overall(player);
        let numbers = [tally.games(), tally.wins, tally.draws, tally.losses, tally.course_points()];
        let faults = standings.faults(player);
        let cells = numbers.iter().chain(&faults).map(u64::to_string);
        rows.push([name.clone()].into_iter().chain(cells).collect());
    }
    rows
}

/// Points of each player (row) against each other (column), as `points/games`.
pub fn crosstable_rows(standings: &Standings) -> Rows {
    let count = standings.names.len();
    let heads = (1..=count).map(|it| it.to_string());
    let mut rows: Rows = vec![[String::new()].into_iter().chain(heads).collect()];
    for (player, name) in standings.names.iter().enumerate() {
        let cell = |other| {
            let tally = standings.between(player, other);
            match tally.games() {
                0 => "-".to_owned(),
                games => format!("{}/{games}", tally.half_points() as f64 / 2.0),
            }
        };
        let label = format!("{} {name}", player + 1);
        rows.push([label].into_iter().chain((0..count).map(cell)).collect());
    }
    rows
}

/// Two lines of cutechess about two players.
pub fn score_lines([a, b]: [&str; 2], tally: &Tally) -> String {
    let estimate = tally.estimate();
    format!(
        "Score of {a} vs {b}: {} - {} - {}  [{:.3}] {}\n\
         Elo difference: {} +/- {}, LOS: {:.1} %, DrawRatio: {:.1} %\n",
        tally.wins,
        tally.losses,
        tally.draws,
        tally.score(),
        tally.games(),
        number(estimate.elo),
        number(estimate.error),
        100.0 * estimate.superiority,
        100.0 * tally.draw_ratio()
    )
}

/// The score and Elo lines of every pairing, and of the test if there is one.
pub fn result_lines(standings: &Standings) -> String {
    let mut text = String::new();
    for &[first, second] in &standings.pairings {
        let tally = standings.between(first, second);
        text += &score_lines([&standings.names[first], &standings.names[second]], &tally);
        text += &format!("Pairs (0, 0.5, 1, 1.5, 2 points): {:?}\n", tally.pairs);
    }
    if let Some(sprt) = &standings.sprt {
        text += &sprt_line(standings, sprt);
        text.push('\n');
    }
    text
}

fn sprt_line(standings: &Standings, sprt: &Sprt) -> String {
    let llr = standings.llr();
    let (low, high) = sprt.bounds();
    let bound = if llr < 0.0 { -low } else { high };
    let verdict = match standings.decision {
        Some(Decision::AcceptH0) => " - H0 was accepted",
        Some(Decision::AcceptH1) => " - H1 was accepted",
        None => "",
    };
    format!(
        "SPRT: llr {llr:.3} ({:.1}%), lbound {low:.3}, ubound {high:.3} \
         [{}, {}] {}{verdict}",
        100.0 * llr / bound,
        sprt.elo0,
        sprt.elo1,
        sprt.model.name()
    )
}

/// As cutechess writes numbers that are none.
fn number(value: f64) -> String {
    match value {
        _ if value.is_nan() => "nan".to_owned(),
        _ if value.is_infinite() => if 0.0 < value { "inf" } else { "-inf" }.to_owned(),
        // No negative zero.
        _ => format!("{:.1}", (value * 10.0).round() / 10.0 + 0.0),
    }
}

#[cfg(test)]
mod tests {
    use xiangqi::Color;

    use super::*;
    use crate::{
        record::{Fault, Outcome},
        schedule::{Form, Schedule},
        standings::Summary,
    };

    fn sample() -> Standings {
        let schedule = Schedule::new(Form::Gauntlet, 2, 4, 1, 0);
        let names = vec!["level:2".to_owned(), "楚河".to_owned()];
        let mut standings = Standings::new(names, &schedule, Some(Sprt::new(0.0, 10.0)));
        let game = |outcome| Summary { outcome, fault: None };
        standings.add(0, [0, 1], game(Outcome::Won(Color::Red)));
        let fault = Some((Color::Red, Fault::TimeLoss));
        standings.add(1, [1, 0], Summary { outcome: Outcome::Won(Color::Black), fault });
        standings.add(2, [0, 1], game(Outcome::Draw));
        standings
    }

    #[test]
    fn the_course_table_counts_three_one_zero() {
        assert_eq!(course_title(&sample(), Language::English), "game 3/4");
        let rows = course_rows(&sample(), Language::English);
        let rows: Vec<String> = rows.iter().map(|it| it.join(" ")).collect();
        assert_eq!(
            rows,
            [
                "player played win draw loss points time crash illegal hang",
                "level:2 3 2 1 0 7 0 0 0 0",
                "楚河 3 0 1 2 1 1 0 0 0",
            ]
        );
        assert_eq!(course_title(&sample(), Language::Chinese), "第 3/4 局");
        assert_eq!(course_rows(&sample(), Language::Chinese)[0][0], "棋手");
        assert_eq!(crosstable_rows(&sample())[1], ["1 level:2", "-", "2.5/3"]);
    }

    #[test]
    fn scripts_find_the_lines_of_cutechess() {
        let text = result_lines(&sample());
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "Score of level:2 vs 楚河: 2 - 0 - 1  [0.833] 3");
        assert_eq!(lines[1], "Elo difference: inf +/- nan, LOS: 100.0 %, DrawRatio: 33.3 %");
        assert!(lines[3].starts_with("SPRT: llr "), "{text}");
        assert!(lines[3].contains("lbound -2.944, ubound 2.944"), "{text}");
    }
}
