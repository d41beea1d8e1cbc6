//! Public keys as COSE writes them, and their signatures.

use ciborium::Value;
use ring::digest::{self, Digest};
use ring::signature::{
    ECDSA_P256_SHA256_ASN1, ED25519, RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents,
    UnparsedPublicKey,
};

use super::Invalid;

/// No key or wrapping of one is nested more deeply.
const DEPTH: usize = 16;

/// Of the fields of a key: its kind, its algorithm, and what each kind has of its own.
const KIND: i64 = 1;
const ALGORITHM: i64 = 3;
const CURVE_OR_MODULUS: i64 = -1;
const X_OR_EXPONENT: i64 = -2;
const Y: i64 = -3;

/// A coordinate of the curves that are known here.
const COORDINATE: usize = 32;

/// A public key of a kind that browsers were told of.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum PublicKey {
    /// ES256: a point of P-256, not compressed.
    P256(Vec<u8>),
    /// EdDSA.
    Ed25519(Vec<u8>),
    /// RS256, of Windows: modulus and exponent.
    Rsa(Vec<u8>, Vec<u8>),
}

impl PublicKey {
    pub(super) fn parse(cose: &[u8]) -> Result<PublicKey, Invalid> {
        let Value::Map(fields) = read_cbor(&mut &cose[..])? else { return Err(Invalid) };
        let field = |wanted: i64| {
            let is_wanted = |name: &Value| name.as_integer() == Some(wanted.into());
            fields.iter().find(|(name, _)| is_wanted(name)).map(|(_, value)| value)
        };
        let number = |wanted| field(wanted).and_then(Value::as_integer).map(i128::from);
        let bytes = |wanted| field(wanted).and_then(Value::as_bytes).cloned().ok_or(Invalid);
        let coordinate = |wanted| {
            bytes(wanted).and_then(|x| if x.len() == COORDINATE { Ok(x) } else { Err(Invalid) })
        };
        match (number(KIND), number(ALGORITHM), number(CURVE_OR_MODULUS)) {
            (Some(2), Some(-7), Some(1)) => {
                let (x, y) = (coordinate(X_OR_EXPONENT)?, coordinate(Y)?);
                Ok(PublicKey::P256([&[4], &x[..], &y[..]].concat()))
            }
            (Some(1), Some(-8), Some(6)) => Ok(PublicKey::Ed25519(coordinate(X_OR_EXPONENT)?)),
            (Some(3), Some(-257), None) => {
                Ok(PublicKey::Rsa(bytes(CURVE_OR_MODULUS)?, bytes(X_OR_EXPONENT)?))
            }
            _ => Err(Invalid),
        }
    }

    pub(super) fn has_signed(&self, message: &[u8], signature: &[u8]) -> bool {
        match self {
            PublicKey::P256(point) => UnparsedPublicKey::new(&ECDSA_P256_SHA256_ASN1, point)
                .verify(message, signature)
                .is_ok(),
            PublicKey::Ed25519(key) => {
                UnparsedPublicKey::new(&ED25519, key).verify(message, signature).is_ok()
            }
            PublicKey::Rsa(n, e) => RsaPublicKeyComponents { n, e }
                .verify(&RSA_PKCS1_2048_8192_SHA256, message, signature)
                .is_ok(),
        }
    }
}

/// Reads one thing, and leaves what follows it.
pub(super) fn read_cbor(bytes: &mut &[u8]) -> Result<Value, Invalid> {
    ciborium::de::from_reader_with_recursion_limit(bytes, DEPTH).map_err(|_| Invalid)
}

pub(super) fn sha256(bytes: &[u8]) -> Digest {
    digest::digest(&digest::SHA256, bytes)
}
