//! Many logins over plain requests, for the memory they leave behind.

use anyhow::{Context, Result, bail};
use futures_util::stream::{self, StreamExt, TryStreamExt};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::args::Args;
use crate::node::Nodes;

/// So many log in at once.
const AT_ONCE: usize = 16;

const EMAIL: &str = "load@example.org";
const PASSWORD: &str = "seventeen quiet herons";

/// Signs up once and logs in so often; says what memory the server has before and after.
pub(crate) async fn log_in_often(args: &Args, nodes: &Nodes) -> Result<()> {
    let host = nodes.addresses()[0].trim_start_matches("http://").trim_end_matches('/').to_owned();
    let signup = format!("email={EMAIL}&password={PASSWORD}&confirm={PASSWORD}&name=Load");
    succeeds(&host, "/signup", &signup.replace(' ', "+")).await.context("signing up")?;
    let before = nodes.usage().unwrap_or_default();
    let form = format!("email={EMAIL}&password={PASSWORD}").replace(' ', "+");
    stream::iter(0..args.logins)
        .map(|_| succeeds(&host, "/loginplayer", &form))
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
async fn succeeds(host: &str, path: &str, form: &str) -> Result<()> {
    let status = post(host, path, form, &format!("Origin: http://{host}")).await?;
    if !status.starts_with(['2', '3']) {
        bail!("{path} is answered with status '{status}'");
    }
    Ok(())
}

/// Sends a form with these headers; gives the status of the answer.
pub(crate) async fn post(host: &str, path: &str, form: &str, headers: &str) -> Result<String> {
    let mut stream = TcpStream::connect(host).await?;
    let request = format!(
        "POST {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{headers}\r\n\
         Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{form}",
        form.len()
    );
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    Ok(answer.split(' ').nth(1).unwrap_or_default().to_owned())
}
