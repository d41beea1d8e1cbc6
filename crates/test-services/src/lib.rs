//! Services that some tests need: the gate starts them and names them in the environment. A test
//! whose service is missing is skipped, and says so where everybody sees it.
//!
//! ```
//! // In a test: `let Some(server) = wanted("MERELS_TEST_POSTGRES") else { return };`
//! assert_eq!(merels_test_services::wanted("MERELS_TEST_NO_SUCH_SERVICE"), None);
//! ```

mod mail;
mod nats;
mod postgres;
mod slow_link;

use std::io::Write;

pub use mail::{MailServer, MailTls};
pub use nats::Nats;
pub use postgres::postgres_database;
pub use slow_link::SlowLink;

/// The value of a variable of the environment; without it the running test is reported as skipped.
pub fn wanted(variable: &str) -> Option<String> {
    let service = std::env::var(variable).ok();
    if service.is_none() {
        skipped(&format!("{variable} is not set (cargo xtask test sets it)"));
    }
    service
}

/// Reports the running test as skipped.
pub fn skipped(reason: &str) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    // Past the test harness, which would keep to itself what `eprintln` says.
    let _ = std::io::stderr().write_all(format!("SKIPPED {test}: {reason}\n").as_bytes());
}
