//! Notice of a client that goes away while its request is carried through.

use tokio::sync::watch;

/// Becomes known to a request when its client has hung up.
#[derive(Clone, Debug)]
pub(crate) struct HangUp(watch::Receiver<()>);

/// The connection of a request, until this is dropped.
pub(crate) struct Connected(
    #[expect(dead_code, reason = "its end is the notice")] watch::Sender<()>,
);

impl HangUp {
    pub(crate) fn of_request() -> (Connected, HangUp) {
        let (sender, receiver) = watch::channel(());
        (Connected(sender), HangUp(receiver))
    }

    /// Waits until the client has hung up.
    pub(crate) async fn wait(mut self) {
        while self.0.changed().await.is_ok() {}
    }
}
