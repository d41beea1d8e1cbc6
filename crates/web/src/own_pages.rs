//! Pages of the operator's own, such as an imprint: texts in a folder, one for each language.
//!
//! `imprint.en.md` and `imprint.de.md` are the page `/about/imprint`; a language that is missing is
//! shown in another. `.md` is Markdown without HTML, `.txt` is plain text. Every page of the site
//! leads there.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use maud::{Markup, PreEscaped, html};
use merels_messages::Language;
use pulldown_cmark::{CowStr, Event, Parser, Tag, TagEnd};
use thiserror::Error;

/// No text that somebody reads is longer.
const LONGEST: u64 = 256 * 1024;

#[derive(Debug, Error)]
#[error("{}: {reason}", path.display())]
pub struct OwnPagesError {
    pub path: PathBuf,
    pub reason: String,
}

/// A page in one language.
#[derive(Clone, Debug)]
pub(crate) struct OwnPage {
    pub(crate) title: String,
    pub(crate) text: Markup,
}

/// The pages by their names, each in the languages in which it is written.
#[derive(Clone, Debug, Default)]
pub(crate) struct OwnPages(BTreeMap<String, BTreeMap<Language, OwnPage>>);

impl OwnPages {
    pub(crate) fn links(&self, language: Language) -> Vec<(String, &str)> {
        let link = |name: &String| {
            let page = self.get(name, language)?;
            Some((format!("/about/{name}"), page.title.as_str()))
        };
        self.0.keys().filter_map(link).collect()
    }

    /// Reads a folder. Files that are no pages are passed over; one that cannot be a page but looks like
    /// one is an error.
    pub(crate) fn read(folder: &Path) -> Result<OwnPages, OwnPagesError> {
        let trouble = |path: &Path, error: io::Error| OwnPagesError {
            path: path.to_owned(),
            reason: error.to_string(),
        };
        let entries = std::fs::read_dir(folder).map_err(|error| trouble(folder, error))?;
        let mut pages = OwnPages::default();
        for entry in entries {
            let path = entry.map_err(|error| trouble(folder, error))?.path();
            let file = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            let Some((name, language, kind)) = parts(file) else { continue };
            let unfit =
                |reason: &str| OwnPagesError { path: path.clone(), reason: reason.to_owned() };
            if !is_name(name) {
                return Err(unfit("the name may have small letters, digits and hyphens only"));
            }
            let language = Language::from_code(language)
                .ok_or_else(|| unfit("the site does not speak this language"))?;
            let size = path.metadata().map_err(|error| trouble(&path, error))?.len();
            if size > LONGEST {
                return Err(unfit("it is too long"));
            }
            let text = std::fs::read_to_string(&path).map_err(|error| trouble(&path, error))?;
            let page = if kind == "md" { markdown(&text, name) } else { plain(&text, name) };
            pages.0.entry(name.to_owned()).or_default().insert(language, page);
        }
        Ok(pages)
    }

    /// A page in a language, or in another one if there is none in this.
    pub(crate) fn get(&self, name: &str, language: Language) -> Option<&OwnPage> {
        let page = self.0.get(name)?;
        page.get(&language).or_else(|| page.values().next())
    }
}

/// The parts of a file's name such as `imprint.en.md`.
fn parts(file: &str) -> Option<(&str, &str, &str)> {
    let (rest, kind) = file.rsplit_once('.')?;
    let (name, language) = rest.rsplit_once('.')?;
    matches!(kind, "md" | "txt").then_some((name, language, kind))
}

fn is_name(name: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    !name.is_empty() && name.bytes().all(fits)
}

/// The first line is the title, an empty line ends a paragraph.
fn plain(text: &str, name: &str) -> OwnPage {
    let text = text.replace('\r', "");
    let (first, rest) = text.trim_start().split_once('\n').unwrap_or((text.trim(), ""));
    let title = if first.trim().is_empty() { name } else { first.trim() };
    let paragraphs = rest.split("\n\n").map(str::trim).filter(|text| !text.is_empty());
    let text = html! {
        h1 { (title) }
        @for paragraph in paragraphs {
            p { @for (number, line) in paragraph.lines().enumerate() {
                @if number > 0 { br; }
                (line)
            } }
        }
    };
    OwnPage { title: title.to_owned(), text }
}

/// Renders Markdown. HTML is shown as it is written, pictures are left out, and links lead to pages, mail
/// and telephones only.
fn markdown(text: &str, name: &str) -> OwnPage {
    let mut title = String::new();
    let (mut in_title, mut heading) = (false, 0);
    let mut events = Vec::new();
    for event in Parser::new(text) {
        match &event {
            Event::Start(Tag::Heading { .. }) => {
                heading += 1;
                in_title = heading == 1;
            }
            Event::End(TagEnd::Heading(_)) => in_title = false,
            Event::Text(text) | Event::Code(text) if in_title => title += text,
            _ => {}
        }
        events.push(safe(event));
    }
    let mut rendered = String::new();
    pulldown_cmark::html::push_html(&mut rendered, events.into_iter().flatten());
    let untitled = title.is_empty().then_some(name);
    let text = html! {
        @if let Some(title) = untitled { h1 { (title) } }
        (PreEscaped(rendered))
    };
    OwnPage { title: untitled.map_or(title, str::to_owned), text }
}

fn safe(event: Event<'_>) -> Option<Event<'_>> {
    Some(match event {
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        Event::Start(Tag::HtmlBlock | Tag::Image { .. })
        | Event::End(TagEnd::HtmlBlock | TagEnd::Image) => return None,
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            let dest_url = if is_safe_link(&dest_url) { dest_url } else { CowStr::Borrowed("#") };
            Event::Start(Tag::Link { link_type, dest_url, title, id })
        }
        event => event,
    })
}

fn is_safe_link(address: &str) -> bool {
    let starts = |start: &&str| address.to_ascii_lowercase().starts_with(start);
    let is_here =
        address.starts_with('#') || address.starts_with('/') && !address.starts_with("//");
    is_here || ["https://", "http://", "mailto:", "tel:"].iter().any(starts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_is_shown_without_anything_that_could_do_harm() {
        let page = markdown(
            "# Imprint *now*\n\nWrite to [us](mailto:us@example.org) or \
             [not](javascript:alert(1)) or [not](//evil.example).\n\n<script>alert(1)</script>\n\n\
             - one <b onclick=x>two</b>\n- ![picture](http://evil.example/x.png)\n",
            "imprint",
        );
        let text = page.text.into_string();
        assert_eq!(page.title, "Imprint now");
        assert!(text.contains("<h1>Imprint <em>now</em></h1>"), "{text}");
        assert!(text.contains("<a href=\"mailto:us@example.org\">us</a>"), "{text}");
        for harm in ["<script", "javascript:", "<b ", "<img", "\"//evil"] {
            assert!(!text.contains(harm), "{harm} in {text}");
        }
    }

    #[test]
    fn plain_text_has_a_title_and_paragraphs() {
        let page = plain("Privacy\r\n\r\nWe keep <little>.\r\nReally.\r\n\r\nThe end.", "privacy");
        assert_eq!(page.title, "Privacy");
        assert_eq!(
            page.text.into_string(),
            "<h1>Privacy</h1><p>We keep &lt;little&gt;.<br>Really.</p><p>The end.</p>"
        );
        assert_eq!(plain("", "empty").title, "empty");
        assert_eq!(markdown("Only words.", "words").title, "words");
    }

    #[test]
    fn a_folder_is_read_by_the_names_of_its_files() {
        let folder = tempfile::tempdir().unwrap();
        let write =
            |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
        write("imprint.en.md", "# Imprint");
        write("imprint.de.md", "# Impressum");
        write("privacy.de.txt", "Datenschutz\n\nWenig.");
        write("notes", "not a page");
        write("README.md", "not a page either");
        let pages = OwnPages::read(folder.path()).unwrap();
        let title = |name, language| pages.get(name, language).map(|page| page.title.as_str());
        assert_eq!(title("imprint", Language::ENGLISH), Some("Imprint"));
        assert_eq!(title("imprint", Language::from_code("de").unwrap()), Some("Impressum"));
        assert_eq!(title("privacy", Language::ENGLISH), Some("Datenschutz"));
        assert_eq!(title("notes", Language::ENGLISH), None);
        for odd in ["imprint.xx.md", "Imprint.en.md", "a b.en.txt"] {
            write(odd, "# Odd");
            assert!(OwnPages::read(folder.path()).is_err(), "{odd}");
            std::fs::remove_file(folder.path().join(odd)).unwrap();
        }
        assert!(OwnPages::read(&folder.path().join("missing")).is_err());
    }
}
