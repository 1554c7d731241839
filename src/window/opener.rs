//! The system's program for a file: it is started with the file's name, without a shell.

use std::env;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The program that opens files on this system.
const OPENER: &str = if cfg!(target_os = "macos") {
    "open"
} else if cfg!(windows) {
    "explorer"
} else {
    "xdg-open"
};

/// Does it exist? On free desktops it is a separate program, which may be missing.
pub fn is_there() -> bool {
    let found = |path| env::split_paths(&path).any(|folder| folder.join(OPENER).is_file());
    cfg!(any(target_os = "macos", windows)) || env::var_os("PATH").is_some_and(found)
}

/// A typed path: `~` is the user's home, and relative paths start where the program was started. `None` means nothing is typed.
pub fn typed_path(typed: &str) -> Option<PathBuf> {
    let typed = typed.trim();
    if typed.is_empty() {
        return None;
    }
    let at_home = typed.strip_prefix('~').filter(|rest| rest.is_empty() || rest.starts_with(['/', '\\']));
    let path = match at_home.zip(env::home_dir()) {
        Some((rest, home)) => home.join(rest.trim_start_matches(['/', '\\'])),
        None => PathBuf::from(typed),
    };
    Some(std::path::absolute(&path).unwrap_or(path))
}

/// Opens a file in the system's program for it.
///
/// # Errors
///
/// If the program cannot be started.
pub fn open(path: &Path) -> io::Result<()> {
    let mut command = Command::new(OPENER);
    let command = command.arg(path).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn()?;
    // Its exit status does not matter, but somebody must wait for it.
    std::thread::spawn(move || child.wait());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typed_path_is_whole() {
        let (home, here) = (env::home_dir().expect("a home"), env::current_dir().expect("a folder"));
        for (typed, path) in [
            ("~", home.clone()),
            (" ~/paper ", home.join("paper")),
            ("~tilde/paper", here.join("~tilde/paper")),
            ("paper", here.join("paper")),
            ("/a/b", PathBuf::from("/a/b")),
        ] {
            assert_eq!(typed_path(typed), Some(path), "{typed}");
        }
        assert_eq!(typed_path("  "), None);
    }
}
