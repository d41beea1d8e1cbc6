//! The words that are understood at every question of the line dialogue.

use std::path::PathBuf;

/// What a player may say instead of an answer.
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
    Again,
    /// Again, at the level that is suggested.
    Next,
    Quit,
    /// `save` or `load` without a file.
    FileMissing(&'static str),
}

impl Command {
    /// The command that a line gives, or `None` if it is an answer.
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
            "again" => Command::Again,
            "next" => Command::Next,
            "quit" | "q" | "exit" => Command::Quit,
            _ => return None,
        })
    }
}

/// What `help` prints.
pub(crate) const HELP: &str = "\
Answer with a point (d6, or its number), or with a whole move:
  d6        place a man on d6          d6-d5     move or fly from d6 to d5
  d6xa1     place, taking a1           d6-d5xa1  move, taking a1
  a4-f4     in Ming Mang               4-2       in Nimble
At any time:
  help      these lines                rules     the rules of this game
  board     draw the board again       moves     list the possible moves
  undo      take back                  draw      offer a draw
  hint      ask for a good move        analyse   see how the computer thinks
  save F    write the game to file F   load F    go on with the game in file F
  resign    give up                    quit      leave
After the end:
  again     play once more             next      play at the level that is suggested
";
