use std::io;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

use bytemuck::Pod;
use memmap2::MmapMut;

/// The cells of a sector in memory, usually one byte per index, all zero at first.
///
/// They are stored in anonymous pages of their own: in large pages if the system has them, because
/// cells are written in scattered order. Dropping them returns the pages to the system at once.
#[derive(Debug)]
pub struct Cells<T = u8> {
    pages: MmapMut,
    cells: PhantomData<T>,
}

impl<T: Pod> Cells<T> {
    /// Reserves `len` cells, each 0. Fails if the system does not have that much memory.
    pub fn zeroed(len: u64) -> io::Result<Cells<T>> {
        let bytes = len.max(1).checked_mul(size_of::<T>() as u64);
        let bytes = bytes.and_then(|bytes| usize::try_from(bytes).ok());
        let pages = MmapMut::map_anon(bytes.ok_or(io::ErrorKind::OutOfMemory)?)?;
        #[cfg(target_os = "linux")]
        {
            // Large pages are only faster: a system without them is not an error.
            let _ = pages.advise(memmap2::Advice::HugePage);
        }
        Ok(Cells { pages, cells: PhantomData })
    }

    /// Reserves `len` cells, each `cell`.
    pub fn filled(len: u64, cell: T) -> io::Result<Cells<T>> {
        let mut cells = Cells::zeroed(len)?;
        cells.fill(cell);
        Ok(cells)
    }
}

impl<T: Pod> Deref for Cells<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        bytemuck::cast_slice(&self.pages)
    }
}

impl<T: Pod> DerefMut for Cells<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        bytemuck::cast_slice_mut(&mut self.pages)
    }
}
