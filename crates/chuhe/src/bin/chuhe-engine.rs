//! The engine alone, for hosts that start a program without arguments: UCI or UCCI, decided by
//! the greeting.

use std::{
    io::{stdin, stdout},
    process::ExitCode,
};

fn main() -> ExitCode {
    if let Some(word) = std::env::args().nth(1) {
        println!("chuhe-engine takes no arguments, only UCI or UCCI on its input.");
        println!("chuhe-engine 没有参数，请在标准输入上使用 UCI 或 UCCI 协议。");
        let asks_for_help = matches!(word.as_str(), "-h" | "--help" | "help");
        return if asks_for_help { ExitCode::SUCCESS } else { ExitCode::from(2) };
    }
    chuhe::session::run(stdin().lock(), Box::new(stdout()), None);
    ExitCode::SUCCESS
}
