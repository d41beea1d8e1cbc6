//! Who is let in at all: every connection has its time, and there are only so many. TLS lies beneath:
//! agreeing on keys takes a place and has its time like the head of a request.
//!
//! A connection that does not say what it wants, or does not take what it asked for, is ended; so
//! nobody can hold places with half a request.

use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::timeout;
use tokio_io_timeout::TimeoutStream;

pub(crate) use crate::patience::LongAnswer;
use crate::patience::Patient;
use crate::settings::Timeouts;
use crate::tls::Tls;

/// The longest head of a request.
const LONGEST_HEAD: usize = 32 * 1024;

/// When the system gives no more connections, it is asked again after this.
const BREATH: Duration = Duration::from_millis(100);

/// What those are told for whom there is no room.
const FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 10\r\n\
    Content-Length: 0\r\nConnection: close\r\n\r\n";

/// What is served, and how.
#[derive(Clone)]
pub(crate) struct Service {
    pub(crate) router: Router,
    /// Without it the connections are open to everybody on the way.
    pub(crate) tls: Option<Tls>,
    pub(crate) timeouts: Timeouts,
    pub(crate) closing: watch::Receiver<bool>,
}

/// Serves whoever comes until the server closes; then lets what was begun end, sockets too.
pub(crate) async fn serve(listener: TcpListener, service: Service, most: u32) {
    let places = Arc::new(Semaphore::new(most as usize));
    let mut closed = service.closing.clone();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = closed.wait_for(|closing| *closing) => break,
        };
        match accepted {
            Ok((stream, peer)) => match Arc::clone(&places).try_acquire_owned() {
                Ok(place) => {
                    tokio::spawn(welcome(stream, peer, service.clone(), place));
                }
                Err(_) => refuse(&stream, peer.ip(), service.tls.is_none()),
            },
            Err(error) => {
                tracing::warn!(%error, "no connection could be taken");
                tokio::time::sleep(BREATH).await;
            }
        }
    }
    drop(listener);
    // All places are free when everybody has gone.
    let _ = places.acquire_many(most).await;
}

fn refuse(stream: &TcpStream, address: IpAddr, is_plain: bool) {
    metrics::counter!("merels_connections_refused_total").increment(1);
    tracing::debug!(%address, "there is no room for another connection");
    if is_plain {
        // Whoever does not take it at once goes without.
        let _ = stream.try_write(FULL);
    }
}

/// Brings a connection to the point where requests can be heard.
async fn welcome(
    stream: TcpStream,
    peer: SocketAddr,
    service: Service,
    place: OwnedSemaphorePermit,
) {
    // Small answers must not wait for one another.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_read_timeout(Some(service.timeouts.read));
    stream.set_write_timeout(Some(service.timeouts.write));
    let stream = Box::pin(stream);
    let Some(tls) = &service.tls else { return serve_one(stream, peer, service, place).await };
    match timeout(service.timeouts.head, tls.accept(stream)).await {
        Ok(Ok(Some(stream))) => serve_one(stream, peer, service, place).await,
        Ok(Ok(None)) => {}
        Ok(Err(error)) => tracing::trace!(%error, %peer, "a handshake broke off"),
        Err(_) => tracing::trace!(%peer, "a handshake took too long"),
    }
}

async fn serve_one(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    peer: SocketAddr,
    service: Service,
    place: OwnedSemaphorePermit,
) {
    let Service { router, timeouts, mut closing, .. } = service;
    let place = Place(Arc::new(place));
    let long = LongAnswer::default();
    let (answers, stream) = (long.clone(), Patient::new(stream, long));
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(place.clone());
        answers.ends();
        request.extensions_mut().insert(answers.clone());
        tower_service::Service::call(&mut router.clone(), request.map(Body::new))
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(timeouts.head)
        .max_buf_size(LONGEST_HEAD)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    let closed = async move {
        let _ = closing.wait_for(|closing| *closing).await;
    };
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = closed => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::trace!(%error, %peer, "a connection broke off");
    }
}

/// One of the places for connections; a socket keeps it as long as it is open.
#[derive(Clone, Debug)]
pub(crate) struct Place(
    #[expect(dead_code, reason = "it is given back when dropped")] Arc<OwnedSemaphorePermit>,
);
