//! `chuhe`: one program for everything.

fn main() {
    println!("chuhe {}", env!("CARGO_PKG_VERSION"));
}
