//! The program that the system has for a file: it is started with the file's name, without a shell.

use std::env;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

/// What opens files on this system.
const OPENER: &str = if cfg!(target_os = "macos") {
    "open"
} else if cfg!(windows) {
    "explorer"
} else {
    "xdg-open"
};

/// Is there one? On free desktops it is a program of its own, which may be wanting.
pub fn is_there() -> bool {
    let found = |path| env::split_paths(&path).any(|folder| folder.join(OPENER).is_file());
    cfg!(any(target_os = "macos", windows)) || env::var_os("PATH").is_some_and(found)
}

/// Shows a file in the program that is there for it.
///
/// # Errors
///
/// It cannot be started.
pub fn open(path: &Path) -> io::Result<()> {
    let mut command = Command::new(OPENER);
    let command = command.arg(path).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn()?;
    // Nobody asks how it ended, but somebody has to hear that it has.
    std::thread::spawn(move || child.wait());
    Ok(())
}
