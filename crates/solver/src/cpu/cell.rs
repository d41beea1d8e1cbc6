//! The kinds of values that rows work with.

use core::fmt::Debug;

use bytemuck::Pod;

/// A value in a cell: a greater one is better for the side to move.
pub(crate) trait Cell: Pod + Debug + Ord + Send + Sync {
    /// The absence of a value, greater than all of them.
    const NONE: Self;

    /// A write that is collected: an offset in a region, and the value.
    type Write: Copy + Debug + Send + Sync;

    fn to_write(self, offset: usize) -> Self::Write;

    fn of_write(write: Self::Write) -> (usize, Self);
}

/// The code of a value with its distance.
impl Cell for u8 {
    const NONE: u8 = u8::MAX;

    type Write = u32;

    #[inline]
    fn to_write(self, offset: usize) -> u32 {
        (offset as u32) << 8 | u32::from(self)
    }

    #[inline]
    fn of_write(write: u32) -> (usize, u8) {
        ((write >> 8) as usize, write as u8)
    }
}

/// The grade of a draw among the others.
impl Cell for u16 {
    const NONE: u16 = u16::MAX;

    type Write = u64;

    #[inline]
    fn to_write(self, offset: usize) -> u64 {
        (offset as u64) << 16 | u64::from(self)
    }

    #[inline]
    fn of_write(write: u64) -> (usize, u16) {
        ((write >> 16) as usize, write as u16)
    }
}
