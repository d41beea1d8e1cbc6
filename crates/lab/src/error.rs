use std::error::Error;

use merels_engine::OpeningsError;
use merels_tables::TableError;

pub type Result<T, E = LabError> = std::result::Result<T, E>;

/// Reasons for work to end without a result.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    #[error(transparent)]
    Table(#[from] TableError),
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
