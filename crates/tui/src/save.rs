//! Saved games in a folder: one record file each, rewritten after every step.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use rules::GameId;
use table::record::{RecordError, RecordText, UNFINISHED};

/// The file of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SaveFile {
    path: PathBuf,
}

/// Why a folder or file cannot be used.
#[derive(Debug)]
pub(crate) enum SaveError {
    /// It cannot be written.
    Unwritable(PathBuf, io::Error),
    /// It cannot be read.
    Unreadable(PathBuf, io::Error),
    /// The file is not text from this byte on.
    NotText(PathBuf, usize),
    /// The file is not a record.
    NotRecord(PathBuf, RecordError),
}

impl SaveFile {
    /// Creates a file for a new game, with an unused number.
    pub(crate) fn create(folder: &Path, game: GameId) -> Result<SaveFile, SaveError> {
        fs::create_dir_all(folder).map_err(|e| SaveError::Unwritable(folder.to_owned(), e))?;
        for number in 1_u32.. {
            let path = folder.join(format!("{}-{number}.neko", game.name()));
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(_) => return Ok(SaveFile { path }),
                Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {}
                Err(e) => return Err(SaveError::Unwritable(path, e)),
            }
        }
        unreachable!("there are more numbers than files")
    }

    /// An existing file.
    pub(crate) fn at(path: PathBuf) -> SaveFile {
        SaveFile { path }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the game atomically: after a crash the file has the whole old or the whole new text.
    pub(crate) fn write(&self, text: &str) -> Result<(), SaveError> {
        let beside = self.path.with_extension("neko.new");
        let written = || {
            let mut file = File::create(&beside)?;
            file.write_all(text.as_bytes())?;
            file.sync_all()?;
            fs::rename(&beside, &self.path)
        };
        written().map_err(|e| SaveError::Unwritable(self.path.clone(), e))
    }

    /// Removes a file that no game was saved in.
    pub(crate) fn discard(&self) {
        // The search for unfinished games skips empty files, so a failure here is harmless.
        drop(fs::remove_file(&self.path));
    }
}

/// The last unfinished game in a folder.
pub(crate) fn unfinished(folder: &Path) -> Result<Option<(PathBuf, RecordText)>, SaveError> {
    let unreadable = |e| SaveError::Unreadable(folder.to_owned(), e);
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(e) => return Err(unreadable(e)),
    };
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.map_err(unreadable)?.path();
        let details = fs::metadata(&path).map_err(|e| SaveError::Unreadable(path.clone(), e))?;
        let is_record = path.extension().is_some_and(|extension| extension == "neko");
        // The file of a game without steps is empty.
        if is_record && details.is_file() && details.len() > 0 {
            let changed = details.modified().map_err(|e| SaveError::Unreadable(path.clone(), e))?;
            files.push((changed, path));
        }
    }
    files.sort();
    for (_, path) in files.into_iter().rev() {
        let text = read(&path)?;
        if text.tag("Result").is_some_and(|result| result.value == UNFINISHED) {
            return Ok(Some((path, text)));
        }
    }
    Ok(None)
}

/// The single game of a file.
fn read(path: &Path) -> Result<RecordText, SaveError> {
    let bytes = fs::read(path).map_err(|e| SaveError::Unreadable(path.to_owned(), e))?;
    let text = String::from_utf8(bytes)
        .map_err(|e| SaveError::NotText(path.to_owned(), e.utf8_error().valid_up_to() + 1))?;
    let records = RecordText::read_all(&text);
    let mut records = records.map_err(|e| SaveError::NotRecord(path.to_owned(), e))?;
    Ok(records.swap_remove(records.len() - 1))
}
