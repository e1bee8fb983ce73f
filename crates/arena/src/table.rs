//! Results as text: the course table, the crosstable, and the lines that scripts know from
//! cutechess.

use xiangqi::Language;

use crate::{
    record::Fault,
    standings::Standings,
    statistics::{Decision, Sprt},
};

/// Win 3, draw 1, loss 0, and what went wrong, with the number of the game above.
pub fn course_table(standings: &Standings, language: Language) -> String {
    let (finished, total) = (standings.finished, standings.total);
    let (title, heads) = match language {
        Language::Chinese => (
            format!("第 {finished}/{total} 局"),
            ["棋手", "局数", "胜", "和", "负", "积分", "超时", "崩溃", "违规", "无回应"],
        ),
        Language::English => (
            format!("game {finished}/{total}"),
            [
                "player", "played", "win", "draw", "loss", "points", "time", "crash", "illegal",
                "hang",
            ],
        ),
    };
    let mut rows = vec![heads.map(str::to_owned).to_vec()];
    for (player, name) in standings.names.iter().enumerate() {
        let tally = standings.overall(player);
        let numbers = [tally.games(), tally.wins, tally.draws, tally.losses, tally.course_points()];
        let faults = standings.faults(player);
        let cells = numbers.iter().chain(&faults).map(u64::to_string);
        rows.push([name.clone()].into_iter().chain(cells).collect());
    }
    format!("{title}\n{}", align(&rows))
}

/// Points of each player (row) against each other (column), as `points/games`.
pub fn crosstable(standings: &Standings) -> String {
    let count = standings.names.len();
    let heads = (1..=count).map(|it| it.to_string());
    let mut rows: Vec<Vec<String>> = vec![[String::new()].into_iter().chain(heads).collect()];
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
    align(&rows)
}

/// The score and Elo lines of every pairing, and of the test if there is one.
pub fn result_lines(standings: &Standings) -> String {
    let mut text = String::new();
    for &[first, second] in &standings.pairings {
        let tally = standings.between(first, second);
        let estimate = tally.estimate();
        let (a, b) = (&standings.names[first], &standings.names[second]);
        text += &format!(
            "Score of {a} vs {b}: {} - {} - {}  [{:.3}] {}\n",
            tally.wins,
            tally.losses,
            tally.draws,
            tally.score(),
            tally.games()
        );
        text += &format!(
            "Elo difference: {} +/- {}, LOS: {:.1} %, DrawRatio: {:.1} %\n",
            number(estimate.elo),
            number(estimate.error),
            100.0 * estimate.superiority,
            100.0 * tally.draw_ratio()
        );
        text += &format!("Pairs (0, 0.5, 1, 1.5, 2 points): {:?}\n", tally.pairs);
    }
    if let Some(sprt) = &standings.sprt {
        text += &sprt_line(standings, sprt);
        text.push('\n');
    }
    text
}

pub fn sprt_line(standings: &Standings, sprt: &Sprt) -> String {
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

/// What a fault is called in a line about a game.
impl Fault {
    pub const fn words(self, language: Language) -> &'static str {
        match (self, language) {
            (Fault::TimeLoss, Language::Chinese) => "超时",
            (Fault::TimeLoss, Language::English) => "time loss",
            (Fault::Crash, Language::Chinese) => "崩溃",
            (Fault::Crash, Language::English) => "crash",
            (Fault::IllegalMove, Language::Chinese) => "违规",
            (Fault::IllegalMove, Language::English) => "illegal move",
            (Fault::Hang, Language::Chinese) => "无回应",
            (Fault::Hang, Language::English) => "hang",
        }
    }
}

/// The first column to the left, the others to the right.
fn align(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widest = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| width(cell)).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(widest).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (index, cell) in row.iter().enumerate() {
            let gap = " ".repeat(widths[index] - width(cell));
            match index {
                0 => line += &format!("{cell}{gap}"),
                _ => line += &format!("  {gap}{cell}"),
            }
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

/// Columns on a terminal: Chinese characters take two.
fn width(text: &str) -> usize {
    text.chars().map(|it| if ('\u{2e80}'..='\u{ffef}').contains(&it) { 2 } else { 1 }).sum()
}

#[cfg(test)]
mod tests {
    use xiangqi::Color;

    use super::*;
    use crate::{
        record::Outcome,
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
        let text = course_table(&sample(), Language::English);
        assert_eq!(
            text,
            "game 3/4\n\
             player   played  win  draw  loss  points  time  crash  illegal  hang\n\
             level:2       3    2     1     0       7     0      0        0     0\n\
             楚河          3    0     1     2       1     1      0        0     0\n"
        );
        assert!(course_table(&sample(), Language::Chinese).starts_with("第 3/4 局\n棋手"));
        assert!(crosstable(&sample()).contains("1 level:2      -  2.5/3\n"));
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
