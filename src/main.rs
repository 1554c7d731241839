//! Opens the window, or runs a command.

use std::process::ExitCode;

fn main() -> ExitCode {
    drumhead::commands::main()
}
