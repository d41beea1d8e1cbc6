//! An authenticator of our own, which can also do wrong what real ones do right.

use minicbor::Encoder;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, Ed25519KeyPair, KeyPair};
use serde_json::{Value, json};

use super::*;

const ORIGIN: &str = "https://merels.example";

fn site() -> RelyingParty {
    RelyingParty { id: "merels.example".to_owned(), origin: ORIGIN.to_owned() }
}

fn p256() -> EcdsaKeyPair {
    let (algorithm, random) = (&ECDSA_P256_SHA256_ASN1_SIGNING, SystemRandom::new());
    let key = EcdsaKeyPair::generate_pkcs8(algorithm, &random).unwrap();
    EcdsaKeyPair::from_pkcs8(algorithm, key.as_ref(), &random).unwrap()
}

enum Part {
    Number(i64),
    Bytes(Vec<u8>),
}

impl From<i64> for Part {
    fn from(number: i64) -> Part {
        Part::Number(number)
    }
}

impl From<Vec<u8>> for Part {
    fn from(bytes: Vec<u8>) -> Part {
        Part::Bytes(bytes)
    }
}

fn cose(fields: Vec<(i64, Part)>) -> Vec<u8> {
    let mut encoder = Encoder::new(Vec::new());
    encoder.map(fields.len() as u64).unwrap();
    for (name, value) in fields {
        encoder.i64(name).unwrap();
        match value {
            Part::Number(number) => encoder.i64(number).unwrap(),
            Part::Bytes(bytes) => encoder.bytes(&bytes).unwrap(),
        };
    }
    encoder.into_writer()
}

fn cose_p256(point: &[u8]) -> Vec<u8> {
    let (x, y) = (point[1..33].to_vec(), point[33..].to_vec());
    cose(vec![(1, 2.into()), (3, (-7).into()), (-1, 1.into()), (-2, x.into()), (-3, y.into())])
}

fn client_data(kind: &str, origin: &str) -> Vec<u8> {
    json!({"type": kind, "challenge": encoded(b"abc"), "origin": origin, "crossOrigin": false})
        .to_string()
        .into_bytes()
}

fn data(site: &str, flags: u8, counter: u32, key: &[u8]) -> Vec<u8> {
    data_of(b"key1", site, flags, counter, key)
}

fn data_of(id: &[u8], site: &str, flags: u8, counter: u32, key: &[u8]) -> Vec<u8> {
    let mut data = keys::sha256(site.as_bytes()).as_ref().to_vec();
    data.push(flags);
    data.extend(counter.to_be_bytes());
    if flags & 0x40 != 0 {
        data.extend([0; 16]);
        data.extend(u16::try_from(id.len()).unwrap().to_be_bytes());
        data.extend(id);
        data.extend(key);
    }
    data
}

fn attestation(data: &[u8]) -> Vec<u8> {
    let mut encoder = Encoder::new(Vec::new());
    encoder.map(3).unwrap().str("fmt").unwrap().str("none").unwrap();
    encoder.str("attStmt").unwrap().map(0).unwrap();
    encoder.str("authData").unwrap().bytes(data).unwrap();
    encoder.into_writer()
}

fn handed(client_data: &[u8], more: &Value) -> String {
    let mut all = json!({"id": encoded(b"key1"), "clientDataJSON": encoded(client_data)});
    all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    all.to_string()
}

fn created(kind: &str, origin: &str, data: &[u8]) -> String {
    let attestation = encoded(&attestation(data));
    handed(&client_data(kind, origin), &json!({"attestationObject": attestation}))
}

fn used(client_data: &[u8], data: &[u8], sign: impl Fn(&[u8]) -> Vec<u8>) -> String {
    let signed = [data, keys::sha256(client_data).as_ref()].concat();
    let signature = encoded(&sign(&signed));
    let user = encoded(b"ada");
    let more =
        json!({"authenticatorData": encoded(data), "signature": signature, "userHandle": user});
    handed(client_data, &more)
}

#[test]
fn a_new_passkey_is_known_again_by_its_signature() {
    let pair = p256();
    let key = cose_p256(pair.public_key().as_ref());
    let text = created("webauthn.create", ORIGIN, &data("merels.example", 0x45, 0, &key));
    let new = site().registration(&text).unwrap();
    assert_eq!((new.challenge.secret(), new.id.as_str()), ("abc", encoded(b"key1").as_str()));
    let sign = |message: &[u8]| pair.sign(&SystemRandom::new(), message).unwrap().as_ref().to_vec();
    let client = client_data("webauthn.get", ORIGIN);
    let data = data("merels.example", 0x05, 7, &[]);
    let assertion = site().assertion(&used(&client, &data, sign)).unwrap();
    assert!(assertion.is_signed_by(&new.public_key));
    assert_eq!((assertion.counter, assertion.user.as_deref()), (7, Some("ada")));
    let other = encoded(&cose_p256(p256().public_key().as_ref()));
    assert!(!assertion.is_signed_by(&other), "the key of somebody else");
    let wrong = site().assertion(&used(&client, &data, |_| sign(b"something else"))).unwrap();
    assert!(!wrong.is_signed_by(&new.public_key), "a signature of something else");
}

#[test]
fn what_was_made_elsewhere_or_without_its_owner_is_refused() {
    let key = cose_p256(p256().public_key().as_ref());
    let good = || data("merels.example", 0x45, 0, &key);
    assert!(site().registration(&created("webauthn.create", ORIGIN, &good())).is_ok());
    for (what, text) in [
        ("for another purpose", created("webauthn.get", ORIGIN, &good())),
        ("on another site", created("webauthn.create", "https://evil.example", &good())),
        ("over http", created("webauthn.create", "http://merels.example", &good())),
        (
            "for another site",
            created("webauthn.create", ORIGIN, &data("evil.example", 0x45, 0, &key)),
        ),
        ("unverified", created("webauthn.create", ORIGIN, &data("merels.example", 0x41, 0, &key))),
        ("absent", created("webauthn.create", ORIGIN, &data("merels.example", 0x44, 0, &key))),
        (
            "without a key",
            created("webauthn.create", ORIGIN, &data("merels.example", 0x05, 0, &key)),
        ),
        ("cut off", created("webauthn.create", ORIGIN, &good()[..60])),
        ("no JSON", "{".to_owned()),
        ("nothing", "{}".to_owned()),
    ] {
        assert_eq!(site().registration(&text).err(), Some(Invalid), "{what}");
    }
    let framed = json!({
        "type": "webauthn.create", "challenge": encoded(b"abc"), "origin": ORIGIN,
        "crossOrigin": true,
    });
    let attestation = encoded(&attestation(&good()));
    let text = handed(framed.to_string().as_bytes(), &json!({"attestationObject": attestation}));
    assert_eq!(site().registration(&text).err(), Some(Invalid), "in a frame of another site");
}

#[test]
fn keys_of_the_kinds_that_browsers_are_told_of_are_read() {
    let random = SystemRandom::new();
    let pair = Ed25519KeyPair::generate_pkcs8(&random).unwrap();
    let pair = Ed25519KeyPair::from_pkcs8(pair.as_ref()).unwrap();
    let x = pair.public_key().as_ref().to_vec();
    let key = cose(vec![(1, 1.into()), (3, (-8).into()), (-1, 6.into()), (-2, x.into())]);
    let key = PublicKey::parse(&key).unwrap();
    assert!(key.has_signed(b"abc", pair.sign(b"abc").as_ref()));
    assert!(!key.has_signed(b"abd", pair.sign(b"abc").as_ref()));
    let rsa = cose(vec![
        (1, 3.into()),
        (3, (-257).into()),
        (-1, vec![1; 256].into()),
        (-2, vec![1, 0, 1].into()),
    ]);
    assert!(matches!(PublicKey::parse(&rsa), Ok(PublicKey::Rsa(..))));
    assert!(!PublicKey::parse(&rsa).unwrap().has_signed(b"abc", b"nonsense"));
    // P-521, P-384 with coordinates of P-256, a coordinate that is too short, no map at all.
    let p521 = cose(vec![(1, 2.into()), (3, (-36).into()), (-1, 3.into())]);
    let (x, y) = (vec![1; 32], vec![1; 32]);
    let p384 = cose(vec![
        (1, 2.into()),
        (3, (-35).into()),
        (-1, 2.into()),
        (-2, x.into()),
        (-3, y.into()),
    ]);
    let short = cose(vec![(1, 1.into()), (3, (-8).into()), (-1, 6.into()), (-2, vec![1].into())]);
    // A name that stands twice, a map without an end, one that promises more than there is.
    let twice = cose(vec![(1, 1.into()), (1, 1.into())]);
    let endless = vec![0xbf, 0x01, 0x02, 0xff];
    let promising = vec![0xbb, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01];
    for odd in
        [p521, p384, short, twice, endless, promising, vec![0x01], Vec::new(), vec![0x9f; 4000]]
    {
        assert_eq!(PublicKey::parse(&odd), Err(Invalid));
    }
}

#[test]
fn a_passkey_has_an_id_of_at_most_1023_bytes() {
    let key = cose_p256(p256().public_key().as_ref());
    for (length, fine) in [(1, true), (1023, true), (1024, false), (4000, false)] {
        let data = data_of(&vec![7; length], "merels.example", 0x45, 0, &key);
        let read = AuthenticatorData::parse(&data, "merels.example");
        assert_eq!(read.is_ok(), fine, "{length}");
    }
}

/// The test vectors of the standard: what was made is read, and what was signed is right, for every kind
/// of key that browsers are told of. Keys of the other kinds are refused.
#[test]
fn the_test_vectors_of_the_standard_are_read_and_their_signatures_are_right() {
    let text = include_str!("../../tests/data/webauthn-vectors.json");
    let file: Value = serde_json::from_str(text).unwrap();
    let vectors = file["vectors"].as_array().unwrap();
    assert_eq!(vectors.len(), 15);
    for vector in vectors {
        let name = vector["name"].as_str().unwrap();
        let bytes = |field: &str| from_hex(vector[field].as_str().unwrap());
        if matches!(name, "packed.ES512" | "packed.Ed448") {
            // Browsers are not told of these kinds.
            let read = new_passkey(&bytes("attestation_object"), "example.org");
            assert_eq!(read.err(), Some(Invalid), "{name}");
            continue;
        }
        let (data, key) = new_passkey(&bytes("attestation_object"), "example.org").unwrap();
        let (id, _) = data.credential.as_ref().unwrap();
        assert_eq!(*id, bytes("credential_id"), "{name}");
        let used = bytes("authenticator_data");
        let read = AuthenticatorData::parse(&used, "example.org").unwrap();
        assert!(AuthenticatorData::parse(&used, "example.com").is_err(), "{name}: another site");
        let client_data = bytes("get_client_data");
        let signed = [&used[..], keys::sha256(&client_data).as_ref()].concat();
        assert!(key.has_signed(&signed, &bytes("signature")), "{name}");
        let mut changed = signed.clone();
        changed[40] ^= 1;
        assert!(!key.has_signed(&changed, &bytes("signature")), "{name}: something else");
        // Some were made without verifying their owner, or in a frame of another site: not for us.
        let is_verified = used[32] & 0x04 != 0;
        assert_eq!(read.by_owner().is_ok(), is_verified, "{name}");
        for (ceremony, field, challenge) in [
            (Ceremony::Create, "create_client_data", "create_challenge"),
            (Ceremony::Get, "get_client_data", "get_challenge"),
        ] {
            let client = ClientData::parse(&bytes(field)).unwrap();
            let told = client.challenge(ceremony, "https://example.org");
            let is_framed = name.ends_with("Origin");
            assert_eq!(told, if is_framed { Err(Invalid) } else { Ok(bytes(challenge)) }, "{name}");
        }
    }
}

fn from_hex(text: &str) -> Vec<u8> {
    let digits = |i| u8::from_str_radix(&text[i..i + 2], 16).unwrap();
    (0..text.len()).step_by(2).map(digits).collect()
}

#[test]
fn a_host_without_a_name_has_no_passkeys() {
    let party = |url: &str| RelyingParty::at(&url.parse().unwrap());
    assert_eq!(party("http://127.0.0.1:8080"), None);
    assert_eq!(party("http://[::1]:8080"), None);
    let local = party("http://localhost:8080").unwrap();
    assert_eq!((local.id.as_str(), local.origin.as_str()), ("localhost", "http://localhost:8080"));
    assert_eq!(party("https://merels.example/"), Some(site()));
}
