//! The places where games are kept: files that the player names, and one file for each game in
//! progress.
//!
//! From its first move on a game has a file in the state folder, and beside it, while it is being
//! played, a lock that the system drops when the program ends, however it ends. So a file without a
//! lock is a game that was left unfinished, and one whose lock nobody holds was interrupted. Going
//! on with a game goes on with its file, which is removed when the game is over and not before.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use std::{env, process};

use anyhow::{Context, Result, bail};
use merels_rules::{GameId, Record};
use same_file::Handle;

use crate::input::read_record;
use crate::output::note;

const SUFFIX: &str = "merels";

pub(crate) fn today() -> String {
    jiff::Zoned::now().strftime("%Y.%m.%d").to_string()
}

/// Writes a record so that the file is always whole: the old text or the new one.
pub(crate) fn write_record(file: &Path, record: &Record) -> Result<()> {
    let mut draft = file.as_os_str().to_owned();
    draft.push(".new");
    let draft = PathBuf::from(draft);
    let write = || {
        let mut open = File::create(&draft)?;
        open.write_all(record.to_string().as_bytes())?;
        open.sync_all()?;
        fs::rename(&draft, file)
    };
    write().with_context(|| format!("cannot write {}", file.display()))
}

#[derive(Debug)]
pub(crate) struct Autosave {
    file: PathBuf,
    /// True if a game without a move is worth keeping: one that was kept before.
    resumed: bool,
    /// Held while the game is being played.
    _lock: File,
}

impl Autosave {
    /// Prepares a file for a new game; it comes into being with the first move.
    pub(crate) fn start(game: GameId) -> Result<Autosave> {
        let folder = state_folder()?;
        fs::create_dir_all(&folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        let now = jiff::Zoned::now().strftime("%Y%m%d-%H%M%S").to_string();
        for attempt in 1.. {
            let name = format!("{game}-{now}-{}-{attempt}.{SUFFIX}", process::id());
            let file = folder.join(name);
            match File::create_new(lock_of(&file)) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => {
                    return Err(error)
                        .with_context(|| format!("cannot write {}", lock_of(&file).display()));
                }
                Ok(lock) => {
                    try_lock(&lock, &lock_of(&file))?;
                    return Ok(Autosave { file, resumed: false, _lock: lock });
                }
            }
        }
        bail!("no name is left for the file")
    }

    /// Goes on with a kept game. Its record is read once nobody else can play on: moves may have
    /// been made in another window since the game was listed.
    pub(crate) fn take_over(kept: &KeptGame) -> Result<(Autosave, Record)> {
        let lock = lock_existing(&lock_of(&kept.file))?;
        let autosave = Autosave { file: kept.file.clone(), resumed: true, _lock: lock };
        match read_record(&kept.file) {
            Ok(record) => Ok((autosave, record)),
            Err(error) => {
                autosave.give_back(kept);
                Err(error)
            }
        }
    }

    /// Leaves a kept game as it was found.
    pub(crate) fn give_back(self, kept: &KeptGame) {
        if !kept.interrupted {
            remove(&lock_of(&self.file));
        }
    }

    /// Brings the file up to date.
    pub(crate) fn update(&self, record: &Record) -> Result<()> {
        if record.game.ply() > 0 || self.resumed {
            write_record(&self.file, record)
        } else {
            remove(&self.file);
            Ok(())
        }
    }

    /// The game is over and another begins in its place.
    pub(crate) fn forget(&mut self) {
        self.resumed = false;
        remove(&self.file);
    }

    /// The players leave the game: an unfinished one is kept, a finished one is forgotten. Says
    /// whether it was kept.
    pub(crate) fn finish(mut self, record: &Record) -> Result<bool> {
        let unfinished = record.game.outcome().is_none();
        if unfinished {
            self.update(record)?;
        } else {
            self.forget();
        }
        let kept = self.file.exists();
        remove(&lock_of(&self.file));
        Ok(kept)
    }
}

/// A game in progress that nobody is playing at the moment.
#[derive(Debug)]
pub(crate) struct KeptGame {
    pub(crate) file: PathBuf,
    pub(crate) record: Record,
    /// When its last move was made.
    pub(crate) changed: SystemTime,
    /// True if the program did not end in good order.
    pub(crate) interrupted: bool,
}

impl KeptGame {
    pub(crate) fn game(&self) -> GameId {
        self.record.game.position().game()
    }

    /// Keeps an interrupted game without offering it again, unless it is being played by now.
    pub(crate) fn set_aside(&self) {
        if let Ok(_lock) = lock_existing(&lock_of(&self.file)) {
            remove(&lock_of(&self.file));
        }
    }
}

fn lock_existing(path: &Path) -> Result<File> {
    loop {
        let lock =
            File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
        try_lock(&lock, path)?;
        // Somebody who left the game in between has removed the file that was locked here.
        if is_at(&lock, path).with_context(|| format!("cannot lock {}", path.display()))? {
            return Ok(lock);
        }
    }
}

/// Locks for playing. The shared lock of a window that lists games is waited for: it is held for a
/// moment only.
fn try_lock(lock: &File, path: &Path) -> Result<()> {
    let locked = loop {
        match lock.try_lock() {
            Err(TryLockError::WouldBlock) => match lock.try_lock_shared() {
                Ok(()) => lock.unlock()?,
                held => break held,
            },
            locked => break locked,
        }
    };
    match locked {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => bail!("that game is being played in another window"),
        Err(TryLockError::Error(error)) => {
            Err(error).with_context(|| format!("cannot lock {}", path.display()))
        }
    }
}

/// Returns `true` if an open file is still the one with this name.
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    let named = match Handle::from_path(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        named => named?,
    };
    Ok(Handle::from_file(file.try_clone()?)? == named)
}

/// The games that are kept, the newest first. Files that cannot be read are told of and passed by.
pub(crate) fn kept_games() -> Vec<KeptGame> {
    let Ok(entries) = state_folder().and_then(|folder| Ok(fs::read_dir(folder)?)) else {
        return Vec::new();
    };
    let files = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let records = files.filter(|file| file.extension().is_some_and(|suffix| suffix == SUFFIX));
    let mut games: Vec<KeptGame> = records.filter_map(kept_game).collect();
    games.sort_by(|a, b| (b.changed, &b.file).cmp(&(a.changed, &a.file)));
    games
}

/// The game of a file, unless it is over or being played.
fn kept_game(file: PathBuf) -> Option<KeptGame> {
    let interrupted = match File::open(lock_of(&file)) {
        // A shared lock: two windows that list games at once hide none from each other.
        Ok(lock) if lock.try_lock_shared().is_err() => return None,
        Ok(_) => true,
        Err(_) => false,
    };
    let changed = fs::metadata(&file).and_then(|data| data.modified()).ok()?;
    let record = read_record(&file)
        .inspect_err(|error| note!("merels: a kept game is passed by: {error:#}"))
        .ok()?;
    let unfinished = record.game.outcome().is_none();
    unfinished.then_some(KeptGame { file, record, changed, interrupted })
}

fn lock_of(record: &Path) -> PathBuf {
    record.with_extension("lock")
}

/// A file that is gone already is as good as removed.
fn remove(file: &Path) {
    let _ = fs::remove_file(file);
}

pub(crate) fn state_folder() -> Result<PathBuf> {
    let base = env::var_os("XDG_STATE_HOME")
        .filter(|value| !value.is_empty())
        .map(PathBuf::from)
        .or_else(|| env::home_dir().map(|home| home.join(".local").join("state")))
        .context("there is no home folder to keep the game in")?;
    Ok(base.join("merels"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("nine.merels");
        let record = Record::parse("[Game \"nine\"]\n\n1. d6 *\n").unwrap();
        write_record(&file, &record).unwrap();
        (folder, file)
    }

    #[test]
    fn two_windows_that_list_games_at_once_both_see_them() {
        let (_folder, file) = kept();
        let listed_elsewhere = File::create(lock_of(&file)).unwrap();
        listed_elsewhere.try_lock_shared().unwrap();
        assert!(kept_game(file).is_some());
    }

    #[test]
    fn a_game_that_is_played_in_another_window_is_not_listed() {
        let (_folder, file) = kept();
        let kept = kept_game(file.clone()).unwrap();
        let (_autosave, record) = Autosave::take_over(&kept).unwrap();
        assert_eq!(record.game.ply(), 1);
        assert!(kept_game(file).is_none());
        assert!(Autosave::take_over(&kept).is_err());
    }
}
