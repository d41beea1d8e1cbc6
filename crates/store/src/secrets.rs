//! Secrets of browsers, programs and mails, and the hashes under which the database knows them.

use std::fmt;

use merels_model::text_id;

use crate::database::id_columns;

/// 256 bits, twice what nobody can guess.
const SECRET_BYTES: usize = 32;

text_id!(
    /// A session: the hash of its token.
    SessionId
);
text_id!(
    /// A program's token: the hash of its secret.
    TokenId
);

id_columns!(SessionId, TokenId);

pub(crate) fn hash(secret: &str) -> String {
    blake3::hash(secret.as_bytes()).to_hex().to_string()
}

/// Makes a type of secrets that begin with a text and that the database knows by an id.
macro_rules! secret {
    ($(#[$doc:meta])* $name:ident, $prefix:literal, $id:ty) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq)]
        pub struct $name(String);

        impl $name {
            pub const PREFIX: &'static str = $prefix;

            pub fn random() -> $name {
                let mut bytes = [0; SECRET_BYTES];
                getrandom::fill(&mut bytes).expect("the system has randomness");
                $name(format!("{}{}", $prefix, blake3::Hash::from_bytes(bytes).to_hex()))
            }

            /// A secret that came from outside; any text may come.
            pub fn new(text: impl Into<String>) -> $name {
                $name(text.into())
            }

            pub fn secret(&self) -> &str {
                &self.0
            }

            pub fn id(&self) -> $id {
                hash(&self.0).into()
            }
        }

        /// Keeps the secret out of logs.
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(stringify!($name))
            }
        }
    };
}

secret!(
    /// The secret of a signed-in browser.
    SessionToken, "", SessionId
);
secret!(
    /// The secret of a program. Its beginning names the site, for whoever finds one.
    ApiToken, "merels_", TokenId
);
secret!(
    /// A secret that somebody is told once and brings back once.
    OneTimeSecret, "", String
);
