//! Table files: whatever the bytes are, opening and reading gives cells or an error.
//!
//! An input says whether the file has distances (one byte), then lists changes to a good one: where
//! (two bytes) and what (one byte). Checksums are mended afterwards, so that the changes get past
//! them.
#![no_main]

use std::cell::OnceCell;
use std::fs;
use std::path::{Path, PathBuf};

use libfuzzer_sys::fuzz_target;
use merels_rules::morris::Variant;
use merels_rules::{SplitMix, Wdl};
use merels_tables::{
    BLOCK_CELLS, Compression, Compressor, Counts, FRAME_CELLS, Indexer, Sector, SectorFile,
    SectorWriter, WdlSample,
};

/// The length of the short header, and where it keeps the frame table's checksum and place, and the
/// model's length and checksum.
const HEADER: usize = 160;
const TABLE_CHECKSUM: usize = 108;
const TABLE_PLACE: usize = 112;
const MODEL_LENGTH: usize = 120;
const MODEL_CHECKSUM: usize = 124;

/// The additional header of a file without distances, before these places.
const LONG_NAME: usize = 48;

/// A good file and where the changed one is written.
struct Seed {
    _folder: tempfile::TempDir,
    path: PathBuf,
    variant: Variant,
    sector: Sector,
    bytes: Vec<u8>,
    /// The bytes that its header has beyond the short one.
    longer: usize,
}

thread_local! {
    static SEEDS: OnceCell<[Seed; 2]> = const { OnceCell::new() };
}

impl Seed {
    fn with_distances() -> Seed {
        let sector = Sector::start(Variant::THREE);
        let cells = FRAME_CELLS as u64 + 100;
        Seed::new(Variant::THREE, sector, 0, 2, |path| {
            let counts = Counts { win: cells, ..Counts::default() };
            let mut writer = SectorWriter::create(path, Variant::THREE, sector, cells, counts)
                .expect("a new file");
            let mut compressor = Compressor::new(Compression::Lasting).expect("memory");
            for length in [FRAME_CELLS, 100] {
                let frame = compressor.frame(&vec![7; length]).expect("memory");
                writer.add_frame(&frame).expect("a frame is written");
            }
            writer
        })
    }

    fn without_distances() -> Seed {
        let (indexer, sector) = (Indexer::new(Variant::SIX), Sector::moving(4, 4));
        let mut random = SplitMix::new(1);
        let values: Vec<Wdl> =
            (0..indexer.len(sector)).map(|_| Wdl::ALL[random.below(3)]).collect();
        let blocks = values.len().div_ceil(BLOCK_CELLS);
        Seed::new(Variant::SIX, sector, LONG_NAME, blocks, |path| {
            let sample = WdlSample::new(&indexer, sector).with_frame(0, &values[..FRAME_CELLS]);
            let encoder = sample.encoder();
            let mut writer = SectorWriter::create_results(path, &encoder, Counts::default())
                .expect("a new file");
            for (frame, values) in values.chunks(FRAME_CELLS).enumerate() {
                writer.add_frame(&encoder.frame(frame, values)).expect("a frame is written");
            }
            writer
        })
    }

    fn new(
        variant: Variant,
        sector: Sector,
        longer: usize,
        parts: usize,
        write: impl FnOnce(&Path) -> SectorWriter,
    ) -> Seed {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("sector");
        write(&path).finish().expect("the file is written");
        let bytes = fs::read(&path).expect("the file is there");
        let seed = Seed { _folder: folder, path, variant, sector, bytes, longer };
        assert_eq!(seed.read(), Some(parts), "the seed is good");
        seed
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
        mend_checksums(&mut bytes, self.longer);
        bytes
    }

    /// The frames or blocks that can be read; `None` if the file is refused.
    fn read(&self) -> Option<usize> {
        let file = SectorFile::open(&self.path, self.variant, self.sector).ok()?;
        let indexer = Indexer::new(self.variant);
        let mut cells = vec![0; FRAME_CELLS];
        let frames = (0..4).filter(|frame| file.read_frame(*frame, &mut cells).is_ok()).count();
        let blocks = (0..1000).filter(|block| file.read_block(&indexer, *block).is_ok()).count();
        Some(frames + blocks)
    }
}

/// Puts the checksums right of a file that is long enough to have them.
fn mend_checksums(bytes: &mut [u8], longer: usize) {
    let header = HEADER + longer;
    if bytes.len() < header {
        return;
    }
    let place: [u8; 8] = bytes[TABLE_PLACE + longer..][..8].try_into().expect("eight bytes");
    let place = usize::try_from(u64::from_le_bytes(place)).unwrap_or(usize::MAX);
    if let Some(table) = bytes.get(place..) {
        let checksum = crc32fast::hash(table).to_le_bytes();
        bytes[TABLE_CHECKSUM + longer..][..4].copy_from_slice(&checksum);
    }
    let length: [u8; 4] = bytes[MODEL_LENGTH + longer..][..4].try_into().expect("four bytes");
    if let Some(model) = bytes[header..].get(..u32::from_le_bytes(length) as usize)
        && !model.is_empty()
    {
        let checksum = crc32fast::hash(model).to_le_bytes();
        bytes[MODEL_CHECKSUM + longer..][..4].copy_from_slice(&checksum);
    }
    let checksum = crc32fast::hash(&bytes[..header - 4]).to_le_bytes();
    bytes[header - 4..header].copy_from_slice(&checksum);
}

fuzz_target!(|data: &[u8]| {
    let Some((which, changes)) = data.split_first() else { return };
    SEEDS.with(|seeds| {
        let seeds = seeds.get_or_init(|| [Seed::with_distances(), Seed::without_distances()]);
        let seed = &seeds[usize::from(which % 2)];
        fs::write(&seed.path, seed.changed(changes)).expect("the file is written");
        let _ = seed.read();
    });
});
