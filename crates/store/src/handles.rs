//! Handles on the store, one for each concern. All of them share its database and its writer.

use crate::database::Database;
use crate::writer::Writer;

macro_rules! handles {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Copy, Clone)]
        pub struct $name<'a> {
            pub(crate) database: &'a Database,
            pub(crate) writer: &'a Writer,
        }
    )*};
}

handles! {
    /// Accounts: players, the ways in, and what people are to each other.
    Accounts,
    /// Games: events, results, ratings, reviews, spectators.
    Games,
    /// Waiting seats, invitations and rematches.
    Meeting,
    Arenas,
    /// Mails and push messages.
    Notices,
    /// Nodes: signs of life, leases, presence and quotas.
    Cluster,
}
