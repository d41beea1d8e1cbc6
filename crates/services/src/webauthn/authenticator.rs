//! The authenticator's statement: the site, the user's verification, the key.

use minicbor::Decoder;
use minicbor::data::Type;

use super::Invalid;
use super::keys::{Field, read_map, sha256};

/// Somebody was there.
const USER_PRESENT: u8 = 0x01;
/// It was the owner: by a finger, a face, a code.
const USER_VERIFIED: u8 = 0x04;
/// A new key is told.
const HAS_CREDENTIAL: u8 = 0x40;

const HASH: usize = 32;
const MODEL: usize = 16;

const LONGEST_ID: usize = 1023;

#[derive(Debug)]
pub(super) struct AuthenticatorData {
    flags: u8,
    pub(super) counter: u32,
    /// A new passkey: its id and its key.
    pub(super) credential: Option<(Vec<u8>, Vec<u8>)>,
}

impl AuthenticatorData {
    pub(super) fn parse(bytes: &[u8], id: &str) -> Result<AuthenticatorData, Invalid> {
        let (hash, rest) = bytes.split_at_checked(HASH).ok_or(Invalid)?;
        let (flags, rest) = rest.split_first().ok_or(Invalid)?;
        let (counter, rest) = rest.split_first_chunk::<4>().ok_or(Invalid)?;
        if hash != sha256(id.as_bytes()).as_ref() {
            return Err(Invalid);
        }
        let counter = u32::from_be_bytes(*counter);
        let credential = match flags & HAS_CREDENTIAL {
            0 => None,
            _ => Some(credential(rest)?),
        };
        Ok(AuthenticatorData { flags: *flags, counter, credential })
    }

    /// The same, if somebody was there and was verified to be the owner.
    pub(super) fn by_owner(self) -> Result<AuthenticatorData, Invalid> {
        let careful = USER_PRESENT | USER_VERIFIED;
        if self.flags & careful == careful { Ok(self) } else { Err(Invalid) }
    }
}

/// The id and the key of a new passkey.
fn credential(bytes: &[u8]) -> Result<(Vec<u8>, Vec<u8>), Invalid> {
    let (_, rest) = bytes.split_at_checked(MODEL).ok_or(Invalid)?;
    let (length, rest) = rest.split_first_chunk::<2>().ok_or(Invalid)?;
    let length = usize::from(u16::from_be_bytes(*length));
    if length > LONGEST_ID {
        return Err(Invalid);
    }
    let (id, rest) = rest.split_at_checked(length).ok_or(Invalid)?;
    // Extensions may follow the key.
    let mut decoder = Decoder::new(rest);
    decoder.skip()?;
    let key = rest.get(..decoder.position()).ok_or(Invalid)?;
    Ok((id.to_vec(), key.to_vec()))
}

/// The authenticator's data, out of the wrapping that a new passkey comes in.
pub(super) fn of_attestation(bytes: &[u8]) -> Result<Vec<u8>, Invalid> {
    let fields = read_map(&mut Decoder::new(bytes), |decoder| match decoder.datatype()? {
        Type::String => Ok(Some(decoder.str()?)),
        _ => Err(Invalid),
    })?;
    match fields.into_iter().find(|(name, _)| *name == "authData") {
        Some((_, Field::Bytes(data))) => Ok(data.to_vec()),
        _ => Err(Invalid),
    }
}
