//! The network's loops compiled again for AVX2, whose wider vectors halve the time. Unsafe
//! code is allowed in this module only: a lint denies it in the rest of the crate.
#![allow(unsafe_code)]

use merels_rules::morris::MorrisPosition;

use super::{Network, Outputs};

/// Proof that this processor has AVX2.
#[derive(Copy, Clone, Debug)]
pub(super) struct Avx2(());

impl Avx2 {
    pub(super) fn found() -> Option<Avx2> {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            return Some(Avx2(()));
        }
        None
    }

    #[cfg(target_arch = "x86_64")]
    #[inline]
    pub(super) fn outputs(self, network: &Network, position: &MorrisPosition) -> Outputs {
        // SAFETY: the function needs only AVX2, and this value exists only where AVX2 was detected.
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
