//! The program that the system has for a file: it is started with the file's name, without a shell.

use std::env;
use std::io;
use std::path::{Path, PathBuf};
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

/// A path as it is typed: `~` is the home of whoever types it, and what begins nowhere begins where the program was started.
/// `None` means nothing is typed.
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
