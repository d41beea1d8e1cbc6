//! The network's file: a header with its shape, the weights, a checksum. `training/train.py` writes
//! it.

use merels_rules::morris::Variant;
use thiserror::Error;

use super::avx2::Avx2;
use super::inputs::Inputs;
use super::{Bucket, HIDDEN, Network, OUTPUTS, Pair, WIDTH};

const MAGIC: &[u8; 8] = b"merelsnn";
const VERSION: u8 = 1;

/// The largest bias; it keeps every sum from overflowing.
const FIRST_BIAS: u32 = 1 << 14;
const LATER_BIAS: u32 = 1 << 28;

/// The reason why a file is not a network.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Error)]
pub enum NetworkError {
    /// It has another beginning, or a later version.
    #[error("the file holds no network of a version that is known here")]
    Foreign,
    /// It was made for an unknown variant, or for one whose board is not made of squares.
    #[error("the network is for an unknown variant or one that cannot have a network")]
    UnknownVariant,
    /// Its layers have other sizes.
    #[error("the network's layers do not have the expected sizes")]
    OtherShape,
    /// Its end is missing, or its checksum is wrong.
    #[error("the file is damaged")]
    Damaged,
}

impl Network {
    /// Reads a network.
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes are not a network.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, NetworkError> {
        let (body, checksum) = bytes.split_last_chunk().ok_or(NetworkError::Damaged)?;
        let mut reader = Reader(body);
        if reader.take::<8>()? != MAGIC || reader.take::<1>()? != &[VERSION] {
            return Err(NetworkError::Foreign);
        }
        if crc32fast::hash(body) != u32::from_le_bytes(*checksum) {
            return Err(NetworkError::Damaged);
        }
        let variant = reader.variant()?;
        let inputs = Inputs::of(variant).ok_or(NetworkError::UnknownVariant)?;
        let sizes = [WIDTH, HIDDEN, OUTPUTS, inputs.buckets()].map(|number| number as u16);
        if reader.take::<8>()?.as_slice() != sizes.map(u16::to_le_bytes).as_flattened() {
            return Err(NetworkError::OtherShape);
        }
        let rows = (0..inputs.rows()).map(|_| reader.bytes()).collect::<Result<_, _>>()?;
        let bias = reader.numbers::<WIDTH>(FIRST_BIAS)?.map(|number| number as i16);
        let buckets = (0..inputs.buckets()).map(|_| reader.bucket()).collect::<Result<_, _>>()?;
        if !reader.0.is_empty() {
            return Err(NetworkError::Damaged);
        }
        Ok(Network { variant, inputs, rows, bias, buckets, avx2: Avx2::found() })
    }
}

/// The bytes still to be read.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take<const N: usize>(&mut self) -> Result<&'a [u8; N], NetworkError> {
        let (taken, rest) = self.0.split_first_chunk().ok_or(NetworkError::Damaged)?;
        self.0 = rest;
        Ok(taken)
    }

    fn bytes<const N: usize>(&mut self) -> Result<[i8; N], NetworkError> {
        Ok(self.take::<N>()?.map(|byte| byte as i8))
    }

    /// Reads numbers with an absolute value of at most `most`.
    fn numbers<const N: usize>(&mut self, most: u32) -> Result<[i32; N], NetworkError> {
        let mut numbers = [0; N];
        for number in &mut numbers {
            *number = i32::from_le_bytes(*self.take()?);
            if number.unsigned_abs() > most {
                return Err(NetworkError::Damaged);
            }
        }
        Ok(numbers)
    }

    /// Reads the length of a variant's id, and the id.
    fn variant(&mut self) -> Result<Variant, NetworkError> {
        let [length] = *self.take()?;
        let (id, rest) = self.0.split_at_checked(length.into()).ok_or(NetworkError::Damaged)?;
        self.0 = rest;
        let id = std::str::from_utf8(id).ok();
        id.and_then(|id| id.parse().ok()).ok_or(NetworkError::UnknownVariant)
    }

    /// Reads the weights of a layer, which the file stores cell by cell.
    fn weights<const CELLS: usize, const PAIRS: usize>(
        &mut self,
    ) -> Result<[Pair<CELLS>; PAIRS], NetworkError> {
        let mut weights = [[[0; CELLS]; 2]; PAIRS];
        for cell in 0..CELLS {
            for input in weights.as_flattened_mut() {
                input[cell] = i16::from(self.bytes::<1>()?[0]);
            }
        }
        Ok(weights)
    }

    fn bucket(&mut self) -> Result<Bucket, NetworkError> {
        Ok(Bucket {
            hidden: self.weights()?,
            hidden_bias: self.numbers(LATER_BIAS)?,
            output: self.weights()?,
            output_bias: self.numbers(LATER_BIAS)?,
        })
    }
}
