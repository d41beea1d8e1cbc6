//! The key by which push services know this site (VAPID, RFC 8292).

use std::fmt;

use data_encoding::BASE64URL_NOPAD;
use jiff::{SignedDuration, Timestamp};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::json;

/// The lifetime of a signature; push services allow a day.
const HOLDS: SignedDuration = SignedDuration::from_hours(12);

pub(super) struct SiteKey {
    pair: EcdsaKeyPair,
    public: String,
}

impl fmt::Debug for SiteKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SiteKey").field(&self.public).finish()
    }
}

impl SiteKey {
    /// A new one, in base64. Empty if the machine has no randomness, which is then no key.
    pub(super) fn generate() -> String {
        let algorithm = &ECDSA_P256_SHA256_FIXED_SIGNING;
        let key = EcdsaKeyPair::generate_pkcs8(algorithm, &SystemRandom::new());
        key.map(|key| BASE64URL_NOPAD.encode(key.as_ref())).unwrap_or_default()
    }

    pub(super) fn read(kept: &str) -> Option<SiteKey> {
        let key = BASE64URL_NOPAD.decode(kept.as_bytes()).ok()?;
        let algorithm = &ECDSA_P256_SHA256_FIXED_SIGNING;
        let pair = EcdsaKeyPair::from_pkcs8(algorithm, &key, &SystemRandom::new()).ok()?;
        let public = BASE64URL_NOPAD.encode(pair.public_key().as_ref());
        Some(SiteKey { pair, public })
    }

    /// In base64.
    pub(super) fn public(&self) -> &str {
        &self.public
    }

    /// The header that shows a push service who writes to it.
    pub(super) fn authorization(&self, service: &str, site: Option<&str>) -> Option<String> {
        // The machine's own time: that is what the service compares it with.
        let until = (Timestamp::now() + HOLDS).as_second();
        let mut claims = json!({"aud": service, "exp": until});
        if let Some(site) = site {
            claims["sub"] = site.into();
        }
        let head = json!({"typ": "JWT", "alg": "ES256"});
        let part = |value: &serde_json::Value| BASE64URL_NOPAD.encode(value.to_string().as_bytes());
        let signed = format!("{}.{}", part(&head), part(&claims));
        let signature = self.pair.sign(&SystemRandom::new(), signed.as_bytes()).ok()?;
        let signature = BASE64URL_NOPAD.encode(signature.as_ref());
        Some(format!("vapid t={signed}.{signature}, k={}", self.public))
    }
}
