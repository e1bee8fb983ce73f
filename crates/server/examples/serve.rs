//! The web app alone: `cargo run -p server --example serve -- [ADDRESS] [DATA_DIR]`.

use server::{ServeOptions, serve};

fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let listen = arguments.next().map(|it| it.parse()).transpose()?;
    let data = arguments.next().map(Into::into);
    serve(ServeOptions { listen, data, open: false })
}
