//! Parts that several pages share.

pub(crate) mod chooser;
pub(crate) mod layout;
