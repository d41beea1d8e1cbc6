//! What the authenticator says: for which site, how carefully, with which key.

use ciborium::Value;

use super::keys::sha256;
use super::{Invalid, keys};

/// Somebody was there.
const USER_PRESENT: u8 = 0x01;
/// It was the owner: by a finger, a face, a code.
const USER_VERIFIED: u8 = 0x04;
/// A new key is told.
const HAS_CREDENTIAL: u8 = 0x40;

const HASH: usize = 32;
const MODEL: usize = 16;

/// What is told with every use.
#[derive(Debug)]
pub(super) struct AuthenticatorData {
    pub(super) counter: u32,
    /// A new passkey: its id and its key.
    pub(super) credential: Option<(Vec<u8>, Vec<u8>)>,
}

impl AuthenticatorData {
    /// Reads what was told for the site `id`; its owner must have been verified.
    pub(super) fn parse(bytes: &[u8], id: &str) -> Result<AuthenticatorData, Invalid> {
        let (hash, rest) = bytes.split_at_checked(HASH).ok_or(Invalid)?;
        let (flags, rest) = rest.split_first().ok_or(Invalid)?;
        let (counter, rest) = rest.split_first_chunk::<4>().ok_or(Invalid)?;
        let careful = USER_PRESENT | USER_VERIFIED;
        if hash != sha256(id.as_bytes()).as_ref() || flags & careful != careful {
            return Err(Invalid);
        }
        let counter = u32::from_be_bytes(*counter);
        let credential = match flags & HAS_CREDENTIAL {
            0 => None,
            _ => Some(credential(rest)?),
        };
        Ok(AuthenticatorData { counter, credential })
    }
}

/// The id and the key of a new passkey.
fn credential(bytes: &[u8]) -> Result<(Vec<u8>, Vec<u8>), Invalid> {
    let (_, rest) = bytes.split_at_checked(MODEL).ok_or(Invalid)?;
    let (length, rest) = rest.split_first_chunk::<2>().ok_or(Invalid)?;
    let length = usize::from(u16::from_be_bytes(*length));
    let (id, rest) = rest.split_at_checked(length).ok_or(Invalid)?;
    // Extensions may follow the key.
    let mut after = rest;
    keys::read_cbor(&mut after)?;
    let key = &rest[..rest.len() - after.len()];
    Ok((id.to_vec(), key.to_vec()))
}

/// What the authenticator says, out of the wrapping that a new passkey comes in.
pub(super) fn of_attestation(bytes: &[u8]) -> Result<Vec<u8>, Invalid> {
    let Value::Map(fields) = keys::read_cbor(&mut &bytes[..])? else { return Err(Invalid) };
    let data = fields.into_iter().find(|(name, _)| name.as_text() == Some("authData"));
    data.and_then(|(_, value)| value.into_bytes().ok()).ok_or(Invalid)
}
