//! The catalogues against each other and against what the program says.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The messages of a catalogue, each with its text.
type Messages = BTreeMap<String, String>;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn catalogues() -> Vec<(String, String)> {
    files(&root().join("web/messages"), "ftl")
        .into_iter()
        .map(|file| (file.file_stem().unwrap().to_string_lossy().into_owned(), read(&file)))
        .collect()
}

fn read(file: &Path) -> String {
    fs::read_to_string(file).unwrap()
}

/// The files below a folder whose names end like this.
fn files(folder: &Path, end: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path, end));
        } else if path.extension().is_some_and(|other| other == end) {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn messages(source: &str) -> Messages {
    let mut messages = Messages::new();
    let mut name = String::new();
    for line in source.lines().filter(|line| !line.starts_with('#')) {
        match line.split_once(" =") {
            Some((start, text)) if !line.starts_with([' ', '}']) => {
                name = start.to_owned();
                let before = messages.insert(name.clone(), text.to_owned());
                assert_eq!(before, None, "{name} stands twice");
            }
            _ => *messages.entry(name.clone()).or_default() += line,
        }
    }
    messages
}

/// The variables of a message.
fn variables(text: &str) -> BTreeSet<String> {
    let name = |rest: &str| rest.chars().take_while(|c| c.is_alphanumeric()).collect();
    text.split('$').skip(1).map(name).collect()
}

#[test]
fn all_languages_have_the_same_messages_with_the_same_variables() {
    let catalogues = catalogues();
    let english = catalogues.iter().find(|(code, _)| code == "en").unwrap();
    let english = messages(&english.1);
    for (code, source) in &catalogues {
        let other = messages(source);
        for (name, text) in &english {
            let translated = other.get(name).unwrap_or_else(|| panic!("{code} lacks {name}"));
            assert_eq!(variables(text), variables(translated), "{code}: {name}");
        }
        assert_eq!(english.len(), other.len(), "{code} has more messages");
    }
}

#[test]
#[should_panic(expected = "one stands twice")]
fn a_message_that_stands_twice_is_found() {
    messages("one = 1\n\ntwo = 2\n\none = 3\n");
}

#[test]
fn nothing_shouts() {
    for (code, source) in catalogues() {
        assert!(!source.contains('!'), "{code}");
    }
}

#[test]
fn men_have_one_name_in_german() {
    let source = read(&root().join("web/messages/de.ftl"));
    assert!(source.contains("Stein"));
    assert!(!source.contains("Figur") && !source.contains("Bauer"));
}

/// The texts in quotes of the program, on the server's side and on the browser's.
fn quoted() -> BTreeSet<String> {
    let mut sources = files(&root().join("crates"), "rs");
    sources.retain(|file| !file.components().any(|part| part.as_os_str() == "tests"));
    for folder in ["web/app", "web/board"] {
        sources.extend(files(&root().join(folder), "js"));
    }
    quoted_in(&sources)
}

/// The texts in quotes of these files.
fn quoted_in(sources: &[PathBuf]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for source in sources {
        for line in read(source).lines() {
            for quote in ['"', '`'] {
                found.extend(line.split(quote).skip(1).map(str::to_owned));
            }
        }
    }
    found
}

/// A quoted text as the fixed parts of a name, if it looks like one.
fn parts(quoted: &str) -> Option<Vec<String>> {
    let (mut parts, mut depth) = (vec![String::new()], 0);
    for c in quoted.replace("${", "{").chars() {
        match c {
            '{' => {
                depth += 1;
                parts.push(String::new());
            }
            '}' => depth -= 1,
            _ if depth > 0 => {}
            'a'..='z' | 'A'..='Z' | '0'..='9' | '-' => parts.last_mut()?.push(c),
            _ => return None,
        }
    }
    (depth == 0 && parts[0].contains('-')).then_some(parts)
}

/// Returns `true` if a name has these parts, with anything between them.
fn matches(name: &str, parts: &[String]) -> bool {
    let [first, between @ .., last] = parts else { return false };
    let Some(rest) = name.strip_prefix(first.as_str()) else { return false };
    let Some(mut rest) = rest.strip_suffix(last.as_str()) else { return false };
    between.iter().all(|part| {
        let found = rest.find(part.as_str());
        found.is_some_and(|at| {
            rest = &rest[at + part.len()..];
            true
        })
    })
}

#[test]
fn every_message_is_used() {
    let quoted = quoted();
    let patterns: Vec<Vec<String>> = quoted.iter().filter_map(|text| parts(text)).collect();
    let english = messages(&read(&root().join("web/messages/en.ftl")));
    let is_used =
        |name: &str| quoted.contains(name) || patterns.iter().any(|parts| matches(name, parts));
    let unused: Vec<&String> = english.keys().filter(|name| !is_used(name)).collect();
    assert!(unused.is_empty(), "nobody says {unused:?}");
}

#[test]
fn every_message_that_is_said_is_there() {
    let english = messages(&read(&root().join("web/messages/en.ftl")));
    let mut sources = files(&root().join("crates"), "rs");
    sources.retain(|file| !file.components().any(|part| part.as_os_str() == "tests"));
    for source in sources {
        let text = read(&source);
        for call in [".say(", ".say_with("] {
            for rest in text.split(call).skip(1) {
                let Some(rest) = rest.trim_start().strip_prefix('"') else { continue };
                let name = rest.split('"').next().unwrap_or_default();
                assert!(english.contains_key(name), "{}: {name}", source.display());
            }
        }
    }
}

/// Many messages are chosen by a `match`, away from the place where they are said. Of this crate and the
/// terminal every text with the form of a name is one, or the end of one.
#[test]
fn every_name_of_a_message_is_there() {
    let english = messages(&read(&root().join("web/messages/en.ftl")));
    let folders =
        ["crates/messages/src", "crates/merels/src/play", "crates/merels/src/commands/review"];
    let sources: Vec<PathBuf> =
        folders.iter().flat_map(|folder| files(&root().join(folder), "rs")).collect();
    let is_name = |text: &String| {
        let words = || text.split('-');
        words().count() > 1
            && words().all(|word| !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase()))
    };
    let missing: Vec<String> = quoted_in(&sources)
        .into_iter()
        .filter(is_name)
        .filter(|name| !english.keys().any(|key| key.ends_with(name.as_str())))
        .collect();
    assert!(missing.is_empty(), "nothing is written for {missing:?}");
}
