//! The attacks: what one address does.

use std::time::Duration;

use merels_model::GameKey;
use merels_rules::{GameId, SplitMix};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::attacker::{Attacker, Tally};
use super::guests::Guest;
use super::seeds::Seeds;
use crate::attack::Attack;
use crate::http::Browser;
use crate::play::End;
use crate::questions;

pub(crate) struct Target {
    pub(crate) attacker: Browser,
    /// The browser whose requests never end.
    pub(crate) half_requests: Browser,
    pub(crate) games: Vec<GameKey>,
    pub(crate) seeds: Seeds,
}

/// A password that takes long to judge: full of letters that could stand for others.
const HARD_PASSWORD: &str = "4@8({[<369&#!1/|0$5+7%24@8({[<369&#!1/|0$5+7%24@8({[<369&#!1/|0$";

const BURST: Duration = Duration::from_secs(5);

const HALF_REQUESTS: usize = 4000;

/// Pause before a half request that was ended begins again.
const BEGUN_AGAIN: Duration = Duration::from_secs(5);

pub(super) async fn attack(attacks: &[Attack], target: Target, mut end: End) -> Tally {
    let attacker = Attacker::new(target);
    let mut running = JoinSet::new();
    for attack in attacks {
        let attacker = attacker.clone();
        let attack = *attack;
        running.spawn_local(async move { run(attack, &attacker).await });
    }
    // An error means that nobody is there any more who could end it.
    let _ = end.wait_for(|over| *over).await;
    running.shutdown().await;
    attacker.tally()
}

async fn run(attack: Attack, by: &Attacker) {
    let Seeds { finished, taken_back, long_line } = &by.target.seeds;
    let game = |number: usize| &finished[number % finished.len()];
    match attack {
        Attack::Signup => by.paced(8, |number| sign_up(by, number)).await,
        Attack::Abandoned => by.paced(20, |number| abandon(by, number)).await,
        Attack::Analysis => {
            by.bursts(150, BURST, |number| by.get(analysis(number))).await;
        }
        Attack::Reviews => {
            by.paced(30, |number| by.get(format!("/game/{}/review", game(number)))).await;
        }
        Attack::Computer => play_computer(by).await,
        Attack::Hints => ask_hints(by).await,
        Attack::Tree => by.workers(2, || by.get(long_line.clone())).await,
        Attack::Icon => by.paced(76, |_| by.get("/icon/512.png".to_owned())).await,
        Attack::Picture => {
            by.paced(45, |number| by.get(format!("/game/{}/picture.png", game(number)))).await;
        }
        Attack::TakeBacks => {
            let pages = by.paced(20, |_| by.get(format!("/game/{taken_back}")));
            tokio::join!(pages, take_back(by));
        }
        Attack::Lobby => {
            let pages = by.paced(10, |_| by.get("/lobby".to_owned()));
            let seats = by.paced(1, |number| sit_down(by, number));
            tokio::join!(pages, seats);
        }
        Attack::Connections => {
            let hold = (0..HALF_REQUESTS).map(|_| hold_connection(by));
            futures_util::future::join_all(hold).await;
        }
        Attack::Moves => {
            let Some(guest) = Guest::come(&by.target.attacker, "nine", 1).await else { return };
            by.paced(200, |number| {
                let game = &by.target.games[number % by.target.games.len()];
                by.form(&guest.browser, "PUT", "/move", format!("game_id={game}&move=a1&ply=0"))
            })
            .await;
        }
        Attack::Log => fill_log(by).await,
        Attack::All => {}
    }
}

async fn sign_up(by: &Attacker, number: usize) {
    let password: String = HARD_PASSWORD.bytes().map(|byte| format!("%{byte:02x}")).collect();
    let form = format!(
        "email=abuse{number}@example.org&name=Abuse{number}&password={password}&confirm={password}"
    );
    by.form(&by.target.attacker, "POST", "/signup", form).await;
}

/// The address of an analysis, each time of another position.
fn analysis(number: usize) -> String {
    let mut random = SplitMix::new(number as u64);
    questions::address(&questions::any_position(GameId::NINE, &mut random))
}

async fn abandon(by: &Attacker, number: usize) {
    let browser = &by.target.attacker;
    let Ok(mut stream) = browser.connect().await else { return by.note(0) };
    let asked = stream.write_all(browser.request("GET", &analysis(number), "").as_bytes()).await;
    if asked.is_err() {
        return by.note(0);
    }
    let mut begin = [0; 12];
    match timeout(Duration::from_secs(1), stream.read_exact(&mut begin)).await {
        Ok(Ok(_)) => {
            let status = std::str::from_utf8(&begin).ok().and_then(|text| text.get(9..));
            by.note(status.and_then(|status| status.parse().ok()).unwrap_or_default());
        }
        _ => by.note(0),
    }
}

/// Plays two games of many guests, a turn a second in each as far as the computer answers.
async fn play_computer(by: &Attacker) {
    let guests = (0..28).map(|_| async {
        let Some(guest) = Guest::come(&by.target.attacker, "twelve", 10).await else { return };
        let second = guest.begin("twelve", 10).await;
        let games = [Some(guest.game.clone()), second];
        let play = games.into_iter().flatten().map(|game| {
            let guest = &guest;
            async move {
                let mut random = SplitMix::new(1);
                loop {
                    by.note(guest.play_turn(&game, &mut random).await);
                    sleep(Duration::from_secs(1)).await;
                }
            }
        });
        futures_util::future::join_all(play).await;
    });
    futures_util::future::join_all(guests).await;
}

async fn ask_hints(by: &Attacker) {
    let guests = (0..10).map(|_| Guest::come(&by.target.attacker, "nine", 1));
    let guests = futures_util::future::join_all(guests).await;
    let guests: Vec<Guest> = guests.into_iter().flatten().collect();
    let ask = |number: usize| {
        let guest = &guests[number % guests.len()];
        by.form(&guest.browser, "PUT", "/hint", format!("game_id={}", guest.game))
    };
    if !guests.is_empty() {
        by.bursts(90, BURST, ask).await;
    }
}

async fn take_back(by: &Attacker) {
    let Some(guest) = Guest::come_to_play_here(&by.target.attacker).await else { return };
    let form = format!("game_id={}", guest.game);
    loop {
        by.form(&guest.browser, "PUT", "/move", format!("{form}&move=a1")).await;
        by.form(&guest.browser, "PUT", "/undo", form.clone()).await;
    }
}

/// A new guest waits for a game that nobody else waits for.
async fn sit_down(by: &Attacker, number: usize) {
    let (days, size) = (1 + number % 14, 4 + number / 14 % 5);
    let form = format!("opponent=anybody&game=mingmang&size={size}&clock={days}d");
    by.form(&by.target.attacker, "POST", "/play", form).await;
}

/// Begins a request and never ends it; begins again when it is shown out.
async fn hold_connection(by: &Attacker) {
    let browser = &by.target.half_requests;
    loop {
        if let Ok(mut stream) = browser.connect().await {
            let _ = stream.write_all(b"GET / HTTP/1.1\r\nHost: merels\r\nX-Half: ").await;
            let mut answer = Vec::new();
            let _ = stream.read_to_end(&mut answer).await;
            let refused = answer.starts_with(b"HTTP/1.1 503");
            by.note(if refused { 503 } else { 0 });
        }
        sleep(BEGUN_AGAIN).await;
    }
}

async fn fill_log(by: &Attacker) {
    let Some(guest) = Guest::come(&by.target.attacker, "nine", 1).await else { return };
    let log_in = by.paced(200, |_| {
        let form = "email=somebody@example.org&password=not+the+right+one".to_owned();
        by.form(&by.target.attacker, "POST", "/loginplayer", form)
    });
    let operate = by.paced(200, |_| by.get_as(&guest.browser, "/operator".to_owned()));
    tokio::join!(log_in, operate);
}
