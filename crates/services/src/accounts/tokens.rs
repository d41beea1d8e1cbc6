//! The programs of an account: their tokens, and the account that is a bot's.

use jiff::{SignedDuration, Timestamp};
use merels_live::{ClientAddress, PlayerMessage};
use merels_store::{
    ApiToken, BotMade, MailKind, NewToken, Scope, SecurityKind, Session, SessionId, SessionToken,
    StoredToken, TokenId,
};

use super::Accounts;
use super::reauthentication::Proof;
use crate::error::{Result, ServiceError, check_allowed};
use crate::visitor::SignedIn;

const MOST_TOKENS: u32 = 20;

/// The longest name of a token, in characters.
const LONGEST_LABEL: usize = 60;

const NOTE_USE: SignedDuration = SignedDuration::from_mins(1);

/// A program that calls in its owner's name.
#[derive(Clone, Debug)]
pub struct Program {
    pub token: TokenId,
    pub scope: Scope,
    /// The session that the token stands for, which lasts as long as it.
    pub session: Session,
}

impl Accounts {
    pub async fn tokens(&self, visitor: &SignedIn) -> Result<Vec<StoredToken>> {
        Ok(self.store().tokens_of(visitor.id()).await?)
    }

    pub async fn token(&self, secret: &str) -> Result<Option<StoredToken>> {
        Ok(self.store().token(&ApiToken::new(secret).id()).await?)
    }

    pub async fn token_holds(&self, token: &TokenId) -> Result<bool> {
        Ok(self.store().token(token).await?.is_some())
    }

    /// The program that calls with a token; `None` if the token does not hold. Its use is noted.
    pub async fn program(&self, secret: &str, client: ClientAddress) -> Result<Option<Program>> {
        let Some(token) = self.token(secret).await? else {
            check_allowed(self.site.limits.allows_token_refusal(client).await?)?;
            self.security.note(SecurityKind::TokenRefused, None, client).await;
            return Ok(None);
        };
        let now = self.site.clock.now();
        if token.used.is_none_or(|used| used + NOTE_USE < now) {
            self.store().use_token(&token.id, now).await?;
        }
        Ok(Some(token.into()))
    }

    /// Makes a token for a program. Its secret is told this once.
    pub async fn make_token(
        &self,
        visitor: &SignedIn,
        label: &str,
        scope: Scope,
        proof: Proof<'_>,
    ) -> Result<ApiToken> {
        if label.is_empty() || label.chars().count() > LONGEST_LABEL {
            return Err(ServiceError::unfit("label", "token-label-odd"));
        }
        self.prove_lately(visitor, proof).await?;
        let secret = ApiToken::random();
        let token = NewToken {
            id: secret.id(),
            player: visitor.id().clone(),
            label: label.to_owned(),
            scope,
            at: self.site.clock.now(),
            most: MOST_TOKENS,
        };
        if !self.store().make_token(token).await? {
            return Err(ServiceError::unfit("label", "token-too-many"));
        }
        self.note(SecurityKind::TokenMade, visitor).await;
        self.tell(MailKind::TokenMade, visitor).await?;
        Ok(secret)
    }

    pub async fn revoke_token(&self, visitor: &SignedIn, token: &str) -> Result<()> {
        if self.store().revoke_token(&TokenId::new(token), visitor.id()).await? {
            self.note(SecurityKind::TokenRevoked, visitor).await;
            // Streams that were opened with it look whether it still holds.
            self.site.live.notify(visitor.id(), PlayerMessage::LookAgain);
        }
        Ok(())
    }

    /// Makes the account a bot's, for good.
    pub async fn make_bot(&self, visitor: &SignedIn, proof: Proof<'_>) -> Result<SessionToken> {
        self.prove_identity(visitor, proof).await?;
        match self.store().make_bot(visitor.id()).await? {
            BotMade::Done(_) => {}
            BotMade::NameTaken => return Err(ServiceError::unfit("name", "signup-name-taken")),
            BotMade::HasPlayed => return Err(ServiceError::unfit("name", "bot-has-played")),
        }
        self.note(SecurityKind::BecameBot, visitor).await;
        self.rotate_session(&visitor.session).await
    }
}

impl From<StoredToken> for Program {
    fn from(stored: StoredToken) -> Program {
        let StoredToken { id: token, player, scope, .. } = stored;
        let id = SessionId::new(token.as_str());
        let (expires, used) = (Timestamp::MAX, stored.used);
        let session = Session { id, player, device: None, used, expires, strong: None };
        Program { token, scope, session }
    }
}
