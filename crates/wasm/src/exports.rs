//! The functions that JavaScript calls, and the clock that it hands in. Unsafe attributes are allowed
//! in this module only: a lint denies them in the rest of the crate.
//!
//! JavaScript asks [`room`] for a place in memory, writes a request and the bytes of a file behind it
//! there, and calls [`ask`]; the answer lies at [`answer`], as long as [`ask`] said. Rust reads and
//! writes both buffers as plain vectors, so no pointer is followed here.
#![allow(unsafe_code, unreachable_pub)]

use std::cell::RefCell;
use std::time::Duration;

use crate::Pocket;

// SAFETY: the page's module declares the same function; it takes nothing and gives a number.
#[link(wasm_import_module = "env")]
unsafe extern "C" {
    /// Milliseconds since some moment that stays the same.
    safe fn now() -> f64;
}

struct Exchange {
    pocket: Pocket,
    /// The request and the file, as JavaScript wrote them.
    asked: Vec<u8>,
    answer: Vec<u8>,
}

thread_local! {
    static EXCHANGE: RefCell<Exchange> = RefCell::new(Exchange {
        pocket: Pocket::new(clock),
        asked: Vec::new(),
        answer: Vec::new(),
    });
}

fn clock() -> Duration {
    Duration::try_from_secs_f64(now() / 1000.0).unwrap_or_default()
}

/// Makes room for a request and its file, and says where it is.
// SAFETY: no other function of this program has the name.
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    EXCHANGE.with_borrow_mut(|exchange| {
        exchange.asked.clear();
        exchange.asked.resize(bytes, 0);
        exchange.asked.as_mut_ptr()
    })
}

/// Answers the request in the first bytes of the room; what follows it is the file. Gives the
/// answer's length.
// SAFETY: no other function of this program has the name.
#[unsafe(no_mangle)]
pub extern "C" fn ask(request: usize) -> usize {
    EXCHANGE.with_borrow_mut(|exchange| {
        let asked = std::mem::take(&mut exchange.asked);
        let (request, file) = asked.split_at(request.min(asked.len()));
        exchange.answer =
            exchange.pocket.answer(&String::from_utf8_lossy(request), file).into_bytes();
        exchange.answer.len()
    })
}

/// The place of the last answer.
// SAFETY: no other function of this program has the name.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    EXCHANGE.with_borrow(|exchange| exchange.answer.as_ptr())
}
