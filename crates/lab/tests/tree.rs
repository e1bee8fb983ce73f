//! The game-tree searches against each other and against the rules.

mod common;

use std::sync::atomic::AtomicBool;

use common::random_positions;
use lab::{
    evaluation::Evaluation,
    tree::{
        Algorithm, Ending, TraceLimits, TracedNode, compare, csv, html, is_lost, is_won, search,
        trace,
    },
};
use xiangqi::{Position, perft};

/// Small enough for a plain minimax to depth 4 in a debug build.
fn is_small(position: &Position) -> bool {
    let most = if cfg!(debug_assertions) { 20_000 } else { 2_000_000 };
    let moves = position.count_legal();
    moves.pow(3) < most && perft(position, 4) < most
}

#[test]
fn minimax_and_alphabeta_find_the_same_score_on_500_positions() {
    let (mut saved, mut decided) = (0, 0);
    for position in random_positions(3, 500, is_small) {
        for depth in 1..=4 {
            let run = |algorithm| search(&position, Evaluation::Course, algorithm, depth);
            let [minimax, others @ ..] = Algorithm::ALL.map(run);
            for (other, algorithm) in others.iter().zip(&Algorithm::ALL[1..]) {
                assert_eq!(other.score, minimax.score, "{algorithm:?} {depth} {position:?}");
            }
            let [alphabeta, ..] = others;
            assert!(alphabeta.nodes <= minimax.nodes, "depth {depth} {position:?}");
            assert_eq!(alphabeta.best_move, minimax.best_move, "depth {depth} {position:?}");
            saved += usize::from(alphabeta.nodes < minimax.nodes);
            decided += usize::from(is_won(minimax.score) || is_lost(minimax.score));
        }
    }
    assert!(1_000 < saved, "alpha-beta cut in {saved} of 2000 searches");
    assert!(20 < decided, "forced wins and losses in {decided} of 2000 searches");
}

#[test]
fn all_searches_agree_in_the_middlegame() {
    let is_crowded = |position: &Position| 24 < position.occupied().len();
    for position in random_positions(4, 40, is_crowded) {
        for depth in 1..=3 {
            for evaluation in Evaluation::BOTH {
                let run = |algorithm| search(&position, evaluation, algorithm, depth).score;
                let [minimax, others @ ..] = Algorithm::ALL.map(run);
                assert_eq!(others, [minimax; 3], "depth {depth} {position:?}");
            }
        }
    }
}

/// Minimax enters every position there is, no more and no fewer.
#[test]
fn minimax_counts_what_perft_counts() {
    let start = Position::start();
    for depth in 1..=3 {
        let expected: u64 = (1..=depth).map(|it| perft(&start, it)).sum();
        let found = search(&start, Evaluation::Course, Algorithm::Minimax, depth);
        assert_eq!(found.nodes, expected);
    }
}

/// The evaluation kept up to date is the evaluation from scratch: one ply of minimax is the
/// best of all moves, each evaluated anew.
#[test]
fn one_ply_is_the_best_evaluation() {
    for position in random_positions(5, 300, Position::has_legal_move) {
        for evaluation in Evaluation::BOTH {
            let after = |&mv| {
                let mut child = position;
                child.play_unchecked(mv);
                -evaluation.score(&child)
            };
            let best = position.legal_moves().iter().map(after).max().unwrap();
            assert_eq!(search(&position, evaluation, Algorithm::Minimax, 1).score, best);
        }
    }
}

#[test]
fn a_side_without_moves_has_lost_and_sooner_is_worse() {
    // Black is mated: two chariots on the last two ranks.
    let mated = Position::from_fen("R3k4/1R7/9/9/9/9/9/9/9/3K5 b").unwrap();
    // Red mates with one move, but longer ways exist too.
    let mate_in_one = Position::from_fen("4k4/1R7/R8/9/9/9/9/9/9/3K5 w").unwrap();
    for algorithm in Algorithm::ALL {
        for depth in 1..=4 {
            let lost = search(&mated, Evaluation::Course, algorithm, depth);
            assert_eq!((lost.best_move, lost.score), (None, -1_000_000), "{algorithm:?}");
        }
        for depth in 2..=4 {
            let won = search(&mate_in_one, Evaluation::Course, algorithm, depth);
            assert_eq!(won.score, 999_999, "{algorithm:?}");
            let mut after = mate_in_one;
            after.play_unchecked(won.best_move.unwrap());
            assert!(!after.has_legal_move(), "{algorithm:?}");
        }
    }
}

#[test]
fn a_trace_shows_windows_cuts_and_reasons() {
    let position = Position::start();
    let never = AtomicBool::new(false);
    for algorithm in Algorithm::ALL {
        let trace = trace(&position, Evaluation::Course, algorithm, 3, TraceLimits::NONE, &never);
        let plain = search(&position, Evaluation::Course, algorithm, 3);
        assert_eq!(trace.found, plain, "watching changes nothing");
        assert!(trace.is_complete());
        let cut = |ending: Ending| matches!(ending, Ending::Cut { .. });
        assert_eq!(trace.cuts > 0, algorithm != Algorithm::Minimax);
        assert_eq!(trace.nodes.iter().filter(|it| cut(it.ending)).count() as u64, trace.cuts);

        for node in &trace.nodes {
            let score = node.score.expect("the search was not stopped");
            if let Ending::Cut { .. } = node.ending {
                assert!(node.window.beta <= score, "a cut means that beta was reached");
                assert!(node.refutation.is_some());
            }
            let is_root = node.parent.is_none();
            assert_eq!(node.notation.is_empty(), is_root);
        }
        let roots: Vec<_> = trace.nodes.iter().filter(|it| it.parent.is_none()).collect();
        assert_eq!(roots.last().unwrap().score, Some(plain.score));
        assert_eq!(roots.len(), if algorithm == Algorithm::Deepening { 3 } else { 1 });
    }
}

#[test]
fn a_trace_is_bounded() {
    let never = AtomicBool::new(false);
    let position = Position::start();
    let limits = TraceLimits { nodes: 3_000, plies: 3, ..TraceLimits::NONE };
    let trace = trace(&position, Evaluation::Course, Algorithm::AlphaBeta, 3, limits, &never);
    assert_eq!(trace.nodes.len(), 3_000);
    assert!(!trace.is_complete() && 3_000 < trace.found.nodes);

    let is_cut = |it: &&TracedNode| matches!(it.ending, Ending::Cut { .. });
    let mut cuts = trace.nodes.iter().filter(is_cut).peekable();
    assert!(cuts.peek().is_some() && cuts.all(|it| it.refutation.is_some()));
    assert!(trace.nodes.iter().any(|it| it.notation.contains('进')));

    // The first two plies of a deep search: every root move, however far below the search went.
    let limits = TraceLimits { nodes: 3_000, plies: 1, ..TraceLimits::NONE };
    let top =
        lab::tree::trace(&position, Evaluation::Course, Algorithm::Ordered, 4, limits, &never);
    assert_eq!(top.nodes.len(), 1 + 44);
}

#[test]
fn a_stopped_search_still_has_a_move() {
    let stop = AtomicBool::new(true);
    for algorithm in Algorithm::ALL {
        let stopped =
            trace(&Position::start(), Evaluation::Course, algorithm, 8, TraceLimits::NONE, &stop);
        assert!(!stopped.found.is_complete);
        let mv = stopped.found.best_move.unwrap();
        assert!(Position::start().is_legal(mv));
    }
}

#[test]
fn the_comparison_reports_every_search() {
    let start = Position::start();
    let mut heard = 0;
    let comparison = compare("start, 1", &start, 3, |_, _| heard += 1).unwrap();
    assert_eq!(heard, 12);
    let last = &comparison.depths[2];
    let nodes: Vec<u64> = last.measures.iter().map(|it| it.nodes).collect();
    let [minimax, alphabeta, ordered, deepening] = nodes[..] else { panic!("{nodes:?}") };
    assert!(alphabeta < minimax && ordered < alphabeta && deepening < alphabeta, "{nodes:?}");
    let b = last.measures[0].branching;
    assert!((40.0..45.0).contains(&b), "the start position has 44 moves: {b}");

    let both = [comparison.clone(), comparison];
    let table = csv(&both);
    assert_eq!(table.lines().count(), 1 + 2 * 12);
    assert!(table.starts_with("file,fen,depth,algorithm,score,nodes,milliseconds,branching\n"));
    let page = html(&both);
    assert_eq!(page.matches("<svg").count(), 6, "two charts for all and two for each");
    assert!(page.contains("b^d, b = 4") && page.contains("2·b^(d/2)"));
    let is_self_contained = !page.contains("http") && !page.contains("<script");
    assert!(is_self_contained);
}
