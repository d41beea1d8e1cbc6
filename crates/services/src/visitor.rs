//! The author of a request.

use merels_live::{Actor, Asker, ClientAddress, Network};
use merels_messages::Language;
use merels_model::{Player, PlayerId};
use merels_store::{OneTimeSecret, Session};

use crate::error::{Result, ServiceError};
use crate::fair_play::Seeker;
use crate::webauthn::RelyingParty;

/// The author of a request: with a session or without, unless `S` says that there is one.
#[derive(Clone, Debug)]
pub struct Visitor<S = Option<Session>> {
    pub session: S,
    pub client: ClientAddress,
    pub language: Language,
    /// The site for which the visitor's browser could have passkeys.
    pub party: Option<RelyingParty>,
    /// The secret that the browser got when its owner showed again who it is.
    pub proven: Option<OneTimeSecret>,
}

pub type SignedIn = Visitor<Session>;

impl<S> Visitor<S> {
    fn with<T>(self, session: T) -> Visitor<T> {
        let Visitor { session: _, client, language, party, proven } = self;
        Visitor { session, client, language, party, proven }
    }

    /// The site, if its host can have passkeys.
    pub(crate) fn party(&self) -> Result<&RelyingParty> {
        self.party.as_ref().ok_or(ServiceError::NoPasskeys)
    }
}

impl Visitor {
    pub fn player(&self) -> Option<&Player> {
        self.session.as_ref().map(|session| &session.player)
    }

    pub fn has_account(&self) -> bool {
        self.player().is_some_and(|player| !player.is_guest())
    }

    pub fn signed_in(mut self) -> Result<SignedIn> {
        let session = self.session.take().ok_or(ServiceError::SignedOut)?;
        Ok(self.with(session))
    }

    /// The visitor as the rule of fair play knows one.
    pub fn seeker(&self) -> Seeker {
        Seeker {
            asker: self.asker(),
            client: self.client,
            has_account: self.has_account(),
            owner: None,
        }
    }

    /// The visitor as the engine's gate knows one.
    pub fn asker(&self) -> Asker {
        let player = self.player().map(|player| player.id.clone());
        Asker { network: Network::Client(self.client), player }
    }
}

impl SignedIn {
    pub fn player(&self) -> &Player {
        &self.session.player
    }

    pub fn id(&self) -> &PlayerId {
        &self.session.player.id
    }

    /// The e-mail address; empty for a guest.
    pub(crate) fn email(&self) -> &str {
        self.player().email.as_deref().unwrap_or_default()
    }

    /// Refuses a guest: what follows takes an account.
    pub(crate) fn check_account(&self) -> Result<()> {
        if self.player().is_guest() { Err(ServiceError::SignedOut) } else { Ok(()) }
    }

    pub fn actor(&self) -> Actor {
        Actor::Client(self.id().clone(), self.client)
    }
}

impl From<SignedIn> for Visitor {
    fn from(visitor: SignedIn) -> Visitor {
        let session = visitor.session.clone();
        visitor.with(Some(session))
    }
}
