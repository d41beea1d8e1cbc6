use std::sync::Arc;

use merels_rules::morris::Variant;

use crate::network::Network;

/// What judges positions at full strength. Levels 1 to 9 always judge by hand-made rules.
#[derive(Clone, Debug, Default)]
pub enum Evaluation {
    /// The network that comes with the program; hand-made rules in games that have none.
    #[default]
    BuiltIn,
    /// Hand-made rules: features of a position, each with a weight.
    Handcrafted,
    /// Another network, in the game it was made for.
    Network(Arc<Network>),
}

impl Evaluation {
    /// The network for a variant; `None` where positions are judged by hand-made rules.
    pub(crate) fn network(&self, variant: Variant) -> Option<Arc<Network>> {
        match self {
            Evaluation::Handcrafted => None,
            Evaluation::Network(network) if network.variant() == variant => {
                Some(Arc::clone(network))
            }
            Evaluation::BuiltIn | Evaluation::Network(_) => Network::built_in(variant),
        }
    }
}

/// The same networks, not merely equal ones.
impl PartialEq for Evaluation {
    fn eq(&self, other: &Evaluation) -> bool {
        match (self, other) {
            (Evaluation::BuiltIn, Evaluation::BuiltIn)
            | (Evaluation::Handcrafted, Evaluation::Handcrafted) => true,
            (Evaluation::Network(one), Evaluation::Network(other)) => Arc::ptr_eq(one, other),
            _ => false,
        }
    }
}
