//! The openings an engine is given.

use std::sync::Arc;

use merels_rules::morris::Variant;

use super::Openings;

/// Openings to be known by heart.
#[derive(Clone, Debug, Default)]
pub enum OpeningsChoice {
    /// Those that come with the program, in games that have them.
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
