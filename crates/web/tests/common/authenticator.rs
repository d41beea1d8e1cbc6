//! An authenticator in software: makes passkeys and uses them, as a browser hands them over.

use std::cell::Cell;

use data_encoding::BASE64URL_NOPAD;
use merels_model::PlayerId;
use minicbor::Encoder;
use ring::digest::{SHA256, digest};
use ring::rand::SystemRandom;
use ring::rsa::PublicKeyComponents;
use ring::signature::{
    ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair, RSA_PKCS1_SHA256, RsaKeyPair,
};
use rustls::pki_types::PrivatePkcs8KeyDer;
use rustls::pki_types::pem::PemObject;
use serde_json::{Value, json};

use super::Client;

/// The site that its passkeys are for.
const HOST: &str = "merels.example";
pub(crate) const ORIGIN: &str = "http://merels.example";

/// That its owner is there and was verified; and that a new key follows.
const VERIFIED: u8 = 0x05;
const NEW_KEY: u8 = 0x40;

/// ring makes no keys of this kind, so there is one for the tests.
const RSA_KEY: &[u8] = include_bytes!("rsa.pem");

enum Key {
    Es256(EcdsaKeyPair),
    Rs256(RsaKeyPair),
}

/// An authenticator with one passkey.
pub(crate) struct Authenticator {
    key: Key,
    id: String,
    uses: Cell<u32>,
}

impl Authenticator {
    /// One whose key is a point of P-256, as phones have.
    pub(crate) fn es256(id: &str) -> Authenticator {
        let (algorithm, random) = (&ECDSA_P256_SHA256_ASN1_SIGNING, SystemRandom::new());
        let key = EcdsaKeyPair::generate_pkcs8(algorithm, &random).unwrap();
        let key = EcdsaKeyPair::from_pkcs8(algorithm, key.as_ref(), &random).unwrap();
        Authenticator { key: Key::Es256(key), id: id.to_owned(), uses: Cell::new(0) }
    }

    /// One with an RSA key, as Windows has.
    pub(crate) fn rs256(id: &str) -> Authenticator {
        let key = PrivatePkcs8KeyDer::from_pem_slice(RSA_KEY).unwrap();
        let key = RsaKeyPair::from_pkcs8(key.secret_pkcs8_der()).unwrap();
        Authenticator { key: Key::Rs256(key), id: id.to_owned(), uses: Cell::new(0) }
    }

    /// The site's id of its passkey.
    pub(crate) fn id(&self) -> String {
        encoded(self.id.as_bytes())
    }

    /// Has the site ask for a passkey, for this purpose and with these fields beside it, and answers.
    pub(crate) async fn answer(&self, client: &Client, purpose: &str, fields: Value) -> String {
        let mut asked = json!({"purpose": purpose});
        asked.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        let told = client.api("POST", "/passkey/challenge", asked).await.expect(200).json();
        let challenge = told["challenge"].as_str().unwrap();
        match purpose {
            "register" => self.created(challenge),
            _ => self.used(challenge, client.id.as_ref()),
        }
    }

    fn created(&self, challenge: &str) -> String {
        let mut data = self.data(VERIFIED | NEW_KEY);
        data.extend([0; 16]);
        data.extend(u16::try_from(self.id.len()).unwrap().to_be_bytes());
        data.extend(self.id.as_bytes());
        data.extend(self.cose());
        let mut attestation = Encoder::new(Vec::new());
        attestation.map(3).unwrap().str("fmt").unwrap().str("none").unwrap();
        attestation.str("attStmt").unwrap().map(0).unwrap();
        attestation.str("authData").unwrap().bytes(&data).unwrap();
        let attestation = attestation.into_writer();
        let client_data = encoded(&client_data("webauthn.create", challenge));
        json!({
            "id": self.id(), "clientDataJSON": client_data,
            "attestationObject": encoded(&attestation),
        })
        .to_string()
    }

    /// Signs a challenge, in the name of a player if one is known.
    fn used(&self, challenge: &str, player: Option<&PlayerId>) -> String {
        self.uses.set(self.uses.get() + 1);
        let (data, client_data) = (self.data(VERIFIED), client_data("webauthn.get", challenge));
        let signed = [&data[..], digest(&SHA256, &client_data).as_ref()].concat();
        let player = player.map_or("", PlayerId::as_str);
        json!({
            "id": self.id(), "clientDataJSON": encoded(&client_data),
            "authenticatorData": encoded(&data), "signature": encoded(&self.sign(&signed)),
            "userHandle": encoded(player.as_bytes()),
        })
        .to_string()
    }

    fn data(&self, flags: u8) -> Vec<u8> {
        let site = digest(&SHA256, HOST.as_bytes());
        [site.as_ref(), &[flags], &self.uses.get().to_be_bytes()].concat()
    }

    fn sign(&self, message: &[u8]) -> Vec<u8> {
        let random = SystemRandom::new();
        match &self.key {
            Key::Es256(key) => key.sign(&random, message).unwrap().as_ref().to_vec(),
            Key::Rs256(key) => {
                let mut signature = vec![0; key.public().modulus_len()];
                key.sign(&RSA_PKCS1_SHA256, &random, message, &mut signature).unwrap();
                signature
            }
        }
    }

    /// The public key as COSE writes it.
    fn cose(&self) -> Vec<u8> {
        let mut cose = Encoder::new(Vec::new());
        match &self.key {
            Key::Es256(key) => {
                let point = key.public_key().as_ref();
                cose.map(5).unwrap().i8(1).unwrap().i8(2).unwrap().i8(3).unwrap().i8(-7).unwrap();
                cose.i8(-1).unwrap().i8(1).unwrap();
                cose.i8(-2).unwrap().bytes(&point[1..33]).unwrap();
                cose.i8(-3).unwrap().bytes(&point[33..]).unwrap();
            }
            Key::Rs256(key) => {
                let PublicKeyComponents { n, e } =
                    PublicKeyComponents::<Vec<u8>>::from(key.public());
                cose.map(4)
                    .unwrap()
                    .i8(1)
                    .unwrap()
                    .i8(3)
                    .unwrap()
                    .i8(3)
                    .unwrap()
                    .i16(-257)
                    .unwrap();
                cose.i8(-1).unwrap().bytes(&n).unwrap();
                cose.i8(-2).unwrap().bytes(&e).unwrap();
            }
        }
        cose.into_writer()
    }
}

fn client_data(kind: &str, challenge: &str) -> Vec<u8> {
    let challenge = encoded(challenge.as_bytes());
    json!({"type": kind, "challenge": challenge, "origin": ORIGIN, "crossOrigin": false})
        .to_string()
        .into_bytes()
}

fn encoded(bytes: &[u8]) -> String {
    BASE64URL_NOPAD.encode(bytes)
}
