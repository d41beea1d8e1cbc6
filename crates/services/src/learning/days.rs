//! Days in a row on which somebody learned or played.

use jiff::tz::TimeZone;
use merels_model::{PlayerId, Streak};

use crate::error::Result;
use crate::site::Site;

/// Counts the days on which players come back.
#[derive(Clone, Debug)]
pub struct Days {
    pub(crate) site: Site,
}

impl Days {
    /// A player has solved a puzzle or done a lesson; games are counted by themselves.
    pub async fn has_learned(&self, player: &PlayerId) -> Result<()> {
        Ok(self.site.store.accounts().has_learned(player, self.site.clock.now()).await?)
    }

    /// A player's days in a row, by the days of a time zone.
    pub async fn streak(&self, player: &PlayerId, zone: &TimeZone) -> Result<Streak> {
        let moments = self.site.store.accounts().active_at(player).await?;
        Ok(Streak::of(moments, self.site.clock.now(), zone))
    }
}
