//! The one place with unsafe code: the network's loops again for processors with wider vectors, which
//! need half the time.
#![allow(unsafe_code)]

use merels_rules::morris::MorrisPosition;

use super::{Network, Outputs};

/// Proof that this processor has them.
#[derive(Copy, Clone, Debug)]
pub(super) struct Wide(());

impl Wide {
    pub(super) fn found() -> Option<Wide> {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            return Some(Wide(()));
        }
        None
    }

    #[cfg(target_arch = "x86_64")]
    #[inline]
    pub(super) fn outputs(self, network: &Network, position: &MorrisPosition) -> Outputs {
        // SAFETY: the function needs nothing but AVX2, and there is no `Wide` where that is missing.
        unsafe { with_avx2(network, position) }
    }

    #[cfg(not(target_arch = "x86_64"))]
    pub(super) fn outputs(self, network: &Network, position: &MorrisPosition) -> Outputs {
        network.outputs_anywhere(position)
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn with_avx2(network: &Network, position: &MorrisPosition) -> Outputs {
    network.outputs_anywhere(position)
}
