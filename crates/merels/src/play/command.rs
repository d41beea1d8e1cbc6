//! The words that are understood at every question of the line dialogue.

use std::path::PathBuf;

/// An input of a player instead of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    Help,
    Rules,
    Board,
    Moves,
    Undo,
    Hint,
    Analyse,
    Draw,
    Resign,
    Save(PathBuf),
    Load(PathBuf),
    /// The computer takes the other side.
    Computer,
    Again,
    /// Again, at the level that is suggested.
    Next,
    Quit,
    /// `save` or `load` without a file.
    FileMissing(&'static str),
}

impl Command {
    pub(crate) fn parse(line: &str) -> Option<Command> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let file = |make: fn(PathBuf) -> Command, name| match rest {
            "" => Command::FileMissing(name),
            path => make(PathBuf::from(path)),
        };
        Some(match word.to_lowercase().as_str() {
            "save" => file(Command::Save, "save"),
            "load" => file(Command::Load, "load"),
            _ if !rest.is_empty() => return None,
            "help" | "h" | "?" => Command::Help,
            "rules" => Command::Rules,
            "board" => Command::Board,
            "moves" => Command::Moves,
            "undo" | "u" => Command::Undo,
            "hint" => Command::Hint,
            "analyse" | "analyze" => Command::Analyse,
            "draw" => Command::Draw,
            "resign" => Command::Resign,
            "computer" => Command::Computer,
            "again" => Command::Again,
            "next" => Command::Next,
            "quit" | "q" | "exit" => Command::Quit,
            _ => return None,
        })
    }
}
