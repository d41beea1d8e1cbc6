use std::error::Error;

use merels_engine::OpeningsError;
use merels_tables::TableError;

/// The result of work in the lab.
pub type Result<T, E = LabError> = std::result::Result<T, E>;

/// Reasons for work to end without a result.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// A table cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A table is missing.
    #[error("the tables are not complete")]
    Incomplete,
    /// The source of exact values failed.
    #[error(transparent)]
    Values(Box<dyn Error + Send + Sync>),
    /// Openings cannot be packed or read back.
    #[error(transparent)]
    Openings(#[from] OpeningsError),
    /// A result does not stand up to its check.
    #[error("{0}")]
    Wrong(String),
}
