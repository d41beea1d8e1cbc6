//! Table files: whatever the bytes are, opening and reading gives cells or an error.
//!
//! An input is a list of changes to a good file: where (two bytes) and what (one byte). Checksums
//! are mended afterwards, so that the changes get past them.
#![no_main]

use std::cell::OnceCell;
use std::fs;
use std::path::PathBuf;

use libfuzzer_sys::fuzz_target;
use merels_rules::morris::Variant;
use merels_tables::{
    Compression, Compressor, Counts, FRAME_CELLS, Sector, SectorFile, SectorWriter,
};

/// The header's length, and where it keeps the frame table's checksum and place.
const HEADER: usize = 160;
const TABLE_CHECKSUM: usize = 108;
const TABLE_PLACE: usize = 112;

/// A good file and where the changed one is written.
struct Seed {
    _folder: tempfile::TempDir,
    path: PathBuf,
    sector: Sector,
    bytes: Vec<u8>,
}

thread_local! {
    static SEED: OnceCell<Seed> = const { OnceCell::new() };
}

impl Seed {
    fn new() -> Seed {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("sector");
        let sector = Sector::start(Variant::THREE);
        let cells = FRAME_CELLS as u64 + 100;
        let counts = Counts { win: cells, ..Counts::default() };
        let mut writer =
            SectorWriter::create(&path, Variant::THREE, sector, cells, counts).expect("a new file");
        let mut compressor = Compressor::new(Compression::Lasting).expect("memory");
        for length in [FRAME_CELLS, 100] {
            let frame = compressor.frame(&vec![7; length]).expect("memory");
            writer.add_frame(&frame).expect("a frame is written");
        }
        writer.finish().expect("the file is written");
        let bytes = fs::read(&path).expect("the file is there");
        assert_eq!(read(&path, sector), Some(2), "the seed is good");
        Seed { _folder: folder, path, sector, bytes }
    }

    fn changed(&self, data: &[u8]) -> Vec<u8> {
        let mut bytes = self.bytes.clone();
        for change in data.chunks_exact(3) {
            let place = usize::from(u16::from_le_bytes([change[0], change[1]]));
            match bytes.get_mut(place) {
                Some(byte) => *byte = change[2],
                // Beyond the end: the file is cut or grows.
                None => bytes.resize(place % (2 * self.bytes.len()), change[2]),
            }
        }
        mend_checksums(&mut bytes);
        bytes
    }
}

/// Puts the checksums right of a file that is long enough to have them.
fn mend_checksums(bytes: &mut [u8]) {
    if bytes.len() < HEADER {
        return;
    }
    let place: [u8; 8] = bytes[TABLE_PLACE..][..8].try_into().expect("eight bytes");
    let place = usize::try_from(u64::from_le_bytes(place)).unwrap_or(usize::MAX);
    if let Some(table) = bytes.get(place..) {
        let checksum = crc32fast::hash(table).to_le_bytes();
        bytes[TABLE_CHECKSUM..][..4].copy_from_slice(&checksum);
    }
    let checksum = crc32fast::hash(&bytes[..HEADER - 4]).to_le_bytes();
    bytes[HEADER - 4..HEADER].copy_from_slice(&checksum);
}

/// How many frames can be read; `None` if the file is refused.
fn read(path: &std::path::Path, sector: Sector) -> Option<usize> {
    let file = SectorFile::open(path, Variant::THREE, sector).ok()?;
    let mut cells = vec![0; FRAME_CELLS];
    Some((0..4).filter(|frame| file.read_frame(*frame, &mut cells).is_ok()).count())
}

fuzz_target!(|data: &[u8]| {
    SEED.with(|seed| {
        let seed = seed.get_or_init(Seed::new);
        fs::write(&seed.path, seed.changed(data)).expect("the file is written");
        let _ = read(&seed.path, seed.sector);
    });
});
