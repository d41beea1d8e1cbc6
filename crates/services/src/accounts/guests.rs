//! Players without an account, under a neutral name.

use merels_live::ClientAddress;
use merels_model::PlayerId;
use merels_store::{NewPlayer, SessionToken, Taken};

use super::{Accounts, names};
use crate::error::{Result, ServiceError, check_allowed};
use crate::visitor::Visitor;

/// The made-up names that are tried before giving up.
const NAME_ATTEMPTS: usize = 20;

/// The word before the number of a guest: kept in one language, shown in the reader's.
const GUEST: &str = "Guest";

pub(super) fn made_up_name(word: &str) -> String {
    format!("{word} {}", getrandom::u32().unwrap_or_default() % 9_000_000 + 1_000_000)
}

impl Accounts {
    /// The player of a visitor: the one of the session, else a new guest with a session. Guests play under
    /// the `name` of their choice, if they give one.
    pub async fn player(
        &self,
        visitor: &Visitor,
        name: &str,
    ) -> Result<(PlayerId, Option<SessionToken>)> {
        if let Some(account) = visitor.player().filter(|player| !player.is_guest()) {
            return Ok((account.id.clone(), None));
        }
        let name = if name.is_empty() { None } else { Some(names::tidy_and_fit(name)?) };
        let (guest, token) = match visitor.player() {
            Some(guest) => (guest.id.clone(), None),
            None => {
                let (guest, token) = self.welcome_guest(visitor.client).await?;
                (guest, Some(token))
            }
        };
        let is_new = |name: &String| visitor.player().is_none_or(|guest| guest.name != *name);
        if let Some(name) = name.filter(is_new) {
            self.store().rename_guest(&guest, &name).await?;
        }
        Ok((guest, token))
    }

    /// Lets somebody without an account in.
    async fn welcome_guest(&self, client: ClientAddress) -> Result<(PlayerId, SessionToken)> {
        check_allowed(self.site.limits.allows_signup(client).await?)?;
        let created = self.create_nameless(None, GUEST).await?;
        let guest = created.map_err(|_| ServiceError::TooMany)?;
        let token = self.begin_session(&guest, false).await?;
        Ok((guest, token))
    }

    /// Creates a player under a neutral name with a number.
    pub(super) async fn create_nameless(
        &self,
        login: Option<(String, String)>,
        word: &str,
    ) -> Result<Result<PlayerId, Taken>> {
        for _ in 0..NAME_ATTEMPTS {
            let created = self.create(login.clone(), made_up_name(word)).await?;
            if created != Err(Taken::Name) {
                return Ok(created);
            }
        }
        Ok(Err(Taken::Name))
    }

    pub(super) async fn create(
        &self,
        login: Option<(String, String)>,
        name: String,
    ) -> Result<Result<PlayerId, Taken>> {
        let (id, at) = (PlayerId::random(), self.site.clock.now());
        let player = NewPlayer { id: id.clone(), login, name, at };
        Ok(self.store().create_player(player).await?.map(|()| id))
    }
}
