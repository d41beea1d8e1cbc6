//! Parts that several pages share.

pub(crate) mod another_try;
pub(crate) mod card;
pub(crate) mod choice;
pub(crate) mod chooser;
pub(crate) mod claim_marks;
pub(crate) mod curve;
pub(crate) mod field;
pub(crate) mod game_line;
pub(crate) mod icon;
pub(crate) mod layout;
pub(crate) mod links;
pub(crate) mod meta;
pub(crate) mod places;
pub(crate) mod push_switch;
pub(crate) mod qr_code;
pub(crate) mod script;
pub(crate) mod seat;
pub(crate) mod sheet;
pub(crate) mod shell;
