//! Files from outside, read with care: only plain files, only up to a stated size, and never waiting for a pipe.
//!
//! A name given by a user may stand for a pipe that nobody writes to, for a device that never ends or for a file that
//! fills the memory. All of them are refused with the place, the reason and what would be accepted. Sizes are in bytes.

use std::fmt;
use std::fs::{self, File, FileType, Metadata, OpenOptions};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use thiserror::Error;

/// Maximum size of a data file: an order of battle, a ground, a scenario, a case.
/// The largest one shipped has 80 thousand bytes.
pub const MOST_DATA: u64 = 4 << 20;

/// Maximum size of a file written by other programs: GeoJSON, a table of hexes.
pub const MOST_IMPORT: u64 = 16 << 20;

/// Maximum size of a journal. A game of five thousand orders has a few million bytes.
pub const MOST_JOURNAL: u64 = 256 << 20;

/// Maximum size of a picture of the table, as stored on the disk.
pub const MOST_PICTURE: u64 = 128 << 20;

/// Maximum size of a note of the program's own: a preset, the name of the last game.
pub const MOST_NOTE: u64 = 1 << 20;

/// Why a file from outside was not read.
#[derive(Debug, Error)]
#[error("{}: {}{}{}", path.display(), .reason, if reason.remedy().is_empty() { "" } else { ". " }, reason.remedy())]
pub struct FileFault {
    pub path: PathBuf,
    pub reason: FileReason,
}

/// The fault of the file.
#[derive(Debug)]
pub enum FileReason {
    Io(io::Error),
    /// It is not a plain file.
    NoFile {
        found: &'static str,
        what: &'static str,
    },
    TooLarge {
        bytes: u64,
        limit: u64,
        what: &'static str,
    },
    /// It is not UTF-8 text from this line on.
    NoText {
        line: usize,
    },
}

impl fmt::Display for FileReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "{error}"),
            Self::NoFile { found, what } => write!(f, "this is {found}, and {what} is a plain file"),
            Self::TooLarge { bytes, limit, what } => {
                write!(f, "it has {}, and {what} may have {} at most", Size(*bytes), Size(*limit))
            }
            Self::NoText { line } => write!(f, "it is no text in UTF-8 from line {line} on"),
        }
    }
}

impl FileReason {
    /// What would be accepted; empty if the reason is enough.
    pub fn remedy(&self) -> &'static str {
        match self {
            Self::Io(_) => "",
            Self::NoFile { .. } => "Put a plain file there, or name another",
            Self::TooLarge { .. } => "Make it smaller, or name another",
            Self::NoText { .. } => "Save it as UTF-8",
        }
    }
}

impl FileFault {
    fn new(path: &Path, reason: FileReason) -> Self {
        Self { path: path.into(), reason }
    }

    /// Does no file have this name?
    pub fn is_absent(&self) -> bool {
        match &self.reason {
            FileReason::Io(error) => {
                matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
            }
            FileReason::NoFile { .. } | FileReason::TooLarge { .. } | FileReason::NoText { .. } => false,
        }
    }

    /// The fault as an I/O error, for callers that know no other.
    pub fn into_io(self) -> io::Error {
        match self.reason {
            FileReason::Io(error) => error,
            other => io::Error::new(io::ErrorKind::InvalidInput, format!("{other}. {}", other.remedy())),
        }
    }
}

/// A size in words: `812 bytes`, `16 MB`.
struct Size(u64);

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            bytes if bytes < 10_000 => write!(f, "{bytes} bytes"),
            bytes if bytes < 1 << 20 => write!(f, "{} KB", bytes.div_ceil(1 << 10)),
            bytes => write!(f, "{} MB", bytes.div_ceil(1 << 20)),
        }
    }
}

/// The word for something that is not a plain file.
fn called(kind: FileType) -> &'static str {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt as _;
        if kind.is_fifo() {
            return "a pipe";
        }
        if kind.is_socket() {
            return "a socket";
        }
        if kind.is_block_device() || kind.is_char_device() {
            return "a device";
        }
    }
    if kind.is_dir() { "a folder" } else { "something else" }
}

/// Checks that it is a plain file of at most `limit` bytes.
fn check(path: &Path, found: &Metadata, limit: u64, what: &'static str) -> Result<(), FileFault> {
    if !found.is_file() {
        return Err(FileFault::new(path, FileReason::NoFile { found: called(found.file_type()), what }));
    }
    if found.len() > limit {
        return Err(FileFault::new(path, FileReason::TooLarge { bytes: found.len(), limit, what }));
    }
    Ok(())
}

/// Checks that there is a plain file of at most `limit` bytes at this path, without opening it.
pub fn look_at(path: &Path, limit: u64, what: &'static str) -> Result<(), FileFault> {
    let found = fs::metadata(path).map_err(|error| FileFault::new(path, FileReason::Io(error)))?;
    check(path, &found, limit, what)
}

/// Opens a plain file of at most `limit` bytes with these `options`; `what` is what it should contain, such as `a journal`.
///
/// The file is checked before it is opened, since opening a pipe waits and opening a device may have effects, and again
/// when it is open, since it may have been replaced in between; and the opening itself never waits.
pub fn open_file(
    path: &Path,
    options: &OpenOptions,
    limit: u64,
    what: &'static str,
) -> Result<File, FileFault> {
    let io = |error| FileFault::new(path, FileReason::Io(error));
    look_at(path, limit, what)?;
    let mut options = options.clone();
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY);
    }
    let file = options.open(path).map_err(io)?;
    check(path, &file.metadata().map_err(io)?, limit, what)?;
    Ok(file)
}

/// The rest of an open file, if that is no more than `limit` bytes: the file may have grown since it was checked, or have a
/// size that the system does not know, like the files of `/proc`.
pub fn read_open(mut file: &File, path: &Path, limit: u64, what: &'static str) -> Result<Vec<u8>, FileFault> {
    let io = |error| FileFault::new(path, FileReason::Io(error));
    let mut bytes = Vec::new();
    let _count = file.by_ref().take(limit.saturating_add(1)).read_to_end(&mut bytes).map_err(io)?;
    if bytes.len() as u64 > limit {
        let reason = FileReason::TooLarge { bytes: bytes.len() as u64, limit, what };
        return Err(FileFault::new(path, reason));
    }
    Ok(bytes)
}

/// Reads a plain file of at most `limit` bytes; `what` is what it should contain, such as `a journal`.
pub fn read_file(path: &Path, limit: u64, what: &'static str) -> Result<Vec<u8>, FileFault> {
    let file = open_file(path, OpenOptions::new().read(true), limit, what)?;
    read_open(&file, path, limit, what)
}

/// As [`read_file`], as text.
pub fn read_text(path: &Path, limit: u64, what: &'static str) -> Result<String, FileFault> {
    String::from_utf8(read_file(path, limit, what)?).map_err(|error| {
        let sound = error.as_bytes().get(..error.utf8_error().valid_up_to()).unwrap_or_default();
        let line = sound.iter().filter(|byte| **byte == b'\n').count() + 1;
        FileFault::new(path, FileReason::NoText { line })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHAT: &str = "a case";

    #[test]
    fn a_plain_file_is_read_up_to_its_limit() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.ron");
        fs::write(&path, "0123456789").unwrap();
        assert_eq!(read_file(&path, 10, WHAT).unwrap(), b"0123456789");
        let fault = read_file(&path, 9, WHAT).unwrap_err().to_string();
        assert!(
            fault.ends_with(
                "a.ron: it has 10 bytes, and a case may have 9 bytes at most. Make it smaller, or name another"
            ),
            "{fault}"
        );
        fs::write(&path, b"one\ntwo\n\xff").unwrap();
        let fault = read_text(&path, 100, WHAT).unwrap_err().to_string();
        assert!(fault.ends_with("a.ron: it is no text in UTF-8 from line 3 on. Save it as UTF-8"), "{fault}");
        let absent = read_file(&folder.path().join("b.ron"), 10, WHAT).unwrap_err();
        assert!(absent.is_absent(), "{absent}");
    }

    #[test]
    fn a_file_of_holes_is_refused_by_its_size_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("holes");
        File::create(&path).unwrap().set_len(1 << 40).unwrap();
        let fault = read_file(&path, MOST_DATA, WHAT).unwrap_err().to_string();
        assert!(fault.contains("it has 1048576 MB, and a case may have 4 MB at most"), "{fault}");
    }

    #[test]
    fn folders_pipes_and_devices_are_refused_without_waiting() {
        let folder = tempfile::tempdir().unwrap();
        let fault = read_file(folder.path(), 10, WHAT).unwrap_err();
        assert!(
            fault.to_string().contains(": this is a folder, and a case is a plain file. Put a"),
            "{fault}"
        );
        assert!(!fault.is_absent());
        if cfg!(unix) {
            let device = read_file(Path::new("/dev/zero"), 10, WHAT).unwrap_err().to_string();
            assert!(
                device.starts_with("/dev/zero: this is a device, and a case is a plain file."),
                "{device}"
            );
            let pipe = folder.path().join("pipe");
            let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
            assert!(made.success());
            // It would wait here for ever, were it opened as a file is.
            let fault = read_file(&pipe, 10, WHAT).unwrap_err().to_string();
            assert!(fault.contains("pipe: this is a pipe, and a case is a plain file."), "{fault}");
            let socket = folder.path().join("socket");
            #[cfg(unix)]
            let _kept = std::os::unix::net::UnixListener::bind(&socket).unwrap();
            let fault = read_file(&socket, 10, WHAT).unwrap_err().to_string();
            assert!(fault.contains(": this is a socket,"), "{fault}");
        }
    }

    #[test]
    fn a_file_that_says_no_size_is_read_to_the_limit_and_no_further() {
        let path = Path::new("/proc/self/maps");
        if path.exists() {
            let fault = read_file(path, 100, WHAT).unwrap_err();
            assert!(matches!(fault.reason, FileReason::TooLarge { bytes: 101, .. }), "{fault}");
        }
    }
}
