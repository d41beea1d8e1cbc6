//! Meeting opponents: lobby, matches, invitations.

pub(crate) mod friend_page;
pub(crate) mod invitation_page;
pub(crate) mod invitations;
pub(crate) mod lobby;
pub(crate) mod lobby_page;
pub(crate) mod matches;
pub(crate) mod play;
pub(crate) mod waiting_page;

use axum::Router;
use axum::routing::{get, post};

use crate::app::App;

pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/findmatch", get(matches::waiting_page).post(matches::find))
        .route("/cancelmatch", post(matches::cancel))
        .route("/newgame", get(matches::matched_game).post(matches::matched_game))
        .route("/newGame", get(matches::matched_game).post(matches::matched_game))
        .route("/playagain", post(matches::play_again))
        .route("/rematch", post(matches::rematch))
        .route("/play", post(play::play))
        .route("/playcomputer", post(matches::play_computer))
        .route("/friend", get(invitations::form))
        .route("/invite", post(invitations::invite))
        .route("/invite/{id}", get(invitations::show).post(invitations::change))
        .route("/invite/{id}/picture.png", get(invitations::picture))
        .route("/invite/{id}/accept", post(invitations::accept))
        .route("/invite/{id}/decline", post(invitations::decline))
        .route("/invite/{id}/withdraw", post(invitations::withdraw))
        .route("/lobby", get(lobby::show))
        .route("/lobby/now", get(lobby::now))
        .route("/seat", post(lobby::take_seat))
}
