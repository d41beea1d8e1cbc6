//! Saves sectors on threads of its own while the next ones are being solved.

use std::collections::HashSet;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use merels_tables::{Compression, Counts, Folder, Sector, TableError};

use crate::cells::Cells;
use crate::error::Result;
use crate::files;

struct Save {
    sector: Sector,
    counts: Counts,
    cells: Cells,
    compression: Compression,
}

#[derive(Debug, Default)]
struct Saving {
    sectors: HashSet<Sector>,
    bytes: u64,
    /// The first failure. Nothing is saved after it.
    failed: Option<TableError>,
}

/// The state that the threads share with the solver, and the sign that it changed.
#[derive(Debug, Default)]
struct Shared {
    saving: Mutex<Saving>,
    changed: Condvar,
}

/// Threads that compress and write finished sectors, each a whole sector at a time.
#[derive(Debug)]
pub(crate) struct Background {
    shared: Arc<Shared>,
    /// The most bytes of cells that wait or are being saved, unless a single sector has more.
    memory: u64,
    /// The way to the threads; `None` only while being dropped.
    saves: Option<Sender<Save>>,
    threads: Vec<JoinHandle<()>>,
}

impl Background {
    /// Starts as many threads as the current rayon pool has.
    pub(crate) fn new(folder: &Folder, memory: u64) -> Background {
        let shared = Arc::new(Shared::default());
        let (saves, to_do) = channel();
        let to_do = Arc::new(Mutex::new(to_do));
        let start = |_| {
            let (shared, to_do, folder) = (Arc::clone(&shared), Arc::clone(&to_do), folder.clone());
            thread::spawn(move || save_all(&shared, &to_do, &folder))
        };
        let threads = (0..rayon::current_num_threads()).map(start).collect();
        Background { shared, memory, saves: Some(saves), threads }
    }

    /// Hands a sector over, as soon as its cells fit into the memory beside those before it.
    ///
    /// # Errors
    ///
    /// Returns an error if an earlier sector could not be written.
    pub(crate) fn save(
        &self,
        sector: Sector,
        counts: Counts,
        cells: Cells,
        compression: Compression,
    ) -> Result<()> {
        let len = cells.len() as u64;
        let too_much = |saving: &Saving| saving.bytes > 0 && saving.bytes + len > self.memory;
        let mut saving = self.wait_while(too_much)?;
        saving.bytes += len;
        saving.sectors.insert(sector);
        drop(saving);
        if let Some(saves) = &self.saves {
            // The threads end only after this sender is gone.
            let _ = saves.send(Save { sector, counts, cells, compression });
        }
        Ok(())
    }

    /// Waits until a sector, if it was handed over, has its file.
    ///
    /// # Errors
    ///
    /// Returns an error if a sector could not be written.
    pub(crate) fn wait_for(&self, sector: Sector) -> Result<()> {
        self.wait_while(|saving| saving.sectors.contains(&sector)).map(drop)
    }

    /// Waits until all sectors that were handed over have their files.
    ///
    /// # Errors
    ///
    /// Returns an error if a sector could not be written.
    pub(crate) fn wait_for_all(&self) -> Result<()> {
        self.wait_while(|saving| !saving.sectors.is_empty()).map(drop)
    }

    fn wait_while(&self, condition: impl Fn(&Saving) -> bool) -> Result<MutexGuard<'_, Saving>> {
        let goes_on = |saving: &mut Saving| saving.failed.is_none() && condition(saving);
        let saving = self.shared.changed.wait_while(lock(&self.shared.saving), goes_on);
        let mut saving = saving.unwrap_or_else(PoisonError::into_inner);
        match saving.failed.take() {
            Some(error) => Err(error.into()),
            None => Ok(saving),
        }
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        // Sectors that were handed over are finished: they get their files whatever happens.
        self.saves = None;
        for thread in self.threads.drain(..) {
            // A panic was reported when it happened.
            let _ = thread.join();
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Saves one sector after another until no more can come.
fn save_all(shared: &Shared, to_do: &Mutex<Receiver<Save>>, folder: &Folder) {
    loop {
        let next = lock(to_do).recv();
        let Ok(Save { sector, counts, cells, compression }) = next else { return };
        let bytes = cells.len() as u64;
        let saved = files::save_alone(folder, sector, &cells, counts, compression);
        drop(cells);
        let mut saving = lock(&shared.saving);
        saving.sectors.remove(&sector);
        saving.bytes -= bytes;
        if let Err(error) = saved {
            saving.failed.get_or_insert(error);
        }
        drop(saving);
        shared.changed.notify_all();
    }
}
