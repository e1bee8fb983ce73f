//! Prints the signature and the speed: `cargo run --release -p engine --example bench [depth]`.

use engine::{
    Evaluation,
    bench::{BENCH_DEPTH, bench},
};

fn main() {
    let mut args = std::env::args().skip(1).filter_map(|it| it.parse().ok());
    let depth = args.next().unwrap_or(BENCH_DEPTH);
    let threads = args.next().unwrap_or(1) as usize;
    let result = bench(depth, threads, &Evaluation::default(), &mut |_, _| {});
    println!("Nodes searched: {}", result.nodes);
    println!("Nodes/second: {}", result.nodes_per_second());
}
