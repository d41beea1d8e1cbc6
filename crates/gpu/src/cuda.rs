//! A graphics card through the CUDA driver, found and loaded when the program runs.
//!
//! The driver's calls are unsafe by nature: it takes addresses of the card as plain numbers. They
//! are safe here because every address comes from the one block that [`Cuda`] owns, and because the
//! kernels stay within the memory that their parameters describe. Tests check the latter on the
//! same source, compiled for the processor.
#![allow(unsafe_code)]

use std::collections::HashMap;
use std::ffi::CString;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread;

use cudarc::driver::{
    CudaContext, CudaFunction, CudaStream, DeviceRepr, DriverError, LaunchConfig, PushKernelArg,
    result, sys,
};
use cudarc::nvrtc::{self, Ptx, result::NvrtcError};
use merels_rules::morris::Variant;
use strum::VariantArray;

use crate::arena::Arena;
use crate::device::{Device, GpuError, Kernel, Workers};
use crate::params::{Address, Params};
use crate::source::source;

/// The memory left to the driver and to other programs.
const SPARED: u64 = 1 << 30;

const THREADS_PER_BLOCK: u32 = 256;

/// As in `kernels.cu`: the launch size of kernels whose warps share the work, as many as run at
/// once.
const WARPS_PER_BLOCK: u64 = 8;
const BLOCKS_PER_PROCESSOR: u32 = 5;

// SAFETY: plain numbers in the layout of C, as the kernels declare them.
unsafe impl DeviceRepr for Params {}

/// The first graphics card of this machine.
#[derive(Debug)]
pub(crate) struct Cuda {
    name: String,
    processors: u32,
    stream: Arc<CudaStream>,
    functions: HashMap<Kernel, CudaFunction>,
    /// The memory from which all is reserved, none at first.
    block: u64,
    capacity: u64,
    arena: Arena,
}

impl Cuda {
    /// Checks that this machine has the driver, the compiler and a card.
    pub(crate) fn find() -> Result<(), GpuError> {
        // SAFETY: this only asks if the libraries can be loaded.
        let (driver, compiler) =
            unsafe { (sys::is_culib_present(), nvrtc::sys::is_culib_present()) };
        if !driver {
            return Err(GpuError::NotInstalled("the CUDA driver"));
        }
        if !compiler {
            return Err(GpuError::NotInstalled("the CUDA run-time compiler (NVRTC)"));
        }
        result::init().map_err(card)?;
        result::device::get(0).map(drop).map_err(card)
    }

    /// Opens the card, compiles the kernels for it and for the variant, and takes its memory.
    pub(crate) fn open(variant: Variant) -> Result<Cuda, GpuError> {
        // The compiler works while the driver opens the card and allocates its memory.
        let (opened, program) = thread::scope(|scope| {
            let program = scope.spawn(|| compile(variant));
            (open_card(), program.join().unwrap_or_else(|panic| resume_unwind(panic)))
        });
        let (context, capacity) = opened?;
        let module = context.load_module(program?).map_err(card)?;
        let mut functions = HashMap::new();
        for &kernel in Kernel::VARIANTS {
            functions.insert(kernel, module.load_function(kernel.into_str()).map_err(card)?);
        }
        let name = context.name().map_err(card)?;
        let attribute = sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT;
        let processors = context.attribute(attribute).map_err(card)? as u32;
        Ok(Cuda {
            name,
            processors,
            stream: context.default_stream(),
            functions,
            block: 0,
            capacity,
            arena: Arena::new(0),
        })
    }
}

/// Opens the first card; returns with it the bytes that may be allocated.
fn open_card() -> Result<(Arc<CudaContext>, u64), GpuError> {
    let context = CudaContext::new(0).map_err(card)?;
    let (free, _) = result::mem_get_info().map_err(card)?;
    let capacity = (free as u64).saturating_sub(SPARED);
    Ok((context, capacity))
}

/// Compiles the kernels of a variant for the first card.
fn compile(variant: Variant) -> Result<Ptx, GpuError> {
    let device = result::device::get(0).map_err(card)?;
    // SAFETY: the device was just obtained.
    let attribute = |which| unsafe { result::device::get_attribute(device, which) }.map_err(card);
    let major = attribute(sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?;
    let minor = attribute(sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?;
    let text =
        CString::new(source(variant)).map_err(|error| GpuError::Compile(error.to_string()))?;
    let failed = |error: NvrtcError| GpuError::Compile(error.to_string());
    let program = nvrtc::result::create_program(&text, None).map_err(failed)?;
    let options = [format!("--gpu-architecture=sm_{major}{minor}")];
    // SAFETY: the program was just created, and is destroyed only after its last use.
    unsafe {
        let compiled = nvrtc::result::compile_program(program, &options).map_err(|error| {
            let log = nvrtc::result::get_program_log(program).unwrap_or_default();
            let log: Vec<u8> = log.into_iter().map(|byte| byte as u8).collect();
            GpuError::Compile(format!("{error}: {}", String::from_utf8_lossy(&log)))
        });
        let machine_code = compiled.and_then(|()| machine_code(program).map_err(failed));
        nvrtc::result::destroy_program(program).map_err(failed)?;
        machine_code.map(Ptx::from_binary)
    }
}

/// The machine code for the card. Without it the driver would compile again when loading the
/// program.
///
/// # Safety
///
/// The program must be compiled and not yet destroyed.
unsafe fn machine_code(program: nvrtc::sys::nvrtcProgram) -> Result<Vec<u8>, NvrtcError> {
    let mut len = 0;
    // SAFETY: as the caller promises; the second call writes as much as the first one says.
    unsafe {
        nvrtc::sys::nvrtcGetCUBINSize(program, &raw mut len).result()?;
        let mut code = vec![0u8; len];
        nvrtc::sys::nvrtcGetCUBIN(program, code.as_mut_ptr().cast()).result()?;
        Ok(code)
    }
}

impl Drop for Cuda {
    fn drop(&mut self) {
        let _ = self.stream.synchronize();
        // SAFETY: the block was taken in `provide`, and no kernel runs any more.
        let _ = unsafe { result::free_sync(self.block) };
    }
}

impl Device for Cuda {
    fn name(&self) -> &str {
        &self.name
    }

    fn capacity(&self) -> u64 {
        self.capacity
    }

    /// Takes twice as much, because what is reserved and released leaves gaps: still far less than
    /// the whole memory, which takes long to take and to give back.
    fn provide(&mut self, bytes: u64) -> Result<(), GpuError> {
        let len = (2 * bytes).min(self.capacity);
        // SAFETY: the block is freed when [`Cuda`] is dropped, and used nowhere else.
        unsafe {
            result::free_sync(std::mem::take(&mut self.block)).map_err(card)?;
            self.block = result::malloc_sync(len as usize).map_err(card)?;
        }
        self.arena = Arena::new(len);
        Ok(())
    }

    fn reserve(&mut self, bytes: u64) -> Result<Address, GpuError> {
        let free = self.arena.largest();
        let start = self.arena.reserve(bytes).ok_or(GpuError::Memory { needed: bytes, free })?;
        Ok(Address(self.block + start))
    }

    fn release(&mut self, address: Address) {
        self.arena.release(address.0 - self.block);
    }

    fn fill(&mut self, address: Address, byte: u8, bytes: u64) -> Result<(), GpuError> {
        let stream = self.stream.cu_stream();
        // SAFETY: the address was reserved with at least that many bytes.
        unsafe { result::memset_d8_async(address.0, byte, bytes as usize, stream) }.map_err(card)
    }

    fn upload(&mut self, address: Address, bytes: &[u8]) -> Result<(), GpuError> {
        self.stream.synchronize().map_err(card)?;
        // SAFETY: the address was reserved with at least that many bytes.
        unsafe { result::memcpy_htod_sync(address.0, bytes) }.map_err(card)
    }

    fn download(&mut self, address: Address, bytes: &mut [u8]) -> Result<(), GpuError> {
        self.stream.synchronize().map_err(card)?;
        // SAFETY: the address was reserved with at least that many bytes.
        unsafe { result::memcpy_dtoh_sync(bytes, address.0) }.map_err(card)
    }

    fn launch(&mut self, kernel: Kernel, params: &Params) -> Result<(), GpuError> {
        let at_once = u64::from(self.processors * BLOCKS_PER_PROCESSOR);
        let blocks = match kernel.workers() {
            Workers::Threads => params.items.div_ceil(u64::from(THREADS_PER_BLOCK)),
            Workers::Warps => params.items.div_ceil(WARPS_PER_BLOCK).min(at_once),
            Workers::Blocks => params.items.min(at_once),
        } as u32;
        if blocks == 0 {
            return Ok(());
        }
        let config = LaunchConfig {
            grid_dim: (blocks, 1, 1),
            block_dim: (THREADS_PER_BLOCK, 1, 1),
            shared_mem_bytes: params.block_bytes,
        };
        let function = &self.functions[&kernel];
        // SAFETY: every kernel takes one `Params`, whose addresses were reserved here.
        unsafe { self.stream.launch_builder(function).arg(params).launch(config) }
            .map(drop)
            .map_err(card)
    }
}

fn card(error: DriverError) -> GpuError {
    GpuError::Card(error.to_string())
}
