//! Secrets of browsers and programs, and the hashes under which the database knows them.

use std::fmt;

/// 256 bits, twice what nobody can guess.
const TOKEN_BYTES: usize = 32;

/// A hash in place of a secret.
macro_rules! hash_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(String);

        impl $name {
            /// An id from outside or from the database; any text may be one.
            pub fn new(text: impl Into<String>) -> $name {
                $name(text.into())
            }

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

hash_id!(
    /// A session: the hash of its token.
    SessionId
);
hash_id!(
    /// A program's token: the hash of its secret.
    TokenId
);

/// The secret of a signed-in browser.
#[derive(Clone, PartialEq, Eq)]
pub struct SessionToken(String);

impl SessionToken {
    pub fn random() -> SessionToken {
        let mut bytes = [0; TOKEN_BYTES];
        getrandom::fill(&mut bytes).expect("the system has randomness");
        SessionToken(blake3::Hash::from_bytes(bytes).to_hex().to_string())
    }

    /// A token from a cookie; any text may come.
    pub fn new(text: impl Into<String>) -> SessionToken {
        SessionToken(text.into())
    }

    pub fn secret(&self) -> &str {
        &self.0
    }

    pub fn id(&self) -> SessionId {
        SessionId(blake3::hash(self.0.as_bytes()).to_hex().to_string())
    }
}

/// The secret of a program. Its beginning names the site, for whoever finds one.
#[derive(Clone, PartialEq, Eq)]
pub struct ApiToken(String);

impl ApiToken {
    /// The beginning of every token.
    pub const PREFIX: &'static str = "merels_";

    pub fn random() -> ApiToken {
        ApiToken(format!("{}{}", ApiToken::PREFIX, SessionToken::random().0))
    }

    /// A token from a request; any text may come.
    pub fn new(text: impl Into<String>) -> ApiToken {
        ApiToken(text.into())
    }

    pub fn secret(&self) -> &str {
        &self.0
    }

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
