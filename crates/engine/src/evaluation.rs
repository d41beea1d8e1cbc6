use std::sync::Arc;

use merels_rules::morris::Variant;

use crate::network::Network;

/// The evaluation at full strength. Levels 1 to 9 always use the handcrafted evaluation.
#[derive(Clone, Debug, Default)]
pub enum Evaluation {
    /// The built-in network; the handcrafted evaluation in games without one.
    #[default]
    BuiltIn,
    /// The handcrafted evaluation: features of a position, each with a weight.
    Handcrafted,
    /// Another network, in the game it was made for.
    Network(Arc<Network>),
}

impl Evaluation {
    /// The network for a variant; `None` if its positions are evaluated by handcrafted features.
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

/// Compares networks by identity, not by content.
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
