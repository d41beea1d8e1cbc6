//! The kernels on the processor: the same source compiled as plain C++, so that tests need no card.
#![allow(unsafe_code)]

use std::collections::HashMap;
use std::fs;
use std::process::Command;

use libloading::{Library, Symbol};
use merels_rules::morris::Variant;

use crate::device::{Device, GpuError, Kernel};
use crate::params::{Address, Params};
use crate::source::source;

pub(crate) struct Host {
    library: Library,
    _folder: tempfile::TempDir,
    memory: HashMap<u64, Box<[u128]>>,
}

impl Host {
    /// Compiles the kernels with the system's C++ compiler.
    pub(crate) fn open(variant: Variant) -> Host {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (text, object) = (folder.path().join("kernels.cpp"), folder.path().join("kernels.so"));
        fs::write(&text, source(variant)).expect("the source is written");
        let output = Command::new("c++")
            .args(["-std=c++17", "-O2", "-Wall", "-Werror", "-Wno-unused-function"])
            .args(["-Wno-unused-variable", "-shared", "-fPIC", "-o"])
            .args([&object, &text])
            .output()
            .expect("a C++ compiler is installed");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        // SAFETY: the library was just built and has no initialisers.
        let library = unsafe { Library::new(&object) }.expect("the library loads");
        Host { library, _folder: folder, memory: HashMap::new() }
    }

    fn bytes(&mut self, address: Address, len: usize) -> &mut [u8] {
        let words = self.memory.get_mut(&address.0).expect("reserved");
        assert!(len <= 16 * words.len(), "within what was reserved");
        // SAFETY: words are bytes, and there are at least that many.
        unsafe { std::slice::from_raw_parts_mut(words.as_mut_ptr().cast(), len) }
    }
}

impl Device for Host {
    fn name(&self) -> &str {
        "processor"
    }

    fn capacity(&self) -> u64 {
        4 << 30
    }

    fn provide(&mut self, _: u64) -> Result<(), GpuError> {
        Ok(())
    }

    fn reserve(&mut self, bytes: u64) -> Result<Address, GpuError> {
        // The memory is poisoned to reveal reads before the first write.
        let words = vec![u128::MAX / 3; bytes.div_ceil(16).max(1) as usize];
        let words = words.into_boxed_slice();
        let address = words.as_ptr() as u64;
        self.memory.insert(address, words);
        Ok(Address(address))
    }

    fn release(&mut self, address: Address) {
        self.memory.remove(&address.0).expect("reserved");
    }

    fn fill(&mut self, address: Address, byte: u8, bytes: u64) -> Result<(), GpuError> {
        self.bytes(address, bytes as usize).fill(byte);
        Ok(())
    }

    fn upload(&mut self, address: Address, bytes: &[u8]) -> Result<(), GpuError> {
        self.bytes(address, bytes.len()).copy_from_slice(bytes);
        Ok(())
    }

    fn download(&mut self, address: Address, bytes: &mut [u8]) -> Result<(), GpuError> {
        let len = bytes.len();
        bytes.copy_from_slice(self.bytes(address, len));
        Ok(())
    }

    fn launch(&mut self, kernel: Kernel, params: &Params) -> Result<(), GpuError> {
        // SAFETY: every kernel has this signature, and stays within the memory that the parameters
        // describe.
        unsafe {
            let run: Symbol<'_, unsafe extern "C" fn(*const Params)> =
                self.library.get(kernel.into_str().as_bytes()).expect("the kernel is there");
            run(params);
        }
        Ok(())
    }
}
