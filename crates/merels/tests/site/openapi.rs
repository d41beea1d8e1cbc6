//! The interface's description in the hands of programs that know nothing else of us: a validator, a
//! strict generator of clients, and one that makes up calls for a minute.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use merels_store::Store;
use merels_test_services::wanted;
use serde_json::Value;

use crate::bot_account::{bot, call};
use crate::process::{Running, serve};

/// The time for which calls are made up.
const SECONDS: &str = "60";

/// The generated client's work: it asks for the puzzle of the day and solves nothing.
const CLIENT: &str = "
import sys
from merels_client import AuthenticatedClient
from merels_client.api.account import account
from merels_client.api.puzzles import daily_puzzle
from merels_client.models import PlayerKind

client = AuthenticatedClient(base_url=sys.argv[1], token=sys.argv[2], raise_on_unexpected_status=True)
puzzle, owner = daily_puzzle.sync(client=client), account.sync(client=client)
assert owner.kind == PlayerKind.BOT and puzzle.number > 0, (puzzle, owner)
";

/// The environment of the gate with these programs.
struct Tools {
    python: PathBuf,
    folder: PathBuf,
}

impl Tools {
    #[track_caller]
    fn run(&self, program: &Path, arguments: &[&str]) {
        let bin = self.python.parent().unwrap();
        let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap_or_default());
        let output = Command::new(program)
            .args(arguments)
            .env("PATH", path)
            .current_dir(&self.folder)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {said}{error}");
    }

    #[track_caller]
    fn python(&self, arguments: &[&str]) {
        self.run(&self.python, arguments);
    }
}

#[test]
fn the_description_is_valid_makes_a_client_and_is_kept_to() {
    let Some(python) = wanted("MERELS_TEST_OPENAPI") else { return };
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite://{}", folder.path().join("merels.db").display());
    let most = "1000000";
    let arguments = ["--listen", "127.0.0.1:0", "--database", &database, "--log", "error"];
    let limits = ["--api-calls-per-minute", most, "--values-per-minute", most];
    let more = ["--games-per-minute", most];
    let site = Running::start(serve(folder.path(), &arguments).args(limits).args(more));
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let bot = runtime.block_on(async {
        let store = Store::open(&database).await.unwrap();
        bot(&store, "Deepmill").await
    });
    let description = ("GET", "/api/v1/openapi.json");
    let (status, description) = call(site.address, &bot.secret, description, &Value::Null);
    assert_eq!(status, 200);
    fs::write(folder.path().join("openapi.json"), description.to_string()).unwrap();
    let tools = Tools { python: python.into(), folder: folder.path().to_owned() };

    tools.python(&["-m", "openapi_spec_validator", "openapi.json"]);
    let generate = ["-m", "openapi_python_client", "generate", "--path", "openapi.json"];
    // It knows no lines of JSON, and takes them for the first of them.
    let lines = "content_type_overrides:\n  application/x-ndjson: application/json\n";
    fs::write(folder.path().join("generate.yaml"), lines).unwrap();
    let strictly = ["--meta", "none", "--fail-on-warning", "--config", "generate.yaml"];
    let into = ["--output-path", "merels_client"];
    tools.python(&[&generate[..], &strictly, &into].concat());
    let address = format!("http://{}", site.address);
    tools.python(&["-c", CLIENT, &address, &bot.secret]);

    let made_up = tools.python.with_file_name("st");
    let header = format!("Authorization: Bearer {}", bot.secret);
    let run = ["run", "openapi.json", "--url", &address, "--header", &header];
    let how = ["--max-time", SECONDS, "--seed", "1", "--no-color"];
    // Streams do not end; tests of their own read them. What a position or a move is, no schema says, so
    // that a text that fits one may well be refused.
    let without = [
        "--exclude-operation-id",
        "gameEvents",
        "--exclude-operation-id",
        "accountEvents",
        "--exclude-checks",
        "positive_data_acceptance",
    ];
    tools.run(&made_up, &[&run[..], &how, &without].concat());
}
