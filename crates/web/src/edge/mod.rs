//! The edge of the server: connections, limits, sessions, failures.

pub(crate) mod assets;
pub(crate) mod bearer;
pub(crate) mod bundle;
pub(crate) mod client_address;
pub(crate) mod connections;
pub(crate) mod fair_play;
pub(crate) mod fields;
pub(crate) mod guests;
pub(crate) mod hang_up;
pub(crate) mod idle_timeout;
pub(crate) mod origin;
pub(crate) mod places;
pub(crate) mod redirect;
pub(crate) mod reply;
pub(crate) mod time_zone;
pub(crate) mod value_limit;
pub(crate) mod visitor;
