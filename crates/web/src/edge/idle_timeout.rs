//! A connection on which a client may say nothing for as long as it is being answered.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// Marks a connection with an endless answer: its client has nothing to say meanwhile. The timeout for
/// taking what is sent holds all the same.
#[derive(Clone, Debug, Default)]
pub(crate) struct LongAnswer(Arc<AtomicBool>);

impl LongAnswer {
    pub(crate) fn begins(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub(crate) fn ends(&self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

/// A stream whose silence is forgiven during a long answer.
#[derive(Debug)]
pub(crate) struct Patient<S> {
    stream: S,
    long: LongAnswer,
}

impl<S> Patient<S> {
    pub(crate) fn new(stream: S, long: LongAnswer) -> Patient<S> {
        Patient { stream, long }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Patient<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        match Pin::new(&mut self.stream).poll_read(context, buffer) {
            // The stream below was asked before the clock, and wakes us when something comes.
            Poll::Ready(Err(error))
                if error.kind() == io::ErrorKind::TimedOut
                    && self.long.0.load(Ordering::Relaxed) =>
            {
                Poll::Pending
            }
            polled => polled,
        }
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Patient<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
