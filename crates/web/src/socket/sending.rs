//! Sending to a client that may not be there to read.

use std::time::Duration;

use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use futures_util::SinkExt;

use super::End;
use super::protocol::ServerMessage;

/// The time that a client has to accept a message: one that does not read is let go.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);

pub(super) async fn send(socket: &mut WebSocket, message: &ServerMessage<'_>) -> Result<(), End> {
    feed(socket, message.encode()).await?;
    flush(socket).await
}

/// Puts a message into the buffer.
pub(super) async fn feed(socket: &mut WebSocket, text: Utf8Bytes) -> Result<(), End> {
    in_time(socket.feed(Message::Text(text))).await
}

pub(super) async fn flush(socket: &mut WebSocket) -> Result<(), End> {
    in_time(socket.flush()).await
}

pub(super) async fn send_frame(socket: &mut WebSocket, message: Message) -> Result<(), End> {
    in_time(socket.send(message)).await
}

/// A client that does not take what it is sent is let go.
async fn in_time(sending: impl Future<Output = Result<(), axum::Error>>) -> Result<(), End> {
    match tokio::time::timeout(SEND_TIMEOUT, sending).await {
        Ok(sent) => Ok(sent?),
        Err(_) => Err(End::Gone),
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::{Instant, sleep};

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_client_that_does_not_read_is_let_go() {
        let begun = Instant::now();
        let stuck = in_time(std::future::pending()).await;
        assert!(matches!(stuck, Err(End::Gone)), "{stuck:?}");
        assert_eq!(begun.elapsed().as_secs(), SEND_TIMEOUT.as_secs());
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_reads_slowly_is_kept() {
        let slowly = async {
            sleep(SEND_TIMEOUT - Duration::from_millis(1)).await;
            Ok(())
        };
        assert!(in_time(slowly).await.is_ok());
    }
}
