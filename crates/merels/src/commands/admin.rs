//! Looking after the accounts of a site. Whoever can read its database may do all of this, so it asks for
//! nothing else; every act is written to the security log.

use std::io::Write;
use std::process::ExitCode;

use crate::output;
use anyhow::{Context, Result, bail};
use jiff::{SignedDuration, Timestamp};
use merels_model::{Player, PlayerId};
use merels_store::{ListedAccount, Purpose, SecurityEvent, SecurityKind, Store, Taken};
use url::Url;

/// As the security log calls whoever uses this command.
const ACTOR: &str = "command line";

/// The lifetime of a link to a new password.
const LINK_LASTS: SignedDuration = SignedDuration::from_mins(30);

/// Looks after a site's accounts: lists, renames, closes; makes operators
///
/// Works on the database, also while the site runs. Operators have a page of their own on the site
/// (/operator), for which they need a passkey or a recovery code. Everything that is done here stands in the security log.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  merels admin list ada
  merels admin operator Ada
  merels admin rename \"Some Rude Name\" \"Player 7\"
  merels admin close \"Some Rude Name\"
  merels admin reset-link Ada --public-url https://merels.example
  merels admin log Ada --database postgres://merels@localhost/merels")]
pub(crate) struct Args {
    #[command(flatten)]
    database: super::backup::Database,
    #[command(subcommand)]
    act: Act,
}

#[derive(Debug, clap::Subcommand)]
enum Act {
    /// Lists accounts and guests, the newest first
    List {
        /// Only those whose name or address begins so
        #[arg(default_value = "")]
        start: String,
        /// The largest number shown
        #[arg(long, value_name = "N", default_value_t = 100)]
        most: u32,
    },
    /// Lists names that players have reported
    Reports,
    /// Gives somebody another name; reports about the old one are settled
    Rename {
        /// Whose, by name
        name: String,
        /// The new name
        new: String,
    },
    /// Closes an account: nobody comes in, whoever is in is out
    Close {
        /// Whose, by name
        name: String,
    },
    /// Opens a closed account again
    Reopen {
        /// Whose, by name
        name: String,
    },
    /// Ends all sessions of somebody, and all tokens of programs
    EndSessions {
        /// Whose, by name
        name: String,
    },
    /// Shows the security log, the last line first
    Log {
        /// Only of this player, by name
        name: Option<String>,
        /// The largest number of lines
        #[arg(long, value_name = "N", default_value_t = 100)]
        most: u32,
    },
    /// Makes an account an operator's, or an ordinary one again
    ///
    /// An operator comes in with the password and a second factor. One who has neither a passkey nor
    /// recovery codes gets a code here, which works once: with it the owner comes in, and adds a passkey
    /// within ten minutes. The account is signed out everywhere.
    Operator {
        /// Whose, by name
        name: String,
        /// An ordinary one again
        #[arg(long, conflicts_with = "code")]
        remove: bool,
        /// Print a code also for one who has a second factor, but has lost it
        #[arg(long)]
        code: bool,
    },
    /// Prints a link to a new password, for a site that sends no mail; it holds once, for 30 minutes
    ResetLink {
        /// Whose, by name
        name: String,
        /// The address at which people find the site
        #[arg(long, value_name = "URL", env = "MERELS_PUBLIC_URL")]
        public_url: Url,
    },
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    super::backup::run_to_end(async {
        let store = Store::open_existing(&args.database.database).await?;
        let done = act(&store, &args.act).await;
        store.close().await;
        done
    })?;
    Ok(ExitCode::SUCCESS)
}

async fn act(store: &Store, act: &Act) -> Result<()> {
    match act {
        Act::List { start, most } => list(&store.accounts().accounts(start, *most).await?),
        Act::Reports => {
            for report in store.accounts().reports(u32::MAX).await? {
                say(&format!(
                    "{}  {} times, last {}",
                    report.player.name, report.reporters, report.last
                ))?;
            }
            Ok(())
        }
        Act::Rename { name, new } => rename(store, name, new).await,
        Act::Close { name } => {
            let player = find(store, name).await?;
            store.accounts().close_account(&player.id, Timestamp::now()).await?;
            note(store, SecurityKind::ClosedByOperator, &player.id).await?;
            say(&format!("{} is closed.", player.name))
        }
        Act::Reopen { name } => {
            let player = find(store, name).await?;
            store.accounts().reopen_account(&player.id).await?;
            note(store, SecurityKind::ReopenedByOperator, &player.id).await?;
            say(&format!("{} is open.", player.name))
        }
        Act::EndSessions { name } => {
            let player = find(store, name).await?;
            let ended = store.accounts().end_other_sessions(&player.id, None).await?;
            note(store, SecurityKind::SessionsEndedByOperator, &player.id).await?;
            say(&format!("{ended} sessions of {} are over, and all tokens.", player.name))
        }
        Act::Log { name, most } => log(store, name.as_deref(), *most).await,
        Act::Operator { name, remove: true, .. } => unmake_operator(store, name).await,
        Act::Operator { name, code, .. } => make_operator(store, name, *code).await,
        Act::ResetLink { name, public_url } => reset_link(store, name, public_url).await,
    }
}

async fn find(store: &Store, name: &str) -> Result<Player> {
    let found = store.accounts().player_named(name).await?;
    found.with_context(|| format!("there is no player '{name}'; merels admin list shows them"))
}

/// Writes down what was done, and to whom.
async fn note(store: &Store, kind: SecurityKind, player: &PlayerId) -> Result<()> {
    let event = SecurityEvent {
        at: Timestamp::now(),
        kind,
        player: Some(player.clone()),
        client: "-".to_owned(),
        actor: Some(ACTOR.to_owned()),
    };
    store.accounts().log_security(event).await.context("the security log cannot be written")
}

async fn rename(store: &Store, name: &str, new: &str) -> Result<()> {
    let player = find(store, name).await?;
    let new = merels_web::checked_name(new).map_err(anyhow::Error::msg)?;
    match store.accounts().rename(&player, &new).await? {
        Ok(()) => {}
        Err(Taken::Name | Taken::Email) => {
            bail!("somebody else is called '{new}', or looks like it")
        }
    }
    note(store, SecurityKind::RenamedByOperator, &player.id).await?;
    say(&format!("{} is called {new} from now on.", player.name))
}

async fn make_operator(store: &Store, name: &str, wants_code: bool) -> Result<()> {
    let player = find(store, name).await?;
    if !store.accounts().set_operator(&player.id, true).await? {
        bail!("{} is a guest; operators have an account", player.name);
    }
    note(store, SecurityKind::OperatorMade, &player.id).await?;
    say(&format!("{} is an operator: the page is /operator.", player.name))?;
    let facts = store.accounts().account_facts(&player.id).await?.context("the account is gone")?;
    if wants_code || !facts.has_factor() {
        let code = merels_web::recovery_code().context("the system has no randomness")?;
        store.accounts().add_recovery_code(&player.id, &code).await?;
        note(store, SecurityKind::CodesMade, &player.id).await?;
        say("The password and this code lead in, once. Then add a passkey on the account page:")?;
        say(&code)?;
    }
    Ok(())
}

async fn unmake_operator(store: &Store, name: &str) -> Result<()> {
    let player = find(store, name).await?;
    store.accounts().set_operator(&player.id, false).await?;
    note(store, SecurityKind::OperatorUnmade, &player.id).await?;
    say(&format!("{} is no operator any more.", player.name))
}

async fn reset_link(store: &Store, name: &str, site: &Url) -> Result<()> {
    let player = find(store, name).await?;
    if player.is_guest() {
        bail!("{} is a guest and has no password", player.name);
    }
    let expires = Timestamp::now() + LINK_LASTS;
    let secret = store.accounts().issue_secret(Purpose::Reset, Some(&player.id), expires).await?;
    note(store, SecurityKind::LinkMade, &player.id).await?;
    let link = site.join(&format!("/reset?link={}", secret.secret()))?;
    say(link.as_str())
}

fn list(accounts: &[ListedAccount]) -> Result<()> {
    for ListedAccount { player, is_operator, closed, sessions } in accounts {
        let since = player.created.strftime("%Y-%m-%d");
        let email = player.email.as_deref().unwrap_or("(guest)");
        let operator = if *is_operator { ", operator" } else { "" };
        let closed = if closed.is_some() { ", closed" } else { "" };
        say(&format!(
            "{}  {email}  since {since}, {sessions} sessions{operator}{closed}",
            player.name
        ))?;
    }
    Ok(())
}

async fn log(store: &Store, name: Option<&str>, most: u32) -> Result<()> {
    let mut lines = match name {
        Some(name) => store.accounts().security_log_of(&find(store, name).await?.id).await?,
        None => store.accounts().security_log(most).await?,
    };
    lines.truncate(most as usize);
    for line in lines {
        let player = line.player.as_ref().map_or("-", PlayerId::as_str);
        let actor = line.actor.map(|actor| format!(" by {actor}")).unwrap_or_default();
        say(&format!("{}  {}  {player}  {}{actor}", line.at, line.kind.name(), line.client))?;
    }
    Ok(())
}

fn say(line: &str) -> Result<()> {
    Ok(writeln!(output::stdout(), "{line}")?)
}
