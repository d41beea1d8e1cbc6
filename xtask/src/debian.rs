//! The Debian package: the program as it is handed out, its pages for `man`, settings, a unit.

use std::path::Path;

use anyhow::Result;

use crate::sbom;
use crate::step::{Step, target_folder};

/// The version that was tried with our `packaging`.
const VERSION: &str = "3.8.0";

const BUILD: Step<'_> = Step::cargo(
    "the build that is handed out",
    &["build", "--locked", "--profile", "dist", "-p", "merels", "--features", "jemalloc"],
);

pub(crate) fn package(root: &Path) -> Result<()> {
    let target = target_folder(root);
    BUILD.run(root, &[])?;
    let program = target.join("dist").join("merels");
    let manual = target.join("manual");
    let (program, manual) = (program.to_string_lossy(), manual.to_string_lossy());
    let arguments = ["manual", &*manual];
    Step { what: "pages for man", program: &program, arguments: &arguments, folder: "." }
        .run(root, &[])?;
    sbom::write(root)?;
    let tools = target.join("tools");
    if !tools.join("bin").join("cargo-deb").exists() {
        let folder = tools.to_string_lossy();
        let arguments = [
            "install",
            "cargo-deb",
            "--version",
            VERSION,
            "--locked",
            "--debug",
            "--root",
            &folder,
        ];
        Step::cargo("installing cargo-deb", &arguments).run(root, &[])?;
    }
    let deb = tools.join("bin").join("cargo-deb");
    let deb = deb.to_string_lossy();
    let arguments = ["-p", "merels", "--no-build", "--profile", "dist"];
    Step { what: "the package", program: &deb, arguments: &arguments, folder: "." }.run(root, &[])
}

#[cfg(test)]
mod tests {
    use std::fs;

    /// The site's settings may name a password of the database.
    #[test]
    fn packaged_settings_are_read_by_the_site_alone() {
        let root = crate::root().unwrap();
        let read = |path: &str| fs::read_to_string(root.join(path)).unwrap();
        let packaged = read("crates/merels/Cargo.toml");
        let asset = packaged.lines().find(|line| line.contains("packaging/merels.toml")).unwrap();
        assert!(asset.ends_with("\"640\"],"), "{asset}");
        let script = read("packaging/debian/postinst");
        for line in
            ["chown root:merels /etc/merels/merels.toml", "chmod 0640 /etc/merels/merels.toml"]
        {
            assert!(script.contains(line), "{line}");
        }
    }
}
