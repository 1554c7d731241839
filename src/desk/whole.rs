//! Files that are written whole or not at all, for whoever asked for them: what went wrong is told with its place and a remedy.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use thiserror::Error;

/// Why a file was not written, or a folder not made. What stood there before stands there still.
#[derive(Debug, Error)]
pub enum WriteFault {
    #[error("cannot write {}: {}", .0.display(), file_words(.0, *.1))]
    File(PathBuf, io::ErrorKind),
    #[error("cannot make the folder {}: {}. Name another", .0.display(), folder_words(*.1))]
    Folder(PathBuf, io::ErrorKind),
}

fn file_words(path: &Path, kind: io::ErrorKind) -> String {
    let folder = folder_of(path).display();
    match kind {
        io::ErrorKind::NotFound => format!("there is no folder {folder}. Make it, or name another"),
        io::ErrorKind::PermissionDenied => format!("nothing may be written in {folder}. Name another folder"),
        io::ErrorKind::NotADirectory => format!("{folder} is a file, no folder. Name another"),
        io::ErrorKind::IsADirectory => "it is a folder. Name a file in it".to_owned(),
        io::ErrorKind::StorageFull => "the disk is full. Make room, or name another folder".to_owned(),
        // What else the system says names the file that was begun, which is nobody's.
        other => format!("{other}. Name another folder"),
    }
}

fn folder_words(kind: io::ErrorKind) -> &'static str {
    match kind {
        io::ErrorKind::PermissionDenied => "nothing may be made there",
        io::ErrorKind::AlreadyExists | io::ErrorKind::NotADirectory => "a file stands in its place",
        _ => "the system refuses it",
    }
}

/// The folder of a file.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Writes a file whole or not at all: what stood there before stays until all of it is written.
///
/// # Errors
///
/// It cannot be written.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), WriteFault> {
    write_files(&[(path.to_owned(), bytes)])
}

/// Writes files whole, all or none of them: what stood there before stays until all are written.
///
/// # Errors
///
/// The first that cannot be written.
pub fn write_files<B: AsRef<[u8]>>(files: &[(PathBuf, B)]) -> Result<(), WriteFault> {
    let mut written = Vec::with_capacity(files.len());
    for (path, bytes) in files {
        let unwritten = |error: io::Error| WriteFault::File(path.clone(), error.kind());
        if path.is_dir() {
            return Err(unwritten(io::ErrorKind::IsADirectory.into()));
        }
        let mut file = tempfile::NamedTempFile::new_in(folder_of(path)).map_err(unwritten)?;
        file.write_all(bytes.as_ref()).map_err(unwritten)?;
        written.push((path, file));
    }
    for (path, file) in written {
        file.persist(path).map_err(|fault| WriteFault::File(path.clone(), fault.error.kind()))?;
    }
    Ok(())
}

/// Makes a folder where it is missing.
///
/// # Errors
///
/// It cannot be made.
pub fn make_folder(path: &Path) -> Result<(), WriteFault> {
    std::fs::create_dir_all(path).map_err(|fault| WriteFault::Folder(path.to_owned(), fault.kind()))
}
