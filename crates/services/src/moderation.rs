//! Moderation: reported names, and what operators do to accounts.

use merels_live::PlayerMessage;
use merels_model::PlayerId;
use merels_store::SecurityKind;

use crate::accounts::names;
use crate::error::{Result, ServiceError, check_allowed};
use crate::security_log::SecurityLog;
use crate::site::Site;
use crate::visitor::SignedIn;
pub use merels_store::{ListedAccount, Report, SecurityEvent};

const SHOWN: u32 = 50;

/// The use cases of operators, and of those who report names to them.
#[derive(Debug)]
pub struct Moderation {
    pub(crate) site: Site,
    pub(crate) security: SecurityLog,
}

/// The accounts, reports and lines of the security log that an operator looks at.
#[derive(Debug)]
pub struct Overview {
    pub accounts: Vec<ListedAccount>,
    pub reports: Vec<Report>,
    pub log: Vec<SecurityEvent>,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, strum::EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum OperatorAct {
    Rename,
    Close,
    Reopen,
    EndSessions,
    /// Settles the reports about a name with which nothing is wrong.
    Dismiss,
}

impl Moderation {
    /// Returns `true` for an operator. Anybody else who asks is written down.
    pub async fn admits(&self, visitor: &SignedIn) -> Result<bool> {
        let facts = self.site.store.accounts().account_facts(visitor.id()).await?;
        let is_operator = facts.is_some_and(|facts| facts.is_operator);
        if !is_operator {
            let kind = SecurityKind::OperatorRefused;
            self.security.note(kind, Some(visitor.id()), visitor.client).await;
        }
        Ok(is_operator)
    }

    /// The accounts that begin with `search`, and the log of one player or of all.
    pub async fn overview(&self, search: &str, player: Option<&PlayerId>) -> Result<Overview> {
        let mut log = match player {
            Some(player) => self.site.store.accounts().security_log_of(player).await?,
            None => self.site.store.accounts().security_log(SHOWN).await?,
        };
        log.truncate(SHOWN as usize);
        Ok(Overview {
            accounts: self.site.store.accounts().accounts(search, SHOWN).await?,
            reports: self.site.store.accounts().reports(SHOWN).await?,
            log,
        })
    }

    /// Does something to an account, and writes down who did it; a `name` belongs to renaming alone.
    pub async fn act(
        &self,
        operator: &SignedIn,
        player: &PlayerId,
        act: OperatorAct,
        name: &str,
    ) -> Result<()> {
        let accounts = self.site.store.accounts();
        let account = accounts.listed_account(player).await?.ok_or(ServiceError::NoPlayer)?;
        // What operators may do to one another is the command line's.
        if account.is_operator {
            return Err(ServiceError::NotOverOperators);
        }
        let kind = match act {
            OperatorAct::Rename => {
                accounts.rename(&account.player, &names::tidy_and_fit(name)?).await??;
                SecurityKind::RenamedByOperator
            }
            OperatorAct::Close => {
                accounts.close_account(player, self.site.clock.now()).await?;
                SecurityKind::ClosedByOperator
            }
            OperatorAct::Reopen => {
                accounts.reopen_account(player).await?;
                SecurityKind::ReopenedByOperator
            }
            OperatorAct::EndSessions => {
                accounts.end_other_sessions(player, None).await?;
                SecurityKind::SessionsEndedByOperator
            }
            OperatorAct::Dismiss => {
                accounts.dismiss_reports(player).await?;
                SecurityKind::ReportsDismissed
            }
        };
        if matches!(act, OperatorAct::Close | OperatorAct::EndSessions) {
            self.site.live.notify(player, PlayerMessage::SignedOut(None));
        }
        self.security.note_act(kind, player, operator.id(), operator.client).await;
        Ok(())
    }

    /// Notes that somebody finds a name unfit.
    pub async fn report(&self, visitor: &SignedIn, name: &str) -> Result<()> {
        let accounts = self.site.store.accounts();
        let player = accounts.player_named(&names::tidy(name)).await?;
        let player = player.ok_or(ServiceError::NoPlayer)?;
        check_allowed(self.site.limits.allows_report(visitor.client).await?)?;
        if player.id != *visitor.id() {
            accounts.report_name(&player, visitor.id(), self.site.clock.now()).await?;
        }
        Ok(())
    }
}
