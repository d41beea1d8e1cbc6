//! The browser's own statement about the use of a passkey.

use merels_store::OneTimeSecret;
use serde::Deserialize;

use super::{Invalid, decoded};

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Ceremony {
    Create,
    Get,
}

impl Ceremony {
    const fn name(self) -> &'static str {
        match self {
            Ceremony::Create => "webauthn.create",
            Ceremony::Get => "webauthn.get",
        }
    }
}

#[derive(Debug, Deserialize)]
pub(super) struct ClientData {
    #[serde(rename = "type")]
    kind: String,
    challenge: String,
    origin: String,
    #[serde(rename = "crossOrigin", default)]
    cross_origin: bool,
}

impl ClientData {
    pub(super) fn parse(json: &[u8]) -> Result<ClientData, Invalid> {
        serde_json::from_slice(json).map_err(|_| Invalid)
    }

    /// The challenge, if this was done for this purpose on a page of this site.
    pub(super) fn challenge(&self, ceremony: Ceremony, origin: &str) -> Result<Vec<u8>, Invalid> {
        if self.kind != ceremony.name() || self.origin != origin || self.cross_origin {
            return Err(Invalid);
        }
        decoded(&self.challenge)
    }

    /// The challenge as this site makes them.
    pub(super) fn secret(
        &self,
        ceremony: Ceremony,
        origin: &str,
    ) -> Result<OneTimeSecret, Invalid> {
        let challenge = String::from_utf8(self.challenge(ceremony, origin)?);
        challenge.map(OneTimeSecret::new).map_err(|_| Invalid)
    }
}
