//! A client that is generated from the interface's description, checked by a compiler that knows nothing
//! else of us, plays a game.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use merels_store::Store;
use merels_test_services::wanted;

use crate::bot_account::bot;
use crate::process::{Running, serve};

const TSC: [&str; 10] = [
    "node_modules/typescript/bin/tsc",
    "--strict",
    "--skipLibCheck",
    "--target",
    "es2022",
    "--module",
    "es2022",
    "--moduleResolution",
    "bundler",
    "--lib",
];

/// Runs a script of Node in the folder `web`; gives what it says.
#[track_caller]
fn node(web: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> String {
    let mut command = Command::new("node");
    command.args(arguments).envs(environment.iter().copied()).current_dir(web);
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {said}{error}");
    said
}

/// A folder from which Node finds the packages of the gate; it goes when this is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(web: &Path) -> Folder {
        let folder = web.join("node_modules").join(format!(".client-{}", std::process::id()));
        fs::create_dir(&folder).unwrap();
        Folder(folder)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_client_generated_from_the_description_plays_a_game() {
    if wanted("MERELS_TEST_NODE").is_none() {
        return;
    }
    let state = tempfile::tempdir().unwrap();
    let database = format!("sqlite://{}", state.path().join("merels.db").display());
    let arguments = ["--listen", "127.0.0.1:0", "--database", &database];
    let site = Running::start(&mut serve(state.path(), &arguments));
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let (deep, quick) = runtime.block_on(async {
        let store = Store::open(&database).await.unwrap();
        (bot(&store, "Deepmill").await, bot(&store, "Quickmill").await)
    });
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    let folder = Folder::new(&web);
    let address = format!("http://{}", site.address);
    let description = format!("{address}/api/v1/openapi.json");
    let (schema, script) = (folder.file("schema.d.ts"), folder.file("play.ts"));
    let generator = "node_modules/openapi-typescript/bin/cli.js";
    node(&web, &[generator, &description, "--output", &schema], &[]);
    fs::copy(web.join("client/play.ts"), &script).unwrap();
    fs::write(folder.file("package.json"), "{\"type\": \"module\"}").unwrap();
    let libraries = "es2022,dom,dom.iterable,dom.asynciterable";
    node(&web, &[&TSC[..], &[libraries, &script]].concat(), &[]);
    let environment =
        [("SITE", address.as_str()), ("DEEP", &deep.secret), ("QUICK", &quick.secret)];
    let said = node(&web, &[&folder.file("play.js")], &environment);
    assert!(said.contains(" moves, "), "{said}");
}
