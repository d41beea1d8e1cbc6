//! Messages that only one browser can read: RFC 8291, in the encoding `aes128gcm` of RFC 8188.

use data_encoding::BASE64URL_NOPAD;
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::hkdf::{HKDF_SHA256, KeyType, Salt};
use ring::rand::{SecureRandom, SystemRandom};

/// A public key as it travels: a mark and two coordinates.
const PUBLIC_KEY: usize = 65;
const AUTH: usize = 16;
const SALT: usize = 16;

/// The one record that a message is; push services take no longer ones.
const RECORD: u32 = 4096;

const LAST: u8 = 2;

#[derive(Clone, Debug)]
pub(super) struct Recipient {
    public_key: [u8; PUBLIC_KEY],
    auth: [u8; AUTH],
}

impl Recipient {
    /// Reads the key and the secret that a browser gave, both in base64.
    pub(super) fn read(p256dh: &str, auth: &str) -> Option<Recipient> {
        let decode =
            |text: &str| BASE64URL_NOPAD.decode(text.trim_end_matches('=').as_bytes()).ok();
        let public_key: [u8; PUBLIC_KEY] = decode(p256dh)?.try_into().ok()?;
        let auth = decode(auth)?.try_into().ok()?;
        // Points are written in full.
        (public_key[0] == 4).then_some(Recipient { public_key, auth })
    }

    /// Seals a message with a key made for it alone; nothing if the browser's key is none.
    pub(super) fn seal(&self, message: &[u8]) -> Option<Vec<u8>> {
        let random = SystemRandom::new();
        let own = EphemeralPrivateKey::generate(&ECDH_P256, &random).ok()?;
        let own_public: [u8; PUBLIC_KEY] =
            own.compute_public_key().ok()?.as_ref().try_into().ok()?;
        let mut salt = [0; SALT];
        random.fill(&mut salt).ok()?;
        let theirs = UnparsedPublicKey::new(&ECDH_P256, self.public_key);
        let seal = |shared: &[u8]| self.seal_with(shared, &own_public, &salt, message);
        agree_ephemeral(own, &theirs, seal).ok()?
    }

    fn seal_with(
        &self,
        shared: &[u8],
        own_public: &[u8; PUBLIC_KEY],
        salt: &[u8; SALT],
        message: &[u8],
    ) -> Option<Vec<u8>> {
        let keys = [self.public_key.as_slice(), own_public].concat();
        let info = [b"WebPush: info\0".as_slice(), &keys].concat();
        let secret: [u8; 32] = derive(&self.auth, shared, &info)?;
        let key: [u8; 16] = derive(salt, &secret, b"Content-Encoding: aes128gcm\0")?;
        let nonce: [u8; NONCE_LEN] = derive(salt, &secret, b"Content-Encoding: nonce\0")?;
        let mut record = [message, &[LAST]].concat();
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).ok()?);
        let nonce = Nonce::assume_unique_for_key(nonce);
        key.seal_in_place_append_tag(nonce, Aad::empty(), &mut record).ok()?;
        let mut sealed = salt.to_vec();
        sealed.extend(RECORD.to_be_bytes());
        sealed.push(PUBLIC_KEY as u8);
        sealed.extend(own_public);
        sealed.extend(record);
        Some(sealed)
    }
}

/// The number of bytes to be derived.
struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

fn derive<const N: usize>(salt: &[u8], secret: &[u8], info: &[u8]) -> Option<[u8; N]> {
    let mut derived = [0; N];
    let key = Salt::new(HKDF_SHA256, salt).extract(secret);
    key.expand(&[info], Length(N)).ok()?.fill(&mut derived).ok()?;
    Some(derived)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(text: &str) -> Vec<u8> {
        BASE64URL_NOPAD.decode(text.as_bytes()).unwrap()
    }

    /// The example of RFC 8291, section 5 and appendix A.
    #[test]
    fn the_example_of_the_standard_is_sealed_as_it_says() {
        let recipient = Recipient::read(
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            "BTBZMqHH6r4Tts7J_aSIgg",
        )
        .unwrap();
        let shared = bytes("kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs");
        let own_public = bytes(
            "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
        );
        let salt = bytes("DGv6ra1nlYgDCS1FRnbzlw");
        let sealed = recipient.seal_with(
            &shared,
            &own_public.try_into().unwrap(),
            &salt.try_into().unwrap(),
            b"When I grow up, I want to be a watermelon",
        );
        let expected = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIg\
            Dll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXL\
            WyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
        assert_eq!(BASE64URL_NOPAD.encode(&sealed.unwrap()), expected);
    }

    #[test]
    fn what_is_no_key_seals_nothing() {
        let auth = BASE64URL_NOPAD.encode(&[1; AUTH]);
        let key = |bytes: &[u8]| BASE64URL_NOPAD.encode(bytes);
        for unfit in ["", "AAAA", "not base64!", &key(&[4; 64]), &key(&[2; PUBLIC_KEY])] {
            assert!(Recipient::read(unfit, &auth).is_none(), "{unfit}");
        }
        // Of the right form, but no point of the curve.
        let nowhere = Recipient::read(&key(&[4; PUBLIC_KEY]), &auth).unwrap();
        assert!(nowhere.seal(b"hello").is_none());
    }
}
