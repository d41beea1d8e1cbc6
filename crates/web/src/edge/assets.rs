//! Scripts, styles, the font, the icon, and the module of the page with its catalogues, which are part of
//! the program.

use std::borrow::Cow;
use std::sync::LazyLock;

use axum::extract::Path;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::IntoResponse;
use rust_embed::{EmbeddedFile, RustEmbed};

use super::bundle;
use crate::error::{Failure, Result};

/// Embeds the folders of `web/` that pages need.
macro_rules! files {
    ($($folder:ident: $path:tt, $prefix:tt;)*) => {
        $(#[derive(RustEmbed)]
        #[folder = $path]
        #[prefix = $prefix]
        struct $folder;)*

        struct Files;

        impl Files {
            fn get(path: &str) -> Option<EmbeddedFile> {
                None$(.or_else(|| $folder::get(path)))*
            }

            fn iter() -> impl Iterator<Item = Cow<'static, str>> {
                std::iter::empty()$(.chain($folder::iter()))*
            }
        }
    };
}
files!(
    AppFiles: "../../web/app", "app/";
    BoardFiles: "../../web/board", "board/";
    StyleFiles: "../../web/styles", "styles/";
    FontFiles: "../../web/fonts", "fonts/";
    IconFiles: "../../web/icons", "icons/";
    WasmFiles: "../../web/wasm", "wasm/";
    MessageFiles: "../../web/messages", "messages/";
);

/// The style of every page, which travels as one file. What only some pages need they name themselves.
pub(crate) const STYLE: &str = "styles/merels.css";

/// The parts of the stylesheet in their order: later ones override earlier ones.
const STYLE_PARTS: [&str; 7] = [
    "styles/tokens.css",
    "styles/shell.css",
    "styles/parts.css",
    "styles/pages.css",
    "styles/table.css",
    "styles/board.css",
    "styles/forms.css",
];

/// Names all files together: it changes when any of them does, so that browsers may keep them as
/// long as they like and scripts can still name one another by plain relative paths.
pub(crate) static EDITION: LazyLock<String> = LazyLock::new(|| {
    let mut sum: u64 = 0xcbf2_9ce4_8422_2325;
    for path in Files::iter() {
        let hash = Files::get(&path).map(|file| file.metadata.sha256_hash()).unwrap_or_default();
        for byte in path.bytes().chain(hash) {
            sum = (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    format!("{sum:016x}")
});

pub(crate) fn address(path: &str) -> String {
    format!("/assets/{}/{path}", *EDITION)
}

/// The paths of all files.
pub(crate) fn paths() -> impl Iterator<Item = Cow<'static, str>> {
    Files::iter()
}

pub(crate) async fn serve(Path(path): Path<String>) -> Result {
    let (edition, path) = path.split_once('/').ok_or(Failure::NoPage)?;
    let lasting = edition == *EDITION;
    file(path, lasting)
}

pub(crate) async fn icon() -> Result {
    file("icons/merels.svg", false)
}

/// A script without what is for its readers.
pub(crate) fn plain_script(path: &str) -> Option<String> {
    let file = Files::get(path)?;
    Some(without_comments(&String::from_utf8_lossy(&file.data)))
}

fn file(path: &str, lasting: bool) -> Result {
    let kind = match path.rsplit_once('.') {
        Some((_, "js")) => "text/javascript; charset=utf-8",
        Some((_, "css")) => "text/css; charset=utf-8",
        Some((_, "svg")) => "image/svg+xml; charset=utf-8",
        Some((_, "woff2")) => "font/woff2",
        // Browsers compile what comes as this while it comes.
        Some((_, "wasm")) => "application/wasm",
        _ => "text/plain; charset=utf-8",
    };
    let keep = if lasting { "public, max-age=31536000, immutable" } else { "public, max-age=300" };
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    if path == STYLE {
        let style: Option<String> = STYLE_PARTS.into_iter().map(style).collect();
        return Ok((StatusCode::OK, headers, style.ok_or(Failure::NoPage)?).into_response());
    }
    let travels = match path.rsplit_once('.') {
        Some((_, "js")) => bundle::script(path).map(|script| Cow::Borrowed(script.as_bytes())),
        Some((_, "css")) => style(path).map(String::into_bytes).map(Cow::Owned),
        _ => Files::get(path).map(|file| file.data),
    };
    Ok((StatusCode::OK, headers, travels.ok_or(Failure::NoPage)?).into_response())
}

/// A style as it travels.
fn style(path: &str) -> Option<String> {
    let file = Files::get(path)?;
    Some(bare_style(&String::from_utf8_lossy(&file.data)))
}

/// A style without what is for its readers: comments and the room before lines.
fn bare_style(style: &str) -> String {
    let mut parts = style.split("/*");
    let first = parts.next().unwrap_or_default().to_owned();
    let code =
        parts.fold(first, |code, part| code + part.split_once("*/").map_or("", |(_, after)| after));
    let lines = code.lines().map(str::trim_start).filter(|line| !line.is_empty());
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// A script without the lines that are for its readers: they are a third of what would travel.
fn without_comments(script: &str) -> String {
    let mut kept = String::with_capacity(script.len());
    let mut in_comment = false;
    for line in script.lines() {
        let text = line.trim_start();
        let begins = !in_comment && text.starts_with("/**");
        if in_comment || begins {
            // What follows the comment on its last line is code.
            let rest = text.split_once("*/").map(|(_, rest)| rest.trim_start());
            in_comment = rest.is_none();
            if let Some(rest) = rest.filter(|rest| !rest.is_empty()) {
                kept += rest;
                kept.push('\n');
            }
        } else if !text.is_empty() && !text.starts_with("//") {
            kept += line;
            kept.push('\n');
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_stay_behind_and_code_travels() {
        let script = "// Why.\n/**\n * @param {string} a\n */\nfunction f(a) {\n\n  \
            // How.\n  /** @type {number} */ (a) + 1;\n  return \"// no comment\";\n}\n";
        let travels = "function f(a) {\n(a) + 1;\n  return \"// no comment\";\n}\n";
        assert_eq!(without_comments(script), travels);
    }

    #[test]
    fn a_style_travels_without_comments_and_indentation() {
        let with_comments =
            "/* Why. */\n.a {\n  top: 0; /* so */\n\n  left: 0;\n}\n/* Two\n lines. */\n.b {}\n";
        assert_eq!(bare_style(with_comments), ".a {\ntop: 0; \nleft: 0;\n}\n.b {}\n");
        for part in STYLE_PARTS {
            let bare = style(part).unwrap();
            assert_eq!(bare.matches('{').count(), bare.matches('}').count());
            assert!(!bare.contains("/*") && bare.ends_with("}\n"));
        }
    }

    #[test]
    fn every_style_is_part_of_a_page() {
        let styles = Files::iter().filter(|path| path.starts_with("styles/"));
        let mut loose: Vec<_> = styles.filter(|path| !STYLE_PARTS.contains(&&**path)).collect();
        loose.sort();
        let named = ["styles/places.css", "styles/values.css"];
        assert_eq!(loose, named, "their pages name them");
    }
}
