use std::sync::{Arc, Mutex, PoisonError};

use crate::header::FRAME_CELLS;
use crate::sector::Sector;

/// The cells of a frame.
pub(crate) type Frame = Arc<[u8]>;

/// Frames lately unpacked. Each has one slot that it can stand in, and drives out what was there.
#[derive(Debug)]
pub(crate) struct FrameCache {
    slots: Vec<Mutex<Option<(Sector, u32, Frame)>>>,
}

impl FrameCache {
    /// A cache of about this many bytes.
    pub(crate) fn new(bytes: usize) -> FrameCache {
        let slots = (bytes / FRAME_CELLS).max(1);
        FrameCache { slots: (0..slots).map(|_| Mutex::default()).collect() }
    }

    /// A frame of a sector, from the cache or else from `read`.
    pub(crate) fn get<E>(
        &self,
        sector: Sector,
        frame: u32,
        read: impl FnOnce() -> Result<Frame, E>,
    ) -> Result<Frame, E> {
        let slot = &self.slots[self.slot(sector, frame)];
        let lock = || slot.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((held_sector, held_frame, cells)) = &*lock()
            && (*held_sector, *held_frame) == (sector, frame)
        {
            return Ok(Arc::clone(cells));
        }
        // Read without the lock: two threads may both read the frame, which does no harm.
        let cells = read()?;
        *lock() = Some((sector, frame, Arc::clone(&cells)));
        Ok(cells)
    }

    /// Frames of one sector stand side by side, sectors anywhere.
    fn slot(&self, sector: Sector, frame: u32) -> usize {
        let Sector { mover, opponent, mover_hand, opponent_hand } = sector;
        let packed = u32::from_le_bytes([mover, opponent, mover_hand, opponent_hand]);
        let mixed = u64::from(packed).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        (mixed + u64::from(frame)) as usize % self.slots.len()
    }
}
