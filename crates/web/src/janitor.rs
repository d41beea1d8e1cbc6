//! The scheduler of a node: the [jobs](merels_services::Jobs) of the site, and tidying up what only this
//! node holds.

use merels_services::{ROUND, ServiceError, TICK, again_and_again};

use crate::app::App;

/// Does its work until the server ends.
pub(crate) async fn run(app: App) {
    let work = |count| {
        let app = app.clone();
        async move { tick(&app, count).await }
    };
    again_and_again("tidying", TICK, work).await;
}

async fn tick(app: &App, count: u64) -> Result<(), ServiceError> {
    app.services.jobs.tick(count).await?;
    if count.is_multiple_of(ROUND) {
        app.call_limit.tidy();
        app.value_limit.tidy();
        app.pictures.tidy();
        app.metrics.run_upkeep();
    }
    Ok(())
}
