//! The figures that `/metrics` tells. They are there from the start, with what they mean, so that nobody
//! has to wait for the first refusal to see its line.

use metrics::{Unit, counter, describe_counter, describe_gauge, describe_histogram, gauge};

/// Tells the recorder of all figures.
pub(crate) fn describe_all() {
    describe_counter!("merels_requests_total", "Requests answered, by status");
    describe_histogram!("merels_request_seconds", Unit::Seconds, "The time requests take");
    describe_counter!("merels_moves_total", "Moves stored");
    counter!("merels_moves_total").increment(0);
    describe_counter!("merels_games_total", "Games begun");
    counter!("merels_games_total").increment(0);
    describe_gauge!("merels_sockets", "Open sockets");
    gauge!("merels_sockets").increment(0);
    describe_counter!(
        "merels_connections_refused_total",
        "Connections for which there was no room"
    );
    counter!("merels_connections_refused_total").increment(0);
    describe_counter!(
        "merels_engine_refused_total",
        "Questions to the engine and the tables for which there was no room"
    );
    counter!("merels_engine_refused_total").increment(0);
    describe_counter!("merels_mails_total", "Mails handed to the mail server, by what came of it");
    for result in ["sent", "failed"] {
        counter!("merels_mails_total", "result" => result).increment(0);
    }
    describe_counter!("merels_pushes_total", "Players told elsewhere, by what came of it");
    for result in ["taken", "unknown", "failed"] {
        counter!("merels_pushes_total", "result" => result).increment(0);
    }
}

/// The length of the engine's queue at this moment, as the recorder would tell it.
pub(crate) fn waiting(questions: usize) -> String {
    format!(
        "# HELP merels_engine_waiting Questions that wait for the engine and the tables\n\
         # TYPE merels_engine_waiting gauge\nmerels_engine_waiting {questions}\n"
    )
}
