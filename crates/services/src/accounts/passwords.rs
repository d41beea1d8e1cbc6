//! Passwords: their rules and their hashes.

use std::sync::LazyLock;

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::Semaphore;
use zxcvbn::{Score, zxcvbn};

/// Length is counted in characters, as people count it.
const SHORTEST: usize = 8;
const LONGEST: usize = 128;

/// Characters at the front of a password that its strength is estimated from. The estimate takes time
/// that grows with a power of the length: half a second for 64 characters chosen for it, a tenth of that
/// for 24. Whoever guesses a password has guessed its front, so a strong front is a strong password. A
/// longer password is refused only if its first 24 characters alone are everybody's first idea.
const LOOKED_AT: usize = 24;

/// 19 MiB, two passes, one lane: what attackers find costly and a small server can bear.
const MEMORY_KIB: u32 = 19 * 1024;
const PASSES: u32 = 2;
const LANES: u32 = 1;

/// The most that another version of this program may have asked for.
const MOST_MEMORY_KIB: u32 = 64 * 1024;

/// Each hash takes a core and 19 MiB for a moment, an estimate of strength a core: so many go on at
/// once, outside the threads that serve, and the others wait.
const AT_ONCE: usize = 2;
static GATE: Semaphore = Semaphore::const_new(AT_ONCE);

/// The hash for an unknown address, so that it takes as long as a known one.
static DECOY: LazyLock<String> =
    LazyLock::new(|| hash_now("a password that nobody has").unwrap_or_default());

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Unfit {
    Short,
    Long,
    Common,
}

impl Unfit {
    pub(super) const fn message(self) -> &'static str {
        match self {
            Unfit::Short => "signup-password-short",
            Unfit::Long => "signup-password-long",
            Unfit::Common => "signup-password-common",
        }
    }
}

/// Checks the length of a password, which costs nothing.
pub(super) fn check_length(password: &str) -> Result<(), Unfit> {
    match password.chars().count() {
        ..SHORTEST => Err(Unfit::Short),
        SHORTEST..=LONGEST => Ok(()),
        _ => Err(Unfit::Long),
    }
}

/// Checks that a password has a fit length and is not everybody's first idea. The latter is work for a
/// core: the limits of the client come first.
pub(super) async fn check(password: &str, email: &str, name: &str) -> Result<(), Unfit> {
    check_length(password)?;
    let [password, email, name] = [password, email, name].map(str::to_owned);
    let is_common = at_the_gate(move || is_common(&password, &email, &name)).await;
    // Without an answer the server is about to end: nothing is accepted.
    if is_common.unwrap_or(true) { Err(Unfit::Common) } else { Ok(()) }
}

fn is_common(password: &str, email: &str, name: &str) -> bool {
    let looked_at: String = password.chars().take(LOOKED_AT).collect();
    let own = [email, name, email.split('@').next().unwrap_or_default(), "merels"];
    let same_as_own = own.iter().any(|own| own.to_lowercase() == password.to_lowercase());
    same_as_own || zxcvbn(&looked_at, &own).score() < Score::Two
}

/// Does costly work outside the threads that serve, not too much of it at once. Nothing if the server
/// ends meanwhile.
async fn at_the_gate<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let permit = GATE.acquire().await.ok()?;
    let work = move || {
        // Held by the work itself, which goes on when whoever waits for it goes away.
        let _permit = permit;
        work()
    };
    tokio::task::spawn_blocking(work).await.ok()
}

fn compute(
    password: &str,
    salt: &[u8],
    params: Params,
    output: &mut [u8],
) -> Result<(), argon2::Error> {
    // The memory is given back at once: nobody may log in again for hours.
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params).hash_password_into(
        password.as_bytes(),
        salt,
        output,
    )
}

fn hash_now(password: &str) -> Option<String> {
    let params = Params::new(MEMORY_KIB, PASSES, LANES, None).ok()?;
    let salt = Salt::generate();
    let mut output = [0; Params::DEFAULT_OUTPUT_LEN];
    compute(password, &salt, params.clone(), &mut output).ok()?;
    let hash = PasswordHash {
        algorithm: Algorithm::Argon2id.ident(),
        version: Some(Version::V0x13.into()),
        params: ParamsString::try_from(&params).ok()?,
        salt: Some(salt),
        hash: Some(Output::new(&output).ok()?),
    };
    Some(hash.to_string())
}

/// Compares a password with a hash; `None` if the hash is none that this program made.
fn is_right_now(password: &str, hash: &str) -> Option<bool> {
    let hash = PasswordHash::new(hash).ok()?;
    let ours = hash.algorithm == Algorithm::Argon2id.ident()
        && hash.version == Some(Version::V0x13.into());
    let params = Params::try_from(&hash).ok()?;
    if !ours || params.m_cost() > MOST_MEMORY_KIB {
        return None;
    }
    let (salt, expected) = (hash.salt?, hash.hash?);
    let mut output = vec![0; expected.len()];
    compute(password, &salt, params, &mut output).ok()?;
    // This comparison takes the same time wherever the two differ.
    Some(Output::new(&output).ok()? == expected)
}

/// The hash of a password, made outside the threads that serve requests; `None` if the server ends.
pub(super) async fn hash(password: String) -> Option<String> {
    at_the_gate(move || hash_now(&password)).await.flatten()
}

/// Compares a password with a hash. Without a hash it takes as long and is wrong.
pub(super) async fn is_right(password: String, hash: Option<String>) -> bool {
    let compare = move || {
        let known = hash.is_some();
        let hash = hash.unwrap_or_else(|| DECOY.clone());
        is_right_now(&password, &hash) == Some(true) && known
    };
    // A password of megabytes is refused before it costs anything: requests are small.
    at_the_gate(compare).await.unwrap_or(false)
}

/// Makes the decoy, so that the first unknown address does not take twice as long.
pub async fn warm_up() {
    let _ = tokio::task::spawn_blocking(|| LazyLock::force(&DECOY).len()).await;
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    #[tokio::test]
    async fn only_length_and_commonness_matter() {
        let check = async |password: &str| check(password, "ada@example.org", "Ada Lovelace").await;
        assert_eq!(check("sieben7").await, Err(Unfit::Short));
        assert_eq!(check(&"ab".repeat(65)).await, Err(Unfit::Long));
        for common in ["password", "PassWord1", "12345678", "aaaaaaaaaa", "hgfedcba", "qwertyuiop"]
        {
            assert_eq!(check(common).await, Err(Unfit::Common), "{common}");
        }
        // Of the ten thousand commonest; and what only looks different.
        for common in ["trustno1", "liverpool1", "P@ssw0rd", "        x", "ababababab", "iloveyou2"]
        {
            assert_eq!(check(common).await, Err(Unfit::Common), "{common}");
        }
        assert_eq!(check("ada@example.org").await, Err(Unfit::Common));
        assert_eq!(check("ada lovelace").await, Err(Unfit::Common));
        for fine in ["mühle am bach", "d6-d5xa1", "mill and more", "correct horse battery"] {
            assert_eq!(check(fine).await, Ok(()), "{fine}");
        }
    }

    /// Estimating the strength of these took half a second each.
    #[tokio::test]
    async fn only_the_front_of_a_password_is_looked_at_for_its_strength() {
        let hard = "4@8({[<3691!|1|7$50+%2x".repeat(5);
        assert_eq!(check(&hard, "", "").await, Ok(()));
        let weak_front = format!("{}{}", "a".repeat(LOOKED_AT), &hard[..40]);
        assert_eq!(check(&weak_front, "", "").await, Err(Unfit::Common));
    }

    #[tokio::test(flavor = "current_thread")]
    async fn the_strength_of_a_password_is_not_estimated_on_a_thread_that_serves() {
        let _taken = GATE.acquire_many(AT_ONCE as u32).await.unwrap();
        let mut waits = std::pin::pin!(check("d6-d5xa1", "", ""));
        // It waits for a place at the gate instead of working here.
        assert!(futures_util::poll!(&mut waits).is_pending());
        assert_eq!(check("short", "", "").await, Err(Unfit::Short), "lengths need no place");
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

    /// Made by the hasher of the library, as the first edition did.
    #[tokio::test]
    async fn hashes_of_the_first_edition_are_known() {
        use argon2::password_hash::PasswordHasher;
        let params = Params::new(MEMORY_KIB, PASSES, LANES, None).unwrap();
        let hasher = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        let hash = hasher.hash_password(b"an old password").unwrap().to_string();
        assert!(is_right("an old password".to_owned(), Some(hash.clone())).await);
        assert!(!is_right("another password".to_owned(), Some(hash)).await);
    }

    #[tokio::test]
    async fn sixty_logins_use_the_memory_of_two() {
        let hash = hash("mühle am bach".to_owned()).await.unwrap();
        let login = || is_right("mühle am bach".to_owned(), Some(hash.clone())).boxed();
        let mut logins: Vec<_> = (0..60).map(|_| login()).collect();
        let taken = GATE.acquire_many(AT_ONCE as u32).await.unwrap();
        // Without a place no memory is taken.
        for login in &mut logins {
            assert!(futures_util::poll!(login).is_pending());
        }
        drop(taken);
        for right in futures_util::future::join_all(logins).await {
            assert!(right);
        }
    }
}
