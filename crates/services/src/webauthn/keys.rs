//! Public keys as COSE writes them, and their signatures.

use minicbor::Decoder;
use minicbor::data::Type;
use ring::digest::{self, Digest};
use ring::signature::{
    ECDSA_P256_SHA256_ASN1, ECDSA_P384_SHA384_ASN1, ED25519, RSA_PKCS1_2048_8192_SHA256,
    RsaPublicKeyComponents, UnparsedPublicKey,
};

use super::Invalid;

/// Of the fields of a key: its kind, its algorithm, and what each kind has of its own.
const KIND: i64 = 1;
const ALGORITHM: i64 = 3;
const CURVE_OR_MODULUS: i64 = -1;
const X_OR_EXPONENT: i64 = -2;
const Y: i64 = -3;

/// The length of a coordinate of P-256 and of Curve25519, and of P-384.
const COORDINATE: usize = 32;
const LONG_COORDINATE: usize = 48;

/// A public key of a kind that browsers were told of.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum PublicKey {
    /// ES256: a point of P-256, not compressed.
    P256(Vec<u8>),
    /// ES384: a point of P-384, not compressed.
    P384(Vec<u8>),
    Ed25519(Vec<u8>),
    /// RS256, of Windows: modulus and exponent.
    Rsa(Vec<u8>, Vec<u8>),
}

impl PublicKey {
    pub(super) fn parse(cose: &[u8]) -> Result<PublicKey, Invalid> {
        let fields = read_map(&mut Decoder::new(cose), |decoder| match decoder.datatype()? {
            Type::U8 | Type::U16 | Type::U32 | Type::I8 | Type::I16 | Type::I32 => {
                Ok(Some(decoder.i64()?))
            }
            _ => Ok(decoder.skip().map(|()| None)?),
        })?;
        let field = |wanted: i64| fields.iter().find(|(name, _)| *name == wanted);
        let number = |wanted| match field(wanted) {
            Some((_, Field::Number(number))) => Some(*number),
            _ => None,
        };
        let bytes = |wanted| match field(wanted) {
            Some((_, Field::Bytes(bytes))) => Ok(bytes.to_vec()),
            _ => Err(Invalid),
        };
        let coordinate = |wanted, length| {
            bytes(wanted).and_then(|x| if x.len() == length { Ok(x) } else { Err(Invalid) })
        };
        let point = |length| -> Result<Vec<u8>, Invalid> {
            let (x, y) = (coordinate(X_OR_EXPONENT, length)?, coordinate(Y, length)?);
            Ok([&[4], &x[..], &y[..]].concat())
        };
        match (number(KIND), number(ALGORITHM), number(CURVE_OR_MODULUS)) {
            (Some(2), Some(-7), Some(1)) => Ok(PublicKey::P256(point(COORDINATE)?)),
            (Some(2), Some(-35), Some(2)) => Ok(PublicKey::P384(point(LONG_COORDINATE)?)),
            (Some(1), Some(-8), Some(6)) => {
                Ok(PublicKey::Ed25519(coordinate(X_OR_EXPONENT, COORDINATE)?))
            }
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
            PublicKey::P384(point) => UnparsedPublicKey::new(&ECDSA_P384_SHA384_ASN1, point)
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

/// A value that something is read from; all others are passed over.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Field<'a> {
    Number(i64),
    Bytes(&'a [u8]),
    Other,
}

/// Reads a map of known length, as CTAP2 writes them, each name once. Names that `name` gives nothing
/// for are passed over.
pub(super) fn read_map<'a, N: PartialEq>(
    decoder: &mut Decoder<'a>,
    name: impl Fn(&mut Decoder<'a>) -> Result<Option<N>, Invalid>,
) -> Result<Vec<(N, Field<'a>)>, Invalid> {
    let mut fields: Vec<(N, Field<'a>)> = Vec::new();
    for _ in 0..decoder.map()?.ok_or(Invalid)? {
        let name = name(decoder)?;
        let value = match decoder.datatype()? {
            Type::Bytes => Field::Bytes(decoder.bytes()?),
            Type::U8 | Type::U16 | Type::U32 | Type::I8 | Type::I16 | Type::I32 => {
                Field::Number(decoder.i64()?)
            }
            _ => decoder.skip().map(|()| Field::Other)?,
        };
        let Some(name) = name else { continue };
        if fields.iter().any(|(known, _)| *known == name) {
            return Err(Invalid);
        }
        fields.push((name, value));
    }
    Ok(fields)
}

pub(super) fn sha256(bytes: &[u8]) -> Digest {
    digest::digest(&digest::SHA256, bytes)
}
