//! Every number the search may be tuned by. A horse is 720, one ply of reduction is 1024.

use std::ops::RangeInclusive;

/// One tunable, as a tuner or a `setoption` line sees it.
pub struct Param<'a> {
    pub name: &'static str,
    pub value: &'a mut i32,
    pub range: RangeInclusive<i32>,
}

/// Turns the table below into `struct Params`, its defaults and `Params::all`, so that a
/// new number is one new line and cannot be forgotten in one of three places.
macro_rules! params {
    ($($(#[$doc:meta])* $name:ident = $default:literal in $range:expr;)*) => {
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Params {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Default for Params {
            fn default() -> Params {
                Params { $($name: $default,)* }
            }
        }

        impl Params {
            pub fn all(&mut self) -> Vec<Param<'_>> {
                vec![$(Param {
                    name: stringify!($name),
                    value: &mut self.$name,
                    range: $range,
                },)*]
            }
        }
    };
}

params! {
    /// Half the first aspiration window.
    asp_delta = 18 in 6..=60;
    /// Growth of the window after a miss, in 128ths.
    asp_growth = 50 in 16..=128;
    /// First depth with a window.
    asp_depth = 4 in 3..=40;

    /// Deepest node of reverse futility; 0 turns it off.
    rfp_depth = 9 in 0..=16;
    /// Margin per ply.
    rfp_margin = 110 in 50..=220;
    /// Margin saved when the position improves.
    rfp_improving = 110 in 0..=220;

    /// Deepest node of razoring; 0 turns it off.
    razor_depth = 4 in 0..=8;
    razor_base = 550 in 200..=1500;
    /// Margin per squared ply.
    razor_margin = 270 in 120..=500;

    /// Shallowest node of null move; 99 turns it off.
    nmp_depth = 3 in 2..=99;
    /// Plies taken off after a pass.
    nmp_base = 5 in 2..=8;
    nmp_depth_divisor = 3 in 2..=6;
    nmp_eval_divisor = 235 in 100..=500;
    nmp_eval_most = 4 in 0..=6;
    /// From here on a null-move cutoff is verified.
    nmp_verify_depth = 14 in 8..=99;

    /// Late move pruning: quiet moves tried before the rest is skipped; 999 turns it off.
    lmp_base = 2 in 1..=999;

    /// Late move reductions in hundredths: base + ln(depth) * ln(move) / divisor. 0 turns them off.
    lmr_base = 80 in 0..=150;
    lmr_divisor = 235 in 170..=350;
    lmr_on = 1 in 0..=1;
    /// History that takes back a ply.
    lmr_history = 8192 in 4096..=20000;
    lmr_cut_node = 1600 in 0..=4000;
    lmr_no_table_move = 600 in 0..=2000;
    lmr_was_pv = 1200 in 0..=3000;
    lmr_pv = 900 in 0..=3000;
    lmr_check = 700 in 0..=3000;
    lmr_not_improving = 600 in 0..=2000;
    lmr_table_capture = 1000 in 0..=2500;
    lmr_cutoffs = 1000 in 0..=2500;
    lmr_deeper = 60 in 20..=150;
    lmr_shallower = 9 in 0..=40;

    /// Deepest reduced depth of futility pruning; 0 turns it off.
    fp_depth = 9 in 0..=14;
    fp_base = 140 in 0..=350;
    fp_margin = 120 in 50..=220;

    /// Static exchange bound for quiet moves, per squared reduced depth; 9999 turns it off.
    see_quiet = 32 in 10..=9999;
    /// The same for captures, per ply; 9999 turns it off.
    see_capture = 210 in 80..=9999;

    /// Shallowest node of singular extensions; 99 turns them off.
    singular_depth = 7 in 5..=99;
    /// Margin per ply in 64ths.
    singular_margin = 80 in 30..=160;
    singular_double = 45 in 0..=120;
    /// Double extensions allowed on one line.
    singular_doubles_most = 8 in 0..=16;

    /// Internal reductions: from this depth on a node without a table move is searched a ply less;
    /// 99 turns them off.
    iir_depth = 5 in 2..=99;

    /// Quiescence: captures that lose more are skipped; -9999 turns it off.
    qs_see = -60 in -9999..=0;

    hist_bonus = 140 in 60..=400;
    hist_bonus_offset = 70 in 0..=300;
    hist_bonus_most = 1500 in 800..=3000;
    hist_malus = 400 in 60..=900;
    hist_malus_offset = 70 in 0..=600;
    hist_malus_most = 2000 in 600..=2500;
    /// Butterfly history; 0 turns it off.
    main_on = 1 in 0..=1;
    /// Continuation histories; 0 turns them off.
    cont_on = 1 in 0..=1;
    /// Capture history; 0 turns it off.
    capture_history_on = 1 in 0..=1;

    /// History of a quiet move by how the evaluation changed after it; 0 turns it off.
    eval_change = 13 in 0..=40;
    /// History of plies near the root; 0 turns it off.
    near_root_on = 1 in 0..=1;

    /// Correction history: largest correction.
    corr_limit = 1024 in 256..=2048;
    /// Weight of each correction in 131072ths; 0 turns it off.
    corr_soldier = 4500 in 0..=16000;
    corr_minor = 3800 in 0..=16000;
    corr_pieces = 6000 in 0..=16000;
    corr_last_move = 6000 in 0..=16000;

    /// The evaluation fades by this many plies without capture.
    fade = 253 in 180..=400;

    /// Moves a game is expected to go on for when the clock does not say.
    time_horizon = 32 in 10..=60;
    /// Share of the increment that a move may use, in percent.
    time_increment = 75 in 0..=100;
    /// A move may take this much longer than usual, in percent.
    time_most = 500 in 150..=1000;
    /// Time for a move that has just become the best, and for one that has long been, in percent.
    time_unstable = 150 in 100..=300;
    time_stable = 75 in 40..=100;
    /// Percent more time, and how much less of that for each percent of nodes spent on the best move.
    time_effort = 200 in 100..=350;
    time_effort_slope = 150 in 0..=300;
    /// Time by how far the value fell, in percent for a hundred units.
    time_falling = 50 in 0..=150;
}

impl Params {
    /// Sets one tunable by name; false if there is none or the value is out of range.
    pub fn set(&mut self, name: &str, value: i32) -> bool {
        match self.all().into_iter().find(|it| it.name == name) {
            Some(param) if param.range.contains(&value) => {
                *param.value = value;
                true
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_lie_inside_their_ranges() {
        for param in Params::default().all() {
            assert!(param.range.contains(param.value), "{}", param.name);
        }
    }

    #[test]
    fn a_tunable_is_set_by_name() {
        let mut params = Params::default();
        assert!(params.set("nmp_depth", 99));
        assert_eq!(params.nmp_depth, 99);
        assert!(!params.set("nmp_depth", 100) && !params.set("nonsense", 1));
    }
}
