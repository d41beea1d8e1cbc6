//! The file with the ranks of a sector's drawn positions, and the plies to the exit.

use std::path::Path;

use merels_rules::morris::Variant;
use merels_rules::{DrawRank, Wdl};

use crate::counts::Counts;
use crate::error::{Fault, Result, TableError};
use crate::frames::{FramedFile, unpack};
use crate::header::Kind;
use crate::ranking::Ranking;
use crate::sector::Sector;
use crate::wdl::FRAME_CELLS;

/// The own place of a sector that has none.
const NO_PLACE: u16 = u16::MAX;

/// The bytes of a preface before its list of payoffs.
const FIXED_LEN: usize = 4;

/// The most bytes of an unpacked preface: more than any list of payoffs has.
const MOST_PREFACE_LEN: usize = 1 << 20;

/// A position among all of its variant: 0 is lost, then the places of draws follow from 1, and the
/// greatest grade is won.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grade(pub u16);

/// The meaning of the grades of a variant.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Grading {
    places: u16,
}

impl Grading {
    /// The grades of draws with this many places.
    pub const fn new(places: u16) -> Grading {
        Grading { places }
    }

    /// The grade of a lost position.
    pub const LOST: Grade = Grade(0);

    /// The grade of a won position.
    pub const fn won(self) -> Grade {
        Grade(self.places + 1)
    }

    /// The place of level play, half of the point: the middle one.
    pub const fn level(self) -> u16 {
        self.places / 2
    }

    /// The grade of a draw.
    pub const fn draw(self, place: u16) -> Grade {
        Grade(place + 1)
    }

    /// The place of a draw; `None` for a won or lost position.
    pub const fn place(self, grade: Grade) -> Option<u16> {
        if grade.0 == 0 || grade.0 > self.places { None } else { Some(grade.0 - 1) }
    }

    /// The grade for the other side, which is that of a position before its best move too.
    #[must_use]
    pub const fn flipped(self, grade: Grade) -> Grade {
        Grade(self.won().0 - grade.0)
    }

    /// The result that a grade stands for.
    pub const fn result(self, grade: Grade) -> Wdl {
        match grade {
            Grading::LOST => Wdl::Loss,
            grade if grade.0 > self.places => Wdl::Win,
            _ => Wdl::Draw,
        }
    }

    /// The bytes of a grade in a file.
    const fn bytes(self) -> usize {
        if self.won().0 <= u8::MAX as u16 { 1 } else { 2 }
    }
}

/// The cell of one index.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct RankCell {
    /// The grade; that of a position whose result the tables hold means nothing unless it is drawn.
    pub grade: Grade,
    /// The plies to the exit; 0 where the rank is the own one.
    pub plies: u16,
}

/// All that the ranks of a sector have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankPreface {
    /// The list of payoffs.
    pub ranking: Ranking,
    /// The place of endless play in the sector; `None` if play cannot stay there.
    pub own: Option<u16>,
    /// The most plies to an exit.
    pub most_plies: u16,
}

impl RankPreface {
    /// The grades of this variant's positions.
    pub fn grading(&self) -> Grading {
        Grading::new(self.ranking.places())
    }

    const fn plies_bytes(&self) -> usize {
        match self.most_plies {
            0 => 0,
            1..=0xff => 1,
            _ => 2,
        }
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let fixed = [self.own.unwrap_or(NO_PLACE), self.most_plies];
        let mut bytes: Vec<u8> = fixed.into_iter().flat_map(u16::to_le_bytes).collect();
        bytes.extend(self.ranking.to_bytes());
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Option<RankPreface> {
        let (fixed, payoffs) = bytes.split_first_chunk::<FIXED_LEN>()?;
        let [own, most_plies] =
            [[fixed[0], fixed[1]], [fixed[2], fixed[3]]].map(u16::from_le_bytes);
        let ranking = Ranking::from_bytes(payoffs)?;
        let own = (own != NO_PLACE).then_some(own);
        let is_place = own.is_none_or(|own| own < ranking.places());
        is_place.then_some(RankPreface { ranking, own, most_plies })
    }

    /// The bytes of a frame: the cells' grades, then their plies, each the low bytes first.
    pub fn frame(&self, cells: &[RankCell]) -> Vec<u8> {
        let mut bytes = Vec::new();
        for shift in 0..self.grading().bytes() {
            bytes.extend(cells.iter().map(|cell| (cell.grade.0 >> (8 * shift)) as u8));
        }
        for shift in 0..self.plies_bytes() {
            bytes.extend(cells.iter().map(|cell| (cell.plies >> (8 * shift)) as u8));
        }
        bytes
    }

    /// The cell at a place of a frame with `len` cells.
    pub(crate) fn cell(&self, frame: &[u8], len: usize, at: usize) -> RankCell {
        let number = |first: usize, bytes: usize| {
            let byte = |i: usize| u16::from(frame[(first + i) * len + at]) << (8 * i);
            (0..bytes).map(byte).sum()
        };
        let grade_bytes = self.grading().bytes();
        RankCell {
            grade: Grade(number(0, grade_bytes)),
            plies: number(grade_bytes, self.plies_bytes()),
        }
    }

    /// The rank in a cell; `None` if the cell is not that of a draw.
    pub(crate) fn rank(&self, cell: RankCell) -> Option<DrawRank> {
        let place = self.grading().place(cell.grade)?;
        Some(DrawRank {
            place,
            places: self.ranking.places(),
            payoff: self.ranking.payoffs()[usize::from(place)],
            own: self.own,
            plies: (cell.plies > 0).then_some(cell.plies),
        })
    }
}

/// The file with the ranks of a sector. The file is checked when opened, its frames when read.
#[derive(Debug)]
pub struct RankFile {
    file: FramedFile,
    preface: RankPreface,
}

impl RankFile {
    /// Opens a file that should hold the ranks of `sector` of `variant`.
    pub fn open(path: &Path, variant: Variant, sector: Sector) -> Result<RankFile> {
        let (file, compressed) = FramedFile::open(path, variant, sector, &[Kind::Ranks])?;
        let mut bytes = vec![0; MOST_PREFACE_LEN];
        let preface = unpack(&compressed, &mut bytes)
            .ok()
            .and_then(|len| RankPreface::from_bytes(&bytes[..len]));
        Ok(RankFile { file, preface: preface.ok_or_else(|| Fault::Payoffs.at(path))? })
    }

    /// All that the ranks have in common.
    pub fn preface(&self) -> &RankPreface {
        &self.preface
    }

    /// The counts of the sector's values.
    pub fn counts(&self) -> Counts {
        self.file.header().counts
    }

    /// The number of indices of the sector.
    pub fn cells(&self) -> u64 {
        self.file.header().cells
    }

    /// The length of the file in bytes.
    pub fn bytes(&self) -> u64 {
        self.file.bytes()
    }

    /// Returns `true` if the file holds ranks, and not only their list of payoffs.
    pub fn has_ranks(&self) -> bool {
        self.file.header().frames > 0
    }

    /// The unpacked bytes of a frame.
    pub(crate) fn frame(&self, frame: usize) -> Result<Vec<u8>> {
        let compressed = self.file.frame_bytes(frame)?;
        let per_cell = self.preface.grading().bytes() + self.preface.plies_bytes();
        let mut bytes = vec![0; per_cell * FRAME_CELLS];
        let len = unpack(&compressed, &mut bytes).ok();
        if len != Some(per_cell * self.file.cells_of_frame(frame)) {
            return Err(Fault::Frame(frame).at(self.file.path()));
        }
        bytes.truncate(per_cell * self.file.cells_of_frame(frame));
        Ok(bytes)
    }

    /// The cells of a frame.
    pub fn read_frame(&self, frame: usize) -> Result<Vec<RankCell>> {
        let bytes = self.frame(frame)?;
        let len = self.file.cells_of_frame(frame);
        Ok((0..len).map(|at| self.preface.cell(&bytes, len, at)).collect())
    }

    /// The cell at a place of an unpacked frame.
    pub(crate) fn cell(&self, frame: usize, bytes: &[u8], at: usize) -> Option<RankCell> {
        let len = self.file.cells_of_frame(frame);
        (at < len).then(|| self.preface.cell(bytes, len, at))
    }

    /// The error of a cell that contradicts the values of its sector.
    pub(crate) fn contradicts(&self, frame: usize) -> TableError {
        Fault::Frame(frame).at(self.file.path())
    }

    /// The error of a list of payoffs that is not that of the other files.
    pub(crate) fn other_payoffs(&self) -> TableError {
        Fault::OtherPayoffs.at(self.file.path())
    }
}
