//! Game records: whatever is read is written so that it reads the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use merels_rules::Record;

fuzz_target!(|text: &str| {
    if let Ok(record) = Record::parse(text) {
        let written = record.to_string();
        assert_eq!(Record::parse(&written).as_ref(), Ok(&record));
    }
});
