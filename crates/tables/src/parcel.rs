//! The parcel: an archive of all files of a variant, for transfer to another host.
//!
//! ```text
//! merels-tables 1 three 7 2345      the format, the variant, how many files and bytes
//! 3-3-0-0 400                       a sector and the length of its file, then the file itself,
//! 5f1d…                             then its BLAKE3 hash on a line
//! …
//! end
//! ```

use std::fs::{self, File};
use std::io::{self, BufRead, Read, Write};
use std::path::{Path, PathBuf};

use merels_rules::morris::Variant;
use thiserror::Error;

use crate::error::{Fault, TableError};
use crate::file::SectorFile;
use crate::folder::Folder;
use crate::sector::Sector;
use crate::writer::UNFINISHED;

const MAGIC: &str = "merels-tables";
const VERSION: &str = "1";
const END: &str = "end";

/// The length of the longest line of a parcel.
const LONGEST_LINE: u64 = 200;

/// The size of the chunks that are copied.
const CHUNK: usize = 1 << 20;

/// An error in packing or unpacking tables.
#[derive(Debug, Error)]
pub enum ParcelError {
    /// Reading or writing failed.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// A table file has a fault.
    #[error(transparent)]
    Table(#[from] TableError),
    /// There are no files to pack.
    #[error("there is no table of {0} in {dir}", dir = .1.display())]
    Nothing(&'static str, PathBuf),
    /// It is something else, or was changed in transit.
    #[error("not a parcel of tables: {0}")]
    Foreign(String),
    /// It ends early.
    #[error("the parcel ends too early")]
    TooShort,
    /// A file differs from the one that was packed.
    #[error("damaged on the way: sector {0} does not fit its checksum")]
    Damaged(Sector),
    /// A different file exists already.
    #[error("{} is there already and is another one; move it away first", .0.display())]
    Other(PathBuf),
}

/// A summary of the files that were packed or unpacked.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Carried {
    /// The variant.
    pub variant: Variant,
    /// The number of files.
    pub files: usize,
    /// The number of files that existed already.
    pub known: usize,
    /// The number of bytes in all.
    pub bytes: u64,
}

/// Packs all existing files of a variant, which may be fewer than all sectors. Each is opened
/// first, so that no damaged file is passed on. `progress` is called with the number of bytes
/// packed and the total.
pub fn pack(
    folder: &Folder,
    mut parcel: impl Write,
    mut progress: impl FnMut(u64, u64),
) -> Result<Carried, ParcelError> {
    let variant = folder.variant();
    let mut sectors = Vec::new();
    for sector in Sector::all(variant) {
        if let Some(file) = folder.open(sector)? {
            sectors.push((sector, file.bytes()));
        }
    }
    if sectors.is_empty() {
        return Err(ParcelError::Nothing(variant.id(), folder.path().to_owned()));
    }
    let bytes: u64 = sectors.iter().map(|(_, bytes)| bytes).sum();
    writeln!(parcel, "{MAGIC} {VERSION} {} {} {bytes}", variant.id(), sectors.len())?;
    let mut done = 0;
    for (sector, length) in &sectors {
        let path = folder.file(*sector);
        let file = File::open(&path).map_err(|error| Fault::Io(error).at(&path))?;
        writeln!(parcel, "{sector} {length}")?;
        let hash = copy(file, &mut parcel, *length, &mut |copied| progress(done + copied, bytes))?;
        writeln!(parcel, "\n{hash}")?;
        done += length;
    }
    writeln!(parcel, "{END}")?;
    parcel.flush()?;
    Ok(Carried { variant, files: sectors.len(), known: 0, bytes })
}

/// Unpacks a parcel into the folder of all tables. A file gets its name only when it is complete,
/// matches its checksum and is a table of its sector, so an interrupted transfer can be repeated
/// and continues where it stopped. A different table that exists already is an error and stays.
pub fn unpack(
    mut parcel: impl BufRead,
    tables: &Path,
    mut progress: impl FnMut(u64, u64),
) -> Result<Carried, ParcelError> {
    let (variant, files, bytes) = read_head(&line(&mut parcel)?)?;
    let folder = Folder::new(tables, variant);
    folder.prepare()?;
    let sectors = Sector::all(variant);
    let (mut done, mut known) = (0, 0);
    for _ in 0..files {
        let (sector, length) = read_entry(&line(&mut parcel)?, &sectors)?;
        let mut tell = |copied| progress(done + copied, bytes);
        known += usize::from(unpack_one(&mut parcel, &folder, sector, length, &mut tell)?);
        done += length;
    }
    if line(&mut parcel)? != END {
        return Err(ParcelError::Foreign(
            "it has more content than its first line says".to_owned(),
        ));
    }
    Ok(Carried { variant, files, known, bytes })
}

/// Unpacks one file; returns `true` if it existed already.
fn unpack_one(
    parcel: &mut impl BufRead,
    folder: &Folder,
    sector: Sector,
    length: u64,
    tell: &mut dyn FnMut(u64),
) -> Result<bool, ParcelError> {
    let path = folder.file(sector);
    let unfinished = path.with_added_extension(UNFINISHED);
    let is_there = path.exists();
    let hash = if is_there {
        copy(&mut *parcel, io::sink(), length, tell)?
    } else {
        let file = File::create(&unfinished).map_err(|error| Fault::Io(error).at(&unfinished))?;
        let hash = copy(&mut *parcel, &file, length, tell)?;
        file.sync_all()?;
        hash
    };
    if !line(parcel)?.is_empty() || line(parcel)? != hash.to_string() {
        // The file may not exist.
        let _ = fs::remove_file(&unfinished);
        return Err(ParcelError::Damaged(sector));
    }
    if is_there {
        let own = File::open(&path).map_err(|error| Fault::Io(error).at(&path))?;
        let own_length = own.metadata()?.len();
        let same = own_length == length && copy(own, io::sink(), length, &mut |_| {})? == hash;
        return if same { Ok(true) } else { Err(ParcelError::Other(path)) };
    }
    if let Err(error) = SectorFile::open(&unfinished, folder.variant(), sector) {
        let _ = fs::remove_file(&unfinished);
        return Err(error.into());
    }
    fs::rename(&unfinished, &path).map_err(|error| Fault::Io(error).at(&path))?;
    Ok(false)
}

fn read_head(head: &str) -> Result<(Variant, usize, u64), ParcelError> {
    let foreign = || ParcelError::Foreign("its first line is not one of ours".to_owned());
    let parts: Vec<&str> = head.split(' ').collect();
    let [MAGIC, version, variant, files, bytes] = parts[..] else { return Err(foreign()) };
    if version != VERSION {
        let reason = format!("version {version}; this program reads {VERSION}");
        return Err(ParcelError::Foreign(reason));
    }
    let variant = variant.parse().map_err(|_| foreign())?;
    let (files, bytes) = (files.parse().map_err(|_| foreign())?, bytes.parse());
    Ok((variant, files, bytes.map_err(|_| foreign())?))
}

fn read_entry(entry: &str, sectors: &[Sector]) -> Result<(Sector, u64), ParcelError> {
    let read = || {
        let (name, length) = entry.split_once(' ')?;
        let sector = sectors.iter().find(|sector| sector.to_string() == name)?;
        Some((*sector, length.parse().ok()?))
    };
    read().ok_or_else(|| {
        ParcelError::Foreign("it contains a file that belongs to no sector".to_owned())
    })
}

/// The next line, without its line break.
fn line(parcel: &mut impl BufRead) -> Result<String, ParcelError> {
    let mut bytes = Vec::new();
    parcel.take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
    match bytes.pop() {
        Some(b'\n') => {}
        Some(_) if bytes.len() as u64 + 1 == LONGEST_LINE => {
            return Err(ParcelError::Foreign("a line is too long".to_owned()));
        }
        _ => return Err(ParcelError::TooShort),
    }
    String::from_utf8(bytes).map_err(|_| ParcelError::Foreign("a line is no text".to_owned()))
}

/// Copies this many bytes; returns their hash.
fn copy(
    from: impl Read,
    mut to: impl Write,
    length: u64,
    tell: &mut dyn FnMut(u64),
) -> Result<blake3::Hash, ParcelError> {
    let mut from = from.take(length);
    let mut hasher = blake3::Hasher::new();
    let mut chunk = vec![0; CHUNK];
    let mut copied = 0;
    while copied < length {
        let read = match from.read(&mut chunk) {
            Ok(0) => return Err(ParcelError::TooShort),
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error.into()),
        };
        hasher.update(&chunk[..read]);
        to.write_all(&chunk[..read])?;
        copied += read as u64;
        tell(copied);
    }
    Ok(hasher.finalize())
}
