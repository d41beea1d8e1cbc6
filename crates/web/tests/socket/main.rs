//! The live connection: who gets one, what is said on it, how it ends.

#[path = "../common/mod.rs"]
mod common;

mod abuse;
mod ends;
mod live;
mod many;
mod presence;
mod sent;
mod watching;
