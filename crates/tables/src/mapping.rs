//! The one place with unsafe code: mapping a file into memory.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::ops::Range;

use memmap2::Mmap;

/// Maps a whole file for reading.
pub(crate) fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: the bytes behind a map must not change while it lives. Finished tables are never
    // written again: they come to their names by a rename and leave them by a rename or a
    // removal, both of which leave the mapped file as it was. Every frame is checked against its
    // checksum before use.
    unsafe { Mmap::map(file) }
}

/// Lets the system read a part of a mapped file from the disk, and no more than that, without waiting
/// for it. A part that does not lie in the file is passed over.
pub(crate) fn fetch(map: &Mmap, part: Range<usize>) {
    if part.is_empty() || part.end > map.len() {
        return;
    }
    // Where the advice is not taken, the bytes are read when they are touched.
    #[cfg(unix)]
    let _ = map.advise_range(memmap2::Advice::WillNeed, part.start, part.len());
}
