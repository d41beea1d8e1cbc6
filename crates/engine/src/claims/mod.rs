//! Claims: typed statements about a move that are true by the rules or by exact values. Every user
//! interface words them in its own language.

mod claim;

pub use claim::{Claim, Distance};
