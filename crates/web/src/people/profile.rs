//! A player's profile, and the list of a player's games.

use axum::extract::Path;
use axum::http::StatusCode;
use merels_model::{GameFilter, RatingChange, Results};
use merels_rules::GameId;
use serde_json::json;

use super::profile_page::{self, GamesPage};
use crate::app::App;
use crate::edge::fields::Fields;
use crate::edge::reply::{data, html};
use crate::edge::value_limit;
use crate::edge::visitor::Visitor;
use crate::error::Result;

pub(crate) async fn show(app: App, Path(name): Path<String>, visitor: Visitor) -> Result {
    let profile = app.services.people.profile(&name).await?;
    if !visitor.json {
        let relation = match visitor.player().filter(|own| own.id != profile.player.id) {
            Some(own) => Some(app.services.people.relation(&own.id, &profile.player.id).await?),
            None => None,
        };
        return Ok(html(StatusCode::OK, profile_page::profile(&visitor, &profile, relation)));
    }
    let past = &profile.past;
    let result = |(game, sum): &(GameId, Results)| json!({"game": game.id(), "wins": sum.wins, "losses": sum.losses, "draws": sum.draws});
    let rating = |change: &RatingChange| {
        json!({
            "game_id": change.key.as_str(), "game": change.game.id(),
            "class": change.class.name(), "rating": change.points,
            "at": change.at.to_string(),
        })
    };
    let body = json!({
        "name": profile.player.name, "since": profile.player.created.to_string(),
        "results": past.by_game.iter().map(result).collect::<Vec<_>>(),
        "streak": past.streak, "longest_streak": past.longest_streak,
        "ratings": profile.history.iter().map(rating).collect::<Vec<_>>(),
    });
    Ok(data(StatusCode::OK, body))
}

pub(crate) async fn games(
    app: App,
    Path(name): Path<String>,
    visitor: Visitor,
    fields: Fields,
) -> Result {
    let filter = filter(&fields)?;
    let number = fields.number("page")?.unwrap_or(1).clamp(1, 10_000);
    let found = app.services.people.page_of_games(&name, &filter, number).await?;
    if visitor.json {
        let listed: Vec<_> = found
            .games
            .iter()
            .map(|game| {
                json!({
                    "game_id": game.key.as_str(), "game": game.game.id(), "score": game.score,
                    "white": visitor.language.seat(&game.seats[0]),
                    "black": visitor.language.seat(&game.seats[1]),
                })
            })
            .collect();
        return Ok(data(StatusCode::OK, json!({"games": listed, "more": found.more})));
    }
    // Each board is a game opened: as dear as a question for values, and counted as one.
    value_limit::count_for(&visitor.client.to_string(), &app)?;
    let boards = app.services.people.on_boards(found.games.clone()).await?;
    let list = GamesPage { found: &found, boards: &boards, filter: &filter, number };
    Ok(html(StatusCode::OK, profile_page::games(&visitor, &list)))
}

fn filter(fields: &Fields) -> Result<GameFilter> {
    Ok(GameFilter {
        game: fields.word_if("game", "failure-unknown-game")?,
        opponents: fields.word_if("opponent", "failure-unknown-opponent")?,
        standing: fields.word_if("result", "failure-unknown-result")?,
        ..GameFilter::default()
    })
}
