//! Names that are the same, or only look it.

use unicode_normalization::UnicodeNormalization;

/// The key of a name: two texts that people would call the same have the same key.
pub fn name_key(text: &str) -> String {
    let composed: String = text.nfkc().collect();
    composed.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// The key of an e-mail address. It identifies an account and counts attempts to sign in.
pub fn email_key(address: &str) -> String {
    name_key(address)
}

/// The skeleton of a name (Unicode's UTS 39). Names that look the same share it, even where a small
/// letter looks like another's capital.
pub fn skeleton(name: &str) -> String {
    let composed: String = name.nfkc().collect();
    let joined = composed.split_whitespace().collect::<Vec<_>>().join(" ");
    let as_written: String = unicode_security::skeleton(&joined).collect();
    unicode_security::skeleton(&as_written.to_lowercase()).collect()
}

/// The end of a bot's name. It is part of the name, so that no page and no record can leave it out.
pub const BOT_MARK: &str = " (bot)";

pub fn bot_name(name: &str) -> String {
    let bare = name.strip_suffix(BOT_MARK).unwrap_or(name);
    format!("{bare}{BOT_MARK}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_look_the_same_have_the_same_skeleton() {
        for (one, other) in [
            ("Ada", "Аda"), // a Cyrillic А
            ("Iris", "lris"),
            ("Modern", "Modem"),
            ("Ｂｏ", "Bo"),
            ("Ada  Lovelace", " Ada Lovelace "),
            ("0lga", "Olga"),
        ] {
            assert_eq!(skeleton(one), skeleton(other), "{one} {other}");
        }
        for (one, other) in [("Ada", "Eda"), ("Björn", "Bjarn"), ("Guest 12", "Guest 21")] {
            assert_ne!(skeleton(one), skeleton(other), "{one} {other}");
        }
        assert_eq!(name_key("ＡＤＡ  b"), name_key("ada B"));
    }
}
