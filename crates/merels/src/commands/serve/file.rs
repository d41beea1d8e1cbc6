//! The file of settings: a line gives what a flag would, under the flag's name with underscores.

use std::collections::BTreeMap;
use std::error::Error;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args as _, Command};
use toml::{Spanned, Value};

pub(super) fn key(arg: &Arg) -> Option<String> {
    arg.get_long().map(|flag| flag.replace('-', "_"))
}

/// The settings of a command line and the environment, and those of the file where neither says anything.
pub(super) fn merge(given: &ArgMatches, path: &Path) -> Result<ArgMatches> {
    let text = fs::read_to_string(path)
        .with_context(|| format!("the settings {} cannot be read", path.display()))?;
    let wrong = |start: usize, reason: &str| {
        let line = text.get(..start).unwrap_or_default().matches('\n').count() + 1;
        anyhow!("the settings {}, line {line}: {reason}", path.display())
    };
    let lines: BTreeMap<String, Spanned<Value>> = toml::from_str(&text)
        .map_err(|error| wrong(error.span().unwrap_or_default().start, error.message()))?;
    let command = super::Args::augment_args(Command::new("serve").no_binary_name(true));
    let mut words = Vec::new();
    for arg in command.get_arguments().filter(|arg| is_given(given, arg)) {
        let values = given.get_raw(arg.get_id().as_str()).unwrap_or_default();
        words.extend(values.filter_map(|value| word(arg, value)));
    }
    for (key, value) in &lines {
        let start = value.span().start;
        let arg = command.get_arguments().find(|arg| is_named(arg, key));
        let arg = arg.ok_or_else(|| wrong(start, &format!("unknown field `{key}`")))?;
        let values = texts(value.get_ref()).map_err(|kind| wrong(start, &kind))?;
        let own = values.iter().filter_map(|value| word(arg, value.as_ref()));
        let own: Vec<OsString> = own.collect();
        let checked = command.clone().try_get_matches_from(&own);
        checked.map_err(|error| wrong(start, &reason(&error)))?;
        if !is_given(given, arg) {
            words.extend(own);
        }
    }
    Ok(command.try_get_matches_from(words)?)
}

fn is_given(given: &ArgMatches, arg: &Arg) -> bool {
    let source = given.value_source(arg.get_id().as_str());
    matches!(source, Some(ValueSource::CommandLine | ValueSource::EnvVariable))
}

/// A file cannot name another file.
fn is_named(arg: &Arg, name: &str) -> bool {
    let aliases = arg.get_all_aliases().unwrap_or_default();
    let is_alias = || aliases.iter().any(|alias| alias.replace('-', "_") == name);
    arg.get_id() != "config" && (key(arg).as_deref() == Some(name) || is_alias())
}

/// `--flag=value`.
fn word(arg: &Arg, value: &OsStr) -> Option<OsString> {
    let mut word = OsString::from(format!("--{}=", arg.get_long()?));
    word.push(value);
    Some(word)
}

fn texts(value: &Value) -> Result<Vec<String>, String> {
    match value {
        Value::String(text) => Ok(vec![text.clone()]),
        Value::Integer(number) => Ok(vec![number.to_string()]),
        Value::Boolean(flag) => Ok(vec![flag.to_string()]),
        Value::Array(values) => {
            let texts: Result<Vec<Vec<String>>, String> = values.iter().map(texts).collect();
            Ok(texts?.concat())
        }
        _ => Err(format!("invalid type: {}", value.type_str())),
    }
}

/// The reason alone, without the help that a command line would get.
fn reason(error: &clap::Error) -> String {
    let whole = error.to_string();
    let first = whole.lines().next().unwrap_or_default();
    error
        .source()
        .map_or_else(|| first.trim_start_matches("error: ").to_owned(), ToString::to_string)
}
