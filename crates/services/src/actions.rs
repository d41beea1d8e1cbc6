//! The actions of players in a game. Messages of the socket, the URL calls and the calls of the API are
//! read into an [`Action`]; another action costs a variant and its line.

use std::str::FromStr;
use std::sync::Arc;

use merels_live::{Command, LiveGame};
use merels_model::Phrase;
use serde::Deserialize;
use serde::de::{Deserializer, Error};
use strum::{EnumString, VariantNames};

use crate::error::{Result, ServiceError};
use crate::services::Services;
use crate::visitor::SignedIn;

/// Something that a player does in a game, as docs/protocol.md describes it.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase")]
pub enum Action {
    /// Plays a whole turn. One that still owes its removal is kept as a draft.
    Move {
        #[serde(deserialize_with = "present")]
        ply: Option<u32>,
        r#move: String,
        /// The milliseconds that the player took, from seeing the position to the turn.
        took: Option<i64>,
    },
    /// Plays a turn in steps, of which this is the first.
    #[serde(skip)]
    Step {
        ply: Option<u32>,
        r#move: String,
    },
    /// Completes a turn in steps by taking a man.
    #[serde(skip)]
    Capture {
        ply: Option<u32>,
        spot: String,
    },
    /// Keeps a turn that still owes its removal, or takes it back.
    Draft {
        ply: u32,
        r#move: Option<String>,
    },
    /// Takes the last turn back; another person is asked.
    Undo {
        #[serde(deserialize_with = "present")]
        ply: Option<u32>,
    },
    UndoRespond {
        response: DrawResponse,
    },
    /// Claims the win or a draw, because the other player is away.
    Claim {
        claim: ClaimOf,
    },
    Forfeit,
    /// Breaks the game off before both have moved.
    Abort,
    Draw,
    DrawRespond {
        response: DrawResponse,
    },
    /// Offers a rematch, or answers the other's offer.
    Rematch {
        response: Option<DrawResponse>,
    },
    /// Says one of the quick words.
    Say {
        #[serde(deserialize_with = "word")]
        phrase: Phrase,
        /// The version that the page showed: it makes a repeat harmless.
        version: Option<u32>,
    },
}

/// The answer to a proposal.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize, EnumString, VariantNames)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum DrawResponse {
    Accept,
    Decline,
}

impl DrawResponse {
    pub fn accepts(self) -> bool {
        self == DrawResponse::Accept
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize, EnumString, VariantNames)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum ClaimOf {
    Win,
    Draw,
}

impl Services {
    /// Carries out an action of a player; gives the version of the game after it.
    pub async fn carry_out(
        &self,
        action: Action,
        player: &SignedIn,
        game: &Arc<LiveGame>,
    ) -> Result<u32> {
        let (snapshot, id) = (game.snapshot(), player.id());
        let failed = |error| ServiceError::of(snapshot.kind, error);
        let refused = |refusal| ServiceError::Refused(snapshot.kind, refusal);
        let read = |text: &str| snapshot.parse_move(text).map_err(refused);
        let mut time = None;
        let command = match action {
            Action::Move { ply, r#move, took } => {
                time = took;
                Command::Play { ply, mv: read(&r#move)? }
            }
            Action::Step { ply, r#move } => Command::Step { ply, mv: read(&r#move)? },
            Action::Capture { ply, spot } => {
                Command::Capture { ply, spot: snapshot.parse_spot(&spot).map_err(refused)? }
            }
            Action::Draft { ply, r#move: Some(text) } => Command::Draft { ply, mv: read(&text)? },
            Action::Draft { r#move: None, .. } => Command::ClearDraft,
            Action::Undo { ply } => Command::TakeBack { ply },
            Action::UndoRespond { response: r } => Command::AnswerTakeBack { accept: r.accepts() },
            Action::Forfeit => Command::Resign,
            Action::Abort => Command::Abort,
            Action::Draw => Command::OfferDraw,
            Action::DrawRespond { response: r } => Command::AnswerDraw { accept: r.accepts() },
            Action::Claim { claim } => {
                let wins = claim == ClaimOf::Win;
                return self.live.claim(game, id, wins).await.map_err(failed);
            }
            Action::Rematch { response } => {
                let wants = response.is_none_or(DrawResponse::accepts);
                self.meeting.rematch(game, id, wants).await?;
                return Ok(game.snapshot().version());
            }
            Action::Say { phrase, version } => {
                return self.live.say(game, id, phrase, version).await.map_err(failed);
            }
        };
        self.games.act(player, game, &command, time).await
    }
}

/// An option that must be there: it may be null, but not missing.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    Option::deserialize(deserializer)
}

/// One of the words of `T`.
fn word<'de, D: Deserializer<'de>, T: FromStr>(deserializer: D) -> Result<T, D::Error> {
    let text = String::deserialize(deserializer)?;
    text.parse().map_err(|_| D::Error::custom(text))
}
