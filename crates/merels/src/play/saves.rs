//! Where games are kept: files that the player names, and the copy that survives a crash.
//!
//! While a game runs, its record stands in the state folder beside a lock that the system drops
//! when the program ends, however it ends. A record without a live lock is a game that was
//! interrupted. A game left unfinished on purpose is kept too, one for each kind of game.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::{env, process};

use anyhow::{Context, Result};
use merels_rules::{GameId, Record};

use crate::input::read_record;

const SUFFIX: &str = "merels";

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

/// The copy of the running game that survives a crash.
#[derive(Debug)]
pub(crate) struct Autosave {
    folder: PathBuf,
    game: GameId,
    record: PathBuf,
    /// Held while the program lives.
    _lock: File,
}

impl Autosave {
    /// Prepares the copy of a game of this kind.
    pub(crate) fn start(game: GameId) -> Result<Autosave> {
        let folder = state_folder()?;
        fs::create_dir_all(&folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        let record = folder.join(format!("{game}-{}.{SUFFIX}", process::id()));
        let lock_path = lock_of(&record);
        let lock = File::create(&lock_path)
            .with_context(|| format!("cannot write {}", lock_path.display()))?;
        lock.lock().with_context(|| format!("cannot lock {}", lock_path.display()))?;
        Ok(Autosave { folder, game, record, _lock: lock })
    }

    /// Brings the copy up to date.
    pub(crate) fn update(&self, record: &Record) -> Result<()> {
        write_record(&self.record, record)
    }

    /// The program ends in good order: an unfinished game is kept for `--resume`, a finished one is
    /// forgotten. Says whether the game was kept.
    pub(crate) fn finish(self, record: &Record) -> Result<bool> {
        let unfinished = record.game.outcome().is_none() && record.game.ply() > 0;
        if unfinished {
            write_record(&self.folder.join(unfinished_name(self.game)), record)?;
        }
        remove(&self.record);
        remove(&lock_of(&self.record));
        Ok(unfinished)
    }
}

/// Takes over a game of this kind that a crash interrupted, or one that was left unfinished.
pub(crate) fn resume(game: GameId) -> Result<Option<Record>> {
    let folder = state_folder()?;
    let unfinished = Some(folder.join(unfinished_name(game))).filter(|file| file.exists());
    let Some(file) = interrupted(game).or(unfinished) else { return Ok(None) };
    let record = read_record(&file)?;
    remove(&file);
    remove(&lock_of(&file));
    Ok(Some(record))
}

/// Keeps an interrupted game for `--resume` without offering it again.
pub(crate) fn set_aside(game: GameId) -> Result<()> {
    if let Some(file) = interrupted(game) {
        let aside = state_folder()?.join(unfinished_name(game));
        fs::rename(&file, &aside).with_context(|| format!("cannot move {}", file.display()))?;
        remove(&lock_of(&file));
    }
    Ok(())
}

/// The file of a game of this kind that a crash interrupted.
pub(crate) fn interrupted(game: GameId) -> Option<PathBuf> {
    let entries = fs::read_dir(state_folder().ok()?).ok()?;
    let files = entries.filter_map(|entry| entry.ok().map(|entry| entry.path()));
    files.filter(|file| is_copy_of(game, file)).find(|file| is_abandoned(file))
}

/// Whether a file is the copy of a running or interrupted game of this kind: `nine-1234.merels`.
fn is_copy_of(game: GameId, file: &Path) -> bool {
    let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let middle = name
        .strip_prefix(game.id())
        .and_then(|rest| rest.strip_prefix('-'))
        .and_then(|rest| rest.strip_suffix(SUFFIX))
        .and_then(|rest| rest.strip_suffix('.'));
    middle.is_some_and(|id| !id.is_empty() && id.bytes().all(|b| b.is_ascii_digit()))
}

fn is_abandoned(record: &Path) -> bool {
    match File::open(lock_of(record)) {
        Ok(lock) => lock.try_lock().is_ok(),
        Err(_) => true,
    }
}

fn lock_of(record: &Path) -> PathBuf {
    record.with_extension("lock")
}

fn unfinished_name(game: GameId) -> String {
    format!("{game}.{SUFFIX}")
}

/// A file that is gone already is as good as removed.
fn remove(file: &Path) {
    let _ = fs::remove_file(file);
}

fn state_folder() -> Result<PathBuf> {
    let base = env::var_os("XDG_STATE_HOME")
        .filter(|value| !value.is_empty())
        .map(PathBuf::from)
        .or_else(|| env::home_dir().map(|home| home.join(".local").join("state")))
        .context("there is no home folder to keep the game in")?;
    Ok(base.join("merels"))
}
