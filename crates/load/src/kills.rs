//! The server is killed under play, over and over.

use std::time::Duration;

use anyhow::Result;
use merels_rules::SplitMix;
use tokio::sync::watch;
use tokio::time::sleep;

use crate::node::Nodes;

/// It lives between these two each time.
const SHORTEST_LIFE: Duration = Duration::from_millis(100);
const LONGEST_LIFE: Duration = Duration::from_millis(700);

/// Kills and restarts so often, then tells the players to end.
pub(crate) async fn kill_often(
    nodes: &mut Nodes,
    kills: u32,
    end: &watch::Sender<bool>,
) -> Result<()> {
    let mut random = SplitMix::new(u64::from(kills));
    for turn in 0..kills {
        let spread = (LONGEST_LIFE - SHORTEST_LIFE).as_millis() as usize;
        sleep(SHORTEST_LIFE + Duration::from_millis(random.below(spread) as u64)).await;
        nodes.kill_and_restart(turn).await?;
    }
    // The last one must have time to show what was kept.
    sleep(LONGEST_LIFE).await;
    end.send_replace(true);
    Ok(())
}
