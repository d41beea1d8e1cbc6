//! Everything that the site keeps about one person.

use std::sync::Arc;

use merels_live::Clock;
use merels_model::{GameFilter, Player, Relation, StoredGame};
use merels_rules::GameId;
use merels_store::{Event, Store, StoredEvent};
use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::error::Result;

/// The number of games that are read from the store at once.
const PAGE: u32 = 50;

/// Pieces of the file that are made ahead of what its reader has taken.
const AHEAD: usize = 2;

pub type Pieces = mpsc::Receiver<Result<String>>;

/// Reads what the site keeps about a person.
#[derive(Clone, Debug)]
pub(super) struct PersonalData {
    store: Arc<Store>,
    clock: Clock,
}

impl PersonalData {
    pub(super) fn new(store: Arc<Store>, clock: Clock) -> PersonalData {
        PersonalData { store, clock }
    }

    /// Account, sessions, games with every event, ratings, puzzles, people, and what the security log
    /// says, as JSON in pieces: however much there is, only a few games of it are in memory.
    pub(super) async fn of(&self, player: Player) -> Result<Pieces> {
        let mut head = besides_games(self, &player).await?.to_string();
        // The games follow inside the same object.
        head.pop();
        head.push_str(",\"games\":[");
        let (sender, pieces) = mpsc::channel(AHEAD);
        let data = self.clone();
        tokio::spawn(async move {
            let sent = send_games(&data, &player, head, &sender).await;
            if let Err(error) = sent {
                tracing::warn!(%error, "the data of a player could not be read to its end");
                // The reader sees that the file is not whole.
                let _ = sender.send(Err(error)).await;
            }
        });
        Ok(pieces)
    }
}

/// Sends what comes first, the games page by page, and the end; stops when nobody listens any more.
async fn send_games(
    data: &PersonalData,
    player: &Player,
    head: String,
    sender: &mpsc::Sender<Result<String>>,
) -> Result<()> {
    let mut piece = head;
    for skip in (0..).step_by(PAGE as usize) {
        let filter = GameFilter { skip, most: PAGE, ..GameFilter::default() };
        let games = data.store.games().games_of(&player.id, &filter).await?;
        for (place, game) in games.iter().enumerate() {
            let events = data.store.games().events(&game.key).await?;
            if skip > 0 || place > 0 {
                piece.push(',');
            }
            piece.push_str(&game_data(game, &events, player).to_string());
        }
        let is_last = games.len() < PAGE as usize;
        if is_last {
            piece.push_str("]}");
        }
        if sender.send(Ok(std::mem::take(&mut piece))).await.is_err() || is_last {
            return Ok(());
        }
    }
    Ok(())
}

async fn besides_games(data: &PersonalData, player: &Player) -> Result<Value> {
    Ok(json!({
        "account": {
            "name": player.name,
            "email": player.email,
            "created": player.created.to_string(),
            "bot": player.is_bot,
        },
        "sign_in": sign_in(data, player).await?,
        "sessions": sessions(data, player).await?,
        "notifications": notifications(data, player).await?,
        "tokens": tokens(data, player).await?,
        "mails": mails(data, player).await?,
        "ratings": ratings(data, player).await?,
        "puzzles": puzzles(data, player).await?,
        "mistakes": mistakes(data, player).await?,
        "follows": people(data, player, Relation::Follows).await?,
        "blocks": people(data, player, Relation::Blocks).await?,
        "reported_names": data.store.accounts().names_reported_by(&player.id).await?,
        "security": security_log(data, player).await?,
        "logged_in_from": login_addresses(data, player).await?,
    }))
}

async fn sessions(data: &PersonalData, player: &Player) -> Result<Vec<Value>> {
    let sessions = data.store.accounts().sessions_of(&player.id, data.clock.now()).await?;
    let sessions = sessions.iter().map(|session| {
        json!({
            "device": session.device,
            "used": session.used.map(|at| at.to_string()),
            "expires": session.expires.to_string(),
        })
    });
    Ok(sessions.collect())
}

async fn notifications(data: &PersonalData, player: &Player) -> Result<Vec<Value>> {
    let notices = data.store.notices().subscriptions_of(&player.id).await?;
    let notices = notices.iter().map(|notice| {
        json!({
            "endpoint": notice.endpoint,
            "language": notice.language,
            "since": notice.created.to_string(),
        })
    });
    Ok(notices.collect())
}

async fn tokens(data: &PersonalData, player: &Player) -> Result<Vec<Value>> {
    let tokens = data.store.accounts().tokens_of(&player.id).await?;
    let tokens = tokens.iter().map(|token| {
        json!({
            "label": token.label,
            "scope": token.scope.name(),
            "created": token.created.to_string(),
            "used": token.used.map(|at| at.to_string()),
        })
    });
    Ok(tokens.collect())
}

/// The ways into the account, but for the secrets.
async fn sign_in(data: &PersonalData, player: &Player) -> Result<Value> {
    let passkeys = data.store.accounts().passkeys_of(&player.id).await?;
    let passkeys = passkeys.iter().map(|passkey| {
        json!({
            "name": passkey.name,
            "created": passkey.created.to_string(),
            "used": passkey.used.map(|at| at.to_string()),
        })
    });
    let facts = data.store.accounts().account_facts(&player.id).await?;
    let confirmed = facts.as_ref().and_then(|facts| facts.confirmed);
    Ok(json!({
        "email_confirmed": confirmed.map(|at| at.to_string()),
        "turn_mails": facts.as_ref().is_some_and(|facts| facts.turn_mails),
        "refuses_guests": facts.as_ref().is_some_and(|facts| facts.refuses_guests),
        "second_factor": facts.as_ref().is_some_and(|facts| facts.second_factor),
        "recovery_codes_left": facts.as_ref().map_or(0, |facts| facts.recovery_codes),
        "passkeys": passkeys.collect::<Vec<Value>>(),
    }))
}

async fn mails(data: &PersonalData, player: &Player) -> Result<Vec<Value>> {
    let mails = data.store.notices().mails_to(player.email.as_deref().unwrap_or_default()).await?;
    let mails = mails.iter().map(|(kind, due)| json!({"about": kind, "due": due.to_string()}));
    Ok(mails.collect())
}

fn game_data(game: &StoredGame, events: &[StoredEvent], player: &Player) -> Value {
    let events: Vec<Value> = events.iter().map(event_data).collect();
    json!({
        "key": game.key.as_str(),
        "game": game.game.to_string(),
        "start": game.start,
        "side": game.side_of(&player.id).map(|side| side.to_string()),
        "score": game.score,
        "events": events,
    })
}

fn event_data(stored: &StoredEvent) -> Value {
    let text = match &stored.event {
        Event::Move { mv: text, .. } | Event::Undone { text } => Some(text),
        _ => None,
    };
    let side = stored.event.side().map(|side| side.to_string());
    json!({
        "at": stored.at.to_string(), "what": stored.event.kind().name(), "side": side, "move": text,
    })
}

async fn ratings(data: &PersonalData, player: &Player) -> Result<Vec<Value>> {
    let ratings = data.store.games().ratings_of(&player.id).await?;
    let ratings = ratings.iter().map(|(game, class, rating)| {
        json!({
            "game": game.to_string(), "clock": class.name(), "points": rating.points(),
            "games": rating.games,
        })
    });
    Ok(ratings.collect())
}

async fn puzzles(data: &PersonalData, player: &Player) -> Result<Vec<Value>> {
    let mut records = Vec::new();
    for game in GameId::ALL {
        let record = data.store.accounts().puzzle_record(&player.id, game).await?;
        if record.tried > 0 {
            records.push(json!({
                "game": game.to_string(), "rating": record.rating, "tried": record.tried,
                "solved": record.solved, "best-row": record.best_streak,
            }));
        }
    }
    Ok(records)
}

/// The mistakes in reviewed games, and how far the player has come with the puzzles of them.
async fn mistakes(data: &PersonalData, player: &Player) -> Result<Vec<Value>> {
    let mistakes = data.store.accounts().mistakes(&player.id).await?;
    let mistakes = mistakes.iter().map(|mistake| {
        json!({
            "game": mistake.game.as_str(), "ply": mistake.ply, "position": mistake.position,
            "keeping": mistake.keeping, "reason": mistake.reason, "phase": mistake.phase.name(),
            "milliseconds": mistake.spent, "solved": mistake.spacing.solved,
            "last": mistake.spacing.last.to_string(),
        })
    });
    Ok(mistakes.collect())
}

async fn people(data: &PersonalData, player: &Player, kind: Relation) -> Result<Vec<String>> {
    let people = data.store.accounts().people(&player.id, kind, data.clock.now()).await?;
    Ok(people.into_iter().map(|person| person.name).collect())
}

async fn security_log(data: &PersonalData, player: &Player) -> Result<Vec<Value>> {
    let log = data.store.accounts().security_log_of(&player.id).await?;
    let lines = log.iter().map(
        |line| json!({"at": line.at.to_string(), "what": line.kind.name(), "from": line.client}),
    );
    Ok(lines.collect())
}

async fn login_addresses(data: &PersonalData, player: &Player) -> Result<Vec<Value>> {
    let addresses = data.store.accounts().login_addresses(&player.id).await?;
    let addresses = addresses.iter();
    Ok(addresses.map(|(from, at)| json!({"from": from, "last": at.to_string()})).collect())
}
