//! Ids of players, games and whatever else has one.

/// Letters and digits that are not easily taken for one another.
#[cfg(feature = "random")]
const LETTERS: &[u8; 56] = b"abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/// Enough that two never meet, short enough to read out.
#[cfg(feature = "random")]
const KEY_LENGTH: usize = 12;

/// No key was ever longer.
const LONGEST_KEY: usize = 32;

/// Makes a type of ids that are texts.
#[macro_export]
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

            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl From<String> for $name {
            fn from(text: String) -> $name {
                $name(text)
            }
        }

        impl AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                &self.0
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
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

#[cfg(feature = "random")]
macro_rules! random_ids {
    ($($name:ident),*) => {
        $(impl $name {
            pub fn random() -> $name {
                $name(random_key())
            }
        })*
    };
}
#[cfg(feature = "random")]
random_ids!(PlayerId, GameKey, InvitationId, ArenaId, SeatId);

impl GameKey {
    /// Returns `true` if the text can be a key. Text from outside may be anything.
    pub fn is_well_formed(&self) -> bool {
        self.0.len() <= LONGEST_KEY && self.0.bytes().all(|byte| byte.is_ascii_alphanumeric())
    }
}

#[cfg(feature = "random")]
fn random_key() -> String {
    let mut bytes = [0; KEY_LENGTH];
    getrandom::fill(&mut bytes).expect("the system has randomness");
    // 56 does not divide 256, so the first letters come a little more often: harmless here.
    bytes.iter().map(|byte| LETTERS[*byte as usize % LETTERS.len()] as char).collect()
}
