//! Recovery codes: shown once, each good once, in place of a passkey or of a forgotten password.

const CODES: usize = 10;

/// Letters and digits that are not easily taken for one another: five bits each.
const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";

/// Five groups of five: 125 bits, too many to be guessed.
const GROUPS: usize = 5;
const GROUP: usize = 5;

/// A new recovery code; nothing if the system has no randomness.
pub fn random_code() -> Option<String> {
    let mut bytes = [0; GROUPS * GROUP];
    getrandom::fill(&mut bytes).ok()?;
    let letters: Vec<u8> = bytes.iter().map(|byte| LETTERS[usize::from(byte % 32)]).collect();
    let groups: Vec<_> = letters.chunks(GROUP).map(String::from_utf8_lossy).collect();
    Some(groups.join("-"))
}

pub(super) fn random_codes() -> Option<Vec<String>> {
    (0..CODES).map(|_| random_code()).collect()
}

/// A code as it was shown, however it is typed.
pub(super) fn tidy(code: &str) -> String {
    let letters: Vec<char> = code
        .chars()
        .filter(|c| c.is_ascii_alphanumeric())
        .map(|c| c.to_ascii_lowercase())
        .collect();
    let groups: Vec<String> = letters.chunks(GROUP).map(|group| group.iter().collect()).collect();
    groups.join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_however_it_is_typed() {
        let code = random_code().unwrap();
        assert_eq!(code.len(), GROUPS * GROUP + GROUPS - 1);
        assert_eq!(tidy(&code), code);
        assert_eq!(tidy(&code.to_uppercase().replace('-', " ")), code);
        assert_eq!(tidy(&format!(" {} ", code.replace('-', ""))), code);
        assert_ne!(random_code(), random_code());
        assert_eq!(tidy("ä"), "");
    }
}
