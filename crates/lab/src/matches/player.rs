//! An engine in a process of its own.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use merels_engine::Score;
use merels_rules::GameId;

/// A fault of an engine that plays.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It went away or closed its output.
    Crash,
    /// It did not answer in time.
    Late,
}

#[derive(Debug, thiserror::Error)]
#[error("cannot use '{command}': {reason}")]
pub struct NoEngine {
    command: String,
    reason: String,
}

pub struct Player {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    /// True if its random choices can be made repeatable.
    takes_seed: bool,
    /// The last judgement that it gave of its chances.
    score: Option<Score>,
}

impl Player {
    /// Starts an engine and sets its game.
    pub fn start(
        command: &str,
        game: GameId,
        tables: Option<&Path>,
        patience: Duration,
    ) -> Result<Player, NoEngine> {
        Player::try_start(command, game, tables, patience)
            .map_err(|reason| NoEngine { command: command.to_owned(), reason })
    }

    fn try_start(
        command: &str,
        game: GameId,
        tables: Option<&Path>,
        patience: Duration,
    ) -> Result<Player, String> {
        let words = shlex::split(command).ok_or("the quotation marks do not match")?;
        let (program, arguments) = words.split_first().ok_or("it is empty")?;
        let mut child = Command::new(program)
            .args(arguments)
            .envs(tables.map(|folder| ("MERELS_TABLES", folder)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("cannot start {program}: {error}"))?;
        let input = child.stdin.take().ok_or("it has no input")?;
        let output = BufReader::new(child.stdout.take().ok_or("it has no output")?);
        let (sender, lines) = mpsc::channel();
        // Ends by itself when the engine closes its output or nobody listens any more.
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let mut player = Player { child, input, lines, takes_seed: false, score: None };
        player.ask("uci", "uciok", patience)?;
        let set_up = format!("setoption name Game value {game}\nisready");
        player.ask(&set_up, "readyok", patience)?;
        Ok(player)
    }

    /// Sends lines and waits for the answer that is wanted.
    fn ask(&mut self, line: &str, wanted: &str, patience: Duration) -> Result<(), String> {
        let answered = self.tell(line).and_then(|()| self.wait_for(wanted, patience));
        answered.map(drop).map_err(|fault| match fault {
            Fault::Crash => format!("it went away without answering {wanted}"),
            Fault::Late => format!("it does not answer {wanted}"),
        })
    }

    pub fn new_game(&mut self, seed: u64) -> Result<(), Fault> {
        if self.takes_seed {
            self.tell(&format!("setoption name Seed value {seed}"))?;
        }
        self.tell("ucinewgame")
    }

    pub fn tell(&mut self, line: &str) -> Result<(), Fault> {
        let sent = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        sent.map_err(|_| Fault::Crash)
    }

    /// Asks for a move; gives it and the time it took.
    pub fn think(
        &mut self,
        position: &str,
        go: &str,
        latest: Duration,
    ) -> Result<(String, Duration), Fault> {
        self.tell(position)?;
        let begun = Instant::now();
        self.tell(go)?;
        let answer = self.wait_for("bestmove", latest)?;
        let mv = answer.split_whitespace().nth(1).unwrap_or("").to_string();
        Ok((mv, begun.elapsed()))
    }

    /// The score it reported before its last move, by which a bot answers draw offers.
    pub fn score(&self) -> Option<Score> {
        self.score
    }

    /// The next line whose first word is `wanted`.
    fn wait_for(&mut self, wanted: &str, patience: Duration) -> Result<String, Fault> {
        let begun = Instant::now();
        loop {
            let left = patience.saturating_sub(begun.elapsed());
            let line = self.lines.recv_timeout(left).map_err(|error| match error {
                RecvTimeoutError::Timeout => Fault::Late,
                RecvTimeoutError::Disconnected => Fault::Crash,
            })?;
            self.takes_seed |= line.starts_with("option name Seed ");
            self.score = score_of(&line).or(self.score);
            if line.split_whitespace().next() == Some(wanted) {
                return Ok(line);
            }
        }
    }
}

/// The score of an `info` line, as this program or another engine writes it.
fn score_of(line: &str) -> Option<Score> {
    let mut words =
        line.strip_prefix("info ")?.split_whitespace().skip_while(|word| *word != "score");
    let (_, kind, number) = (words.next()?, words.next()?, words.next()?);
    let number: i32 = number.parse().ok()?;
    match kind {
        "cp" => Some(Score::of_hundredths(number)),
        "win" => Some(Score::win_in(number.unsigned_abs())),
        "loss" => Some(Score::loss_in(number.unsigned_abs())),
        // In moves of both sides, negative for the side that loses.
        "mate" if number > 0 => Some(Score::win_in(2 * number.unsigned_abs() - 1)),
        "mate" => Some(Score::loss_in(2 * number.unsigned_abs())),
        _ => None,
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        // It may be gone already; then there is nothing left to end.
        let _ = self.tell("quit");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
