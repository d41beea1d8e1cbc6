//! Standard output and standard error, either of which may be a pipe into `head`.

use std::fmt;
use std::io::{self, StdoutLock, Write};

/// Standard output, locked. That its reader is gone is an error of its own ([`is_closed`]), so that
/// the program can end without a complaint, and a broken pipe to anybody else is still one.
pub(crate) fn stdout() -> Output {
    Output(io::stdout().lock())
}

pub(crate) struct Output(StdoutLock<'static>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(closed)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(closed)
    }
}

/// Nobody reads standard output any more.
#[derive(Debug)]
struct Closed;

impl fmt::Display for Closed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("standard output is closed")
    }
}

impl std::error::Error for Closed {}

fn closed(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::BrokenPipe => io::Error::new(io::ErrorKind::BrokenPipe, Closed),
        _ => error,
    }
}

/// Returns `true` if the reader of our output went away, as `| head` does: nothing to complain
/// about.
pub(crate) fn is_closed(error: &anyhow::Error) -> bool {
    let io_error = error.chain().find_map(|cause| cause.downcast_ref::<io::Error>());
    io_error.and_then(io::Error::get_ref).is_some_and(|inner| inner.is::<Closed>())
}

/// Writes a line about the work to standard error. A closed one changes nothing.
macro_rules! note {
    ($($words:tt)*) => {{
        let _ = ::std::io::Write::write_fmt(
            &mut ::std::io::stderr(),
            format_args!("{}\n", format_args!($($words)*)),
        );
    }};
}

pub(crate) use note;
