//! Passkeys (WebAuthn): what a browser hands over is taken apart and checked here.
//!
//! No attestation is asked for: which make an authenticator is does not matter to a site of games. Every
//! use must verify its user, so that a passkey is two factors by itself. The signatures are checked by
//! `ring`, which TLS needs anyway; crates for whole relying parties bring OpenSSL or a second set of
//! curves along, or do not know the keys of Windows.

mod authenticator;
mod client_data;
mod keys;

use std::net::IpAddr;

use data_encoding::BASE64URL_NOPAD;
use merels_store::OneTimeSecret;
use serde::Deserialize;
use url::Url;

use authenticator::AuthenticatorData;
use client_data::{Ceremony, ClientData};
use keys::PublicKey;

/// The site that asks for passkeys, by the name under which browsers know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelyingParty {
    /// The host, for which passkeys are made.
    id: String,
    origin: String,
}

impl RelyingParty {
    /// The site at an address. A host without a name can have no passkeys.
    pub fn at(url: &Url) -> Option<RelyingParty> {
        let id = url.host_str()?.to_owned();
        let is_address = id.trim_matches(['[', ']']).parse::<IpAddr>().is_ok();
        (!is_address).then(|| RelyingParty { id, origin: url.origin().ascii_serialization() })
    }
}

/// The fields that a browser hands over, as text for forms.
#[derive(Debug, Deserialize)]
struct Handed {
    id: String,
    #[serde(rename = "clientDataJSON")]
    client_data: String,
    #[serde(rename = "attestationObject")]
    attestation: Option<String>,
    #[serde(rename = "authenticatorData")]
    authenticator: Option<String>,
    signature: Option<String>,
    #[serde(rename = "userHandle")]
    user: Option<String>,
}

/// A new passkey that was checked; the challenge is to be redeemed.
#[derive(Debug)]
pub(crate) struct Registration {
    pub(crate) challenge: OneTimeSecret,
    pub(crate) id: String,
    /// The key as COSE writes it, in base64url.
    pub(crate) public_key: String,
    pub(crate) counter: u32,
}

/// A use of a passkey, whose signature is not checked yet; the challenge is to be redeemed.
#[derive(Debug)]
pub(crate) struct Assertion {
    pub(crate) challenge: OneTimeSecret,
    pub(crate) id: String,
    /// The owner that the authenticator names.
    pub(crate) user: Option<String>,
    pub(crate) counter: u32,
    signed: Vec<u8>,
    signature: Vec<u8>,
}

/// Not an object that a browser makes for this site.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Invalid;

impl From<minicbor::decode::Error> for Invalid {
    fn from(_: minicbor::decode::Error) -> Invalid {
        Invalid
    }
}

impl RelyingParty {
    /// Checks a new passkey but for its challenge.
    pub(crate) fn registration(&self, text: &str) -> Result<Registration, Invalid> {
        let handed: Handed = serde_json::from_str(text).map_err(|_| Invalid)?;
        let client = ClientData::parse(&decoded(&handed.client_data)?)?;
        let challenge = client.secret(Ceremony::Create, &self.origin)?;
        let attestation = decoded(handed.attestation.as_deref().ok_or(Invalid)?)?;
        let (data, _) = new_passkey(&attestation, &self.id)?;
        let data = data.by_owner()?;
        let (id, key) = data.credential.ok_or(Invalid)?;
        let id = encoded(&id);
        if id != handed.id {
            return Err(Invalid);
        }
        Ok(Registration { challenge, id, public_key: encoded(&key), counter: data.counter })
    }

    /// Checks the use of a passkey but for challenge and signature.
    pub(crate) fn assertion(&self, text: &str) -> Result<Assertion, Invalid> {
        let handed: Handed = serde_json::from_str(text).map_err(|_| Invalid)?;
        let client_data = decoded(&handed.client_data)?;
        let client = ClientData::parse(&client_data)?;
        let challenge = client.secret(Ceremony::Get, &self.origin)?;
        let mut signed = decoded(handed.authenticator.as_deref().ok_or(Invalid)?)?;
        let counter = AuthenticatorData::parse(&signed, &self.id)?.by_owner()?.counter;
        let signature = decoded(handed.signature.as_deref().ok_or(Invalid)?)?;
        signed.extend_from_slice(keys::sha256(&client_data).as_ref());
        let user = match handed.user.as_deref().filter(|user| !user.is_empty()) {
            Some(user) => Some(String::from_utf8(decoded(user)?).map_err(|_| Invalid)?),
            None => None,
        };
        Ok(Assertion { challenge, id: handed.id, user, counter, signed, signature })
    }
}

fn new_passkey(attestation: &[u8], id: &str) -> Result<(AuthenticatorData, PublicKey), Invalid> {
    let data = authenticator::of_attestation(attestation)?;
    let data = AuthenticatorData::parse(&data, id)?;
    let (_, key) = data.credential.as_ref().ok_or(Invalid)?;
    let key = PublicKey::parse(key)?;
    Ok((data, key))
}

/// Returns `true` for an authenticator's bytes about a new passkey for a site; for the fuzz target.
#[doc(hidden)]
pub fn is_new_passkey(attestation: &[u8], site: &str) -> bool {
    new_passkey(attestation, site).is_ok()
}

impl Assertion {
    /// Returns `true` if this passkey signed it.
    pub(crate) fn is_signed_by(&self, public_key: &str) -> bool {
        let key = decoded(public_key).and_then(|key| PublicKey::parse(&key));
        key.is_ok_and(|key| key.has_signed(&self.signed, &self.signature))
    }
}

fn decoded(text: &str) -> Result<Vec<u8>, Invalid> {
    BASE64URL_NOPAD.decode(text.as_bytes()).map_err(|_| Invalid)
}

fn encoded(bytes: &[u8]) -> String {
    BASE64URL_NOPAD.encode(bytes)
}

#[cfg(test)]
mod tests;
