//! Writes files completely or not at all, on request: faults are reported with their place and a remedy.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};
use thiserror::Error;

use super::journal::peek;
use game::sentence;

/// Why a file was not written, or a folder not made. The previous contents are unchanged.
#[derive(Debug, Error)]
pub enum WriteFault {
    #[error("cannot write {}: {}", .0.display(), unwritten(.0, &(*.1).into(), "name another folder"))]
    File(PathBuf, io::ErrorKind),
    #[error("cannot write {}: a game is kept in this file. Name another", .0.display())]
    Game(PathBuf),
    #[error("cannot make the folder {}: {}", .0.display(), unwritten(.0, &(*.1).into(), "name another"))]
    Folder(PathBuf, io::ErrorKind),
}

/// Why the system cannot write at a path, and the remedy, if there is one.
pub(super) fn hindrance(path: &Path, error: &io::Error) -> (String, Option<&'static str>) {
    let folder = folder_of(path).display();
    match error.kind() {
        io::ErrorKind::StorageFull => ("the disk is full".to_owned(), Some("make room")),
        io::ErrorKind::QuotaExceeded => ("your share of the disk is full".to_owned(), Some("make room")),
        io::ErrorKind::FileTooLarge => ("the system takes no file of this size".to_owned(), None),
        io::ErrorKind::ReadOnlyFilesystem => (format!("{folder} is on a disk that is only read"), None),
        io::ErrorKind::PermissionDenied if path.is_file() => ("you may not write to it".to_owned(), None),
        io::ErrorKind::PermissionDenied => (format!("nothing may be written in {folder}"), None),
        io::ErrorKind::NotFound if folder_of(path).is_dir() => {
            (format!("the system takes nothing in {folder}"), None)
        }
        io::ErrorKind::NotFound => (format!("there is no folder {folder}"), Some("make it")),
        io::ErrorKind::NotADirectory | io::ErrorKind::AlreadyExists => {
            let in_the_way = path.ancestors().find(|there| there.exists()).unwrap_or(path);
            (format!("{} is a file, no folder", in_the_way.display()), None)
        }
        io::ErrorKind::IsADirectory => ("it is a folder".to_owned(), Some("name a file in it")),
        _ => (error.to_string(), None),
    }
}

/// The same in words, with the remedy; `otherwise` is a remedy for any obstacle: `name another folder`.
pub(super) fn unwritten(path: &Path, error: &io::Error, otherwise: &str) -> String {
    match hindrance(path, error) {
        // The error already contains the remedy, and is not from the system.
        (why, _) if error.kind() == io::ErrorKind::Other => why,
        (why, Some(mended)) => format!("{why}. {}, or {otherwise}", sentence(mended)),
        (why, None) => format!("{why}. {}", sentence(otherwise)),
    }
}

/// The folder of a file.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Writes a file completely or not at all: the previous contents stay until all of it is written.
///
/// # Errors
///
/// Returns an error if it cannot be written.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), WriteFault> {
    write_files(&[(path.to_owned(), bytes)])
}

/// Writes files completely: the previous contents stay until all new ones lie beside their places, so that a fault in any
/// leaves all unchanged, unless the system refuses the last step. The file of a game is never overwritten.
///
/// # Errors
///
/// Returns an error for the first file that cannot be written.
pub fn write_files<B: AsRef<[u8]>>(files: &[(PathBuf, B)]) -> Result<(), WriteFault> {
    let mut written = Vec::with_capacity(files.len());
    for (path, bytes) in files {
        let unwritten = |error: io::Error| WriteFault::File(path.clone(), error.kind());
        if path.is_dir() {
            return Err(unwritten(io::ErrorKind::IsADirectory.into()));
        }
        if path.is_file() && peek(path).is_ok() {
            return Err(WriteFault::Game(path.clone()));
        }
        let mut file = beside(path).map_err(unwritten)?;
        file.write_all(bytes.as_ref()).map_err(unwritten)?;
        written.push((path, file));
    }
    for (path, file) in written {
        file.persist(path).map_err(|fault| WriteFault::File(path.clone(), fault.error.kind()))?;
    }
    Ok(())
}

/// Writes files as [`write_files`] does, some of them in a folder that is made if missing; on failure, the folder is deleted
/// again.
///
/// # Errors
///
/// Returns an error if the folder cannot be made, or for the first file that cannot be written.
pub fn write_into<B: AsRef<[u8]>>(folder: &Path, files: &[(PathBuf, B)]) -> Result<(), WriteFault> {
    let missing: Vec<&Path> = folder.ancestors().take_while(|folder| !is_there(folder)).collect();
    let made =
        fs::create_dir_all(folder).map_err(|fault| WriteFault::Folder(folder.to_owned(), fault.kind()));
    let done = made.and_then(|()| write_files(files));
    if done.is_err() {
        // Innermost first; a folder that is not empty stays.
        missing.iter().for_each(|folder| drop(fs::remove_dir(folder)));
    }
    done
}

/// The empty path is the folder in which the program was started.
fn is_there(folder: &Path) -> bool {
    folder.as_os_str().is_empty() || folder.exists()
}

/// A new file beside its destination, readable by those who may read the present file there, or any new file.
fn beside(path: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    let there = fs::metadata(path).map(|there| there.permissions());
    if let Ok(there) = &there {
        builder.permissions(there.clone());
    } else {
        like_any(&mut builder);
    }
    let file = builder.tempfile_in(folder_of(path))?;
    if let Ok(there) = there {
        // The requested permissions are first reduced by those allowed for new files.
        file.as_file().set_permissions(there)?;
    }
    Ok(file)
}

/// All permissions, as far as the user's own mask allows.
#[cfg(unix)]
fn like_any(builder: &mut Builder<'_, '_>) {
    use std::os::unix::fs::PermissionsExt as _;
    builder.permissions(fs::Permissions::from_mode(0o666));
}

#[cfg(not(unix))]
fn like_any(_builder: &mut Builder<'_, '_>) {}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("it is there").filter_map(Result::ok);
        let mut names: Vec<String> =
            entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn where_one_file_cannot_be_written_none_is_and_no_folder_stays() {
        let home = tempfile::tempdir().expect("a temporary folder");
        let new = home.path().join("new").join("newer");
        let bad = home.path().join("nowhere").join("b.txt");
        let files = [(new.join("a.txt"), "a"), (bad, "b")];
        assert!(matches!(write_into(&new, &files), Err(WriteFault::File(..))));
        assert!(names(home.path()).is_empty(), "{:?}", names(home.path()));
        // A folder that was there stays, and what lies in it.
        fs::create_dir(home.path().join("new")).expect("it is made");
        fs::write(home.path().join("new").join("mine.txt"), "mine").expect("it is written");
        assert!(write_into(&new, &files).is_err());
        assert_eq!(names(&home.path().join("new")), ["mine.txt"]);
        write_into(&new, &files[..1]).expect("it is written");
        assert_eq!(names(&new), ["a.txt"]);
    }

    #[test]
    fn what_hinders_is_told_with_its_remedy() {
        use io::ErrorKind::{AlreadyExists, NotADirectory, NotFound, PermissionDenied, StorageFull};
        let home = tempfile::tempdir().expect("a temporary folder");
        let folder = home.path();
        fs::write(folder.join("file"), "in the way").expect("it is written");
        let told = |path: &str, error: io::Error| {
            let words = unwritten(&folder.join(path), &error, "name another folder");
            words.replace(&folder.display().to_string(), "HERE")
        };
        for (path, kind, words) in [
            ("a", StorageFull, "the disk is full. Make room, or name another folder"),
            ("a", PermissionDenied, "nothing may be written in HERE. Name another folder"),
            ("file", PermissionDenied, "you may not write to it. Name another folder"),
            ("no/a", NotFound, "there is no folder HERE/no. Make it, or name another folder"),
            ("file/b/c", NotADirectory, "HERE/file is a file, no folder. Name another folder"),
            ("file", AlreadyExists, "HERE/file is a file, no folder. Name another folder"),
        ] {
            assert_eq!(told(path, kind.into()), words);
        }
        let own = "a place is no number: mend it";
        assert_eq!(told("a", io::Error::other(own)), own);
    }

    #[cfg(unix)]
    #[test]
    fn a_new_file_may_be_read_as_others_may_and_one_that_is_replaced_as_before() {
        use std::os::unix::fs::PermissionsExt as _;
        let home = tempfile::tempdir().expect("a temporary folder");
        let mode = |name: &str| {
            let there = fs::metadata(home.path().join(name)).expect("it is there");
            there.permissions().mode() & 0o777
        };
        fs::write(home.path().join("plain"), "as the system makes them").expect("it is written");
        write_whole(&home.path().join("new"), b"new").expect("it is written");
        assert_eq!(mode("new"), mode("plain"));
        for wanted in [0o600, 0o666] {
            let path = home.path().join("new");
            fs::set_permissions(&path, fs::Permissions::from_mode(wanted)).expect("it is set");
            write_whole(&path, b"anew").expect("it is written");
            assert_eq!(mode("new"), wanted);
        }
    }
}
