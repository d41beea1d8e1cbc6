//! The device that solves: the graphics card or the processor.

use anyhow::{Context, Result};
use clap::ValueEnum;
use merels_rules::morris::Variant;
use merels_solver::{Backend, Cpu, SolveError};

use super::card;
use super::size::{Size, usual_memory};
use crate::output::note;

/// The machine as the commands that solve may use it.
#[derive(Debug, clap::Args)]
pub(crate) struct DeviceArgs {
    /// Number of threads to use [default: one per processor]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Memory to use, such as 12G [default: three quarters of the machine's, or the container's]
    #[arg(long, value_name = "SIZE")]
    memory: Option<Size>,
    /// Device to compute on: the graphics card if there is one with enough memory, or as told
    #[arg(long, value_enum, default_value_t = Device::Auto)]
    device: Device,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum Device {
    Auto,
    Cpu,
    Cuda,
}

impl DeviceArgs {
    pub(crate) fn memory(&self) -> u64 {
        self.memory.unwrap_or_else(usual_memory).0
    }

    /// Does `work` with the device that was asked for, or with the one that suits.
    pub(crate) fn with_backend<T: Send>(
        &self,
        variant: Variant,
        work: impl Fn(&mut dyn Backend) -> Result<T, SolveError> + Sync,
    ) -> Result<T> {
        let on_cpu = || work(&mut Cpu::new(variant));
        let on_card = || card::open(variant).and_then(|mut card| work(&mut *card));
        Ok(self.with_threads(|| match self.device {
            Device::Cpu => on_cpu(),
            Device::Cuda => on_card(),
            // The card is missing or does not suffice; a full disk would stop the processor too.
            Device::Auto => on_card().or_else(|error| match error {
                SolveError::Device(reason) => {
                    note!("solving on the processor: {reason}");
                    on_cpu()
                }
                error => Err(error),
            }),
        })??)
    }

    /// Does `work` with the threads that were asked for.
    pub(crate) fn with_threads<T: Send>(&self, work: impl FnOnce() -> T + Send) -> Result<T> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads.unwrap_or(0))
            .build()
            .context("cannot start the threads")?;
        Ok(pool.install(work))
    }
}
