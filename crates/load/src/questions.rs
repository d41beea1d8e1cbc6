//! Questions at the analysis board: what the moves of a position are worth, of positions that games
//! by chance lead to.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use merels_rules::{AnyPosition, Game, GameId, Side, SplitMix};
use tokio::task::{JoinHandle, spawn_local};
use tokio::time::{MissedTickBehavior, interval};

use crate::args::Args;
use crate::client::Addresses;
use crate::http::Browser;
use crate::play::End;

/// The time of each answer, by whether men were in hand.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    pub(crate) placing: Vec<Duration>,
    pub(crate) moving: Vec<Duration>,
}

/// The asking, until the playing ends.
pub(crate) struct Questions(Option<JoinHandle<Result<Answers>>>);

impl Questions {
    pub(crate) fn start(args: &Args, addresses: &Addresses, over: &End) -> Questions {
        if args.questions == 0 {
            return Questions(None);
        }
        let (game, rate) = (args.game, args.questions);
        let browser = Browser::new(&addresses[0]).with_header("Accept: application/json");
        Questions(Some(spawn_local(ask_often(game, rate, browser, over.clone()))))
    }

    pub(crate) async fn end(self) -> Result<Answers> {
        match self.0 {
            Some(task) => task.await.context("the asking failed")?,
            None => Ok(Answers::default()),
        }
    }
}

/// Asks at a steady pace, whether or not earlier questions are answered, as people do.
async fn ask_often(game: GameId, rate: u32, browser: Browser, mut over: End) -> Result<Answers> {
    let answers = Rc::new(RefCell::new(Answers::default()));
    let mut random = SplitMix::new(1);
    let mut ticks = interval(Duration::from_secs(1) / rate);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Burst);
    let mut asked = Vec::new();
    loop {
        tokio::select! {
            _ = ticks.tick() => {
                let position = any_position(game, &mut random);
                let (browser, answers) = (browser.clone(), answers.clone());
                asked.push(spawn_local(async move {
                    let begun = Instant::now();
                    ask(&browser, &position).await?;
                    let mut answers = answers.borrow_mut();
                    let of_phase = if men_in_hand(&position) {
                        &mut answers.placing
                    } else {
                        &mut answers.moving
                    };
                    of_phase.push(begun.elapsed());
                    Ok::<_, anyhow::Error>(())
                }));
            }
            _ = over.changed() => break,
        }
    }
    for question in asked {
        question.await.context("a question failed")??;
    }
    Ok(answers.take())
}

/// The position of a game by chance after some plies, half of them beyond the placing.
pub(crate) fn any_position(game: GameId, random: &mut SplitMix) -> AnyPosition {
    let mut played = Game::new(game.start());
    let plies = 2 + random.below(40);
    while played.outcome().is_none() && played.ply() < plies {
        let moves = played.legal_moves();
        let before = played.clone();
        if played.play(moves[random.below(moves.len())]).is_err() || played.outcome().is_some() {
            return before.position().clone();
        }
    }
    played.position().clone()
}

fn men_in_hand(position: &AnyPosition) -> bool {
    match position {
        AnyPosition::Morris(position) => Side::ALL.iter().any(|side| position.hand(*side) > 0),
        _ => false,
    }
}

/// The address of a position at the analysis board.
pub(crate) fn address(position: &AnyPosition) -> String {
    let game = position.game();
    format!("/analysis?game={game}&position={}", position.to_string().replace(' ', "%20"))
}

async fn ask(browser: &Browser, position: &AnyPosition) -> Result<()> {
    let answer = browser.get(&address(position)).await?;
    if answer.status != 200 {
        bail!("a question is answered with status {}: {}", answer.status, answer.body);
    }
    Ok(())
}
