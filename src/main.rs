#![doc = include_str!("ARCHITECTURE.md")]

mod commands;

use std::process::ExitCode;

fn main() -> ExitCode {
    commands::main()
}
