//! Memory mapping of files. Unsafe code is allowed in this module only.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::ops::Range;

use memmap2::Mmap;

/// Maps a whole file for reading.
pub(crate) fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: the bytes behind a map must not change while it lives. Finished tables are never
    // written again: they get their names by a rename and lose them by a rename or a removal, both
    // of which leave the mapped file as it was. Every frame is checked against its checksum before
    // use.
    unsafe { Mmap::map(file) }
}

/// Asks the system to read exactly this part of a mapped file from the disk, without waiting for
/// it. A part outside the file is ignored.
pub(crate) fn fetch(map: &Mmap, part: Range<usize>) {
    if part.is_empty() || part.end > map.len() {
        return;
    }
    // If the system ignores the advice, the bytes are read on first access.
    #[cfg(unix)]
    let _ = map.advise_range(memmap2::Advice::WillNeed, part.start, part.len());
}
