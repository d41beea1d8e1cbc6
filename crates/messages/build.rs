//! Lists the catalogues: every Fluent file in `web/messages` is a language, English the first. A build
//! for WebAssembly has only their names: the texts are handed in, so its code does not change with them.

use std::path::PathBuf;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../web/messages");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files = fs::read_dir(folder)?
        .map(|entry| entry?.path().canonicalize())
        .collect::<io::Result<Vec<PathBuf>>>()?;
    files.retain(|file| file.extension().is_some_and(|end| end == "ftl"));
    files.sort_by_key(|file| (!file.ends_with("en.ftl"), file.clone()));
    let is_handed_in = env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm");
    let entry = |file: &PathBuf| {
        let code = file.file_stem().unwrap_or_default().to_string_lossy();
        let path = file.display().to_string();
        let text = if is_handed_in { "\"\"".to_owned() } else { format!("include_str!({path:?})") };
        format!("({code:?}, {text}), ")
    };
    let entries: String = files.iter().map(entry).collect();
    let list = format!("[(&str, &str); {}] = [{entries}]", files.len());
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("catalogues.rs"), format!("pub(crate) const CATALOGUES: {list};\n"))
}
