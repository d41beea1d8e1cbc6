//! Scripts as they travel: a page's script with the modules it imports in one file, and the board, which
//! many pages share, in another. In `web/` every module stays a file of its own, as browsers and the tests
//! of Node read them.
//!
//! Each module becomes a function that runs once and returns what the module exports. That holds for
//! modules that import named things in one line, export declarations, and do not import one another in a
//! circle; a test sees to it.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::LazyLock;

use super::assets;

/// The file with all modules of the board.
pub(crate) const BOARD: &str = "board/all.js";

/// The scripts as they travel by their paths.
static BUNDLES: LazyLock<HashMap<String, String>> = LazyLock::new(|| {
    let scripts = || assets::paths().filter(|path| path.ends_with(".js"));
    let apps = scripts().filter(|path| path.starts_with("app/"));
    let mut bundles: HashMap<String, String> =
        apps.map(|path| (path.to_string(), bundle(&[&path], Part::App))).collect();
    let board: Vec<_> = scripts().filter(|path| path.starts_with("board/")).collect();
    let board: Vec<&str> = board.iter().map(AsRef::as_ref).collect();
    bundles.insert(BOARD.to_owned(), bundle(&board, Part::Board));
    bundles
});

/// The two kinds of files.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Part {
    App,
    Board,
}

/// A script as it travels.
pub(crate) fn script(path: &str) -> Option<&'static str> {
    BUNDLES.get(path).map(String::as_str)
}

/// Returns `true` if a script needs the board beside it.
pub(crate) fn has_board(path: &str) -> bool {
    script(path).is_some_and(|script| script.contains(IMPORT_OF_BOARD))
}

const IMPORT_OF_BOARD: &str = "import { board as $board } from \"../board/all.js\";\n";

fn bundle(entries: &[&str], part: Part) -> String {
    let mut order = Vec::new();
    for entry in entries {
        collect(entry, part, &mut order);
    }
    let mut out = String::new();
    let text: String = order.iter().map(|path| module(path, part)).collect();
    if text.contains("$board[") {
        out += IMPORT_OF_BOARD;
    }
    if part == Part::Board {
        out += "const $ = {};\n";
        out += &text;
        out += "export const board = $;\n";
    } else if order.len() > 1 || !out.is_empty() {
        out += "const $ = {};\n";
        out += &text;
        out += &exports(entries[0]);
    } else {
        // A script without imports travels as it is.
        out += &assets::plain_script(entries[0]).unwrap_or_default();
    }
    out
}

/// The modules that a script needs before it, itself the last.
fn collect(path: &str, part: Part, order: &mut Vec<String>) {
    if order.iter().any(|known| known == path) || part == Part::App && path.starts_with("board/") {
        return;
    }
    for import in imports(&assets::plain_script(path).unwrap_or_default()) {
        collect(&beside(path, import.from), part, order);
    }
    if !order.iter().any(|known| known == path) {
        order.push(path.to_owned());
    }
}

/// A line that imports.
struct Import<'a> {
    /// The text between the braces.
    names: &'a str,
    from: &'a str,
}

fn import(line: &str) -> Option<Import<'_>> {
    let rest = line.strip_prefix("import ")?;
    let from = rest.split('"').nth(1)?;
    let names = rest.split_once('{').and_then(|(_, rest)| rest.split_once('}'));
    Some(Import { names: names.map_or("", |(names, _)| names), from })
}

fn imports(script: &str) -> impl Iterator<Item = Import<'_>> {
    script.lines().filter_map(import)
}

/// A module as a function that has run.
fn module(path: &str, part: Part) -> String {
    let script = assets::plain_script(path).unwrap_or_default();
    let mut body = String::new();
    let mut exported = Vec::new();
    for line in script.lines() {
        if let Some(Import { names, from }) = import(line) {
            let from = beside(path, from);
            let place =
                if part == Part::App && from.starts_with("board/") { "$board" } else { "$" };
            if !names.is_empty() {
                let _ = writeln!(
                    body,
                    "const {{{}}} = {place}[\"{from}\"];",
                    names.replace(" as ", ": ")
                );
            }
        } else if let Some(rest) = line.strip_prefix("export ") {
            exported.extend(declared(rest));
            if rest != "{};" {
                body += rest;
                body.push('\n');
            }
        } else {
            body += line;
            body.push('\n');
        }
    }
    format!("$[\"{path}\"] = (() => {{\n{body}return {{ {} }};\n}})();\n", exported.join(", "))
}

/// The exports of a script itself, for those who import it while a page is there.
fn exports(path: &str) -> String {
    let script = assets::plain_script(path).unwrap_or_default();
    let names: Vec<&str> =
        script.lines().filter_map(|line| declared(line.strip_prefix("export ")?)).collect();
    match names.is_empty() {
        true => String::new(),
        false => format!("export const {{ {} }} = $[\"{path}\"];\n", names.join(", ")),
    }
}

/// The name that a declaration gives.
fn declared(declaration: &str) -> Option<&str> {
    let mut words = declaration.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$');
    words.find(|word| !["", "async", "function", "class", "const", "let"].contains(word))
}

/// The file that a module means by a relative name such as `../board/board.js`.
fn beside(path: &str, name: &str) -> String {
    let mut parts: Vec<&str> = path.split('/').collect();
    parts.pop();
    for part in name.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_module_a_script_imports_is_there_and_was_made_before() {
        for (path, script) in BUNDLES.iter() {
            let mut made = Vec::new();
            for line in script.lines() {
                assert!(
                    !line.starts_with("import ") || IMPORT_OF_BOARD.starts_with(line),
                    "{path}: {line}"
                );
                if let Some(from) =
                    line.strip_prefix("const {").and_then(|l| l.split("} = $[\"").nth(1))
                {
                    let from = from.trim_end_matches("\"];");
                    assert!(made.contains(&from), "{path} needs {from} before");
                }
                if let Some(rest) = line.strip_prefix("$[\"") {
                    made.push(rest.split('"').next().unwrap_or_default());
                }
            }
        }
        let game = script("app/game.js").unwrap();
        for expected in ["app/connection.js", "app/words.js", "board/board.js"] {
            assert!(game.contains(expected), "{expected}");
        }
        assert!(has_board("app/game.js") && !has_board("app/chooser.js"));
        let friend = script("app/friend.js").unwrap();
        assert!(
            friend.ends_with("export const { invite, open } = $[\"app/friend.js\"];\n"),
            "{friend}"
        );
    }

    #[test]
    fn what_a_module_exports_is_what_it_declares() {
        let declarations =
            ["class Board extends Thing {", "async function load(a) {", "const a = 1;"];
        assert_eq!(declarations.map(declared), [Some("Board"), Some("load"), Some("a")]);
        assert_eq!(declared("{};"), None);
    }
}
