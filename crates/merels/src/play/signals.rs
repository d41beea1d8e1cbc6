//! Signals that ask the program to end, so that it can leave in good order.

use std::io;

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Signal {
    /// Ctrl-C.
    Interrupt,
    /// The system, or whoever closed the terminal, wants the program gone.
    Terminate,
}

/// Tells of every signal from now on, on a thread of its own.
#[cfg(unix)]
pub(crate) fn watch(mut tell: impl FnMut(Signal) + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    std::thread::spawn(move || {
        for signal in signals.forever() {
            tell(if signal == SIGINT { Signal::Interrupt } else { Signal::Terminate });
        }
    });
    Ok(())
}

/// Elsewhere the system's own way of ending a program has to do.
#[cfg(not(unix))]
pub(crate) fn watch(_tell: impl FnMut(Signal) + Send + 'static) -> io::Result<()> {
    Ok(())
}
