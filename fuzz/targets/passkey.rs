//! New passkeys: whatever the CBOR is, reading it gives a key or an error.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|attestation: &[u8]| {
    // The site for which the seeds were made.
    if merels_web::is_new_passkey(attestation, "example.org") {
        assert!(!merels_web::is_new_passkey(attestation, "example.com"), "another site");
    }
});
