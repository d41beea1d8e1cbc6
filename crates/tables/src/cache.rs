use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::sector::Sector;

/// The cells of a frame, or the values of a block.
pub(crate) type Frame<T> = Arc<[T]>;

/// A cache of recently unpacked frames. Each frame has one possible slot, and replaces the one that
/// was there.
#[derive(Debug)]
pub(crate) struct FrameCache<T> {
    slots: Vec<Mutex<Slot<T>>>,
}

type Slot<T> = Option<(Sector, u32, Frame<T>)>;

impl<T> FrameCache<T> {
    /// Creates a cache of about this many bytes for frames of `cells`.
    pub(crate) fn new(bytes: usize, cells: usize) -> FrameCache<T> {
        let slots = (bytes / cells).max(1);
        FrameCache { slots: (0..slots).map(|_| Mutex::new(None)).collect() }
    }

    /// A frame of a sector, from the cache or otherwise from `read`.
    pub(crate) fn get<E>(
        &self,
        sector: Sector,
        frame: u32,
        read: impl FnOnce() -> Result<Frame<T>, E>,
    ) -> Result<Frame<T>, E> {
        if let Some(cells) = self.held(sector, frame) {
            return Ok(cells);
        }
        // The frame is read without the lock: two threads may both read it, which does no harm.
        let cells = read()?;
        *self.lock(sector, frame) = Some((sector, frame, Arc::clone(&cells)));
        Ok(cells)
    }

    /// Drops all frames.
    pub(crate) fn clear(&self) {
        for slot in &self.slots {
            *slot.lock().unwrap_or_else(PoisonError::into_inner) = None;
        }
    }

    /// Returns `true` if a frame of a sector is cached.
    pub(crate) fn has(&self, sector: Sector, frame: u32) -> bool {
        self.held(sector, frame).is_some()
    }

    fn held(&self, sector: Sector, frame: u32) -> Option<Frame<T>> {
        match &*self.lock(sector, frame) {
            Some((held_sector, held_frame, cells))
                if (*held_sector, *held_frame) == (sector, frame) =>
            {
                Some(Arc::clone(cells))
            }
            _ => None,
        }
    }

    fn lock(&self, sector: Sector, frame: u32) -> MutexGuard<'_, Slot<T>> {
        let slot = &self.slots[self.slot(sector, frame)];
        slot.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The slot of a frame. Frames of one sector are neighbours; sectors are spread by a hash.
    fn slot(&self, sector: Sector, frame: u32) -> usize {
        let Sector { mover, opponent, mover_hand, opponent_hand } = sector;
        let packed = u32::from_le_bytes([mover, opponent, mover_hand, opponent_hand]);
        let mixed = u64::from(packed).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        (mixed + u64::from(frame)) as usize % self.slots.len()
    }
}
