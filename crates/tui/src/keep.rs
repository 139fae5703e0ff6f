//! The folder of saved games, and messages about it.

use std::path::{Path, PathBuf};

use rules::{Fact, GameId};
use words::Words;

use crate::save::{Save, SaveError};

/// The folder of saved games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Keeper {
    folder: PathBuf,
}

impl Keeper {
    /// Saves games in this folder, which is created with the first game.
    pub fn new(folder: PathBuf) -> Keeper {
        Keeper { folder }
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// A file for a new game.
    pub(crate) fn begin(&self, game: GameId) -> Result<Kept, SaveError> {
        Ok(self.kept(Save::create(&self.folder, game)?))
    }

    /// The file of a resumed game.
    pub(crate) fn resume(&self, path: PathBuf) -> Kept {
        self.kept(Save::at(path))
    }

    fn kept(&self, save: Save) -> Kept {
        Kept { save, folder: self.folder.clone(), lost: None }
    }
}

/// A game with its file.
#[derive(Debug)]
pub(crate) struct Kept {
    save: Save,
    folder: PathBuf,
    /// Why the last step is not in the file.
    lost: Option<String>,
}

impl Kept {
    pub(crate) fn path(&self) -> &Path {
        self.save.path()
    }

    /// Removes the file if no game was saved in it.
    pub(crate) fn discard_if_empty(&self) {
        if std::fs::metadata(self.path()).is_ok_and(|details| details.len() == 0) {
            self.save.discard();
        }
    }

    /// Saves the game, or returns the error.
    pub(crate) fn keep(&mut self, text: &str) -> Option<SaveError> {
        let done = self.save.write(text);
        self.lost = done.as_ref().err().map(|error| {
            let SaveError::Unwritable(_, why) = error else { return String::new() };
            why.to_string()
        });
        done.err()
    }

    /// Why the last step is not in the file, if saving failed.
    pub(crate) fn lost(&self, words: &Words) -> Option<String> {
        let path = Fact::Text(self.path().display().to_string());
        let tell = |why: &String| {
            words.message("tui-unwritable", &[("path", path.clone()), ("why", why.clone().into())])
        };
        self.lost.as_ref().map(tell)
    }

    /// The farewell: the path of the game, or the game itself if it could not be saved.
    pub(crate) fn farewell(&self, id: &str, text: &str, words: &Words) -> String {
        if let Some(lost) = self.lost(words) {
            return words
                .message("tui-lost", &[("why", lost.into()), ("record", text.to_owned().into())]);
        }
        let path = Fact::Text(self.path().display().to_string());
        let folder = Fact::Text(self.folder.display().to_string());
        words.message(id, &[("path", path), ("folder", folder)])
    }
}
