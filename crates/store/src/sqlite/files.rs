//! Files and folders of a store: only their owner can read them, because they contain the seeds of all deals.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::worker::ignore;
use super::{DATABASE, SqliteError};

/// Name of the lock in its folder.
const LOCK: &str = "lock";

/// The calls that bring names and contents of files to disk. Tests watch them.
pub(super) trait Files {
    /// Waits until the content of a file is on disk.
    fn sync_file(&self, path: &Path) -> io::Result<()>;

    /// Waits until the name of a new file or folder is on disk.
    fn sync_name(&self, path: &Path) -> io::Result<()>;

    /// Gives a file another name.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;
}

/// The files of the operating system.
pub(super) struct SystemFiles;

impl Files for SystemFiles {
    fn sync_file(&self, path: &Path) -> io::Result<()> {
        File::open(path)?.sync_all()
    }

    fn sync_name(&self, path: &Path) -> io::Result<()> {
        match std::path::absolute(path)?.parent() {
            // Only Unix has a call for that.
            Some(folder) if cfg!(unix) => File::open(folder)?.sync_all(),
            Some(_) | None => Ok(()),
        }
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }
}

/// The lock of a folder. Closing the file is not enough to release it: a program that this process starts at that moment
/// has the file open too, until it runs.
pub(super) struct FolderLock(File);

impl Drop for FolderLock {
    fn drop(&mut self) {
        ignore(self.0.unlock(), "the system unlocks a file that nobody has open");
    }
}

/// Creates a folder if needed, and takes its lock. Then creates an empty database if needed, and makes all files of the
/// store readable for their owner only.
pub(super) fn make_and_lock(folder: &Path) -> Result<FolderLock, SqliteError> {
    let files = &SystemFiles;
    make_folder(files, folder).map_err(|error| SqliteError::not_writable(folder, &error))?;
    let path = folder.join(LOCK);
    let refuse = |error: &io::Error| SqliteError::not_writable(&path, error);
    let lock = private().create(true).truncate(false).open(&path).map_err(|e| refuse(&e))?;
    let lock = match lock.try_lock() {
        Ok(()) => FolderLock(lock),
        Err(TryLockError::WouldBlock) => {
            return Err(SqliteError::InUse { path: folder.to_owned() });
        }
        Err(TryLockError::Error(error)) => return Err(refuse(&error)),
    };
    let database = folder.join(DATABASE);
    make_database(files, &database)
        .map_err(|error| SqliteError::not_writable(&database, &error))?;
    make_private(folder).map_err(|error| SqliteError::not_writable(folder, &error))?;
    Ok(lock)
}

/// Creates a folder with its parents, unless there is one.
fn make_folder(files: &impl Files, folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    let folder = std::path::absolute(folder)?;
    let new: Vec<&Path> = folder.ancestors().take_while(|parent| !parent.is_dir()).collect();
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(&folder)?;
    new.into_iter().rev().try_for_each(|folder| files.sync_name(folder))
}

/// Creates an empty database, unless there is one. SQLite would create a file that everybody can read. Its journals get the
/// permissions of the database.
fn make_database(files: &impl Files, path: &Path) -> io::Result<()> {
    match make_file(path) {
        Ok(()) => files.sync_name(path),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(error),
    }
}

/// Creates an empty file that only its owner can read.
pub(super) fn make_file(path: &Path) -> io::Result<()> {
    private().create_new(true).open(path).map(drop)
}

/// How to open a file for writing. A new one can be read by its owner only.
fn private() -> fs::OpenOptions {
    let mut options = fs::OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Takes the permissions of all other users from the store's files, and from the folder if it contains nothing else.
///
/// Older versions made files that every user could read. A folder with other things in it may be a home, or a folder that all
/// users share, so it keeps its permissions.
#[cfg(unix)]
fn make_private(folder: &Path) -> io::Result<()> {
    let mut is_ours = true;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if is_own_name(&entry.file_name()) && entry.file_type()?.is_file() {
            allow_only_owner(&entry.path(), 0o600)?;
        } else {
            is_ours = false;
        }
    }
    if is_ours { allow_only_owner(folder, 0o700) } else { Ok(()) }
}

#[cfg(not(unix))]
fn make_private(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Whether Nekoza gives files this name: the lock, databases and backups with their journals, and saved games.
#[cfg(any(unix, test))]
fn is_own_name(name: &std::ffi::OsStr) -> bool {
    let Some(name) = name.to_str() else { return false };
    let ends =
        [".sqlite", ".sqlite-wal", ".sqlite-shm", ".sqlite-journal", ".sqlite.part", ".neko"];
    name == LOCK || ends.iter().any(|end| name.ends_with(end))
}

#[cfg(unix)]
fn allow_only_owner(path: &Path, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;

    if fs::symlink_metadata(path)?.permissions().mode() & 0o777 == mode {
        return Ok(());
    }
    match fs::set_permissions(path, fs::Permissions::from_mode(mode)) {
        // It belongs to another user, who decides.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(()),
        done => done,
    }
}

/// Writes a new file under another name with `fill`, and gives it its name when it is complete and on disk.
pub(super) fn write_whole(
    files: &impl Files,
    to: &Path,
    fill: impl FnOnce(&str) -> Result<(), SqliteError>,
) -> Result<(), SqliteError> {
    if to.exists() {
        return Err(SqliteError::FileExists { path: to.to_owned() });
    }
    let refuse = |error: io::Error| SqliteError::not_writable(to, &error);
    let mut part = to.as_os_str().to_owned();
    part.push(".part");
    let part = PathBuf::from(part);
    let name = part.to_str().ok_or_else(|| refuse(io::ErrorKind::InvalidFilename.into()))?;
    ignore(fs::remove_file(&part), "there is none, unless a backup was interrupted");
    make_file(&part).map_err(refuse)?;
    if let Err(error) = fill(name) {
        ignore(fs::remove_file(&part), "the first error matters more");
        return Err(error);
    }
    let keep = || {
        files.sync_file(&part)?;
        files.rename(&part, to)?;
        files.sync_name(to)
    };
    keep().map_err(refuse)
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    /// Notes all calls and passes them on.
    #[derive(Default)]
    struct Watched(RefCell<Vec<String>>);

    impl Watched {
        fn note(&self, call: &str, path: &Path) {
            let name = path.file_name().unwrap().to_str().unwrap();
            self.0.borrow_mut().push(format!("{call} {name}"));
        }
    }

    impl Files for Watched {
        fn sync_file(&self, path: &Path) -> io::Result<()> {
            self.note("sync file", path);
            SystemFiles.sync_file(path)
        }

        fn sync_name(&self, path: &Path) -> io::Result<()> {
            self.note("sync name", path);
            SystemFiles.sync_name(path)
        }

        fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
            self.note("rename", from);
            SystemFiles.rename(from, to)
        }
    }

    #[test]
    fn a_backup_is_on_disk_before_it_has_its_name_and_the_name_follows() {
        let folder = testing::folder::empty("written_whole");
        let files = Watched::default();
        let fill = |text: &'static str| {
            let files = &files;
            move |part: &str| {
                files.note("fill", Path::new(part));
                fs::write(part, text).map_err(|e| SqliteError::not_writable(Path::new(part), &e))
            }
        };
        write_whole(&files, &folder.join("copy"), fill("tables")).unwrap();
        assert_eq!(fs::read_to_string(folder.join("copy")).unwrap(), "tables");
        let wanted =
            ["fill copy.part", "sync file copy.part", "rename copy.part", "sync name copy"];
        assert_eq!(files.0.take(), wanted);

        let again = write_whole(&files, &folder.join("copy"), fill("others"));
        assert_eq!(again, Err(SqliteError::FileExists { path: folder.join("copy") }));
        assert_eq!(files.0.take(), [""; 0]);
    }

    #[test]
    fn the_names_of_a_new_folder_and_a_new_database_are_on_disk() {
        let parent = testing::folder::absent("new_parent");
        let folder = parent.join("middle").join("new_folder");
        let files = Watched::default();
        for _ in 0..2 {
            make_folder(&files, &folder).unwrap();
            make_database(&files, &folder.join("new")).unwrap();
        }
        let parents = ["sync name new_parent", "sync name middle"];
        let wanted = [parents, ["sync name new_folder", "sync name new"]].concat();
        assert_eq!(files.0.take(), wanted);
    }

    /// Linux refuses `fsync` for files that lie on no disk: the refusal shows that the call was made.
    #[cfg(target_os = "linux")]
    #[test]
    fn syncing_asks_the_system() {
        let path = Path::new("/proc/self/status");
        for synced in [SystemFiles.sync_file(path), SystemFiles.sync_name(path)] {
            assert_eq!(synced.map_err(|error| error.kind()), Err(io::ErrorKind::InvalidInput));
        }
    }

    #[test]
    fn files_of_other_programs_are_not_ours() {
        for ours in ["lock", "tables.sqlite", "tables.sqlite-wal", "old.sqlite", "meow-1.neko"] {
            assert!(is_own_name(ours.as_ref()), "{ours}");
        }
        for other in ["lock.txt", "sqlite", ".bashrc", "photo.jpg", "Documents"] {
            assert!(!is_own_name(other.as_ref()), "{other}");
        }
    }
}
