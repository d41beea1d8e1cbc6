//! The file of a backup.

use std::io::{BufRead, BufReader, BufWriter, Read, Write};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::BackupError;
use super::schema::Table;

const FORMAT: &str = "merels backup 1";

/// zstd's usual compromise between time and size.
const LEVEL: i32 = 3;

/// A checksum of a table, whatever the order of its rows.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Sum {
    rows: u64,
    digest: [u64; 2],
}

impl Sum {
    pub(super) fn add(&mut self, row: &Value) {
        let hash = blake3::hash(row.to_string().as_bytes());
        let (halves, _) = hash.as_bytes().as_chunks::<8>();
        self.rows += 1;
        for (sum, half) in self.digest.iter_mut().zip(halves) {
            *sum = sum.wrapping_add(u64::from_le_bytes(*half));
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableSum {
    pub(super) name: String,
    #[serde(flatten)]
    pub(super) sum: Sum,
}

impl TableSum {
    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn rows(&self) -> u64 {
        self.sum.rows
    }
}

#[derive(Serialize, Deserialize)]
struct Head {
    format: String,
    version: i64,
}

/// A line of the file, but for the first and the rows.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Mark {
    Table { name: String, columns: Vec<String> },
    End(Vec<TableSum>),
}

pub(super) enum Line {
    /// The rows of this table follow, with these columns.
    Table(String, Vec<String>),
    Row(Value),
}

pub(super) struct BackupWriter<W: Write> {
    out: zstd::Encoder<'static, BufWriter<W>>,
    sums: Vec<TableSum>,
}

impl<W: Write> BackupWriter<W> {
    pub(super) fn begin(out: W, version: i64) -> Result<BackupWriter<W>, BackupError> {
        let mut out = zstd::Encoder::new(BufWriter::new(out), LEVEL)?;
        out.include_checksum(true)?;
        let mut writer = BackupWriter { out, sums: Vec::new() };
        writer.line(&Head { format: FORMAT.to_owned(), version })?;
        Ok(writer)
    }

    pub(super) fn begin_table(&mut self, table: &Table) -> Result<(), BackupError> {
        self.sums.push(TableSum { name: table.name.clone(), sum: Sum::default() });
        let (name, columns) = (table.name.clone(), table.columns.clone());
        self.line(&Mark::Table { name, columns })
    }

    pub(super) fn row(&mut self, row: &Value) -> Result<(), BackupError> {
        if let Some(table) = self.sums.last_mut() {
            table.sum.add(row);
        }
        self.line(row)
    }

    pub(super) fn finish(mut self) -> Result<Vec<TableSum>, BackupError> {
        let sums = std::mem::take(&mut self.sums);
        self.line(&Mark::End(sums.clone()))?;
        self.out.finish()?.flush()?;
        Ok(sums)
    }

    fn line(&mut self, line: &impl Serialize) -> Result<(), BackupError> {
        serde_json::to_writer(&mut self.out, line).map_err(std::io::Error::from)?;
        Ok(self.out.write_all(b"\n")?)
    }
}

pub(super) struct BackupReader<R: Read> {
    input: BufReader<zstd::Decoder<'static, BufReader<R>>>,
    version: i64,
    text: String,
    /// The sums read so far.
    read: Vec<TableSum>,
    /// The sums that the end of the file tells.
    written: Option<Vec<TableSum>>,
}

impl<R: Read> BackupReader<R> {
    pub(super) fn begin(from: R) -> Result<BackupReader<R>, BackupError> {
        let mut input = BufReader::new(zstd::Decoder::new(from)?);
        let mut text = String::new();
        let head: Option<Head> = match input.read_line(&mut text) {
            Ok(_) => serde_json::from_str(&text).ok(),
            Err(_) => None,
        };
        let head = head.filter(|head| head.format == FORMAT);
        let head =
            head.ok_or_else(|| BackupError::Damaged("it does not begin like one".to_owned()))?;
        Ok(BackupReader { input, version: head.version, text, read: Vec::new(), written: None })
    }

    pub(super) fn version(&self) -> i64 {
        self.version
    }

    pub(super) fn next_line(&mut self) -> Result<Option<Line>, BackupError> {
        if self.written.is_some() {
            return Ok(None);
        }
        self.text.clear();
        let read = self.input.read_line(&mut self.text);
        read.map_err(|error| BackupError::Damaged(error.to_string()))?;
        if self.text.starts_with('[') {
            let row = serde_json::from_str(&self.text);
            let row = row.map_err(|error| BackupError::Damaged(error.to_string()))?;
            let table = self.read.last_mut();
            let table =
                table.ok_or_else(|| BackupError::Damaged("a row of no table".to_owned()))?;
            table.sum.add(&row);
            return Ok(Some(Line::Row(row)));
        }
        let mark = serde_json::from_str(&self.text);
        match mark.map_err(|_| BackupError::Damaged("its end is missing".to_owned()))? {
            Mark::Table { name, columns } => {
                self.read.push(TableSum { name: name.clone(), sum: Sum::default() });
                Ok(Some(Line::Table(name, columns)))
            }
            Mark::End(written) => {
                self.written = Some(written);
                Ok(None)
            }
        }
    }

    /// The sums read, if they are those written.
    pub(super) fn sums(self) -> Result<Vec<TableSum>, BackupError> {
        if self.written.as_ref() == Some(&self.read) {
            Ok(self.read)
        } else {
            Err(BackupError::Damaged("not everything that was written is there".to_owned()))
        }
    }
}
