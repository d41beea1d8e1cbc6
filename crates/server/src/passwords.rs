//! Passwords: which are allowed, and how they are kept.

use std::sync::LazyLock;

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::Semaphore;

/// Length is counted in characters, as people count it.
const SHORTEST: usize = 8;
const LONGEST: usize = 128;

/// 19 MiB, two passes, one lane: what attackers find costly and a small server can bear.
const MEMORY_KIB: u32 = 19 * 1024;
const PASSES: u32 = 2;
const LANES: u32 = 1;

/// Each hash takes a core and 19 MiB for a moment: so many go on at once, the others wait.
static GATE: Semaphore = Semaphore::const_new(2);

static HASHER: LazyLock<Argon2<'static>> = LazyLock::new(|| {
    let params = Params::new(MEMORY_KIB, PASSES, LANES, None).expect("the parameters are allowed");
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
});

/// What an unknown address is compared with, so that it takes as long as a known one.
static DECOY: LazyLock<String> = LazyLock::new(|| hash_now("a password that nobody has"));

/// One password a line, in lower case.
const COMMON: &str = include_str!("common-passwords.txt");

/// Why a password is not accepted.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Unfit {
    Short,
    Long,
    Common,
}

/// Whether a password may be used: by its length, and by not being everybody's first idea.
pub(crate) fn check(password: &str, email: &str, name: &str) -> Result<(), Unfit> {
    let length = password.chars().count();
    if length < SHORTEST {
        return Err(Unfit::Short);
    }
    if length > LONGEST {
        return Err(Unfit::Long);
    }
    let lower = password.to_lowercase();
    let own = [email, name, email.split('@').next().unwrap_or_default()];
    let is_own = own.iter().any(|own| own.to_lowercase() == lower);
    if is_own || is_monotonous(&lower) || COMMON.lines().any(|common| common == lower) {
        return Err(Unfit::Common);
    }
    Ok(())
}

/// One character over and over, or each the next one after the last.
fn is_monotonous(password: &str) -> bool {
    let codes: Vec<i64> = password.chars().map(|c| i64::from(u32::from(c))).collect();
    let steps: Vec<i64> = codes.windows(2).map(|pair| pair[1] - pair[0]).collect();
    matches!(steps.first(), Some(-1..=1)) && steps.iter().all(|step| *step == steps[0])
}

fn hash_now(password: &str) -> String {
    let hash = HASHER.hash_password(password.as_bytes()).expect("the length is allowed");
    hash.to_string()
}

/// The hash of a password, made outside the threads that serve requests.
pub(crate) async fn hash(password: String) -> Option<String> {
    let _permit = GATE.acquire().await.ok()?;
    tokio::task::spawn_blocking(move || hash_now(&password)).await.ok()
}

/// Whether a password is the one of a hash. Without a hash it takes as long and is not.
pub(crate) async fn is_right(password: String, hash: Option<String>) -> bool {
    let Ok(_permit) = GATE.acquire().await else { return false };
    let compare = move || {
        let known = hash.is_some();
        let hash = hash.unwrap_or_else(|| DECOY.clone());
        let parsed = PasswordHash::new(&hash);
        let same =
            parsed.is_ok_and(|hash| HASHER.verify_password(password.as_bytes(), &hash).is_ok());
        same && known
    };
    // A password of megabytes is refused before it costs anything: requests are small.
    tokio::task::spawn_blocking(compare).await.unwrap_or(false)
}

/// Makes the decoy, so that the first unknown address does not take twice as long.
pub(crate) async fn warm_up() {
    let _ = tokio::task::spawn_blocking(|| LazyLock::force(&DECOY).len()).await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_length_and_commonness_matter() {
        let check = |password: &str| check(password, "ada@example.org", "Ada Lovelace");
        assert_eq!(check("sieben7"), Err(Unfit::Short));
        assert_eq!(check(&"ab".repeat(65)), Err(Unfit::Long));
        for common in ["password", "PassWord1", "12345678", "aaaaaaaaaa", "hgfedcba", "qwertyuiop"]
        {
            assert_eq!(check(common), Err(Unfit::Common), "{common}");
        }
        assert_eq!(check("ada@example.org"), Err(Unfit::Common));
        assert_eq!(check("ada lovelace"), Err(Unfit::Common));
        for fine in ["mühle am bach", "d6-d5xa1", "        x", &"ab".repeat(64)] {
            assert_eq!(check(fine), Ok(()), "{fine}");
        }
    }

    #[tokio::test]
    async fn a_hash_is_argon2id_and_knows_its_password() {
        let hash = hash("mühle am bach".to_owned()).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert!(is_right("mühle am bach".to_owned(), Some(hash.clone())).await);
        assert!(!is_right("muehle am bach".to_owned(), Some(hash)).await);
        assert!(!is_right("a password that nobody has".to_owned(), None).await);
        assert!(!is_right("anything".to_owned(), Some("no hash".to_owned())).await);
    }
}
