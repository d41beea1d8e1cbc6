//! Everything that the site keeps about one person.

use merels_store::{Player, StoreError};
use serde_json::{Value, json};

use crate::app::App;

/// More games than anybody has.
const ALL: u32 = u32::MAX;

/// Account, sessions, games with every event, ratings, and what the security log says.
pub(crate) async fn of(app: &App, player: &Player) -> Result<Value, StoreError> {
    let store = &app.store;
    let sessions = store.sessions_of(&player.id, app.clock.now()).await?;
    let sessions: Vec<Value> = sessions
        .iter()
        .map(|session| {
            json!({
                "device": session.device,
                "used": session.used.map(|at| at.to_string()),
                "expires": session.expires.to_string(),
            })
        })
        .collect();
    let mut stored = store.running_games(&player.id).await?;
    stored.extend(store.finished_games(&player.id, ALL).await?);
    let mut games = Vec::with_capacity(stored.len());
    for game in stored {
        let events = store.events(&game.key).await?;
        let events: Vec<Value> = events
            .iter()
            .map(|event| json!({"at": event.at.to_string(), "event": format!("{:?}", event.event)}))
            .collect();
        games.push(json!({
            "key": game.key.as_str(),
            "game": game.game.to_string(),
            "start": game.start,
            "side": game.side_of(&player.id).map(|side| side.to_string()),
            "score": game.score,
            "events": events,
        }));
    }
    let log = store.security_log_of(&player.id).await?;
    let log: Vec<Value> = log
        .iter()
        .map(|line| json!({"at": line.at.to_string(), "what": line.kind.name(), "from": line.client}))
        .collect();
    Ok(json!({
        "account": {
            "name": player.name,
            "email": player.email,
            "created": player.created.to_string(),
        },
        "sessions": sessions,
        "games": games,
        "security": log,
    }))
}
