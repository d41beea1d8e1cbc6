//! Parts that several pages share.

pub(crate) mod chooser;
pub(crate) mod field;
pub(crate) mod game_line;
pub(crate) mod layout;
pub(crate) mod links;
pub(crate) mod meta;
pub(crate) mod push_switch;
pub(crate) mod script;
