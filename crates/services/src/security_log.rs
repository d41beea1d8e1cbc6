//! The log of changes of accounts and logins, for their owners and for operators.

use merels_live::ClientAddress;
use merels_model::PlayerId;
use merels_store::{SecurityEvent, SecurityKind};

use crate::site::Site;

#[derive(Clone, Debug)]
pub(crate) struct SecurityLog {
    pub(crate) site: Site,
}

impl SecurityLog {
    /// Writes down what happened to an account. That it cannot be written stops nobody. Of refusals, which
    /// anybody can bring about without end, so many are written for each network.
    pub(crate) async fn note(
        &self,
        kind: SecurityKind,
        player: Option<&PlayerId>,
        client: ClientAddress,
    ) {
        if kind.is_refusal() && !self.site.limits.notes_refusal(client) {
            tracing::debug!(target: "security", kind = kind.name(), %client, "not written down");
            return;
        }
        let shown = player.map_or("", |player| player.as_str());
        tracing::info!(target: "security", kind = kind.name(), player = shown, %client);
        let (at, client) = (self.site.clock.now(), client.to_string());
        let event = SecurityEvent { at, kind, player: player.cloned(), client, actor: None };
        self.write(event).await;
    }

    /// Writes down what an operator did to an account.
    pub(crate) async fn note_act(
        &self,
        kind: SecurityKind,
        player: &PlayerId,
        actor: &PlayerId,
        client: ClientAddress,
    ) {
        tracing::info!(target: "security", kind = kind.name(), %player, %actor, %client);
        let (at, client) = (self.site.clock.now(), client.to_string());
        let (player, actor) = (Some(player.clone()), Some(actor.to_string()));
        self.write(SecurityEvent { at, kind, player, client, actor }).await;
    }

    async fn write(&self, event: SecurityEvent) {
        if let Err(error) = self.site.store.accounts().log_security(event).await {
            tracing::error!(%error, "the security log could not be written");
        }
    }
}
