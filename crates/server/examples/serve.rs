//! The web app alone, as `chuhe serve` runs it:
//! `cargo run -p server --example serve -- [--listen ADDRESS] [--data DIR]`.

use server::{ServeOptions, serve};

fn main() -> anyhow::Result<()> {
    let mut options = ServeOptions::default();
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let value = arguments.next().ok_or_else(|| anyhow::anyhow!("{name} needs a value"))?;
        match name.as_str() {
            "--listen" => options.listen = Some(value.parse()?),
            "--data" => options.data = Some(value.into()),
            _ => anyhow::bail!("there is no option {name}"),
        }
    }
    serve(options)
}
