use std::io;
use std::ops::{Deref, DerefMut};

use memmap2::MmapMut;

/// The cells of a sector in memory, one byte per index, all zero at first.
///
/// Kept in anonymous pages of their own: large pages where the system has them, as the cells are
/// written in scattered order, and given back to the system at once when dropped.
#[derive(Debug)]
pub struct Cells(MmapMut);

impl Cells {
    /// Reserves `len` cells, each 0.
    ///
    /// # Errors
    ///
    /// If the system has not that much memory.
    pub fn zeroed(len: u64) -> io::Result<Cells> {
        let len = usize::try_from(len).map_err(|_| io::ErrorKind::OutOfMemory)?;
        let pages = MmapMut::map_anon(len.max(1))?;
        #[cfg(target_os = "linux")]
        {
            // Large pages only speed things up: a system without them is no error.
            let _ = pages.advise(memmap2::Advice::HugePage);
        }
        Ok(Cells(pages))
    }

    /// Reserves `len` cells, each `byte`.
    ///
    /// # Errors
    ///
    /// If the system has not that much memory.
    pub fn filled(len: u64, byte: u8) -> io::Result<Cells> {
        let mut cells = Cells::zeroed(len)?;
        cells.fill(byte);
        Ok(cells)
    }
}

impl Deref for Cells {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl DerefMut for Cells {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }
}
