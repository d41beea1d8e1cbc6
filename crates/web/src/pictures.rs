//! Pictures made once and kept. A picture is known by what it shows, drawn by one thread beside those
//! that serve, and by one visitor only so often; whatever is kept is free for everybody.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Bytes;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use lru::LruCache;
use merels_drawing::png;
use merels_rules::{AnyPosition, Side};
use merels_services::live::ClientAddress;
use merels_services::{PerMinute, ServiceError};
use tokio::sync::{OnceCell, Semaphore};

use crate::error::{Failure, Result};

/// The number of pictures that are kept, and their bytes together.
const MOST_KEPT: NonZeroUsize = NonZeroUsize::new(300).unwrap();
const MOST_BYTES: usize = 4 * 1024 * 1024;

const DRAWN_PER_MINUTE: u32 = 30;

/// The caching of pictures that do not change.
pub(crate) const LASTING: &str = "public, max-age=86400";

/// A picture that is there, or being drawn.
type Slot = Arc<OnceCell<Bytes>>;

#[derive(Debug)]
pub(crate) struct Pictures {
    kept: Mutex<LruCache<String, Slot>>,
    /// One is drawn at a time.
    painter: Arc<Semaphore>,
    drawn: PerMinute,
}

impl Default for Pictures {
    fn default() -> Pictures {
        Pictures {
            kept: Mutex::new(LruCache::new(MOST_KEPT)),
            painter: Arc::new(Semaphore::new(1)),
            drawn: PerMinute::new(DRAWN_PER_MINUTE),
        }
    }
}

impl Pictures {
    /// The picture of a name, which says all that it shows; drawn if it is not there.
    ///
    /// # Errors
    ///
    /// If the client has asked for too many new ones, or it cannot be drawn.
    pub(crate) async fn of(
        &self,
        name: String,
        client: ClientAddress,
        draw: impl FnOnce() -> Option<Vec<u8>> + Send + 'static,
    ) -> Result<Bytes> {
        if let Some(picture) = self.known(&name) {
            return Ok(picture);
        }
        if self.drawn.take(&client.to_string()).wait.is_some() {
            return Err(ServiceError::TooMany.into());
        }
        let picture = self.slot(name).get_or_try_init(|| self.draw(draw)).await?.clone();
        self.tidy_away();
        Ok(picture)
    }

    /// A position as a PNG, for previews and for sharing.
    ///
    /// # Errors
    ///
    /// As for [`Pictures::of`].
    pub(crate) async fn board(
        &self,
        position: AnyPosition,
        near: Side,
        client: ClientAddress,
        keeping: &'static str,
    ) -> Result {
        let name = format!("png {} {position} {near}", position.game());
        let picture = self.of(name, client, move || png(&position, near)).await?;
        let headers = [(header::CONTENT_TYPE, "image/png"), (header::CACHE_CONTROL, keeping)];
        Ok((StatusCode::OK, headers, picture).into_response())
    }

    fn known(&self, name: &str) -> Option<Bytes> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.get(name)?.get().cloned()
    }

    /// Those who want the same one wait for it together.
    fn slot(&self, name: String) -> Slot {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(kept.get_or_insert(name, Slot::default))
    }

    async fn draw(&self, draw: impl FnOnce() -> Option<Vec<u8>> + Send + 'static) -> Result<Bytes> {
        let painter = Arc::clone(&self.painter).acquire_owned().await;
        let painter = painter.map_err(|_| ServiceError::Busy)?;
        let drawing = tokio::task::spawn_blocking(move || {
            let _painter = painter;
            draw()
        });
        Ok(drawing.await.ok().flatten().ok_or(Failure::NoPage)?.into())
    }

    /// Forgets what was not asked for the longest until the rest is small enough.
    fn tidy_away(&self) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes = |slot: &Slot| slot.get().map_or(0, Bytes::len);
        let mut total: usize = kept.iter().map(|(_, slot)| bytes(slot)).sum();
        while total > MOST_BYTES {
            let Some((_, slot)) = kept.pop_lru() else { return };
            total -= bytes(&slot);
        }
    }

    /// Forgets clients who have asked for nothing new for a while.
    pub(crate) fn tidy(&self) {
        self.drawn.tidy();
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures_util::future::join_all;

    use super::*;

    fn client(last: u8) -> ClientAddress {
        IpAddr::from([10, 0, 0, last]).into()
    }

    #[tokio::test]
    async fn many_who_want_the_same_picture_have_it_drawn_once() {
        let (pictures, drawn) = (Pictures::default(), Arc::new(AtomicUsize::new(0)));
        let ask = |last| {
            let drawn = Arc::clone(&drawn);
            pictures.of("board".to_owned(), client(last), move || {
                drawn.fetch_add(1, Ordering::Relaxed);
                Some(vec![1, 2, 3])
            })
        };
        for picture in join_all((0..50).map(ask)).await {
            assert_eq!(picture.unwrap(), vec![1, 2, 3]);
        }
        assert_eq!(drawn.load(Ordering::Relaxed), 1);
    }

    #[tokio::test]
    async fn new_pictures_are_limited_and_known_ones_are_not() {
        let pictures = Pictures::default();
        let ask = |number: usize, who| pictures.of(number.to_string(), who, || Some(vec![0]));
        let mut made = 0;
        while ask(made, client(1)).await.is_ok() {
            made += 1;
        }
        assert_eq!(made, DRAWN_PER_MINUTE as usize);
        assert!(ask(0, client(1)).await.is_ok(), "it is there");
        assert!(ask(made, client(2)).await.is_ok(), "somebody else");
    }

    #[tokio::test]
    async fn only_so_much_is_kept() {
        let pictures = Pictures::default();
        for number in 0..10 {
            let big = || Some(vec![0; MOST_BYTES / 4]);
            pictures.of(number.to_string(), client(1), big).await.unwrap();
        }
        assert_eq!(pictures.kept.lock().unwrap().len(), 4);
        let failed = pictures.of("nothing".to_owned(), client(1), || None).await;
        assert!(matches!(failed, Err(Failure::NoPage)));
    }
}
