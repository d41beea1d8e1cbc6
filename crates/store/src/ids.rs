use std::fmt;

/// Letters and digits that are not easily taken for one another.
const LETTERS: &[u8; 56] = b"abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/// Enough that two never meet, short enough to read out.
const KEY_LENGTH: usize = 12;

/// No key was ever longer.
const LONGEST_KEY: usize = 32;

/// 256 bits, twice what nobody can guess.
const TOKEN_BYTES: usize = 32;

macro_rules! text_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(String);

        impl $name {
            /// An id from outside or from the database; any text may be one.
            pub fn new(text: impl Into<String>) -> $name {
                $name(text.into())
            }

            /// As text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

text_id!(
    /// A player.
    PlayerId
);
text_id!(
    /// A game that is or was played, as it stands in its address.
    GameKey
);
text_id!(
    /// An invitation, as it stands in its link: whoever knows it may sit down.
    InvitationId
);
text_id!(
    /// An arena, as it stands in its address.
    ArenaId
);
text_id!(
    /// A seat that waits for somebody, as others name it.
    SeatId
);
text_id!(
    /// A session as the database knows it: the hash of its token.
    SessionId
);

text_id!(
    /// A program's token as the database knows it: the hash of its secret.
    TokenId
);

impl PlayerId {
    /// A new one.
    pub fn random() -> PlayerId {
        PlayerId(random_key())
    }
}

impl GameKey {
    /// Whether the text could be a key at all: whatever comes from outside need not be.
    pub(crate) fn is_well_formed(&self) -> bool {
        self.0.len() <= LONGEST_KEY && self.0.bytes().all(|byte| byte.is_ascii_alphanumeric())
    }

    /// A new one.
    pub fn random() -> GameKey {
        GameKey(random_key())
    }
}

impl ArenaId {
    /// A new one.
    pub fn random() -> ArenaId {
        ArenaId(random_key())
    }
}

impl SeatId {
    /// A new one.
    pub fn random() -> SeatId {
        SeatId(random_key())
    }
}

impl InvitationId {
    /// A new one.
    pub fn random() -> InvitationId {
        InvitationId(random_key())
    }
}

/// The secret that a signed-in browser holds.
#[derive(Clone, PartialEq, Eq)]
pub struct SessionToken(String);

impl SessionToken {
    /// A new one.
    pub fn random() -> SessionToken {
        let bytes: [u8; TOKEN_BYTES] = random_bytes();
        SessionToken(blake3::Hash::from_bytes(bytes).to_hex().to_string())
    }

    /// A token from a cookie; any text may come.
    pub fn new(text: impl Into<String>) -> SessionToken {
        SessionToken(text.into())
    }

    /// The secret itself.
    pub fn secret(&self) -> &str {
        &self.0
    }

    /// Its hash, under which the database knows it.
    pub fn id(&self) -> SessionId {
        SessionId(blake3::hash(self.0.as_bytes()).to_hex().to_string())
    }
}

/// The secret by which a program comes in. Its beginning says what it is, to whoever finds one.
#[derive(Clone, PartialEq, Eq)]
pub struct ApiToken(String);

impl ApiToken {
    /// What every token begins with.
    pub const PREFIX: &'static str = "merels_";

    /// A new one.
    pub fn random() -> ApiToken {
        ApiToken(format!("{}{}", ApiToken::PREFIX, SessionToken::random().0))
    }

    /// A token from a request; any text may come.
    pub fn new(text: impl Into<String>) -> ApiToken {
        ApiToken(text.into())
    }

    /// The secret itself.
    pub fn secret(&self) -> &str {
        &self.0
    }

    /// Its hash, under which the database knows it.
    pub fn id(&self) -> TokenId {
        TokenId(blake3::hash(self.0.as_bytes()).to_hex().to_string())
    }
}

/// Keeps the secret out of logs.
impl fmt::Debug for ApiToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ApiToken")
    }
}

/// Keeps the secret out of logs.
impl fmt::Debug for SessionToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SessionToken")
    }
}

fn random_key() -> String {
    // 56 does not divide 256, so the first letters come a little more often: harmless here.
    let bytes: [u8; KEY_LENGTH] = random_bytes();
    bytes.iter().map(|byte| LETTERS[*byte as usize % LETTERS.len()] as char).collect()
}

fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system has randomness");
    bytes
}
