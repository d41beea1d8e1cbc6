//! Many logins over plain requests, for the memory they leave behind.

use anyhow::{Context, Result, bail};
use futures_util::stream::{self, StreamExt, TryStreamExt};

use crate::args::Args;
use crate::http::Browser;
use crate::node::Nodes;

/// Concurrent logins.
const AT_ONCE: usize = 16;

const EMAIL: &str = "load@example.org";
const PASSWORD: &str = "seventeen quiet herons";

/// Signs up once and logs in so often; says what memory the server has before and after.
pub(crate) async fn log_in_often(args: &Args, nodes: &Nodes) -> Result<()> {
    let browser = Browser::new(&nodes.addresses()[0]);
    let signup = format!("email={EMAIL}&password={PASSWORD}&confirm={PASSWORD}&name=Load");
    succeeds(&browser, "/signup", &signup.replace(' ', "+")).await.context("signing up")?;
    let before = nodes.usage().unwrap_or_default();
    let form = format!("email={EMAIL}&password={PASSWORD}").replace(' ', "+");
    stream::iter(0..args.logins)
        .map(|_| succeeds(&browser, "/loginplayer", &form))
        .buffer_unordered(AT_ONCE)
        .try_collect::<Vec<()>>()
        .await
        .context("logging in")?;
    let after = nodes.usage().unwrap_or_default();
    println!("logins            {}, {AT_ONCE} at once", args.logins);
    println!(
        "memory            {:.0} MiB before, {:.0} MiB after, at most {:.0} MiB",
        before.now_mib, after.now_mib, after.peak_mib
    );
    let used = after.since(before).processor_seconds;
    println!("processor         {:.1} ms a login", used * 1000.0 / f64::from(args.logins));
    Ok(())
}

/// Sends a form; anything but a success or a redirect is an error.
async fn succeeds(browser: &Browser, path: &str, form: &str) -> Result<()> {
    let status = browser.send_form("POST", path, form).await?.status;
    if !(200..400).contains(&status) {
        bail!("{path} is answered with status {status}");
    }
    Ok(())
}
