//! The full screen, driven through a pseudo-terminal as a person at a keyboard would.
#![cfg(unix)]

mod german;
mod play;
mod pty;
mod puzzles;
