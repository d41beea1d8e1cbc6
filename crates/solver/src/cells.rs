use std::io;
use std::ops::{Deref, DerefMut};

use memmap2::MmapMut;

/// The cells of a sector in memory, one byte per index, all zero at first.
///
/// They are stored in anonymous pages of their own: in large pages if the system has them, because
/// cells are written in scattered order. Dropping them returns the pages to the system at once.
#[derive(Debug)]
pub struct Cells(MmapMut);

impl Cells {
    /// Reserves `len` cells, each 0.
    /// Fails if the system does not have that much memory.
    pub fn zeroed(len: u64) -> io::Result<Cells> {
        let len = usize::try_from(len).map_err(|_| io::ErrorKind::OutOfMemory)?;
        let pages = MmapMut::map_anon(len.max(1))?;
        #[cfg(target_os = "linux")]
        {
            // Large pages are only faster: a system without them is not an error.
            let _ = pages.advise(memmap2::Advice::HugePage);
        }
        Ok(Cells(pages))
    }

    /// Reserves `len` cells, each `byte`.
    /// Fails if the system does not have that much memory.
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
