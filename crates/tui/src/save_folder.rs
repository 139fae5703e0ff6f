//! The folder of saved games, and messages about it.

use std::path::{Path, PathBuf};

use rules::{Fact, GameId};
use words::Words;

use crate::save::{SaveError, SaveFile};

/// The folder of saved games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SaveFolder {
    folder: PathBuf,
}

impl SaveFolder {
    /// Saves games in this folder, which is created with the first game.
    pub fn new(folder: PathBuf) -> SaveFolder {
        SaveFolder { folder }
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// A file for a new game.
    pub(crate) fn create(&self, game: GameId) -> Result<SavedGame, SaveError> {
        Ok(self.saved_game(SaveFile::create(&self.folder, game)?))
    }

    /// The file of a resumed game.
    pub(crate) fn resume(&self, path: PathBuf) -> SavedGame {
        self.saved_game(SaveFile::at(path))
    }

    fn saved_game(&self, file: SaveFile) -> SavedGame {
        SavedGame { file, folder: self.folder.clone(), unsaved: None }
    }
}

/// A game with its file.
#[derive(Debug)]
pub(crate) struct SavedGame {
    file: SaveFile,
    folder: PathBuf,
    /// Why the last step is not in the file.
    unsaved: Option<String>,
}

impl SavedGame {
    pub(crate) fn path(&self) -> &Path {
        self.file.path()
    }

    /// Removes the file if no game was saved in it.
    pub(crate) fn discard_if_empty(&self) {
        if std::fs::metadata(self.path()).is_ok_and(|details| details.len() == 0) {
            self.file.discard();
        }
    }

    /// Saves the game, or returns the error.
    pub(crate) fn save(&mut self, text: &str) -> Option<SaveError> {
        let done = self.file.write(text);
        self.unsaved = done.as_ref().err().map(|error| {
            let SaveError::Unwritable(_, why) = error else { return String::new() };
            why.to_string()
        });
        done.err()
    }

    /// Why the last step is not in the file, if saving failed.
    pub(crate) fn save_error(&self, words: &Words) -> Option<String> {
        let path = Fact::Text(self.path().display().to_string());
        let explain = |why: &String| {
            words.message("tui-unwritable", &[("path", path.clone()), ("why", why.clone().into())])
        };
        self.unsaved.as_ref().map(explain)
    }

    /// The farewell: the path of the game, or the game itself if it could not be saved.
    pub(crate) fn farewell(&self, id: &str, text: &str, words: &Words) -> String {
        if let Some(unsaved) = self.save_error(words) {
            return words.message(
                "tui-lost",
                &[("why", unsaved.into()), ("record", text.to_owned().into())],
            );
        }
        let path = Fact::Text(self.path().display().to_string());
        let folder = Fact::Text(self.folder.display().to_string());
        words.message(id, &[("path", path), ("folder", folder)])
    }
}
