//! The module graph: which top modules of a crate import which others. The gate fails where they import each
//! other in a circle, and docs/modules.md shows the graph.
//!
//! Imports are read from the source as text: every path that begins with `crate::`, and `super::` in a file
//! beside the crate's root. Comments and tests do not count. A name that the crate's root re-exports counts
//! as the module it comes from.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

/// The page with the graph, from the workspace's folder.
const PAGE: &str = "docs/modules.md";

/// The modules that each module imports.
type Imports = BTreeMap<String, BTreeSet<String>>;

/// A crate of the workspace.
struct Crate {
    /// The name of its folder.
    name: String,
    /// The folders of the workspace's crates it depends on.
    uses: BTreeSet<String>,
    imports: Imports,
}

/// Writes the page with the graph.
pub(crate) fn write(root: &Path) -> Result<()> {
    let page = root.join(PAGE);
    fs::write(&page, describe(&crates(root)?)).with_context(|| page.display().to_string())
}

/// Fails if modules import each other in a circle, or the page is not up to date.
pub(crate) fn check(root: &Path) -> Result<()> {
    println!("\n== modules: circles between the top modules of a crate");
    let crates = crates(root)?;
    for Crate { name, imports, .. } in &crates {
        if let Some(circle) = circles(imports).first() {
            bail!("modules of {name} import each other in a circle: {}", circle.join(", "));
        }
    }
    if fs::read_to_string(root.join(PAGE)).unwrap_or_default() != describe(&crates) {
        bail!("{PAGE} is not up to date: run `cargo xtask modules`");
    }
    Ok(())
}

/// All crates of the workspace, by name.
fn crates(root: &Path) -> Result<Vec<Crate>> {
    let folder = root.join("crates");
    let mut folders: Vec<PathBuf> =
        fs::read_dir(&folder)?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    folders.sort();
    folders.iter().map(|folder| read_crate(folder)).collect()
}

/// The manifest and the code, without comments and tests, of a crate and of those it uses, by crate.
pub(crate) fn code_of(root: &Path, name: &str) -> Result<BTreeMap<String, String>> {
    let (mut found, mut next) = (BTreeMap::new(), vec![name.to_owned()]);
    while let Some(name) = next.pop() {
        if found.contains_key(&name) {
            continue;
        }
        let folder = root.join("crates").join(&name);
        next.extend(read_crate(&folder)?.uses);
        let manifest = fs::read_to_string(folder.join("Cargo.toml"))?;
        let sources = sources(&folder.join("src"))?.into_iter();
        let named = sources.map(|(path, code)| format!("{}\n{code}", path.join("/")));
        let entries = manifest.lines().filter(|line| !line.starts_with('#'));
        let entries = entries.map(|line| format!("{line}\n"));
        found.insert(name, entries.chain(named).collect());
    }
    Ok(found)
}

fn read_crate(folder: &Path) -> Result<Crate> {
    let name = file_name(folder);
    let manifest = fs::read_to_string(folder.join("Cargo.toml"))?;
    let dependencies = manifest.split("[dependencies]").nth(1).unwrap_or_default();
    let dependencies = dependencies.split("\n[").next().unwrap_or_default();
    let uses = dependencies.lines().filter_map(|line| line.strip_prefix("merels-"));
    let uses = uses.filter_map(|line| line.split(['.', ' ', '=']).next()).map(str::to_owned);
    let sources = sources(&folder.join("src"))?;
    Ok(Crate { name, uses: uses.collect(), imports: imports(&sources) })
}

/// The files of a crate as production text: the path below `src`, in parts, and what stands there.
type Sources = Vec<(Vec<String>, String)>;

fn sources(src: &Path) -> Result<Sources> {
    let (mut found, mut folders) = (Vec::new(), vec![src.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            let is_test = matches!(path.file_stem(), Some(stem) if stem == "tests");
            if path.is_dir() && !is_test {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") && !is_test {
                let below = path.strip_prefix(src)?.with_extension("");
                let parts = below.iter().map(|part| part.to_string_lossy().into_owned()).collect();
                found.push((parts, production(&fs::read_to_string(&path)?)));
            }
        }
    }
    found.sort();
    Ok(found)
}

/// A file without its comments and tests.
fn production(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let code = |line: &str| line.split("//").next().unwrap_or_default().to_owned() + "\n";
    text.lines().map(code).collect()
}

fn imports(sources: &Sources) -> Imports {
    let is_root = |parts: &[String]| matches!(parts, [only] if only == "lib" || only == "main");
    let mut imports: Imports = sources
        .iter()
        .filter(|(parts, _)| !is_root(parts))
        .map(|(parts, _)| (parts[0].clone(), BTreeSet::new()))
        .collect();
    let roots = sources.iter().filter(|(parts, _)| is_root(parts));
    let re_exports: BTreeMap<String, String> =
        roots.flat_map(|(_, text)| re_exports(text)).collect();
    for (parts, text) in sources.iter().filter(|(parts, _)| !is_root(parts)) {
        let beside_root = parts.len() == 1;
        let named = ["crate::", "super::"].into_iter().take(if beside_root { 2 } else { 1 });
        let named = named.flat_map(|start| first_names(text, start));
        let modules = named.map(|name| re_exports.get(&name).cloned().unwrap_or(name));
        let known: Vec<String> = modules.filter(|module| imports.contains_key(module)).collect();
        imports.entry(parts[0].clone()).or_default().extend(known);
    }
    for (module, used) in &mut imports {
        used.remove(module);
    }
    imports
}

/// The names that a crate's root re-exports, each with the module it comes from.
fn re_exports(root: &str) -> Vec<(String, String)> {
    let uses = root.split("use ").skip(1).filter_map(|rest| rest.split(';').next());
    let parted = uses.filter_map(|path| path.split_once("::"));
    let names = |(module, names): (&str, &str)| {
        let module = module.trim().to_owned();
        let words = names.split(|c: char| !(c.is_alphanumeric() || c == '_'));
        let words = words.filter(|word| !word.is_empty()).map(str::to_owned);
        words.map(|word| (word, module.clone())).collect::<Vec<_>>()
    };
    parted.flat_map(names).collect()
}

/// The first name of every path behind `start`, those in braces one by one.
fn first_names(text: &str, start: &str) -> Vec<String> {
    let mut names = Vec::new();
    for rest in text.split(start).skip(1) {
        let (mut depth, mut name, mut is_first) = (0, String::new(), true);
        for c in rest.chars() {
            if (c.is_alphanumeric() || c == '_') && is_first && depth <= 1 {
                name.push(c);
                continue;
            }
            if c == '{' && depth == 0 && name.is_empty() {
                depth = 1;
                continue;
            }
            names.extend((!name.is_empty()).then(|| std::mem::take(&mut name)));
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            is_first = (depth == 1 && c == ',') || (is_first && c.is_whitespace());
            if depth == 0 {
                break;
            }
        }
        names.extend((!name.is_empty()).then_some(name));
    }
    names
}

/// Everything that a module reaches by imports of imports.
fn reach(imports: &Imports, from: &str) -> BTreeSet<String> {
    let (mut reached, mut next) = (BTreeSet::new(), vec![from.to_owned()]);
    while let Some(module) = next.pop() {
        for used in imports.get(&module).into_iter().flatten() {
            if reached.insert(used.clone()) {
                next.push(used.clone());
            }
        }
    }
    reached
}

/// The groups of modules that import each other in a circle.
fn circles(imports: &Imports) -> Vec<Vec<String>> {
    let reached: Imports =
        imports.keys().map(|module| (module.clone(), reach(imports, module))).collect();
    let in_circle = |module: &&String| reached[*module].contains(*module);
    let together = |module: &String| -> Vec<String> {
        let back = |other: &&String| reached[*other].contains(module);
        reached[module].iter().filter(back).cloned().collect()
    };
    let groups: BTreeSet<Vec<String>> = imports.keys().filter(in_circle).map(together).collect();
    groups.into_iter().collect()
}

/// The page: the crates as a picture, and the modules of each with their imports.
fn describe(crates: &[Crate]) -> String {
    let mut page = "# Crates and modules\n\nMade by `cargo xtask modules`; the gate checks that it is up to \
        date and that no modules of a crate import each other in a circle.\n\n```mermaid\ngraph TD\n"
        .to_owned();
    for Crate { name, uses, .. } in crates {
        for used in uses {
            let _ = writeln!(page, "  {name} --> {used}");
        }
    }
    page.push_str("```\n");
    for Crate { name, imports, .. } in crates.iter().filter(|of| !of.imports.is_empty()) {
        let _ = writeln!(page, "\n## {name}\n\n| module | imports |\n|---|---|");
        for (module, used) in imports {
            let used: Vec<&str> = used.iter().map(String::as_str).collect();
            let _ = writeln!(page, "| {module} | {} |", used.join(", "));
        }
    }
    page
}

fn file_name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn imports_of(files: &[(&str, &str)]) -> Imports {
        let sources = files
            .iter()
            .map(|(path, text)| (path.split('/').map(str::to_owned).collect(), production(text)));
        imports(&sources.collect())
    }

    #[test]
    fn a_circle_is_found_through_braces_re_exports_and_sub_modules() {
        let imports = imports_of(&[
            ("lib", "mod a;\nmod b;\nmod c;\npub use c::{Thing, Other};"),
            ("a", "use crate::{b::{x, y}, std};"),
            ("b/deep", "use crate::Thing;"),
            ("c", "use super::a;"),
        ]);
        assert_eq!(circles(&imports), [["a", "b", "c"]]);
    }

    #[test]
    fn comments_tests_and_a_modules_own_parts_make_no_circle() {
        let imports = imports_of(&[
            ("lib", "mod a;\nmod b;"),
            ("a", "use crate::b;\nuse crate::a::part;"),
            ("b", "// crate::a\n#[cfg(test)]\nmod tests { use crate::a; }"),
            ("b/part", "use super::helper;"),
        ]);
        assert_eq!(circles(&imports), [[""; 0]; 0]);
        assert_eq!(imports["a"].iter().collect::<Vec<_>>(), ["b"]);
    }
}
