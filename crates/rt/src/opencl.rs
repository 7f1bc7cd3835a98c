//! An OpenCL device: a GPU where there is one, else a CPU (PoCL). The library is loaded when it is first asked for.

mod find;

use crate::device::{
    Device, DeviceError, Info, Launch, LaunchArg, Listed, Module, Param, Piece, Raw, Signature, padded,
};
use cl3::{command_queue as queue, context, device, event, kernel, memory, program};
use std::ffi::{CString, c_void};
use std::ptr;
use std::sync::{Arc, Mutex, PoisonError};

/// Error codes that mean that memory ran out.
const NO_MEMORY: [i32; 4] = [
    cl3::error_codes::CL_MEM_OBJECT_ALLOCATION_FAILURE,
    cl3::error_codes::CL_OUT_OF_RESOURCES,
    cl3::error_codes::CL_OUT_OF_HOST_MEMORY,
    cl3::error_codes::CL_INVALID_BUFFER_SIZE,
];

/// What the generated text needs.
const EXTENSIONS: [&str; 3] = ["cl_khr_fp64", "cl_khr_int64_base_atomics", "cl_khr_int64_extended_atomics"];

/// How many lanes that work for themselves keep a device busy, and how many a group should have. PoCL takes long to build kernels with
/// barriers and gets some of them wrong (3.1 loses what lanes have set in front of one), so a group of a CPU is one lane.
const GPU: (i64, u32) = (16384, 128);
const CPU: (i64, u32) = (64, 1);

/// A device of an OpenCL platform.
pub struct OpenCl {
    info: Info,
    handles: Arc<Handles>,
    options: CString,
}

/// The objects that modules share with their device; released with the last of them.
struct Handles {
    /// The device, as messages name it.
    label: String,
    device: device::cl_device_id,
    context: context::cl_context,
    queue: queue::cl_command_queue,
}
// SAFETY: OpenCL objects may be used from any thread; only `clSetKernelArg` is not safe on one kernel at a time, and
// `OpenClModule` locks around it.
unsafe impl Send for Handles {}
// SAFETY: as above.
unsafe impl Sync for Handles {}

impl Drop for Handles {
    fn drop(&mut self) {
        // SAFETY: nobody holds them any more. There is nothing to do about an error here.
        unsafe {
            let _ = queue::release_command_queue(self.queue);
            let _ = context::release_context(self.context);
        }
    }
}

/// An error code with its name.
fn code_text(code: i32) -> String {
    format!("{} ({code})", cl3::error_codes::error_text(code))
}

fn missing(what: &str) -> DeviceError {
    let how =
        "install an OpenCL driver (for a CPU: the package pocl-opencl-icd) or choose another backend".into();
    DeviceError::Missing { what: what.into(), how }
}

/// The devices of all platforms, without opening any.
pub fn list() -> Result<Vec<Listed>, DeviceError> {
    let found = discovered()?;
    if found.is_empty() {
        return Err(missing("an OpenCL device"));
    }
    Ok(found.iter().map(find::Found::listed).collect())
}

fn discovered() -> Result<Vec<find::Found>, DeviceError> {
    if !cl3::is_opencl_runtime_available() {
        return Err(missing("the OpenCL library"));
    }
    // PoCL sets its devices up on first use, and crashes when two threads do it at once.
    static DISCOVERY: Mutex<()> = Mutex::new(());
    let _alone = DISCOVERY.lock().unwrap_or_else(PoisonError::into_inner);
    find::discover()
}

impl OpenCl {
    /// The first usable GPU of any platform; where there is none, the first usable CPU, with a remark in its [`Info`]. A
    /// platform or device that reports an error before one was found is an error.
    pub fn new() -> Result<OpenCl, DeviceError> {
        let found = discovered()?;
        let (position, remark) = find::choose(&found)?;
        OpenCl::of(&found[position], remark)
    }

    /// The device that [`list`] gives this name.
    pub fn named(name: &str) -> Result<OpenCl, DeviceError> {
        let found = discovered()?;
        let chosen = found.iter().find(|f| f.label == name);
        OpenCl::of(chosen.ok_or_else(|| missing(&format!("the OpenCL device {name}")))?, None)
    }

    fn of(found: &find::Found, remark: Option<String>) -> Result<OpenCl, DeviceError> {
        let (device, kind) = found.usable()?;
        let (workers, lanes) = match kind {
            find::Kind::Gpu => GPU,
            find::Kind::Cpu => CPU,
        };
        let label = found.label.clone();
        let lost = |what: &str, code| DeviceError::Lost {
            what: format!("OpenCL {label}, {what}: {}", code_text(code)),
        };
        let number = |what| device::get_device_info(device, what).map_or(0, |info| info.to_ulong());
        let rounded =
            number(device::CL_DEVICE_SINGLE_FP_CONFIG) & device::CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT;
        // Without correct rounding `f32` division differs in the last bit, which is what such a device can do.
        let rounding = if rounded != 0 { " -cl-fp32-correctly-rounded-divide-sqrt" } else { "" };
        let options =
            CString::new(format!("-cl-std=CL1.2 -w{rounding}")).map_err(|_| missing("build options"))?;
        let context = context::create_context(&[device], ptr::null(), None, ptr::null_mut())
            .map_err(|code| lost("context", code))?;
        // SAFETY: the device belongs to the context.
        let queue = unsafe { queue::create_command_queue(context, device, 0) }.map_err(|code| {
            // SAFETY: the context was made above and nobody else has it.
            let _ = unsafe { context::release_context(context) };
            lost("queue", code)
        })?;
        let name = format!("opencl ({label})");
        let memory = usize::try_from(number(device::CL_DEVICE_GLOBAL_MEM_SIZE)).ok().filter(|n| *n > 0);
        let handles = Handles { label, device, context, queue };
        // OpenCL promises no progress between groups; a GPU keeps those on it going that have begun.
        let groups_progress = kind == find::Kind::Gpu;
        let listed = handles.label.clone();
        let info = Info { name, listed, workers, lanes, groups_progress, memory, remark };
        Ok(OpenCl { info, handles: Arc::new(handles), options })
    }
}

impl Handles {
    /// An error of a command.
    fn lost(&self, what: &str) -> impl Fn(i32) -> DeviceError {
        let what = format!("OpenCL {}, {what}", self.label);
        move |code| DeviceError::Lost { what: format!("{what}: {}", code_text(code)) }
    }

    /// Forgets the event of a command: the queue keeps the order.
    fn done(&self, result: Result<event::cl_event, i32>, what: &str) -> Result<(), DeviceError> {
        let event = result.map_err(self.lost(what))?;
        // SAFETY: the event was just made for us.
        unsafe { event::release_event(event) }.map_err(self.lost(what))
    }
}

fn mem(raw: Raw) -> memory::cl_mem {
    raw.0 as memory::cl_mem
}

impl Device for OpenCl {
    fn info(&self) -> &Info {
        &self.info
    }

    fn alloc(&self, bytes: usize) -> Result<Raw, DeviceError> {
        let size = padded(bytes)?;
        // SAFETY: no host memory is involved.
        let buffer = unsafe {
            memory::create_buffer(self.handles.context, memory::CL_MEM_READ_WRITE, size, ptr::null_mut())
        };
        match buffer {
            Ok(buffer) => Ok(Raw(buffer as u64)),
            Err(code) if NO_MEMORY.contains(&code) => Err(DeviceError::OutOfMemory { bytes }),
            Err(code) => Err(self.handles.lost("allocation")(code)),
        }
    }

    fn free(&self, raw: Raw) {
        // SAFETY: `alloc` made it; commands in the queue keep it alive. There is nothing to do about an error.
        let _ = unsafe { memory::release_mem_object(mem(raw)) };
    }

    fn upload(&self, to: Raw, at: usize, data: &[u8]) -> Result<(), DeviceError> {
        if data.is_empty() {
            return Ok(());
        }
        let (queue, from) = (self.handles.queue, data.as_ptr().cast());
        // SAFETY: the memory manager keeps the range inside the buffer; a blocking command does not keep `data`.
        let result = unsafe {
            queue::enqueue_write_buffer(
                queue,
                mem(to),
                cl3::types::CL_TRUE,
                at,
                data.len(),
                from,
                0,
                ptr::null(),
            )
        };
        self.handles.done(result, "upload")
    }

    fn download(&self, from: Raw, at: usize, data: &mut [u8]) -> Result<(), DeviceError> {
        self.download_all(&mut [Piece { from, at, into: data }])
    }

    fn download_all(&self, pieces: &mut [Piece]) -> Result<(), DeviceError> {
        let queue = self.handles.queue;
        let mut left = pieces.iter().filter(|piece| !piece.into.is_empty()).count();
        for Piece { from, at, into } in pieces.iter_mut().filter(|piece| !piece.into.is_empty()) {
            left -= 1;
            // The queue keeps the order: where the last one is there, all are.
            let wait = if left == 0 { cl3::types::CL_TRUE } else { cl3::types::CL_FALSE };
            let (len, to) = (into.len(), into.as_mut_ptr().cast());
            // SAFETY: the memory manager keeps the range inside the buffer; nobody uses the destination before this function returns,
            // and then no command does any more.
            let done = unsafe {
                let read = queue::enqueue_read_buffer(queue, mem(*from), wait, *at, len, to, 0, ptr::null());
                self.handles.done(read, "download")
            };
            if let Err(error) = done {
                // Those before it may still be on their way. If this fails too, the device is lost, and brings nothing.
                let _ = queue::finish(queue);
                return Err(error);
            }
        }
        Ok(())
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
        let queue = self.handles.queue;
        // SAFETY: as for `upload`.
        let result = unsafe {
            queue::enqueue_copy_buffer(queue, mem(from), mem(to), from_at, to_at, bytes, 0, ptr::null())
        };
        self.handles.done(result, "copy")
    }

    fn zero(&self, raw: Raw, bytes: usize) -> Result<(), DeviceError> {
        if bytes == 0 {
            return Ok(());
        }
        let (queue, pattern) = (self.handles.queue, 0u8);
        // SAFETY: as for `upload`; the pattern is copied at once.
        let result = unsafe {
            let pattern = (&raw const pattern).cast();
            queue::enqueue_fill_buffer(queue, mem(raw), pattern, 1, 0, bytes, 0, ptr::null())
        };
        self.handles.done(result, "fill")
    }

    fn load(&self, source: &str, kernels: &[Signature]) -> Result<Box<dyn Module>, DeviceError> {
        let handles = self.handles.clone();
        let device = handles.device;
        let program = program::create_program_with_source(handles.context, &[source])
            .map_err(handles.lost("program"))?;
        let mut module =
            OpenClModule { handles, program, kernels: Mutex::default(), params: vec![], lanes: vec![] };
        // One at a time: builds in several threads have been seen to wait for each other forever in NVIDIA's driver.
        static BUILD: Mutex<()> = Mutex::new(());
        let building = BUILD.lock().unwrap_or_else(PoisonError::into_inner);
        let built = program::build_program(program, &[device], &self.options, None, ptr::null_mut());
        drop(building);
        if let Err(code) = built {
            let log = program::get_program_build_info(program, device, program::CL_PROGRAM_BUILD_LOG);
            let log = log.map_or_else(|_| code_text(code), String::from);
            return Err(DeviceError::Build { log });
        }
        for signature in kernels {
            let refuse =
                |what: String| DeviceError::Build { log: format!("kernel {}: {what}", signature.name) };
            let name = CString::new(signature.name.as_str()).map_err(|e| refuse(e.to_string()))?;
            let kernel = kernel::create_kernel(program, &name).map_err(|e| refuse(code_text(e)))?;
            module.kernels.get_mut().unwrap_or_else(PoisonError::into_inner).push(kernel);
            module.params.push(signature.params.clone());
            module.lanes.push(signature.lanes);
        }
        Ok(Box::new(module))
    }

    fn sync(&self) -> Result<(), DeviceError> {
        queue::finish(self.handles.queue).map_err(self.handles.lost("finish"))
    }
}

struct OpenClModule {
    handles: Arc<Handles>,
    program: program::cl_program,
    /// Arguments are set in the kernel object, so one launch at a time.
    kernels: Mutex<Vec<kernel::cl_kernel>>,
    params: Vec<Vec<Param>>,
    lanes: Vec<u32>,
}
// SAFETY: see `Handles`.
unsafe impl Send for OpenClModule {}
// SAFETY: see `Handles`.
unsafe impl Sync for OpenClModule {}

impl Module for OpenClModule {
    fn launch(&self, launch: &Launch) -> Result<(), DeviceError> {
        let kernels = self.kernels.lock().unwrap_or_else(PoisonError::into_inner);
        let kernel = kernels[launch.kernel];
        let mut index = 0;
        let mut set = |bytes: usize, bits: u64| {
            // SAFETY: the machine is little-endian, so the low bytes of `bits` are the value of the parameter's size.
            let result = unsafe { kernel::set_kernel_arg(kernel, index, bytes, (&raw const bits).cast()) };
            index += 1;
            result.map_err(self.handles.lost("argument"))
        };
        for (param, arg) in self.params[launch.kernel].iter().zip(launch.args) {
            match (param, arg) {
                (Param::Scalar(bytes), LaunchArg::Bits(bits)) => set(*bytes, *bits)?,
                (_, LaunchArg::Buf(Raw(bits)) | LaunchArg::Bits(bits)) => {
                    set(size_of::<*mut c_void>(), *bits)?
                }
            }
        }
        set(size_of::<*mut c_void>(), launch.record.0)?;
        set(4, launch.number as u32 as u64)?;
        set(size_of::<*mut c_void>(), launch.marks.0)?;
        set(size_of::<*mut c_void>(), launch.values.0)?;
        let group = self.lanes[launch.kernel] as usize;
        let global = launch.groups as usize * group;
        // SAFETY: all arguments are set, and the ranges have one dimension.
        let result = unsafe {
            let (queue, none) = (self.handles.queue, ptr::null());
            queue::enqueue_nd_range_kernel(queue, kernel, 1, none, &global, &group, 0, ptr::null())
        };
        self.handles.done(result, "launch")
    }
}

impl Drop for OpenClModule {
    fn drop(&mut self) {
        // SAFETY: nobody holds them any more. There is nothing to do about an error here.
        unsafe {
            for kernel in self.kernels.get_mut().unwrap_or_else(PoisonError::into_inner).drain(..) {
                let _ = kernel::release_kernel(kernel);
            }
            let _ = program::release_program(self.program);
        }
    }
}
