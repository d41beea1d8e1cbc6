//! `merels serve` as whoever runs the site meets it: its first words, its errors, its settings.

use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::Command;

use crate::process::{Running, failed, serve};

fn database(folder: &Path) -> String {
    format!("sqlite://{}", folder.join("merels.db").display())
}

#[test]
fn the_first_start_makes_its_database_and_prints_the_address() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = serve(folder.path(), &["--listen", "127.0.0.1:0"]);
    // The usual database is in the current folder.
    let site = Running::start(command.current_dir(folder.path()));
    assert!(site.address.ip().is_loopback() && site.address.port() != 0);
    assert!(folder.path().join("merels.db").is_file());
    assert!(site.end_politely().success());
}

#[test]
fn the_printed_address_is_the_public_one_if_there_is_one() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = serve(folder.path(), &["--public-url", "https://merels.example"]);
    command.args(["--listen", "127.0.0.1:0", "--database", &database(folder.path())]);
    let site = Running::start_anywhere(&mut command);
    assert_eq!(site.said, "Merels is at https://merels.example/");
}

#[test]
fn a_taken_port_is_said_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let database = database(folder.path());
    let error = failed(&mut serve(folder.path(), &["--listen", &address, "--database", &database]));
    assert!(error.starts_with(&format!("merels: cannot listen on {address}: ")), "{error}");
    assert!(!folder.path().join("merels.db").exists(), "nothing is made for that");
}

#[test]
fn an_unusable_database_is_said_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let no_database = folder.path().join("notes.txt");
    fs::write(&no_database, "This is a text and no database, long enough to be seen as one.\n")
        .unwrap();
    let missing = folder.path().join("no-such-folder").join("merels.db");
    for address in [
        "merels.db".to_owned(),
        "mysql://localhost/merels".to_owned(),
        format!("sqlite://{}", no_database.display()),
        format!("sqlite://{}", missing.display()),
    ] {
        let args = ["--listen", "127.0.0.1:0", "--database", &address];
        let error = failed(&mut serve(folder.path(), &args));
        assert!(error.contains("database"), "{address}: {error}");
    }
}

#[test]
fn a_bad_file_of_settings_is_said_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("merels.toml");
    for (text, reason) in [
        ("# A comment.\nlisten = 8080", "line 2: invalid socket address"),
        ("listen = \"nowhere\"", "line 1: invalid socket address"),
        ("listen = [[]]\nconnections = -1", "line 2: "),
        ("connections = 1.5", "line 1: invalid type: float"),
        ("log_format = \"xml\"", "line 1: invalid value 'xml'"),
        ("config = \"other.toml\"", "line 1: unknown field `config`"),
        ("public-url = \"http://games.example\"", "line 1: unknown field `public-url`"),
        ("\n\ncolour = \"red\"", "line 3: unknown field `colour`"),
        ("listen", "line 1: "),
    ] {
        fs::write(&file, text).unwrap();
        let error = failed(&mut serve(folder.path(), &["--config", file.to_str().unwrap()]));
        assert!(error.contains("merels.toml") && error.contains(reason), "{text}: {error}");
    }
    fs::remove_file(&file).unwrap();
    let error = failed(&mut serve(folder.path(), &["--config", file.to_str().unwrap()]));
    assert!(error.contains("cannot be read"), "{error}");
}

#[test]
fn a_flag_beats_the_environment_and_that_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| format!("sqlite://{}", folder.path().join(name).display());
    let file = folder.path().join("merels.toml");
    let made = |name: &str| folder.path().join(name).exists();
    let text = format!(
        "listen = \"127.0.0.1:0\"\ndatabase = \"{}\"\npublic_url = \"http://file.example\"\n",
        path("file.db")
    );
    fs::write(&file, text).unwrap();
    let config = ["--config", file.to_str().unwrap()];
    let site = Running::start_anywhere(&mut serve(folder.path(), &config));
    assert_eq!(site.said, "Merels is at http://file.example/");
    assert!(made("file.db"));
    drop(site);
    let mut command = serve(folder.path(), &config);
    command.env("MERELS_DATABASE", path("environment.db"));
    command.env("MERELS_PUBLIC_URL", "http://environment.example");
    let site = Running::start_anywhere(&mut command);
    assert_eq!(site.said, "Merels is at http://environment.example/");
    assert!(made("environment.db"));
    drop(site);
    command.args(["--database", &path("flag.db"), "--public-url", "http://flag.example"]);
    let site = Running::start_anywhere(&mut command);
    assert_eq!(site.said, "Merels is at http://flag.example/");
    assert!(made("flag.db"));
}

#[test]
fn whoever_reads_the_address_may_end_the_site_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let database = database(folder.path());
    for _ in 0..10 {
        let mut command = serve(folder.path(), &["--listen", "127.0.0.1:0"]);
        let site = Running::start(command.args(["--database", &database]));
        assert!(site.end_politely().success());
    }
}

fn merels(args: &[&str]) -> std::process::Output {
    std::process::Command::new(env!("CARGO_BIN_EXE_merels")).args(args).output().unwrap()
}

#[test]
fn a_running_site_is_backed_up_restored_and_served_again() {
    let folder = tempfile::tempdir().unwrap();
    let (old, new) = (database(folder.path()), folder.path().join("new"));
    fs::create_dir(&new).unwrap();
    let new = database(&new);
    let site = Running::start(
        serve(folder.path(), &["--listen", "127.0.0.1:0"]).args(["--database", &old]),
    );
    let file = folder.path().join("merels.backup").display().to_string();
    let output = merels(&["backup", "--database", &old, &file]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && said.starts_with("0 players, 0 games"), "{output:?}");
    // Neither a backup nor a database is written over.
    let again = merels(&["backup", "--database", &old, &file]);
    assert!(String::from_utf8_lossy(&again.stderr).contains("is there already"), "{again:?}");
    let over = merels(&["restore", &file, "--database", &old]);
    assert!(String::from_utf8_lossy(&over.stderr).contains("is not empty"), "{over:?}");
    assert!(site.end_politely().success());
    assert!(merels(&["restore", &file, "--database", &new]).status.success());
    let site = Running::start(
        serve(folder.path(), &["--listen", "127.0.0.1:0"]).args(["--database", &new]),
    );
    assert!(site.end_politely().success());
    // What is no backup makes no database.
    let none = folder.path().join("none.db");
    let url = format!("sqlite://{}", none.display());
    let refused = merels(&["restore", &old["sqlite://".len()..], "--database", &url]);
    assert!(!refused.status.success() && !none.exists(), "{refused:?}");
}

#[test]
fn settings_of_mail_that_cannot_work_are_said_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let database = database(folder.path());
    let usual = ["--listen", "127.0.0.1:0", "--database", database.as_str()];
    let site = ["--public-url", "https://merels.example"];
    for (arguments, reason) in [
        (vec!["--smtp", "smtp://localhost"], "mail needs public_url"),
        (vec!["--mail-from", "merels@example.org"], "mail needs a mail server"),
        ([&["--smtp", "https://mail.example"][..], &site].concat(), "smtps://HOST"),
        (
            [&["--smtp", "smtps://ada:secret@mail.example"][..], &site].concat(),
            "not into its address",
        ),
        ([&["--smtp", "smtps://ada@mail.example"][..], &site].concat(), "needs a password"),
        (
            [&["--smtp", "smtp://localhost", "--mail-from", "nobody"][..], &site].concat(),
            "'nobody' is not the sender",
        ),
        (
            [&["--smtp", "smtp://localhost", "--smtp-password-file", "/nowhere/at/all"][..], &site]
                .concat(),
            "/nowhere/at/all cannot be read",
        ),
        (
            [&["--smtp", "smtps://mail.example", "--smtp-ca", "/nowhere/at/all"][..], &site]
                .concat(),
            "smtp_ca: /nowhere/at/all cannot be read",
        ),
        (
            [&["--smtp", "smtp://localhost", "--smtp-ca", "/nowhere/at/all"][..], &site].concat(),
            "smtp_ca is for a mail server over TLS",
        ),
    ] {
        let error = failed(serve(folder.path(), &usual).args(&arguments));
        assert!(error.contains(reason) && !error.contains("secret"), "{arguments:?}: {error}");
    }
    assert!(!folder.path().join("merels.db").exists(), "nothing is made for that");
}

/// Moves with their values and the plies to the end, as the terminal says them.
fn told_by_the_terminal(folder: &Path, position: &str) -> (String, Vec<String>) {
    let args = ["probe", "six", "--gamesman", position, "--tables", folder.to_str().unwrap()];
    let probed = Command::new(env!("CARGO_BIN_EXE_merels")).args(args).output().unwrap();
    let probed = String::from_utf8(probed.stdout).unwrap();
    let name = probed.lines().find_map(|line| line.strip_prefix("position ")).unwrap().to_owned();
    let moves = probed.lines().filter(|line| line.starts_with("  "));
    let mut moves: Vec<String> = moves
        .map(|line| {
            let words: Vec<&str> = line.split_whitespace().skip(1).collect();
            words.join(" ")
        })
        .collect();
    moves.sort();
    (name, moves)
}

/// The same from GAMESMAN's interface, whose plies are counted after the move.
fn told_by_the_site(site: &Running, name: &str) -> Vec<String> {
    let answer = get(site, &format!("/gamesman/mills/six/positions/?p={name}"));
    let mut moves: Vec<String> = answer["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|mv| {
            let text = |field: &str| mv[field].as_str().unwrap();
            let plies = match text("moveValue") {
                "draw" => "infinite".to_owned(),
                _ => (mv["remoteness"].as_i64().unwrap() + 1).to_string(),
            };
            format!("{} {}, remoteness {plies}", text("move"), text("moveValue"))
        })
        .collect();
    moves.sort();
    moves
}

fn get(site: &Running, path: &str) -> serde_json::Value {
    let mut stream = TcpStream::connect(site.address).unwrap();
    let request = format!(
        "GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\n\
         Connection: close\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    serde_json::from_str(body).unwrap()
}

#[test]
fn terminal_and_site_say_the_same_in_the_words_of_gamesman() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().to_str().unwrap();
    let solved = Command::new(env!("CARGO_BIN_EXE_merels"))
        .args(["solve", "six", "--device", "cpu", "--tables", tables])
        .output()
        .unwrap();
    assert!(solved.status.success());
    let database = database(folder.path());
    let args = ["--listen", "127.0.0.1:0", "--database", &database, "--tables", tables];
    let site = Running::start(&mut serve(folder.path(), &args));
    // Placing and moving, none with a mill to close.
    for position in ["xWxBxWxBxWxxBxxx w 3 3 0", "WBxxxWBxBxWxBxWx b 0 0 0"] {
        let (name, terminal) = told_by_the_terminal(folder.path(), position);
        assert!(terminal.len() > 4, "{terminal:?}");
        assert_eq!(terminal, told_by_the_site(&site, &name), "{position}");
    }
}

/// Mapped into memory, such a file ended the whole site.
#[test]
fn a_table_that_is_cut_short_under_a_running_site_is_done_without() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().to_str().unwrap();
    let solved = Command::new(env!("CARGO_BIN_EXE_merels"))
        .args(["solve", "three", "--device", "cpu", "--tables", tables])
        .output()
        .unwrap();
    assert!(solved.status.success());
    let database = database(folder.path());
    let args = ["--listen", "127.0.0.1:0", "--database", &database, "--tables", tables];
    let site = Running::start(&mut serve(folder.path(), &args));
    let source = |position: &str| {
        let path = format!("/analysis?game=three&position={}", position.replace(' ', "+"));
        get(&site, &path)["source"].clone()
    };
    assert_eq!(source("xxxxxxxxx w 3 3 0"), "tables");
    for entry in fs::read_dir(folder.path().join("three")).unwrap() {
        let file = fs::OpenOptions::new().write(true).open(entry.unwrap().path()).unwrap();
        let whole = file.metadata().unwrap().len();
        file.set_len(whole / 2).unwrap();
    }
    // Other men than any that were asked for, so that nothing is remembered of them.
    assert_eq!(source("WBWBxxxxx w 1 1 0"), "engine");
    assert_eq!(source("WWBBWBxxx w 0 0 0"), "engine");
    assert!(site.end_politely().success());
}
