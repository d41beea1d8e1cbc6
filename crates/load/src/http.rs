//! Plain requests over a connection each, from an address of choice.

use std::net::Ipv4Addr;

use anyhow::{Context, Result};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

const SESSION: &str = "merels=";

#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// The session that it begins, as the cookie to send from then on.
    pub(crate) session: Option<String>,
    pub(crate) location: Option<String>,
    pub(crate) body: String,
}

/// A browser of sorts: it asks a site, from an address of this machine, in a session.
#[derive(Clone, Debug)]
pub(crate) struct Browser {
    host: String,
    from: Option<Ipv4Addr>,
    session: Option<String>,
    /// More headers, each with its line end.
    headers: String,
}

impl Browser {
    /// Of a site such as `http://127.0.0.1:8080/`.
    pub(crate) fn new(site: &str) -> Browser {
        let host = site.trim_start_matches("http://").trim_end_matches('/').to_owned();
        Browser { host, from: None, session: None, headers: String::new() }
    }

    /// The same from an address of this machine: on Linux all of 127.0.0.0/8 are.
    pub(crate) fn at_address(self, from: Ipv4Addr) -> Browser {
        Browser { from: Some(from), ..self }
    }

    pub(crate) fn session(&self) -> Option<String> {
        self.session.clone()
    }

    pub(crate) fn with_session(&self, session: Option<String>) -> Browser {
        Browser { session, ..self.clone() }
    }

    pub(crate) fn with_header(&self, header: &str) -> Browser {
        Browser { headers: format!("{}{header}\r\n", self.headers), ..self.clone() }
    }

    pub(crate) async fn get(&self, path: &str) -> Result<Answer> {
        self.send(&self.request("GET", path, "")).await
    }

    pub(crate) async fn send_form(&self, method: &str, path: &str, form: &str) -> Result<Answer> {
        let length = form.len();
        let kind = "Content-Type: application/x-www-form-urlencoded";
        let head = self.request(method, path, &format!("{kind}\r\nContent-Length: {length}\r\n"));
        self.send(&format!("{head}{form}")).await
    }

    pub(crate) fn request(&self, method: &str, path: &str, more: &str) -> String {
        let cookie = self.session.as_ref().map(|session| format!("Cookie: {session}\r\n"));
        format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{}{}{more}\r\n",
            self.host,
            cookie.unwrap_or_default(),
            self.headers
        )
    }

    pub(crate) async fn connect(&self) -> Result<TcpStream> {
        connect(&self.host, self.from).await
    }

    async fn send(&self, request: &str) -> Result<Answer> {
        let mut stream = self.connect().await?;
        stream.write_all(request.as_bytes()).await?;
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).await?;
        let text = String::from_utf8_lossy(&bytes);
        let (head, body) = text.split_once("\r\n\r\n").context("no whole answer came")?;
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        let header = |wanted: &str, begin: &str| {
            let mut fields = head.lines().filter_map(|line| line.split_once(": "));
            let found = fields.find(|(name, value)| {
                name.eq_ignore_ascii_case(wanted) && value.starts_with(begin)
            });
            found.map(|(_, value)| value.split(';').next().unwrap_or_default().to_owned())
        };
        Ok(Answer {
            status: status.context("the answer has no status")?,
            session: header("set-cookie", SESSION),
            location: header("location", ""),
            body: body.to_owned(),
        })
    }
}

/// A connection to a host such as `127.0.0.1:8080`, from an address of choice.
pub(crate) async fn connect(host: &str, from: Option<Ipv4Addr>) -> Result<TcpStream> {
    let Some(from) = from else { return Ok(TcpStream::connect(host).await?) };
    let socket = TcpSocket::new_v4()?;
    socket.bind((from, 0).into())?;
    Ok(socket.connect(host.parse()?).await?)
}
