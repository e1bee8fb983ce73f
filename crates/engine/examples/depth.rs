//! Nodes to finish a depth, summed over the bench positions, with any numbers of params.rs:
//! `cargo run --release -p engine --example depth -- 12 probcut_depth=4 iir_depth=5`.

use engine::{Engine, Limits, Params, Signals, bench::bench_games};

fn main() {
    let mut args = std::env::args().skip(1);
    let depth = args.next().and_then(|it| it.parse().ok()).unwrap_or(12);
    let mut params = Params::default();
    for change in args {
        let parts = change.split_once('=');
        let is_set = parts
            .and_then(|(name, value)| Some((name, value.parse().ok()?)))
            .is_some_and(|(name, value)| params.set(name, value));
        if !is_set {
            eprintln!("{change}: not NAME=VALUE of params.rs within its range");
            std::process::exit(2);
        }
    }
    let mut engine = Engine::new(64, 1);
    engine.set_params(params);
    let nodes = |game| {
        engine.clear();
        engine.search(&game, &Limits::depth(depth), &Signals::new(), &mut |_| {}).nodes
    };
    println!("{}", bench_games().map(nodes).sum::<u64>());
}
