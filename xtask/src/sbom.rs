//! The software bill of materials: every crate that the program is built from, as CycloneDX lists them.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use crate::step::target_folder;

/// The package whose program is handed out.
const PROGRAM: &str = "merels";

/// Writes the list; gives its path.
pub(crate) fn write(root: &Path) -> Result<PathBuf> {
    let folder = target_folder(root).join("sbom");
    fs::create_dir_all(&folder)?;
    let path = folder.join(format!("{PROGRAM}.cdx.json"));
    let list = list(&metadata(root)?, &checksums(&fs::read_to_string(root.join("Cargo.lock"))?))?;
    fs::write(&path, serde_json::to_string_pretty(&list)? + "\n")?;
    println!("== what the program is built from: {}", path.display());
    Ok(path)
}

/// Cargo's metadata of all packages, for the platform of the package.
fn metadata(root: &Path) -> Result<Value> {
    let platform = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    let output = Command::new("cargo")
        .args(["metadata", "--format-version=1", "--locked", "--filter-platform", &platform])
        .args(["--features", "merels/jemalloc"])
        .current_dir(root)
        .output()
        .context("cargo cannot be run")?;
    if !output.status.success() {
        bail!("cargo metadata: {}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// The checksums of the lock file, by name and version.
fn checksums(lock: &str) -> HashMap<(String, String), String> {
    let value = |block: &str, field: &str| {
        let line = block.lines().find_map(|line| line.strip_prefix(&format!("{field} = \"")))?;
        Some(line.trim_end_matches('"').to_owned())
    };
    let blocks = lock.split("[[package]]");
    let entry = |block: &str| {
        Some(((value(block, "name")?, value(block, "version")?), value(block, "checksum")?))
    };
    blocks.filter_map(entry).collect()
}

fn text<'a>(value: &'a Value, field: &str) -> Result<&'a str> {
    value[field].as_str().with_context(|| format!("cargo told no {field}"))
}

fn array<'a>(value: &'a Value, field: &str) -> Result<&'a Vec<Value>> {
    value[field].as_array().with_context(|| format!("cargo told no {field}"))
}

/// The dependencies of each package, without those of tests or build scripts alone.
fn dependencies(metadata: &Value) -> Result<BTreeMap<&str, BTreeSet<&str>>> {
    let mut all = BTreeMap::new();
    for node in array(&metadata["resolve"], "nodes")? {
        let mut needs = BTreeSet::new();
        for dependency in array(node, "deps")? {
            let kinds = array(dependency, "dep_kinds")?;
            if kinds.iter().any(|kind| kind["kind"].is_null()) {
                needs.insert(text(dependency, "pkg")?);
            }
        }
        all.insert(text(node, "id")?, needs);
    }
    Ok(all)
}

/// A package and everything that it is built from.
fn reached<'a>(from: &'a str, all: &BTreeMap<&'a str, BTreeSet<&'a str>>) -> BTreeSet<&'a str> {
    let (mut found, mut open) = (BTreeSet::from([from]), vec![from]);
    while let Some(package) = open.pop() {
        for need in all.get(package).into_iter().flatten() {
            if found.insert(need) {
                open.push(need);
            }
        }
    }
    found
}

fn list(metadata: &Value, checksums: &HashMap<(String, String), String>) -> Result<Value> {
    let mut packages = HashMap::new();
    for package in array(metadata, "packages")? {
        packages.insert(text(package, "id")?, package);
    }
    let program = packages.values().find(|package| package["name"] == PROGRAM);
    let program = text(program.context("the program is no package")?, "id")?;
    let all = dependencies(metadata)?;
    let parts = reached(program, &all);
    let package = |id: &str| packages.get(id).copied().with_context(|| format!("{id} is unknown"));
    let mut components = Vec::new();
    let mut needs = Vec::new();
    for id in &parts {
        if *id != program {
            components.push(component(package(id)?, checksums)?);
        }
        let of: Result<Vec<String>> =
            all[id].iter().map(|need| reference(package(need)?)).collect();
        needs.push(json!({"ref": reference(package(id)?)?, "dependsOn": of?}));
    }
    let mut described = component(package(program)?, checksums)?;
    described["type"] = json!("application");
    Ok(json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": described},
        "components": components,
        "dependencies": needs,
    }))
}

/// The address of a package, as other programs name it.
fn reference(package: &Value) -> Result<String> {
    Ok(format!("pkg:cargo/{}@{}", text(package, "name")?, text(package, "version")?))
}

fn component(package: &Value, checksums: &HashMap<(String, String), String>) -> Result<Value> {
    let (name, version) = (text(package, "name")?, text(package, "version")?);
    let address = reference(package)?;
    let mut component = json!({
        "type": "library", "bom-ref": address, "name": name, "version": version, "purl": address,
    });
    if let Some(licence) = package["license"].as_str() {
        component["licenses"] = json!([{"expression": licence.replace('/', " OR ")}]);
    }
    if let Some(checksum) = checksums.get(&(name.to_owned(), version.to_owned())) {
        component["hashes"] = json!([{"alg": "SHA-256", "content": checksum}]);
    }
    Ok(component)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bill_of_materials_lists_all_that_the_program_is_built_from() {
        let root = crate::root().unwrap();
        let lock = fs::read_to_string(root.join("Cargo.lock")).unwrap();
        let list = list(&metadata(&root).unwrap(), &checksums(&lock)).unwrap();
        let components = list["components"].as_array().unwrap();
        let find = |name: &str| components.iter().find(|component| component["name"] == name);
        for part in ["merels-rules", "merels-web", "merels-store", "tokio", "ring", "sqlx-core"] {
            assert!(find(part).is_some(), "{part}");
        }
        for other in ["xtask", "merels-fuzz", "criterion", "proptest", "insta", "cc"] {
            assert!(find(other).is_none(), "{other} is no part of the program");
        }
        let names: BTreeSet<&str> =
            components.iter().map(|component| component["bom-ref"].as_str().unwrap()).collect();
        for component in components {
            let name = component["name"].as_str().unwrap();
            let licences = &component["licenses"][0]["expression"];
            assert!(licences.is_string(), "{name}: under which licence");
            let checksum = component["hashes"][0]["content"].as_str().unwrap_or_default();
            assert_eq!(checksum.len(), if name.starts_with("merels") { 0 } else { 64 }, "{name}");
        }
        for need in list["dependencies"].as_array().unwrap() {
            for part in need["dependsOn"].as_array().unwrap() {
                assert!(names.contains(part.as_str().unwrap()), "{part}");
            }
        }
    }
}
