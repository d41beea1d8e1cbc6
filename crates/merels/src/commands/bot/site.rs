//! The site as a program sees it: calls, and streams of lines.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderValue, RETRY_AFTER};
use hyper::{Method, Request, Response, StatusCode};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use rustls::{ClientConfig, RootCertStore};
use serde_json::Value;
use tokio::time::{sleep, timeout};
use url::Url;

use super::complain;

const LONGEST_CALL: Duration = Duration::from_secs(40);

/// A stream that says nothing for so long is dead: the site sends a line every few seconds.
const LONGEST_SILENCE: Duration = Duration::from_secs(20);

/// No line of a stream is longer.
const LONGEST_LINE: usize = 1 << 20;

/// The wait after the first failure, and the longest one.
const FIRST_WAIT: Duration = Duration::from_millis(200);
const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// Why a call did not succeed.
#[derive(Debug)]
pub(super) enum CallError {
    /// The site cannot be reached, or cannot answer now: it may be better later.
    Away(String),
    /// Too often: not before so long.
    TooOften(Duration),
    /// The site has said no, with its word for it and its reason.
    Refused { code: String, message: String },
}

#[derive(Clone)]
pub(super) struct Site {
    base: Url,
    authorization: HeaderValue,
    client: Client<HttpsConnector<HttpConnector>, Full<Bytes>>,
}

impl Site {
    pub(super) fn new(base: Url, token: &str) -> Result<Site> {
        if !matches!(base.scheme(), "http" | "https") || base.host_str().is_none() {
            bail!("the address of a site begins with https:// or http://");
        }
        let mut authorization = HeaderValue::from_str(&format!("Bearer {token}"))
            .context("the token has characters that no token has")?;
        authorization.set_sensitive(true);
        let connector = HttpsConnectorBuilder::new()
            .with_tls_config(tls(base.scheme() == "https")?)
            .https_or_http()
            .enable_http1()
            .build();
        let client = Client::builder(TokioExecutor::new()).build(connector);
        Ok(Site { base, authorization, client })
    }

    pub(super) fn address(&self) -> &str {
        self.base.as_str()
    }

    async fn send(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<Response<Incoming>, CallError> {
        let address = self.base.join(path).map_err(|error| CallError::Away(error.to_string()))?;
        let request = Request::builder()
            .method(method)
            .uri(address.as_str())
            .header(AUTHORIZATION, &self.authorization)
            .header(ACCEPT, "application/json, application/x-ndjson")
            .header(CONTENT_TYPE, "application/json")
            .body(Full::new(body.map(Value::to_string).unwrap_or_default().into()))
            .map_err(|error| CallError::Away(error.to_string()))?;
        match timeout(LONGEST_CALL, self.client.request(request)).await {
            Ok(Ok(response)) => Ok(response),
            Ok(Err(error)) => Err(CallError::Away(format!("{:#}", anyhow::Error::from(error)))),
            Err(_) => Err(CallError::Away("it does not answer".to_owned())),
        }
    }

    pub(super) async fn call(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<Value, CallError> {
        let response = self.send(method, path, body).await?;
        let (status, wait) = (response.status(), retry_after(&response));
        let read = timeout(LONGEST_CALL, response.into_body().collect()).await;
        let text = match read {
            Ok(Ok(body)) => body.to_bytes(),
            Ok(Err(error)) => return Err(CallError::Away(error.to_string())),
            Err(_) => return Err(CallError::Away("it does not end its answer".to_owned())),
        };
        answer(status, wait, &text)
    }

    /// One call, tried again until the site answers it. What is asked must be harmless to repeat.
    pub(super) async fn insist(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<Value, CallError> {
        let mut backoff = Backoff::default();
        loop {
            match self.call(method.clone(), path, body).await {
                Err(CallError::Away(reason)) => backoff.wait(&reason).await,
                Err(CallError::TooOften(wait)) => sleep(wait).await,
                answered => return answered,
            }
        }
    }

    pub(super) async fn lines(&self, path: &str) -> Result<Lines, CallError> {
        let response = self.send(Method::GET, path, None).await?;
        let (status, wait) = (response.status(), retry_after(&response));
        if !status.is_success() {
            let read = timeout(LONGEST_CALL, response.into_body().collect()).await;
            let text = read.ok().and_then(Result::ok).map(|body| body.to_bytes());
            return Err(match answer(status, wait, &text.unwrap_or_default()) {
                Err(error) => error,
                Ok(_) => CallError::Away(status.to_string()),
            });
        }
        Ok(Lines { body: response.into_body(), buffer: Vec::new() })
    }
}

/// Whom to believe that a site is the one it says: those whom this machine believes.
fn tls(is_needed: bool) -> Result<ClientConfig> {
    let mut roots = RootCertStore::empty();
    let found = rustls_native_certs::load_native_certs();
    let (good, _) = roots.add_parsable_certificates(found.certs);
    if is_needed && good == 0 {
        bail!("this machine has no certificates of authorities (package ca-certificates)");
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config =
        ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    Ok(config?.with_root_certificates(roots).with_no_client_auth())
}

fn retry_after(response: &Response<Incoming>) -> Duration {
    let header = response.headers().get(RETRY_AFTER).and_then(|value| value.to_str().ok());
    Duration::from_secs(header.and_then(|seconds| seconds.parse().ok()).unwrap_or(5))
}

fn answer(status: StatusCode, wait: Duration, text: &[u8]) -> Result<Value, CallError> {
    let value: Value = serde_json::from_slice(text).unwrap_or_default();
    let word = |name: &str| value[name].as_str().unwrap_or_default().to_owned();
    match status {
        status if status.is_success() => Ok(value),
        // Too many games at a time is a matter of the account, not of the minute.
        StatusCode::TOO_MANY_REQUESTS if word("error") != "too-many-games" => {
            Err(CallError::TooOften(wait))
        }
        status if status.is_server_error() => Err(CallError::Away(status.to_string())),
        _ if value["error"].is_string() => {
            Err(CallError::Refused { code: word("error"), message: word("message") })
        }
        status => {
            let message = format!("the answer is no answer of Merels ({status})");
            Err(CallError::Refused { code: "not-merels".to_owned(), message })
        }
    }
}

pub(super) struct Lines {
    body: Incoming,
    buffer: Vec<u8>,
}

impl Lines {
    /// The next line; nothing when the stream has ended, for whatever reason.
    pub(super) async fn next(&mut self) -> Option<Value> {
        loop {
            if let Some(end) = self.buffer.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = self.buffer.drain(..=end).collect();
                return serde_json::from_slice(&line).ok();
            }
            if self.buffer.len() > LONGEST_LINE {
                return None;
            }
            let frame = timeout(LONGEST_SILENCE, self.body.frame()).await.ok()??.ok()?;
            if let Some(data) = frame.data_ref() {
                self.buffer.extend_from_slice(data);
            }
        }
    }
}

/// Waits longer each time.
#[derive(Default)]
pub(super) struct Backoff {
    failures: u32,
}

impl Backoff {
    pub(super) fn reset(&mut self) {
        self.failures = 0;
    }

    /// Waits before the next attempt, and says why, if it is not the first time.
    pub(super) async fn wait(&mut self, reason: &str) {
        let wait = FIRST_WAIT.saturating_mul(1 << self.failures.min(10)).min(LONGEST_WAIT);
        if self.failures > 0 {
            let seconds = wait.as_secs_f64();
            complain(&format!("the site: {reason}; trying again in {seconds:.1} s"));
        }
        self.failures += 1;
        sleep(wait).await;
    }
}
