//! The openings of an engine.

use std::sync::Arc;

use merels_rules::morris::Variant;

use super::Openings;

/// The openings that an engine uses.
#[derive(Clone, Debug, Default)]
pub enum OpeningsChoice {
    /// The built-in ones, in games that have them.
    #[default]
    BuiltIn,
    /// None: every move is searched.
    None,
    /// Others, in the game they were made for.
    Own(Arc<Openings>),
}

impl OpeningsChoice {
    /// The openings for a variant, if there are any.
    pub(crate) fn of(&self, variant: Variant) -> Option<&Openings> {
        match self {
            OpeningsChoice::None => None,
            OpeningsChoice::Own(own) if own.variant() == variant => Some(own),
            OpeningsChoice::BuiltIn | OpeningsChoice::Own(_) => Openings::built_in(variant),
        }
    }
}
