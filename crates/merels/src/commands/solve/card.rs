//! The graphics card as a backend, in builds that know it and in those that do not.

use merels_rules::morris::Variant;
use merels_solver::{Backend, SolveError};

/// Opens the graphics card for a variant and says which it is.
#[cfg(feature = "gpu")]
pub(super) fn open(variant: Variant) -> Result<Box<dyn Backend>, SolveError> {
    let gpu = merels_gpu::Gpu::open(variant)?;
    crate::output::note!(
        "solving on the graphics card: {}, {} GiB free",
        gpu.name(),
        gpu.memory() >> 30
    );
    Ok(Box::new(gpu))
}

#[cfg(not(feature = "gpu"))]
pub(super) fn open(_: Variant) -> Result<Box<dyn Backend>, SolveError> {
    Err(SolveError::Device(
        "this build knows no graphics cards; build it with the cargo feature `gpu`, which is on \
         unless --no-default-features is given: cargo build --release --features gpu"
            .to_owned(),
    ))
}
