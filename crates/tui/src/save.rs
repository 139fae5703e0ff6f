//! Games in a folder: a record file each, written anew after every step.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use rules::GameId;
use table::record::{RecordError, RecordText, UNFINISHED};

/// A file that a game is kept in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Save {
    path: PathBuf,
}

/// Why a folder or a file of it is of no use.
#[derive(Debug)]
pub(crate) enum SaveError {
    /// Nothing can be written there.
    Unwritable(PathBuf, io::Error),
    /// Nothing can be read there.
    Unreadable(PathBuf, io::Error),
    /// The file is not text from this byte on.
    NotText(PathBuf, usize),
    /// The file is no record.
    NotRecord(PathBuf, RecordError),
}

impl Save {
    /// A file for a new game of this kind, with a number that no other has.
    pub(crate) fn create(folder: &Path, game: GameId) -> Result<Save, SaveError> {
        fs::create_dir_all(folder).map_err(|e| SaveError::Unwritable(folder.to_owned(), e))?;
        for number in 1_u32.. {
            let path = folder.join(format!("{}-{number}.neko", game.name()));
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(_) => return Ok(Save { path }),
                Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {}
                Err(e) => return Err(SaveError::Unwritable(path, e)),
            }
        }
        unreachable!("there are more numbers than files")
    }

    /// A file that is there.
    pub(crate) fn at(path: PathBuf) -> Save {
        Save { path }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the game: whatever happens meanwhile, the file holds all of the old text or all of the new.
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

    /// Removes a file in which nothing was ever kept.
    pub(crate) fn discard(&self) {
        // Whoever looks for unfinished games skips empty files, so that it does no harm if this one stays.
        drop(fs::remove_file(&self.path));
    }
}

/// The game of a folder that was played last and has not ended.
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
        // A game that was only just begun is empty.
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

/// The one game of a file.
fn read(path: &Path) -> Result<RecordText, SaveError> {
    let bytes = fs::read(path).map_err(|e| SaveError::Unreadable(path.to_owned(), e))?;
    let text = String::from_utf8(bytes)
        .map_err(|e| SaveError::NotText(path.to_owned(), e.utf8_error().valid_up_to() + 1))?;
    let records = RecordText::read_all(&text);
    let mut records = records.map_err(|e| SaveError::NotRecord(path.to_owned(), e))?;
    Ok(records.swap_remove(records.len() - 1))
}
