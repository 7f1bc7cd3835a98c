//! A CUDA device. Driver and compiler are loaded when they are first asked for.
//!
//! All work goes to one stream, which keeps the order: the default stream, unless whoever opens the device has another one. The context
//! is the primary one, which is that of the other libraries of the process; what is current in a thread is so again afterwards.

mod sharing;
mod stack;
mod staging;

use crate::device::{
    Device, DeviceError, Info, Launch, LaunchArg, Listed, Module, Piece, Raw, Sharing, Signature, padded,
};
use crate::nvrtc::Nvrtc;
use cudarc::driver::{DriverError, result, sys};
use staging::Staging;
use std::ffi::{CString, c_void};
use std::sync::Arc;

/// How many threads a block should have.
const LANES: u32 = 256;

/// A GPU.
pub struct Cuda {
    info: Info,
    arch: i32,
    /// Bytes of a thread's stack where functions call themselves.
    stack: usize,
    nvrtc: Nvrtc,
    staging: Staging,
    context: Arc<Context>,
    stream: Stream,
}

/// Where work goes; null is the default stream.
#[derive(Clone, Copy)]
struct Stream(sys::CUstream);
// SAFETY: a stream may be used from any thread in which its context is current.
unsafe impl Send for Stream {}
// SAFETY: as above.
unsafe impl Sync for Stream {}

/// The primary context of a device; released with the last of its users.
struct Context {
    device: sys::CUdevice,
    context: sys::CUcontext,
}
// SAFETY: a context may be used from any thread that makes it current, which `Context::enter` does.
unsafe impl Send for Context {}
// SAFETY: as above.
unsafe impl Sync for Context {}

impl Context {
    /// Makes the context current in this thread, until the result is dropped.
    fn enter(&self) -> Result<Entered, DeviceError> {
        let before = result::ctx::get_current().map_err(lost)?.unwrap_or(std::ptr::null_mut());
        if before == self.context {
            return Ok(Entered { before: None });
        }
        // SAFETY: the context is alive while `self` is.
        unsafe { result::ctx::set_current(self.context) }.map_err(lost)?;
        Ok(Entered { before: Some(before) })
    }
}

/// A thread in which the context is current. Another library may have had one of another device.
struct Entered {
    before: Option<sys::CUcontext>,
}

impl Drop for Entered {
    fn drop(&mut self) {
        if let Some(before) = self.before {
            // SAFETY: null, or current before. There is nothing to do about an error here.
            let _ = unsafe { result::ctx::set_current(before) };
        }
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: retained once, by `Cuda::of`. There is nothing to do about an error here.
        let _ = unsafe { result::primary_ctx::release(self.device) };
    }
}

fn lost(e: DriverError) -> DeviceError {
    DeviceError::Lost { what: format!("CUDA: {e}") }
}

fn missing(what: String) -> DeviceError {
    let how = "install an NVIDIA driver on a machine with a GPU, or choose another backend".into();
    DeviceError::Missing { what, how }
}

/// How many GPUs the driver shows; at least one.
fn count() -> Result<i32, DeviceError> {
    // `cudarc` panics without the library, so ask first.
    // SAFETY: loading the driver has no other effects.
    if !unsafe { sys::is_culib_present() } {
        return Err(missing("the CUDA driver (libcuda.so)".into()));
    }
    use sys::CUresult::{CUDA_ERROR_NO_DEVICE as NO_DEVICE, CUDA_ERROR_STUB_LIBRARY as STUB};
    match result::init() {
        Ok(()) => {}
        Err(DriverError(NO_DEVICE)) => return Err(missing("a CUDA device".into())),
        Err(DriverError(STUB)) => return Err(missing("the CUDA driver (libcuda.so is only a stub)".into())),
        // A driver that does not start is not the same as none: nobody should be given another device for it.
        Err(e) => return Err(DeviceError::Lost { what: format!("the CUDA driver does not start: {e}") }),
    }
    match result::device::get_count().map_err(lost)? {
        0 => Err(missing("a CUDA device".into())),
        count => Ok(count),
    }
}

/// The devices, without opening any. Equal ones are told apart by a number.
pub fn list() -> Result<Vec<Listed>, DeviceError> {
    let mut listed: Vec<Listed> = vec![];
    let mut plain: Vec<String> = vec![];
    for ordinal in 0..count()? {
        let device = result::device::get(ordinal).map_err(lost)?;
        let name = result::device::get_name(device).map_err(lost)?;
        let before = plain.iter().filter(|other| **other == name).count();
        let shown = if before == 0 { name.clone() } else { format!("{name} #{}", before + 1) };
        plain.push(name);
        listed.push(Listed { name: shown, problem: None });
    }
    Ok(listed)
}

impl Cuda {
    /// The first GPU, or what is missing for it.
    pub fn new() -> Result<Cuda, DeviceError> {
        let all = list()?;
        Cuda::of(0, &all[0].name)
    }

    /// The GPU that [`list`] gives this name.
    pub fn named(name: &str) -> Result<Cuda, DeviceError> {
        match list()?.iter().position(|listed| listed.name == name) {
            Some(ordinal) => Cuda::of(ordinal as i32, name),
            None => Err(missing(format!("the CUDA device {name}"))),
        }
    }

    fn of(ordinal: i32, name: &str) -> Result<Cuda, DeviceError> {
        let lost = |e: DriverError| DeviceError::Lost { what: format!("CUDA {name}: {e}") };
        let device = result::device::get(ordinal).map_err(lost)?;
        use sys::CUdevice_attribute::{
            CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR as MAJOR,
            CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR as MINOR,
            CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR as THREADS,
            CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT as PROCESSORS,
        };
        // SAFETY: the device was just found.
        let attribute = |which| unsafe { result::device::get_attribute(device, which) }.map_err(lost);
        let arch = 10 * attribute(MAJOR)? + attribute(MINOR)?;
        let processors = attribute(PROCESSORS)?;
        let workers = (2048 * i64::from(processors)).max(16384);
        let threads = usize::try_from(i64::from(processors) * i64::from(attribute(THREADS)?)).unwrap_or(1);
        let nvrtc = Nvrtc::find()?;
        // SAFETY: as above; `Context` releases it.
        let (context, memory) = unsafe {
            (result::primary_ctx::retain(device).map_err(lost)?, result::device::total_mem(device).ok())
        };
        let context = Arc::new(Context { device, context });
        let staging = Staging::new(&context)?;
        let stack = stack::size(memory.unwrap_or(0), threads);
        let info = Info {
            name: format!("cuda ({name})"),
            listed: name.to_string(),
            workers,
            lanes: LANES,
            groups_progress: true,
            memory,
            remark: None,
        };
        let stream = Stream(result::stream::null());
        Ok(Cuda { info, arch, stack, nvrtc, staging, context, stream })
    }

    /// The same, with all work in a stream of the caller.
    ///
    /// # Safety
    /// The stream is one of the primary context of the device, and exists longer than the device and everything that is loaded there.
    pub unsafe fn with_stream(self, stream: *mut c_void) -> Cuda {
        Cuda { stream: Stream(stream.cast()), ..self }
    }

    /// Waits for the work in the stream. The context is current.
    fn finish(&self) -> Result<(), DeviceError> {
        // SAFETY: the stream exists.
        unsafe { result::stream::synchronize(self.stream.0) }.map_err(lost)
    }
}

impl Device for Cuda {
    fn info(&self) -> &Info {
        &self.info
    }

    fn alloc(&self, bytes: usize) -> Result<Raw, DeviceError> {
        let _entered = self.context.enter()?;
        let size = padded(bytes)?;
        // SAFETY: the context is current.
        match unsafe { result::malloc_sync(size) } {
            Ok(pointer) => Ok(Raw(pointer)),
            Err(DriverError(sys::CUresult::CUDA_ERROR_OUT_OF_MEMORY)) => {
                Err(DeviceError::OutOfMemory { bytes })
            }
            Err(e) => Err(lost(e)),
        }
    }

    fn free(&self, raw: Raw) {
        if let Ok(_entered) = self.context.enter() {
            // SAFETY: `alloc` made it. There is nothing to do about an error.
            let _ = unsafe { result::free_sync(raw.0) };
        }
    }

    fn upload(&self, to: Raw, at: usize, data: &[u8]) -> Result<(), DeviceError> {
        if data.is_empty() {
            return Ok(());
        }
        let _entered = self.context.enter()?;
        // SAFETY: the memory manager keeps the range inside the allocation.
        unsafe { result::memcpy_htod_async(to.0 + at as u64, data, self.stream.0) }.map_err(lost)?;
        self.finish()
    }

    fn download(&self, from: Raw, at: usize, data: &mut [u8]) -> Result<(), DeviceError> {
        if data.is_empty() {
            return Ok(());
        }
        if data.len() <= staging::PAGE {
            return self.download_all(&mut [Piece { from, at, into: data }]);
        }
        let _entered = self.context.enter()?;
        // SAFETY: as for `upload`.
        unsafe { result::memcpy_dtoh_async(data, from.0 + at as u64, self.stream.0) }.map_err(lost)?;
        self.finish()
    }

    fn download_all(&self, pieces: &mut [Piece]) -> Result<(), DeviceError> {
        if pieces.iter().map(|piece| piece.into.len()).sum::<usize>() > staging::PAGE {
            return pieces.iter_mut().try_for_each(|piece| self.download(piece.from, piece.at, piece.into));
        }
        let _entered = self.context.enter()?;
        self.staging.download(pieces, self.stream.0)
    }

    fn copy(
        &self,
        to: Raw,
        to_at: usize,
        from: Raw,
        from_at: usize,
        bytes: usize,
    ) -> Result<(), DeviceError> {
        if bytes == 0 {
            return Ok(());
        }
        let _entered = self.context.enter()?;
        let (to, from) = (to.0 + to_at as u64, from.0 + from_at as u64);
        // SAFETY: as for `upload`.
        unsafe { result::memcpy_dtod_async(to, from, bytes, self.stream.0) }.map_err(lost)
    }

    fn zero(&self, raw: Raw, bytes: usize) -> Result<(), DeviceError> {
        if bytes == 0 {
            return Ok(());
        }
        let _entered = self.context.enter()?;
        // SAFETY: as for `upload`.
        unsafe { result::memset_d8_async(raw.0, 0, bytes, self.stream.0) }.map_err(lost)
    }

    fn load(&self, source: &str, kernels: &[Signature]) -> Result<Box<dyn Module>, DeviceError> {
        let ptx = self.nvrtc.compile(source, self.arch)?;
        let _entered = self.context.enter()?;
        // SAFETY: PTX from NVRTC ends in a zero byte.
        let module = unsafe { result::module::load_data(ptx.as_ptr().cast()) }
            .map_err(|e| DeviceError::Build { log: format!("the driver refuses the PTX: {e}") })?;
        let (context, stream) = (self.context.clone(), self.stream);
        let mut loaded = CudaModule { context, stream, module, functions: vec![] };
        for kernel in kernels {
            let refuse = |what: String| DeviceError::Build { log: format!("kernel {}: {what}", kernel.name) };
            let name = CString::new(kernel.name.as_str()).map_err(|e| refuse(e.to_string()))?;
            // SAFETY: the module is loaded.
            let function = unsafe { result::module::get_function(module, name) };
            loaded.functions.push((function.map_err(|e| refuse(e.to_string()))?, kernel.lanes));
        }
        let functions: Vec<sys::CUfunction> =
            loaded.functions.iter().map(|(function, _)| *function).collect();
        if stack::is_wanted(&ptx) {
            stack::provide(module, &functions, self.stack)?;
        }
        Ok(Box::new(loaded))
    }

    fn sync(&self) -> Result<(), DeviceError> {
        let _entered = self.context.enter()?;
        self.finish()
    }

    fn sharing(&self) -> Option<&dyn Sharing> {
        Some(self)
    }
}

struct CudaModule {
    context: Arc<Context>,
    stream: Stream,
    module: sys::CUmodule,
    /// With the number of lanes of their groups.
    functions: Vec<(sys::CUfunction, u32)>,
}
// SAFETY: modules and functions may be used from any thread in which their context is current.
unsafe impl Send for CudaModule {}
// SAFETY: as above.
unsafe impl Sync for CudaModule {}

impl Module for CudaModule {
    fn launch(&self, launch: &Launch) -> Result<(), DeviceError> {
        let _entered = self.context.enter()?;
        let bits = |arg: &LaunchArg| match arg {
            LaunchArg::Bits(bits) | LaunchArg::Buf(Raw(bits)) => *bits,
        };
        // The machine is little-endian: a parameter of fewer bytes is read from the front of its word.
        let mut words: Vec<u64> = launch.args.iter().map(bits).collect();
        words.extend([launch.record.0, launch.number as u32 as u64, launch.marks.0, launch.values.0]);
        let mut params: Vec<*mut c_void> = words.iter_mut().map(|word| (&raw mut *word).cast()).collect();
        let blocks = u32::try_from(launch.groups)
            .map_err(|_| DeviceError::Lost { what: format!("{} blocks are too many", launch.groups) })?;
        let (function, lanes) = self.functions[launch.kernel];
        // SAFETY: the arguments fit the signature; the driver copies them before it returns.
        unsafe {
            let (grid, block) = ((blocks, 1, 1), (lanes, 1, 1));
            result::launch_kernel(function, grid, block, 0, self.stream.0, &mut params)
        }
        .map_err(lost)
    }
}

impl Drop for CudaModule {
    fn drop(&mut self) {
        if let Ok(_entered) = self.context.enter() {
            // SAFETY: loaded once, by `Cuda::load`. There is nothing to do about an error here.
            let _ = unsafe { result::module::unload(self.module) };
        }
    }
}
