//! The one place with unsafe code: mapping a file into memory.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;

use memmap2::Mmap;

/// Maps a whole file for reading.
pub(crate) fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: the bytes behind a map must not change while it lives. Finished tables are never
    // written again: they come to their names by a rename and leave them by a rename or a
    // removal, both of which leave the mapped file as it was. Every frame is checked against its
    // checksum before use.
    unsafe { Mmap::map(file) }
}
