//! Connections: their number is limited, and each has its timeouts. A TLS handshake counts as a connection
//! and has the timeout of a request's head.
//!
//! A connection that sends no whole request, or does not take the answer, is closed. So nobody can hold
//! connections with half requests.

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
use tokio::sync::watch;
use tokio::time::timeout;
use tokio_io_timeout::TimeoutStream;

pub(crate) use super::idle_timeout::LongAnswer;
use super::idle_timeout::Patient;
use super::places::{NoPlace, Place, Places, Room};
use crate::settings::Timeouts;
use crate::tls::Tls;

const LONGEST_HEAD: usize = 32 * 1024;

/// When the system gives no more connections, it is asked again after this.
const BREATH: Duration = Duration::from_millis(100);

/// The answers where no connection is free, and where a network has its share of them.
const FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 10\r\n\
    Content-Length: 0\r\nConnection: close\r\n\r\n";
const SHARE_TAKEN: &[u8] = b"HTTP/1.1 429 Too Many Requests\r\nRetry-After: 10\r\n\
    Content-Length: 0\r\nConnection: close\r\n\r\n";

#[derive(Clone)]
pub(crate) struct Service {
    pub(crate) router: Router,
    /// Without it the connections are open to everybody on the way.
    pub(crate) tls: Option<Tls>,
    pub(crate) timeouts: Timeouts,
    pub(crate) closing: watch::Receiver<bool>,
}

/// Serves whoever comes until the server closes; then lets what was begun end, sockets too.
pub(crate) async fn serve(listener: TcpListener, service: Service, room: Room) {
    let places = Places::new(room);
    let mut closed = service.closing.clone();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = closed.wait_for(|closing| *closing) => break,
        };
        match accepted {
            Ok((stream, peer)) => match places.take(peer.ip()) {
                Ok(place) => {
                    tokio::spawn(welcome(stream, peer, service.clone(), place));
                }
                Err(why) => refuse(&stream, peer.ip(), why, service.tls.is_none()),
            },
            Err(error) => {
                tracing::warn!(%error, "no connection could be taken");
                tokio::time::sleep(BREATH).await;
            }
        }
    }
    drop(listener);
    places.all_free().await;
}

fn refuse(stream: &TcpStream, address: IpAddr, why: NoPlace, is_plain: bool) {
    metrics::counter!("merels_connections_refused_total").increment(1);
    tracing::debug!(%address, ?why, "there is no place for another connection");
    if is_plain {
        let answer = match why {
            NoPlace::Full => FULL,
            NoPlace::ShareTaken => SHARE_TAKEN,
        };
        // Whoever does not take it at once goes without.
        let _ = stream.try_write(answer);
    }
}

/// Brings a connection to the point where requests can be heard.
async fn welcome(stream: TcpStream, peer: SocketAddr, service: Service, place: Place) {
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
    place: Place,
) {
    let Service { router, timeouts, mut closing, .. } = service;
    let place = HeldPlace(Arc::new(place));
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

/// The place of a connection; a socket keeps it as long as it is open.
#[derive(Clone, Debug)]
pub(crate) struct HeldPlace(
    #[expect(dead_code, reason = "it is given back when dropped")] Arc<Place>,
);
